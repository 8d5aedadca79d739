/**
 * A shelf is the content of the grid before its photos are loaded: the number of photos, their headings, and the pages
 * to request. Pure functions.
 * @module
 */

import { formatPeriod, formatShortPeriod, wallClock } from "../core/format.js";
import { DAY, formatSpan, parseSpan } from "../core/span.js";
import { bandsFor } from "./layout.js";
import { TEXTS } from "../core/texts.js";

const PAGE = 100;
/** A row of headings is shown only if the photos below it fill this share of a row on average. */
const ROW_WORTH_HEADINGS = 0.75;
/** The largest distances in metres from the centre of the map, one for each heading. */
const RINGS = [100, 1_000, 10_000, 100_000, 1_000_000];
const RING_TITLES = [TEXTS.within100M, TEXTS.within1Km, TEXTS.within10Km, TEXTS.within100Km, TEXTS.within1000Km, TEXTS.beyond1000Km];
const UNDATED = "takenAt IS NULL";
const ALL_TIME = { from: -Infinity, through: Infinity };

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {{key: string, box: number[], filters: Filters, order: import("../order/order-choice.js").Order}} Question
 * @typedef {{start: number, count: number}} Day its first millisecond on the cameras' clocks, and its number of photos
 *
 * @typedef {object} Section photos below one heading
 * @property {string} key
 * @property {string} title
 * @property {string} [short] the title where the section shares its row
 * @property {number} start the index of its first photo in the grid
 * @property {number} count
 * @property {number | null} year
 *
 * @typedef {object} Page photos that are requested together
 * @property {number} start
 * @property {number} count
 * @property {number} matched the number of matches of the page's request
 * @property {Record<string, string | number>} ask the parameters that select them from the photos of the grid
 *
 * @typedef {object} Shelf
 * @property {string} key equal for equal requests
 * @property {number[]} box the box that contains its photos
 * @property {Filters} filters
 * @property {import("../order/order-choice.js").Order} order
 * @property {"days" | "ranked" | "first"} kind days that are counted, photos by distance, or the first photos until the days are counted
 * @property {number} total how many photos are in view
 * @property {number} shown how many of them the grid has
 * @property {Day[]} days in the order of the shelf
 * @property {number} undated
 * @property {import("../api/photos.js").Photo[]} ranked the photos themselves, unless the shelf has counted days
 * @property {Page[]} pages
 */

/**
 * @param {Question} question
 * @param {{buckets: {from: string, count: number}[], undated: number}} timeline the days that have photos
 * @returns {Shelf}
 */
export function shelfByTime(question, timeline) {
  const days = timeline.buckets.map(({ from, count }) => ({ start: Date.parse(from), count }));
  if (question.order === "newest") days.reverse();
  const dated = days.reduce((sum, { count }) => sum + count, 0);
  const total = dated + timeline.undated;
  const pages = [...datedPages(days, question.filters.time), ...cut(dated, timeline.undated, { filter: UNDATED })];
  return { ...question, kind: "days", total, shown: total, days, undated: timeline.undated, ranked: [], pages };
}

/**
 * @param {Question} question
 * @param {number} total
 * @param {import("../api/photos.js").Photo[]} ranked the nearest photos, nearest first
 * @returns {Shelf}
 */
export function shelfByDistance(question, total, ranked) {
  const shown = ranked.length;
  return { ...question, kind: "ranked", total, shown, days: [], undated: 0, ranked, pages: [] };
}

/**
 * The newest or oldest photos, while the server counts the days.
 *
 * @param {Question} question
 * @param {{features: import("../api/photos.js").Photo[], numberMatched?: number}} answer
 * @returns {Shelf}
 */
export function shelfOfFirst(question, { features, numberMatched = features.length }) {
  return { ...question, kind: "first", total: numberMatched, shown: features.length, days: [], undated: 0, ranked: features, pages: [] };
}

