import assert from "node:assert/strict";
import { test } from "node:test";
import "./support.js";

globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true, addEventListener() {} }));
const { watchSwipes } = await import("../../static/app/panel/swipe.js");

/** Moves a finger over an element, and returns the steps that came of it. */
function stepsOf(path, { milliseconds = 400, pointerType = "touch", canStep = () => true, ends = "pointerup" } = {}) {
  const element = Object.assign(new EventTarget(), { style: { translate: "" } });
  const steps = [];
  watchSwipes(/** @type {any} */ (element), { canStep, onStep: (direction) => steps.push(direction) });
  const send = (type, [clientX, clientY], timeStamp) => {
    const event = new Event(type);
    for (const [name, value] of Object.entries({ clientX, clientY, pointerType, pointerId: 1, isPrimary: true, timeStamp })) Object.defineProperty(event, name, { value });
    element.dispatchEvent(event);
  };
  send("pointerdown", path[0], 0);
  path.slice(1).forEach((point, index) => send("pointermove", point, (milliseconds * (index + 1)) / path.length));
  send(ends, path.at(-1), milliseconds);
  assert.equal(element.style.translate, "", "where the element rests");
  return steps;
}

test("a finger that swipes to the left goes on, to the right back", () => {
  assert.deepEqual(stepsOf([[300, 200], [250, 204], [180, 206]]), [1]);
  assert.deepEqual(stepsOf([[100, 200], [150, 204], [220, 206]]), [-1]);
});

test("a short movement is a swipe only if it is quick", () => {
  assert.deepEqual(stepsOf([[300, 200], [280, 200], [260, 200]]), []);
  assert.deepEqual(stepsOf([[300, 200], [280, 200], [260, 200]], { milliseconds: 60 }), [1]);
});

test("movements up and down, of a mouse, ended by the browser, or where nothing follows, do not step", () => {
  assert.deepEqual(stepsOf([[300, 200], [290, 260], [150, 300]]), []);
  assert.deepEqual(stepsOf([[300, 200], [250, 204], [180, 206]], { pointerType: "mouse" }), []);
  assert.deepEqual(stepsOf([[300, 200], [250, 204], [180, 206]], { ends: "pointercancel" }), []);
  assert.deepEqual(stepsOf([[300, 200], [250, 204], [180, 206]], { canStep: (direction) => direction < 0 }), []);
});
