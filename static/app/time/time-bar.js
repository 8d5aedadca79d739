/**
 * The time bar at the bottom of the map: a histogram of the photos in view, and a span to choose.
 * @module
 */

import { editedTime } from "../compare/compare-state.js";
import { set } from "../core/store.js";
import { UNDATED } from "../filters/filters.js";
import { setTime } from "./time-state.js";
import { byId } from "../ui/dom.js";
import { isWhole, panAxis, wholeAxis, xOf, zoomAxis } from "./axis.js";
import { markStep, marksOf } from "./calendar.js";
import { MARK_ROOM, HistogramCanvas } from "./histogram-canvas.js";
import { gripAt } from "./brush.js";
import { bucketAt, countsFor, spanOfCounts } from "./histogram.js";
import { createPlayer } from "./player.js";
import { closedSpan, containsSpan, formatSpan, lengthOf, parseSpan } from "../core/span.js";
import { createTimeCounts } from "./time-counts.js";
import { TimeGestures } from "./time-gestures.js";
import { TimeHandles } from "./time-handles.js";
import { TimeParts } from "./time-parts.js";

/** Within this time a second click makes a double click, which clears the filter. */
const DOUBLE_MS = 350;

/**
 * @typedef {import("../core/span.js").Span} Span
 */
export class TimeBarView {
  #store;
  #filter;
  #comparing;
  #element = byId("time-bar");
  #whole = wholeAxis({ from: 0, through: 0 });
  /** @type {Span | null} */
  #hovered = null;
  #frame = 0;
  #clickTimer = 0;
  #axis = () => this.#store.state.time.axis ?? this.#whole;
  /** The span that the bar changes. */
  #chosen = () => parseSpan(editedTime(this.#store.state));
  /** The span that is played: the axis if it was zoomed, else that of the counts, which follow the cameras' clocks. */
  #played = () => {
    const { time: { axis, overview }, library: { taken } } = this.#store.state;
    return axis ?? (overview && spanOfCounts(overview)) ?? taken ?? this.#whole;
  };
  #shown = () => this.#closed(this.#chosen());
  /** @param {Span | null} span */
  #closed = (span) => closedSpan(span ?? { from: -Infinity, through: Infinity }, this.#whole);
  #counts = () => countsFor(this.#store.state.time.detail, this.#store.state.time.overview, this.#axis());
  #step = () => markStep(lengthOf(this.#axis()) / Math.max(1, this.#histogram.width), MARK_ROOM);
  #player;
  /** @type {TimeHandles} */
  #handles;
  /** @type {TimeParts} */
  #parts;
  /** @type {HistogramCanvas} */
  #histogram;
  #loader;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {import("../filters/filters.js").Narrow} options.filter
   * @param {() => import("../compare/feature.js").CompareService} options.comparing
   */
  constructor({ store, api, filter, comparing }) {
    this.#store = store;
    this.#filter = filter;
    this.#comparing = comparing;
    this.#player = createPlayer({ store: this.#store, axis: this.#played, chosen: this.#chosen, counts: this.#counts, choose: this.#choose });
    this.#handles = new TimeHandles({ whole: () => this.#whole, shown: this.#shown, named: () => this.#step().unit, choose: this.#choose, zoom: this.#zoom, hover: this.#hover });
    this.#parts = new TimeParts({
      element: this.#element, store: this.#store, handles: this.#handles.elements,
      actions: {
        clear: this.#clear,
        play: this.#player.toggle,
        compare: () => this.#comparing().start(),
        faster: this.#player.faster,
        all: () => this.#store.change(setTime({ axis: null, detail: null })),
        retry: () => this.#loader.retry(),
        undated: (isWanted) => this.#filter({ undated: isWanted ? UNDATED : "", ...(isWanted ? { time: "" } : {}) }),
      },
      // Draws before the browser paints, because resizing clears the canvas.
      onResize: () => this.#histogram.fit() && this.#draw(),
    });
    this.#histogram = new HistogramCanvas(this.#parts.canvas);
    new TimeGestures(this.#parts.plot, {
      axis: this.#axis, chosen: this.#chosen, choose: this.#choose, clear: this.#clear, zoom: this.#zoom,
      whole: () => this.#whole,
      edges: () => this.#chosen() && this.#edges(this.#shown()),
      press: this.#press,
      restore: (span) => {
        this.#store.change(setTime({ isMoving: false }));
        this.#set(span ? formatSpan(span) : "", {});
      },
      click: (time, isOnAxis) => {
        const span = isOnAxis ? this.#markAt(time) : bucketAt(this.#counts(), time)?.span;
        if (span) this.#click(span);
      },
      hover: this.#hover,
      pan: (by) => this.#store.state.time.axis && this.#store.change(setTime({ axis: panAxis(this.#axis(), this.#whole, by) })),
    });
    this.#loader = createTimeCounts({ store: this.#store, api, width: () => this.#histogram.width });
    this.#element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#store.state.filters.time) return;
      event.stopPropagation();
      this.#clear();
    });
    // Dragging the bar stops the playback.
    this.#element.addEventListener("pointerdown", (event) => /** @type {Element} */ (event.target).closest(".time-play, .time-speed") || this.#player.pause(), true);
    this.#store.watch((state) => state.library.taken, (taken) => {
      if (taken) this.#whole = wholeAxis(taken);
      this.#parts.setHidden(!taken);
      this.#redraw();
    });
    this.#store.watch((state) => state.time, this.#redraw);
    this.#store.watch(this.#counts, () => this.#hover(null));
    this.#store.watch((state) => state.time.axis, () => this.#hover(null));
    for (const part of /** @type {const} */ (["filters", "comparison", "editsSecond"])) this.#store.watch((state) => state[part], this.#redraw);
    this.#store.watch((state) => state.theme, () => {
      this.#histogram.recolour();
      this.#redraw();
    });
  }

  /** A span that includes all photos is no filter. */
  #choose = (span, { isMoving }) => {
    const { library: { taken }, comparison, time: { hasFollowed } } = this.#store.state;
    const time = !isMoving && !comparison && taken && containsSpan(span, taken) ? "" : formatSpan(span);
    this.#store.change(setTime({ isMoving }));
    this.#set(time, { isMoving, isJourney: hasFollowed });
  };

  /** @param {string} time the span that the bar changes @param {{isMoving?: boolean, isJourney?: boolean}} how */
  #set(time, how) {
    if (this.#store.state.editsSecond) this.#comparing().choose(time, how);
    else this.#filter({ time, undated: "" }, how);
  }

  /**
   * In a comparison, the span that is pressed is the one to change.
   *
   * @param {number} x @param {number} reach
   */
  #press = (x, reach) => {
    const other = this.#other();
    if (!other || gripAt(x, this.#edges(this.#shown()), reach) !== "new" || gripAt(x, this.#edges(this.#closed(other)), reach) === "new") return;
    this.#store.change(set({ editsSecond: !this.#store.state.editsSecond }));
  };

  /** The span of a comparison that the bar does not change. */
  #other() {
    const { comparison, editsSecond, filters } = this.#store.state;
    return comparison && parseSpan(editsSecond ? filters.time : comparison.filters.time);
  }

  /** Chooses a span at once; the history gets its step only when the click cannot become a double click. */
  #click(span) {
    clearTimeout(this.#clickTimer);
    this.#choose(span, { isMoving: true });
    this.#clickTimer = setTimeout(() => {
      if (editedTime(this.#store.state) === formatSpan(span)) this.#choose(span, { isMoving: false });
      else this.#store.change(setTime({ isMoving: false }));
    }, DOUBLE_MS);
  }

  #clear = () => {
    clearTimeout(this.#clickTimer);
    this.#store.change(setTime({ isMoving: false }));
    this.#player.pause();
    if (this.#store.state.comparison) this.#comparing().stop();
    else this.#filter({ time: "" });
  };

  #zoom = (factor, around) => {
    const next = zoomAxis(this.#axis(), this.#whole, factor, around);
    this.#store.change(setTime(isWhole(next, this.#whole) ? { axis: null, detail: null } : { axis: next }));
  };

  /**
   * Describes the bucket under the pointer.
   *
   * @param {number | null} time
   */
  #hover = (time) => {
    const bucket = time === null ? null : bucketAt(this.#counts(), time);
    if (!bucket && !this.#hovered) return;
    this.#hovered = bucket?.span ?? null;
    this.#parts.tip(bucket, bucket ? xOf(this.#axis(), this.#histogram.width, (bucket.span.from + bucket.span.through) / 2) : 0);
    this.#redraw();
  };

  /** @param {number} time @returns {Span | null} what the name on the axis stands for */
  #markAt(time) {
    const mark = marksOf(this.#axis(), this.#step()).find(({ from, until }) => from <= time && time < until);
    return mark ? { from: mark.from, through: mark.until - 1 } : null;
  }

  /** @param {Span} span */
  #edges({ from, through }) {
    return { start: xOf(this.#axis(), this.#histogram.width, from), end: xOf(this.#axis(), this.#histogram.width, through + 1) };
  }

  #redraw = () => {
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  };

  #draw = () => {
    this.#frame = 0;
    if (this.#element.hidden) return;
    const { editsSecond } = this.#store.state;
    const spans = [{ span: this.#other(), isSecond: !editsSecond }, { span: this.#chosen(), isSecond: editsSecond }]
      .flatMap(({ span, isSecond }) => (span ? [{ span: this.#closed(span), isSecond }] : []));
    this.#histogram.draw({ axis: this.#axis(), counts: this.#counts(), spans, hovered: this.#hovered }, !this.#parts.isFolded());
    const { start, end } = this.#edges(this.#shown());
    this.#handles.show({ start: Math.max(0, Math.min(this.#histogram.width, start)), end: Math.max(0, Math.min(this.#histogram.width, end)) });
  };

  refresh() {
    this.#loader.refresh();
  }
}
