/**
 * What the time bar is made of beside its histogram: words, buttons, the tip under the pointer.
 * @module
 */

import { formatCount, formatPhotos } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { isTimeBarFolded, rememberTimeBar, takeTimeBarRoom } from "../ui/rooms.js";
import { datedOf } from "./histogram.js";
import { parseSpan } from "../core/span.js";
import { wordSpan } from "./words.js";

/** What has changed is read out when it has rested for so long. */
const SPEAK_MS = 900;

/**
 * @param {object} options
 * @param {HTMLElement} options.element
 * @param {import("../core/store.js").Store} options.store
 * @param {HTMLElement[]} options.handles
 * @param {{clear(): void, play(): void, faster(): void, all(): void, retry(): void, undated(isWanted: boolean): void}} options.actions
 * @param {() => void} options.onResize
 */
export function createTimeParts({ element, store, handles, actions, onResize }) {
  const canvas = h("canvas", { class: "time-canvas", "aria-hidden": "true" });
  const tip = h("div", { class: "time-tip", "aria-hidden": "true", hidden: true });
  const plot = h("div", { class: "time-plot" }, canvas, ...handles, tip);
  const span = h("span", { class: "time-span" });
  const count = h("span", { class: "time-count" });
  const spoken = h("span", { class: "visually-hidden", role: "status" });
  const play = button("time-play icon-button", "Play", actions.play);
  const speed = button("time-speed", "", actions.faster);
  const clear = button("time-clear icon-button", "Show all time", actions.clear, icon("close"));
  const retry = button("time-retry button", "", actions.retry, "Count again");
  retry.hidden = true;
  const undated = button("time-undated", "", () => actions.undated(!store.state.filters.undated));
  const all = button("time-all icon-button", "Back to all years", actions.all, icon("fit"));
  const fold = button("time-fold icon-button", "", () => setFolded(!isFolded(), true));
  element.append(
    h("div", { class: "time-head" }, play, speed, h("p", { class: "time-words" }, span, count), clear),
    plot,
    h("div", { class: "time-tools" }, retry, undated, all, fold),
    spoken);

  let speakTimer = 0;
  /** @type {string | null} */
  let said = null;

  function setFolded(folded, isChoice = false) {
    element.classList.toggle("is-folded", folded);
    fold.replaceChildren(icon(folded ? "unfold" : "fold"));
    name(fold, folded ? "Expand the time bar" : "Collapse the time bar");
    fold.setAttribute("aria-expanded", String(!folded));
    if (isChoice) rememberTimeBar(folded);
  }

  function isFolded() {
    return element.classList.contains("is-folded");
  }

  function show() {
    const { filters, time } = store.state;
    const chosen = parseSpan(filters.time);
    const total = matchedOf(store.state);
    setText(span, filters.undated ? "Undated" : chosen ? wordSpan(chosen) : "All time");
    setText(count, total === null ? "" : formatPhotos(total));
    count.classList.toggle("is-stale", time.isStale);
    count.setAttribute("aria-busy", String(time.isStale && !time.problem));
    retry.hidden = !time.problem;
    retry.title = time.problem;
    element.classList.toggle("has-span", chosen !== null);
    clear.classList.toggle("is-absent", !filters.time);
    all.classList.toggle("is-absent", time.axis === null);
    const dateless = time.overview?.undated ?? 0;
    undated.hidden = !time.overview;
    undated.classList.toggle("is-absent", dateless === 0 && !filters.undated);
    undated.setAttribute("aria-pressed", String(Boolean(filters.undated)));
    setText(undated, `${formatCount(dateless)} undated`);
    play.replaceChildren(icon(time.isPlaying ? "pause" : "play"));
    name(play, time.isPlaying ? "Pause" : "Play through time");
    setText(speed, `${time.speed}×`);
    name(speed, `Speed: ${time.speed} times`);
    if (total !== null) speak(`${span.textContent}, ${count.textContent}`);
  }

  function speak(words) {
    // What the page began with is no news.
    said ??= words;
    clearTimeout(speakTimer);
    if (store.state.time.isPlaying || said === words) return;
    speakTimer = setTimeout(() => {
      setText(spoken, words);
      said = words;
    }, SPEAK_MS);
  }

  function measure() {
    takeTimeBarRoom();
    onResize();
  }

  setFolded(isTimeBarFolded());
  const sizes = new ResizeObserver(measure);
  sizes.observe(element);
  sizes.observe(plot);
  store.watch((state) => state.time, show);
  store.watch((state) => state.filters, show);

  return {
    canvas,
    plot,
    isFolded,

    /** @param {boolean} hidden */
    setHidden(hidden) {
      element.hidden = hidden;
      measure();
    },

    /** Tells of a bucket above where it is. @param {import("./histogram.js").Bucket | null} bucket @param {number} x */
    tip(bucket, x) {
      tip.hidden = !bucket;
      if (!bucket) return;
      setText(tip, `${wordSpan(bucket.span)} · ${formatPhotos(bucket.count)}`);
      const half = tip.offsetWidth / 2;
      tip.style.translate = `${Math.max(0, Math.min(plot.clientWidth - 2 * half, x - half))}px`;
    },
  };
}

/**
 * The same, and null while the answer is of another view or other filters.
 *
 * @param {import("../core/store.js").State} state
 * @returns {number | null}
 */
export function matchedNow(state) {
  return state.time.isStale ? null : matchedOf(state);
}

/**
 * How many photos the view holds that pass the filters.
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
