/**
 * Files of elevations as hillshading and as terrain. Pure.
 * @module
 */

import { isRelief } from "./kinds.js";

/** Terrain is exaggerated by this factor, because true heights look flat on a screen. */
const EXAGGERATION = 1.3;

const SHADING = {
  light: { "hillshade-shadow-color": "#5b5243", "hillshade-highlight-color": "#fffdf6", "hillshade-accent-color": "#8a7f6b", "hillshade-exaggeration": 0.42 },
  dark: { "hillshade-shadow-color": "#05090d", "hillshade-highlight-color": "#4d6173", "hillshade-accent-color": "#0c1218", "hillshade-exaggeration": 0.5 },
};

/** @typedef {import("./tiles.js").StreetMap} StreetMap */

/** @param {StreetMap[]} maps @returns {StreetMap[]} the reliefs, the most detailed first */
export function reliefs(maps) {
  return maps.filter(isRelief).toSorted((one, other) => other.maxzoom - one.maxzoom);
}

/**
 * @param {object} options
 * @param {StreetMap[]} options.maps
 * @param {"light" | "dark"} options.theme
 * @param {boolean} options.isShaded
 * @param {boolean} options.hasTerrain
 * @param {{lat: number, lon: number} | null} options.at the middle of the view; terrain comes from the file that contains it
 * @returns {{sources: Record<string, any>, layers: any[], terrain?: {source: string, exaggeration: number}}}
 */
export function reliefStyle({ maps, theme, isShaded, hasTerrain, at }) {
  const shaded = isShaded ? reliefs(maps).toReversed() : [];
  const ground = hasTerrain ? reliefAt(maps, at) : null;
  const sources = Object.fromEntries(shaded.map((map) => [`relief-${map.id}`, elevations(map)]));
  // MapLibre recommends separate sources for hillshading and terrain.
  if (ground) sources[`terrain-${ground.id}`] = elevations(ground);
  return {
    sources,
    layers: shaded.map(({ id }) => ({ id: `relief-${id}`, type: "hillshade", source: `relief-${id}`, paint: SHADING[theme] })),
    ...(ground && { terrain: { source: `terrain-${ground.id}`, exaggeration: EXAGGERATION } }),
  };
}

/** @param {StreetMap[]} maps @param {{lat: number, lon: number} | null} at @returns {StreetMap | null} */
export function reliefAt(maps, at) {
  const all = reliefs(maps);
  const isInside = (/** @type {StreetMap} */ { bounds: [west, south, east, north] }) => at !== null && at.lon >= west && at.lon <= east && at.lat >= south && at.lat <= north;
  return all.find(isInside) ?? all[0] ?? null;
}

/** @param {StreetMap} map */
function elevations({ tiles, minzoom, maxzoom, bounds, encoding }) {
  return { type: "raster-dem", tiles, tileSize: 256, minzoom, maxzoom, bounds, encoding };
}
