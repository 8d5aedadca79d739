/**
 * The bar of time along the bottom of the map: when the photos in view were taken, and a span to choose.
 * @module
 */

import { UNDATED } from "../filters/filters.js";
import { setTime } from "./time-state.js";
import { byId } from "../ui/dom.js";
import { isWhole, panAxis, wholeAxis, xOf, zoomAxis } from "./axis.js";
import { markStep, marksOf } from "./calendar.js";
import { MARK_ROOM, createHistogramCanvas } from "./histogram-canvas.js";
import { bucketAt, countsFor } from "./histogram.js";
import { createPlayer } from "./player.js";
import { closedSpan, formatSpan, holds, lengthOf, parseSpan } from "../core/span.js";
import { createTimeCounts } from "./time-counts.js";
import { createTimeGestures } from "./time-gestures.js";
import { createTimeHandles } from "./time-handles.js";
import { createTimeParts } from "./time-parts.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("../filters/filters.js").Narrow} options.filter
 */
export function createTimeBar({ store, api, filter }) {
  const element = byId("time-bar");
  let whole = wholeAxis({ from: 0, through: 0 });
  /** @type {Span | null} */
  let hovered = null;
  let frame = 0;

  const axis = () => store.state.time.axis ?? whole;
  const chosen = () => parseSpan(store.state.filters.time);
  const shown = () => closedSpan(chosen() ?? { from: -Infinity, through: Infinity }, whole);
  const counts = () => countsFor(store.state.time.detail, store.state.time.overview, axis());
  const step = () => markStep(lengthOf(axis()) / Math.max(1, histogram.width), MARK_ROOM);

  /** A span that leaves out nothing is none. */
  function choose(span, { isMoving }) {
    const { taken } = store.state.library;
    const time = !isMoving && taken && holds(span, taken) ? "" : formatSpan(span);
    store.change(setTime({ isMoving }));
    filter({ time, undated: "" }, { isMoving });
  }

  function clear() {
    player.pause();
    filter({ time: "" });
  }

  function zoom(factor, around) {
    const next = zoomAxis(axis(), whole, factor, around);
    store.change(setTime(isWhole(next, whole) ? { axis: null, detail: null } : { axis: next }));
  }

  const player = createPlayer({ store, axis: () => store.state.time.axis ?? store.state.library.taken ?? whole, chosen, choose });
  const handles = createTimeHandles({ whole: () => whole, shown, named: () => step().unit, choose, zoom, hover });
  const parts = createTimeParts({
    element, store, handles: handles.elements,
    actions: {
      clear,
      play: player.toggle,
      faster: player.faster,
      all: () => store.change(setTime({ axis: null, detail: null })),
      retry: () => loader.retry(),
      undated: (isWanted) => filter({ undated: isWanted ? UNDATED : "", ...(isWanted ? { time: "" } : {}) }),
    },
    // Before the browser paints: a canvas that is resized is empty until it is drawn.
    onResize: () => histogram.fit() && draw(),
  });
  const histogram = createHistogramCanvas(parts.canvas);
  createTimeGestures(parts.plot, {
    axis, chosen, choose, clear, zoom,
    whole: () => whole,
    edges: () => chosen() && edges(),
    restore(span) {
      store.change(setTime({ isMoving: false }));
      filter({ time: span ? formatSpan(span) : "" });
    },
    click(time, isOnAxis) {
      const span = isOnAxis ? markAt(time) : bucketAt(counts(), time)?.span;
      if (span) choose(span, { isMoving: false });
    },
    hover,
    pan: (by) => store.state.time.axis && store.change(setTime({ axis: panAxis(axis(), whole, by) })),
  });
  const loader = createTimeCounts({ store, api, width: () => histogram.width });

  /** Tells of the bucket under the pointer. @param {number | null} time */
  function hover(time) {
    const bucket = time === null ? null : bucketAt(counts(), time);
    if (!bucket && !hovered) return;
    hovered = bucket?.span ?? null;
    parts.tip(bucket, bucket ? xOf(axis(), histogram.width, (bucket.span.from + bucket.span.through) / 2) : 0);
    redraw();
  }

  /** @param {number} time @returns {Span | null} what the name on the axis stands for */
  function markAt(time) {
    const mark = marksOf(axis(), step()).find(({ from, until }) => from <= time && time < until);
    return mark ? { from: mark.from, through: mark.until - 1 } : null;
  }

  function edges() {
    const { from, through } = shown();
    return { start: xOf(axis(), histogram.width, from), end: xOf(axis(), histogram.width, through + 1) };
  }

  function redraw() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  function draw() {
    frame = 0;
    if (element.hidden) return;
    histogram.draw({ axis: axis(), counts: counts(), chosen: chosen() && shown(), hovered }, !parts.isFolded());
    const { start, end } = edges();
    handles.show({ start: Math.max(0, Math.min(histogram.width, start)), end: Math.max(0, Math.min(histogram.width, end)) });
  }

  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !store.state.filters.time) return;
    event.stopPropagation();
    clear();
  });
  // Whoever takes hold of the bar takes over from the film.
  element.addEventListener("pointerdown", (event) => /** @type {Element} */ (event.target).closest(".time-play, .time-speed") || player.pause(), true);

  store.watch((state) => state.library.taken, (taken) => {
    if (taken) whole = wholeAxis(taken);
    parts.setHidden(!taken);
    redraw();
  });
  store.watch((state) => state.time, redraw);
  store.watch(counts, () => hover(null));
  store.watch((state) => state.time.axis, () => hover(null));
  store.watch((state) => state.filters, redraw);
  store.watch((state) => state.theme, () => {
    histogram.recolour();
    redraw();
  });

  return { refresh: loader.refresh };
}
