import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { boxOf } = await import("../../static/app/core/box.js");
const { containsView, possibleView, viewportRequest } = await import("../../static/app/core/viewport.js");

/** Values of cameras that were moved beyond the world or measured without a size. */
const ODD = [-Infinity, -540, -180, -90, -85.0511288, -85.0511287798066, -1e-9, 0, 82.912883, 85.0511288, 90, 180, 1e9, Infinity, NaN];

function assertPossible([west, south, east, north], what) {
  for (const lon of [west, east]) assert(lon >= -180 && lon <= 180, `a longitude beyond the Earth: ${what}`);
  assert(south >= -90 && north <= 90, `a latitude beyond the Earth: ${what}`);
  assert(south <= north, `the south is above the north: ${what}`);
}

test("no view, however impossible, makes a request for a box that cannot be", () => {
  const random = seededRandom();
  const any = () => ODD[Math.floor(random(0, ODD.length))];
  for (let n = 0; n < 20_000; n += 1) {
    const view = { west: any(), south: any(), east: any(), north: any(), zoom: [NaN, -Infinity, -3, 0.4, 12, 40, Infinity][n % 7] };
    const request = viewportRequest(view);
    const what = shown({ view, request, box: boxOf(view) });
    assertPossible(request.bbox, what);
    assertPossible(boxOf(view), what);
    assert(request.bbox[1] < request.bbox[3], `a request for no row: ${what}`);
    assert(Number.isInteger(request.zoom), `no zoom: ${what}`);
    assert(containsView(request, view), `the request does not cover its view: ${what}`);
  }
});

test("a map whose middle is beyond the South Pole has the box of the world's edge", () => {
  const view = { west: -180, south: 85.0511288, east: 180, north: 82.912883, zoom: -0.4 };
  assert.deepEqual(boxOf(view), [-180, 82.912883, 180, 82.912883]);
  const beyond = { ...view, south: -85.0511287798066, north: -85.0511287798066 };
  assertPossible(viewportRequest(beyond).bbox, "beyond the edge");
});

test("a view that exists stays as it is", () => {
  for (const view of [
    { west: 170, south: -17.5, east: 190, north: 3, zoom: 4.2 }, { west: -400, south: -85, east: 320, north: 85, zoom: 0 },
    { west: -180, south: -90, east: 180, north: 90, zoom: -1 },
  ]) assert.deepEqual(possibleView(view), view);
});
