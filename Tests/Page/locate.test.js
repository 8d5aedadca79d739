import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { jobsOf } = await import("../../static/app/locate/jobs.js");
const { marksOf } = await import("../../static/app/locate/locate-layers.js");
const { beginLocated, detailOf, endLocated, lacksAllPositions, nextAtSpot, withEntries } = await import("../../static/app/locate/locate-state.js");
const { sendAll } = await import("../../static/app/locate/sender.js");
const { csvOf, geoJSONOf, gpxOf } = await import("../../static/app/locate/writers.js");

const at = (name, lon, lat, more = {}) => ({ type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] }, properties: { filename: name, ...more } });
const nowhere = (name, more = {}) => ({ type: "Feature", geometry: null, properties: { filename: name, reason: "no-gps", ...more } });
const file = (name, size = 1) => ({ name, size });
const chosen = (names, folder = "") => names.map((name) => ({ file: file(name), folder }));
const names = (jobs) => jobs.map(({ files }) => files.map(({ name }) => name));
/** Lets everything that waits go on. */
const turn = () => new Promise((resolve) => void setImmediate(resolve));
const NASTY = ["=1+1.jpg", "+a.jpg", "-a.jpg", "@a.jpg", "'a.jpg", 'a "b", c.jpg', "a\nb.jpg", "\ta.jpg", "Füße 写真 صورة 😀.jpg", "<a>&amp;]]>.jpg", "a\u0001\ufffe\ud800.jpg", "a, b;c.jpg", ""];

/** Reads a table as RFC 4180 has it. */
function rowsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test("a photo is sent with its sidecars, and each other file alone", () => {
  assert.deepEqual(names(jobsOf(chosen(["a.jpg", "b.CR2", "a.jpg.xmp", "B.xmp", "c.jpg.supplemental-metadata.json", "c.jpg", "c(1).jpg", "c.jpg(1).json", "ab.xmp"]))), [
    ["a.jpg", "a.jpg.xmp"], ["b.CR2", "B.xmp"], ["c.jpg", "c.jpg.supplemental-metadata.json", "c.jpg(1).json"],
    ["c(1).jpg", "c.jpg.supplemental-metadata.json", "c.jpg(1).json"], ["ab.xmp"],
  ]);
});

test("sidecars belong to photos of their folder, and hidden files are left out", () => {
  assert.deepEqual(names(jobsOf([...chosen(["a.jpg", ".picasa.ini", ".DS_Store", "._a.jpg"], "one"), ...chosen(["a.jpg", "a.xmp"], "two")])), [["a.jpg", ".picasa.ini"], ["a.jpg", "a.xmp"]]);
  assert.deepEqual(jobsOf(chosen([".DS_Store"])), []);
  assert.equal(jobsOf([{ file: file("a.jpg", 5), folder: "" }, { file: file("a.xmp", 2), folder: "" }])[0].size, 7);
});

test("thousands of files are divided at once", () => {
  const many = Array.from({ length: 20_000 }, (_, number) => [`2024.05.01 ${number}.jpg`, `IMG_${number}.jpg`, `IMG_${number}.jpg.json`]).flat();
  assert.equal(jobsOf(chosen(many)).length, 40_000);
});

test("two files are sent at a time, in their order, and the errors of one do not end the others", async () => {
  const open = [];
  const done = [];
  const all = sendAll(["a", "b", "c", "d"], {
    signal: new AbortController().signal, onSend: () => {}, onDone: (place, outcome) => done.push([place, outcome]),
    send: (job) => new Promise((resolve, reject) => void open.push({ job, resolve, reject })),
  });
  await turn();
  assert.deepEqual(open.map(({ job }) => job), ["a", "b"]);
  open[1].reject(Object.assign(new Error("It is broken."), { status: 400 }));
  await turn();
  assert.deepEqual(open.map(({ job }) => job), ["a", "b", "c"]);
  for (const place of [0, 2]) open[place].resolve("here");
  await turn();
  open[3].resolve("here");
  await all;
  assert.deepEqual(done.toSorted(), [[0, { answer: "here" }], [1, { problem: "It is broken." }], [2, { answer: "here" }], [3, { answer: "here" }]]);
});

