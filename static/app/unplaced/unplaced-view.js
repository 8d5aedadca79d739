/**
 * The files that are not on the map: why, what to do about it, and which they are.
 * @module
 */

import { formatCount, formatPhotos } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createLongList } from "../ui/long-list.js";
import { createModal } from "../ui/modal.js";
import { fileRow, folderRow } from "./file-row.js";
import { foldersOf, narrowed } from "./narrow.js";
import { countUnplaced, formatUnplaced, reasonOf, reasonsOf } from "./reasons.js";

const ALL = "all";
/** A search goes no further through the list than this. */
const MOST_SEARCHED = 100_000;
const MOST_FOLDERS = 500;
/** Of a row, in pixels. */
const LEAST_WIDTH = 330;
const FILE_HEIGHT = 112;
const FOLDER_HEIGHT = 68;
const NOTHING_READ = "No files scanned yet";
const INTRODUCTION = "The map shows photos whose files contain a location. Choose a reason to see what you can do.";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {object} options.actions
 * @param {(reason: string) => void} options.actions.open
 * @param {() => void} options.actions.close
 * @param {() => void} options.actions.more
 * @param {(id: number) => void} options.actions.view
 */
export function createUnplacedView({ store, api, actions }) {
  const modal = createModal({ className: "unplaced", label: "Files that are not on the map", onDismiss: actions.close });
  const title = h("h2", { class: "unplaced-title" });
  const choice = h("div", { class: "reason-chips", role: "group", "aria-label": "Why they are not on the map" });
  const meaning = h("p", {});
  const advice = h("p", { class: "unplaced-advice" });
  const explanation = h("div", { class: "unplaced-explanation", "aria-live": "polite" }, meaning, advice);
  const status = h("p", { class: "list-status", role: "status" });
  const more = h("button", { type: "button", class: "button", onclick: () => actions.more() });
  const foot = h("div", { class: "list-foot" }, status, more);
  const search = h("input", { type: "search", class: "choice-search", placeholder: "Search files", "aria-label": "Search files", autocomplete: "off", spellcheck: "false", oninput: refine });
  const folders = h("select", { class: "choice-search", "aria-label": "Folder", onchange: () => enter(folders.value) });
  const group = h("button", { type: "button", class: "button", "aria-pressed": "false", onclick: toggleGroups }, icon("folder"), "Group by folder");
  const up = h("button", { type: "button", class: "button", hidden: true, onclick: () => enter("") }, icon("back"), "All folders");
  const tools = h("div", { class: "unplaced-tools" }, search, folders, group, up);
  const body = h("div", { class: "unplaced-body" });
  /** The files, or folders of files, that are listed of those that have come. @type {any[]} */
  let listed = [];
  /** The folder whose files are listed; empty for all. */
  let folder = "";
  let isGrouped = false;
  const files = createLongList({
    element: body, head: explanation, foot,
    rows: (width) => rowsOf(width, hasGroups() ? FOLDER_HEIGHT : FILE_HEIGHT),
    make: (item) => (item.folder === undefined ? fileRow(item, api) : folderRow(item)),
    onEnd: loadMore,
  });
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", title: "Close", onclick: () => actions.close() }, icon("close"));
  modal.element.append(h("header", { class: "unplaced-header" }, title, close), choice, tools, body);
  let reason = null;

  body.addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("[data-item], [data-folder]");
    if (item?.hasAttribute("data-item")) actions.view(Number(item.getAttribute("data-item")));
    else if (item) enter(item.getAttribute("data-folder") ?? "");
  });

  store.watch((state) => state.unplaced, show);
  store.watch((state) => state.unlocated, () => store.state.unplaced && showReasons());

  /** @param {import("./unplaced-state.js").UnplacedFiles | null} unplaced */
  function show(unplaced) {
    modal.toggle(Boolean(unplaced));
    if (!unplaced) return void (reason = null);
    if (unplaced.reason !== reason) startOver(unplaced.reason);
    showFolders(unplaced.photos);
    const found = narrowed(unplaced.photos, { words: search.value, folder });
    listed = hasGroups() ? foldersOf(found) : found;
    group.setAttribute("aria-pressed", String(isGrouped));
    up.hidden = !isGrouped || folder === "";
    showFoot(unplaced);
    files.show(listed, isNarrowed() ? listed.length : unplaced.total);
  }

  function hasGroups() {
    return isGrouped && folder === "";
  }

  /** Whether the list says nothing of some of the files. */
  function isNarrowed() {
    return search.value.trim() !== "" || folder !== "" || isGrouped;
  }

  function toggleGroups() {
    isGrouped = !isGrouped;
    enter("");
  }

  /** Lists the files of a folder, or of all. */
  function enter(next) {
    const left = folder;
    folder = next;
    refine();
    const place = hasGroups() ? listed.findIndex((one) => one.folder === left) : -1;
    if (place >= 0) files.focus(place);
    else if (isGrouped && next) files.focus(0);
  }

  /** Other files are wanted of those that are there; what is missing is fetched while the list is short. */
  function refine() {
    files.clear();
    if (store.state.unplaced) show(store.state.unplaced);
  }

  function loadMore() {
    const { unplaced } = store.state;
    const isEnough = isNarrowed() && (unplaced?.photos.length ?? 0) >= MOST_SEARCHED;
    if (unplaced?.status === "ready" && unplaced.more && !isEnough) actions.more();
  }

  function showFolders(photos) {
    const all = foldersOf(photos).filter((one, place) => place < MOST_FOLDERS || one.folder === folder);
    const options = [{ folder: "", text: "All folders" }, ...all.map(({ folder, count }) => ({ folder, text: `${folder} (${formatCount(count)})` }))];
    if (options.map(({ text }) => text).join("\n") !== [...folders.options].map(({ text }) => text).join("\n")) {
      folders.replaceChildren(...options.map((one) => h("option", { value: one.folder }, one.text)));
    }
    folders.value = folder;
    folders.hidden = group.hidden = all.length < 2;
  }

  function startOver(next) {
    reason = next;
    search.value = folder = "";
    files.clear();
    setText(advice, next === ALL ? "" : reasonOf(next).advice);
    showReasons();
  }

  /** The buttons stay when their counts change, so that the focus does. */
  function showReasons() {
    const { unlocated } = store.state;
    const total = countUnplaced(unlocated);
    setText(title, titleOf(unlocated));
    setText(meaning, meaningOf(unlocated));
    const wanted = [{ reason: ALL, count: total }, ...reasonsOf(unlocated ?? {})];
    const old = new Map([...choice.children].map((chip) => [chip.getAttribute("data-reason"), chip]));
    choice.replaceChildren(...wanted.map((one) => showChip(old.get(one.reason) ?? chipFor(one.reason), one.count)));
  }

  function titleOf(unlocated) {
    if (!unlocated) return "Not on the map";
    const total = countUnplaced(unlocated);
    return total === 0 && store.state.library.total === 0 ? NOTHING_READ : formatUnplaced(total);
  }

  function meaningOf(unlocated) {
    if (reason !== ALL) return reasonOf(reason).meaning;
    // Where there is no file, there is no reason to choose.
    return unlocated && countUnplaced(unlocated) === 0 ? "" : INTRODUCTION;
  }

  function chipFor(name) {
    return h("button", { type: "button", class: "reason-chip", "data-reason": name, onclick: () => actions.open(name) },
      name === ALL ? "All" : reasonOf(name).name, " ", h("span", { class: "reason-chip-count" }));
  }

  function showChip(chip, count) {
    chip.setAttribute("aria-pressed", String(chip.getAttribute("data-reason") === reason));
    setText(chip.lastElementChild, formatCount(count));
    return chip;
  }

  function showFoot(unplaced) {
    const failed = unplaced.status === "failed";
    setText(status, isNarrowed() ? narrowedText(unplaced) : statusText(unplaced));
    more.hidden = !unplaced.more || unplaced.status === "loading";
    setText(more, failed ? "Try again" : "Show more");
  }

  function narrowedText({ status: is, problem, photos, total }) {
    if (is === "failed") return problem;
    if (is === "loading") return "Searching…";
    const among = photos.length < (total ?? 0) ? ` of the first ${formatPhotos(photos.length, "file")}` : "";
    return listed.length ? `${formatPhotos(listed.length, hasGroups() ? "folder" : "file")}${among} found.` : `No matching files${among}.`;
  }

  return {
    /** Gives the focus to a file after it was looked at. @param {number} id */
    focus(id) {
      const place = listed.findIndex((file) => file.id === id);
      if (place >= 0) files.focus(place);
    },
  };
}

/** @returns {import("../ui/long-list.js").Rows} */
function rowsOf(width, height) {
  const gap = 8;
  return { columns: Math.max(1, Math.floor((width + gap) / (LEAST_WIDTH + gap))), height, gap };
}

function statusText({ status, problem, photos, total, more }) {
  if (status === "failed") return problem;
  if (status === "loading") return "Loading…";
  if (photos.length === 0) return "No files.";
  return more ? `${formatPhotos(photos.length, "file")} of ${formatCount(total)}` : "";
}
