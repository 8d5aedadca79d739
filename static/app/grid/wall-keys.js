/**
 * The keyboard in the grid: arrows, Home and End, Page Up and Page Down move from photo to photo, also to photos that
 * are not in the document.
 * @module
 */

import { KEY_BACK, KEY_ON } from "../core/language.js";
import { indexBeside } from "./layout.js";

/** @param {import("./wall.js").Wall} wall */
export function createWallKeys(wall) {
  wall.element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !wall.shelf?.shown || wall.foot.contains(/** @type {Node} */ (event.target))) return;
    const target = targetOf(event.key, wall);
    if (target === undefined) return;
    event.preventDefault();
    wall.focus(target);
  });
}

function targetOf(key, { layout, focusIndex, screenful, shelf }) {
  switch (key) {
    case KEY_ON: return focusIndex + 1;
    case KEY_BACK: return focusIndex - 1;
    case "ArrowDown": return indexBeside(layout, focusIndex, 1);
    case "ArrowUp": return indexBeside(layout, focusIndex, -1);
    case "PageDown": return focusIndex + screenful;
    case "PageUp": return focusIndex - screenful;
    case "Home": return 0;
    case "End": return shelf.shown - 1;
    default: return undefined;
  }
}
