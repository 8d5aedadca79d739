/**
 * A pin that is pressed and held. A drag of the map that starts at a pin is no hold.
 * @module
 */

const HOLD_MS = 480;
const STEADY_PX = 10;

/**
 * @param {HTMLElement} holder the element that contains the pins
 * @param {(target: Element) => boolean} onHold returns whether it used the hold; the click of the lifted finger then does nothing
 */
export function listenForHold(holder, onHold) {
  let timer = 0;
  let start = { x: 0, y: 0 };
  let isHeld = false;

  function stop() {
    clearTimeout(timer);
    for (const type of ["pointerup", "pointercancel"]) removeEventListener(type, stop);
    removeEventListener("pointermove", move);
  }

  /** @param {PointerEvent} event */
  function move({ clientX, clientY }) {
    if (Math.hypot(clientX - start.x, clientY - start.y) > STEADY_PX) stop();
  }

  holder.addEventListener("pointerdown", (event) => {
    stop();
    isHeld = false;
    const { target } = event;
    if (!event.isPrimary || event.button !== 0 || !(target instanceof Element)) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      stop();
      isHeld = onHold(target);
    }, HOLD_MS);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, stop);
    addEventListener("pointermove", move);
  });
  holder.addEventListener("click", (event) => {
    // Clicks of the keyboard have no detail.
    if (!isHeld || !event.detail) return;
    isHeld = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true });
  // A touch that is held would open the browser's own menu.
  holder.addEventListener("contextmenu", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "mouse") event.preventDefault();
  });
}