test("after a cancel nothing is sent and nothing told", async () => {
  const run = new AbortController();
  const sent = [];
  const told = [];
  const all = sendAll([1, 2, 3, 4], {
    signal: run.signal, onSend: () => {}, onDone: (place) => told.push(place),
    send: async (job) => {
      sent.push(job);
      await turn();
    },
  });
  run.abort();
  await all;
  assert.deepEqual([sent, told], [[1, 2], []]);
});

test("a busy server is asked again, but not for ever", async () => {
  const outcomes = [];
  let tries = 0;
  const busy = Object.assign(new Error("Busy."), { status: 503 });
  const send = async () => {
    tries += 1;
    if (tries < 3) throw busy;
    return "here";
  };
  const options = { signal: new AbortController().signal, onSend: () => {}, onDone: (_place, outcome) => outcomes.push(outcome), pause: async () => {} };
  await sendAll([1], { ...options, send });
  await sendAll([1], { ...options, send: async () => { throw busy; } });
  assert.deepEqual(outcomes, [{ answer: "here" }, { problem: "Busy." }]);
});

test("files are not sent once the server refuses all, or has been silent for several", async () => {
  for (const [status, most] of [[401, 2], [403, 2], [0, 4], [413, 20]]) {
    let sent = 0;
    const problems = [];
    await sendAll(Array.from({ length: 20 }), {
      signal: new AbortController().signal, onSend: () => {}, onDone: (_place, outcome) => problems.push(outcome.problem),
      send: async () => {
        sent += 1;
        throw Object.assign(new Error("No."), { status });
      },
    });
    assert.ok(sent <= most, `${sent} were sent in spite of ${status}`);
    assert.deepEqual(problems, Array(20).fill("No."));
  }
});

test("the list counts what is done and what has a position", () => {
  let open = beginLocated(["a", "b", "c"]);
  const entry = (id, more) => ({ id, name: "a", status: "read", ...more });
  open = withEntries(open, [entry(1, { feature: at("a", 1, 2) }), entry(2, { status: "sending" })]);
  assert.deepEqual([open.done, open.placed], [1, 1]);
  open = withEntries(open, [entry(2, { feature: nowhere("b") })]);
  assert.deepEqual([open.done, open.placed], [2, 1]);
  assert.deepEqual(endLocated(open, true).entries.map(({ id }) => id), [1, 2]);
  assert.equal(endLocated(open, false).entries.length, 3);
  assert.deepEqual(marksOf(open.entries).features.map(({ properties }) => properties.entry), [1]);
});

test("the phone's hint is shown only if positions may have been removed from all", () => {
  const open = (...features) => endLocated(withEntries(beginLocated(features.map(() => "a")), features.map((feature, place) => ({ id: place + 1, name: "a", status: "read", feature }))), false);
  assert.ok(lacksAllPositions(open(nowhere("a"), nowhere("b", { reason: "unsupported" }))));
  assert.ok(!lacksAllPositions(open(nowhere("a"), at("b", 1, 2))));
  assert.ok(!lacksAllPositions(open(nowhere("a", { reason: "unreadable" }))));
  assert.ok(!lacksAllPositions(beginLocated(["a"])));
});

test("a click on a mark chooses one after the other of those at its spot", () => {
  const entries = [at("a", 1, 2), at("b", 3, 4), at("c", 1, 2), nowhere("d"), at("e", 1, 2)].map((feature, place) => ({ id: place + 1, feature }));
  const next = (chosen, id) => nextAtSpot({ entries, chosen }, id);
  assert.deepEqual([next(null, 5), next(5, 5), next(1, 5), next(3, 5), next(5, 2), next(4, 2)], [5, 1, 3, 5, 2, 2]);
});

