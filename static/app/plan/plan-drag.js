/**
 * Drags a candidate of the plan. Along its track, the clock of its camera moves, and all photos of that camera slide;
 * away from the track, only this photo moves.
 * @module
 */

import { normalLongitude, nearestCopy } from "../core/viewport.js";
import { TEXTS } from "../core/texts.js";
import { pictures } from "../placing/load.js";
import { tracksOf } from "../tracks/track-loader.js";
import { h, setText } from "../ui/dom.js";
import { clockWords } from "./clock-words.js";
import { secondsOf } from "./plan-state.js";
import { linesOf, nearestMoment, slid } from "./slide.js";

/** A movement shorter than this is a click. */
const STEADY_PX = 6;
/** Farther from the track than this, only the photo itself moves. */
const ALONG_PX = 40;
/** How much of the tracks before and after a photo is loaded. */
const AROUND_MS = 12 * 3_600_000;
const DETAIL = 20;

/**
 * @typedef {import("./plan-state.js").Planned} Planned
 *
 * @typedef {object} Step what a drag has come to
 * @property {Map<number, import("./slide.js").Position>} places by photo
 * @property {number | null} clock the seconds that the clock of the camera is then ahead of UTC; null if only the photo moves
 *
 * @param {import("../features.js").Page} page
 * @param {import("./plan-canvas.js").PlanCanvas} canvas
 * @param {object} actions
 * @param {(entry: Planned) => void} actions.focus
 * @param {(entry: Planned, step: Step) => void} actions.drop
 */
export function watchPlanDrags({ store, api, mapView }, canvas, { focus, drop }) {
  const { layer } = mapView;
  /** Whether the last press was on a candidate. */
  let isHeld = false;
  const at = ({ clientX, clientY }) => {
    const { left, top } = layer.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const entryAt = (event) => (store.state.plan && !store.state.plan.isSending ? canvas.entryAt(at(event)) : null);

  layer.addEventListener("pointerdown", (event) => {
    const entry = event.isPrimary && event.button === 0 && !isPin(event) ? entryAt(event) : null;
    isHeld = entry !== null;
    if (!entry) return;
    event.stopPropagation();
    follow(event, entry);
  }, true);
  // The map must not be dragged with it, and lists nothing at the click after it.
  for (const type of ["mousedown", "touchstart", "click"]) layer.addEventListener(type, (event) => isHeld && event.stopPropagation(), { capture: true, passive: true });
  layer.addEventListener("pointermove", (event) => {
    layer.classList.toggle("has-candidate", event.buttons === 0 && !isPin(event) && entryAt(event) !== null);
  });

  /** @param {PointerEvent} start @param {Planned} entry */
  function follow(start, entry) {
    const listening = new AbortController();
    const listen = (type, listener) => addEventListener(type, listener, { capture: true, signal: listening.signal });
    const load = createLabel(entry, api);
    /** @type {import("./slide.js").Line[]} */
    let lines = [];
    /** @type {Step | null} */
    let step = null;
    loadLines(api, entry, listening.signal).then((found) => (lines = found), () => {});

    listen("pointermove", (event) => {
      if (event.pointerId !== start.pointerId) return;
      if (!step && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STEADY_PX) return;
      step = stepTo(entry, at(event), { lines, entries: store.state.plan?.entries ?? [], mapView, spot: mapView.spotAt(event) });
      canvas.preview(step?.places ?? null);
      load.show(event, step, store.state.plan?.zones[entry.camera]);
    });
    listen("pointerup", (event) => event.pointerId === start.pointerId && end(true));
    listen("pointercancel", (event) => event.pointerId === start.pointerId && end(false));
    listen("keydown", (event) => {
      if (event.key !== "Escape" || !step) return;
      event.stopPropagation();
      event.preventDefault();
      end(false);
    });

    function end(isDropped) {
      listening.abort();
      load.element.remove();
      if (isDropped && step) drop(entry, step);
      else if (isDropped) focus(entry);
      canvas.preview(null);
    }
  }
}

/**
 * @param {Planned} entry @param {{x: number, y: number}} point
 * @param {{lines: import("./slide.js").Line[], entries: Planned[], mapView: import("../map/map-view.js").MapCanvas, spot: import("../map/map-address.js").Spot | null}} options
 * @returns {Step | null} null beside the globe
 */
function stepTo(entry, point, { lines, entries, mapView, spot }) {
  const around = Date.parse(entry.instant);
  const middle = mapView.middle().lon;
  const moment = nearestMoment(lines, point, { around, project: (lon, lat) => mapView.project(nearestCopy(lon, middle), lat) });
  if (moment && moment.distance < ALONG_PX) {
    const by = 1000 * Math.round((moment.instant - around) / 1000);
    // A photo that was taken later by the same clock: the clock is less far ahead.
    return { places: slid(entries, entry.camera, by, lines), clock: (secondsOf(entry.clock ?? "") ?? 0) - by / 1000 };
  }
  return spot && { places: new Map([[entry.photo, { longitude: normalLongitude(spot.lon), latitude: spot.lat }]]), clock: null };
}

/**
 * The tracks around a photo. None if its own time zone or other photos have placed it: its clock then does not matter.
 *
 * @param {import("../api.js").Api} api @param {Planned} entry @param {AbortSignal} signal
 */
async function loadLines(api, { source, clock, instant }, signal) {
  if (source !== "track" || !clock) return [];
  const [from, through] = [-AROUND_MS, AROUND_MS].map((by) => new Date(Date.parse(instant) + by).toISOString());
  const question = { zoom: DETAIL, bbox: "-180,-90,180,90", datetime: `${from}/${through}` };
  return linesOf(await tracksOf(api, question, signal));
}

/** @param {Planned} entry @param {import("../api.js").Api} api */
function createLabel(entry, api) {
  const title = h("span", { class: "load-title" });
  const detail = h("span", { class: "load-detail" });
  const element = h("div", { class: "placing-load", "aria-hidden": "true" }, h("div", { class: "load-label" }, title, detail), pictures([{ id: entry.photo }], api));

  return {
    element,

    /** @param {PointerEvent} event @param {Step | null} step @param {number} [zone] */
    show({ clientX, clientY }, step, zone) {
      if (!step) return element.remove();
      if (!element.isConnected) document.body.append(element);
      element.style.transform = `translate(${Math.round(clientX)}px, ${Math.round(clientY)}px)`;
      const { places, clock } = step;
      setText(title, clock === null ? TEXTS.onlyThisPhoto : TEXTS.clockMoves(clockWords(clock, zone).error));
      setText(detail, clock === null ? entry.filename : TEXTS.allSlide(places.size, entry.camera));
    },
  };
}

/** @param {Event} event */
function isPin({ target }) {
  return /** @type {Element} */ (target).closest(".pin") !== null;
}
