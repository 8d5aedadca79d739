/**
 * Moves the chosen span through time, like a film.
 * @module
 */

import { setTime } from "./time-state.js";
import { prefersReducedMotion } from "../ui/dom.js";
import { within } from "./axis.js";
import { addUnits, floorTo } from "./calendar.js";
import { DAY, formatSpan, lengthOf } from "../core/span.js";

/** @typedef {import("../core/span.js").Span} Span */

const WHOLE_MS = 30_000;
const STEP_MS = 1500;
/** Without a chosen span, this share of the axis is shown at a time. */
const SHARE = 1 / 14;
export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => Span} options.axis the span that is played
 * @param {() => Span | null} options.chosen
 * @param {() => import("./histogram.js").TimeCounts | null} options.counts
 * @param {(span: Span, how: {isMoving: boolean}) => void} options.choose
 */
export function createPlayer({ store, axis, chosen, counts, choose }) {
  let frame = 0;
  let timer = 0;
  let last = 0;
  /**
   * The current span with fractions of a millisecond, which slow playback needs.
   *
   * @type {{from: number, length: number}}
   */
  let window = { from: 0, length: 0 };
  let written = "";
  let since = 0;
  /** The span that is played, as it was at the start: moving the map does not change it. */
  let all = axis();
  /** When photos were taken, as it was at the start. */
  let taken = /** @type {Span[]} */ ([]);

  function play() {
    if (store.state.time.isPlaying) return;
    all = axis();
    taken = spansWithPhotos(counts());
    window = startOf(chosen(), all);
    since = Math.min(store.state.time.played?.since ?? Infinity, window.from);
    store.change(setTime({ isPlaying: true, isMoving: true }));
    show();
    last = performance.now();
    if (prefersReducedMotion()) timer = setInterval(stepOn, STEP_MS / store.state.time.speed);
    else frame = requestAnimationFrame(glide);
  }

  function glide(now) {
    window.from += ((lengthOf(all) + window.length) / WHOLE_MS) * store.state.time.speed * Math.max(0, now - last);
    last = now;
    frame = requestAnimationFrame(glide);
    // The next photos come in at the end of the span.
    window.from = (nextStretch(window, taken)?.from ?? window.from + window.length - 1) - window.length + 1;
    show();
  }

  function stepOn() {
    window.from += window.length;
    window.from = nextStretch(window, taken)?.from ?? window.from;
    show();
  }

  function show() {
    const isOver = window.from + window.length > all.through;
    const span = within(window.from, window.length, all);
    const shown = window.length < 3 * DAY ? span : wholeDays(span.from, window.length);
    written = formatSpan(shown);
    choose(shown, { isMoving: true });
    store.change(setTime({ played: { since, from: span.from, now: span.through + 1 } }));
    if (isOver) pause();
  }

  function pause() {
    if (!store.state.time.isPlaying) return;
    halt();
    const span = chosen();
    if (span) choose(span, { isMoving: false });
  }

  function halt() {
    cancelAnimationFrame(frame);
    clearInterval(timer);
    timer = 0;
    store.change(setTime({ isPlaying: false, isMoving: false }));
  }

  // The Back button, clearing the filter or another span stops the playback.
  store.watch((state) => state.filters.time, (time) => {
    if (time === written) return;
    if (store.state.time.isPlaying) halt();
    store.change(setTime({ played: null }));
  });

  return {
    pause,
    toggle: () => (store.state.time.isPlaying ? pause() : play()),

    /** Changes to the next speed. */
    faster() {
      const { speed, isPlaying } = store.state.time;
      store.change(setTime({ speed: SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] }));
      if (!isPlaying || !timer) return;
      clearInterval(timer);
      timer = setInterval(stepOn, STEP_MS / store.state.time.speed);
    },
  };
}

/** Whole days, so that the displayed dates are exactly those of the filter. */
function wholeDays(moment, length) {
  const from = floorTo(moment, "day");
  return { from, through: from + Math.round(length / DAY) * DAY - 1 };
}

/** Starts at the chosen span; at the beginning if there is none or it is at the end. */
function startOf(span, axis) {
  if (!span || lengthOf(span) >= lengthOf(axis)) return { from: axis.from, length: usualLength(axis) };
  const isAtEnd = span.through >= axis.through - lengthOf(axis) * 0.002 || span.from > axis.through || span.through < axis.from;
  return { from: isAtEnd ? axis.from : span.from, length: lengthOf(span) };
}

/** The unit of the calendar nearest to a fourteenth of the axis. */
function usualLength(axis) {
  const wanted = lengthOf(axis) * SHARE;
  const units = /** @type {import("./calendar.js").Unit[]} */ (["year", "month", "day", "hour"]);
  const unit = units.find((one) => addUnits(floorTo(axis.from, one), one) - floorTo(axis.from, one) <= wanted * 1.7);
  return unit ? addUnits(floorTo(axis.from, unit), unit) - floorTo(axis.from, unit) : wanted;
}

/** @param {import("./histogram.js").TimeCounts | null} counts @returns {Span[]} in order of time */
function spansWithPhotos(counts) {
  return counts ? counts.buckets.filter(({ count }) => count > 0).map(({ span }) => span) : [];
}

/**
 * @param {{from: number, length: number}} window
 * @param {Span[]} taken when photos were taken, in order of time
 * @returns {Span | null} the next of them, if the window is in a stretch without photos
 */
export function nextStretch({ from, length }, taken) {
  const next = taken.find((span) => span.through >= from);
  return next && next.from >= from + length ? next : null;
}
