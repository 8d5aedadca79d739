/** The order in which pictures are loaded. */

import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { cancelPicture, loadPicture } = await import("../../static/app/ui/picture-queue.js");

const AT_ONCE = 4;

/** An image element as far as the queue uses it. */
class Picture extends EventTarget {
  isConnected = true;
  src;

  hasAttribute() {
    return this.src !== undefined;
  }

  removeAttribute() {
    this.src = undefined;
  }

  load() {
    this.dispatchEvent(new Event("load"));
  }
}

async function queued(count) {
  const pictures = Array.from({ length: count }, () => new Picture());
  pictures.forEach((picture, index) => loadPicture(picture, `${index}`));
  await null;
  return pictures;
}

const requested = (pictures) => pictures.filter(({ src }) => src !== undefined).map(({ src }) => Number(src));

/** Ends all that loads, so that the next test starts with an empty queue. */
function finish(pictures) {
  pictures.forEach((picture) => {
    picture.isConnected = false;
    cancelPicture(picture);
  });
}

test("the newest pictures are loaded first, four at a time", async () => {
  const pictures = await queued(10);
  assert.deepEqual(requested(pictures), [6, 7, 8, 9]);
  pictures[8].load();
  assert.deepEqual(requested(pictures), [5, 6, 7, 8, 9]);
  finish(pictures);
});

test("pictures that have left the page make room for those of another view", async () => {
  const before = await queued(10);
  before.forEach((picture) => { picture.isConnected = false; });
  const after = await queued(5);
  assert.deepEqual(requested(before), []);
  assert.deepEqual(requested(after), [1, 2, 3, 4]);
  after[2].load();
  assert.deepEqual(requested(after), [0, 1, 2, 3, 4]);
  finish([...before, ...after]);
});

test("a cancelled picture makes room for the next", async () => {
  const pictures = await queued(AT_ONCE + 1);
  assert.deepEqual(requested(pictures), [1, 2, 3, 4]);
  pictures[3].isConnected = false;
  cancelPicture(pictures[3]);
  assert.deepEqual(requested(pictures), [0, 1, 2, 4]);
  finish(pictures);
});

test("a picture that was queued twice is loaded once", async () => {
  const pictures = await queued(1);
  pictures[0].load();
  let sources = 0;
  Object.defineProperty(pictures[0], "src", { get: () => "0", set: () => { sources += 1; } });
  loadPicture(pictures[0], "0");
  await null;
  assert.equal(sources, 0);
});
