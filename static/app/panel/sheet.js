/**
 * On a phone, what stands beside the map is a sheet that a finger drags between a few heights.
 * @module
 */

import { isNarrow } from "../ui/dom.js";

/** A finger that moved less than this has tapped. */
const TAP_PX = 6;
const FLING_PX_PER_MS = 0.45;
/** Where a slow drag would come to rest, had the sheet weight. */
const COASTING_MS = 120;
const SPEED_OVER_MS = 80;

/**
 * @param {object} options
 * @param {HTMLElement} options.element
 * @param {HTMLElement[]} options.handles the parts to drag by
 * @param {() => number[]} options.heights in pixels, lowest first
 * @param {(at: number) => void} [options.onRest] the sheet came to stand at one of its heights
 * @param {() => void} [options.onDismiss] it was dragged below the lowest
 */
export function createSheet({ element, handles, heights, onRest = () => {}, onDismiss }) {
  let at = 0;
  let wasDragged = false;
  /** @type {{id: number, y: number, height: number, isMoving: boolean, trail: {y: number, time: number}[]} | null} */
  let drag = null;

  for (const handle of handles) {
    handle.addEventListener("pointerdown", start);
    // A drag that began on a button is no click on it.
    handle.addEventListener("click", (event) => {
      if (!wasDragged) return;
      wasDragged = false;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true });
  }
  // A quick pointer is away from the handle before the first of its moves is heard.
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  addEventListener("resize", apply);

  function start(event) {
    wasDragged = false;
    if (!isNarrow() || !event.isPrimary || event.button !== 0) return;
    drag = { id: event.pointerId, y: event.clientY, height: element.clientHeight, isMoving: false, trail: [] };
  }

  function move(event) {
    if (drag?.id !== event.pointerId) return;
    const moved = event.clientY - drag.y;
    if (!drag.isMoving) {
      if (Math.abs(moved) < TAP_PX) return;
      drag.isMoving = wasDragged = true;
      element.classList.add("is-dragged");
    }
    drag.trail.push({ y: event.clientY, time: event.timeStamp });
    const all = heights();
    const least = onDismiss ? 0 : all[0];
    setHeight(Math.max(least, Math.min(all.at(-1), drag.height - moved)));
  }

  function end(event) {
    if (drag?.id !== event.pointerId) return;
    const { isMoving, trail, height, y } = drag;
    drag = null;
    element.classList.remove("is-dragged");
    if (!isMoving) return;
    // The click that ends a drag comes before this; a key that presses a button later is no drag.
    setTimeout(() => (wasDragged = false));
    const speed = event.type === "pointercancel" ? 0 : speedOf(trail, event);
    const reached = height - (event.clientY - y);
    settle(Math.abs(speed) > FLING_PX_PER_MS ? nextIn(reached, -Math.sign(speed)) : nearest(reached - speed * COASTING_MS));
  }

  /** The first height that lies in a direction; -1 below the lowest. */
  function nextIn(reached, direction) {
    const all = heights();
    if (direction > 0) return Math.max(0, all.findIndex((height) => height > reached));
    return all.findLastIndex((height) => height < reached);
  }

  function nearest(reached) {
    const all = heights();
    if (onDismiss && reached < all[0] * 0.6) return -1;
    const gaps = all.map((height) => Math.abs(height - reached));
    return gaps.indexOf(Math.min(...gaps));
  }

  function settle(next) {
    if (next < 0 && onDismiss) {
      at = 0;
      apply();
      onDismiss();
      return;
    }
    const all = heights();
    at = Math.max(0, Math.min(all.length - 1, next));
    apply();
    onRest(at);
  }

  function apply() {
    setHeight(heights()[at]);
  }

  function setHeight(height) {
    element.style.setProperty("--sheet", `${Math.round(height)}px`);
  }

  apply();
  return {
    /** @returns {number} which of its heights the sheet stands at */
    get at() {
      return at;
    },

    /** @param {number} next */
    moveTo: settle,

    /** Stands where it should, for when its heights have changed. */
    apply,
  };
}

function speedOf(trail, { clientY, timeStamp }) {
  const from = trail.find(({ time }) => timeStamp - time < SPEED_OVER_MS);
  return from ? (clientY - from.y) / Math.max(1, timeStamp - from.time) : 0;
}
