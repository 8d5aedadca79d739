import assert from "node:assert/strict";
import { test } from "node:test";

import { plain, seededRandom, shown } from "./support.js";
const span = await import("../../static/app/core/span.js");
const filters = await import("../../static/app/filters/filters.js");
const facets = await import("../../static/app/filters/facets.js");
const kinds = await import("../../static/app/filters/kinds.js");
const axis = await import("../../static/app/time/axis.js");
const brush = await import("../../static/app/time/brush.js");
const calendar = await import("../../static/app/time/calendar.js");
const histogram = await import("../../static/app/time/histogram.js");
const counts = await import("../../static/app/time/time-counts.js");
const words = await import("../../static/app/time/words.js");

const iso = (time) => Number.isFinite(time) ? new Date(time).toISOString() : String(time);
const utc = (text) => Date.parse(text);

test("spans are read as the API reads them", () => {
  const expected = {
    "2024-05-01": "2024-05-01T00:00:00.000Z 2024-05-01T23:59:59.999Z",
    "2024-02-28/2024-02-29": "2024-02-28T00:00:00.000Z 2024-02-29T23:59:59.999Z",
    "../2024-05-01T12:00:00Z": "-Infinity 2024-05-01T12:00:00.999Z",
    "2024-05-01T12:00:00.5Z/..": "2024-05-01T12:00:00.500Z Infinity",
    "/2024-01-01": "-Infinity 2024-01-01T23:59:59.999Z",
    "2024-05-01T00:00:00+05:45/2024-05-02": "2024-04-30T18:15:00.000Z 2024-05-02T23:59:59.999Z",
    "1969-12-31/1970-01-01": "1969-12-31T00:00:00.000Z 1970-01-01T23:59:59.999Z",
    "0044-03-15/..": "0044-03-15T00:00:00.000Z Infinity",
    "2024": "2024-01-01T00:00:00.000Z 2024-12-31T23:59:59.999Z",
    "2024-02": "2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z",
    "2019/2021-12": "2019-01-01T00:00:00.000Z 2021-12-31T23:59:59.999Z",
    "../9999": "-Infinity 9999-12-31T23:59:59.999Z",
  };
  for (const [text, times] of Object.entries(expected)) {
    const read = span.parseSpan(text);
    assert.equal(read && `${iso(read.from)} ${iso(read.through)}`, times, text);
  }
});

test("an invalid span is refused", () => {
  const texts = ["", "202", "2024-13", "2024-5", "2024-13-01", "2024-02-30", "a/b", "2024-01-02/2024-01-01",
    "2024-01-01/2024-01-02/2024-01-03", "2024-05-01T12:00"];
  for (const text of texts) assert.equal(span.parseSpan(text), null, text);
});

test("spans are written as they were read, to the millisecond", () => {
  const random = seededRandom();
  for (let n = 0; n < 3000; n += 1) {
    const from = Math.floor(random(-6e13, 6e13)), unit = [1, 999, 1000, 86400000][n % 4];
    const one = { from: Math.floor(from / unit) * unit, through: (Math.floor(from / unit) + 1 + n) * unit - 1 };
    const text = span.formatSpan(one), back = span.parseSpan(text);
    assert.equal(back?.from, one.from, text);
    assert.equal(back?.through, one.through, text);
  }
  const written = {
    "2024-05-01": "2024-05-01/2024-05-01",
    "../2024-05-01T12:00:00Z": "../2024-05-01T12:00:00",
    "2024-05-01T12:00:00.500Z/..": "2024-05-01T12:00:00.500/..",
  };
  for (const [text, expected] of Object.entries(written))
    assert.equal(span.formatSpan(span.parseSpan(text)), expected);
});

