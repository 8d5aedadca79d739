import assert from "node:assert/strict";
import { test } from "node:test";

import { shown } from "./support.js";
const { facing, featureOfDrawn, heatIntensity } = await import("../../static/app/layers/photo-layers.js");

const cell = (lon, lat, count) => ({ geometry: { coordinates: [lon, lat] }, properties: count > 1 ? { cluster: true, point_count: count } : {} });

test("one photo glows fully, and is still visible beside a city with a million", () => {
  assert.equal(heatIntensity([], 13), 1);
  assert.equal(heatIntensity([cell(13, 52, 1)], 13), 1);
  const city = Array.from({ length: 400 }, (_, at) => cell(13 + (at % 20) / 500, 52 + Math.floor(at / 20) / 800, 2500));
  const intensity = heatIntensity([...city, cell(10, 50, 1)], 13);
  assert(intensity > 0.07 && intensity < 0.3, shown(intensity));
});

test("more photos in one place make the others fainter", () => {
  assert(heatIntensity([cell(13, 52, 5)], 13) > heatIntensity([cell(13, 52, 500)], 13));
});

test("a drawn cluster and a drawn photo become features of the API", () => {
  const cluster = featureOfDrawn({ geometry: {}, properties: { cluster: true, cluster_id: "x", point_count: 3, photo: 9, bbox: "[170,-1,-170,1]" } });
  assert.deepEqual([cluster.id, cluster.properties.bbox], [9, [170, -1, -170, 1]]);
  assert.equal(featureOfDrawn({ id: 7, geometry: {}, properties: {} }).id, 7);
});

test("only photos with a direction have a fan", () => {
  const found = facing([{ properties: { direction: 0 } }, { properties: {} }, { properties: { cluster: true, direction: 3 } }]);
  assert.equal(found.features.length, 1);
});
