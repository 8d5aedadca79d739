/**
 * Pressing a pin and holding it, with any pointer. Moving earlier drags the map, as everywhere else. And the click that
 * comes when what was held or dragged is dropped.
 * @module
 */

const HOLD_MS = 380;
/** A finger that rests moves less than this. */
const STEADY_PX = 8;
/** The click after a hold or a drag comes within this time, and before the next press. */
const CLICK_MS = 300;

/**
 * @template Held
 * @param {HTMLElement} layer
 * @param {object} options
 * @param {(event: PointerEvent) => Held | null} options.heldAt what is held by a pointer; null for nothing
 * @param {(event: PointerEvent, held: Held, isDown: () => boolean) => void} options.onHold `isDown` says whether the pointer is still pressed
 */
export function watchHolds(layer, { heldAt, onHold }) {
  layer.addEventListener("pointerdown", (start) => {
    const held = start.isPrimary && start.button === 0 ? heldAt(start) : null;
    if (!held) return;
    const listening = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listening.abort();
    };
    let isDown = true;
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (isDown = false), { capture: true, once: true });
    const timer = setTimeout(() => {
      end();
      onHold(start, held, () => isDown);
    }, HOLD_MS);
    // A second finger zooms.
    for (const type of ["pointerup", "pointercancel", "pointerdown", "wheel"]) addEventListener(type, end, { capture: true, signal: listening.signal });
    addEventListener("pointermove", ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > STEADY_PX) end();
    }, { capture: true, signal: listening.signal });
  });
  // A finger that holds would open the browser's own menu.
  layer.addEventListener("contextmenu", (event) => {
    const { pointerType } = /** @type {PointerEvent} */ (event);
    if (pointerType !== "mouse" && /** @type {Element} */ (event.target).closest(".pin, .pin-count")) event.preventDefault();
  });
}

/** Call it when the pointer is lifted: the end of a hold or a drag is not a click. */
export function dropNextClick() {
  const drop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const stop = () => removeEventListener("click", drop, true);
  addEventListener("click", drop, { capture: true, once: true });
  addEventListener("pointerdown", stop, { capture: true, once: true });
  setTimeout(stop, CLICK_MS);
}

/** Call it while the pointer is still pressed. */
export function dropClickOfPress() {
  const listening = new AbortController();
  const end = (/** @type {Event} */ { type }) => {
    listening.abort();
    // A press that is cancelled has no click.
    if (type === "pointerup") dropNextClick();
  };
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { capture: true, signal: listening.signal });
}
