/**
 * On a phone, panels are sheets that a finger drags between a few heights.
 * @module
 */

import { isNarrow } from "../ui/dom.js";

/** A movement shorter than this is a tap. */
const TAP_PX = 6;
const FLING_PX_PER_MS = 0.45;
/** When a drag ends, its speed goes on for this long; the sheet then moves to the nearest height. */
const COASTING_MS = 120;
const SPEED_OVER_MS = 80;

export class Sheet {
  #element;
  #heights;
  #onRest;
  #onDismiss;
  #isSheet;
  #at = 0;
  /**
   * The index of the height that the sheet had before its full height; null if it was opened at that.
   *
   * @type {number | null}
   */
  #lower = 0;
  #wasDragged = false;
  /** @type {{id: number, y: number, height: number, isMoving: boolean, trail: {y: number, time: number}[]} | null} */
  #drag = null;

  /**
   * @param {object} options
   * @param {HTMLElement} options.element
   * @param {HTMLElement[]} options.handles the parts to drag by
   * @param {() => number[]} options.heights in pixels, lowest first
   * @param {(at: number) => void} [options.onRest] called when the sheet has reached one of its heights
   * @param {() => void} [options.onDismiss] called when it was dragged below the lowest
   * @param {() => boolean} [options.isSheet] whether it is a sheet in this window
   */
  constructor({ element, handles, heights, onRest = () => {}, onDismiss, isSheet = isNarrow }) {
    this.#isSheet = isSheet;
    this.#element = element;
    this.#heights = heights;
    this.#onRest = onRest;
    this.#onDismiss = onDismiss;
    for (const handle of handles) {
      handle.addEventListener("pointerdown", this.#start);
      // A drag that started on a button does not click it.
      handle.addEventListener("click", (event) => {
        if (!this.#wasDragged) return;
        this.#wasDragged = false;
        event.preventDefault();
        event.stopPropagation();
      }, { capture: true });
    }
    // A quick pointer leaves the handle before its first move event, so the window listens.
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#end);
    addEventListener("pointercancel", this.#end);
    addEventListener("resize", this.apply);
    this.apply();
  }

  #start = (event) => {
    this.#wasDragged = false;
    if (!this.#isSheet() || !event.isPrimary || event.button !== 0) return;
    this.#drag = { id: event.pointerId, y: event.clientY, height: this.#element.clientHeight, isMoving: false, trail: [] };
  };

  #move = (event) => {
    if (this.#drag?.id !== event.pointerId) return;
    const moved = event.clientY - this.#drag.y;
    if (!this.#drag.isMoving) {
      if (Math.abs(moved) < TAP_PX) return;
      this.#drag.isMoving = this.#wasDragged = true;
      this.#element.classList.add("is-dragged");
    }
    this.#drag.trail.push({ y: event.clientY, time: event.timeStamp });
    const all = this.#heights();
    const least = this.#onDismiss ? 0 : all[0];
    this.#setHeight(Math.max(least, Math.min(all.at(-1), this.#drag.height - moved)));
  };

  #end = (event) => {
    if (this.#drag?.id !== event.pointerId) return;
    const { isMoving, trail, height, y } = this.#drag;
    this.#drag = null;
    this.#element.classList.remove("is-dragged");
    if (!isMoving) return;
    // The click at the end of a drag comes before this timeout. Later clicks, for example by keyboard, are real.
    setTimeout(() => (this.#wasDragged = false));
    const speed = event.type === "pointercancel" ? 0 : speedOf(trail, event);
    const reached = height - (event.clientY - y);
    this.#settle(Math.abs(speed) > FLING_PX_PER_MS ? this.#nextIn(reached, -Math.sign(speed)) : this.#nearest(reached - speed * COASTING_MS));
  };

  /** The index of the next height in a direction; -1 below the lowest. */
  #nextIn(reached, direction) {
    const all = this.#heights();
    if (direction < 0) return all.findLastIndex((height) => height < reached);
    const higher = all.findIndex((height) => height > reached);
    // A fling may end above the highest.
    return higher < 0 ? all.length - 1 : higher;
  }

  #nearest(reached) {
    const all = this.#heights();
    if (this.#onDismiss && reached < all[0] * 0.6) return -1;
    const gaps = all.map((height) => Math.abs(height - reached));
    return gaps.indexOf(Math.min(...gaps));
  }

  #settle = (next) => {
    if (next < 0 && this.#onDismiss) {
      this.#at = 0;
      this.apply();
      this.#onDismiss();
      return;
    }
    this.#stand(next);
    this.#onRest(this.#at);
  };

  #stand(next) {
    this.#at = Math.max(0, Math.min(this.#heights().length - 1, next));
    if (!this.isFull) this.#lower = this.#at;
    this.apply();
  }

  /** Moves to the current height again, because the heights have changed. */
  apply = () => {
    this.#setHeight(this.#heights()[this.#at]);
  };

  #setHeight(height) {
    this.#element.style.setProperty("--sheet", `${Math.round(height)}px`);
  }

  /** @returns {number} the index of the sheet's height */
  get at() {
    return this.#at;
  }

  /** Whether the sheet is at its full height, where it hides the map. */
  get isFull() {
    return this.#at === this.#heights().length - 1;
  }

  /**
   * How much of the map it covers. At full height that does not change, so that the view stays.
   *
   * @returns {number} in pixels
   */
  get covered() {
    const at = this.isFull ? this.#lower : this.#at;
    return at === null ? 0 : this.#heights()[at];
  }

  /**
   * Opens the sheet. `onRest` is not called.
   *
   * @param {number} at
   */
  open(at) {
    this.#lower = null;
    this.#stand(at);
  }

  /** @param {number} next */
  moveTo(next) {
    this.#settle(next);
  }
}

function speedOf(trail, { clientY, timeStamp }) {
  const from = trail.find(({ time }) => timeStamp - time < SPEED_OVER_MS);
  return from ? (clientY - from.y) / Math.max(1, timeStamp - from.time) : 0;
}
