/**
 * Where a cluster divides: the box of most of its photos. A few photos far from the others do not keep the map away from
 * where these are.
 * @module
 */

import { boxAround } from "../core/box-around.js";

/** The share of the photos on each side that may be outside the box: the four sides together a tenth. */
const OUTSIDE = 0.025;
/** The parts of a box are requested at a zoom this much higher: a cell of the map then has 16. */
const FINER = 2;
/** A box that is not narrower than this share of the one before is not divided again. */
const NARROWER = 0.5;
const ROUNDS = 5;
/** In smaller clusters each photo counts. */
const FEW = 40;
/** A box smaller than this, in degrees, is one spot. */
const SPOT = 1e-4;

/**
 * @typedef {import("../api/photos.js").Pin} Pin
 *
 * @param {Pin} cluster
 * @param {object} how
 * @param {(request: {bbox: readonly number[], zoom: number}) => Promise<{features: Pin[]}>} how.ask
 * @param {(box: number[]) => number} how.zoomOf the zoom at which a box fills the map
 * @returns {Promise<number[]>}
 */
export async function whereItDivides({ properties }, { ask, zoomOf }) {
  let box = properties.bbox;
  if (properties.point_count < FEW) return box;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { features } = await ask({ bbox: box, zoom: Math.round(zoomOf(box)) + FINER });
    const dense = denseBox(features);
    if (!dense) return box;
    const isNarrower = sizeOf(dense) < sizeOf(box) * NARROWER;
    box = dense;
    if (!isNarrower) break;
  }
  return box;
}

/**
 * The box around the parts of a cluster without those that are far out in one direction.
 *
 * @param {Pin[]} features
 * @returns {number[] | null} null if it would be one spot
 */
export function denseBox(features) {
  const whole = boxAround(features);
  if (!whole) return null;
  // Longitudes from the western edge, so that a box may cross the antimeridian.
  const across = (/** @type {Pin} */ { geometry }) => (geometry.coordinates[0] - whole[0] + 360) % 360;
  const up = (/** @type {Pin} */ { geometry }) => geometry.coordinates[1];
  const [west, east] = inner(features, across);
  const [south, north] = inner(features, up);
  const kept = features.filter((one) => across(one) >= west && across(one) <= east && up(one) >= south && up(one) <= north);
  const box = boxAround(kept);
  return box && sizeOf(box) > SPOT ? box : null;
}

/**
 * The values between which most photos lie.
 *
 * @param {Pin[]} features @param {(feature: Pin) => number} valueOf
 */
function inner(features, valueOf) {
  const sorted = features.map((one) => ({ value: valueOf(one), count: one.properties.point_count ?? 1 })).sort((a, b) => a.value - b.value);
  const limit = OUTSIDE * sorted.reduce((sum, { count }) => sum + count, 0);
  return [beyond(sorted, limit), beyond(sorted.toReversed(), limit)];
}

/** The first value before which there are more photos than may be left out. */
function beyond(sorted, limit) {
  let passed = 0;
  for (const { value, count } of sorted) {
    passed += count;
    if (passed > limit) return value;
  }
  return sorted.at(-1).value;
}

/** @param {number[]} box in degrees */
function sizeOf([west, south, east, north]) {
  return Math.max((east - west + 360) % 360, north - south);
}
