import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { cameraOver, onScreen } = await import("../../static/app/core/mercator.js");
const { middleBeside, moveAllInto, moveInto, paddingsFor, positionAround } = await import("../../static/app/map/fit.js");
const { containsView, viewportRequest } = await import("../../static/app/core/viewport.js");
const { aroundLongitudes, boxAround } = await import("../../static/app/core/box-around.js");

test("the requested box covers the view, is on the Earth, and cuts no cluster cell", () => {
  const random = seededRandom();
  for (let n = 0; n < 3000; n += 1) {
    const zoom = random(0, 20);
    const wide = Math.min(720, (1440 / 512 / 2 ** zoom) * 360);
    const west = random(-900, 900);
    const south = random(-85, 84);
    const view = { west, east: west + wide, south, north: Math.min(85, south + wide / 2), zoom };
    const request = viewportRequest(view);
    const [w, s, e, north] = request.bbox;
    const what = shown({ view, request });
    assert(Math.abs(w) <= 180 && Math.abs(e) <= 180, `a longitude beyond the Earth: ${what}`);
    assert(s >= -90 && north <= 90 && s < north, `a latitude beyond the Earth: ${what}`);
    const width = w < e ? e - w : e - w + 360;
    const cell = 360 / 2 ** (request.zoom + 2);
    assert(Math.abs(width / cell - Math.round(width / cell)) < 1e-2, `a cell is cut: ${what}`);
    const start = (((west - w) % 360) + 360) % 360;
    assert(width >= 360 || start + wide <= width + 1e-6, `the width of the view is not covered: ${what}`);
    assert(s <= Math.max(-85.05, view.south) && north >= Math.min(85.05, view.north), `nor its height: ${what}`);
    assert(containsView(request, view), `the request does not cover its view: ${what}`);
    const turned = viewportRequest({ ...view, west: west + 720, east: west + wide + 720 });
    assert.equal(turned.key, request.key, `twice round the Earth is another request: ${what}`);
  }
});

test("the box around photos goes the short way round the Earth", () => {
  const random = seededRandom();
  for (let n = 0; n < 2000; n += 1) {
    const spans = Array.from({ length: 1 + n % 7 }, () => {
      const west = Math.round(random(-180, 180));
      const east = west + 1 + Math.round(random(0, n % 3 ? 30 : 1));
      return [west, east > 180 ? east - 360 : east];
    });
    const [west, east] = aroundLongitudes(spans);
    const on = (from, to, lon) => (from <= to ? lon >= from && lon <= to : lon >= from || lon <= to);
    // Tests degree by degree that all spans are covered, and that only the longest gap is left out.
    const taken = Array.from({ length: 360 }, (_, k) => spans.some(([from, to]) => on(from, to, k - 179.5)));
    const inside = Array.from({ length: 360 }, (_, k) => on(west, east, k - 179.5));
    let longest = 0;
    for (let k = 0, run = 0; k < 720; k += 1) longest = Math.max(longest, (run = taken[k % 360] ? 0 : run + 1));
    const what = shown({ spans, box: [west, east] });
    assert(!taken.some((is, k) => is && !inside[k]), `a part of a span is outside: ${what}`);
    assert.equal(inside.filter((is) => !is).length, Math.min(360, longest), `another gap is longer: ${what}`);
  }
});

test("the box around no photo is null, and that around clusters contains their boxes", () => {
  const photo = (lon, lat) => ({ geometry: { coordinates: [lon, lat] }, properties: {} });
  const cluster = { geometry: { coordinates: [10, 50] }, properties: { bbox: [9, 47, 12, 55] } };
  assert.equal(boxAround([]), null);
  assert.deepEqual(boxAround([photo(179, -17), photo(-179, -16)]), [179, -17, -179, -16]);
  assert.deepEqual(boxAround([photo(2, 48), cluster]), [2, 47, 12, 55]);
});

