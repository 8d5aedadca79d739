/**
 * Names that keywords and people of the library have, for completion.
 * @module
 */

import { folded } from "../core/fold.js";
import { NO_FILTERS } from "../filters/filters.js";

/** Words of fewer letters are found by the names with most photos only. */
const LEAST_LETTERS = 2;
const MOST = 8;
/** Of each list and of each request. */
const MOST_LOADED = 500;

/**
 * @param {{name: string, count: number}[]} names
 * @param {string} typed
 * @param {string[]} had names that are not offered
 * @returns {{name: string, count: number}[]} those that have all words, ignoring case and accents: first those that begin so
 */
export function matching(names, typed, had) {
  const wanted = folded(typed).trim();
  if (!wanted) return [];
  const parts = wanted.split(/\s+/);
  const rank = (/** @type {string} */ name) => {
    const text = folded(name);
    if (!parts.every((part) => text.includes(part))) return 0;
    return text.startsWith(wanted) ? 3 : parts.every((part) => text.split(/[\s/-]+/).some((word) => word.startsWith(part))) ? 2 : 1;
  };
  const known = new Set(had);
  return names.filter(({ name }) => !known.has(name))
    .map((one) => ({ one, rank: rank(one.name) })).filter(({ rank: found }) => found > 0)
    .sort((one, other) => other.rank - one.rank || other.one.count - one.one.count)
    .slice(0, MOST).map(({ one }) => one);
}


/**
 * The names with most photos are loaded once; a request finds others that have the typed words.
 *
 * @param {import("../api.js").Api} api
 */
export function createSuggestions(api) {
  /** @typedef {"keywords" | "people"} ListName */
  /** @typedef {{names: {name: string, count: number}[], isWhole: boolean}} Found */
  /** @type {Map<ListName, Promise<Found>>} */
  const common = new Map();

  /** Keywords are offered by their names, and hierarchies by their paths. @param {ListName} list @param {string} text @param {AbortSignal} [signal] @returns {Promise<Found>} */
  async function load(list, text, signal) {
    const asked = list === "keywords" ? [false, true] : [false];
    const found = await Promise.all(asked.map((isTree) => api.namesIn(list, { text, limit: MOST_LOADED, isTree }, NO_FILTERS, signal)));
    return { names: byName(found.flatMap(({ names }) => names)), isWhole: found.every(({ numberMatched, names }) => numberMatched === names.length) };
  }

  /** @param {ListName} list */
  function loadCommon(list) {
    if (!common.has(list)) common.set(list, load(list, ""));
    return /** @type {Promise<Found>} */ (common.get(list)).catch(() => {
      common.delete(list);
      return { names: [], isWhole: false };
    });
  }

  return {
    forget: () => common.clear(),

    /**
     * @param {ListName} list @param {string} typed @param {string[]} had @param {AbortSignal} signal
     * @returns {AsyncGenerator<{name: string, count: number}[]>} first those that are known, then with the server's
     */
    async *find(list, typed, had, signal) {
      const { names: known, isWhole } = await loadCommon(list);
      yield matching(known, typed, had);
      const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (isWhole || words.join("").length < LEAST_LETTERS) return;
      const { names } = await load(list, words.join(" "), signal).catch(() => ({ names: [] }));
      yield matching([...new Map([...names, ...known].map((one) => [one.name, one])).values()], typed, had);
    },
  };
}

/** @param {import("../api/words.js").NamedPhotos[]} names @returns {{name: string, count: number}[]} each once, with all of its photos, on the map or not */
function byName(names) {
  return [...new Map(names.map(({ name, count, unlocated = 0 }) => [name, { name, count: count + unlocated }])).values()];
}
