/**
 * Photos of the lists beside the map and in the panel are chosen by clicks with Ctrl or Shift, by dragging over them, by
 * holding one with a finger, and by keys. While some are chosen, every click chooses, as on the map.
 * @module
 */

import { byId, isCoarse } from "../ui/dom.js";
import { dropClickOfPress, watchHolds } from "../ui/hold.js";

const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/**
 * @typedef {object} ListOfPhotos
 * @property {(id: number) => import("./choice.js").Photo | null} photo one that is loaded
 * @property {(one: import("./choice.js").Photo, other: import("./choice.js").Photo, most: number) => Promise<import("./choice.js").Photo[] | null>} between
 * the photos from one to the other, both included; null if they are too many
 *
 * @typedef {object} Item a photo of a list
 * @property {number} id
 * @property {HTMLElement} element
 * @property {ListOfPhotos} list
 */

/**
 * @param {import("../features.js").Page} page
 * @param {EventTarget | null} target
 * @returns {Item | null} the photo of a list that it belongs to
 */
export function itemAt({ grid, panel, compare }, target) {
  const element = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("#grid [data-item], #panel [data-item]") : null);
  if (!element) return null;
  const list = element.closest("#panel") ? panel : element.closest(".wall-frame.is-second") ? compare : grid;
  return { id: Number(element.getAttribute("data-item")), element, list };
}

/**
 * @param {import("../features.js").Page} page
 * @param {(run: (chooser: import("./chooser.js").Chooser) => void) => void} withChooser
 */
export function watchLists(page, withChooser) {
  const isAllowed = () => page.choosing.isAllowed();
  const at = (/** @type {Event} */ { target }) => (isAllowed() ? itemAt(page, target) : null);
  const isChoosing = () => page.store.state.isChoosing || page.store.state.picked.length > 0;
  /** Whether a click opens a photo, although some are chosen. */
  let isOpening = false;
  let isSwept = false;

  for (const part of [byId("grid"), byId("panel")]) {
    watchHolds(part, {
      heldAt: (event) => (event.pointerType === "mouse" ? null : at(event)),
      onHold(event, item, isDown) {
        isSwept = true;
        dropClickOfPress();
        withChooser((chooser) => chooser.sweep(event, item, { isHeld: true, isDown, onEnd: () => (isSwept = false) }));
      },
    });
    // A finger that has held a photo chooses, and does not scroll. Browsers ask before they begin to scroll.
    part.addEventListener("touchmove", (event) => isSwept && event.preventDefault(), { passive: false });
    part.addEventListener("contextmenu", (event) => isCoarse() && at(event) && event.preventDefault());
    part.addEventListener("pointerdown", (event) => {
      const item = event.pointerType === "mouse" && event.button === 0 && !event.shiftKey ? at(event) : null;
      if (!item) return;
      let isDown = true;
      for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (isDown = false), { capture: true, once: true });
      withChooser((chooser) => chooser.sweep(event, item, { isHeld: false, isDown: () => isDown }));
    });
    part.addEventListener("click", (event) => {
      const item = isOpening || !(event.ctrlKey || event.metaKey || event.shiftKey || isChoosing()) ? null : at(event);
      if (!item) return;
      event.stopPropagation();
      withChooser((chooser) => void (event.shiftKey ? chooser.extend(item) : chooser.toggle(item)));
    }, true);
    part.addEventListener("dblclick", (event) => isChoosing() && open(at(event)));
    watchKeys(part, { at, withChooser, onEnter: (item) => isChoosing() && open(item) });
  }

  /** @param {Item | null} item */
  function open(item) {
    isOpening = true;
    item?.element.click();
    isOpening = false;
    return item !== null;
  }
}

/**
 * Shift with a key that moves the focus extends the choice; the focus may follow later, once its photo is loaded.
 *
 * @param {HTMLElement} part
 * @param {object} options
 * @param {(event: Event) => Item | null} options.at
 * @param {(run: (chooser: import("./chooser.js").Chooser) => void) => void} options.withChooser
 * @param {(item: Item) => boolean} options.onEnter opens a photo; returns whether it did
 */
function watchKeys(part, { at, withChooser, onEnter }) {
  let isExtending = false;
  part.addEventListener("pointerdown", () => (isExtending = false), true);
  part.addEventListener("keydown", (event) => {
    if (event.key === "Shift") return;
    const hasOther = event.altKey || event.ctrlKey || event.metaKey;
    const item = hasOther ? null : at(event);
    isExtending = event.shiftKey && MOVES.includes(event.key) && !hasOther && (item !== null || isExtending);
    if (isExtending && item) withChooser((chooser) => chooser.beginAt(item));
    if (event.key === "Enter" && !event.shiftKey && item && onEnter(item)) event.preventDefault();
  }, true);
  part.addEventListener("focusin", (event) => {
    const item = isExtending ? at(event) : null;
    if (item) withChooser((chooser) => void chooser.extend(item));
  });
}
