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
  /** @type {Map<ListName, Promise<import("../api/words.js").NamedPhotos[]>>} */
  const common = new Map();

  /** @param {ListName} list @param {string} text @param {AbortSignal} [signal] */
  const load = async (list, text, signal) => (await api.namesIn(list, { text, limit: MOST_LOADED }, NO_FILTERS, signal)).names;

  /** @param {ListName} list */
  function loadCommon(list) {
    if (!common.has(list)) common.set(list, load(list, ""));
    return /** @type {Promise<import("../api/words.js").NamedPhotos[]>} */ (common.get(list)).catch(() => {
      common.delete(list);
      return [];
    });
  }

  return {
    forget: () => common.clear(),

    /**
     * @param {ListName} list @param {string} typed @param {string[]} had @param {AbortSignal} signal
     * @returns {AsyncGenerator<{name: string, count: number}[]>} first those that are known, then with the server's
     */
    async *find(list, typed, had, signal) {
      const known = await loadCommon(list);
      yield matching(known, typed, had);
      const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
      // All names are known.
      if (known.length < MOST_LOADED || words.join("").length < LEAST_LETTERS) return;
      const found = await load(list, words.join(" "), signal).catch(() => []);
      yield matching([...new Map([...found, ...known].map((one) => [one.name, one])).values()], typed, had);
    },
  };
}
