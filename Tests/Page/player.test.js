/** Playing time. */

import * as support from "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

let isReduced = true;
Object.assign(globalThis, {
  matchMedia: () => ({ get matches() { return isReduced; }, addEventListener() {} }),
  requestAnimationFrame: () => 1, cancelAnimationFrame() {},
});

const { createStore } = await import("../../static/app/core/store.js");
const { isWellSeen } = await import("../../static/app/time/camera.js");
const { createTrail } = await import("../../static/app/time/trail.js");
const { wordPlayed } = await import("../../static/app/time/words.js");
const { createPlayer, nextStretch } = await import("../../static/app/time/player.js");

test("after a film in steps, a gliding one has no timer besides, however its speed is changed", (t) => {
  let timers = 0;
  t.mock.method(globalThis, "setInterval", () => { timers += 1; return 1; });
  const store = createStore();
  store.add(/** @type {any} */ ({ time: { isPlaying: false, isMoving: false, speed: 1, played: null }, filters: { time: "" } }));
  const axis = { from: 0, through: 1e12 };
  const player = createPlayer({ store, axis: () => axis, chosen: () => null, counts: () => null, choose() {} });
  player.toggle();
  player.toggle();
  assert.equal(timers, 1);
  isReduced = false;
  player.toggle();
  player.faster();
  assert.equal(timers, 1);
});

const DAY = 86_400_000;
const day = (text) => Date.parse(`${text}T00:00:00Z`);

test("playing skips what has no photos, and nothing else", () => {
  const taken = [{ from: 100, through: 199 }, { from: 900, through: 999 }];
  assert.equal(nextStretch({ from: 0, length: 101 }, taken), null);
  assert.equal(nextStretch({ from: 0, length: 100 }, taken), taken[0]);
  assert.equal(nextStretch({ from: 199, length: 50 }, taken), null);
  assert.equal(nextStretch({ from: 200, length: 50 }, taken), taken[1]);
  assert.equal(nextStretch({ from: 1000, length: 50 }, taken), null);
  assert.equal(nextStretch({ from: 0, length: 50 }, []), null);
});

test("in steps, the film goes from the first photos straight to the next", () => {
  isReduced = true;
  const steps = [];
  const store = createStore();
  store.add(/** @type {any} */ ({ time: { isPlaying: false, isMoving: false, speed: 1, played: null }, filters: { time: "" } }));
  const axis = { from: day("2000-01-01"), through: day("2020-01-01") - 1 };
  const buckets = ["2000-03-01", "2018-05-01"].map((text) => ({ span: { from: day(text), through: day(text) + DAY - 1 }, count: 3 }));
  let step = () => {};
  globalThis.setInterval = /** @type {any} */ ((run) => { step = run; return 7; });
  const player = createPlayer({ store, axis: () => axis, chosen: () => null, counts: () => ({ asked: axis, buckets, undated: 0 }), choose: ({ from }) => steps.push(new Date(from).getUTCFullYear()) });
  player.toggle();
  step();
  assert.deepEqual(steps, [2000, 2018]);
});

test("while time is played, spans of one length have texts of one shape", () => {
  const { plain } = support;
  const words = (from, days) => plain(wordPlayed({ from: day(from), through: day(from) + days * DAY - 1 }));
  assert.deepEqual(["2012-05-19", "2012-01-01", "2012-12-31"].map((from) => words(from, 365)),
    ["May 2012 – May 2013", "Jan 2012 – Dec 2012", "Dec 2012 – Dec 2013"]);
  assert.deepEqual([words("2019-05-03", 7), words("2019-05-28", 7)], ["3 May 2019 – 9 May 2019", "28 May 2019 – 3 Jun 2019"]);
  assert.equal(words("2019-05-03", 1), "3 May 2019");
  assert.equal(plain(wordPlayed({ from: day("2019-05-03") + DAY / 2, through: day("2019-05-03") + DAY / 2 + 3_599_999 })), "3 May 2019, 12:00");
});

test("the map follows the film only to photos that are not well seen", () => {
  const view = /** @type {any} */ ({ west: -10, south: 40, east: 30, north: 60 });
  assert.equal(isWellSeen([0, 45, 20, 55], view), true);
  assert.equal(isWellSeen([0, 45, 1, 46], view), false);
  assert.equal(isWellSeen([0, 45, 40, 55], view), false);
  assert.equal(isWellSeen([170, 45, -170, 55], view), false);
  assert.equal(isWellSeen([170, 45, -170, 55], { ...view, west: 160, east: 200 }), true);
  assert.equal(isWellSeen([2, 48, 2, 48], { ...view, west: 1.95, east: 2.05, south: 47.9, north: 48.1 }), true);
});

test("the trail has the places of the pins since the playback began, and is gone with it", async () => {
  const pin = (...coordinates) => ({ geometry: { coordinates }, properties: {} });
  const store = createStore();
  store.add(/** @type {any} */ ({ time: { played: null, isPlaying: false }, pins: [pin(50, 50)] }));
  let trail = [];
  createTrail({ store, mapView: /** @type {any} */ ({ position: () => ({ zoom: 3 }), setData: (_, { features }) => (trail = features.map(({ geometry }) => geometry.coordinates)) }) });
  const change = (changes) => {
    store.change((state) => ({ ...state, ...changes }));
    return Promise.resolve();
  };
  await change({ time: { played: {}, isPlaying: true } });
  assert.deepEqual(trail, []);
  await change({ pins: [pin(10, 10)] });
  await change({ pins: [pin(10.01, 10), pin(20, 10)] });
  assert.deepEqual(trail, [[10.01, 10], [20, 10]]);
  await change({ time: { played: {}, isPlaying: false }, pins: [pin(30, 10)] });
  assert.equal(trail.length, 2);
  await change({ time: { played: null, isPlaying: false } });
  assert.deepEqual(trail, []);
});
