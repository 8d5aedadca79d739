/**
 * The photos that the reader has chosen, in lists and on the map. Pure.
 * @module
 */

/** @typedef {import("../api/photos.js").Photo} Photo */

/**
 * @typedef {object} Picked a photo or a cluster that is chosen
 * @property {string} key of its pin
 * @property {Photo[]} photos one, or those of a cluster
 * @property {boolean} [isListed] whether it was chosen in a list, which then stays open on a phone
 */

export const CHOICE = {
  picked: /** @type {Picked[]} */ ([]),
  /** Whether clicks choose photos although none is chosen yet. */
  isChoosing: false,
  /** Whether all photos of a list are being chosen, which takes several requests. */
  isChoosingAll: false,
};

/** The most photos that are chosen at once, and that one act changes. */
export const MOST_CHOSEN = 100_000;
/** The most photos of a range. Choosing all is faster. */
export const MOST_IN_RANGE = 5_000;

/** @param {Photo} photo @returns {Picked} a photo of a list */
export function listed(photo) {
  return { key: `photo ${photo.id}`, photos: [photo], isListed: true };
}

/** @param {Picked[]} picked @returns {Photo[]} each once: a photo may be chosen with its cluster too */
export function photosOf(picked) {
  return [...new Map(picked.flatMap((one) => one.photos).map((one) => [one.id, one])).values()];
}

/** @param {Picked[]} picked @returns {Set<number>} */
export function idsOf(picked) {
  return new Set(picked.flatMap((one) => one.photos.map(({ id }) => id)));
}

/** @param {Picked[]} picked @param {Picked[]} others @returns {Picked[]} with others, each once */
export function withPicks(picked, others) {
  return [...new Map([...picked, ...others].map((one) => [one.key, one])).values()];
}

/** @param {Picked[]} picked @param {Set<number>} ids @returns {Picked[]} without some photos, also of clusters */
export function withoutPhotos(picked, ids) {
  return picked.map((one) => (one.photos.some(({ id }) => ids.has(id)) ? { ...one, photos: one.photos.filter(({ id }) => !ids.has(id)) } : one))
    .filter(({ photos }) => photos.length > 0);
}

/**
 * Photos that are reached by Shift, or by dragging over them. The range replaces the one before it, so that it shrinks
 * when the reader goes back.
 *
 * @typedef {object} Range
 * @property {Photo} anchor where it begins
 * @property {Picked[]} base what was chosen before
 * @property {boolean} isAdding whether its photos are chosen, or chosen no longer, as was the first
 *
 * @param {Range} range @param {Photo[]} photos from its anchor to the photo that is reached
 * @returns {Picked[]}
 */
export function ranged({ base, isAdding }, photos) {
  return isAdding ? withPicks(base, photos.map(listed)) : withoutPhotos(base, new Set(photos.map(({ id }) => id)));
}

/** @param {Photo[]} photos in the order of a list @param {number} one @param {number} other @returns {Photo[]} from one to the other, both included */
export function sliceBetween(photos, one, other) {
  const [from, to] = [one, other].map((id) => photos.findIndex((photo) => photo.id === id)).sort((a, b) => a - b);
  return from < 0 ? [] : photos.slice(from, to + 1);
}
