/**
 * The bars of a histogram from the server's counts. Pure functions.
 * @module
 */

import { xOf } from "./axis.js";
import { addUnits, floorTo } from "./calendar.js";
import { containsSpan, parseSpan } from "../core/span.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 * @typedef {{span: Span, count: number}} Bucket
 * @typedef {object} TimeCounts how many photos were taken at which time
 * @property {Span} asked the requested span
 * @property {Bucket[]} buckets in order of time
 * @property {number} undated
 *
 * @typedef {{x: number, width: number, share: number, bucket: Bucket}} Bar share is 0 to 1 of the full height
 */

const LEAST_WIDTH = 1.5;
const GAP = 0.75;

/**
 * @param {Span} asked
 * @param {{buckets: {from: string, to: string, count: number}[], undated: number}} answer the server's
 * @returns {TimeCounts}
 */
export function timeCounts(asked, { buckets, undated }) {
  const read = buckets.map(({ from, to, count }) => ({ span: parseSpan(`${from}/${to}`), count }));
  return { asked, undated, buckets: /** @type {Bucket[]} */ (read.filter(({ span }) => span !== null)) };
}

/**
 * The same counts by whole months or years.
 *
 * @param {TimeCounts} counts of days
 * @param {import("./calendar.js").Unit} unit
 * @returns {TimeCounts}
 */
export function countsBy({ asked, buckets, undated }, unit) {
  /** @type {Bucket[]} */
  const whole = [];
  for (const { span, count } of buckets) {
    const last = whole.at(-1);
    if (last && span.from <= last.span.through) {
      last.count += count;
    } else {
      const from = floorTo(span.from, unit);
      whole.push({ span: { from, through: addUnits(from, unit) - 1 }, count });
    }
  }
  return { asked, undated, buckets: whole };
}

/**
 * @param {TimeCounts} counts
 * @returns {Span | null} from the first bucket with photos to the last; null without photos
 */
export function spanOfCounts({ buckets }) {
  const filled = buckets.filter(({ count }) => count > 0);
  return filled.length ? { from: filled[0].span.from, through: filled[filled.length - 1].span.through } : null;
}

/**
 * The visible bars. Their heights are square roots of the counts, so that a year with few photos is visible beside one
 * with many.
 *
 * @param {TimeCounts} counts
 * @param {Span} axis
 * @param {number} width in pixels
 * @returns {Bar[]} of buckets with photos
 */
export function barsOf(counts, axis, width) {
  const shown = counts.buckets.filter(({ span, count }) => count > 0 && span.through >= axis.from && span.from <= axis.through);
  const most = shown.reduce((largest, { count }) => Math.max(largest, count), 1);
  return shown.map((bucket) => {
    const start = xOf(axis, width, bucket.span.from);
    const full = xOf(axis, width, bucket.span.through + 1) - start;
    const gap = full > 3 * GAP + LEAST_WIDTH ? GAP : 0;
    return { x: start, width: Math.max(LEAST_WIDTH, full - gap), share: Math.sqrt(bucket.count / most), bucket };
  });
}

/**
 * @param {TimeCounts | null} counts
 * @param {number} time
 * @returns {Bucket | null} the bucket that contains a moment
 */
export function bucketAt(counts, time) {
  const found = counts?.buckets.findLast(({ span }) => span.from <= time);
  return found && found.span.through >= time ? found : null;
}

/**
 * The most detailed counts that cover the whole axis.
 *
 * @param {TimeCounts | null} detail
 * @param {TimeCounts | null} overview
 * @param {Span} axis
 * @returns {TimeCounts | null}
 */
export function countsFor(detail, overview, axis) {
  return detail && containsSpan(detail.asked, axis) ? detail : overview;
}

/** @param {TimeCounts} counts @returns {number} */
export function datedOf({ buckets }) {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}
