import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { placeBadges } = await import("../../static/app/map/badges.js");
const { denseBox, whereItDivides } = await import("../../static/app/map/division.js");
const { pinScale, pinSize } = await import("../../static/app/map/pin-size.js");
const { boxOfCluster } = await import("../../static/app/core/viewport.js");

const cluster = (lon, lat, count, reach = 0) => ({
  geometry: { coordinates: [lon, lat] },
  properties: { cluster: true, point_count: count, bbox: [lon - reach, lat - reach, lon + reach, lat + reach] },
});

test("the area of a marker grows by the same amount for each ten times as many photos", () => {
  const areas = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].map((count) => pinSize(count, 1) ** 2);
  const steps = areas.slice(1).map((area, at) => area - areas[at]);
  assert(Math.max(...steps) - Math.min(...steps) < 250, shown(steps));
  assert(pinSize(708_000, 1) >= pinSize(1_045, 1) + 15);
  assert.equal(pinSize(1, 1), 50);
});

test("pins are smaller on a phone, smallest where it shows the whole world", () => {
  assert.equal(pinScale({ width: 1280 }, 0), 1);
  const scales = [-0.4, 1, 2, 3, 12].map((zoom) => pinScale({ width: 390 }, zoom));
  assert.deepEqual(scales, [...scales].sort((one, other) => one - other));
  assert(pinSize(1_000_000, scales[0]) < 55 && pinSize(1, scales[4]) >= 44, shown(scales));
});

test("no count of a cluster covers another, however close the clusters are", () => {
  const random = seededRandom();
  for (let n = 0; n < 200; n += 1) {
    const cards = Array.from({ length: random(2, 40) }, () => ({ x: random(0, 380), y: random(0, 500), size: random(28, 88) }));
    const badges = cards.map((card) => ({ card, width: random(19, 60), height: 23 }));
    const placed = placeBadges(badges, cards);
    placed.forEach((one, at) => placed.slice(at + 1).forEach((other) => {
      const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      assert(apart, shown({ one, other }));
    }));
  }
});

test("a count that covers nothing is at the upper right corner of its card", () => {
  const card = { x: 100, y: 200, size: 60 };
  const [{ right, top }] = placeBadges([{ card, width: 30, height: 23 }], [card]);
  assert.deepEqual([right, top], [100 + 30 + 9, 200 - 60 - 9 - 9]);
});

test("a few photos far away do not keep the map from where a cluster divides", () => {
  const city = Array.from({ length: 20 }, (_, at) => cluster(13 + at / 50, 52 + at / 100, 5_000, 0.001));
  const box = denseBox([...city, cluster(2, 48, 300), cluster(-70, 40, 200)]);
  assert(box[0] > 12.9 && box[2] < 13.5 && box[1] > 51.9 && box[3] < 52.3, shown(box));
});

test("two cities with many photos each are both in the box, also across the antimeridian", () => {
  assert.deepEqual(denseBox([cluster(13, 52, 600), cluster(2, 48, 400)]), [2, 48, 13, 52]);
  assert.deepEqual(denseBox([cluster(179, -17, 50), cluster(-179, -18, 50)]), [179, -18, -179, -17]);
});

test("a cluster is divided until its photos are apart, and a small one is shown as a whole", async () => {
  const asked = [];
  const ask = async ({ bbox }) => {
    asked.push(bbox);
    const finer = (bbox[2] - bbox[0]) / 40;
    return { features: [cluster(bbox[0], bbox[1], 10), cluster(bbox[2], bbox[3], 10), cluster(13.4, 52.5, 990, Math.max(finer, 0.01))] };
  };
  const box = await whereItDivides(cluster(10, 50, 1_010, 20), { ask, zoomOf: () => 3 });
  assert(asked.length > 1 && asked.length < 6, shown(asked));
  assert(box[2] - box[0] < 0.1 && box[0] < 13.4 && box[2] > 13.4, shown(box));
  const small = cluster(10, 50, 30, 20);
  assert.equal(await whereItDivides(small, { ask: () => assert.fail("a request for a small cluster"), zoomOf: () => 3 }), small.properties.bbox);
});

test("the box of a cluster's cell ends before the next cell, and the cells of a zoom cover the Earth", () => {
  assert.deepEqual(boxOfCluster("1-0-0"), [-180, 1e-7, -1e-7, 90]);
  assert.deepEqual(boxOfCluster("1-1-1"), [0, -90, 180, 0]);
  const random = seededRandom();
  for (let n = 0; n < 500; n += 1) {
    const level = Math.floor(random(1, 24));
    const [x, y] = [0, 0].map(() => Math.floor(random(0, 2 ** level - 1)));
    const [, south, east] = boxOfCluster(`${level}-${x}-${y}`);
    const [west, , , north] = boxOfCluster(`${level}-${x + 1}-${y + 1}`);
    const what = shown({ level, x, y });
    assert.equal(Math.round((west - east) * 1e7), 1, `a gap between columns: ${what}`);
    assert.equal(Math.round((south - north) * 1e7), 1, `a gap between rows: ${what}`);
  }
  for (const name of ["", "0-0-none", "2-4-0", "2-0", "a-1-1"]) assert.equal(boxOfCluster(name), null);
});
