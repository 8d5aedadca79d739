/**
 * Steps from photo to photo in the grid's order, also over pages that are not loaded. The order of a photo outside the
 * view is that among all photos that match the filters.
 * @module
 */

import { wallClock } from "../core/format.js";
import { pageOf, pagesBetween, indicesOfDay } from "./shelf-index.js";

/** How many pages of its day are searched for a photo that was not opened from the grid. */
const PAGES_SEARCHED = 12;
const MOST_FOUND = 200;
/** The number of photos on each side of the open one in the viewer's film strip. */
export const STRIP_ASIDE = 8;

/**
 * @typedef {import("./shelf.js").Shelf} Shelf
 * @typedef {{shelf: Shelf, index: number}} Standing the position of a photo
 */
export class Walk {
  #wall;
  #pages;
  #everywhere;
  /** Positions of the photos that were found last, because the next step starts at one of them. */
  #found = { shelf: null, standing: new Map() };
  #beside = ({ shelf, index }, by) => this.#photoAt({ shelf, index: index + by });

  /**
   * @param {object} options
   * @param {import("./wall.js").Wall} options.wall
   * @param {import("./page-loader.js").PageLoader} options.pages
   * @param {() => Promise<Shelf>} options.everywhere loads a shelf of all photos that match the filters, for photos outside the view
   */
  constructor({ wall, pages, everywhere }) {
    this.#wall = wall;
    this.#pages = pages;
    this.#everywhere = everywhere;
  }

  async #photoAt(/** @type {Standing} */ { shelf, index }) {
    if (index < 0 || index >= shelf.shown) return null;
    const page = pageOf(shelf, index);
    const photo = shelf.kind !== "days" ? shelf.ranked[index] : (await this.#pages.fetch(shelf, page))[index - page.start];
    if (photo) this.#note(photo.id, { shelf, index });
    return photo ?? null;
  }

  #note(id, standing) {
    if (this.#found.shelf !== this.#wall.shelf || this.#found.standing.size > MOST_FOUND) this.#found = { shelf: this.#wall.shelf, standing: new Map() };
    this.#found.standing.set(id, standing);
  }

  /** @param {import("../api/photos.js").Photo} feature @returns {Promise<Standing | null>} */
  async #find(id, feature) {
    const { shelf } = this.#wall;
    if (this.#found.shelf === shelf && this.#found.standing.has(id)) return this.#found.standing.get(id);
    const drawn = this.#wall.indexOfPhoto(id);
    if (drawn !== null && shelf) return { shelf, index: drawn };
    const index = shelf ? await this.#indexIn(shelf, id, feature) : -1;
    if (index >= 0) return { shelf, index };
    if (!feature) return null;
    const all = await this.#everywhere();
    const there = await this.#indexIn(all, id, feature);
    return there < 0 ? null : { shelf: all, index: there };
  }

  /** @param {import("../api/photos.js").Photo} feature */
  async #indexIn(shelf, id, feature) {
    if (shelf.kind !== "days") return shelf.ranked.findIndex((one) => one.id === id);
    return feature ? this.#findInDay(shelf, id, feature.properties) : -1;
  }

  /** @param {import("../api/photos.js").PhotoProperties} properties */
  async #findInDay(shelf, id, properties) {
    const moment = wallClock(properties)?.getTime() ?? null;
    const dated = shelf.shown - shelf.undated;
    const { first, end } = moment === null ? { first: dated, end: shelf.shown } : indicesOfDay(shelf, moment);
    if (first >= end) return -1;
    for (const page of pagesBetween(shelf, first, end - 1).slice(0, PAGES_SEARCHED)) {
      const at = (await this.#pages.fetch(shelf, page)).findIndex((one) => one.id === id);
      if (at >= 0) return page.start + at;
    }
    return -1;
  }

  /** @param {import("../api/photos.js").Photo} feature */
  async #standingOf(id, feature) {
    const standing = await this.#find(id, feature);
    if (standing) this.#note(id, standing);
    return standing;
  }

  /** @param {number} id @returns {number | null} the photo's index on the wall, if it was found there */
  indexHere(id) {
    const standing = this.#found.standing.get(id);
    return standing && standing.shelf === this.#wall.shelf ? standing.index : null;
  }

  /**
   * @param {number} id
   * @param {-1 | 1} direction
   * @param {import("../api/photos.js").Photo} [feature] the properties that are known
   * @returns {Promise<number | null>} the id of the photo before or after it
   */
  async neighbour(id, direction, feature) {
    const standing = await this.#standingOf(id, feature);
    return standing && ((await this.#beside(standing, direction))?.id ?? null);
  }

  /**
   * @param {import("../api/photos.js").Photo} one
   * @param {import("../api/photos.js").Photo} other
   * @param {number} most
   * @returns {Promise<import("../api/photos.js").Photo[] | null>} the photos from one to the other, both included; none
   * if they are not on the same shelf, null if they are more than `most`
   */
  async between(one, other, most) {
    const [from, to] = await Promise.all([one, other].map((photo) => this.#standingOf(photo.id, photo)));
    if (!from || !to || from.shelf !== to.shelf) return [];
    const [first, last] = [from.index, to.index].sort((a, b) => a - b);
    if (last - first >= most) return null;
    if (from.shelf.kind !== "days") return from.shelf.ranked.slice(first, last + 1);
    const photos = [];
    for (const page of pagesBetween(from.shelf, first, last)) {
      const loaded = await this.#pages.fetch(from.shelf, page);
      photos.push(...loaded.slice(Math.max(0, first - page.start), last + 1 - page.start));
    }
    return photos;
  }

  /** @returns {Promise<{first: number | null, last: number | null}>} the ids of the first and the last photo of the wall */
  async ends() {
    const { shelf } = this.#wall;
    if (!shelf?.shown) return { first: null, last: null };
    const [first, last] = await Promise.all([0, shelf.shown - 1].map((index) => this.#photoAt({ shelf, index })));
    return { first: first?.id ?? null, last: last?.id ?? null };
  }

  /**
   * @param {number} id
   * @param {import("../api/photos.js").Photo} [feature]
   * @returns {Promise<import("../viewer/strip.js").Stretch>} the photos around it
   */
  async near(id, feature) {
    const standing = await this.#standingOf(id, feature);
    if (!standing) return { first: 1, photos: [] };
    const { shelf, index } = standing;
    const first = Math.max(0, index - STRIP_ASIDE);
    const indices = Array.from({ length: index + STRIP_ASIDE - first + 1 }, (_, offset) => first + offset);
    const photos = await Promise.all(indices.map((one) => this.#photoAt({ shelf, index: one })));
    return { first: first + 1, photos: photos.filter((one) => one !== null) };
  }

  /**
   * @param {number} id
   * @param {import("../api/photos.js").Photo} feature
   * @returns {Promise<import("../panel/photo-state.js").Around | null>} null if the photo does not match the filters
   */
  async around(id, feature) {
    const standing = await this.#standingOf(id, feature);
    if (!standing) return null;
    const [previous, next] = await Promise.all([this.#beside(standing, -1), this.#beside(standing, 1)]);
    return { id, previous: previous?.id ?? null, next: next?.id ?? null, position: standing.index + 1, total: standing.shelf.shown };
  }
}
