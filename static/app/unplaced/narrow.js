/**
 * Narrows the list of files that are not on the map by words and by folder, and groups it. Pure functions.
 * @module
 */

import { folded } from "../search/places.js";

/**
 * @param {{root?: string, path?: string, filename?: string}} properties of a file
 * @returns {string} the folder it lies in
 */
export function folderOf({ root = "", path = "", filename = "" }) {
  const folder = path.endsWith(filename) ? path.slice(0, -filename.length) : path;
  return [root.replace(/\/$/, ""), folder.replace(/\/$/, "")].filter(Boolean).join("/");
}

/**
 * @param {any[]} files
 * @param {{words: string, folder: string}} wanted empty texts where nothing is asked
 * @returns {any[]} those in the folder whose path or reason holds all the words, without regard to case and accents
 */
export function narrowed(files, { words, folder }) {
  const parts = folded(words).split(" ").filter(Boolean);
  return files.filter(({ properties }) => {
    if (folder && folderOf(properties) !== folder) return false;
    const text = parts.length ? folded([properties.path, properties.filename, properties.detail].join(" ")) : "";
    return parts.every((part) => text.includes(part));
  });
}

/**
 * @typedef {object} FolderOfFiles
 * @property {string} folder
 * @property {number} count of its files
 * @property {Record<string, number>} reasons how many of them there are for each reason
 *
 * @param {any[]} files
 * @returns {FolderOfFiles[]} in the order of their names
 */
export function foldersOf(files) {
  /** @type {Map<string, FolderOfFiles>} */
  const groups = new Map();
  for (const { properties } of files) {
    const folder = folderOf(properties);
    const group = groups.get(folder) ?? { folder, count: 0, reasons: {} };
    group.count += 1;
    group.reasons[properties.reason] = (group.reasons[properties.reason] ?? 0) + 1;
    groups.set(folder, group);
  }
  return [...groups.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}
