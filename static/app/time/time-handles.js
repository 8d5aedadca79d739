/**
 * The two ends of the chosen span as sliders for the keyboard and for screen readers.
 * @module
 */

import { h } from "../ui/dom.js";
import { keySteps, nextEdge } from "./calendar.js";
import { DAY } from "../core/span.js";
import { wordMoment } from "./words.js";

/** After the last key the span counts as released. */
const REST_MS = 600;

/**
 * @typedef {import("../core/span.js").Span} Span
 *
 * @param {object} bar
 * @param {() => Span} bar.whole
 * @param {() => Span} bar.shown the chosen span with closed ends, or all photos
 * @param {() => import("./calendar.js").Unit} bar.named what the marks of the axis are
 * @param {(span: Span, how: {isMoving: boolean}) => void} bar.choose
 * @param {(factor: number, around: number) => void} bar.zoom
 * @param {(time: number | null) => void} bar.hover tells of the bucket at a moment
 */
export function createTimeHandles(bar) {
  let timer = 0;
  const from = handle("from", "Earliest photo shown");
  const through = handle("through", "Latest photo shown");

  function handle(end, label) {
    const element = h("div", { class: `time-handle is-${end}`, role: "slider", tabindex: "0", "aria-label": label, "aria-orientation": "horizontal" });
    element.addEventListener("keydown", (event) => pressed(event, end));
    element.addEventListener("focus", () => bar.hover(edgeOf(end)));
    element.addEventListener("blur", () => {
      bar.hover(null);
      settle();
    });
    return element;
  }

  function pressed(event, end) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const edge = edgeOf(end);
    const next = moved(event, edge);
    if (next !== null) put(end, next);
    else if (event.key === "+" || event.key === "=") bar.zoom(2, edge);
    else if (event.key === "-") bar.zoom(0.5, edge);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function moved({ key, shiftKey }, edge) {
    const { small, large } = keySteps(bar.named());
    const step = shiftKey || key.startsWith("Page") ? large : small;
    const { from, through } = bar.whole();
    if (["ArrowRight", "ArrowUp", "PageUp"].includes(key)) return nextEdge(edge, step, 1);
    if (["ArrowLeft", "ArrowDown", "PageDown"].includes(key)) return nextEdge(edge, step, -1);
    if (key === "Home") return from;
    return key === "End" ? through + 1 : null;
  }

  /** An end is held between the other and the edge of all. */
  function put(end, edge) {
    const whole = bar.whole();
    const shown = bar.shown();
    const { small } = keySteps(bar.named());
    const span = end === "from"
      ? { ...shown, from: Math.max(whole.from, Math.min(edge, nextEdge(shown.through + 1, small, -1))) }
      : { ...shown, through: Math.min(whole.through, Math.max(edge, nextEdge(shown.from, small, 1)) - 1) };
    if (span.from > span.through) return;
    bar.choose(span, { isMoving: true });
    bar.hover(end === "from" ? span.from : span.through);
    clearTimeout(timer);
    timer = setTimeout(settle, REST_MS);
  }

  function settle() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    bar.choose(bar.shown(), { isMoving: false });
  }

  /** The first moment of what the end stands at, or the first after it. */
  function edgeOf(end) {
    const { from, through } = bar.shown();
    return end === "from" ? from : through + 1;
  }

  return {
    elements: [from, through],

    /** @param {{start: number, end: number}} edges in pixels */
    show({ start, end }) {
      const { from: first, through: last } = bar.shown();
      const whole = bar.whole();
      place(from, start, first, `from ${wordMoment(first)}`);
      place(through, end, last, `to ${wordMoment(last)}`);

      function place(element, x, time, text) {
        const within = Math.max(whole.from, Math.min(whole.through, time));
        element.style.translate = `${x}px`;
        element.setAttribute("aria-valuemin", dayOf(whole.from));
        element.setAttribute("aria-valuemax", dayOf(whole.through));
        element.setAttribute("aria-valuenow", dayOf(within));
        element.setAttribute("aria-valuetext", text);
      }
    },
  };
}

/** The number of a day, which is what the sliders count in. */
function dayOf(time) {
  return String(Math.floor(time / DAY));
}
