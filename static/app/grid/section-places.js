/**
 * Where the photos below a heading were taken, in few words. Pure except for a cache.
 * @module
 */

import { formatPlace } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { pagesBetween } from "./shelf-index.js";

/** Headings of more photos than this have no place. Such sections have many pages, and usually many places. */
const MOST_PHOTOS = 300;
/** If there are more places than this, the heading names the region or country that they share. */
const MOST_NAMES = 2;

/**
 * @param {import("../api/photos.js").Photo[]} photos
 * @returns {string} `London`, `London & Oxford`, `England`, `London & 3 more`; empty if a photo has no name
 */
export function placesOf(photos) {
  const names = byNumber(photos.map(({ properties }) => formatPlace(properties)?.name));
  if (names.includes(undefined)) return "";
  if (names.length <= MOST_NAMES) return names.join(" & ");
  return inCommon(photos, "region") ?? inCommon(photos, "country") ?? TEXTS.placeAndMore(names[0], names.length - 1);
}

/**
 * @param {(shelf: import("./shelf.js").Shelf, page: import("./shelf.js").Page) => any[] | undefined} photosOf the photos of a page; undefined until loaded
 */
export function createSectionPlaces(photosOf) {
  /** @type {WeakMap<import("./shelf.js").Shelf, Map<string, string>>} */
  const known = new WeakMap();

  /**
   * @param {import("./shelf.js").Shelf} shelf
   * @param {import("./shelf.js").Section} section
   * @returns {string} empty until all its photos are loaded
   */
  return (shelf, section) => {
    if (shelf.kind !== "days" || section.count > MOST_PHOTOS) return "";
    const names = known.get(shelf) ?? new Map();
    known.set(shelf, names);
    const key = `${section.key} ${section.count}`;
    if (!names.has(key)) {
      const photos = photosIn(shelf, section, photosOf);
      if (!photos) return "";
      names.set(key, placesOf(photos));
    }
    return names.get(key);
  };
}

function photosIn(shelf, { start, count }, photosOf) {
  const photos = [];
  for (const page of pagesBetween(shelf, start, start + count - 1)) {
    const some = photosOf(shelf, page);
    if (!some) return null;
    photos.push(...some.slice(Math.max(0, start - page.start), start + count - page.start));
  }
  return photos;
}

/** The distinct values, the most frequent first. */
function byNumber(values) {
  const numbers = new Map();
  for (const value of values) numbers.set(value, (numbers.get(value) ?? 0) + 1);
  return [...numbers].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

/** @param {import("../api/photos.js").Photo[]} photos */
function inCommon(photos, property) {
  const first = photos[0].properties[property];
  return photos.every(({ properties }) => properties[property] === first) ? first : undefined;
}