test("a row says place and time, else the coordinates, else the reason", () => {
  const row = (feature) => detailOf({ id: 1, name: "a", status: "read", feature });
  assert.equal(row(at("a", 35.452, 30.3223, { place: "Wādī Mūsá", region: "Ma'an", country: "Jordan", takenAtLocal: "2021-11-14T09:26:50" })), "Wādī Mūsá, Jordan · 14 Nov 2021, 9:26");
  assert.equal(row(at("a", -1.5, 0)), "0.00000° N, 1.50000° W · Undated");
  assert.equal(row(nowhere("a", { reason: "unreadable", detail: "the file ends inside its APP1 Exif segment" })), "The file ends inside its APP1 Exif segment");
  assert.equal(row(nowhere("a")), "No GPS");
  assert.equal(detailOf({ id: 1, name: "a", status: "failed", problem: "Too large." }), "Too large.");
});

test("GeoJSON has all files, with any names", () => {
  const files = [...NASTY.map((name, place) => at(name, place, -place)), nowhere("none.jpg")];
  const { type, features } = JSON.parse(geoJSONOf(files));
  assert.equal(type, "FeatureCollection");
  assert.deepEqual(features, JSON.parse(JSON.stringify(files)));
  assert.equal(features.at(-1).geometry, null);
  assert.deepEqual(JSON.parse(geoJSONOf([])).features, []);
});

test("CSV has all files; names that a spreadsheet would take for formulas are guarded, numbers are not", () => {
  const files = [...NASTY.map((name, place) => at(name, -place, place, { altitude: -3.5, keywords: ["=a", "b; c", 'd"'] })), nowhere("none.jpg", { detail: "=no" })];
  const text = csvOf(files);
  assert.ok(text.startsWith("filename,longitude,latitude,takenAt,altitude,reason,detail,keywords\r\n"));
  const [head, ...rows] = rowsOf(text);
  assert.equal(rows.length, files.length);
  assert.ok(rows.every((row) => row.length === head.length));
  for (const [place, name] of NASTY.entries()) {
    assert.equal(rows[place][0].replace(/^'(?=[=+\-@'\t\r\n])/, ""), name);
    assert.doesNotMatch(rows[place][0], /^[=+\-@\t\r\n]/);
    assert.deepEqual(rows[place].slice(1, 3), [String(-place), String(place)]);
    assert.deepEqual([rows[place][4], rows[place][7]], ["-3.5", `'=a; "b; c"; "d"""`]);
  }
  assert.deepEqual(rows.at(-1), ["none.jpg", "", "", "", "", "no-gps", "'=no", ""]);
  assert.equal(csvOf([]), "filename,longitude,latitude,takenAt,altitude,reason,detail\r\n");
});

test("GPX has those with a position, in UTC, with names that XML can have", () => {
  const text = gpxOf([
    ...NASTY.map((name) => at(name, 1, 2)), nowhere("none.jpg"),
    at("timed.jpg", 180, 1e-7, { takenAt: "2021-11-14T09:26:50+02:00", altitude: 885.5, place: "A & B", country: "C" }), at("local.jpg", 1, 2, { takenAt: "2021-11-14T09:26:50" }),
  ]);
  assert.equal(text.match(/<wpt /g).length, NASTY.length + 2);
  assert.ok(!text.includes("none.jpg"));
  assert.ok(text.includes('<wpt lat="0.0000001" lon="-180"><ele>885.5</ele><time>2021-11-14T07:26:50Z</time><name>timed.jpg</name><desc>A &amp; B, C</desc></wpt>'), text);
  assert.ok(text.includes('<wpt lat="2" lon="1"><name>local.jpg</name></wpt>'));
  assert.ok(text.includes("<name>&lt;a&gt;&amp;amp;]]&gt;.jpg</name>"));
  assert.ok(text.includes("<name>a\ufffd\ufffd\ufffd.jpg</name>"));
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  assert.ok(text.includes("Füße 写真 صورة 😀.jpg"));
});
