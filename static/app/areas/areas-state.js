/**
 * The tree of countries, regions and places with photos; only opened areas have parts. Pure functions.
 * @module
 */

import { setWithin } from "../core/store.js";
import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { filterNames } from "../filters/kinds.js";
import { valuesOf } from "../filters/filters.js";

/**
 * @typedef {import("../api/places.js").Area} Area
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} Parts of an area, or the countries
 * @property {"loading" | "ready" | "failed"} status
 * @property {Area[]} areas from the last answer
 * @property {number} elsewhere how many photos are in none of them
 * @property {string} problem
 *
 * @typedef {object} AreaTree
 * @property {string[] | null} opened the areas whose parts are shown; null while the panel is closed
 * @property {Record<string, Parts>} parts by the id of the parent area; `WORLD` has the countries
 *
 * @typedef {object} Row of the tree on the screen
 * @property {string} key the same for the same row
 * @property {number} depth 1 for countries
 * @property {Area} [area]
 * @property {string} [text] in place of an area
 * @property {string} [retry] the id of the area whose parts this row's button requests again
 */

/** The filters by area: country, region and place. */
const KINDS_OF_AREAS = filterNames(({ hasIds }) => hasIds);
/** The parent of the countries. */
export const WORLD = "";
/** In the address: the panel is open, but no area is. */
const NOTHING = "all";
const MOST_OPENED = 20;

/** @type {Parts} */
const UNKNOWN = Object.freeze({ status: "loading", areas: [], elsewhere: 0, problem: "" });

export const AREAS = {
  areas: /** @type {AreaTree} */ ({ opened: null, parts: {} }),
};

/** @type {import("../core/address.js").AddressPart} */
export const AREAS_ADDRESS = {
  fields: { areas: null },
  isOpening: true,
  read(fields) {
    const text = fields.get("places");
    return { areas: text && /^\w[\w.,-]{0,400}$/.test(text) ? text : null };
  },
  write: ({ areas }) => (areas !== null ? [`places=${areas}`] : []),
};

/** @param {string | null} text of the address @returns {string[] | null} */
export function openedIn(text) {
  if (text === null) return null;
  return text === NOTHING ? [] : text.split(",").filter(Boolean).slice(0, MOST_OPENED);
}

/** @param {string[]} opened @returns {string} */
export function textOf(opened) {
  return opened.slice(-MOST_OPENED).join(",") || NOTHING;
}

/**
 * @param {string[]} opened
 * @param {string} id
 * @returns {string[]} with the area added, or without it and the areas in it
 */
export function turned(opened, id) {
  return opened.includes(id) ? opened.filter((one) => one !== id && !one.startsWith(`${id}.`)) : [...opened, id];
}

/**
 * @param {Filters} filters
 * @returns {Filters} the filters for the counts of the tree: choosing a country does not hide the others
 */
export function withoutAreas(filters) {
  return { ...filters, ...Object.fromEntries(KINDS_OF_AREAS.map((name) => [name, ""])) };
}

/**
 * @param {Filters} filters
 * @param {Pick<Area, "kind" | "id">} area
 * @returns {Filters} with this area in place of the others
 */
export function onlyIn(filters, { kind, id }) {
  return { ...withoutAreas(filters), [kind]: id };
}

/** @param {Filters} filters @returns {string[]} the ids of the areas in the filters */
export function chosenIn(filters) {
  return KINDS_OF_AREAS.flatMap((name) => valuesOf(filters[name]));
}

/**
 * Returns a state change for the parts of an area.
 *
 * @param {string} parent @param {Partial<Parts>} changes
 */
export const partsChanged = (parent, changes) => (/** @type {import("../core/store.js").State} */ state) => {
  const before = state.areas.parts[parent] ?? UNKNOWN;
  const areas = changes.areas ? sameAreas(before.areas, changes.areas) : before.areas;
  return setWithin("areas", { parts: { ...state.areas.parts, [parent]: { ...before, ...changes, areas } } })(state);
};

/** Reuses the old objects of unchanged areas, so that their rows are not made anew. */
function sameAreas(before, areas) {
  const old = new Map(before.map((area) => [area.id, area]));
  return areas.map((area) => (JSON.stringify(old.get(area.id)) === JSON.stringify(area) ? old.get(area.id) : area));
}

/**
 * @param {AreaTree} tree
 * @returns {Row[]} from top to bottom
 */
export function rowsOf({ opened, parts }) {
  const rows = /** @type {Row[]} */ ([]);
  addParts(WORLD, 1, null);
  return rows;

  /** @param {string} parent @param {number} depth @param {Area | null} within */
  function addParts(parent, depth, within) {
    const { status, areas, elsewhere, problem } = parts[parent] ?? UNKNOWN;
    const add = (name, row) => rows.push({ key: `${name} of ${parent}`, depth, ...row });
    if (status === "failed") add("problem", { text: problem, retry: parent });
    else if (status === "loading" && areas.length === 0) add("wait", { text: TEXTS.loading });
    for (const area of areas) {
      rows.push({ key: area.id, depth, area });
      if (hasParts(area) && opened?.includes(area.id)) addParts(area.id, depth + 1, area);
    }
    if (elsewhere > 0 && (areas.length > 0 || within)) add("rest", { text: restText(elsewhere, within) });
  }
}

/** @param {Area} area @returns {boolean} */
export function hasParts({ kind }) {
  return kind !== "place";
}

/** @param {Row[]} rows @param {Row[]} before @returns {Row[]} with the old objects for unchanged rows */
export function sameRows(rows, before) {
  const old = new Map(before.map((row) => [row.key, row]));
  const isSame = (one, other) => other && one.area === other.area && one.text === other.text && one.depth === other.depth;
  return rows.map((row) => (isSame(row, old.get(row.key)) ? /** @type {Row} */ (old.get(row.key)) : row));
}

/**
 * @param {Row[]} rows
 * @param {number} place
 * @returns {number} the index of the parent's row; -1 for a country
 */
export function rowAbove(rows, place) {
  return rows.findLastIndex((row, at) => at < place && row.depth < rows[place].depth);
}

function restText(count, within) {
  const photos = formatPhotos(count);
  if (!within) return TEXTS.inNoCountry(photos);
  return TEXTS.elsewhereIn(photos, within.name);
}

/**
 * The message of a panel without areas; empty if it has areas or still waits for them.
 *
 * @param {AreaTree} tree
 * @param {boolean} isFiltered
 * @returns {string}
 */
export function emptyText({ parts }, isFiltered) {
  const { status, areas, elsewhere } = parts[WORLD] ?? UNKNOWN;
  if (status !== "ready" || areas.length > 0) return "";
  if (elsewhere > 0) return TEXTS.placesUnknown;
  return isFiltered ? TEXTS.noPhotosMatch : TEXTS.noPhotosYet;
}
