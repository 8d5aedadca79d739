/** Links for guests and places that are hidden from them. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { plain, seededRandom } from "./support.js";
const { createSharing } = await import("../../static/app/api/sharing.js");
const { createTransport, identityIn } = await import("../../static/app/api/transport.js");
const { photoTiles } = await import("../../static/app/day/day-layers.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { emptySharing, inOrder, sharingChanged } = await import("../../static/app/sharing/sharing-state.js");
const { drawingText } = await import("../../static/app/draw/shapes.js");
const { expressible, isPart, termsOf, wordTerms, wordVisitor } = await import("../../static/app/sharing/terms.js");
const {
  boxAroundCircle, boxOfZone, circleIn, circleText, distance, freeName, isCovered, outlineOf, radiusAt, ringOf, shiftedAround, stepOf,
} = await import("../../static/app/sharing/zones.js");

const VIEW = { west: 2.2, south: 48.8, east: 2.4, north: 48.9, zoom: 12 };
const CHOICES = { trip: true, view: true, time: true, folder: true, drawing: true, precision: "", names: "files", words: "all", times: "all", diary: "none" };
const HOME = { lat: 60.17, lon: 24.94, radius: 600 };
const send = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = send;
});

/** Answers all requests, and returns a list that they are added to. */
function answering(status, content) {
  const requests = [];
  globalThis.fetch = async (url, options) => {
    requests.push({ url, ...options });
    return new Response(content === null ? null : JSON.stringify(content), { status });
  };
  return requests;
}

test("the day, the folder and the view of the page become terms of a link", () => {
  const filters = { ...NO_FILTERS, time: "2024-06-08/2024-06-08", path: "2024-paris/*" };
  assert.deepEqual(termsOf(VIEW, filters, CHOICES), { bbox: "2.2,48.8,2.4,48.9", datetime: "2024-06-08/2024-06-08", path: "2024-paris/*" });
  assert.deepEqual(termsOf(VIEW, filters, { ...CHOICES, view: false, time: false, folder: false }), {});
});

test("times of day are sent in UTC, and open spans stay open", () => {
  const term = (time) => termsOf(null, { ...NO_FILTERS, time }, CHOICES).datetime;
  assert.equal(term("2024-06-08T18:00:00/2024-06-08T22:29:59"), "2024-06-08T18:00:00Z/2024-06-08T22:29:59Z");
  assert.equal(term("../2024-06-08"), "../2024-06-08");
  assert.equal(term("2024-06"), "2024-06-01/2024-06-30");
});

test("a view across the antimeridian becomes a box whose west is greater than its east", () => {
  assert.equal(termsOf({ west: 170, south: -20, east: 190, north: -10, zoom: 5 }, NO_FILTERS, CHOICES).bbox, "170,-20,-170,-10");
});

test("how exact and with which names is sent only where it differs from the server's rule", () => {
  assert.deepEqual(termsOf(null, NO_FILTERS, { ...CHOICES, precision: "1000", names: "folders" }), { precision: "1000", paths: "yes" });
  assert.deepEqual(termsOf(null, NO_FILTERS, { ...CHOICES, names: "none" }), { "no-names": "yes" });
  assert.deepEqual(termsOf(null, NO_FILTERS, { ...CHOICES, words: "none" }), { "no-words": "yes" });
});

test("a link to a trip has its day, how exact positions and times are, and nothing of the view and other filters", () => {
  const filters = { ...NO_FILTERS, trip: "2021-06-14", time: "2021-06-15", path: "2021/*" };
  assert.deepEqual(termsOf(VIEW, filters, CHOICES), { trip: "2021-06-14" });
  assert.deepEqual(termsOf(VIEW, filters, { ...CHOICES, precision: "1000", names: "none", words: "none", times: "dates", diary: "all" }), { trip: "2021-06-14", precision: "1000", "no-words": "yes", "no-times": "yes", diary: "yes" });
  assert.equal(termsOf(VIEW, filters, { ...CHOICES, trip: false }).trip, undefined);
  assert.equal(wordTerms(/** @type {any} */ ({ trip: "2021-06-14/2021-06-18", "no-times": "yes" })).length, 2);
});

