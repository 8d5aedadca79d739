import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { driftAt } = await import("../../static/app/placing/drift.js");
const { commonSpot, isPlaceable, isUnchanged, placementsAt, readDetail, wasPlaced } = await import("../../static/app/placing/placing-state.js");
const { Selection } = await import("../../static/app/unplaced/selection.js");

const files = (count) => Array.from({ length: count }, (_, id) => ({ id, geometry: null, properties: { reason: "no-gps" } }));
const ids = (selection) => selection.files.map(({ id }) => id).sort((one, other) => one - other);

test("a range starts at the file that was selected last, in either direction", () => {
  const selection = new Selection();
  selection.set(files(9), 5, { isChosen: true });
  selection.set(files(9), 2, { isChosen: true, isRange: true });
  assert.deepEqual(ids(selection), [2, 3, 4, 5]);
  selection.set(files(9), 3, { isChosen: false, isRange: true });
  assert.deepEqual(ids(selection), [4, 5]);
});

test("a range without a beginning is the one file", () => {
  const selection = new Selection();
  selection.set(files(9), 4, { isChosen: true, isRange: true });
  assert.deepEqual(ids(selection), [4]);
});

test("a range whose beginning is no longer listed is the one file", () => {
  const selection = new Selection();
  selection.set(files(9), 8, { isChosen: true });
  selection.set(files(5), 4, { isChosen: true, isRange: true });
  assert.deepEqual(ids(selection), [4, 8]);
});

test("the selection stays while the list is filtered, until it is cleared", () => {
  const selection = new Selection();
  selection.add(files(3));
  selection.set(files(9).slice(6), 7, { isChosen: true });
  assert.deepEqual(ids(selection), [0, 1, 2, 7]);
  assert.equal(selection.has(7), true);
  selection.clear();
  assert.equal(selection.size, 0);
});

test("damaged files and those that are no photos cannot be placed, photos on the map can", () => {
  const placeable = (reason) => isPlaceable({ geometry: null, properties: { reason } });
  assert.deepEqual(["no-gps", "null-island", "invalid-gps", "unreadable", "unsupported"].map(placeable), [true, true, true, false, false]);
  assert.equal(isPlaceable({ geometry: { coordinates: [0, 0] }, properties: {} }), true);
});

test("photos are placed at one position with seven decimals, and keep their direction", () => {
  const photos = [{ id: 1, properties: {} }, { id: 2, properties: { direction: 0 } }];
  assert.deepEqual(placementsAt(photos, { lat: 48.85840000001, lon: -2.29449999999 }), [
    { photo: 1, longitude: -2.2945, latitude: 48.8584 },
    { photo: 2, longitude: -2.2945, latitude: 48.8584, direction: 0 },
  ]);
});

test("an entered altitude and direction come before those that are copied or kept", () => {
  const photos = [{ id: 1, properties: { altitude: 9, direction: 45 } }];
  const place = (spot, details) => placementsAt(photos, { lat: 1, lon: 2, ...spot }, details)[0];
  assert.deepEqual(place({}, { altitude: null, direction: null }), { photo: 1, longitude: 2, latitude: 1, direction: 45 });
  assert.deepEqual(place({ altitude: 120 }, { altitude: null, direction: null }), { photo: 1, longitude: 2, latitude: 1, altitude: 120, direction: 45 });
  assert.deepEqual(place({ altitude: 120 }, { altitude: 0, direction: 0 }), { photo: 1, longitude: 2, latitude: 1, altitude: 0, direction: 0 });
});

test("altitudes and directions are read with a unit and with either decimal point; others are refused", () => {
  const altitudes = ["", " 35 ", "35 m", "-12,5", "−3", "12000000", "high", "m", "1e3"].map((text) => readDetail("altitude", text));
  assert.deepEqual(altitudes, [null, 35, 35, -12.5, -3, undefined, undefined, undefined, undefined]);
  assert.deepEqual(["90°", "360", "359.5", "361", "-1", "N"].map((text) => readDetail("direction", text)), [90, 0, 359.5, undefined, undefined, undefined]);
});

test("only positions that people gave to photos can be undone", () => {
  const placed = (locationSource, geometry = {}) => wasPlaced({ geometry, properties: { locationSource } });
  assert.deepEqual(["manual", "track", "neighbour", "exif", "sidecar"].map((source) => placed(source)), [true, true, true, false, false]);
  assert.equal(placed("manual", null), false);
});

test("photos at one position have a common place; photos apart, or without a position, have none", () => {
  const at = (lon, lat) => ({ id: 1, geometry: { coordinates: [lon, lat] }, properties: {} });
  assert.deepEqual(commonSpot([at(2, 48), at(2, 48)]), { lat: 48, lon: 2 });
  assert.equal(commonSpot([at(2, 48), at(2, 49)]), null);
  assert.equal(commonSpot([at(2, 48), ...files(1)]), null);
  assert.equal(commonSpot(files(2)), null);
  assert.equal(commonSpot([]), null);
});

test("placing photos where they are changes nothing, unless an altitude or direction is entered", () => {
  const photos = [{ id: 1, geometry: { coordinates: [2.29450001, 48.8584] }, properties: { direction: 90 } }];
  const isSame = (spot, details) => isUnchanged(photos, placementsAt(photos, spot, details));
  const there = { lat: 48.8584, lon: 2.2945 };
  assert.equal(isSame(there), true);
  assert.equal(isSame({ ...there, lat: 48.8585 }), false);
  assert.equal(isSame(there, { altitude: 30, direction: null }), false);
  assert.equal(isSame(there, { altitude: null, direction: 91 }), false);
  assert.equal(isUnchanged(files(1), placementsAt(files(1), there)), false);
});

test("what is held at an edge of the map moves the map, faster nearer to the edge", () => {
  const edges = { left: 0, top: 0, right: 1000, bottom: 600 };
  assert.deepEqual(driftAt({ clientX: 500, clientY: 300 }, edges), [0, 0]);
  assert.deepEqual(driftAt({ clientX: 0, clientY: 600 }, edges), [-14, 14]);
  const [slow] = driftAt({ clientX: 960, clientY: 300 }, edges);
  const [fast] = driftAt({ clientX: 990, clientY: 300 }, edges);
  assert.ok(slow > 0 && fast > slow);
});
