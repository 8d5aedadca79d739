/**
 * Narrows the list of files that are not on the map by words and by folder. Pure functions.
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
 * @param {any[]} files
 * @returns {{folder: string, count: number}[]} in the order of their names
 */
export function foldersOf(files) {
  const counts = new Map();
  for (const { properties } of files) {
    const folder = folderOf(properties);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, count]) => ({ folder, count })).sort((one, other) => (one.folder < other.folder ? -1 : 1));
}
