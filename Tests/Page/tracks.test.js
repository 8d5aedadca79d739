import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
import { parseSpan } from "../../static/app/core/span.js";
import { dayColour, daysWithin, trackLayers, trackTiles } from "../../static/app/tracks/track-layers.js";

/** Evaluates a MapLibre expression, with the operators that the page uses. */
function evaluate(expression, day) {
  if (!Array.isArray(expression)) return expression;
  const [name, ...rest] = expression;
  if (name === "get") return day;
  const values = () => rest.map((one) => evaluate(one, day));
  if (name === "%") return values().reduce((a, b) => a % b);
  if (name === "+") return values().reduce((a, b) => a + b);
  assert.equal(name, "match");
  const key = evaluate(rest[0], day);
  for (let index = 1; index < rest.length - 1; index += 2) if (rest[index] === key) return rest[index + 1];
  return rest.at(-1);
}

test("eight consecutive days have different colours, also before 1970", () => {
  for (const theme of ["light", "dark"]) {
    for (const first of [19_000, -5]) {
      const colours = Array.from({ length: 8 }, (_, index) => evaluate(dayColour(theme), first + index));
      assert.equal(new Set(colours).size, 8);
    }
  }
});

test("the tiles are those of the page's server", () => {
  assert.equal(trackTiles("http://host/photos/#map=1/2/3"), "http://host/photos/tiles/tracks/{z}/{x}/{y}.mvt");
});

test("while tracks are hidden, nothing is drawn or requested", () => {
  assert.deepEqual(trackLayers({ isShown: false, span: null, theme: "light", base: "http://host/" }), { sources: {}, layers: [] });
});

test("lines are drawn over their casing", () => {
  const { layers } = trackLayers({ isShown: true, span: null, theme: "dark", base: "http://host/" });
  assert.deepEqual(layers.map(({ id }) => id), ["tracks-casing", "tracks-line"]);
});

test("only tracks of the days in the span of the filters are drawn", () => {
  const day = ["get", "day"];
  assert.deepEqual(daysWithin(parseSpan("1970-01-02/1970-01-03")), ["all", [">=", day, 1], ["<=", day, 2]]);
  assert.deepEqual(daysWithin(parseSpan("1969-12-31T12:00:00/..")), ["all", [">=", day, -1]]);
  assert.equal(daysWithin(parseSpan("")), null);
  for (const { filter } of trackLayers({ isShown: true, span: parseSpan("1970"), theme: "dark", base: "http://host/" }).layers) {
    assert.deepEqual(filter, ["all", [">=", day, 0], ["<=", day, 364]]);
  }
});