test("marks follow one another without gap, at calendar edges, with room for their names", () => {
  const random = seededRandom();
  for (let n = 0; n < 2000; n += 1) {
    const length = 10 ** random(6, 12.2), from = Math.floor(random(-2e12, 3e12));
    const stretch = { from, through: Math.floor(from + length) };
    const step = calendar.markStep(length / 900, 52);
    const marks = calendar.marksOf(stretch, step);
    const what = shown({ stretch, step });
    assert(marks.length > 0 && marks.length <= 22, `${marks.length} marks: ${what}`);
    assert(marks[0].from <= stretch.from, `it begins before the first mark: ${what}`);
    assert(marks.at(-1).until > stretch.through, `it ends after the last mark: ${what}`);
    marks.forEach((mark, i) => {
      assert(i === 0 || marks[i - 1].until === mark.from, `a gap before mark ${i}: ${what}`);
      assert.equal(calendar.floorTo(mark.from, mark.unit), mark.from, `mark ${i} is at no edge: ${what}`);
      assert(mark.until > mark.from, `mark ${i} is empty: ${what}`);
      assert((mark.until - mark.from) / (length / 900) > 24, `mark ${i} has no room: ${what}`);
    });
  }
});

test("months and years have their own lengths", () => {
  assert.equal(calendar.addUnits(utc("2024-02-01"), "month"), utc("2024-03-01"));
  assert.equal(iso(calendar.addUnits(utc("0099-01-01T00:00:00Z"), "year")), "0100-01-01T00:00:00.000Z");
  const edge = utc("2024-01-01");
  assert.equal(calendar.nextEdge(edge, "month", -1), utc("2023-12-01"));
  assert.equal(calendar.nextEdge(edge + 1, "month", -1), edge);
});

test("bars of months and years include each day once", () => {
  const random = seededRandom();
  for (let n = 0; n < 300; n += 1) {
    const buckets = [];
    let day = Math.floor(random(-30000, 30000));
    for (let k = 0; k < 200; k += 1) {
      day += 1 + Math.floor(random(0, 40));
      buckets.push({ span: { from: day * 864e5, through: (day + 1) * 864e5 - 1 }, count: 1 + Math.floor(random(0, 9)) });
    }
    const unit = ["month", "year"][n % 2];
    const asked = { from: -Infinity, through: Infinity };
    const by = histogram.countsBy({ asked, buckets, undated: 5 }, unit);
    by.buckets.forEach(({ span: { from, through }, count }, at) => {
      assert.equal(calendar.floorTo(from, unit), from);
      assert.equal(calendar.addUnits(from, unit), through + 1);
      assert(at === 0 || by.buckets[at - 1].span.through < from, `bar ${at} overlaps that before it`);
      const held = buckets.filter(({ span: one }) => one.from >= from && one.from <= through);
      assert.equal(count, held.reduce((sum, { count }) => sum + count, 0), `the photos of ${iso(from)}`);
    });
    assert.equal(histogram.datedOf(by), histogram.datedOf({ buckets }));
    assert.equal(by.undated, 5);
    assert.equal(by.asked, asked);
  }
});

test("bars are months or years if those are wide enough to be seen", () => {
  const units = [0.2, 0.34, 1, 2, 10, 13, 100, 200].map((days) => calendar.barUnit(days * 864e5));
  assert.equal(String(units), String([null, null, null, "month", "month", "year", "year", null]));
});

test("the axis stays within all photos and keeps the moment under the pointer in place", () => {
  const random = seededRandom();
  const whole = axis.wholeAxis({ from: utc("2005-01-03T10:00:00Z"), through: utc("2026-10-30T09:00:00Z") });
  const isWithin = (one) => one.from >= whole.from && one.through <= whole.through && one.through > one.from;
  let stretch = whole;
  for (let n = 0; n < 4000; n += 1) {
    const around = axis.timeAt(stretch, 900, random(0, 900)), before = axis.xOf(stretch, 900, around);
    const next = axis.zoomAxis(stretch, whole, random(0.5, 2.2), around);
    assert(isWithin(next), `zoomed to ${shown(next)}`);
    const touches = next.from === whole.from || next.through === whole.through;
    const moved = Math.abs(axis.xOf(next, 900, around) - before);
    assert(touches || moved <= 0.01, `what is under the pointer moves by ${moved}`);
    stretch = axis.panAxis(next, whole, random(-1, 1) * (next.through - next.from));
    assert(Math.abs(span.lengthOf(stretch) - span.lengthOf(next)) <= 1, `panned to another length: ${shown(stretch)}`);
    assert(isWithin(stretch), `panned to ${shown(stretch)}`);
    const roomy = counts.roomierStretch(stretch);
    assert(span.containsSpan(roomy, stretch), `${shown(roomy)} does not hold ${shown(stretch)}`);
    assert(span.lengthOf(roomy) <= 4 * span.lengthOf(stretch), `${shown(roomy)} is too long for ${shown(stretch)}`);
  }
});

