/**
 * Pulling a list down from its top with a finger refreshes the page: the installed page has no button to reload it. A
 * sheet that can be raised further is left alone.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** The movement by which a finger shows where it goes. */
const CLEAR_PX = 8;
/** The sign moves by this share of the finger's way, and no farther than this. */
const SHARE = 0.5;
const FARTHEST_PX = 110;
/** From here on, lifting the finger refreshes. */
const ENOUGH_PX = 62;
/** A quick answer is seen too. */
const SEEN_MS = 500;

/**
 * @typedef {object} Pullable
 * @property {HTMLElement} element has the lists
 * @property {() => boolean} isRaised whether it is no sheet that a finger could raise
 */

/**
 * @param {Pullable[]} parts
 * @param {() => Promise<void>} onPull
 */
export function watchPulls(parts, onPull) {
  const sign = createSign();
  /** @type {{list: HTMLElement, x: number, y: number, by: number, isPulling: boolean} | null} */
  let pull = null;
  let isRefreshing = false;

  const end = () => {
    if (pull?.isPulling && !isRefreshing) sign.hide();
    pull = null;
  };

  for (const { element, isRaised } of parts) {
    element.addEventListener("touchstart", ({ touches, target }) => {
      end();
      const list = touches.length === 1 ? listOf(target) : null;
      if (!list || list.scrollTop > 0 || isRefreshing || !isRaised()) return;
      pull = { list, x: touches[0].clientX, y: touches[0].clientY, by: 0, isPulling: false };
    }, { passive: true });
    element.addEventListener("touchmove", (event) => {
      if (!pull) return;
      const { clientX, clientY } = event.touches[0];
      const [across, down] = [Math.abs(clientX - pull.x), clientY - pull.y];
      if (!pull.isPulling) {
        // The finger scrolls, or has held a photo and chooses.
        if (event.defaultPrevented || across > CLEAR_PX || down < -1) return void (pull = null);
        // Else the browser begins its own movement, after which it asks no more.
        if (down > 0 && event.cancelable) event.preventDefault();
        if (down < CLEAR_PX) return;
        if (!isReachable(pull.list)) return void (pull = null);
        pull.isPulling = true;
      }
      if (event.cancelable) event.preventDefault();
      pull.by = Math.min(FARTHEST_PX, Math.max(0, (down - CLEAR_PX) * SHARE));
      sign.show(pull.list, pull.by);
    }, { passive: false });
    element.addEventListener("touchend", () => {
      const isEnough = pull?.isPulling && pull.by >= ENOUGH_PX && isReachable(pull.list) && isRaised();
      if (isEnough) refresh();
      end();
    });
    element.addEventListener("touchcancel", end);
  }
  // The window is turned.
  addEventListener("resize", end);

  async function refresh() {
    isRefreshing = true;
    sign.turn();
    await Promise.all([onPull(), new Promise((seen) => setTimeout(seen, SEEN_MS))]);
    isRefreshing = false;
    sign.hide();
  }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} the list that a finger would scroll */
function listOf(target) {
  return target instanceof Element ? target.closest(".wall, .list-pane:not(.cluster-pane)") : null;
}

/** Whether nothing has come over a list since the finger was put down. @param {HTMLElement} list */
function isReachable(list) {
  return list.checkVisibility() && !list.closest("[inert]") && !document.querySelector("dialog[open]");
}

/** A turning arrow that comes out from below the head of a list. */
function createSign() {
  const element = h("div", { class: "pull-sign", "aria-hidden": "true" }, icon("refresh"));
  document.body.append(element);

  return {
    /** @param {HTMLElement} list @param {number} by in pixels */
    show(list, by) {
      const { top, left, width } = list.getBoundingClientRect();
      element.style.top = `${top}px`;
      element.style.left = `${left + width / 2}px`;
      element.style.setProperty("--pull", String(by));
      element.style.setProperty("--share", String(Math.min(1, by / ENOUGH_PX)));
      element.classList.add("is-pulled");
      element.classList.toggle("is-enough", by >= ENOUGH_PX);
    },

    turn() {
      element.style.setProperty("--pull", String(ENOUGH_PX));
      element.classList.add("is-turning");
    },

    hide() {
      element.style.setProperty("--pull", "0");
      element.classList.remove("is-pulled", "is-enough", "is-turning");
    },
  };
}
