/**
 * The hidden places on the map while the panel is open. The one that is being drawn can be dragged and resized.
 * @module
 */

import { formatDistance } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { nearestCopy, normalLongitude } from "../core/viewport.js";
import { h } from "../ui/dom.js";
import { followPointer } from "./zone-drag.js";
import { circleIn, circleText, distance, outlineOf, pointAt, rounded } from "./zones.js";

const SVG = "http://www.w3.org/2000/svg";
/** An arrow key moves the circle by as many pixels; with Shift by the larger number. */
const STEP_PX = 8;
const LARGE_STEP_PX = 40;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const EAST = Math.PI / 2;

export class ZoneShapes {
  #mapView;
  #change;
  #svg = shape("svg", "zone-shapes");
  #edge = h("div", { class: "zone-edge", hidden: true });
  #middle = h("button", { type: "button", class: "zone-middle", hidden: true });
  #zones = shape("g", "zones");
  /** These stay in the document while they are dragged. */
  #draftPath = shape("path", "zone-draft");
  #draftName = shape("text", "zone-name");
  /** @type {import("./sharing-state.js").Sharing | null} */
  #sharing = null;
  #frame = 0;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../map/map-view.js").MapCanvas} options.mapView
   * @param {(changes: Partial<import("./zones.js").Draft>) => void} options.change
   * @param {() => void} options.leave returns the focus to the panel
   */
  constructor({ store, mapView, change, leave }) {
    this.#mapView = mapView;
    this.#change = change;
    this.#svg.setAttribute("aria-hidden", "true");
    this.#svg.append(this.#zones, this.#draftPath, this.#draftName);
    mapView.layer.append(this.#svg, this.#edge, this.#middle);
    mapView.onMove(this.#schedule);
    const move = { onMove: (at) => this.#moveTo(at), held: () => this.#draft?.circle };
    for (const part of [this.#draftPath, this.#middle]) followPointer(part, mapView, move);
    followPointer(this.#edge, mapView, { onMove: (at) => this.#resizeTo(at), held: () => this.#draft && this.#eastOf() });
    this.#middle.addEventListener("keydown", (event) => this.#press(event, leave));
    store.watch((state) => state.sharing, (sharing) => {
      this.#sharing = sharing;
      this.#schedule();
    });
  }

  /** Focuses the middle of the circle, which the arrow keys move. */
  focus() {
    // It is drawn in the next frame; until then it is hidden, and takes no focus.
    if (this.#frame) {
      cancelAnimationFrame(this.#frame);
      this.#draw();
    }
    this.#middle.focus({ preventScroll: true });
  }

  get #draft() {
    return this.#sharing?.part === "places" ? this.#sharing.draft : null;
  }

  #schedule = () => {
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  };

  #draw = () => {
    this.#frame = 0;
    const draft = this.#draft;
    const zones = this.#sharing?.zones ?? [];
    this.#zones.replaceChildren(...zones.flatMap((zone) => {
      const parts = [shape("path", zone.coarse ? "zone is-coarse" : "zone"), shape("text", "zone-name")];
      this.#outline(zone, parts[0], parts[1]);
      return parts;
    }));
    this.#outline(draft && { name: draft.name, circle: circleText(draft.circle) }, this.#draftPath, this.#draftName);
    this.#place(this.#middle, draft?.circle);
    this.#place(this.#edge, draft ? this.#eastOf() : undefined);
    if (draft) this.#middle.setAttribute("aria-label", TEXTS.moveCircle(draft.name, formatDistance(draft.circle.radius)));
  };

  /**
   * Draws a zone and its name; nothing if there is none, or if a part of it is behind the globe.
   *
   * @param {import("../api/sharing.js").Zone | null} zone
   * @param {SVGElement} path
   * @param {SVGElement} label
   */
  #outline(zone, path, label) {
    const points = zone ? outlineOf(zone, this.#mapView.middle().lon).map(([lon, lat]) => this.#mapView.project(lon, lat)) : [];
    const isShown = points.length > 0 && !points.some(({ isHidden }) => isHidden);
    for (const part of [path, label]) part.setAttribute("visibility", isShown ? "visible" : "hidden");
    if (!isShown) return;
    path.setAttribute("d", `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
    label.textContent = zone?.name ?? "";
    label.setAttribute("x", String((Math.min(...points.map(({ x }) => x)) + Math.max(...points.map(({ x }) => x))) / 2));
    label.setAttribute("y", String(Math.min(...points.map(({ y }) => y)) - 8));
  }

  /** @param {HTMLElement} element @param {import("../map/map-address.js").Spot} [spot] */
  #place(element, spot) {
    const at = spot && this.#project(spot);
    element.hidden = !at || at.isHidden;
    if (at) element.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
  }

  /** @param {import("../map/map-address.js").Spot} spot */
  #project({ lat, lon }) {
    return this.#mapView.project(nearestCopy(lon, this.#mapView.middle().lon), lat);
  }

  #eastOf() {
    const [lon, lat] = pointAt(this.#draft?.circle ?? circleIn("0,0,0"), EAST);
    return { lon, lat };
  }

  /** @param {import("../map/map-address.js").Spot} spot */
  #moveTo({ lat, lon }) {
    if (this.#draft) this.#change({ circle: { ...this.#draft.circle, lat, lon: normalLongitude(lon) }, days: 0 });
  }

  /** @param {import("../map/map-address.js").Spot} spot */
  #resizeTo(spot) {
    if (this.#draft) this.#change({ circle: { ...this.#draft.circle, radius: rounded(distance(this.#draft.circle, spot)) } });
  }

  /** The place on the map at this distance in pixels from another. */
  #beside(spot, dx, dy) {
    const { left, top } = this.#mapView.layer.getBoundingClientRect();
    const { x, y } = this.#project(spot);
    return this.#mapView.spotAt({ clientX: left + x + dx, clientY: top + y + dy });
  }

  /** @param {KeyboardEvent} event @param {() => void} leave */
  #press(event, leave) {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== "Escape" && event.key !== "Enter") return;
    // The arrow keys would move the map too.
    event.stopPropagation();
    event.preventDefault();
    if (!arrow) return leave();
    const step = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    const spot = this.#draft && this.#beside(this.#draft.circle, arrow[0] * step, arrow[1] * step);
    if (spot) this.#moveTo(spot);
  }
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {string} className @returns {SVGElementTagNameMap[Tag]}
 */
function shape(tag, className) {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute("class", className);
  return element;
}
