/**
 * The lists of keywords and people. Pure functions.
 * @module
 */

import { setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {"keywords" | "people"} ListName
 *
 * @typedef {object} NameList
 * @property {ListName | ""} open
 * @property {string} text that is searched in the names
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/words.js").NamedPhotos[]} list from the last answer
 * @property {string[]} opened paths whose parts are shown
 * @property {number} total how many names there are; the list may have fewer
 * @property {string} problem
 */

/** Both lists, with the filter that takes their names. @type {Record<ListName, "keyword" | "person">} */
export const FILTER_OF = { keywords: "keyword", people: "person" };

/** @type {NameList} */
const CLOSED = Object.freeze({ open: "", text: "", status: "loading", list: [], opened: [], total: 0, problem: "" });

export const NAMES = { names: CLOSED };

/** @type {import("../core/address.js").AddressPart} */
export const NAMES_ADDRESS = {
  fields: { names: "" },
  isOpening: true,
  read(fields) {
    const text = fields.get("names") ?? "";
    return { names: text in FILTER_OF ? /** @type {ListName} */ (text) : "" };
  },
  write: ({ names }) => (names ? [`names=${names}`] : []),
};

/** @param {ListName | ""} open */
export const listOpened = (open) => setWithin("names", { ...CLOSED, open });

/** @param {Filters} filters @param {ListName} list @returns {Filters} those that count: choosing a name does not hide the others */
export function withoutNames(filters, list) {
  return { ...filters, [FILTER_OF[list]]: "" };
}

/**
 * @typedef {object} NameRow
 * @property {string} key the name
 * @property {string} label the name, without those above it in an opened tree
 * @property {number} depth
 * @property {boolean} hasParts
 * @property {import("../api/words.js").NamedPhotos} named
 */

/** @param {string[]} opened @param {string} name @returns {string[]} with the parts of a path shown, or hidden */
export function turned(opened, name) {
  return opened.includes(name) ? opened.filter((one) => one !== name) : [...opened, name];
}

/**
 * The rows of a list. What a search finds is not in a tree, but named by its path.
 *
 * @param {NameList} names @returns {NameRow[]} from top to bottom
 */
export function rowsOf({ list, text, opened }) {
  const known = new Set(list.map(({ name }) => name));
  /** @type {Map<string, import("../api/words.js").NamedPhotos[]>} */
  const parts = new Map();
  for (const named of list) {
    const above = !text && named.above !== undefined && known.has(named.above) ? named.above : "";
    if (!parts.has(above)) parts.set(above, []);
    parts.get(above).push(named);
  }
  const rows = /** @type {NameRow[]} */ ([]);
  add("", 1);
  return rows;

  /** @param {string} above @param {number} depth */
  function add(above, depth) {
    for (const named of parts.get(above) ?? []) {
      const { name } = named;
      const hasParts = name !== "" && parts.has(name);
      rows.push({ key: name, label: above ? name.slice(above.length + 1) : name, depth, hasParts, named });
      if (hasParts && opened.includes(name)) add(name, depth + 1);
    }
  }
}

/** @param {NameRow[]} rows @param {NameRow[]} before @returns {NameRow[]} with the old objects for unchanged rows */
export function sameRows(rows, before) {
  const known = new Map(before.map((row) => [row.key, row]));
  return rows.map((row) => {
    const old = known.get(row.key);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

/**
 * The message of a panel without names; empty if it has names or still waits for them.
 *
 * @param {NameList} names
 * @param {boolean} isFiltered
 * @returns {string}
 */
export function emptyText({ open, text, status, list, problem }, isFiltered) {
  if (status === "failed") return problem;
  if (status === "loading") return list.length ? "" : TEXTS.loading;
  if (list.length) return "";
  if (text) return TEXTS.noNameMatches(text);
  if (isFiltered) return TEXTS.noPhotosMatch;
  return open === "people" ? TEXTS.noPeopleYet : TEXTS.noKeywordsYet;
}

/** @param {NameList} names @returns {string} how many names there are, and how many of them are shown */
export function countsText({ open, list, total }) {
  if (!open || !total) return "";
  const counted = open === "people" ? TEXTS.counted.person(total) : TEXTS.counted.keyword(total);
  return list.length < total ? TEXTS.firstOf(list.length, counted) : counted;
}
