import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../static/app/styles/", import.meta.url);

test("what cannot be selected in other browsers cannot be in Safari, which knows this only with a prefix", () => {
  for (const file of readdirSync(FOLDER)) {
    const declared = (property) => [...readFileSync(new URL(file, FOLDER), "utf8").matchAll(new RegExp(`[^-]${property}: (\\w+);`, "g"))].map(([, value]) => value);
    assert.deepEqual(declared("-webkit-user-select"), declared("user-select"), file);
  }
});
