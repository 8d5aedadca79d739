/**
 * All that MapLibre draws, as one style: the base map, and what is laid under and over its names. Pure.
 * @module
 */

import { dayLayers } from "../layers/day-layers.js";
import { photoLayers } from "../layers/photo-layers.js";
import { basemapStyle, fontsOf } from "./basemap-style.js";

/** A thin ring of air around the globe, lit evenly from behind the reader. */
const AIR = {
  light: { anchor: "viewport", position: [1.5, 0, 0] },
  sky: { "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 0, 0.8, 4, 0.8, 6, 0] },
};

/**
 * @param {object} options
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base the page's address
 * @param {import("./basemap-style.js").BasemapDescription | null} options.basemap
 * @param {import("../layers/look.js").Look} options.look
 * @param {import("../filters/filters.js").Filters} options.filters
 * @param {boolean} options.hasDay whether a day's line is shown
 * @param {any} [options.street] what maps from files add
 * @returns {any} a MapLibre style
 */
export function mapStyle({ theme, base, basemap, look, filters, hasDay, street }) {
  const ground = withStreets(basemapStyle({ theme, base, basemap }), street);
  const photos = photoLayers({ look, theme, base, filters });
  const day = hasDay ? dayLayers({ theme, font: (ground.glyphs && fontsOf(basemap)?.strong) || null }) : { sources: {}, layers: [] };
  const cut = firstName(ground.layers);
  return {
    ...ground,
    projection: { type: look.globe ? "globe" : "mercator" },
    ...(look.globe ? AIR : {}),
    sources: { ...ground.sources, ...photos.sources, ...day.sources },
    layers: [...ground.layers.slice(0, cut), ...photos.under, ...ground.layers.slice(cut), ...photos.over, ...day.layers],
  };
}

/** Names lie over all shapes: here is where they begin. */
function firstName(layers) {
  const index = layers.findIndex((layer) => layer.type === "symbol");
  return index < 0 ? layers.length : index;
}

/** The built-in map, and over it the streets; names over all shapes of both. */
function withStreets(ground, street) {
  if (!street) return ground;
  const cut = firstName(ground.layers);
  return {
    ...ground,
    ...(ground.glyphs ? { glyphs: street.glyphs } : {}),
    sources: { ...ground.sources, ...street.sources },
    layers: [...ground.layers.slice(0, cut), ...street.shapes, ...ground.layers.slice(cut).map(street.amended), ...street.names],
  };
}
