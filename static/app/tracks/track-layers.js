/**
 * Recorded tracks as MapLibre layers: over the server's vector tiles, coloured by day, or over lines with their speed.
 * Pure.
 * @module
 */

import { DAY, parseSpan } from "../core/span.js";
import { EMPTY } from "../map/map-layers.js";

export const TRACKS = "tracks";
/** The lines with their speeds, as GeoJSON. */
export const TRACK_SPEEDS = "track-speeds";
/** What has been travelled while the time bar plays: finished runs, and those under way with their markers. */
export const TRACK_TRAVELLED = "track-travelled";
export const TRACK_MOVING = "track-moving";

/** Neighbouring days have different colours. They repeat after these. */
const DAYS = {
  light: ["#c2255c", "#1864ab", "#2b8a3e", "#d9480f", "#5f3dc4", "#0b7285", "#495057", "#5c940d"],
  dark: ["#ff8fb1", "#74b9ff", "#8ce99a", "#ffb077", "#b197fc", "#66d9e8", "#ced4da", "#c0eb75"],
};
/**
 * From walking to flying. They differ in lightness too, so that colour-blind people can tell them apart.
 */
export const SPEEDS = {
  light: ["#02a193", "#d27f1d", "#8a1030", "#1c2196"],
  dark: ["#7cf0dc", "#f7c523", "#ea5a4d", "#8a80f5"],
};
/** The colour of the tiles, which are below the lines with speeds. */
const PLAIN = "#868e96";
const CASINGS = { light: "#ffffff", dark: "#141b22" };
const MARKER = { fill: "#ffe066", edge: "#212529" };
const DEEPEST_ZOOM = 20;
/** The opacity of tracks that the playback has not reached yet. */
const FAINT = 0.35;

/** @param {number} more pixels @returns {any} a width that grows with the zoom */
const width = (more) => ["interpolate", ["linear"], ["zoom"], 2, 1.2 + more, 9, 2 + more, 14, 3.2 + more, 18, 5 + more];

/**
 * @param {string} base the page's address
 * @returns {string} the address of the tiles
 */
export function trackTiles(base) {
  return `${new URL(".", base).href}tiles/tracks/{z}/{x}/{y}.mvt`;
}

/**
 * @param {"light" | "dark"} theme
 * @returns {any} an expression with the colour of a line
 */
export function dayColour(theme) {
  const colours = DAYS[theme];
  // Days before 1970 have a negative remainder.
  const remainder = ["%", ["+", ["%", ["get", "day"], colours.length], colours.length], colours.length];
  return ["match", remainder, ...colours.slice(1).flatMap((colour, index) => [index + 1, colour]), colours[0]];
}

/** @param {"light" | "dark"} theme @returns {any} */
export function speedColour(theme) {
  const [first, ...rest] = SPEEDS[theme];
  return ["match", ["get", "speed"], ...rest.flatMap((colour, index) => [index + 1, colour]), first];
}

/**
 * @typedef {object} TrackLook how tracks are drawn
 * @property {"day" | "speed"} colour
 * @property {any} days a condition; other days are hidden
 * @property {boolean} isPlayed whether only what has been travelled is bright
 *
 * @param {import("../core/store.js").State} state
 * @returns {TrackLook | null} null if no tracks are drawn
 */
export function trackLook({ tracks, hasTracks, filters, time: { played, axis } }) {
  if (!tracks || hasTracks !== true) return null;
  return { colour: tracks, days: daysWithin(played ? axis : parseSpan(filters.time)), isPlayed: played !== null };
}

/**
 * @param {import("../core/span.js").Span | null} span of the filters
 * @returns {any} a condition for the days in the span; null without a span
 */
export function daysWithin(span) {
  if (!span) return null;
  const day = (moment) => Math.floor(moment / DAY);
  // Styles are compared as JSON, which has no infinity.
  const first = span.from === -Infinity ? [] : [[">=", ["get", "day"], day(span.from)]];
  const last = span.through === Infinity ? [] : [["<=", ["get", "day"], day(span.through)]];
  return ["all", ...first, ...last];
}

/** @type {import("../map/map-layers.js").MapPart} */
export const TRACK_PART = {
  look(state) {
    const look = trackLook(state);
    return look && [JSON.stringify(look)];
  },
  draw: (state, { theme, base }) => trackLayers({ look: trackLook(state), theme, base }),
};

/**
 * @param {object} options
 * @param {TrackLook} options.look
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base
 * @returns {import("../map/map-layers.js").Layers}
 */
export function trackLayers({ look, theme, base }) {
  const line = (id, source, paint) => ({
    id, type: "line", ...source, ...(look.days ? { filter: look.days } : {}), layout: { "line-join": "round", "line-cap": "round" }, paint,
  });
  const tiles = { source: TRACKS, "source-layer": "tracks" };
  const bySpeed = look.colour === "speed";
  const opacity = look.isPlayed ? FAINT : 1;
  const colour = bySpeed ? speedColour(theme) : dayColour(theme);
  const geojson = { type: "geojson", data: EMPTY };
  return {
    sources: {
      [TRACKS]: { type: "vector", tiles: [trackTiles(base)], minzoom: 0, maxzoom: DEEPEST_ZOOM },
      ...(bySpeed ? { [TRACK_SPEEDS]: geojson } : {}),
      ...(look.isPlayed ? { [TRACK_TRAVELLED]: geojson, [TRACK_MOVING]: geojson } : {}),
    },
    lines: [
      line("tracks-casing", tiles, { "line-color": CASINGS[theme], "line-width": width(2.4), "line-opacity": 0.7 * opacity }),
      line("tracks-line", tiles, { "line-color": bySpeed ? PLAIN : colour, "line-width": width(0), "line-opacity": opacity }),
      ...(bySpeed ? [line("tracks-speed", { source: TRACK_SPEEDS }, { "line-color": colour, "line-width": width(0.4), "line-opacity": opacity })] : []),
      ...(look.isPlayed ? travelLayers(line, colour, theme) : []),
    ],
  };
}

/** The travelled lines, wider than the others, and the markers. */
function travelLayers(line, colour, theme) {
  const sources = [TRACK_TRAVELLED, TRACK_MOVING];
  return [
    ...sources.map((source) => line(`${source}-casing`, { source }, { "line-color": CASINGS[theme], "line-width": width(4.6) })),
    ...sources.map((source) => line(`${source}-line`, { source }, { "line-color": colour, "line-width": width(1.8) })),
    {
      id: "track-marker", type: "circle", source: TRACK_MOVING, filter: ["==", ["geometry-type"], "Point"],
      paint: { "circle-radius": 7, "circle-color": MARKER.fill, "circle-stroke-color": MARKER.edge, "circle-stroke-width": 2.5 },
    },
  ];
}
