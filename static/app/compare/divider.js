/**
 * The divider between two times: the sides of the map, or two pictures. A line with a handle, which a pointer or the
 * keyboard moves.
 * @module
 */

import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/** How far keys move it, as a share of the map's width. */
const STEP = 0.02;
const LARGE_STEP = 0.1;
const MIDDLE = 0.5;

/** @typedef {ReturnType<typeof createDivider>} Divider */

/**
 * @param {object} options
 * @param {HTMLElement} options.container of the map or of the pictures
 * @param {() => {start: number, width: number}} options.free where the part of it begins that no panel covers, and its width
 * @param {() => void} options.onMove
 * @param {(earlier: string, percent: number, later: string) => string} [options.valueText] what screen readers say of its place
 */
export function createDivider({ container, free, onMove, valueText = TEXTS.sides }) {
  /** Where it is, as a share of the width. */
  let share = MIDDLE;
  const [left, right] = ["is-left", "is-right"].map((side) => h("span", { class: `divider-name ${side}` }));
  const element = h("div", { class: "divider", role: "slider", tabindex: "0", "aria-orientation": "horizontal", "aria-valuemin": "0", "aria-valuemax": "100" },
    left, h("span", { class: "divider-grip" }, icon("divide")), right);

  /** @param {number} next */
  function move(next) {
    const limited = Math.max(0, Math.min(1, next));
    if (limited === share) return;
    share = limited;
    place();
    onMove();
  }

  function place() {
    container.style.setProperty("--divider", `${Math.round(at())}px`);
    const percent = Math.round(share * 100);
    element.setAttribute("aria-valuenow", String(percent));
    element.setAttribute("aria-valuetext", valueText(left.textContent ?? "", percent, right.textContent ?? ""));
  }

  /** Its distance from the left edge of the map, in pixels. */
  const at = () => free().start + share * free().width;
  const shareAt = (/** @type {number} */ x) => (x - free().start) / Math.max(1, free().width);

  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    // The handle may be grasped beside its middle.
    const beside = event.clientX - at();
    const follow = (/** @type {PointerEvent} */ { clientX }) => move(shareAt(clientX - beside));
    element.addEventListener("pointermove", follow);
    for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => element.removeEventListener("pointermove", follow), { once: true });
  });
  element.addEventListener("dblclick", () => move(MIDDLE));
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {KeyboardEvent} event @returns {boolean} whether the key moves it */
  function press(event) {
    const next = keyed(event, share);
    if (next !== null) move(next);
    return next !== null;
  }

  return {
    element,
    at,
    place,
    press,

    /** Moves it to a distance from the left edge. @param {number} x */
    moveTo: (x) => move(shareAt(x)),

    /** @param {string} earlier @param {string} later what the sides show */
    name(earlier, later) {
      setText(left, earlier);
      setText(right, later);
      element.setAttribute("aria-label", TEXTS.dividerBetween(earlier, later));
      place();
    },
  };
}

/** @param {KeyboardEvent} event @param {number} share @returns {number | null} */
function keyed({ key, shiftKey }, share) {
  const step = shiftKey || key.startsWith("Page") ? LARGE_STEP : STEP;
  if (["ArrowRight", "ArrowUp", "PageUp"].includes(key)) return share + step;
  if (["ArrowLeft", "ArrowDown", "PageDown"].includes(key)) return share - step;
  if (key === "Home") return 0;
  return key === "End" ? 1 : null;
}
