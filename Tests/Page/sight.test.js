/** The same view on other days: the order of the strip, which two are compared, and their common frame. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { AGAINST_ADDRESS, againOf, farthest, frameOf, hasDirection, inOrder, keptFor, pairOf } = await import("../../static/app/sight/again.js");

const photo = (id, takenAt, more = {}) => ({ type: "Feature", id, geometry: { type: "Point", coordinates: [8, 50] }, properties: { takenAt, ...more } });
const ids = (photos) => photos.map(({ id }) => id);
const [spring, summer, winter] = [photo(1, "2012-04-02T10:00:00Z"), photo(2, "2015-07-09T10:00:00+02:00"), photo(3, "2021-12-24T10:00:00Z")];

test("the strip is in order of time, with the open photo among the others", () => {
  const again = againOf(summer, { features: [spring, winter], numberMatched: 2 });
  assert.deepEqual(ids(again.photos), [1, 2, 3]);
  assert.equal(again.id, 2);
  assert.equal(again.total, 2);
  assert.equal(againOf(summer, { features: [] }), null);
  assert.equal(againOf(summer, { features: [summer], numberMatched: 1 }), null);
});

test("more photos than the strip has are counted", () => {
  assert.equal(againOf(summer, { features: [spring], numberMatched: 340 }).total, 340);
});

test("moments are compared, not texts; undated photos are last", () => {
  const photos = [photo(1, undefined), photo(2, "2020-01-01T09:00:00+09:00"), photo(3, "2020-01-01T00:30:00Z"), photo(4, undefined, { takenAtLocal: "2019-01-01T00:00:00" })];
  assert.deepEqual(ids(inOrder(photos)), [4, 2, 3, 1]);
});

test("the photo that is compared first is the one farthest away in time", () => {
  assert.equal(farthest([spring, summer, winter], 2), 3);
  assert.equal(farthest([spring, summer, winter], 3), 1);
  assert.equal(farthest([spring, summer, winter], 1), 3);
  const equal = [photo(1, "2020-01-01T00:00:00Z"), photo(2, "2020-01-03T00:00:00Z"), photo(3, "2020-01-05T00:00:00Z")];
  assert.equal(farthest(equal, 2), 3, "of equal ones the later");
  assert.equal(farthest([spring, winter, photo(9, undefined)], 1), 3, "dated ones come before undated ones");
  assert.equal(farthest([spring, winter, photo(9, undefined)], 9), 3, "without a date of its own, the last other one");
  assert.equal(farthest([spring], 1), null);
});

test("the earlier of two is on the left, whichever is open; a photo outside of the strip makes no pair", () => {
  const again = againOf(summer, { features: [spring, winter] });
  assert.deepEqual(pairOf(again, 3, 1), { earlier: spring, later: winter });
  assert.deepEqual(pairOf(again, 1, 3), { earlier: spring, later: winter });
  for (const [open, other] of [[2, 7], [7, 2], [2, null], [null, 2], [2, 2]]) assert.equal(pairOf(again, open, other), null);
  assert.equal(pairOf(null, 1, 2), null);
});

test("the strip stays for a photo that is in it, until the answer for that photo comes", () => {
  const again = againOf(summer, { features: [spring, winter] });
  assert.equal(keptFor(again, 3), again);
  assert.equal(keptFor(again, 7), null);
  assert.equal(keptFor(again, undefined), null);
});

test("only photos on the map whose direction is known are asked about", () => {
  assert.ok(hasDirection(photo(1, "", { direction: 0 })));
  assert.ok(!hasDirection(photo(1, "")));
  assert.ok(!hasDirection({ ...photo(1, "", { direction: 12 }), geometry: null }));
  assert.ok(!hasDirection(null));
});

test("pictures of different sizes share one frame inside of the stage", () => {
  const stage = { width: 900, height: 600 };
  assert.deepEqual(frameOf([{ width: 4000, height: 3000 }, { width: 800, height: 600 }], stage), { width: 800, height: 600, isFilled: true });
  const mixed = frameOf([{ width: 1600, height: 900 }, { width: 400, height: 300 }], stage);
  assert.ok(mixed.isFilled);
  assert.ok(mixed.width / mixed.height > 4 / 3 && mixed.width / mixed.height < 16 / 9);
  const upright = frameOf([{ width: 3000, height: 4000 }, { width: 4000, height: 3000 }], stage);
  assert.deepEqual({ ...upright, width: Math.round(upright.width), height: Math.round(upright.height) }, { width: 600, height: 600, isFilled: false });
  const narrow = frameOf([{}, {}], { width: 300, height: 600 });
  assert.deepEqual(narrow, { width: 300, height: 225, isFilled: true });
});

test("the address has the other photo, unless it is the open one or none is open", () => {
  const read = (text) => AGAINST_ADDRESS.read(new URLSearchParams(text)).against;
  assert.equal(read("against=12"), 12);
  for (const wrong of ["", "against=", "against=-1", "against=1e3", "against=x"]) assert.equal(read(wrong), null);
  assert.deepEqual(AGAINST_ADDRESS.write({ against: 12 }), ["against=12"]);
  assert.deepEqual(AGAINST_ADDRESS.write({ against: null }), []);
  assert.equal(AGAINST_ADDRESS.settle({ photo: 12, against: 12 }).against, null);
  assert.equal(AGAINST_ADDRESS.settle({ photo: null, against: 12 }).against, null);
  assert.equal(AGAINST_ADDRESS.settle({ photo: 3, against: 12 }).against, 12);
});
