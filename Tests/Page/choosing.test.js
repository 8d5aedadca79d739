import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { idsOf, listed, photosOf, ranged, sliceBetween, withPicks, withoutPhotos } = await import("../../static/app/choosing/choice.js");
const { openList } = await import("../../static/app/choosing/open-list.js");
const { marksOf } = await import("../../static/app/words/mark-keys.js");
const { FILTERS_ADDRESS, NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");

const photo = (id) => ({ type: "Feature", id, geometry: { type: "Point", coordinates: [0, 0] }, properties: {} });
const photos = [1, 2, 3, 4, 5].map(photo);
const cluster = { key: "cluster 9", photos: [photo(3), photo(4)] };
const ids = (picked) => [...idsOf(picked)].sort();

test("a photo that is chosen with its cluster too counts once", () => {
  assert.deepEqual(photosOf([listed(photo(3)), cluster]).map(({ id }) => id), [3, 4]);
});

test("what is chosen twice is chosen once", () => {
  assert.equal(withPicks([listed(photo(1))], [listed(photo(1)), listed(photo(2))]).length, 2);
});

test("a photo is taken out of a chosen cluster, and a cluster without photos is chosen no more", () => {
  assert.deepEqual(ids(withoutPhotos([cluster], new Set([3]))), [4]);
  assert.deepEqual(withoutPhotos([cluster, listed(photo(1))], new Set([3, 4])).map(({ key }) => key), ["photo 1"]);
});

test("a shorter range drops what only the longer one had", () => {
  const range = { anchor: photo(2), base: [listed(photo(1))], isAdding: true };
  assert.deepEqual(ids(ranged(range, photos.slice(1, 5))), [1, 2, 3, 4, 5]);
  assert.deepEqual(ids(ranged(range, photos.slice(1, 3))), [1, 2, 3]);
});

test("a range that begins at a chosen photo takes photos out of the choice", () => {
  const range = { anchor: photo(2), base: photos.map(listed), isAdding: false };
  assert.deepEqual(ids(ranged(range, photos.slice(1, 4))), [1, 5]);
});

test("a range of a list goes either way, and is empty if the list has only one end", () => {
  assert.deepEqual(sliceBetween(photos, 4, 2).map(({ id }) => id), [2, 3, 4]);
  assert.deepEqual(sliceBetween(photos, 2, 2).map(({ id }) => id), [2]);
  assert.deepEqual(sliceBetween(photos, 2, 99), []);
});

test("all means the open list, or the photos in view as they were counted, and nothing while a photo is open", async () => {
  const asked = [];
  const api = { allIn: async (...request) => { asked.push(request); return photos; } };
  const countInGrid = { box: [0, 0, 1, 1], filters: NO_FILTERS, total: 5 };
  const of = (state) => openList({ store: { state: { list: null, photo: null, countInGrid, ...state } }, api });
  assert.equal(of({}).total, 5);
  await of({}).all(7, null);
  assert.deepEqual(asked, [[[0, 0, 1, 1], NO_FILTERS, 7, null]]);
  assert.equal(of({ countInGrid: null }), null);
  assert.equal(of({ photo: { id: 1 } }), null);
  const near = of({ list: { subject: { type: "near" }, photos: photos.slice(0, 2), total: 2 } });
  assert.deepEqual([near.total, await near.all(7, null)], [2, photos.slice(0, 2)]);
});

test("H takes the heart away only where all photos have it", () => {
  assert.deepEqual([marksOf("h", true), marksOf("h", false)], [{ favourite: null }, { favourite: true }]);
  assert.deepEqual(["0", "4", "x"].map((key) => marksOf(key, true)), [{ rating: null }, { rating: 4 }, { rating: -1 }]);
});

const { countOf, rangesIn, rangesText } = await import("../../static/app/core/id-ranges.js");
const { chosenCondition, fittingCount, isChosen } = await import("../../static/app/filters/chosen.js");

test("ids are written as ranges and read again, each once", () => {
  assert.equal(rangesText([7, 3, 1, 2, 7, 9, 8]), "1-3,7-9");
  assert.equal(rangesText([]), "");
  assert.deepEqual(rangesIn("1-3,7"), [[1, 3], [7, 7]]);
  assert.equal(countOf(rangesIn("1-3,7")), 4);
  for (const text of ["", "0", "3-1", "1,", "1-", "-1", "1-2-3", "a", "1, 2", "99999999999999999"]) assert.deepEqual(rangesIn(text), [], text);
});

test("chosen photos are a filter: a field of the address and a condition", () => {
  const filters = { ...NO_FILTERS, ids: "1-3,7,9" };
  assert.deepEqual(FILTERS_ADDRESS.read(new URLSearchParams(FILTERS_ADDRESS.write({ filters }).join("&"))).filters, filters);
  assert.deepEqual(filterParameters(filters), { filter: "(id IN (7,9) OR id BETWEEN 1 AND 3)" });
  assert.equal(FILTERS_ADDRESS.read(new URLSearchParams("ids=1,x")).filters.ids, "");
});

test("as many photos are a filter as the request and the server's limit of comparisons allow", () => {
  const apart = Array.from({ length: 3000 }, (_, index) => 100_000 + 2 * index);
  const count = fittingCount(apart);
  assert.ok(count > 300 && count < 3000, `${count}`);
  assert.ok(isChosen(rangesText(apart.slice(0, count))) && !isChosen(rangesText(apart.slice(0, count + 1))));
  assert.ok(new URLSearchParams({ filter: chosenCondition(rangesText(apart.slice(0, count))) }).toString().length <= 4000);
  assert.equal(fittingCount(Array.from({ length: 50_000 }, (_, index) => index + 1)), 50_000);
});
