/**
 * The files that are not on the map: why, what to do about it, and which they are.
 * @module
 */

import { asSentence, formatCount, formatPhotos } from "../format.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createLongList } from "../ui/long-list.js";
import { createModal } from "../ui/modal.js";
import { folderOf, foldersOf, narrowed } from "./narrow.js";
import { countUnplaced, formatUnplaced, reasonOf, reasonsOf } from "./reasons.js";

const ALL = "all";
/** A search goes no further through the list than this. */
const MOST_SEARCHED = 100_000;
const MOST_FOLDERS = 500;
/** Of a file, in pixels. */
const LEAST_WIDTH = 330;
const NOTHING_READ = "No files scanned yet";
const INTRODUCTION = "The map shows photos whose files contain a location. Choose a reason to see what you can do.";

/**
 * @param {object} options
 * @param {import("../state.js").Store} options.store
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
  const folders = h("select", { class: "choice-search", "aria-label": "Folder", onchange: refine });
  const tools = h("div", { class: "unplaced-tools" }, search, folders);
  const body = h("div", { class: "unplaced-body" });
  /** The files that are listed of those that have come. @type {any[]} */
  let listed = [];
  const files = createLongList({
    element: body, head: explanation, foot, rows: rowsOfFiles, make: fileOf,
    onEnd: loadMore,
  });
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", title: "Close", onclick: () => actions.close() }, icon("close"));
  modal.element.append(h("header", { class: "unplaced-header" }, title, close), choice, tools, body);
  let reason = null;

  body.addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("[data-item]");
    if (item) actions.view(Number(item.getAttribute("data-item")));
  });

  store.watch((state) => state.unplaced, show);
  store.watch((state) => state.unlocated, () => store.state.unplaced && showReasons());

  /** @param {import("../state.js").UnplacedFiles | null} unplaced */
  function show(unplaced) {
    modal.toggle(Boolean(unplaced));
    if (!unplaced) return void (reason = null);
    if (unplaced.reason !== reason) startOver(unplaced.reason);
    showFolders(unplaced.photos);
    listed = narrowed(unplaced.photos, wanted());
    showFoot(unplaced);
    files.show(listed, isNarrowed() ? listed.length : unplaced.total);
  }

  const wanted = () => ({ words: search.value, folder: folders.value });

  function isNarrowed() {
    return search.value.trim() !== "" || folders.value !== "";
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
    const all = foldersOf(photos).slice(0, MOST_FOLDERS);
    const chosen = folders.value;
    const options = [{ folder: "", text: "All folders" }, ...all.map(({ folder, count }) => ({ folder, text: `${folder} (${formatCount(count)})` }))];
    if (options.map(({ text }) => text).join("\n") === [...folders.options].map(({ text }) => text).join("\n")) return;
    folders.replaceChildren(...options.map(({ folder, text }) => h("option", { value: folder }, text)));
    folders.value = all.some(({ folder }) => folder === chosen) ? chosen : "";
    folders.hidden = all.length < 2;
  }

  function startOver(next) {
    reason = next;
    search.value = folders.value = "";
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

  function fileOf(feature) {
    const { properties, id } = feature;
    const why = asSentence(properties.detail) || reasonOf(properties.reason).name;
    // What is too long for its row is told whole.
    const title = [properties.filename, folderOf(properties), why].join("\n");
    const content = [
      properties.reason === "unsupported" ? h("span", { class: "thumbnail" }, icon("file")) : thumbnail(api.thumbnailURL(id, 80)),
      h("span", { class: "file-text" },
        h("span", { class: "file-name" }, properties.filename),
        h("span", { class: "file-detail is-path" }, h("bdi", {}, folderOf(properties))),
        h("span", { class: "file-detail is-reason" }, why)),
    ];
    // What is no photo has nothing to look at.
    if (properties.reason === "unsupported") return h("div", { class: "file", title }, ...content);
    return h("button", { type: "button", class: "file", title, "data-item": id }, ...content);
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
    return listed.length ? `${formatPhotos(listed.length, "file")}${among} found.` : `No matching files${among}.`;
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
function rowsOfFiles(width) {
  const gap = 8;
  return { columns: Math.max(1, Math.floor((width + gap) / (LEAST_WIDTH + gap))), height: 112, gap };
}

function statusText({ status, problem, photos, total, more }) {
  if (status === "failed") return problem;
  if (status === "loading") return "Loading…";
  if (photos.length === 0) return "No files.";
  return more ? `${formatPhotos(photos.length, "file")} of ${formatCount(total)}` : "";
}
