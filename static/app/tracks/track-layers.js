/**
 * Recorded tracks as MapLibre layers over the server's vector tiles, coloured by day. Pure.
 * @module
 */

import { DAY } from "../core/span.js";

export const TRACKS = "tracks";

/** Neighbouring days have different colours. They repeat after these. */
const DAYS = {
  light: ["#c2255c", "#1864ab", "#2b8a3e", "#d9480f", "#5f3dc4", "#0b7285", "#495057", "#5c940d"],
  dark: ["#ff8fb1", "#74b9ff", "#8ce99a", "#ffb077", "#b197fc", "#66d9e8", "#ced4da", "#c0eb75"],
};
const CASINGS = { light: "#ffffff", dark: "#141b22" };
const DEEPEST_ZOOM = 20;

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
  const place = ["%", ["+", ["%", ["get", "day"], colours.length], colours.length], colours.length];
  return ["match", place, ...colours.slice(1).flatMap((colour, index) => [index + 1, colour]), colours[0]];
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

/**
 * @param {object} options
 * @param {boolean} options.isShown
 * @param {import("../core/span.js").Span | null} options.span of the filters; other days are hidden
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base
 * @returns {{sources: Record<string, any>, layers: any[]}} layers below the names of the map
 */
export function trackLayers({ isShown, span, theme, base }) {
  if (!isShown) return { sources: {}, layers: [] };
  const filter = daysWithin(span);
  const line = (id, paint) => ({
    id, type: "line", source: TRACKS, "source-layer": "tracks", ...(filter ? { filter } : {}),
    layout: { "line-join": "round", "line-cap": "round" }, paint,
  });
  return {
    sources: { [TRACKS]: { type: "vector", tiles: [trackTiles(base)], minzoom: 0, maxzoom: DEEPEST_ZOOM } },
    layers: [
      line("tracks-casing", { "line-color": CASINGS[theme], "line-width": width(2.4), "line-opacity": 0.7 }),
      line("tracks-line", { "line-color": dayColour(theme), "line-width": width(0) }),
    ],
  };
}
