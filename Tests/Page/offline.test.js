import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom, shown } from "./support.js";

const { LIMITS, isFromGateway, isKept, isOfAnother, isSigned, keyOf, kindOf, libraryOf, limitsFor, removedFirst } = await import("../../static/app/worker/kept.js");
const { versionIn } = await import("../../static/app/worker/page-versions.js");
const { Server } = await import("../../static/app/worker/server.js");
const { createKeptWatch } = await import("../../static/app/api/kept.js");
const { formatMoment } = await import("../../static/app/core/format.js");

const get = (fields = {}, more = {}) => ({ method: "GET", headers: new Headers(fields), ...more });
const answer = (status, type, fields = {}) => ({ status, redirected: false, headers: new Headers({ "Content-Type": type, ...fields }) });

test("data, the base map and small pictures are kept", () => {
  for (const path of ["collections/photos", "collections/photos/clusters", "collections/photos/items/12", "collections/photos/clusters/3.4.5/items", "trips", "trips/2019-06-14", "me", "tiles/photos/1/0/0.mvt"]) {
    assert.equal(kindOf(path, get()), "data", path);
  }
  for (const path of ["basemap/5/3/2.pbf", "basemap/basemap.json", "basemap/fonts/Open%20Sans%20Regular/0-255.pbf"]) assert.equal(kindOf(path, get()), "ground", path);
  assert.equal(kindOf("photos/12/thumbnail", get()), "picture");
});

test("events, exports, archives, originals, links, zones and scans are not kept, and neither are changes and ranges", () => {
  for (const path of ["events", "collections/photos/export", "collections/photos/zip", "photos/12/original", "shares", "zones", "qr", "scans", "metrics", "rooms/1", "session", "healthz", "shared/TOKEN/", "placements", "", "index.html", "collections/photos/items/1/more"]) {
    assert.equal(kindOf(path, get()), null, path);
  }
  assert.equal(kindOf("words", get({}, { method: "POST" })), null);
  assert.equal(kindOf("collections/photos/items", get({ Range: "bytes=0-0" })), null);
  assert.equal(kindOf("photos/1/thumbnail", get({}, { cache: "no-store" })), null);
});

test("what an owner sees as the guest of a link is neither kept nor replaced", () => {
  assert.equal(kindOf("collections/photos/items", get({ Authorization: "Bearer x" })), null);
});

test("refusals and the pages of gateways are not kept", () => {
  assert.ok(isKept("data", answer(200, "application/geo+json")));
  assert.ok(isKept("picture", answer(204, "")));
  for (const status of [301, 304, 401, 403, 404, 500, 502, 503]) assert.ok(!isKept("data", answer(status, "application/json")), status);
  assert.ok(!isKept("data", answer(200, "text/html; charset=utf-8")));
  assert.ok(!isKept("picture", answer(200, "text/html")));
  assert.ok(!isKept("data", { ...answer(200, "application/json"), redirected: true }));
});

test("the answer of a gateway without its server differs from the server's own refusal", () => {
  for (const status of [502, 503, 504]) assert.ok(isFromGateway(answer(status, "text/html")), status);
  assert.ok(!isFromGateway(answer(503, "application/problem+json")));
  for (const status of [200, 401, 403, 404, 500]) assert.ok(!isFromGateway(answer(status, "text/html")), status);
});

test("JSON says whose it is; tiles and pictures may be from the browser's cache", () => {
  assert.ok(isSigned("collections/photos/clusters", new Headers({ "Content-Type": "application/geo+json" })));
  assert.ok(!isSigned("tiles/photos/0/0/0.mvt", new Headers({ "Content-Type": "application/vnd.mapbox-vector-tile" })));
  assert.ok(!isSigned("collections/photos/items", new Headers({ "Content-Type": "text/csv" })));
});

test("another user, another role, no user and another library take the place of what was kept", () => {
  const before = { reader: "ada", library: "7" };
  assert.ok(!isOfAnother(before, { reader: "ada", library: "7" }));
  assert.ok(!isOfAnother(before, { reader: "ada", library: null }), "an answer without a version");
  assert.ok(isOfAnother(before, { reader: "ben", library: "7" }));
  assert.ok(isOfAnother(before, { reader: null, library: "7" }));
  assert.ok(isOfAnother(before, { reader: "ada", library: "8" }));
  assert.ok(!isOfAnother({ reader: null, library: null }, { reader: null, library: "8" }), "nothing was kept");
});

