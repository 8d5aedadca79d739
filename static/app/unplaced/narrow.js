/**
 * Filters the list of files that are not on the map by words and by folder, and groups it. Pure functions.
 * @module
 */

import { folded } from "../search/places.js";

/**
 * @param {{root?: string, path?: string, filename?: string}} properties of a file
 * @returns {string} its folder
 */
export function folderOf({ root = "", path = "", filename = "" }) {
  const folder = path.endsWith(filename) ? path.slice(0, -filename.length) : path;
  return [root.replace(/\/$/, ""), folder.replace(/\/$/, "")].filter(Boolean).join("/");
}

/**
 * @param {import("../api/photos.js").Photo[]} files
 * @param {{words: string, folder: string}} wanted empty texts mean no filter
 * @returns {import("../api/photos.js").Photo[]} those in the folder whose path or reason contains all the words, ignoring case and accents
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
 * @property {Record<string, number>} reasons the number of files for each reason
 *
 * @param {import("../api/photos.js").Photo[]} files
 * @returns {FolderOfFiles[]} in order of their names
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
