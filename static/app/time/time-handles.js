/**
 * The two ends of the chosen span as sliders for the keyboard and for screen readers.
 * @module
 */

import { h } from "../ui/dom.js";
import { keySteps, nextEdge } from "./calendar.js";
import { DAY } from "../core/span.js";
import { wordMoment } from "./words.js";
import { TEXTS } from "../core/texts.js";

/** A pause after the last key ends the movement. */
const REST_MS = 600;

/**
 * @typedef {import("../core/span.js").Span} Span
 */
export class TimeHandles {
  #bar;
  #timer = 0;
  #from;
  #through;

  /**
   * @param {object} bar
   * @param {() => Span} bar.whole
   * @param {() => Span} bar.shown the chosen span with closed ends, or all photos
   * @param {() => import("./calendar.js").Unit} bar.named the unit of the axis labels
   * @param {(span: Span, how: {isMoving: boolean}) => void} bar.choose
   * @param {(factor: number, around: number) => void} bar.zoom
   * @param {(time: number | null) => void} bar.hover describes the bucket at a time
   */
  constructor(bar) {
    this.#bar = bar;
    this.#from = this.#handle("from", TEXTS.earliestPhotoShown);
    this.#through = this.#handle("through", TEXTS.latestPhotoShown);
  }

  #handle(end, label) {
    const element = h("div", { class: `time-handle is-${end}`, role: "slider", tabindex: "0", "aria-label": label, "aria-orientation": "horizontal" });
    element.addEventListener("keydown", (event) => this.#pressed(event, end));
    element.addEventListener("focus", () => this.#bar.hover(this.#edgeOf(end)));
    element.addEventListener("blur", () => {
      this.#bar.hover(null);
      this.#settle();
    });
    return element;
  }

  #pressed(event, end) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const edge = this.#edgeOf(end);
    const next = this.#moved(event, edge);
    if (next !== null) this.#put(end, next);
    else if (event.key === "+" || event.key === "=") this.#bar.zoom(2, edge);
    else if (event.key === "-") this.#bar.zoom(0.5, edge);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #moved({ key, shiftKey }, edge) {
    const { small, large } = keySteps(this.#bar.named());
    const step = shiftKey || key.startsWith("Page") ? large : small;
    const { from, through } = this.#bar.whole();
    if (["ArrowRight", "ArrowUp", "PageUp"].includes(key)) return nextEdge(edge, step, 1);
    if (["ArrowLeft", "ArrowDown", "PageDown"].includes(key)) return nextEdge(edge, step, -1);
    if (key === "Home") return from;
    return key === "End" ? through + 1 : null;
  }

  /** Moves an end, limited by the other end and by the bounds. */
  #put(end, edge) {
    const whole = this.#bar.whole();
    const shown = this.#bar.shown();
    const { small } = keySteps(this.#bar.named());
    const span = end === "from"
      ? { ...shown, from: Math.max(whole.from, Math.min(edge, nextEdge(shown.through + 1, small, -1))) }
      : { ...shown, through: Math.min(whole.through, Math.max(edge, nextEdge(shown.from, small, 1)) - 1) };
    if (span.from > span.through) return;
    this.#bar.choose(span, { isMoving: true });
    this.#bar.hover(end === "from" ? span.from : span.through);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#settle, REST_MS);
  }

  #settle = () => {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#bar.choose(this.#bar.shown(), { isMoving: false });
  };

  /** The moment of an end: the first of the span, or the first after it. */
  #edgeOf(end) {
    const { from, through } = this.#bar.shown();
    return end === "from" ? from : through + 1;
  }

  get elements() {
    return [this.#from, this.#through];
  }

  /** @param {{start: number, end: number}} edges in pixels */
  show({ start, end }) {
    const { from: first, through: last } = this.#bar.shown();
    const whole = this.#bar.whole();
    place(this.#from, start, first, TEXTS.fromMoment(wordMoment(first)));
    place(this.#through, end, last, TEXTS.to(wordMoment(last)));

    function place(element, x, time, text) {
      const within = Math.max(whole.from, Math.min(whole.through, time));
      element.style.translate = `${x}px`;
      element.setAttribute("aria-valuemin", dayOf(whole.from));
      element.setAttribute("aria-valuemax", dayOf(whole.through));
      element.setAttribute("aria-valuenow", dayOf(within));
      element.setAttribute("aria-valuetext", text);
    }
  }
}

/** The number of a day, which is the value of the sliders. */
function dayOf(time) {
  return String(Math.floor(time / DAY));
}