test("a drawn area becomes the condition of a link, as long as a link has space for it", () => {
  const square = { isAdded: true, decimals: 0, ring: [[1, 2], [3, 2], [3, 4], [1, 4]] };
  const drawn = drawingText([square]);
  const filter = "S_INTERSECTS(geometry,POLYGON((1 2,3 2,3 4,1 4,1 2)))";
  assert.deepEqual(termsOf(null, { ...NO_FILTERS, drawn }, CHOICES), { filter });
  assert.deepEqual(termsOf(null, { ...NO_FILTERS, drawn }, { ...CHOICES, drawing: false }), {});
  assert.deepEqual(expressible({ ...NO_FILTERS, drawn }).others, []);
  assert.deepEqual(termsOf(null, { ...NO_FILTERS, drawn, trip: "2021-06-14" }, CHOICES), { trip: "2021-06-14" });
  const long = drawingText([{ ...square, decimals: 5, ring: Array.from({ length: 150 }, (_, corner) => [corner / 7, (corner % 11) / 3].map((value) => Number(value.toFixed(5)))) }]);
  assert.deepEqual(termsOf(null, { ...NO_FILTERS, drawn: long }, CHOICES), {});
  assert.deepEqual(expressible({ ...NO_FILTERS, drawn: long }).others, ["Drawn area"]);
  assert.deepEqual(wordTerms({ filter }), ["Drawn area"]);
  assert.deepEqual(wordTerms({ filter: "rating = 5" }), ["rating = 5"]);
});

test("filters that a link cannot have are named, in the words of their chips", () => {
  const { datetime, path, others } = expressible({ ...NO_FILTERS, time: "2024", camera: "Canon", path: "a/*\nb/*" });
  assert.equal(datetime, "2024-01-01/2024-12-31");
  assert.equal(path, "");
  assert.deepEqual(others, ["Camera: Canon", "Folder: a", "Folder: b"]);
  assert.deepEqual(expressible({ ...NO_FILTERS, path: "[*]/*" }).others, ["Folder: *"]);
  assert.deepEqual(expressible(NO_FILTERS).others, []);
});

test("a view is a part of the library unless the extent of all photos is in it", () => {
  assert.equal(isPart(VIEW, [-10, 40, 20, 60]), true);
  assert.equal(isPart({ west: -180, south: -85, east: 180, north: 85, zoom: 0 }, [-10, 40, 20, 60]), false);
  assert.equal(isPart({ west: 160, south: -30, east: 200, north: 0, zoom: 3 }, [177, -18, -179, -16]), false);
  assert.equal(isPart(VIEW, null), false);
});

test("a link is described by what it shows and how", () => {
  assert.deepEqual(wordTerms({}), ["All photos"]);
  assert.deepEqual(wordTerms({ bbox: "1,2,3,4", path: "2024-paris/*", precision: "1000", paths: "yes" }),
    ["A part of the map", "Folder: 2024-paris", "positions to within 1 km", "with folders"]);
  assert.deepEqual(wordTerms({ datetime: "2024-06-01/2024-06-30", precision: "100", "no-names": "yes", "no-words": "yes" }),
    ["June 2024", "positions to within 100 m", "without names", "without titles, captions, keywords and people"]);
  assert.deepEqual(wordTerms({ datetime: "2024-W3" }), ["2024-W3"]);
});

test("a guest reads who shares, until when and how exactly; an owner nothing", () => {
  assert.equal(plain(wordVisitor({ role: "guest", by: "anna", expires: "2026-12-04T12:00:00Z", precision: 1000 })),
    "Shared by anna · until 4 Dec 2026 · positions to within 1 km");
  assert.equal(wordVisitor({ role: "guest" }), "Shared with you");
  assert.equal(wordVisitor({ role: "owner", name: "anna" }), "");
});

test("links that expire last are listed first", () => {
  const ids = inOrder([{ id: "a", expires: "2026-12-01T00:00:00Z" }, { id: "b", expires: "2027-01-01T00:00:00Z" }]).map(({ id }) => id);
  assert.deepEqual(ids, ["b", "a"]);
});

test("nothing changes after the panel was closed", () => {
  const closed = { sharing: null };
  assert.equal(sharingChanged({ status: "ready" })(closed), closed);
  assert.equal(sharingChanged({ status: "ready" })({ sharing: emptySharing("links") }).sharing.status, "ready");
});

test("a circle is sent as it was read, with five decimals and whole metres", () => {
  assert.equal(circleText(circleIn("60.17,24.94,600")), "60.17,24.94,600");
  assert.equal(circleText({ lat: 60.1700004, lon: -24.9412345, radius: 120.4 }), "60.17,-24.94123,120");
});

test("all corners of a circle are at its radius from its middle", () => {
  for (const lat of [0, 60.17, -45, 78]) {
    const circle = { ...HOME, lat };
    for (const [lon, at] of ringOf(circle)) assert.ok(Math.abs(distance(circle, { lat: at, lon }) - 600) < 4, `${lat}`);
  }
});

