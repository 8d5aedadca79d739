/**
 * Draws the plan over the map: a hollow pin for each photo, and for the focused one a line to both fixes.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";

const RADIUS = 6;
/** The size of a pin with its outline. */
const SIZE = 2 * RADIUS + 4;
/**
 * Of pins closer together than this, only one is drawn. So 100,000 pins take no longer than those that fit on the map.
 */
const CELL = 6;
/** A pointer hits a pin this far from its middle. */
const REACH = 6;

export class PlanCanvas {
  #mapView;
  #canvas = h("canvas", { class: "plan-canvas", "aria-hidden": "true", hidden: true });
  /** @type {import("./plan-state.js").Plan | null} */
  #plan = null;
  #frame = 0;
  /** @type {Map<number, import("./slide.js").Position>} where photos are while one is dragged */
  #preview = new Map();
  /** @type {Map<number, import("./plan-state.js").Planned>} the candidates that are drawn, by their cells */
  #drawn = new Map();

  /** @param {import("../map/map-view.js").MapCanvas} mapView */
  constructor(mapView) {
    this.#mapView = mapView;
    mapView.layer.append(this.#canvas);
    mapView.onMove(this.#schedule);
  }

  /** @param {import("./plan-state.js").Plan | null} plan */
  show(plan) {
    this.#plan = plan;
    this.#canvas.hidden = !plan;
    this.#schedule();
  }

  /** @param {Map<number, import("./slide.js").Position> | null} places by photo; null ends it */
  preview(places) {
    this.#preview = places ?? new Map();
    this.#schedule();
  }

  /** @param {{x: number, y: number}} point @returns {import("./plan-state.js").Planned | null} the candidate at a point of the map */
  entryAt({ x, y }) {
    const around = [-REACH, 0, REACH].flatMap((down) => [-REACH, 0, REACH].map((across) => cellOf(x + across, y + down)));
    return [cellOf(x, y), ...around].map((cell) => this.#drawn.get(cell)).find(Boolean) ?? null;
  }

  #schedule = () => {
    if (this.#plan && !this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  };

  #draw = () => {
    this.#frame = 0;
    const context = this.#canvas.getContext("2d");
    if (!this.#plan || !context) return;
    const { width, height } = this.#mapView.size();
    const scale = devicePixelRatio;
    [this.#canvas.width, this.#canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    context.scale(scale, scale);
    const { color, fill } = getComputedStyle(this.#canvas);
    [context.strokeStyle, context.fillStyle] = [color, fill];
    const sprite = spriteOf(scale, color, fill);
    const { entries, excluded, focused } = this.#plan;
    const seen = entries.find(({ photo }) => photo === focused);
    this.#drawn = new Map();
    for (const entry of entries) if (!excluded.has(entry.photo)) this.#stamp(context, entry, sprite, 1);
    for (const entry of entries) if (excluded.has(entry.photo)) this.#stamp(context, entry, sprite, 0.35);
    if (!seen || this.#preview.has(seen.photo)) return;
    this.#lines(context, seen);
    const { x, y, isHidden } = this.#at(seen);
    if (!isHidden) circle(context, x, y, RADIUS + 3);
  };

  #at({ longitude, latitude }) {
    return this.#mapView.project(nearestCopy(longitude, this.#mapView.middle().lon), latitude);
  }

  #stamp(context, entry, sprite, alpha) {
    const { x, y, isHidden } = this.#at(this.#preview.get(entry.photo) ?? entry);
    const { width, height } = this.#mapView.size();
    if (isHidden || x < -SIZE || y < -SIZE || x > width + SIZE || y > height + SIZE) return;
    const cell = cellOf(x, y);
    if (this.#drawn.has(cell)) return;
    this.#drawn.set(cell, entry);
    context.globalAlpha = alpha;
    context.drawImage(sprite, x - SIZE / 2, y - SIZE / 2, SIZE, SIZE);
  }

  #lines(context, entry) {
    const middle = this.#at(entry);
    context.globalAlpha = 1;
    context.lineWidth = 2;
    for (const fix of [entry.before, entry.after]) {
      const { x, y, isHidden } = this.#at(fix);
      if (isHidden || middle.isHidden) continue;
      context.setLineDash([4, 3]);
      context.beginPath();
      context.moveTo(middle.x, middle.y);
      context.lineTo(x, y);
      context.stroke();
      context.setLineDash([]);
      context.fillRect(x - 3, y - 3, 6, 6);
      context.strokeRect(x - 3, y - 3, 6, 6);
    }
  }
}

function cellOf(x, y) {
  return Math.round(x / CELL) + 10_000 * Math.round(y / CELL);
}

/**
 * Draws a pin once, to be copied.
 *
 * @returns {HTMLCanvasElement}
 */
function spriteOf(scale, color, fill) {
  const size = Math.ceil(SIZE * scale);
  const sprite = h("canvas", { width: size, height: size });
  const context = sprite.getContext("2d");
  if (!context) return sprite;
  context.scale(size / SIZE, size / SIZE);
  [context.strokeStyle, context.fillStyle] = [color, fill];
  circle(context, SIZE / 2, SIZE / 2, RADIUS);
  return sprite;
}

function circle(context, x, y, radius) {
  context.globalAlpha = 1;
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
