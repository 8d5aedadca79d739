/**
 * What the search asks the server: names of places, how many photos a reading has, and files.
 * @module
 */

import { LeastRecentlyUsed } from "../core/lru.js";
import { filterKey } from "../filters/filters.js";
import { ApiError } from "../api.js";
import { possibleNames } from "./grammar.js";
import { findNamed, folded } from "./places.js";

/** How many names are requested for a text, and how many areas for each. */
const MOST_NAMES = 12;
const AREAS_ASKED = 10;
const FILES_FOUND = 3;
/** How many pictures a result has. */
const PICTURES = 3;
const REMEMBERED = 300;
/** How sure it is that a name means an area: its own name, another of its names, the beginning of one, a misspelt one, a later word of one. */
const EXACT = 1;
const OTHER_NAME = 0.85;
const UNSURE_NAME = 0.3;
const BEGINNING = 0.7;
const MISSPELT = 0.65;
const LATER_WORD = 0.4;

/**
 * @typedef {import("../api/places.js").Area} Area
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {{area: Area, quality: number}[]} Named
 * @typedef {{count: number, photos: import("../api/photos.js").Photo[]}} Counted
 */

/**
 * @param {import("../api.js").Api} api
 */
export function createFinder(api) {
  /** @type {LeastRecentlyUsed<string, Named>} */
  const names = new LeastRecentlyUsed(REMEMBERED);
  /** @type {LeastRecentlyUsed<string, Counted>} */
  const counts = new LeastRecentlyUsed(REMEMBERED);

  /** @param {string} phrase @param {import("./places.js").Gazetteer} gazetteer @param {AbortSignal} signal */
  async function learnName(phrase, gazetteer, signal) {
    const found = qualified(phrase, indexed(await api.areasNamed(phrase, AREAS_ASKED, signal)));
    names.set(folded(phrase), found.length ? found : await misspelt(phrase, gazetteer, signal));
  }

  /** The areas of the reader that the list of the base map has with a similar name. */
  async function misspelt(phrase, gazetteer, signal) {
    const [near] = folded(phrase).length > 3 ? findNamed(gazetteer, phrase, 1) : [];
    if (!near || near.keys.some((key) => key.startsWith(folded(phrase)))) return [];
    const areas = indexed(await api.areasNamed(near.name, AREAS_ASKED, signal));
    return qualified(near.name, areas).filter(({ quality }) => quality === EXACT).map(({ area }) => ({ area, quality: MISSPELT }));
  }

  return {
    /** @param {string} phrase @returns {Named} what is known so far */
    areas: (phrase) => names.get(folded(phrase)) ?? [],

    /**
     * Asks for the names in a text that are not known yet.
     *
     * @param {string} text @param {import("./grammar.js").Knowledge} knowledge
     * @param {import("./places.js").Gazetteer} gazetteer @param {AbortSignal} signal
     */
    async learn(text, knowledge, gazetteer, signal) {
      const unknown = possibleNames(text, knowledge, MOST_NAMES).filter((phrase) => !names.has(folded(phrase)));
      await Promise.all(unknown.map((phrase) => learnName(phrase, gazetteer, signal)));
    },

    /** @param {Filters} filters @returns {Counted | undefined} what is known so far */
    counted: (filters) => counts.get(filterKey(filters)),

    /**
     * @param {Filters} filters @param {AbortSignal} signal
     * @returns {Promise<Counted>} how many photos pass, and the newest of them; none if the server refuses the filters
     */
    async count(filters, signal) {
      const key = filterKey(filters);
      const known = counts.get(key);
      if (known) return known;
      const answer = await api.items("newest", PICTURES, filters, signal).catch((error) => {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        return { numberMatched: 0, features: [] };
      });
      const counted = { count: answer.numberMatched ?? 0, photos: answer.features };
      counts.set(key, counted);
      return counted;
    },

    /** @param {string} text @param {AbortSignal} signal */
    files: (text, signal) => api.filesNamed(text, FILES_FOUND, signal),

    /** Drops all counts, because the library has changed. */
    forget() {
      counts.clear();
      names.clear();
    },
  };
}

/** @typedef {ReturnType<typeof createFinder>} Finder */

/** @param {Area[]} areas in the order of the server */
function indexed(areas) {
  return areas.map((area, index) => ({ area, index }));
}

/**
 * The areas with photos, and how sure it is that they are meant. The server finds the beginnings of all names of an
 * area, and does not say which it found.
 *
 * @param {string} phrase @param {{area: Area, index: number}[]} areas in the server's order @returns {Named}
 */
function qualified(phrase, areas) {
  const wanted = folded(phrase);
  const isExact = ({ area }) => folded(area.name) === wanted;
  const hasExact = areas.some(isExact);
  return areas.filter(({ area }) => area.count > 0).map((one) => {
    if (isExact(one)) return { area: one.area, quality: EXACT };
    const name = folded(one.area.name);
    if (name.startsWith(wanted)) return { area: one.area, quality: BEGINNING };
    if (name.includes(` ${wanted}`)) return { area: one.area, quality: LATER_WORD };
    return { area: one.area, quality: one.index === 0 && !hasExact ? OTHER_NAME : UNSURE_NAME };
  });
}
