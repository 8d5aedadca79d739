import assert from "node:assert/strict";
import test from "node:test";

const { Asides } = await import("../../static/app/map/asides.js");

const view = (zoom) => ({ zoom, lat: 0, lon: 0 });

test("closing a photo returns to the view before it, closing all to the first", () => {
  const asides = new Asides();
  asides.leave("list", view(1));
  asides.leave("photo", view(2));
  asides.leave("photo", view(3));
  assert.deepEqual(asides.back("photo"), view(2));
  assert.equal(asides.back("photo"), null);
  asides.leave("photo", view(4));
  assert.deepEqual(asides.back(), view(1));
  assert.equal(asides.back(), null);
});

test("views that were forgotten are not restored", () => {
  const asides = new Asides();
  asides.leave("photo", view(1));
  asides.forget();
  assert.equal(asides.back(), null);
  assert.equal(asides.back("photo"), null);
});
