/**
 * Saved views: sets of filters under a name, which the server keeps as parameters of requests. Pure.
 * @module
 */

import { folded } from "../core/fold.js";
import { TEXTS } from "../core/texts.js";
import { FILTERS_ADDRESS, NO_FILTERS, filterParameters, joined } from "../filters/filters.js";
import { KINDS, filterNames } from "../filters/kinds.js";

/** @typedef {import("../api/sharing.js").SavedView} SavedView */
/** @typedef {import("../filters/filters.js").Filters} Filters */

/** How many the search offers. */
const MOST = 3;

/** Equal for equal parameters, in any order. @param {Record<string, string>} parameters */
function keyOf(parameters) {
  return new URLSearchParams(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/**
 * @param {string} name @param {Filters} filters
 * @returns {SavedView} what is saved
 */
export function viewOf(name, filters) {
  const address = FILTERS_ADDRESS.write(/** @type {import("../features.js").Route} */ ({ filters })).join("&");
  return { name, filters: filterParameters(filters), address };
}

/**
 * The filters of a view as this page has them: those of its address if they are the same, or one for each parameter. A
 * view of another program may have filters that the page lacks; it is then a filter itself.
 *
 * @param {SavedView} view @returns {Filters}
 */
export function filtersOfView({ name, filters, address }) {
  const written = FILTERS_ADDRESS.read(new URLSearchParams(address ?? "")).filters ?? NO_FILTERS;
  const same = [written, filtersOfParameters(filters)].find((one) => keyOf(filterParameters(one)) === keyOf(filters));
  return same ?? { ...NO_FILTERS, view: name };
}

/** @param {Record<string, string>} parameters @returns {Filters} without those that have no filter here */
function filtersOfParameters(parameters) {
  const pairs = filterNames((kind) => kind.parameter !== undefined && kind.parameter in parameters).map((name) => {
    const { parameter = "", expand, read = (value) => value } = /** @type {import("../filters/kinds.js").Kind} */ (KINDS[name]);
    const value = parameters[parameter];
    return [name, joined((expand ? value.split(",") : [value]).map(read))];
  });
  return { ...NO_FILTERS, ...Object.fromEntries(pairs) };
}

/** @param {SavedView[]} views @param {Filters} filters @returns {SavedView | undefined} the view that has exactly these filters */
export function viewWith(views, filters) {
  const key = keyOf(filterParameters(filters));
  return key === "" ? undefined : views.find((view) => keyOf(filterParameters(filtersOfView(view))) === key);
}

/** @param {SavedView} view @returns {number[] | null} the box that it is limited to */
export function boxOfView({ filters }) {
  const numbers = (filters.bbox ?? "").split(",").map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null;
}

/**
 * @param {SavedView[]} views @param {string} text of the search box
 * @returns {{first: import("../search/answers.js").Answer[], others: import("../search/answers.js").Answer[]}} the views
 * whose names have all of its words; the first has this name
 */
export function viewAnswers(views, text) {
  const asked = folded(text.trim());
  const words = asked.split(/\s+/).filter(Boolean);
  if (!words.length) return { first: [], others: [] };
  const found = views.filter(({ name }) => words.every((word) => ` ${folded(name)}`.includes(` ${word}`)));
  const isMeant = ({ name }) => folded(name) === asked;
  return { first: found.filter(isMeant).slice(0, MOST).map(answerOf), others: found.filter((view) => !isMeant(view)).slice(0, MOST).map(answerOf) };
}

/** @param {SavedView} view @returns {import("../search/answers.js").Answer} */
function answerOf(view) {
  return { kind: "filter", sign: "bookmark", title: view.name, detail: TEXTS.savedView, changes: filtersOfView(view) };
}
