import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom } from "./support.js";
const { versionOf } = await import("../../static/app/api.js");
const { isBehind } = await import("../../static/app/live/live.js");

const tagged = (tag) => versionOf({ headers: new Headers(tag === null ? {} : { ETag: tag }) });

test("an answer is found to be older than an event for all digits of their versions", () => {
  const random = seededRandom();
  const text = (number) => `fbyxr1m2u-${number.toString(36)}`;
  for (let n = 0; n < 3000; n += 1) {
    const [seen, later] = [Math.floor(random(0, 36 ** (1 + n % 6))), Math.floor(random(0, 36 ** (1 + n % 6)))];
    for (const prefix of ["", "W/"]) {
      const version = tagged(`${prefix}"${text(seen)}-1flrbsjtpmfsf"`);
      assert.equal(version, text(seen));
      assert.equal(isBehind(version, text(later)), seen < later, `${seen} and ${later}`);
    }
  }
});

test("an answer without a version, or of another index, does not count as older", () => {
  assert.equal(tagged(null), null);
  assert.equal(tagged('"abc"'), null);
  assert.equal(isBehind(null, "a-1"), false);
  assert.equal(isBehind("a-9", "b-1"), true);
});
