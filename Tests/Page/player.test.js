/** Playing time. */

import "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

let isReduced = true;
Object.assign(globalThis, {
  matchMedia: () => ({ get matches() { return isReduced; }, addEventListener() {} }),
  requestAnimationFrame: () => 1, cancelAnimationFrame() {},
});

const { createStore } = await import("../../static/app/core/store.js");
const { createPlayer } = await import("../../static/app/time/player.js");

test("after a film in steps, a gliding one has no timer besides, however its speed is changed", (t) => {
  let timers = 0;
  t.mock.method(globalThis, "setInterval", () => { timers += 1; return 1; });
  const store = createStore();
  store.add(/** @type {any} */ ({ time: { isPlaying: false, isMoving: false, speed: 1, played: null }, filters: { time: "" } }));
  const axis = { from: 0, through: 1e12 };
  const player = createPlayer({ store, axis: () => axis, chosen: () => null, choose() {} });
  player.toggle();
  player.toggle();
  assert.equal(timers, 1);
  isReduced = false;
  player.toggle();
  player.faster();
  assert.equal(timers, 1);
});
