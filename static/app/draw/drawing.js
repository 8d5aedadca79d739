/**
 * The mode in which the reader draws an area on the map.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { createCorridorTool } from "./corridor-tool.js";
import { createCrossHair } from "./cross-hair.js";
import { createDrawBar } from "./draw-bar.js";
import { element, outline } from "./outlines.js";
import { listenToPen } from "./pen.js";
import { drawingText, shapesIn } from "./shapes.js";
import { boxRing, circleRing, lineThrough, withRing } from "./strokes.js";

/** @typedef {import("../map/map-address.js").Spot} Spot */

/** Shorter strokes are slips of the hand. */
const LEAST_PX = 6;

export class Drawing {
  #page;
  #mapView;
  #bar;
  #surface;
  #draft = element("path", { class: "drawn-draft" });
  #cross;
  #corridor;
  /** @type {import("./draw-bar.js").Tool} */
  #tool = "lasso";
  #isAdded = true;
  /** @type {Spot[]} the corners of the shape that is being drawn */
  #spots = [];

  /** @param {import("../features.js").Page} page @param {() => void} leave */
  constructor(page, leave) {
    this.#page = page;
    this.#mapView = /** @type {import("../map/map-view.js").MapCanvas} */ (page.mapView);
    this.#corridor = createCorridorTool(page, { isAdded: () => this.#isAdded, say: (words) => this.#bar.say(words) });
    this.#bar = createDrawBar({
      onTool: (tool) => {
        this.#tool = tool;
        this.cancel();
        this.#corridor.toggle(tool === "corridor");
        this.#hint();
      },
      onSign: (isAdded) => (this.#isAdded = isAdded),
      onUndo: this.#undo,
      onClear: () => this.#filter([]),
      onDone: leave,
    }, this.#corridor.element);
    const svg = element("svg", { class: "drawn-shapes", "aria-hidden": "true" });
    svg.append(this.#draft);
    this.#surface = h("div", { class: "draw-surface", tabindex: "0", role: "application", "aria-label": TEXTS.drawingSurface, hidden: true }, svg);
    this.#cross = createCrossHair(this.#surface, this.#mapView, {
      onMove: this.#show, onEnter: this.#enter, onBack: () => (this.#spots.length ? this.#dropLast() : this.#undo()), onResize: this.#resize,
    });
    listenToPen(this.#surface, this.#mapView, {
      onStart: (spot) => {
        this.#cross.hide();
        this.#spots = [spot];
      },
      onMove: (spot) => {
        this.#spots = this.#tool === "lasso" ? [...this.#spots, spot] : [this.#spots[0], spot];
        this.#show();
      },
      onEnd: () => this.#finish(),
      onCancel: () => this.cancel(),
    });
    this.#mapView.layer.append(this.#surface);
    document.body.append(this.#bar.element);
    this.#mapView.onMove(() => this.#show());
    page.store.watch((state) => state.filters.drawn, (drawn) => this.#bar.show(drawn !== ""));
    page.store.watch((state) => state.hasTracks === true, this.#bar.offerTracks);
  }

  begin() {
    this.#toggle(true);
    this.#corridor.toggle(this.#tool === "corridor");
    if (this.#page.store.state.hasTracks === null) this.#page.tracks.choice.opened();
    this.#hint();
    this.#surface.focus({ preventScroll: true });
  }

  end() {
    this.cancel();
    this.#cross.hide();
    this.#corridor.toggle(false);
    this.#toggle(false);
    this.#mapView.focus();
  }

  /** @returns {boolean} whether a shape was being drawn */
  cancel() {
    const wasDrawing = this.#spots.length > 0;
    this.#spots = [];
    this.#show();
    return wasDrawing;
  }

  #toggle(isOn) {
    this.#bar.element.hidden = !isOn;
    this.#surface.hidden = !isOn;
    document.documentElement.classList.toggle("is-drawing", isOn);
  }

  #hint() {
    this.#bar.say(TEXTS.drawingHints[this.#tool]);
  }

  get #shapes() {
    return shapesIn(this.#page.store.state.filters.drawn) ?? [];
  }

  /** @param {import("./shapes.js").Shape[]} shapes */
  #filter(shapes) {
    this.#page.filters.filter({ drawn: drawingText(shapes) });
  }

  #undo = () => {
    this.#filter(this.#shapes.slice(0, -1));
    this.#bar.say(TEXTS.strokeUndone);
  };

  #dropLast() {
    this.#spots = this.#spots.slice(0, -1);
    this.#show();
  }

  /** The spots with that under the cross-hair, if the keyboard draws. */
  get #allSpots() {
    const aimed = this.#cross.spot();
    return aimed && this.#spots.length ? [...this.#spots, aimed] : this.#spots;
  }

  #ring(spots) {
    if (this.#tool === "lasso") return lineThrough(spots);
    return this.#tool === "box" ? boxRing(spots[0], spots[1]) : circleRing(spots[0], spots[1], this.#mapView.zoom());
  }

  #show = () => {
    if (this.#surface.hidden) return;
    const spots = this.#tool === "corridor" ? [] : this.#allSpots;
    this.#draft.setAttribute("d", spots.length > 1 ? outline(this.#mapView, this.#ring(spots)) : "");
    this.#draft.classList.toggle("is-subtracted", !this.#isAdded);
  };

  #finish(spots = this.#spots) {
    this.cancel();
    if (this.#tool === "corridor") return this.#corridor.pick(spots[0]);
    if (spots.length < 2 || this.#extent(spots) < LEAST_PX) return this.#hint();
    const drawn = withRing(this.#shapes, this.#ring(spots), { zoom: this.#mapView.zoom(), isAdded: this.#isAdded });
    if (!drawn) return this.#bar.say(TEXTS.drawingFull);
    this.#filter(drawn.shapes);
    this.#bar.say(TEXTS.strokeDone(this.#isAdded, drawn.metres));
  }

  /** How far the spots are apart on the screen, in pixels. */
  #extent(spots) {
    const points = lineThrough(spots).map(([lon, lat]) => this.#mapView.project(lon, lat));
    return Math.max(...points.map(({ x, y }) => Math.hypot(x - points[0].x, y - points[0].y)));
  }

  /** Sets a corner under the cross-hair; the last one ends the shape. */
  #enter = () => {
    const spot = this.#cross.spot();
    if (!spot) return;
    if (this.#tool === "corridor") return this.#corridor.pick(spot);
    const isBack = this.#spots.length > 2 && this.#extent([this.#spots[0], spot]) < LEAST_PX;
    if (isBack) return this.#finish();
    this.#spots = [...this.#spots, spot];
    if (this.#tool !== "lasso" && this.#spots.length === 2) return this.#finish();
    this.#bar.say(this.#tool === "lasso" ? TEXTS.cornerSet(this.#spots.length) : TEXTS.secondCorner[this.#tool]);
    this.#show();
  };

  /** @param {number} factor */
  #resize = (factor) => {
    if (this.#tool === "circle" && this.#spots.length === 1) this.#cross.scale(this.#spots[0], factor);
  };
}
