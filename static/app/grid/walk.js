/**
 * From photo to photo in the grid's order, whether or not its pages have come yet.
 * @module
 */

import { wallClock } from "../format.js";
import { pageOf, pagesBetween, placesOfDay } from "./places.js";

/** A photo that was not opened from the grid is looked for in so many pages of its day. */
const PAGES_SEARCHED = 12;
const MOST_FOUND = 200;
/** So many photos to each side of one make the viewer's film strip. */
export const STRIP_ASIDE = 8;

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./wall.js").createWall>} options.wall
 * @param {ReturnType<typeof import("./page-loader.js").createPageLoader>} options.pages
 */
export function createWalk({ wall, pages }) {
  /** Where the photos stand that were found last, since the next step begins at one of them. */
  let found = { shelf: null, places: new Map() };

  async function photoAt(place) {
    const { shelf } = wall;
    if (!shelf || place < 0 || place >= shelf.shown) return null;
    const page = pageOf(shelf, place);
    const photo = shelf.kind !== "days" ? shelf.ranked[place] : (await pages.fetch(shelf, page))[place - page.start];
    if (photo) note(shelf, photo.id, place);
    return photo ?? null;
  }

  function note(shelf, id, place) {
    if (found.shelf !== shelf || found.places.size > MOST_FOUND) found = { shelf, places: new Map() };
    found.places.set(id, place);
  }

  async function find(id, feature) {
    const { shelf } = wall;
    if (!shelf) return -1;
    if (found.shelf === shelf && found.places.has(id)) return found.places.get(id);
    const drawn = wall.placeOfPhoto(id);
    if (drawn !== null) return drawn;
    if (shelf.kind !== "days") return shelf.ranked.findIndex((one) => one.id === id);
    return feature ? findInDay(shelf, id, feature.properties) : -1;
  }

  async function findInDay(shelf, id, properties) {
    const moment = wallClock(properties)?.getTime() ?? null;
    const dated = shelf.shown - shelf.undated;
    const { first, end } = moment === null ? { first: dated, end: shelf.shown } : placesOfDay(shelf, moment);
    if (first >= end) return -1;
    for (const page of pagesBetween(shelf, first, end - 1).slice(0, PAGES_SEARCHED)) {
      const at = (await pages.fetch(shelf, page)).findIndex((one) => one.id === id);
      if (at >= 0) return page.start + at;
    }
    return -1;
  }

  async function placeOf(id, feature) {
    const { shelf } = wall;
    const place = await find(id, feature);
    if (place >= 0) note(shelf, id, place);
    return place;
  }

  return {
    placeOf,

    /**
     * @param {number} id
     * @param {-1 | 1} direction
     * @param {any} [feature] what is known of the photo
     * @returns {Promise<number | null>} the photo before or after it
     */
    async neighbour(id, direction, feature) {
      const place = await placeOf(id, feature);
      return place < 0 ? null : (await photoAt(place + direction))?.id ?? null;
    },

    /**
     * @param {number} id
     * @param {any} [feature]
     * @returns {Promise<import("../viewer/strip.js").Stretch>} the photos around it
     */
    async near(id, feature) {
      const place = await placeOf(id, feature);
      const first = Math.max(0, place - STRIP_ASIDE);
      const places = place < 0 ? [] : Array.from({ length: place + STRIP_ASIDE - first + 1 }, (_, index) => first + index);
      const photos = await Promise.all(places.map((one) => photoAt(one)));
      return { first: first + 1, photos: photos.filter((one) => one !== null) };
    },

    /**
     * @param {number} id
     * @param {any} feature
     * @returns {Promise<import("../state.js").Around | null>} null where the grid does not have the photo
     */
    async around(id, feature) {
      const place = await placeOf(id, feature);
      if (place < 0) return null;
      const [previous, next] = await Promise.all([photoAt(place - 1), photoAt(place + 1)]);
      return { id, previous: previous?.id ?? null, next: next?.id ?? null, position: place + 1, total: wall.shelf.shown };
    },
  };
}
