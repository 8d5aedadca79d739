/** What the page does when something fails, and afterwards. */

import "./support.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

const { createStore } = await import("../../static/app/core/store.js");
const { createCovers } = await import("../../static/app/map/covers.js");
const { ViewportLoader } = await import("../../static/app/map/viewport-loader.js");
const { PageLoader } = await import("../../static/app/grid/page-loader.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { troubleOf } = await import("../../static/app/library/library.js");
const { ApiError } = await import("../../static/app/api.js");
const { pictureFailed, retryPictures } = await import("../../static/app/ui/picture-queue.js");

const { createRetry } = await import("../../static/app/core/retry.js");

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => delete globalThis.reportError);

test("a watcher that throws is reported, and all later ones hear of the change", async () => {
  /** @type {any[]} */
  const reported = [];
  globalThis.reportError = (error) => reported.push(error.message);
  const store = createStore();
  store.add(/** @type {any} */ ({ moving: false }));
  const heard = [];
  store.watch((state) => state.moving, (moving) => { if (moving) throw new Error("broken"); });
  store.watch((state) => state.moving, (moving) => heard.push(moving));
  store.change((state) => ({ ...state, moving: true }));
  await turn();
  assert.deepEqual([reported, heard], [["broken"], [false, true]]);
});

test("while the server is away, the frames of a drag send no requests", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let sent = 0;
  const loader = new ViewportLoader({ ask: async () => { sent += 1; throw new Error("away"); }, onAnswer() {}, onError() {}, onBusy() {} });
  const view = (west) => ({ west, south: 40, east: west + 1, north: 41, zoom: 9 });
  loader.moveTo(view(0), true);
  await turn();
  for (let n = 1; n <= 60; n += 1) {
    loader.moveTo(view(n), false);
    await turn();
  }
  assert.equal(sent, 1);
  t.mock.timers.tick(1000);
  assert.equal(sent, 2, "the retry is sent all the same");
});

test("an answer that the page remembered does not count as one of the server", async () => {
  const heard = [];
  const loader = new ViewportLoader({ ask: async () => ({ features: [] }), onAnswer: (_, isNew) => heard.push(isNew), onError() {}, onBusy() {} });
  const view = (west) => ({ west, south: 40, east: west + 1, north: 41, zoom: 9 });
  for (const west of [0, 60, 0]) {
    loader.moveTo(view(west), true);
    await turn();
  }
  assert.deepEqual(heard, [true, true, false]);
});

test("a server is away if it or its gateway does not answer, not if it refuses", () => {
  const isAway = (status) => troubleOf(new ApiError("message", status)).isAway;
  assert.deepEqual([0, 502, 504, 500, 503, 403].map(isAway), [true, true, true, false, false, false]);
});

test("while time is played, a page of the grid is requested once for all spans", async () => {
  let sent = 0;
  const pages = new PageLoader({ ask: async () => { sent += 1; return { features: [], numberMatched: 0 }; }, onPage() {}, onChanged() {} });
  const page = { start: 0, count: 1, matched: 0, ask: { "datetime-local": "2020-01-01/2020-01-31", limit: 100, offset: 0 } };
  for (const time of ["2020", "2020-01", "2019/2021"]) {
    const shelf = /** @type {any} */ ({ box: [0, 0, 1, 1], order: "newest", filters: { ...NO_FILTERS, time } });
    await pages.fetch(shelf, page);
  }
  assert.equal(sent, 1);
});

test("however many refreshes fail, there is one chain of retries, which ends with the first success", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let attempts = 0;
  let isBack = false;
  const retry = createRetry(async () => { attempts += 1; return isBack; }, 1000);
  await Promise.all([retry.now(), retry.now(), retry.now()]);
  for (let second = 1; second <= 3; second += 1) {
    t.mock.timers.tick(1000);
    await turn();
    assert.equal(attempts, 3 + second);
  }
  isBack = true;
  for (let second = 1; second <= 3; second += 1) {
    t.mock.timers.tick(1000);
    await turn();
  }
  assert.equal(attempts, 7);
});

/** Covers of clusters, whose server answers or is away. */
function covers(server) {
  const api = { thumbnailURL: () => "", isUnreachable: async () => server.isAway, clusterItems: async () => ({ features: [{ id: 1 }, { id: 2 }] }) };
  return createCovers(/** @type {any} */ ({ state: { filters: NO_FILTERS } }), /** @type {any} */ (api));
}

const cluster = (name) => /** @type {any} */ ({ properties: { cluster_id: name, photo: 1 } });

test("a picture that the network lost is not taken for one that is missing", async () => {
  const server = { isAway: true };
  const all = covers(server);
  for (let n = 0; n < 40; n += 1) assert.equal(await all.instead(cluster(`${n}`), 1), null);
  server.isAway = false;
  assert.equal(await all.instead(cluster("one"), 1), 2);
});

test("a dozen pictures of a library without any are requested, and then no more", async () => {
  const all = covers({ isAway: false });
  const found = [];
  for (let n = 0; n < 20; n += 1) found.push(await all.instead(cluster(`${n}`), 1000 + n));
  assert.equal(found.filter((id) => id !== null).length, 12);
});

test("pictures that failed are loaded again, unless they have left the page", () => {
  const element = (isConnected) => /** @type {any} */ ({ isConnected });
  const again = [];
  const shown = element(true);
  pictureFailed(shown, () => again.push("first"));
  pictureFailed(shown, () => again.push("newest"));
  pictureFailed(element(false), () => again.push("gone"));
  retryPictures();
  retryPictures();
  assert.deepEqual(again, ["newest"]);
});
