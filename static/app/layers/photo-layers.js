/**
 * Photos as heat and as points: MapLibre layers over the server's vector tiles. Pure.
 *
 * The tiles contain every photo exactly once.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { EMPTY } from "../map/map-layers.js";

export const PHOTOS = "photos";
export const FANS = "fans";
/** The layers whose features open photos when clicked. */
export const POINT_LAYERS = ["points"];

const HEAT_FADES = 12;
const HEAT_ENDS = 14;
const COUNT = ["coalesce", ["get", "point_count"], 1];

const HEAT = {
  light: ["rgba(255,214,102,0)", "rgba(255,205,92,0.55)", "#fba13f", "#f0632f", "#cf2f4e", "#7c1461"],
  dark: ["rgba(70,40,150,0)", "rgba(92,56,190,0.6)", "#a63fc0", "#ef5a7a", "#ffb056", "#fff6c4"],
};
const POINTS = {
  light: { photo: "#1f5fe0", cluster: "#1746a8", ring: "#ffffff" },
  dark: { photo: "#7aa7ff", cluster: "#4d82f0", ring: "#0f1720" },
};

/**
 * @param {string} base the page's address
 * @param {import("../filters/filters.js").Filters} filters
 * @returns {string} the address of the tiles of the photos that match the filters
 */
export function photoTiles(base, filters) {
  const query = new URLSearchParams(filterParameters(filters)).toString();
  return `${new URL(".", base).href}tiles/photos/{z}/{x}/{y}.mvt${query && `?${query}`}`;
}

/** @type {import("../map/map-layers.js").MapPart} */
export const PHOTO_PART = {
  look: ({ look }) => [look.layer, look.fans],
  draw: ({ look, filters }, { theme, base }) => photoLayers({ look, theme, base, filters }),
  openable: ({ look }) => (look.layer === "pins" ? [] : POINT_LAYERS),
};

/** @returns {import("../map/map-layers.js").Layers} */
function photoLayers({ look, theme, base, filters }) {
  const sources = {};
  if (look.layer !== "pins") {
    sources[PHOTOS] = { type: "vector", tiles: [photoTiles(base, filters)], minzoom: 0, maxzoom: 20 };
  }
  if (look.fans) sources[FANS] = { type: "geojson", data: EMPTY };
  return {
    sources,
    shapes: look.layer === "heat" ? [heat(theme)] : [],
    marks: [
      ...(look.fans ? [fans(theme)] : []),
      ...(look.layer === "pins" ? [] : [points(theme, look.layer === "heat")]),
    ],
  };
}

/**
 * The intensity of the heat: the position with the most photos in view is hot, and a single photo is still visible, whether the library
 * has fifty photos or a million.
 *
 * @param {import("../api/photos.js").Pin[]} features the features in view
 * @returns {number} for `heatmap-intensity`
 */
export function heatIntensity(features) {
  const most = features.reduce((top, { properties }) => Math.max(top, properties.point_count ?? 1), 1);
  return Math.min(1, 1.7 / (1 + Math.log(most)));
}

function heat(theme) {
  const [none, faint, ...rest] = HEAT[theme];
  const ramp = [0, none, 0.03, faint, 0.2, rest[0], 0.45, rest[1], 0.72, rest[2], 1, rest[3]];
  return {
    id: "heat", type: "heatmap", source: PHOTOS, "source-layer": PHOTOS, maxzoom: HEAT_ENDS,
    paint: {
      "heatmap-weight": ["+", 1, ["ln", COUNT]],
      "heatmap-radius": ["interpolate", ["linear"], ["zoom"], 0, 22, 4, 34, 9, 42],
      "heatmap-color": ["interpolate", ["linear"], ["heatmap-density"], ...ramp],
      "heatmap-opacity": ["interpolate", ["linear"], ["zoom"], HEAT_FADES, 0.86, HEAT_ENDS, 0],
    },
  };
}

/** At zooms where heat would be too blurred to show a place, it fades into points. */
function points(theme, afterHeat) {
  const colours = POINTS[theme];
  const fade = ["interpolate", ["linear"], ["zoom"], HEAT_FADES - 0.5, 0, HEAT_ENDS - 1, 1];
  return {
    id: "points", type: "circle", source: PHOTOS, "source-layer": PHOTOS,
    // Always set, because MapLibre would keep the zooms that a layer had before.
    minzoom: afterHeat ? HEAT_FADES - 0.5 : 0,
    layout: { "circle-sort-key": ["-", 0, COUNT] },
    paint: {
      "circle-radius": ["interpolate", ["linear"], ["log10", COUNT], 0, 4.5, 1, 8, 3, 15, 6, 27],
      "circle-color": ["case", ["has", "cluster"], colours.cluster, colours.photo],
      "circle-stroke-color": colours.ring,
      "circle-stroke-width": 1.5,
      "circle-opacity": afterHeat ? fade : 0.88,
      "circle-stroke-opacity": afterHeat ? fade : 1,
    },
  };
}

function fans(theme) {
  return {
    id: "fans", type: "symbol", source: FANS,
    layout: {
      "icon-image": `fan-${theme}`, "icon-size": ["interpolate", ["linear"], ["zoom"], 1, 0.85, 8, 1],
      "icon-rotate": ["get", "direction"], "icon-rotation-alignment": "map", "icon-pitch-alignment": "map",
      "icon-allow-overlap": true, "icon-ignore-placement": true,
    },
  };
}

/**
 * The photos with a known direction.
 *
 * @param {import("../api/photos.js").Pin[]} features
 */
export function facing(features) {
  const known = features.filter(({ properties }) => !properties.cluster && Number.isFinite(properties.direction));
  return {
    type: "FeatureCollection",
    features: known.map(({ geometry, properties }) => ({ type: "Feature", geometry, properties: { direction: properties.direction } })),
  };
}

/**
 * Converts a feature of a tile to the form of the API.
 *
 * @param {any} drawn
 * @returns {import("../api/photos.js").Pin}
 */
export function featureOfTile({ properties, geometry }) {
  if (!properties.cluster) return { type: "Feature", id: properties.id, geometry, properties };
  const bbox = typeof properties.bbox === "string" ? properties.bbox.split(",").map(Number) : properties.bbox;
  return { type: "Feature", id: properties.photo, geometry, properties: { ...properties, bbox } };
}
