/**
 * The files that are not on the map: the reasons, advice, and the files themselves.
 * @module
 */

import { formatCount, formatPhotos } from "../core/format.js";
import { may } from "../core/store.js";
import { h, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { createModal } from "../ui/modal.js";
import { createChoosing } from "./choosing.js";
import { fileRow, folderRow } from "./file-row.js";
import { foldersOf, narrowed } from "./narrow.js";
import { countUnplaced, formatUnplaced, reasonOf, reasonsOf } from "./reasons.js";
import { TEXTS } from "../core/texts.js";

const ALL = "all";
/** A search loads at most this many files of the list. */
const MOST_SEARCHED = 100_000;
const MOST_FOLDERS = 500;
/** The smallest width of a row, in pixels. */
const LEAST_WIDTH = 330;
const FILE_HEIGHT = 112;
const FOLDER_HEIGHT = 68;
const NOTHING_READ = TEXTS.noFilesScannedYet;
const INTRODUCTION = TEXTS.unplacedIntroduction;

export class UnplacedView {
  #store;
  #actions;
  #modal;
  #title = h("h2", { class: "unplaced-title" });
  #choice = h("div", { class: "reason-chips", role: "group", "aria-label": TEXTS.unplacedReasons });
  #meaning = h("p", {});
  #advice = h("p", { class: "unplaced-advice" });
  #status = h("p", { class: "list-status", role: "status" });
  #more;
  #search;
  #folders;
  #group;
  #up;
  /**
   * The files, or folders of files, that are listed of those loaded so far.
   *
   * @type {any[]}
   */
  #listed = [];
  /** The folder whose files are listed; empty for all. */
  #folder = "";
  #isGrouped = false;
  #files;
  #choosing;
  #reason = null;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(reason: string) => void} options.actions.open
   * @param {() => void} options.actions.close
   * @param {() => void} options.actions.more
   * @param {(id: number) => void} options.actions.view
   * @param {() => boolean} options.actions.mayPlace whether the reader may place files on the map
   * @param {(photos: import("../api/photos.js").Photo[]) => void} options.actions.place
   * @param {() => void} options.actions.plan
   * @param {(photos: import("../api/photos.js").Photo[]) => void} options.actions.write
   * @param {(event: PointerEvent, photos: () => import("../api/photos.js").Photo[]) => void} options.actions.drag
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#actions = actions;
    this.#modal = createModal({ className: "unplaced", label: TEXTS.unplacedFiles, onDismiss: this.#actions.close });
    const explanation = h("div", { class: "unplaced-explanation", "aria-live": "polite" }, this.#meaning, this.#advice);
    this.#more = h("button", { type: "button", class: "button", onclick: () => this.#actions.more() });
    const foot = h("div", { class: "list-foot" }, this.#status, this.#more);
    this.#search = h("input", { type: "search", class: "choice-search", placeholder: TEXTS.searchFiles, "aria-label": TEXTS.searchFiles, autocomplete: "off", spellcheck: "false", oninput: this.#refine });
    this.#folders = h("select", { class: "choice-search", "aria-label": TEXTS.folder, onchange: () => this.#enter(this.#folders.value) });
    this.#group = h("button", { type: "button", class: "button", "aria-pressed": "false", onclick: this.#toggleGroups }, icon("folder"), TEXTS.groupByFolder);
    this.#up = h("button", { type: "button", class: "button", hidden: true, onclick: () => this.#enter("") }, icon("back"), TEXTS.allFolders);
    const tools = h("div", { class: "unplaced-tools" }, this.#search, this.#folders, this.#group, this.#up);
    const body = h("div", { class: "unplaced-body" });
    this.#files = new LongList({
      element: body, head: explanation, foot,
      rows: (width) => rowsOf(width, withText(this.#hasGroups() ? FOLDER_HEIGHT : FILE_HEIGHT)),
      make: (item) => (item.folder === undefined ? this.#choosing.row(item, fileRow(item, api)) : folderRow(item)),
      onEnd: this.#loadMore,
    });
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => this.#actions.close() }, icon("close"));
    this.#modal.element.append(h("header", { class: "unplaced-header" }, this.#title, close), this.#choice, tools, body);
    this.#choosing = createChoosing({
      view: this.#modal.element, isAllowed: actions.mayPlace, mayPlan: () => may(this.#store.state, "plan"), listed: () => this.#listed, onPlace: actions.place, onWrite: actions.write, onPlan: actions.plan, onDrag: actions.drag,
    });
    body.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[data-item], [data-folder]");
      if (item?.hasAttribute("data-item")) this.#actions.view(Number(item.getAttribute("data-item")));
      else if (item) this.#enter(item.getAttribute("data-folder") ?? "");
    });
    this.#store.watch((state) => state.unplaced, this.#show);
    this.#store.watch((state) => state.placing, this.#stepAside);
    this.#store.watch((state) => state.visitor, () => this.#store.state.unplaced && this.#show(this.#store.state.unplaced));
    this.#store.watch((state) => state.unlocated, () => this.#store.state.unplaced && this.#showReasons());
  }

  /** Hides the list while a place is chosen on the map, and restores it afterwards. */
  #stepAside = (placing) => {
    const { unplaced } = this.#store.state;
    if (!unplaced) return;
    this.#modal.toggle(!placing);
    if (placing) return;
    this.#show(unplaced);
    this.#choosing.focus();
  };

  /** @param {import("./unplaced-state.js").UnplacedFiles | null} unplaced */
  #show = (unplaced) => {
    this.#modal.toggle(Boolean(unplaced) && !this.#store.state.placing);
    if (!unplaced) return void (this.#reason = null);
    if (unplaced.reason !== this.#reason) this.#startOver(unplaced.reason);
    this.#showFolders(unplaced.photos);
    const found = narrowed(unplaced.photos, { words: this.#search.value, folder: this.#folder });
    this.#listed = this.#hasGroups() ? foldersOf(found) : found;
    this.#group.setAttribute("aria-pressed", String(this.#isGrouped));
    this.#up.hidden = !this.#isGrouped || this.#folder === "";
    this.#showFoot(unplaced);
    this.#files.show(this.#listed, this.#isNarrowed() ? this.#listed.length : unplaced.total);
    this.#choosing.show();
  };

  #hasGroups() {
    return this.#isGrouped && this.#folder === "";
  }

  /** Whether the list shows only some of the files. */
  #isNarrowed() {
    return this.#search.value.trim() !== "" || this.#folder !== "" || this.#isGrouped;
  }

  #toggleGroups = () => {
    this.#isGrouped = !this.#isGrouped;
    this.#enter("");
  };

  /** Lists the files of a folder, or of all. */
  #enter(next) {
    const left = this.#folder;
    this.#folder = next;
    this.#refine();
    const place = this.#hasGroups() ? this.#listed.findIndex((one) => one.folder === left) : -1;
    if (place >= 0) this.#files.focus(place);
    else if (this.#isGrouped && next) this.#files.focus(0);
  }

  /** Updates the list for other words or another folder. Loads more files while the list is short. */
  #refine = () => {
    this.#files.clear();
    if (this.#store.state.unplaced) this.#show(this.#store.state.unplaced);
  };

  #loadMore = () => {
    const { unplaced } = this.#store.state;
    const isEnough = this.#isNarrowed() && (unplaced?.photos.length ?? 0) >= MOST_SEARCHED;
    if (unplaced?.status === "ready" && unplaced.more && !isEnough) this.#actions.more();
  };

  /** @param {import("../api/photos.js").Photo[]} photos */
  #showFolders(photos) {
    const all = foldersOf(photos).filter((one, place) => place < MOST_FOLDERS || one.folder === this.#folder);
    const options = [{ folder: "", text: TEXTS.allFolders }, ...all.map(({ folder, count }) => ({ folder, text: `${folder} (${formatCount(count)})` }))];
    if (options.map(({ text }) => text).join("\n") !== [...this.#folders.options].map(({ text }) => text).join("\n")) {
      this.#folders.replaceChildren(...options.map((one) => h("option", { value: one.folder }, one.text)));
    }
    this.#folders.value = this.#folder;
    this.#folders.hidden = this.#group.hidden = all.length < 2;
  }

  #startOver(next) {
    this.#reason = next;
    this.#search.value = this.#folder = "";
    this.#files.clear();
    this.#choosing.clear();
    this.#showReasons();
  }

  /** Keeps the buttons when their counts change, so that they keep the focus. */
  #showReasons() {
    const { unlocated } = this.#store.state;
    const total = countUnplaced(unlocated);
    setText(this.#title, this.#titleOf(unlocated));
    setText(this.#meaning, this.#meaningOf(unlocated));
    // It is about files and commands.
    setText(this.#advice, this.#reason === ALL || !may(this.#store.state, "setUp") ? "" : reasonOf(this.#reason).advice);
    const wanted = [{ reason: ALL, count: total }, ...reasonsOf(unlocated ?? {})];
    const old = new Map([...this.#choice.children].map((chip) => [chip.getAttribute("data-reason"), chip]));
    this.#choice.replaceChildren(...wanted.map((one) => this.#showChip(old.get(one.reason) ?? this.#chipFor(one.reason), one.count)));
  }

  #titleOf(unlocated) {
    if (!unlocated) return TEXTS.notOnTheMap;
    const total = countUnplaced(unlocated);
    return total === 0 && this.#store.state.library.total === 0 ? NOTHING_READ : formatUnplaced(total);
  }

  #meaningOf(unlocated) {
    if (this.#reason !== ALL) return reasonOf(this.#reason).meaning;
    // Without files, there is no reason to choose.
    if (unlocated && countUnplaced(unlocated) === 0) return "";
    return may(this.#store.state, "setUp") ? INTRODUCTION : may(this.#store.state, "place") ? TEXTS.unplacedForEditors : TEXTS.unplacedForViewers;
  }

  #chipFor(name) {
    return h("button", { type: "button", class: "reason-chip", "data-reason": name, onclick: () => this.#actions.open(name) },
      name === ALL ? TEXTS.all : reasonOf(name).name, " ", h("span", { class: "reason-chip-count" }));
  }

  #showChip(chip, count) {
    chip.setAttribute("aria-pressed", String(chip.getAttribute("data-reason") === this.#reason));
    setText(chip.lastElementChild, formatCount(count));
    return chip;
  }

  #showFoot(unplaced) {
    const failed = unplaced.status === "failed";
    setText(this.#status, this.#isNarrowed() ? this.#narrowedText(unplaced) : statusText(unplaced));
    this.#more.hidden = !unplaced.more || unplaced.status === "loading";
    setText(this.#more, failed ? TEXTS.tryAgain : TEXTS.showMore);
  }

  /** @param {import("./unplaced-state.js").UnplacedFiles} files */
  #narrowedText({ status: is, problem, photos, total }) {
    if (is === "failed") return problem;
    if (is === "loading") return TEXTS.searching;
    const among = photos.length < (total ?? 0) ? ` ${TEXTS.ofTheFirst(photos.length)}` : "";
    return this.#listed.length ? TEXTS.found(formatPhotos(this.#listed.length, this.#hasGroups() ? "folder" : "file") + among) : TEXTS.noneFound(among);
  }

  /**
   * Focuses a file after it was open.
   *
   * @param {number} id
   */
  focus(id) {
    const place = this.#listed.findIndex((file) => file.id === id);
    if (place >= 0) this.#files.focus(place);
  }
}

/** @returns {import("../ui/long-list.js").Rows} */
function rowsOf(width, height) {
  const gap = 8;
  return { columns: Math.max(1, Math.floor((width + gap) / (LEAST_WIDTH + gap))), height, gap };
}

/** @param {import("./unplaced-state.js").UnplacedFiles} files */
function statusText({ status, problem, photos, total, more }) {
  if (status === "failed") return problem;
  if (status === "loading") return TEXTS.loading;
  if (photos.length === 0) return TEXTS.noFiles;
  return more ? TEXTS.filesOf(photos.length, total) : "";
}
