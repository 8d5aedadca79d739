import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { clipLine } = await import("../../static/app/map/clip.js");

test("a line is clipped to a rectangle", () => {
  const random = seededRandom();
  const room = { left: -80, top: -80, right: 1360, bottom: 880 };
  const isIn = (x, y, air) =>
    x >= room.left - air && x <= room.right + air && y >= room.top - air && y <= room.bottom + air;
  for (let n = 0; n < 2000; n += 1) {
    const far = 10 ** (2 + n % 6);
    const spot = () => ({ x: Math.round(random(-far, far)), y: n % 5 ? Math.round(random(-far, far)) : 100 });
    const [from, to] = [spot(), spot()];
    const part = clipLine(from, to, room);
    // Tests point by point that the part contains exactly the points in the rectangle.
    let [first, last] = [null, null];
    for (let k = 0; k <= 4000; k += 1) {
      const [x, y] = [from.x + (to.x - from.x) * k / 4000, from.y + (to.y - from.y) * k / 4000];
      if (isIn(x, y, 0)) [first, last] = [first ?? { x, y }, { x, y }];
    }
    const what = shown({ from, to, part, first, last });
    if (!part) {
      assert.equal(first, null, `a line that is to be seen is left out: ${what}`);
      continue;
    }
    const step = Math.hypot(to.x - from.x, to.y - from.y) / 4000 + 1e-6;
    const isNear = (a, x, y) => Math.hypot(a.x - x, a.y - y) <= step;
    assert(isIn(part.x1, part.y1, 1e-6), `it begins outside: ${what}`);
    assert(isIn(part.x2, part.y2, 1e-6), `it ends outside: ${what}`);
    assert(!first || isNear(first, part.x1, part.y1), `its beginning is cut away: ${what}`);
    assert(!first || isNear(last, part.x2, part.y2), `its end is cut away: ${what}`);
    const cut = Math.hypot(part.x1 - from.x, part.y1 - from.y);
    assert(Math.abs(cut - part.cut) < 1e-3, `${cut} is cut: ${what}`);
  }
});
