/**
 * Files that are dragged from outside onto the page.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** Browsers report a drag over the page at least this often. */
const AWAY_MS = 900;
const LEFT_MS = 120;

/** @typedef {{file: File, folder: string}} Chosen */

/**
 * @param {object} options
 * @param {() => boolean} options.isOffered
 * @param {(files: Promise<Chosen[]>) => void} options.onFiles
 */
export function createDrop({ isOffered, onFiles }) {
  // A popover is above dialogs.
  const target = h("div", { class: "locate-drop", popover: "manual" }, h("p", {}, icon("place"), TEXTS.locateDrop));
  let timer = 0;
  /** Whether a picture or a link of the page itself is dragged. */
  let isOwn = false;
  document.addEventListener("dragstart", () => (isOwn = true), true);
  document.addEventListener("dragend", () => (isOwn = false), true);

  /** @param {DragEvent} event */
  const isWanted = (event) => !isOwn && Boolean(event.dataTransfer?.types.includes("Files")) && isOffered();

  function show() {
    clearTimeout(timer);
    timer = setTimeout(hide, AWAY_MS);
    if (target.isConnected) return;
    document.body.append(target);
    target.showPopover();
  }

  function hide() {
    clearTimeout(timer);
    target.remove();
  }

  for (const type of /** @type {const} */ (["dragenter", "dragover"])) {
    document.addEventListener(type, (event) => {
      if (!isWanted(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      show();
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget || !target.isConnected) return;
    clearTimeout(timer);
    timer = setTimeout(hide, LEFT_MS);
  });
  document.addEventListener("drop", (event) => {
    const isTaken = isWanted(event);
    isOwn = false;
    hide();
    if (!isTaken) return;
    event.preventDefault();
    onFiles(filesOf(event.dataTransfer));
  });
}

/**
 * The files, and those in folders. It must be called in the event, which later has none.
 *
 * @param {DataTransfer} transfer @returns {Promise<Chosen[]>}
 */
function filesOf(transfer) {
  const files = [...transfer.files];
  const entries = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.() ?? null);
  // Scripts that drop files have no entries.
  if (entries.length !== files.length || entries.includes(null)) return Promise.resolve(files.map((file) => ({ file, folder: "" })));
  return Promise.all(entries.map((entry, place) => (entry.isDirectory ? filesIn(entry, entry.name) : [{ file: files[place], folder: "" }])))
    .then((found) => found.flat());
}

/** @param {any} folder @param {string} path @returns {Promise<Chosen[]>} */
async function filesIn(folder, path) {
  const reader = folder.createReader();
  const found = [];
  while (true) {
    /** @type {any[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => []);
    // A folder is read in parts; the last one is empty.
    if (!entries.length) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(entry.name.startsWith(".") || entry.name.startsWith("@") ? [] : await filesIn(entry, `${path}/${entry.name}`)));
      else found.push(...await new Promise((resolve) => entry.file((file) => resolve([{ file, folder: path }]), () => resolve([]))));
    }
  }
}
