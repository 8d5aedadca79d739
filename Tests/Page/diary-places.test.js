/** Texts about places: which one a spot has, their address and their marks. */

import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
const { ABOUT_ADDRESS, aboutPlaces, keyOf, placeFeatures, textAt, textNear } = await import("../../static/app/diary/places.js");

const text = (longitude, latitude, words = "x") => /** @type {any} */ ({ longitude, latitude, text: words, html: words });
const read = (about) => ABOUT_ADDRESS.read(new URLSearchParams({ about })).about;

test("of all entries of the diary, those with a position are about places", () => {
  const entries = /** @type {any} */ ([{ day: "2021-06-14", text: "a" }, text(0, 0), { trip: "2021-06-14", to: "2021-06-15", text: "b" }, text(-180, -90)]);
  assert.deepEqual(aboutPlaces(entries), [entries[1], entries[3]]);
});

test("a place is the same in the address, at six decimals and on another copy of the world", () => {
  assert.equal(keyOf({ lat: 48.12345678, lon: 11.5 }), "48.123457,11.5");
  assert.equal(keyOf({ lat: -0, lon: 371.5 }), keyOf({ lat: 0, lon: 11.5 }));
  const about = { lat: -12.5, lon: -179.999999 };
  assert.deepEqual(read(ABOUT_ADDRESS.write(/** @type {any} */ ({ about }))[0].slice("about=".length)), about);
  for (const wrong of ["", "1", "1,2,3", "91,0", "0,181", "a,b", "NaN,1", "1e999,0"]) assert.equal(read(wrong), null, wrong);
  assert.deepEqual(ABOUT_ADDRESS.write(/** @type {any} */ ({ about: null })), []);
});

test("the text at a place is the last about exactly this place", () => {
  const texts = [text(2.5, 48, "first"), text(2.5, 48.00001, "beside"), text(2.5000001, 48, "last")];
  assert.equal(textAt(texts, { lat: 48, lon: 2.5 })?.text, "last");
  assert.equal(textAt(texts, { lat: 48.1, lon: 2.5 }), undefined);
  assert.equal(textAt([], { lat: 48, lon: 2.5 }), undefined);
});

test("near a spot is the nearest text within reach on the screen, also across the antimeridian and among very many", () => {
  const many = Array.from({ length: 20_000 }, (_, number) => text(((number * 7.13) % 360) - 180, ((number * 3.7) % 160) - 80, String(number)));
  const [lon, lat] = [many[777].longitude + 0.00001, many[777].latitude];
  assert.equal(textNear(many, { lat, lon }, 12, 15)?.text, "777");
  assert.equal(textNear([text(179.9999, 0)], { lat: 0, lon: -179.9999 }, 12, 12)?.longitude, 179.9999);
  assert.equal(textNear([text(10, 50)], { lat: 50, lon: 10.01 }, 12, 15), undefined);
  assert.equal(textNear([text(10, 50)], { lat: 50, lon: 10.01 }, 12, 8)?.longitude, 10);
  assert.equal(textNear([], { lat: 0, lon: 0 }, 12, 3), undefined);
});

test("each place has one mark, and the open one has a mark before it has a text", () => {
  const marks = (texts, open) => /** @type {any} */ (placeFeatures(texts, open)).features.map(({ properties: { about, isOpen } }) => [about, isOpen]);
  assert.deepEqual(marks([text(1, 2), text(3, 4), text(1, 2)], { lat: 4, lon: 3 }), [["2,1", false], ["4,3", true]]);
  assert.deepEqual(marks([], { lat: 4, lon: 3 }), [["4,3", true]]);
  assert.deepEqual(marks([], null), []);
});