test("a drag gives whole days in either direction, and an end may pass the other", () => {
  const whole = { from: utc("2005-01-01"), through: utc("2027-01-01") - 1 };
  const year = span.parseSpan("2019-01-01/2019-12-31");
  const drag = (grip, started, now, unit = "day") =>
    span.formatSpan(brush.dragged({ grip, span: year, started: utc(started), now: utc(now) }, unit, whole));
  assert.equal(drag("new", "2020-05-03T10:00:00Z", "2020-05-07T20:00:00Z"), "2020-05-03/2020-05-07");
  assert.equal(drag("new", "2020-05-07T20:00:00Z", "2020-05-03T10:00:00Z"), "2020-05-03/2020-05-07");
  assert.equal(drag("new", "2020-05-03T10:00:00Z", "2020-05-03T10:00:01Z"), "2020-05-03/2020-05-03");
  assert.equal(drag("from", "2019-01-01", "2018-06-01"), "2018-06-01/2019-12-31");
  assert.equal(drag("from", "2019-01-01", "2020-03-01"), "2020-01-01/2020-02-29");
  assert.equal(drag("through", "2019-12-31", "2018-06-01"), "2018-06-01/2018-12-31");
  assert.equal(drag("body", "2019-06-01", "2019-06-11"), "2019-01-11/2020-01-10");
  assert.equal(drag("body", "2019-06-01", "2030-06-11"), "2026-01-01/2026-12-31");
  assert.equal(drag("new", "2020-05-03T10:10:00Z", "2020-05-03T12:40:00Z", "hour"), "2020-05-03T10:00:00/2020-05-03T12:59:59");
});

test("a drag moves the nearest end, or the span between its ends", () => {
  const gripAt = (x, edges) => brush.gripAt(x, edges && { start: edges[0], end: edges[1] }, 7);
  assert.equal(gripAt(5, null), "new");
  assert.equal(gripAt(100, [104, 300]), "from");
  assert.equal(gripAt(296, [104, 300]), "through");
  assert.equal(gripAt(200, [104, 300]), "body");
  assert.equal(gripAt(50, [104, 300]), "new");
  assert.equal(gripAt(100, [98, 102]), "body");
  assert.equal(gripAt(95, [98, 102]), "from");
  assert.equal(gripAt(106, [98, 102]), "through");
  assert.deepEqual([864e5, 2e7, 1e6, 1000].map(calendar.snapUnit), ["day", "hour", "minute", "minute"]);
});

test("bars have the server's counts", () => {
  const answer = { undated: 3, buckets: [
    { from: "2020-01-01T00:00:00Z", to: "2020-01-31T23:59:59.999Z", count: 100 },
    { from: "2020-02-01T00:00:00Z", to: "2020-03-02T23:59:59.999Z", count: 0 },
    { from: "2020-03-03T00:00:00Z", to: "2020-03-09T13:00:47Z", count: 1 },
  ] };
  const counted = histogram.timeCounts({ from: -Infinity, through: Infinity }, answer);
  const stretch = { from: utc("2020-01-01"), through: utc("2020-04-01") - 1 };
  const bars = histogram.barsOf(counted, stretch, 910).map(({ x, share }) => [Math.round(x), Number(share.toFixed(2))]);
  assert.deepEqual(bars, [[0, 1], [620, 0.1]]);
  const at = (text) => histogram.bucketAt(counted, utc(text))?.count ?? null;
  assert.equal(at("2020-01-31T23:59:59.999Z"), 100);
  assert.equal(at("2020-02-10"), 0);
  assert.equal(at("2020-03-09T13:00:47.999Z"), 1);
  assert.equal(at("2020-03-09T13:00:48Z"), null);
  assert.equal(at("2019-12-31"), null);
  assert.equal(histogram.datedOf(counted), 101);
});

