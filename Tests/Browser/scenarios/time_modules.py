"""The arithmetic of spans, calendars, axes and choices, checked inside the browser that runs it."""

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario
from scenarios.modules import evaluate

IMPORTS = """
  const load = (path) => import(new URL(`app/${path}`, document.baseURI));
  const span = await load("core/span.js"), calendar = await load("time/calendar.js"), axis = await load("time/axis.js");
  const brush = await load("time/brush.js"), histogram = await load("time/histogram.js"), words = await load("time/words.js");
  const facets = await load("filters/facets.js"), counts = await load("time/time-counts.js");
  const iso = (time) => Number.isFinite(time) ? new Date(time).toISOString() : String(time);
  const utc = (text) => Date.parse(text);
"""


def check(page: MapPage, script: str):
    return evaluate(page, IMPORTS + script)


@scenario("spans are read as the API reads them, to the millisecond, and written as they were read")
def spans_round_trip(page: MapPage, library: Library) -> None:
    told = check(page, """
      const read = (text) => { const one = span.parseSpan(text); return one && `${iso(one.from)} ${iso(one.through)}`; };
      const texts = ["2024-05-01", "2024-02-28/2024-02-29", "../2024-05-01T12:00:00Z", "2024-05-01T12:00:00.5Z/..", "/2024-01-01",
        "2024-05-01T00:00:00+05:45/2024-05-02", "1969-12-31/1970-01-01", "0044-03-15/..", "2024", "2024-02", "2019/2021-12", "../9999"];
      const wrong = ["", "202", "2024-13", "2024-5", "2024-13-01", "2024-02-30", "a/b", "2024-01-02/2024-01-01", "2024-01-01/2024-01-02/2024-01-03", "2024-05-01T12:00"];
      const lost = [];
      for (let n = 0; n < 3000; n += 1) {
        const from = Math.floor(random(-6e13, 6e13)), unit = [1, 999, 1000, 86400000][n % 4];
        const one = { from: Math.floor(from / unit) * unit, through: (Math.floor(from / unit) + 1 + n) * unit - 1 };
        const back = span.parseSpan(span.formatSpan(one));
        if (back?.from !== one.from || back?.through !== one.through) lost.push([one, span.formatSpan(one), back]);
      }
      return { read: texts.map(read), wrong: wrong.map(read), lost: lost.slice(0, 3),
        written: ["2024-05-01", "../2024-05-01T12:00:00Z", "2024-05-01T12:00:00.500Z/.."].map((text) => span.formatSpan(span.parseSpan(text))) };
    """)
    expect_equal(told["read"], [
        "2024-05-01T00:00:00.000Z 2024-05-01T23:59:59.999Z", "2024-02-28T00:00:00.000Z 2024-02-29T23:59:59.999Z",
        "-Infinity 2024-05-01T12:00:00.999Z", "2024-05-01T12:00:00.500Z Infinity", "-Infinity 2024-01-01T23:59:59.999Z",
        "2024-04-30T18:15:00.000Z 2024-05-02T23:59:59.999Z", "1969-12-31T00:00:00.000Z 1970-01-01T23:59:59.999Z",
        "0044-03-15T00:00:00.000Z Infinity", "2024-01-01T00:00:00.000Z 2024-12-31T23:59:59.999Z",
        "2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z", "2019-01-01T00:00:00.000Z 2021-12-31T23:59:59.999Z",
        "-Infinity 9999-12-31T23:59:59.999Z",
    ], "spans")
    expect_equal(told["wrong"], [None] * 10, "what is no span")
    expect_equal(told["lost"], [], "spans that are read otherwise")
    expect_equal(told["written"], ["2024-05-01/2024-05-01", "../2024-05-01T12:00:00", "2024-05-01T12:00:00.500/.."], "written")


