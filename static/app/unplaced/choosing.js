/**
 * Selects files of the list with checkboxes, to place them on the map or drag them there.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { isPlaceable } from "../placing/placing-state.js";
import { h, isCoarse, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { Selection } from "./selection.js";

/**
 * @param {object} options
 * @param {HTMLElement} options.view the element that receives the keys
 * @param {() => boolean} options.isAllowed whether the reader may place photos
 * @param {() => boolean} options.mayPlan whether also by tracks and other photos
 * @param {() => any[]} options.listed the listed files, or folders of files
 * @param {(photos: import("../api/photos.js").Photo[]) => void} options.onPlace
 * @param {(photos: import("../api/photos.js").Photo[]) => void} options.onWrite called to edit what is written about them
 * @param {() => void} options.onPlan called to show what tracks and other photos suggest
 * @param {(event: PointerEvent, photos: () => import("../api/photos.js").Photo[]) => void} options.onDrag called when a pointer was pressed on a file
 */
export function createChoosing({ view, isAllowed, mayPlan, listed, onPlace, onWrite, onPlan, onDrag }) {
  const selection = new Selection();
  const count = h("p", { class: "choice-count", role: "status" });
  const all = h("button", { type: "button", class: "button", "aria-keyshortcuts": "Control+A", onclick: chooseAll }, TEXTS.selectAll);
  const none = h("button", { type: "button", class: "button", onclick: () => { clear(); all.focus(); } }, TEXTS.clearSelection);
  const place = h("button", { type: "button", class: "button is-primary", onclick: () => selection.size && onPlace(selection.files) }, icon("place"), TEXTS.placeOnMap);
  const plan = h("button", { type: "button", class: "button choice-plan", onclick: () => onPlan() }, icon("way"), TEXTS.placeByPlan);
  const write = h("button", { type: "button", class: "button choice-write", hidden: true, onclick: () => onWrite(selection.files) }, icon("pencil"), TEXTS.editWordsOf);
  const bar = h("div", { class: "choice-bar", hidden: true }, count, none, all, plan, write, place);
  view.append(bar);
  const choosable = () => listed().filter((one) => one.folder === undefined && isPlaceable(one));
  const fileAt = (element) => listed().find(({ id }) => id === Number(element?.getAttribute("data-choose") ?? NaN));

  view.addEventListener("click", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.hasAttribute("data-choose")) return;
    selection.set(choosable(), Number(box.getAttribute("data-choose")), { isChosen: box.checked, isRange: event.shiftKey });
    show();
  });
  view.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || bar.hidden) return;
    if (/** @type {Element} */ (event.target).matches("input:not([type=checkbox]), select")) return;
    event.preventDefault();
    chooseAll();
  });
  view.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    // A finger scrolls; it does not drag.
    if (event.pointerType === "touch" || event.button !== 0 || target.closest(".file-box")) return;
    const file = fileAt(target.closest(".file-choice")?.querySelector("[data-choose]"));
    if (file) onDrag(event, () => (selection.has(file.id) ? selection.files : [file]));
  });
  view.addEventListener("dragstart", (event) => event.preventDefault());

  function chooseAll() {
    selection.add(choosable());
    show();
  }

  function clear() {
    selection.clear();
    show();
  }

  function show() {
    bar.hidden = !isAllowed() || (choosable().length === 0 && selection.size === 0);
    setText(count, selection.size ? TEXTS.selected(selection.size) : isCoarse() ? TEXTS.selectToPlaceByTouch : TEXTS.selectToPlace);
    plan.hidden = !mayPlan();
    none.hidden = write.hidden = selection.size === 0;
    // Not `disabled`, because a disabled button would lose the focus.
    place.setAttribute("aria-disabled", String(selection.size === 0));
    for (const box of view.querySelectorAll("[data-choose]")) /** @type {HTMLInputElement} */ (box).checked = selection.has(Number(box.getAttribute("data-choose")));
  }

  return {
    clear, show,

    /** @param {import("../api/photos.js").Photo} file @param {HTMLElement} row @returns {HTMLElement} the row with a box, if the file can be placed */
    row(file, row) {
      if (!isAllowed()) return row;
      const { id, properties } = file;
      const box = h("input", { type: "checkbox", "data-choose": id, "aria-label": TEXTS.selectFile(properties.filename) });
      box.checked = selection.has(id);
      return h("div", { class: "file-choice" }, isPlaceable(file) ? h("label", { class: "file-box" }, box) : h("span", { class: "file-box" }), row);
    },

    focus: () => place.focus(),
  };
}
