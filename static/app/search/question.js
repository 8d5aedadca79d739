/**
 * From a reading of the question to filters: alone, with the filters that are set, and without its weakest terms. Pure.
 * @module
 */

import { wordFilter } from "../filters/facets.js";
import { NO_FILTERS, filterKey, isFiltered, joined, valuesOf } from "../filters/filters.js";
import { namesIn, together } from "../filters/conditions.js";
import { KINDS } from "../filters/kinds.js";
import { seasonValue } from "../filters/recurring.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./grammar.js").Term} Term
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} Plan
 * @property {Filters} filters
 * @property {Term[]} dropped terms
 * @property {boolean} isRefined whether it adds to filters that are set
 * @property {boolean} isInstead whether it replaces filters that are set
 */

/** The filters that say the same as another: a new one replaces them. */
const SAME = [["country", "region", "place", "area"], ["time", "undated", "date"], ["month", "date"]];
/** How much is lost without a term. The weakest is dropped first. */
const WEIGHTS = { name: 1, q: 1, hour: 2, weekday: 2.1, media: 3, rating: 3.1, favourite: 3.2, camera: 4, path: 4.1, keyword: 4.5, month: 5, date: 5.1, source: 3, undated: 4, person: 6, time: 6.5, place: 7, area: 7, region: 7.1, country: 7.2 };
const MOST_PLANS = 10;
/** With more terms, only one is dropped at a time. */
const MOST_SUBSETS = 6;

/**
 * @param {Term[]} terms
 * @param {boolean} isSouth whether the reader lives south of the equator
 * @returns {Filters}
 */
export function filtersOf(terms, isSouth) {
  const filters = { ...NO_FILTERS };
  const south = isInSouth(terms, isSouth);
  for (const { name, value: plain, season, isNot } of terms) {
    const values = season ? seasonValue(season, south) : plain;
    // The API itself reads a word that must not be found.
    const [said, value] = !isNot ? [name, values] : name === "q" ? [name, `-${values}`] : ["not", joined(valuesOf(values).map((one) => `${name}:${one}`))];
    filters[said] = withAlso(said, filters[said], value);
  }
  return filters;
}

/** A value of a filter and a further one: photos must have both if they can, as they can have several keywords, else one of them. */
function withAlso(name, one, other) {
  const { isList } = /** @type {import("../filters/kinds.js").Kind} */ (KINDS[name]);
  if (!isList || one === "") return joined([...valuesOf(one), ...valuesOf(other)]);
  return joined(valuesOf(one).flatMap((names) => valuesOf(other).map((more) => together([...namesIn(names), ...namesIn(more)]))));
}

/** The season of a place is that of its hemisphere. */
function isInSouth(terms, isSouth) {
  const box = terms.find(({ area, isNot }) => area?.bbox && !isNot)?.area?.bbox;
  return box ? box[1] + box[3] < 0 : isSouth;
}

/**
 * @param {Filters} set filters that are set already
 * @param {Filters} added
 * @returns {Filters} both; what is new replaces what says the same
 */
export function merged(set, added) {
  const names = Object.keys(added).filter((name) => added[name] !== "");
  const replaced = names.flatMap((name) => [name, ...SAME.filter((group) => group.includes(name)).flat()]);
  const kept = Object.fromEntries(Object.entries(set).filter(([name]) => !replaced.includes(name)));
  const value = (name) => (KINDS[name].isList || KINDS[name].isEach ? withAlso(name, set[name], added[name]) : added[name]);
  return { ...NO_FILTERS, ...kept, ...Object.fromEntries(names.map((name) => [name, value(name)])) };
}

/**
 * The filters to try for a reading, in this order: with those that are set, alone, then without ever more terms.
 *
 * @param {Term[]} terms @param {Filters} set @param {boolean} isSouth
 * @returns {Plan[]}
 */
export function plansFor(terms, set, isSouth) {
  const south = isInSouth(terms, isSouth);
  const isInstead = isFiltered(set) && filterKey(merged(set, filtersOf(terms, south))) !== filterKey(filtersOf(terms, south));
  const alone = subsets(terms).map((kept) => ({ filters: filtersOf(kept, south), dropped: terms.filter((one) => !kept.includes(one)), isRefined: false, isInstead }));
  const refined = isInstead ? [{ filters: merged(set, filtersOf(terms, south)), dropped: [], isRefined: true, isInstead: false }] : [];
  return [...refined, ...alone.filter(({ filters }) => isFiltered(filters))].slice(0, MOST_PLANS);
}

/** The parts of a list of terms, without the weakest first. */
function subsets(terms) {
  const masks = terms.length > MOST_SUBSETS
    ? [0, ...terms.map((_, index) => 1 << index)]
    : Array.from({ length: 2 ** terms.length - 1 }, (_, mask) => mask);
  const lost = (mask) => terms.reduce((sum, { name }, index) => sum + (mask & (1 << index) ? WEIGHTS[name] ?? 3 : 0), 0);
  return masks.sort((one, other) => lost(one) - lost(other)).map((mask) => terms.filter((_, index) => !(mask & (1 << index))));
}

/** @param {Term[]} terms @param {boolean} isSouth @returns {string} the terms as the chips will say them */
export function titleOf(terms, isSouth) {
  return terms.map((term) => labelOf(term, isInSouth(terms, isSouth))).join(" · ");
}

/** @param {Term} term @param {boolean} isSouth @returns {string} */
export function labelOf({ name, value, season, area, isNot }, isSouth) {
  const label = area?.name ?? valuesOf(season ? seasonValue(season, isSouth) : value).map((one) => wordFilter(name, one)).join(", ");
  return isNot ? TEXTS.without(label) : label;
}
