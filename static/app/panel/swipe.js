/**
 * Swipes to the left and right with one finger, beside the scrolling up and down that the browser does.
 * @module
 */

import { ON } from "../core/language.js";
import { prefersReducedMotion } from "../ui/dom.js";

/** A movement shorter than this has no direction yet. */
const UNDECIDED_PX = 8;
/** The shortest swipe; quick ones may be shorter. */
const SWIPE_PX = 70;
const FLICK_PX = 24;
const FLICK_PX_PER_MS = 0.45;
/** How much of a movement follows where there is nothing to swipe to. */
const HELD = 0.25;
const SLIDE_MS = 180;

/**
 * @param {HTMLElement} element with `touch-action: pan-y`
 * @param {object} options
 * @param {(direction: -1 | 1) => boolean} options.canStep
 * @param {(direction: -1 | 1) => void} options.onStep
 */
export function watchSwipes(element, { canStep, onStep }) {
  /** @type {{id: number, x: number, y: number, at: number, isSwipe: boolean} | null} */
  let touch = null;
  element.addEventListener("pointerdown", (event) => {
    const { pointerType, isPrimary, pointerId: id, clientX: x, clientY: y, timeStamp: at } = event;
    touch = pointerType === "touch" && isPrimary ? { id, x, y, at, isSwipe: false } : null;
  });
  element.addEventListener("pointermove", (event) => {
    if (touch?.id !== event.pointerId) return;
    const [across, down] = [event.clientX - touch.x, event.clientY - touch.y];
    if (!touch.isSwipe && Math.abs(across) < UNDECIDED_PX) return;
    if (!touch.isSwipe && Math.abs(across) <= Math.abs(down)) return void (touch = null);
    touch.isSwipe = true;
    element.style.translate = `${Math.round(across * (canStep(directionOf(across)) ? 1 : HELD))}px`;
  });
  element.addEventListener("pointerup", (event) => {
    if (touch?.id !== event.pointerId) return;
    const across = event.clientX - touch.x;
    const { isSwipe, at } = touch;
    rest();
    if (!isSwipe) return;
    dropNextClick(element);
    const direction = directionOf(across);
    const steps = isSwipeFar(across, event.timeStamp - at) && canStep(direction);
    slide(element, steps ? -across : across);
    if (steps) onStep(direction);
  });
  element.addEventListener("pointercancel", rest);

  function rest() {
    touch = null;
    element.style.translate = "";
  }
}

/** @param {number} across in pixels @param {number} milliseconds @returns {boolean} whether a swipe steps on */
export function isSwipeFar(across, milliseconds) {
  const far = Math.abs(across);
  return far > SWIPE_PX || (far > FLICK_PX && far / Math.max(1, milliseconds) > FLICK_PX_PER_MS);
}

/** @returns {-1 | 1} where lines run to the right, a swipe to the left leads on */
function directionOf(across) {
  return across * ON > 0 ? -1 : 1;
}

/** Slides in from where the finger pushed it, or the next one from the other side. */
function slide(element, from) {
  if (!prefersReducedMotion()) element.animate([{ translate: `${from}px` }, { translate: "0" }], { duration: SLIDE_MS, easing: "ease-out" });
}

/** The end of a swipe on a button is not a click. */
function dropNextClick(element) {
  const drop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  element.addEventListener("click", drop, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", drop, true), SLIDE_MS);
}
