/**
 * The parts of the time bar besides its histogram: texts, buttons, and the tooltip.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { isTimeBarFolded, rememberTimeBar, takeTimeBarRoom } from "../ui/rooms.js";
import { datedOf } from "./histogram.js";
import { parseSpan } from "../core/span.js";
import { wordPlayed, wordSpan } from "./words.js";
import { TEXTS } from "../core/texts.js";

/** Changes are announced to screen readers after this pause. */
const SPEAK_MS = 900;

export class TimeParts {
  #element;
  #store;
  #onResize;
  canvas = h("canvas", { class: "time-canvas", "aria-hidden": "true" });
  #tip = h("div", { class: "time-tip", "aria-hidden": "true", hidden: true });
  plot;
  #span = h("span", { class: "time-span" });
  #count = h("span", { class: "time-count" });
  #spoken = h("span", { class: "visually-hidden", role: "status" });
  #play;
  #speed;
  #clear;
  #compare;
  #retry;
  #undated;
  #all;
  #fold;
  #speakTimer = 0;
  /** @type {string | null} */
  #said = null;

  /**
   * @param {object} options
   * @param {HTMLElement} options.element
   * @param {import("../core/store.js").Store} options.store
   * @param {HTMLElement[]} options.handles
   * @param {{clear(): void, compare(): void, play(): void, faster(): void, all(): void, retry(): void, undated(isWanted: boolean): void}} options.actions
   * @param {() => void} options.onResize
   */
  constructor({ element, store, handles, actions, onResize }) {
    this.#element = element;
    this.#store = store;
    this.#onResize = onResize;
    this.plot = h("div", { class: "time-plot" }, this.canvas, ...handles, this.#tip);
    this.#play = button("time-play icon-button", TEXTS.play, actions.play);
    this.#speed = button("time-speed", "", actions.faster);
    this.#clear = button("time-clear icon-button", TEXTS.showAllTime, actions.clear, icon("close"));
    this.#compare = button("time-compare icon-button", TEXTS.compareTimes, actions.compare, icon("compare"));
    this.#retry = button("time-retry button", "", actions.retry, TEXTS.countAgain);
    this.#retry.hidden = true;
    this.#undated = button("time-undated", "", () => actions.undated(!this.#store.state.filters.undated));
    this.#all = button("time-all icon-button", TEXTS.backToAllYears, actions.all, icon("fit"));
    this.#fold = button("time-fold icon-button", "", () => this.#setFolded(!this.isFolded(), true));
    this.#element.append(
      h("div", { class: "time-head" }, this.#play, this.#speed, h("p", { class: "time-words" }, this.#span, this.#count), this.#compare, this.#clear),
      this.plot,
      h("div", { class: "time-tools" }, this.#retry, this.#undated, this.#all, this.#fold),
      this.#spoken);
    this.#setFolded(isTimeBarFolded());
    const sizes = new ResizeObserver(this.#measure);
    sizes.observe(this.#element);
    sizes.observe(this.plot);
    this.#store.watch((state) => state.time, this.#show);
    this.#store.watch((state) => state.filters, this.#show);
    this.#store.watch((state) => state.comparison, this.#show);
    this.#store.watch((state) => state.editsSecond, this.#show);
  }

  #setFolded(folded, isChoice = false) {
    this.#element.classList.toggle("is-folded", folded);
    this.#fold.replaceChildren(icon(folded ? "unfold" : "fold"));
    name(this.#fold, folded ? TEXTS.expandTheTimeBar : TEXTS.collapseTheTimeBar);
    this.#fold.setAttribute("aria-expanded", String(!folded));
    if (isChoice) rememberTimeBar(folded);
  }

  isFolded() {
    return this.#element.classList.contains("is-folded");
  }

  #show = () => {
    const { filters, time, comparison, editsSecond } = this.#store.state;
    const chosen = parseSpan(filters.time);
    const total = matchedOf(this.#store.state);
    setText(this.#span, filters.undated ? TEXTS.undated : chosen ? (time.isPlaying ? wordPlayed : wordSpan)(chosen) : TEXTS.wholeTime);
    this.#element.classList.toggle("is-playing", time.isPlaying);
    setText(this.#count, total === null ? "" : formatPhotos(total));
    this.#count.classList.toggle("is-stale", time.isStale);
    this.#count.setAttribute("aria-busy", String(time.isStale && !time.problem));
    this.#retry.hidden = !time.problem;
    this.#retry.title = time.problem;
    this.#element.classList.toggle("has-span", chosen !== null);
    this.#clear.classList.toggle("is-absent", !filters.time);
    name(this.#clear, comparison ? TEXTS.stopComparing : TEXTS.showAllTime);
    this.#compare.classList.toggle("is-absent", chosen === null || comparison !== null);
    this.#element.classList.toggle("is-comparing", comparison !== null);
    this.#element.classList.toggle("edits-second", editsSecond);
    this.#all.classList.toggle("is-absent", time.axis === null);
    const dateless = time.overview?.undated ?? 0;
    this.#undated.hidden = !time.overview;
    this.#undated.classList.toggle("is-absent", dateless === 0 && !filters.undated);
    this.#undated.setAttribute("aria-pressed", String(Boolean(filters.undated)));
    setText(this.#undated, TEXTS.undatedCount(dateless));
    this.#play.replaceChildren(icon(time.isPlaying ? "pause" : "play"));
    name(this.#play, time.isPlaying ? TEXTS.pause : TEXTS.playThroughTime);
    setText(this.#speed, `${time.speed}×`);
    name(this.#speed, TEXTS.speed(time.speed));
    if (total !== null) this.#speak(`${this.#span.textContent}, ${this.#count.textContent}`);
  };

  #speak(words) {
    // The initial text is not announced.
    this.#said ??= words;
    clearTimeout(this.#speakTimer);
    if (this.#store.state.time.isPlaying || this.#said === words) return;
    this.#speakTimer = setTimeout(() => {
      setText(this.#spoken, words);
      this.#said = words;
    }, SPEAK_MS);
  }

  #measure = () => {
    takeTimeBarRoom();
    this.#onResize();
  };

  /** @param {boolean} hidden */
  setHidden(hidden) {
    this.#element.hidden = hidden;
    this.#measure();
  }

  /**
   * Shows a tooltip for a bucket above its position.
   *
   * @param {import("./histogram.js").Bucket | null} bucket @param {number} x
   */
  tip(bucket, x) {
    this.#tip.hidden = !bucket;
    if (!bucket) return;
    setText(this.#tip, `${wordSpan(bucket.span)} · ${formatPhotos(bucket.count)}`);
    const half = this.#tip.offsetWidth / 2;
    this.#tip.style.translate = `${Math.max(0, Math.min(this.plot.clientWidth - 2 * half, x - half))}px`;
  }
}

/**
 * Like `matchedOf`, but null while the counts are of another view or other filters.
 *
 * @param {import("../core/store.js").State} state
 * @returns {number | null}
 */
export function matchedNow(state) {
  return state.time.isStale ? null : matchedOf(state);
}

/**
 * How many photos in view match the filters.
 *
 * @param {import("../core/store.js").State} state
 * @returns {number | null} null until it is known
 */
export function matchedOf({ filters, time }) {
  if (filters.time || filters.undated) return time.matched;
  return time.overview && datedOf(time.overview) + time.overview.undated;
}

function button(className, label, action, sign = null) {
  const element = h("button", { type: "button", class: className, onclick: () => action() }, sign);
  if (label) name(element, label);
  return element;
}

function name(element, label) {
  if (element.title === label) return;
  element.title = label;
  element.setAttribute("aria-label", label);
}
