/**
 * The countries with photos as MapLibre layers, coloured by their number of photos. Pure.
 * @module
 */

import { valuesOf } from "../filters/filters.js";

export const VISITED = "visited";
/** The layers in which a click chooses a country. */
export const VISITED_LAYERS = ["visited-small", "visited-areas"];

/** From few photos to many. */
const COLOURS = {
  light: ["#c5e3d3", "#93cdb3", "#5cb391", "#2b916f", "#0f6d50"],
  dark: ["#1f463c", "#256352", "#2e846c", "#45a98b", "#86d9bd"],
};
const OUTLINES = { light: "#0b5c43", dark: "#b9f0dc" };

/**
 * @param {number} most the largest number of photos in a country
 * @returns {number[]} the lowest count of each colour, in the series 1, 2, 5, 10, 20…
 */
export function stepsUpTo(most) {
  const series = [];
  for (let power = 1; power <= most; power *= 10) series.push(...[1, 2, 5].map((digit) => digit * power).filter((step) => step <= most));
  const count = Math.min(COLOURS.light.length, series.length);
  return Array.from({ length: count }, (_, index) => series[Math.round((index * (series.length - 1)) / Math.max(1, count - 1))]);
}

/**
 * @param {Record<string, number>} counts of photos by country
 * @param {"light" | "dark"} theme
 * @returns {{from: number, colour: string}[]} if there are few, they include the lightest and the darkest
 */
export function legend(counts, theme) {
  const steps = stepsUpTo(Math.max(0, ...Object.values(counts)));
  const last = COLOURS[theme].length - 1;
  return steps.map((from, index) => ({ from, colour: COLOURS[theme][Math.round((index * last) / Math.max(1, steps.length - 1))] }));
}

/** @type {import("../map/map-layers.js").MapPart} */
export const VISITED_PART = {
  look: ({ look, visited, filters }) => (look.visited ? [visited.counts, valuesOf(filters.country).join()] : null),
  draw: ({ visited, filters }, { theme, base, countries }) =>
    (countries ? visitedLayers({ counts: visited.counts, chosen: valuesOf(filters.country), theme, base, maxzoom: countries }) : { sources: {} }),
  openable: ({ look }) => (look.visited ? VISITED_LAYERS : []),
};

/**
 * @param {object} options
 * @param {Record<string, number>} options.counts
 * @param {string[]} options.chosen the countries that the photos are filtered by
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base the page's address
 * @param {number} options.maxzoom of the tiles
 * @returns {import("../map/map-layers.js").Layers}
 */
export function visitedLayers({ counts, chosen, theme, base, maxzoom }) {
  const codes = Object.keys(counts).filter((code) => counts[code] > 0);
  if (!codes.length) return { sources: {} };
  const steps = legend(counts, theme);
  const colourOf = (count) => steps.findLast(({ from }) => count >= from)?.colour ?? steps[0].colour;
  const colour = ["match", ["get", "code"], ...codes.flatMap((code) => [code, colourOf(counts[code])]), "rgba(0,0,0,0)"];
  const isAmong = (some) => ["match", ["get", "code"], some.length ? some : [""], true, false];
  const layer = (id, type, sourceLayer, paint, rest) => ({ id, type, source: VISITED, "source-layer": sourceLayer, paint, ...rest });
  return {
    sources: { [VISITED]: { type: "vector", tiles: [`${new URL(".", base).href}basemap/{z}/{x}/{y}.countries.pbf`], minzoom: 0, maxzoom } },
    land: [
      layer("visited-areas", "fill", "areas", { "fill-color": colour, "fill-opacity": ["interpolate", ["linear"], ["zoom"], 5, 0.85, 9, 0.3] }, { filter: isAmong(codes) }),
      layer("visited-chosen", "line", "areas", { "line-color": OUTLINES[theme], "line-width": 2 }, { filter: isAmong(chosen), layout: { "line-join": "round" } }),
      layer("visited-small", "circle", "small", {
        "circle-color": colour, "circle-radius": ["interpolate", ["linear"], ["zoom"], 1, 3.5, 5, 7],
        "circle-stroke-color": OUTLINES[theme], "circle-stroke-width": 1.2,
      }, { filter: isAmong(codes), maxzoom: 7 }),
    ],
  };
}
