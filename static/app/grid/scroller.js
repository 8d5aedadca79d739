/**
 * The scroll position in a grid of any height; see `scroll-scale.js`.
 * @module
 */

import { fromScrolled, scrolledHeight, toScrolled } from "./scroll-scale.js";

/** A scroll by more than this number of screens is a jump of the scroll bar. */
const JUMP = 3;
const REST_MS = 180;

/**
 * @param {HTMLElement} element the element that scrolls
 * @param {HTMLElement} content the element that sets the scrolled height
 * @param {() => void} onMove
 */
export function createScroller(element, content, onMove) {
  let height = 0;
  let screen = 0;
  let top = 0;
  let scrolled = 0;
  let restTimer = 0;

  element.addEventListener("scroll", () => {
    const now = element.scrollTop;
    const by = now - scrolled;
    scrolled = now;
    if (height === scrolledHeight(height)) top = now;
    else top = Math.abs(by) > JUMP * screen ? fromScrolled(now, height) : Math.max(0, top + by);
    onMove();
    clearTimeout(restTimer);
    restTimer = setTimeout(settle, REST_MS);
  }, { passive: true });

  /** After a scroll, sets the scroll bar to the correct position again. */
  function settle() {
    if (Math.abs(toScrolled(top, height) - scrolled) >= 2) scrollTo(top);
  }

  function scrollTo(y) {
    top = Math.max(0, Math.min(y, height - screen));
    scrolled = toScrolled(Math.round(top), height);
    element.scrollTop = scrolled;
    onMove();
  }

  return {
    scrollTo,

    /** The top edge of the screen, in the grid. */
    get top() {
      return top;
    },

    /** Add this to a position in the grid to get the position in the scrolled content. */
    get offset() {
      return scrolled - top;
    },

    /**
     * @param {number} wall the grid's height
     * @param {number} view the screen's height
     */
    measure(wall, view) {
      [height, screen] = [wall, view];
      content.style.height = `${scrolledHeight(wall)}px`;
    },
  };
}
