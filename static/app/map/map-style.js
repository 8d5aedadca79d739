/**
 * The complete MapLibre style: the base map, and the layers of features below and above its names. Pure.
 * @module
 */

import { basemapStyle } from "./basemap-style.js";

/** A thin atmosphere around the globe, lit evenly from behind the reader. */
const AIR = {
  light: { anchor: "viewport", position: [1.5, 0, 0] },
  sky: { "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 0, 0.8, 4, 0.8, 6, 0] },
};

/**
 * @param {object} options
 * @param {any} options.ground the style without photos
 * @param {import("./map-layers.js").Layers} options.layers what features draw on it
 * @param {boolean} options.globe whether the map is a globe
 * @param {any} [options.terrain] of a flat map; MapLibre draws none on a globe
 * @returns {any} a MapLibre style
 */
export function mapStyle({ ground, layers: { sources, land, shapes, lines, marks }, globe, terrain }) {
  const cut = firstName(ground.layers);
  const bed = Math.min(cut, afterLand(ground.layers));
  return {
    ...ground,
    terrain: globe ? undefined : terrain,
    projection: { type: globe ? "globe" : "mercator" },
    ...(globe ? AIR : {}),
    sources: { ...ground.sources, ...sources },
    layers: [
      ...ground.layers.slice(0, bed), ...land, ...ground.layers.slice(bed, cut), ...shapes, ...lines,
      ...ground.layers.slice(cut), ...marks,
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
 * @param {object} options
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base the page's address
 * @param {import("./basemap-style.js").BasemapDescription | null} options.basemap
 * @param {any} [options.street] what maps from files add
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