test("a span is put into the fewest words", () => {
  const say = (text) => plain(words.wordSpan(span.parseSpan(text)));
  assert.equal(say("2019-01-01/2019-12-31"), "2019");
  assert.equal(say("2019-05-01/2019-05-31"), "May 2019");
  assert.equal(say("2018-01-01/2020-12-31"), "2018 – 2020");
  assert.equal(say("2019-05-03/2019-05-09"), "3 – 9 May 2019");
  assert.equal(say("2019-05-03/.."), "since 3 May 2019");
  assert.equal(say("../2019-05-09"), "until 9 May 2019");
  assert.equal(say("../.."), "All time");
});

test("choices are those of the server, each camera and folder once", () => {
  const choices = facets.choicesOf({
    cameras: [{ make: "Canon", model: "Canon EOS R5", count: 7 }, { make: "Canon", model: "Canon EOS R5 Mark II", count: 2 },
      { make: "Nikon", count: 4 }],
    media: [{ value: "video", count: 1 }], sources: [{ value: "takeout", count: 2 }],
    folders: [{ path: "", count: 1 }, { path: "a[b]*", count: 2 }, { path: "2023", glob: "2023/*", count: 5 }, { path: "2023", count: 3 }],
  });
  const plainly = (list) => list.map(({ value, label, count }) => `${value}|${label}|${count}`);
  assert.deepEqual(plainly(choices.camera),
    ["Canon EOS R5|Canon EOS R5|9", "Nikon|Nikon|4", "Canon EOS R5 Mark II|Canon EOS R5 Mark II|2"]);
  assert.deepEqual(plainly(choices.path), ["a[[]b][*]/*|a[b]*|2", "2023/*|2023|8"]);
  assert.deepEqual(plainly(choices.media), ["video|Videos|1"]);
  assert.deepEqual(plainly(choices.source), ["takeout|Google Takeout|2"]);
  assert.equal(facets.found(choices.camera, "r5 CAN").length, 2);
  assert.equal(facets.found([{ label: "Été à Zürich" }], "ete zurich").length, 1);
  assert.equal(facets.wordFilter("path", kinds.folderPattern("a[b]*")), "a[b]*");
  assert.equal(facets.wordFilter("path", "*/x?"), "*/x?");
});

test("the choices of all unfiltered facets are loaded with one request", () => {
  const none = filters.NO_FILTERS;
  assert.equal(facets.facetQuestions(none).length, 1);
  const questions = facets.facetQuestions({ ...none, camera: "x", media: "image" });
  assert.deepEqual(questions.map((one) => one.names.join("+")), ["country+region+place+area+keyword+person+rating+favourite+source+path", "camera", "media"]);
});

test("what is played reaches from the first counted photo to the last", () => {
  const bucket = (from, count) => ({ span: { from, through: from + 9 }, count });
  assert.equal(histogram.spanOfCounts({ buckets: [bucket(0, 0), bucket(10, 0)] }), null);
  assert.deepEqual(histogram.spanOfCounts({ buckets: [bucket(0, 0), bucket(10, 2), bucket(20, 0), bucket(30, 1), bucket(40, 0)] }), { from: 10, through: 39 });
  assert.deepEqual(histogram.spanOfCounts({ buckets: [bucket(10, 2)] }), { from: 10, through: 19 });
});
