/**
 * Where the counts of clusters are drawn: each at the corner of its card where it covers no other count, and as little
 * as possible of other cards. Pure.
 * @module
 */

import { POINTER } from "./pin-size.js";

/** How far a count extends beyond the corner of its card. */
const OUT = 9;
/** Counts are this far apart. */
const APART = 1;
/** Covering a count is worse than covering any card. */
const COUNT_COSTS = 1000;
/** A count may cover this share of itself of other cards before it leaves the usual corner. */
const ALLOWED = 0.3;

/**
 * @typedef {{x: number, y: number, size: number}} Card where it points, and its side
 * @typedef {{card: Card, width: number, height: number}} Badge a count, and the size of its box
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 *
 * @param {Badge[]} badges those of the largest clusters first
 * @param {Card[]} cards all cards on the screen
 * @returns {{left: number, top: number}[]} the upper left corner of each box
 */
export function placeBadges(badges, cards) {
  /** @type {Box[]} */
  const placed = [];
  const boxes = cards.map((card) => ({ card, box: boxOfCard(card) }));
  for (const badge of badges) {
    const others = boxes.filter(({ card }) => card !== badge.card).map(({ box }) => box);
    placed.push(clear(leastCovering(badge, placed, others), placed));
  }
  return placed;
}

/** @param {Badge} badge @param {Box[]} placed @param {Box[]} cards */
function leastCovering({ card, width, height }, placed, cards) {
  const { left, top, right, bottom } = boxOfCard(card);
  const [start, end] = [left - OUT, right + OUT - width];
  const [above, middle, below] = [top - OUT, (top + bottom - height) / 2, bottom + OUT - height];
  const corners = [[end, above], [start, above], [end, below], [start, below], [end, middle], [start, middle]]
    .map(([x, y]) => boxAt(Math.round(x), Math.round(y), width, height));
  const costs = corners.map((box) => COUNT_COSTS * sharedArea(box, placed) + Math.max(ALLOWED * width * height, sharedArea(box, cards)));
  return corners[costs.indexOf(Math.min(...costs))];
}

/**
 * Moves a box up until it covers no other.
 *
 * @param {Box} box @param {Box[]} placed @returns {Box}
 */
function clear(box, placed) {
  const below = placed.find((other) => sharedArea(box, [other]) > 0);
  if (!below) return box;
  const height = box.bottom - box.top;
  return clear(boxAt(box.left, below.top - APART - height, box.right - box.left, height), placed);
}

/** @param {Card} card @returns {Box} */
function boxOfCard({ x, y, size }) {
  return boxAt(x - size / 2, y - size - POINTER, size, size);
}

function boxAt(left, top, width, height) {
  return { left, top, right: left + width, bottom: top + height };
}

/** @param {Box} box @param {Box[]} others */
function sharedArea(box, others) {
  return others.reduce((sum, other) => {
    const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return width > 0 && height > 0 ? sum + width * height : sum;
  }, 0);
}