test("the library is in the validator", () => {
  assert.equal(libraryOf(new Headers({ ETag: '"1a2b-3-xyz"' })), "1a2b");
  assert.equal(libraryOf(new Headers({ ETag: 'W/"1a2b-3-xyz"' })), "1a2b");
  assert.equal(libraryOf(new Headers({ ETag: '"abc"' })), null);
  assert.equal(libraryOf(new Headers()), null);
});

test("answers in two languages are two", () => {
  const url = "http://map.test/places#x";
  assert.notEqual(keyOf(url, new Headers({ "Accept-Language": "de, en" })), keyOf(url, new Headers()));
  assert.equal(keyOf(url, new Headers()), keyOf("http://map.test/places", new Headers()));
});

test("the longest unused go first, and as few as needed of the kind that is full", () => {
  const random = seededRandom(7);
  const kinds = ["data", "ground", "picture"];
  for (let round = 0; round < 200; round += 1) {
    const limits = Object.fromEntries(kinds.map((kind) => [kind, { count: Math.round(random(1, 30)), bytes: Math.round(random(1, 3000)) }]));
    const entries = Array.from({ length: Math.round(random(0, 60)) }, (_, index) => ({
      key: String(index), kind: kinds[Math.floor(random(0, 2.999))], bytes: Math.round(random(1, 200)), used: Math.round(random(0, 1000)),
    }));
    const removed = new Set(removedFirst(entries, limits));
    for (const kind of kinds) {
      const all = entries.filter((one) => one.kind === kind);
      const left = all.filter(({ key }) => !removed.has(key));
      const gone = all.filter(({ key }) => removed.has(key));
      const bytes = (some) => some.reduce((sum, one) => sum + one.bytes, 0);
      const fits = (some, part = 1) => bytes(some) <= limits[kind].bytes * part && some.length <= limits[kind].count * part;
      assert.ok(fits(left), `what is left fits: ${shown({ limits, entries })}`);
      if (fits(all)) assert.equal(gone.length, 0, "nothing is removed that fits");
      for (const one of gone) assert.ok(left.every((other) => other.used >= one.used), "older ones go first");
      const last = entries[Number([...removed].filter((key) => gone.some((one) => one.key === key)).at(-1))];
      if (last) assert.ok(!fits([...left, last], 0.9), "no more than needed");
    }
  }
});

test("a reader's limit is that of pictures", () => {
  assert.equal(limitsFor(500).picture.bytes, 500_000_000);
  assert.equal(limitsFor(500).data, LIMITS.data);
});

test("a page says of which version it is", () => {
  assert.equal(versionIn('<meta charset="utf-8">\n  <meta name="geoindex-version" content="0a5c">\n'), "0a5c");
  assert.equal(versionIn("<html>"), null);
});

test("a server that refuses at once is not waited for, and its failure is passed on", async () => {
  const server = new Server("http://map.test/");
  assert.equal(await server.wait(Promise.resolve("answer")), "answer");
  await assert.rejects(server.wait(Promise.reject(new TypeError("refused"))), /refused/);
  assert.equal(server.isAway, false);
});

test("the page is offline from the first kept answer to the first of the server to a later request", () => {
  const told = [];
  const watch = createKeptWatch();
  watch.whenKept((at) => told.push(at));
  const kept = (at) => ({ headers: new Headers({ "Geoindex-Kept": String(at) }) });
  const fresh = { headers: new Headers() };
  const early = watch.sent("collections/photos/items");
  watch.sent("me")(fresh);
  assert.deepEqual(told, []);
  watch.sent("collections/photos")(kept(100));
  early(fresh);
  assert.deepEqual(told, [100], "an answer that was under way does not end it");
  watch.sent("collections/photos/items")(kept(300));
  assert.deepEqual(told, [100], "the time is that of what is on the map");
  watch.sent("collections/photos/clusters")(kept(200));
  watch.sent("collections/photos/items")(fresh);
  assert.deepEqual(told, [100, 200, null]);
});

test("the time of an answer has a year only if it is not of this one", () => {
  const now = new Date(2026, 10, 30, 15);
  assert.match(formatMoment(+new Date(2026, 10, 30, 14, 5), now), /^30 Nov,? 14:05$/);
  assert.match(formatMoment(+new Date(2025, 10, 30, 14, 5), now), /^30 Nov 2025,? 14:05$/);
});
