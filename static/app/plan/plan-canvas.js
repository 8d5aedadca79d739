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

export class PlanCanvas {
  #mapView;
  #canvas = h("canvas", { class: "plan-canvas", "aria-hidden": "true", hidden: true });
  /** @type {import("./plan-state.js").Plan | null} */
  #plan = null;
  #frame = 0;

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
    const taken = new Set();
    for (const entry of entries) if (!excluded.has(entry.photo)) this.#stamp(context, entry, sprite, 1, taken);
    for (const entry of entries) if (excluded.has(entry.photo)) this.#stamp(context, entry, sprite, 0.35, taken);
    if (!seen) return;
    this.#lines(context, seen);
    const { x, y, isHidden } = this.#at(seen);
    if (!isHidden) circle(context, x, y, RADIUS + 3);
  };

  #at({ longitude, latitude }) {
    return this.#mapView.project(nearestCopy(longitude, this.#mapView.middle().lon), latitude);
  }

  /** @param {Set<number>} taken the cells that have a pin */
  #stamp(context, entry, sprite, alpha, taken) {
    const { x, y, isHidden } = this.#at(entry);
    const { width, height } = this.#mapView.size();
    if (isHidden || x < -SIZE || y < -SIZE || x > width + SIZE || y > height + SIZE) return;
    const cell = Math.round(x / CELL) + 10_000 * Math.round(y / CELL);
    if (taken.has(cell)) return;
    taken.add(cell);
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
