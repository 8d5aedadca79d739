/**
 * The same view on other days: the photos of the strip, and which two are compared. Pure functions.
 * @module
 */

/**
 * @typedef {import("../api/photos.js").Photo} Photo
 *
 * @typedef {object} Again the photos from the spot of the open one that show the same
 * @property {number} id of the photo for which the server found them
 * @property {Photo[]} photos in order of time, with that photo among them
 * @property {number} total of those on other days; more than there are in the strip, if there are very many
 */

export const SIGHT = {
  again: /** @type {Again | null} */ (null),
  /** The photo that is compared with the open one. @type {number | null} */
  against: null,
};

/**
 * The photo that is compared with the open one.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const AGAINST_ADDRESS = {
  fields: { against: null },
  isOpening: true,
  read(fields) {
    const number = fields.get("against");
    return { against: number && /^\d{1,15}$/.test(number) ? Number(number) : null };
  },
  write: ({ against }) => (against !== null ? [`against=${against}`] : []),
  settle: (route) => (route.photo === null || route.against === route.photo ? { ...route, against: null } : route),
};

/** @param {Photo | null | undefined} feature @returns {boolean} whether other photos may show the same: it is known where it looks */
export function hasDirection(feature) {
  return Boolean(feature?.geometry) && Number.isFinite(feature?.properties.direction);
}

/**
 * @param {Photo} open @param {import("../api/photos.js").Photos} answer the others, in order of time
 * @returns {Again | null} null if there are none
 */
export function againOf(open, { features, numberMatched }) {
  const others = features.filter(({ id }) => id !== open.id);
  if (!others.length) return null;
  return { id: open.id, photos: inOrder([...others, open]), total: Math.max(numberMatched ?? 0, others.length) };
}

/**
 * @param {Again | null} again @param {number | undefined} id
 * @returns {Again | null} what is known of a photo that is opened next: those of the strip stay until the answer for it comes
 */
export function keptFor(again, id) {
  return again?.photos.some((one) => one.id === id) ? again : null;
}

/** @param {Photo[]} photos @returns {Photo[]} in order of time; undated ones are last */
export function inOrder(photos) {
  return photos.toSorted((one, other) => byTime(momentOf(one), momentOf(other)));
}

/**
 * @param {Photo[]} photos in order of time @param {number} id of the open one
 * @returns {number | null} the one farthest away in time, of equal ones the later; without dates, the last other one
 */
export function farthest(photos, id) {
  const others = photos.filter((one) => one.id !== id);
  const open = photos.find((one) => one.id === id);
  const at = open ? momentOf(open) : NaN;
  const distance = (/** @type {Photo} */ one) => {
    const gap = Math.abs(momentOf(one) - at);
    return Number.isNaN(gap) ? -1 : gap;
  };
  return others.reduce((/** @type {Photo | null} */ best, one) => (!best || distance(one) >= distance(best) ? one : best), null)?.id ?? null;
}

/**
 * @param {Again | null} again @param {number | null} open @param {number | null} against
 * @returns {{earlier: Photo, later: Photo} | null} null if they are not both in the strip
 */
export function pairOf(again, open, against) {
  const pair = again?.photos.filter(({ id }) => id === open || id === against) ?? [];
  return pair.length === 2 ? { earlier: pair[0], later: pair[1] } : null;
}

/** Pictures whose shapes differ by more than this factor would lose too much if they filled the same frame. */
const ALIKE = 1.6;
const USUAL = { width: 4, height: 3 };

/**
 * The frame in which both pictures are shown, one over the other: with the shape between theirs, as large as the stage
 * allows. Similar shapes fill it; of others, the whole pictures are shown.
 *
 * @param {[{width?: number, height?: number}, {width?: number, height?: number}]} sizes of the pictures
 * @param {{width: number, height: number}} stage
 * @returns {{width: number, height: number, isFilled: boolean}}
 */
export function frameOf(sizes, stage) {
  const [one, other] = sizes.map(({ width, height }) => (width && height ? width / height : USUAL.width / USUAL.height));
  const shape = Math.sqrt(one * other);
  const width = Math.min(stage.width, stage.height * shape);
  return { width, height: width / shape, isFilled: Math.max(one / other, other / one) <= ALIKE };
}

/** @param {Photo} photo @returns {number} NaN if it is undated */
function momentOf({ properties: { takenAt, takenAtLocal } }) {
  return Date.parse(takenAt ?? takenAtLocal ?? "");
}

function byTime(one, other) {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  return one - other;
}
