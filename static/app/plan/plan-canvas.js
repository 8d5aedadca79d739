/**
 * Draws the plan over the map: a hollow pin for each photo, and for the one that is looked at a line to both fixes.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";

const RADIUS = 6;

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
    if (this.#plan) this.#frame ||= requestAnimationFrame(this.#draw);
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
    const { entries, excluded, focused } = this.#plan;
    const seen = entries.find(({ photo }) => photo === focused);
    for (const entry of entries) if (entry !== seen) this.#pin(context, entry, excluded.has(entry.photo) ? 0.35 : 1, RADIUS);
    if (!seen) return;
    this.#lines(context, seen);
    this.#pin(context, seen, 1, RADIUS + 3);
  };

  #at({ longitude, latitude }) {
    return this.#mapView.project(nearestCopy(longitude, this.#mapView.middle().lon), latitude);
  }

  #pin(context, entry, alpha, radius) {
    const { x, y, isHidden } = this.#at(entry);
    const { width, height } = this.#mapView.size();
    if (isHidden || x < -radius || y < -radius || x > width + radius || y > height + radius) return;
    context.globalAlpha = alpha;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
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