test("a place is in the middle of what the sheets of a phone leave free, and without a sheet in the middle of the map", () => {
  const spot = { lat: 47, lon: 9 };
  const size = { width: 390, height: 844 };
  const covered = { top: 68, right: 0, bottom: 473, left: 0, buttons: 272 };
  const middle = middleBeside(spot, 15, covered);
  const { x, y } = onScreen(cameraOver({ ...middle, zoom: 15 }, size), spot.lon, spot.lat);
  assert.deepEqual([Math.round(x), Math.round(y)], [195, Math.round((68 + 844 - 473) / 2)]);
  assert.deepEqual(middleBeside(spot, 15, { ...covered, bottom: 0 }), spot);
});

test("where lines run to the left, boxes and pins keep clear of what is then at the other sides", () => {
  const size = { width: 900, height: 700 };
  const covered = { top: 136, right: 0, bottom: 0, left: 0, buttons: 436, beside: { start: 252, end: 120 } };
  const fromTheLeft = paddingsFor({ ...covered, right: 300 }, size.width);
  const fromTheRight = paddingsFor({ ...covered, left: 300, isMirrored: true }, size.width);
  assert.deepEqual(fromTheRight, fromTheLeft.map((padding) => ({ ...padding, left: padding.right, right: padding.left })));
  const corner = { across: 380, bottom: 120 };
  for (const [x, y] of [[40, 300], [880, 300], [120, 90], [450, 300], [700, 690]]) {
    const [right, down] = moveInto({ x, y }, { ...covered, right: 300 }, size, corner);
    assert.deepEqual(moveInto({ x: size.width - x, y }, { ...covered, left: 300, isMirrored: true }, size, corner), [-right, down]);
  }
});

test("the map moves so that a place is visible, and of the others those for which there is space", () => {
  const size = { width: 390, height: 844 };
  const covered = { top: 68, right: 0, bottom: 420, left: 0, buttons: 272 };
  const corner = { across: 200, bottom: 60 };
  const move = (...places) => moveAllInto(places, covered, size, corner);
  const camera = { x: 200, y: 380 };
  const isVisible = (place, by) => moveInto({ x: place.x - by[0], y: place.y - by[1] }, covered, size, corner).every((step) => Math.abs(step) < 1e-6);
  assert.deepEqual(move(camera), moveInto(camera, covered, size, corner));
  const near = { x: 240, y: 500 };
  assert(!isVisible(near, move(camera)));
  assert([camera, near].every((place) => isVisible(place, move(camera, near))));
  const far = { x: 240, y: 900 };
  assert.deepEqual(move(camera, far), move(camera));
  assert.deepEqual(move(camera, far, near), move(camera, near));
});

test("on phones, a box is fitted near the middle of the free space, and beside the buttons or below them", () => {
  const boxes = [[-125, -45, 178, 66], [-10, 36, 30, 60], [13.1, 52.3, 13.7, 52.7], [-124, 25, -70, 48], [177, -19, -178, -16]];
  for (const [width, height] of [[360, 640], [390, 844], [430, 932]]) {
    const insets = { top: 68, buttons: 272, left: 0, right: 0, bottom: 127, tools: 62 };
    for (const box of boxes) {
      const camera = cameraOver(positionAround(box, { size: { width, height }, insets, maxZoom: 12 }), { width, height });
      const [upper, lower] = [onScreen(camera, box[0], box[3]), onScreen(camera, box[2] < box[0] ? box[2] + 360 : box[2], box[1])];
      const free = { top: insets.top, bottom: height - insets.bottom - insets.tools };
      const name = `${box} at ${width}×${height}`;
      assert.ok(upper.x >= 0 && lower.x <= width && upper.y >= free.top && lower.y <= free.bottom, `${name} is outside`);
      assert.ok(lower.x <= width - 58 || upper.y >= insets.buttons, `${name} is behind the buttons`);
      const off = Math.abs((upper.y + lower.y) / 2 - (free.top + free.bottom) / 2) / (free.bottom - free.top);
      // The whole world is as wide as the map, so it is below the buttons.
      assert.ok(off < (box === boxes[0] ? 0.35 : 0.16), `${name} is ${off.toFixed(2)} of the free height away from its middle`);
    }
  }
});
