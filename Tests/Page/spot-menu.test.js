/** Where the menu of a position is. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { placeOfMenu } = await import("../../static/app/spot/menu-place.js");

const MENU = { width: 240, height: 170 };
const DESKTOP = { width: 1280, height: 800 };

test("the menu is below the point, on the side to which lines run", () => {
  assert.deepEqual(placeOfMenu({ x: 500, y: 300 }, MENU, DESKTOP, 1), { left: 500, top: 300 });
  assert.deepEqual(placeOfMenu({ x: 500, y: 300 }, MENU, DESKTOP, -1), { left: 260, top: 300 });
});

test("at the edges it is on the other side, or above", () => {
  assert.deepEqual(placeOfMenu({ x: 1200, y: 700 }, MENU, DESKTOP, 1), { left: 960, top: 530 });
  assert.deepEqual(placeOfMenu({ x: 100, y: 300 }, MENU, DESKTOP, -1), { left: 100, top: 300 });
});

test("it stays inside of each window that is large enough", () => {
  const random = seededRandom(3);
  for (let round = 0; round < 2000; round += 1) {
    const space = { width: random(260, 1400), height: random(190, 900) };
    const point = { x: random(0, space.width), y: random(0, space.height) };
    const { left, top } = placeOfMenu(point, MENU, space, round % 2 ? 1 : -1);
    assert.ok(left >= 6 && left + MENU.width <= space.width - 5.999 && top >= 6 && top + MENU.height <= space.height - 5.999, shown({ space, point, left, top }));
  }
});