test("a circle at the antimeridian is drawn in one piece, on the copy of the world in view", () => {
  const [west, , east] = boxAroundCircle({ lat: 0, lon: 179.99, radius: 10_000 });
  assert.ok(east > 180 && east - west < 0.2);
  const outline = outlineOf({ name: "x", circle: "0,-179.99,10000" }, 179);
  assert.ok(outline.every(([lon]) => lon > 179 && lon < 181));
  const box = outlineOf({ name: "x", bbox: "179,-1,-179,1" }, -180);
  assert.deepEqual(box, [[-181, -1], [-179, -1], [-179, 1], [-181, 1]]);
});

test("a circle around a place contains it, and its middle is somewhere else", () => {
  const random = seededRandom();
  for (let time = 0; time < 200; time += 1) {
    const circle = shiftedAround(HOME, 600, () => random(0, 1));
    const away = distance(circle, HOME);
    assert.ok(away > 140 && away < 340, `${away}`);
    assert.equal(circle.radius, 600);
  }
});

test("a place is suggested only where no zone is", () => {
  const box = [{ name: "town", bbox: "24.9,60.1,25,60.2" }];
  assert.equal(isCovered([], HOME), false);
  assert.equal(isCovered([{ name: "home", circle: "60.175,24.94,300" }], HOME), true);
  assert.equal(isCovered([{ name: "school", circle: "60.3,24.94,300" }], HOME), false);
  assert.equal(isCovered(box, HOME), true);
  assert.deepEqual(boxOfZone(box[0]), [24.9, 60.1, 25, 60.2]);
});

test("the slider goes from 50 metres to 50 kilometres, and back to where it was", () => {
  assert.deepEqual([0, 50, 100].map(radiusAt), [50, 1600, 50_000]);
  for (const step of [0, 20, 36, 70, 100]) assert.equal(radiusAt(stepOf(radiusAt(step))), radiusAt(step));
});

test("a new place has a name that no zone has", () => {
  assert.equal(freeName([], "home"), "home");
  assert.equal(freeName([{ name: "home" }, { name: "home 2" }], "home"), "home 3");
});

test("an owner who sees the page as a guest sends the link and no password, to this server's photos only", async () => {
  assert.deepEqual(identityIn("https://home.example/?share=abc#map=1/2/3"), {});
  assert.deepEqual(identityIn("https://home.example/#as=guest"), {});
  const base = "https://home.example/photos/?share=abc#as=guest&map=1/2/3";
  assert.deepEqual(identityIn(base), { headers: { Authorization: "Bearer abc" }, credentials: "omit" });
  const requests = answering(200, {});
  const transport = createTransport(base);
  await transport.json("me", {});
  assert.equal(requests[0].url, "https://home.example/photos/me");
  assert.equal(requests[0].headers.Authorization, "Bearer abc");
  assert.equal(requests[0].credentials, "omit");
  const [tile] = photoTiles(base, NO_FILTERS).split("{z}");
  assert.equal(transport.tileRequest(`${tile}1/2/3.mvt`).headers.Authorization, "Bearer abc");
  assert.deepEqual(transport.tileRequest("https://tiles.example/1/2/3"), { url: "https://tiles.example/1/2/3" });
});

test("a link or zone is removed by its name, and the answer has no content", async () => {
  const requests = answering(204, null);
  const api = createSharing(createTransport("https://home.example/"));
  assert.equal(await api.removeZone("my home/2"), null);
  await api.revokeShare("Vb3kR8sQ");
  assert.deepEqual(requests.map(({ url, method }) => [method, url]), [
    ["DELETE", "https://home.example/zones/my%20home%2F2"], ["DELETE", "https://home.example/shares/Vb3kR8sQ"]]);
});

test("photos of a link are counted by its own terms", async () => {
  const requests = answering(200, { numberMatched: 7 });
  const api = createSharing(createTransport("https://home.example/"));
  assert.equal(await api.countShared({ bbox: "1,2,3,4", datetime: "2024", path: "a/*" }), 7);
  assert.deepEqual(Object.fromEntries(new URL(requests[0].url).searchParams), { limit: "1", properties: "", bbox: "1,2,3,4", datetime: "2024", path: "a/*" });
  assert.equal(api.codeURL("https://home.example/?share=a&b"), "https://home.example/qr?text=https%3A%2F%2Fhome.example%2F%3Fshare%3Da%26b");
});

test("the server's sentence says why it refuses to share", async () => {
  answering(403, { detail: "Only the owner may share photos, and without passwords this server cannot recognise the owner." });
  const api = createSharing(createTransport("https://home.example/"));
  await assert.rejects(api.shares(), { status: 403, message: /cannot recognise the owner/ });
});
