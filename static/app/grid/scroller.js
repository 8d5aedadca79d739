/**
 * Where the reader is on the wall, whatever its height; see `scroll-scale.js`.
 * @module
 */

import { fromScrolled, scrolledHeight, toScrolled } from "./scroll-scale.js";

/** A scroll farther than so many heights of the screen is a jump of the scroll bar. */
const JUMP = 3;
const REST_MS = 180;

/**
 * @param {HTMLElement} element what is scrolled
 * @param {HTMLElement} content what gives it its height
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

  /** Once the scrolling is over, the scroll bar tells the truth again about where that is. */
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

    /** How far down the wall the screen begins. */
    get top() {
      return top;
    },

    /** From places on the wall to places in what is scrolled. */
    get offset() {
      return scrolled - top;
    },

    /**
     * @param {number} wall the wall's height
     * @param {number} view the screen's
     */
    measure(wall, view) {
      [height, screen] = [wall, view];
      content.style.height = `${scrolledHeight(wall)}px`;
    },
  };
}