@scenario("marks follow one another without gap, at calendar edges, with room for their names")
def marks_are_calendar_edges(page: MapPage, library: Library) -> None:
    wrong = check(page, """
      const wrong = [];
      for (let n = 0; n < 2000; n += 1) {
        const length = 10 ** random(6, 12.2), from = Math.floor(random(-2e12, 3e12));
        const stretch = { from, through: Math.floor(from + length) };
        const step = calendar.markStep(length / 900, 52);
        const marks = calendar.marksOf(stretch, step);
        const meet = marks.every((mark, i) => i === 0 || marks[i - 1].until === mark.from);
        const edges = marks.every((mark) => calendar.floorTo(mark.from, mark.unit) === mark.from && mark.until > mark.from);
        const cover = marks.length > 0 && marks[0].from <= stretch.from && marks.at(-1).until > stretch.through;
        const room = marks.every((mark) => (mark.until - mark.from) / (length / 900) > 24);
        if (!meet || !edges || !cover || !room || marks.length > 22) wrong.push({ n, stretch, step, meet, edges, cover, room, count: marks.length });
      }
      const leap = calendar.addUnits(utc("2024-02-01"), "month"), year = calendar.addUnits(utc("0099-01-01T00:00:00Z"), "year");
      if (leap !== utc("2024-03-01") || iso(year) !== "0100-01-01T00:00:00.000Z") wrong.push([iso(leap), iso(year)]);
      const edge = utc("2024-01-01");
      if (calendar.nextEdge(edge, "month", -1) !== utc("2023-12-01") || calendar.nextEdge(edge + 1, "month", -1) !== edge) wrong.push("nextEdge");
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "marks that are wrong")


@scenario("bars of months and years hold each day once, and are as wide as they are to be seen")
def bars_of_calendar(page: MapPage, library: Library) -> None:
    wrong = check(page, """
      const wrong = [];
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
        const edges = by.buckets.every(({ span: { from, through } }, at) => calendar.floorTo(from, unit) === from
          && calendar.addUnits(from, unit) === through + 1 && (at === 0 || by.buckets[at - 1].span.through < from));
        const sums = by.buckets.every(({ span: one, count }) => count === buckets
          .filter(({ span: { from } }) => from >= one.from && from <= one.through).reduce((sum, { count }) => sum + count, 0));
        if (!edges || !sums || histogram.datedOf(by) !== histogram.datedOf({ buckets }) || by.undated !== 5 || by.asked !== asked) wrong.push({ n, edges, sums });
      }
      const units = [0.2, 0.34, 1, 2, 10, 13, 100, 200].map((days) => calendar.barUnit(days * 864e5));
      if (String(units) !== String([null, null, null, "month", "month", "year", "year", null])) wrong.push(units);
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "bars that are wrong")


