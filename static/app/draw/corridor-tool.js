/**
 * Draws what is near a track: the reader clicks the track, or chooses it in a list.
 * @module
 */

import { formatDays } from "../core/format.js";
import { createLatest } from "../core/latest.js";
import { createNewest } from "../core/newest.js";
import { TEXTS } from "../core/texts.js";
import { viewportRequest } from "../core/viewport.js";
import { daysAround, tracksOf } from "../tracks/track-loader.js";
import { h } from "../ui/dom.js";
import { DISTANCES, trackAt, withCorridor, zoomFor } from "./corridors.js";
import { drawingText, shapesIn } from "./shapes.js";

/** How near to its line a track is clicked. */
const REACH_PX = 24;
const FIRST_DISTANCE = 200;
const MINUTE = 60_000;

/**
 * @param {import("../features.js").Page} page
 * @param {{isAdded: () => boolean, say: (words: string) => void}} bar
 */
export function createCorridorTool(page, { isAdded, say }) {
  const { api, store } = page;
  const mapView = /** @type {import("../map/map-view.js").MapCanvas} */ (page.mapView);
  const latest = createLatest();
  /** @type {import("../api/tracks.js").Track[]} those in view */
  let tracks = [];
  /** The track of the last shape, and the drawing with it. @type {{id: number, text: string, isAdded: boolean} | null} */
  let last = null;

  const list = h("select", { class: "choice-search", "aria-label": TEXTS.track, onchange: () => allow() });
  const distance = h("select", { class: "choice-search", "aria-label": TEXTS.distanceFromTrack, title: TEXTS.distanceFromTrack, onchange: () => isUnchanged() && void along(last.id) },
    ...DISTANCES.map((metres) => h("option", { value: metres, selected: metres === FIRST_DISTANCE }, TEXTS.upTo(metres))));
  const add = h("button", { type: "button", class: "button", onclick: () => void along(Number(list.value)) }, TEXTS.drawAlong);
  const element = h("div", { class: "draw-corridor", hidden: true }, list, distance, add);

  const newest = createNewest({
    keyOf: JSON.stringify,
    ask: (/** @type {any} */ question, signal) => tracksOf(api, question, signal),
    onAnswer: show,
    onFailure: ({ message }) => (say(message), true),
  });

  /** @param {import("../api/tracks.js").Track[]} found */
  function show(found) {
    tracks = [...found].sort((one, other) => Date.parse(other.properties.from ?? "") - Date.parse(one.properties.from ?? ""));
    const chosen = list.value;
    list.replaceChildren(h("option", { value: "", disabled: true }, tracks.length ? TEXTS.chooseTrack : TEXTS.noTracksInView),
      ...tracks.map((track) => h("option", { value: track.id, dir: "auto" }, nameOf(track))));
    list.value = tracks.some(({ id }) => String(id) === chosen) ? chosen : "";
    allow();
  }

  function allow() {
    add.disabled = list.value === "";
  }

  function look() {
    if (element.hidden) return;
    const { bbox, zoom } = viewportRequest(mapView.view());
    newest.want({ bbox: bbox.join(), zoom, ...daysAround(store.state.filters.time) });
  }

  /** Whether the last shape is that of this tool, which then replaces it. */
  function isUnchanged() {
    return last !== null && last.text === store.state.filters.drawn;
  }

  /** @param {number} id of a track */
  function along(id) {
    const metres = Number(distance.value);
    return latest.load((signal) => api.track(id, zoomFor(metres), signal), ({ geometry }) => {
      const shapes = shapesIn(store.state.filters.drawn) ?? [];
      const former = isUnchanged() && last?.id === id ? last : null;
      const how = { metres, isAdded: former?.isAdded ?? isAdded() };
      const drawn = withCorridor(former ? shapes.slice(0, -1) : shapes, geometry.coordinates, how);
      if (!drawn) return say(TEXTS.trackTooLong);
      last = { id, text: drawingText(drawn.shapes), isAdded: how.isAdded };
      list.value = String(id);
      allow();
      page.filters.filter({ drawn: last.text });
      say(TEXTS.strokeDone(how.isAdded, drawn.metres));
    }, ({ message }) => say(message));
  }

  mapView.onMove((isSettled) => isSettled && look());
  store.watch((state) => state.filters.time, look);

  return {
    element,

    /** @param {boolean} isOn */
    toggle(isOn) {
      element.hidden = !isOn;
      if (!isOn) return latest.abort();
      // The reader has to see what to click.
      if (!store.state.tracks) page.navigation.change({ tracks: "day" });
      show(tracks);
      look();
    },

    /** @param {import("../map/map-address.js").Spot} spot */
    pick(spot) {
      const track = trackAt(tracks, spot, REACH_PX, mapView.zoom());
      if (track) void along(track.id);
      else say(TEXTS.noTrackHere);
    },
  };
}

/** @param {import("../api/tracks.js").Track} track @returns {string} its days and the name of its file */
function nameOf({ properties: { filename = "", from, to, utcOffsets } }) {
  const local = (/** @type {string | undefined} */ time) => (time ? new Date(Date.parse(time) + (utcOffsets?.[0] ?? 0) * MINUTE).toISOString() : undefined);
  return [formatDays(local(from), local(to)), filename].filter(Boolean).join(" · ");
}
