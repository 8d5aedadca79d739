/**
 * Dragging over the photos of a list, with a mouse, or with a finger that has held one. At the edges the list scrolls.
 * @module
 */

import { dropNextClick } from "../ui/hold.js";

/** A movement shorter than this is a click. */
const STEADY_PX = 8;
/** This near to an edge, the list scrolls: a pixel in each frame for `PER_STEP` pixels. */
const EDGE_PX = 44;
const PER_STEP = 4;
/** One that begins near an edge scrolls after it was moved this far towards it. */
const TOWARDS_PX = 20;

/**
 * @param {PointerEvent} start
 * @param {object} options
 * @param {HTMLElement} options.scroller the list
 * @param {boolean} options.isHeld whether it begins at once, and not with a movement
 * @param {() => void} [options.onBegin]
 * @param {(item: HTMLElement) => void} options.onReach called with each other photo below the pointer
 * @param {() => void} [options.onEnd]
 */
export function followSweep(start, { scroller, isHeld, onBegin = () => {}, onReach, onEnd = () => {} }) {
  const listening = new AbortController();
  const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => addEventListener(type, listener, { capture: true, signal: listening.signal });
  let at = { x: start.clientX, y: start.clientY };
  let hasBegun = isHeld;
  let reached = /** @type {Element | null} */ (null);
  let frame = 0;

  listen("pointermove", (event) => {
    if (event.pointerId !== start.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (!hasBegun && Math.hypot(at.x - start.clientX, at.y - start.clientY) < STEADY_PX) return;
    if (!hasBegun) onBegin();
    hasBegun = true;
    frame ||= requestAnimationFrame(scrollAtEdge);
    reach();
  });
  for (const type of ["pointerup", "pointercancel"]) listen(type, (event) => event.pointerId === start.pointerId && end());
  listen("keydown", (event) => event.key === "Escape" && end());
  listen("selectstart", (event) => event.preventDefault());

  function reach() {
    const { top, bottom } = scroller.getBoundingClientRect();
    const below = document.elementFromPoint(at.x, Math.max(top + 1, Math.min(bottom - 1, at.y)));
    const item = /** @type {HTMLElement | null} */ (below?.closest("[data-item]") ?? null);
    if (!item || item === reached || !scroller.contains(item)) return;
    reached = item;
    onReach(item);
  }

  function scrollAtEdge() {
    frame = requestAnimationFrame(scrollAtEdge);
    const { top, bottom } = scroller.getBoundingClientRect();
    const over = Math.min(0, at.y - top - EDGE_PX) + Math.max(0, at.y - bottom + EDGE_PX);
    if (!over || (at.y - start.clientY) * Math.sign(over) < TOWARDS_PX) return;
    scroller.scrollTop += Math.sign(over) * Math.ceil(Math.abs(over) / PER_STEP);
    reach();
  }

  function end() {
    listening.abort();
    cancelAnimationFrame(frame);
    // That of a held photo is dropped in any case.
    if (hasBegun && !isHeld) dropNextClick();
    onEnd();
  }
}
