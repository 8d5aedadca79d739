/** The address, the history of the browser and what is open. */

import "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

/** A history as browsers have it, of which steps take effect at once. */
function browser(hash = "") {
  const entries = [{ state: null, hash }];
  let at = 0;
  let onStep = () => {};
  const put = (index, state, url) => {
    entries.splice(index, Infinity, { state, hash: url.startsWith("#") ? url : "" });
    at = index;
  };
  globalThis.history = /** @type {any} */ ({
    get state() { return entries[at].state; },
    pushState: (state, _, url) => put(at + 1, state, url),
    replaceState: (state, _, url) => { entries[at] = { state, hash: url.startsWith("#") ? url : "" }; },
    go(steps) { at += steps; onStep({ state: entries[at].state }); },
    back() { this.go(-1); },
  });
  globalThis.location = /** @type {any} */ ({ pathname: "/", search: "", get hash() { return entries[at].hash; } });
  globalThis.addEventListener = /** @type {any} */ ((_, listener) => (onStep = listener));
  return { address: () => entries[at].hash, length: () => entries.length, enter: (text) => { put(at + 1, null, text); onStep({ state: null }); } };
}

const PARTS = /** @type {any} */ ([
  { fields: { map: null }, read: (fields) => ({ map: fields.get("map") }), write: ({ map }) => (map ? [`map=${map}`] : []) },
  { fields: { order: "newest" }, read: (fields) => ({ order: fields.get("order") ?? "newest" }), write: ({ order }) => (order === "newest" ? [] : [`order=${order}`]) },
  { fields: { photo: null }, isOpening: true, read: (fields) => ({ photo: fields.get("photo") }), write: ({ photo }) => (photo ? [`photo=${photo}`] : []) },
  { fields: { files: false }, isOpening: true, isLasting: true, read: (fields) => ({ files: fields.has("files") }), write: ({ files }) => (files ? ["files=list"] : []) },
]);

const { Navigation } = await import("../../static/app/core/navigation.js");

function page(hash) {
  const window = browser(hash);
  const seen = { photo: undefined, view: "home", moves: [], isEntered: undefined };
  const navigation = new Navigation(PARTS, /** @type {any} */ ({
    position: () => seen.view,
    onMap: (view) => { seen.moves.push(view); seen.view = view; },
    follow(route, { isEntered }) {
      Object.assign(seen, { photo: route.photo, isEntered });
    },
  }));
  navigation.restore();
  return { ...window, navigation, seen };
}

test("the page opens what its address names", () => {
  assert.equal(page("#photo=7").seen.photo, "7");
});

test("Back closes what was opened, wherever the map has moved since", () => {
  const { navigation, seen, address } = page("");
  navigation.open({ photo: "7" });
  assert.equal(address(), "#map=home&photo=7");
  seen.view = "elsewhere";
  navigation.mapMoved();
  history.back();
  assert.equal(seen.photo, null);
  assert.deepEqual(seen.moves, []);
  assert.equal(address(), "#map=elsewhere");
});

test("what opens in place of something else is a step of its own, and closing goes back over both", () => {
  const { navigation, seen, length } = page("");
  navigation.open({ photo: "7" });
  navigation.open({ photo: "8" });
  assert.equal(length(), 3);
  history.back();
  assert.deepEqual([seen.photo, seen.isEntered], ["7", false]);
  navigation.open({ photo: "8" });
  navigation.closeAll();
  assert.equal(seen.photo, null);
  assert.equal(navigation.isOpen, false);
  assert.deepEqual(history.state.depth, 0);
});

test("opening what is open already is no step", () => {
  const { navigation, length } = page("");
  navigation.open({ photo: "7" });
  navigation.open({ photo: "7" });
  assert.equal(length(), 2);
});

test("Back from what was opened beside an open photo keeps the changes made beside it", () => {
  const { navigation, seen, address } = page("#order=a");
  navigation.open({ photo: "7" });
  navigation.change({ order: "newest" });
  navigation.open({ photo: "8" });
  history.back();
  assert.deepEqual([seen.photo, address()], ["7", "#map=home&photo=7"]);
  navigation.closeAll();
  assert.equal(address(), "#map=home");
});

test("Back from a jump of the map returns to the view from before", () => {
  const { navigation, seen } = page("");
  navigation.leap(() => ((seen.view = "far"), true), { photo: "7" });
  assert.equal(seen.photo, "7");
  history.back();
  assert.deepEqual(seen.moves, ["home"]);
  assert.equal(seen.photo, null);
});

test("a slider makes one step in the history, however often it moves", () => {
  const { navigation, length, address } = page("");
  for (const order of ["a", "b", "c"]) navigation.change({ order }, { isMoving: true });
  navigation.change({});
  assert.equal(length(), 2);
  assert.equal(address(), "#map=home&order=c");
});

test("Back from a film that moved the map returns to the view from before", () => {
  const { navigation, seen, length } = page("");
  navigation.mapMoved();
  navigation.change({ order: "a" }, { isMoving: true });
  seen.view = "far";
  navigation.mapMoved();
  navigation.change({ order: "b" }, { isJourney: true });
  assert.equal(length(), 2);
  history.back();
  assert.deepEqual(seen.moves, ["home"]);
});

test("an address that the reader enters is used as it is", () => {
  const { seen, enter } = page("");
  enter("#map=there&photo=9");
  assert.equal(seen.photo, "9");
  assert.equal(seen.isEntered, true);
  assert.deepEqual(seen.moves, ["there"]);
});

test("without a step to go back over, closing changes the address, and then runs what follows", () => {
  const { navigation, seen, address } = page("#photo=7");
  let hasRun = false;
  navigation.stepBack({ photo: null }, () => (hasRun = true));
  assert.deepEqual([seen.photo, hasRun, address()], [null, true, "#map=home"]);
});

test("closing twice before the browser has gone back goes back once, and both callers hear of it", () => {
  const { navigation, seen } = page("");
  navigation.open({ photo: "7" });
  const { back } = history;
  let steps = 0;
  history.back = () => { steps += 1; };
  const heard = [];
  navigation.stepBack({ photo: null }, () => heard.push("first"));
  navigation.stepBack({ photo: null }, () => heard.push("second"));
  assert.equal(steps, 1);
  back.call(history);
  assert.deepEqual([seen.photo, heard], [null, ["first", "second"]]);
});

test("closing what was opened over something lasting returns to that, whose own closing steps back once", () => {
  const { navigation, seen, address } = page("");
  navigation.open({ files: true });
  navigation.open({ photo: "7" });
  navigation.open({ photo: "8" });
  assert.equal(address(), "#map=home&photo=8");
  navigation.closeAll();
  assert.deepEqual([address(), seen.photo], ["#map=home&files=list", null]);
  history.go(1);
  navigation.closeAll();
  assert.equal(address(), "#map=home&files=list");
  navigation.closeAll();
  assert.deepEqual([address(), history.state.depth, navigation.isOpen], ["#map=home", 0, false]);
});
