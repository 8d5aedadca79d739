/**
 * The complete MapLibre style: the base map, and layers below and above its names. Pure.
 * @module
 */

import { dayLayers } from "../layers/day-layers.js";
import { visitedLayers } from "../visited/visited-layers.js";
import { photoLayers } from "../layers/photo-layers.js";
import { trackLayers } from "../tracks/track-layers.js";
import { basemapStyle, fontsOf } from "./basemap-style.js";

/** A thin atmosphere around the globe, lit evenly from behind the reader. */
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
 * @param {import("../tracks/track-layers.js").TrackLook | null} options.trackLook how recorded tracks are drawn; null without them
 * @param {any} [options.street] what maps from files add
 * @param {{counts: Record<string, number>, chosen: string[]} | null} [options.countries] to colour
 * @returns {any} a MapLibre style
 */
export function mapStyle({ theme, base, basemap, look, filters, hasDay, trackLook, street, countries = null }) {
  const ground = groundStyle({ theme, base, basemap, street });
  const photos = photoLayers({ look, theme, base, filters });
  const day = hasDay ? dayLayers({ theme, font: (ground.glyphs && fontsOf(basemap)?.strong) || null }) : { sources: {}, layers: [] };
  const tracks = trackLayers({ look: trackLook, theme, base });
  const cut = firstName(ground.layers);
  const maxzoom = basemap?.countries;
  const visited = countries && maxzoom ? visitedLayers({ ...countries, theme, base, maxzoom }) : { sources: {}, layers: [] };
  const bed = Math.min(cut, afterLand(ground.layers));
  return {
    ...ground,
    // MapLibre draws no terrain on a globe.
    terrain: look.globe ? undefined : street?.terrain,
    projection: { type: look.globe ? "globe" : "mercator" },
    ...(look.globe ? AIR : {}),
    sources: { ...ground.sources, ...photos.sources, ...tracks.sources, ...day.sources, ...visited.sources },
    layers: [
      ...ground.layers.slice(0, bed), ...visited.layers, ...ground.layers.slice(bed, cut), ...photos.under, ...tracks.layers,
      ...ground.layers.slice(cut), ...photos.over, ...day.layers,
    ],
  };
}

/** The index after land, water and pictures, and before borders and streets: countries are coloured there. */
function afterLand(layers) {
  const picture = layers.findIndex(({ type }) => type === "raster");
  return 1 + Math.max(picture, layers.findIndex(({ id }) => id === "lake-shores"));
}

/** The index of the first layer with names. Names are drawn over all shapes. */
function firstName(layers) {
  const index = layers.findIndex((layer) => layer.type === "symbol");
  return index < 0 ? layers.length : index;
}

/**
 * The built-in map, and the streets over it, with names over all shapes of both. Relief is over land and below rivers.
 *
 * @param {Pick<Parameters<typeof mapStyle>[0], "theme" | "base" | "basemap" | "street">} options
 * @returns {any} a MapLibre style
 */
export function groundStyle({ theme, base, basemap, street }) {
  const plain = basemapStyle({ theme, base, basemap });
  if (!street) return plain;
  const coast = 1 + plain.layers.findIndex(({ id }) => id === "coast");
  const ground = { ...plain, layers: [...plain.layers.slice(0, coast), ...street.relief, ...plain.layers.slice(coast)] };
  const cut = firstName(ground.layers);
  return {
    ...ground,
    ...(ground.glyphs ? { glyphs: street.glyphs } : {}),
    sources: { ...ground.sources, ...street.sources },
    layers: [...ground.layers.slice(0, cut), ...street.shapes, ...ground.layers.slice(cut).map(street.amended), ...street.names],
  };
}
