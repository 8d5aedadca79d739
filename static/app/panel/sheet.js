/**
 * On a phone the panel is a sheet that a finger drags: up to see more, down to put it away.
 * @module
 */

import { isNarrow } from "../ui/dom.js";

const TAP_PX = 6;
const FLICK_PX_PER_MS = 0.5;

/**
 * @param {HTMLElement} panel
 * @param {HTMLElement[]} handles the parts to drag by
 * @param {() => void} onDismiss
 */
export function createSheet(panel, handles, onDismiss) {
  /** @type {{y: number, time: number, id: number, moved: number} | null} */
  let drag = null;

  for (const handle of handles) {
    handle.addEventListener("pointerdown", start);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", cancel);
  }

  function start(event) {
    if (!isNarrow() || event.target.closest("button, a")) return;
    drag = { y: event.clientY, time: event.timeStamp, id: event.pointerId, moved: 0 };
    event.currentTarget.setPointerCapture(event.pointerId);
    panel.classList.add("is-dragged");
  }

  function move(event) {
    if (drag?.id !== event.pointerId) return;
    drag.moved = event.clientY - drag.y;
    const resistance = drag.moved < 0 ? 0.35 : 1;
    panel.style.setProperty("--drag", `${drag.moved * resistance}px`);
  }

  function end(event) {
    if (drag?.id !== event.pointerId) return;
    const { moved, time } = drag;
    const speed = moved / Math.max(1, event.timeStamp - time);
    cancel();
    if (Math.abs(moved) < TAP_PX) panel.classList.toggle("is-tall");
    else if (moved < -40) panel.classList.add("is-tall");
    else if (moved > panel.clientHeight / 3 || speed > FLICK_PX_PER_MS) lower();
  }

  function lower() {
    if (panel.classList.contains("is-tall")) panel.classList.remove("is-tall");
    else onDismiss();
  }

  function cancel() {
    drag = null;
    panel.classList.remove("is-dragged");
    panel.style.removeProperty("--drag");
  }
}