@scenario("the axis stays within all photos and keeps what is under the pointer where it is")
def axis_keeps_its_place(page: MapPage, library: Library) -> None:
    wrong = check(page, """
      const whole = axis.wholeAxis({ from: utc("2005-01-03T10:00:00Z"), through: utc("2026-10-30T09:00:00Z") });
      const wrong = [];
      let shown = whole;
      for (let n = 0; n < 4000; n += 1) {
        const around = axis.timeAt(shown, 900, random(0, 900)), before = axis.xOf(shown, 900, around);
        const next = axis.zoomAxis(shown, whole, random(0.5, 2.2), around);
        const inside = next.from >= whole.from && next.through <= whole.through && next.through > next.from;
        const touches = next.from === whole.from || next.through === whole.through;
        if (!inside || (!touches && Math.abs(axis.xOf(next, 900, around) - before) > 0.01)) wrong.push({ n, next });
        shown = axis.panAxis(next, whole, random(-1, 1) * (next.through - next.from));
        if (Math.abs(shown.through - shown.from - (next.through - next.from)) > 1 || shown.from < whole.from || shown.through > whole.through) wrong.push({ n, shown });
        const roomy = counts.roomierStretch(shown);
        if (!span.holds(roomy, shown) || span.lengthOf(roomy) > 4 * span.lengthOf(shown)) wrong.push({ n, roomy, shown });
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "axes that are wrong")


@scenario("a drag makes whole days whichever way it goes, and an edge may pass the other")
def drags_make_spans(page: MapPage, library: Library) -> None:
    told = check(page, """
      const whole = { from: utc("2005-01-01"), through: utc("2027-01-01") - 1 };
      const year = span.parseSpan("2019-01-01/2019-12-31");
      const drag = (grip, started, now, unit = "day", of = year) =>
        span.formatSpan(brush.dragged({ grip, span: of, started: utc(started), now: utc(now) }, unit, whole));
      return {
        spans: [drag("new", "2020-05-03T10:00:00Z", "2020-05-07T20:00:00Z"), drag("new", "2020-05-07T20:00:00Z", "2020-05-03T10:00:00Z"),
          drag("new", "2020-05-03T10:00:00Z", "2020-05-03T10:00:01Z"), drag("from", "2019-01-01", "2018-06-01"), drag("from", "2019-01-01", "2020-03-01"),
          drag("through", "2019-12-31", "2018-06-01"), drag("body", "2019-06-01", "2019-06-11"), drag("body", "2019-06-01", "2030-06-11"),
          drag("new", "2020-05-03T10:10:00Z", "2020-05-03T12:40:00Z", "hour")],
        grips: [[5, null], [100, [104, 300]], [296, [104, 300]], [200, [104, 300]], [50, [104, 300]], [100, [98, 102]], [95, [98, 102]], [106, [98, 102]]]
          .map(([x, edges]) => brush.gripAt(x, edges && { start: edges[0], end: edges[1] }, 7)),
        units: [864e5, 2e7, 1e6, 1000].map(calendar.snapUnit),
      };
    """)
    expect_equal(told["spans"], [
        "2020-05-03/2020-05-07", "2020-05-03/2020-05-07", "2020-05-03/2020-05-03", "2018-06-01/2019-12-31", "2020-01-01/2020-02-29",
        "2018-06-01/2018-12-31", "2019-01-11/2020-01-10", "2026-01-01/2026-12-31", "2020-05-03T10:00:00/2020-05-03T12:59:59",
    ], "spans")
    expect_equal(told["grips"], ["new", "from", "through", "body", "new", "body", "from", "through"], "grips")
    expect_equal(told["units"], ["day", "hour", "minute", "minute"], "units")


@scenario("bars, words and choices say what the server counted")
def bars_and_words(page: MapPage, library: Library) -> None:
    told = check(page, """
      const answer = { undated: 3, buckets: [{ from: "2020-01-01T00:00:00Z", to: "2020-01-31T23:59:59.999Z", count: 100 },
        { from: "2020-02-01T00:00:00Z", to: "2020-03-02T23:59:59.999Z", count: 0 }, { from: "2020-03-03T00:00:00Z", to: "2020-03-09T13:00:47Z", count: 1 }] };
      const counted = histogram.timeCounts({ from: -Infinity, through: Infinity }, answer);
      const shown = { from: utc("2020-01-01"), through: utc("2020-04-01") - 1 };
      const bars = histogram.barsOf(counted, shown, 910).map(({ x, share }) => [Math.round(x), Number(share.toFixed(2))]);
      const at = (text) => histogram.bucketAt(counted, utc(text))?.count ?? null;
      const say = (text) => words.wordSpan(span.parseSpan(text)).normalize("NFKC").replace(/\\s/g, " ");
      const cameras = [{ make: "Canon", model: "Canon EOS R5", count: 7 }, { make: "Canon", model: "Canon EOS R5 Mark II", count: 2 }, { make: "Nikon", count: 4 }];
      const choices = facets.choicesOf({ cameras, media: [{ value: "video", count: 1 }], sources: [{ value: "takeout", count: 2 }],
        folders: [{ path: "", count: 1 }, { path: "a[b]*", count: 2 }, { path: "2023", glob: "2023/*", count: 5 }, { path: "2023", count: 3 }] });
      const plainly = (list) => list.map(({ value, label, count }) => `${value}|${label}|${count}`);
      const none = { time: "", camera: "", media: "", source: "", path: "", undated: "" };
      return {
        bars, counts: [at("2020-01-31T23:59:59.999Z"), at("2020-02-10"), at("2020-03-09T13:00:47.999Z"), at("2020-03-09T13:00:48Z"), at("2019-12-31")],
        dated: histogram.datedOf(counted),
        said: ["2019-01-01/2019-12-31", "2019-05-01/2019-05-31", "2018-01-01/2020-12-31", "2019-05-03/2019-05-09", "2019-05-03/..", "../2019-05-09", "../.."].map(say),
        camera: plainly(choices.camera), path: plainly(choices.path), rest: plainly([...choices.media, ...choices.source]),
        found: facets.found(choices.camera, "r5 CAN").length + facets.found([{ label: "Été à Zürich" }], "ete zurich").length,
        folder: [facets.wordFilter("path", facets.folderPattern("a[b]*")), facets.wordFilter("path", "*/x?")],
        questions: [facets.facetQuestions(none).length, facets.facetQuestions({ ...none, camera: "x", media: "image" }).map((one) => one.subjects.join("+")).join(" ")],
      };
    """)
    expect_equal(told["bars"], [[0, 1], [620, 0.1]], "bars")
    expect_equal(told["counts"], [100, 0, 1, None, None], "counts at moments")
    expect_equal(told["dated"], 101, "dated photos")
    expect_equal(told["said"], ["2019", "May 2019", "2018 – 2020", "3 – 9 May 2019", "since 3 May 2019", "until 9 May 2019", "All time"], "words")
    expect_equal(told["camera"], ["Canon EOS R5|Canon EOS R5|9", "Nikon|Nikon|4", "Canon EOS R5 Mark II|Canon EOS R5 Mark II|2"], "cameras")
    expect_equal(told["path"], ["a[[]b][*]/*|a[b]*|2", "2023/*|2023|8"], "folders")
    expect_equal(told["rest"], ["video|Videos|1", "takeout|Google Takeout|2"], "kinds and sources")
    expect_equal(told["found"], 3, "what a search finds")
    expect_equal(told["folder"], ["a[b]*", "*/x?"], "folders in words")
    expect_equal(told["questions"], [1, "source+path camera media"], "questions")
