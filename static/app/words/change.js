/**
 * Changes of what is written about photos. Pure.
 * @module
 */

/**
 * @typedef {"keywords" | "keywordPaths" | "people"} ListName
 * @typedef {Pick<import("../api/photos.js").PhotoProperties, "title" | "caption" | "rating" | "favourite" | ListName>} Words
 *
 * @typedef {object} Change only what the reader has changed, so that two windows keep what the other writes
 * @property {{title?: string | null, caption?: string | null, rating?: number | null, favourite?: true | null}} set null removes what is known
 * @property {Partial<Record<ListName, string[]>>} add
 * @property {Partial<Record<ListName, string[]>>} remove
 */

/** @type {readonly ListName[]} */
export const LISTS = ["keywords", "keywordPaths", "people"];
/** The rating of rejected photos. */
export const REJECTED = -1;
export const SINGLE = /** @type {const} */ (["title", "caption", "rating", "favourite"]);

/** @param {Partial<Change>} [parts] @returns {Change} */
export function changeOf(parts) {
  return { set: {}, add: {}, remove: {}, ...parts };
}

/** @param {Change} change @returns {boolean} */
export function isEmpty({ set, add, remove }) {
  return [set, add, remove].every((part) => Object.keys(part).length === 0);
}

/** @param {import("../api/photos.js").PhotoProperties} properties @returns {Words} */
export function wordsIn({ title, caption, rating, favourite, keywords, keywordPaths, people }) {
  return { title, caption, rating, favourite, keywords, keywordPaths, people };
}

/**
 * @param {Change} earlier @param {Change} later
 * @returns {Change} both in one: what is later counts
 */
export function merged(earlier, later) {
  const [add, remove] = [{}, {}];
  for (const list of LISTS) {
    fill(add, list, union(without(earlier.add[list], later.remove[list]), later.add[list]));
    fill(remove, list, union(without(earlier.remove[list], later.add[list]), later.remove[list]));
  }
  return { set: { ...earlier.set, ...later.set }, add, remove };
}

/**
 * @param {Change} change @param {Words} words that a photo shows
 * @returns {Change} without what these words have already
 */
export function needed(change, words) {
  const [set, add, remove] = [{}, {}, {}];
  for (const name of SINGLE) if (name in change.set && change.set[name] !== valueOf(words, name)) set[name] = change.set[name];
  for (const list of LISTS) {
    fill(add, list, without(change.add[list], words[list]));
    fill(remove, list, (change.remove[list] ?? []).filter((name) => words[list]?.includes(name)));
  }
  return { set, add, remove };
}

/**
 * The end of a hierarchy is a keyword too, and goes with it.
 *
 * @param {Words} words @param {Change} change @returns {Words} after the change
 */
export function applied(words, { set, add, remove }) {
  const next = { ...words };
  for (const name of SINGLE) if (name in set) Object.assign(next, { [name]: set[name] ?? undefined });
  const goneEnds = (remove.keywordPaths ?? []).map(endOf);
  const isGone = (/** @type {string} */ path) => remove.keywords?.includes(endOf(path));
  next.keywordPaths = union(without(words.keywordPaths, remove.keywordPaths).filter((path) => !isGone(path)), add.keywordPaths);
  next.keywords = union(union(without(without(words.keywords, remove.keywords), goneEnds), add.keywords), (add.keywordPaths ?? []).map(endOf));
  next.people = union(without(words.people, remove.people), add.people);
  return next;
}

/**
 * @param {Words} words @param {(typeof SINGLE)[number]} name
 * @returns {string | number | true | null} null if it is unknown, and for a photo that is no favourite
 */
export function valueOf(words, name) {
  return words[name] === false ? null : /** @type {any} */ (words[name]) ?? null;
}

/** @param {string} path such as `Nature/Sea` @returns {string} */
export function endOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * A keyword as the server takes it: with slashes it is a hierarchy.
 *
 * @param {string} text @returns {{list: "keywords" | "keywordPaths", name: string}}
 */
export function enteredKeyword(text) {
  const names = text.split("/").map((part) => part.replace(/^ +| +$/g, "")).filter(Boolean);
  return { list: names.length > 1 ? "keywordPaths" : "keywords", name: names.join("/") || text };
}

/** @param {"keywords" | "people"} list @param {string} name @returns {Partial<Record<ListName, string[]>>} */
export function oneName(list, name) {
  const entered = list === "keywords" ? enteredKeyword(name) : { list, name };
  return { [entered.list]: [entered.name] };
}

/**
 * Names in the form that the server takes.
 *
 * @param {"keywords" | "people"} list @param {string} typed may have several, with commas between
 * @returns {Partial<Record<ListName, string[]>>}
 */
export function namesIn(list, typed) {
  const found = /** @type {Partial<Record<ListName, string[]>>} */ ({});
  for (const part of typed.split(/[,;\n]/).map(plainText).filter(Boolean)) {
    for (const [into, names] of Object.entries(oneName(list, part))) found[into] = union(found[into], names);
  }
  return found;
}

/** @param {string} text @returns {string} on one line, without control characters */
export function plainText(text) {
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

/** @param {string} text @returns {string} with the line ends and tabs of a caption */
export function plainLines(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, " ").trim();
}

/** @param {string[]} [names] @param {string[]} [others] @returns {string[]} */
function without(names = [], others = []) {
  return others.length ? names.filter((name) => !others.includes(name)) : names;
}

/** @param {string[]} [names] @param {string[]} [others] @returns {string[]} */
function union(names = [], others = []) {
  return [...new Set([...names, ...others])];
}

/** @param {object} part @param {string} list @param {string[]} names */
function fill(part, list, names) {
  if (names.length) part[list] = names;
}