/**
 * The photos of a page in the order of the grid: day by day, each day in the order of the answer.
 *
 * The server orders by instants, but a day begins earlier in the east.
 *
 * @param {import("../api/photos.js").Photo[]} features in the order of the shelf
 * @param {import("../order/order-choice.js").Order} order
 * @returns {any[]}
 */
export function inDayOrder(features, order) {
  const sign = order === "oldest" ? -1 : 1;
  const dayOf = (/** @type {import("../api/photos.js").Photo} */ { properties }) => Math.floor((wallClock(properties)?.getTime() ?? -Infinity) / DAY);
  return features.map((feature) => ({ feature, day: dayOf(feature) })).sort((a, b) => (a.day === b.day ? 0 : sign * (b.day - a.day))).map(({ feature }) => feature);
}

/**
 * The headings of a shelf: days, months or years. Chooses the finest unit that does not give mostly headings.
 *
 * @param {Shelf} shelf
 * @param {number} columns
 * @returns {Section[]}
 */
export function sectionsOf(shelf, columns) {
  if (shelf.kind === "ranked") return rings(shelf.ranked);
  if (shelf.kind === "first") return shelf.shown ? [{ key: "first", title: shelf.order === "oldest" ? TEXTS.oldest : TEXTS.newest, start: 0, count: shelf.shown, year: null }] : [];
  const worth = columns * ROW_WORTH_HEADINGS;
  const by = ["day", "month", "year"].map((period) => grouped(shelf.days, period));
  const sections = by.find((groups) => shelf.shown >= worth * bandsFor(groups, columns)) ?? by[2];
  if (shelf.undated > 0) {
    const start = shelf.shown - shelf.undated;
    sections.push({ key: "undated", title: TEXTS.undated, start, count: shelf.undated, year: null });
  }
  return sections;
}

/** Small days share a page. A large one is split. */
function datedPages(days, time) {
  const { from: earliest, through: latest } = parseSpan(time) ?? ALL_TIME;
  const pages = [];
  let start = 0;
  for (let first = 0; first < days.length;) {
    let last = first;
    let count = days[first].count;
    while (last + 1 < days.length && count + days[last + 1].count <= PAGE) count += days[++last].count;
    // A filter may start or end within a day.
    const [low, high] = [days[first].start, days[last].start].sort((a, b) => a - b);
    const from = Math.max(earliest, low);
    const through = Math.min(latest, high + DAY - 1);
    pages.push(...cut(start, count, { "datetime-local": formatSpan({ from, through }) }));
    start += count;
    first = last + 1;
  }
  return pages;
}

function cut(start, count, ask) {
  const pages = [];
  for (let offset = 0; offset < count; offset += PAGE) {
    const size = Math.min(PAGE, count - offset);
    pages.push({ start: start + offset, count: size, matched: count, ask: { ...ask, offset, limit: size } });
  }
  return pages;
}

function grouped(days, period) {
  const length = { day: 10, month: 7, year: 4 }[period];
  const sections = [];
  let start = 0;
  for (const day of days) {
    const text = new Date(day.start).toISOString();
    const key = text.slice(0, text.indexOf("-", 1) - 4 + length);
    let section = sections.at(-1);
    if (section?.key !== key) {
      const date = new Date(day.start);
      section = { key, title: formatPeriod(date, period), short: formatShortPeriod(date, period), start, count: 0, year: date.getUTCFullYear() };
      sections.push(section);
    }
    section.count += day.count;
    start += day.count;
  }
  return sections;
}

function rings(ranked) {
  const sections = [];
  ranked.forEach((/** @type {import("../api/photos.js").Photo} */ feature, start) => {
    const ring = RINGS.findIndex((metres) => feature.properties.distance <= metres);
    const title = RING_TITLES.at(ring);
    if (sections.at(-1)?.key !== title) sections.push({ key: title, title, start, count: 0, year: null });
    sections.at(-1).count += 1;
  });
  return sections;
}
