/**
 * Photos as heat and as points: MapLibre layers over fine cells (`cells.js`), which contain every photo exactly once.
 * Pure.
 * @module
 */

import { rowOf } from "../core/mercator.js";
import { EMPTY } from "../map/map-layers.js";

export const PHOTOS = "photos";
export const FANS = "fans";
/** The layers whose features open photos when clicked. */
export const POINT_LAYERS = ["points"];

const HEAT_FADES = 12;
const HEAT_ENDS = 14;
const COUNT = ["coalesce", ["get", "point_count"], 1];
/** A cell of the API's zoom is this many halvings smaller than a tile. */
const CELLS_BELOW = 2;
/** The middle of MapLibre's kernel. */
const KERNEL = 0.4;
/** With this a single photo is just visible. */
const LEAST_INTENSITY = 0.08;

const HEAT = {
  light: ["rgba(255,214,102,0)", "rgba(255,205,92,0.55)", "#fba13f", "#f0632f", "#cf2f4e", "#7c1461"],
  dark: ["rgba(70,40,150,0)", "rgba(92,56,190,0.6)", "#a63fc0", "#ef5a7a", "#ffb056", "#fff6c4"],
};
const POINTS = {
  light: { photo: "#1f5fe0", cluster: "#1746a8", ring: "#ffffff" },
  dark: { photo: "#7aa7ff", cluster: "#4d82f0", ring: "#0f1720" },
};

/** @type {import("../map/map-layers.js").MapPart} */
export const PHOTO_PART = {
  look: ({ look }) => [look.layer, look.fans],
  draw: ({ look }, { theme }) => photoLayers({ look, theme }),
  openable: ({ look }) => (look.layer === "pins" ? [] : POINT_LAYERS),
};

/** @returns {import("../map/map-layers.js").Layers} */
function photoLayers({ look, theme }) {
  const sources = {};
  if (look.layer !== "pins") sources[PHOTOS] = { type: "geojson", data: EMPTY };
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
 * @param {import("../api/photos.js").Pin[]} features cells
 * @param {number} zoom of the cells
 * @returns {number} for `heatmap-intensity`
 */
export function heatIntensity(features, zoom) {
  const columns = 2 ** (zoom + CELLS_BELOW - 1);
  /** @type {Map<string, number>} the weight in each square of four cells, about as large as the kernel */
  const squares = new Map();
  for (const { geometry: { coordinates: [lon, lat] }, properties } of features) {
    const square = `${Math.floor(((lon + 180) / 360) * columns)} ${Math.floor(rowOf(lat) * columns)}`;
    squares.set(square, (squares.get(square) ?? 0) + 1 + Math.log(properties.point_count ?? 1));
  }
  return Math.max(LEAST_INTENSITY, Math.min(1, 1 / (KERNEL * Math.max(1, ...squares.values()))));
}

function heat(theme) {
  const [none, faint, ...rest] = HEAT[theme];
  const ramp = [0, none, 0.03, faint, 0.2, rest[0], 0.45, rest[1], 0.72, rest[2], 1, rest[3]];
  return {
    id: "heat", type: "heatmap", source: PHOTOS, maxzoom: HEAT_ENDS,
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
    id: "points", type: "circle", source: PHOTOS,
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
 * Converts a drawn feature to the form of the API. MapLibre gives lists in properties as text.
 *
 * @param {any} drawn
 * @returns {import("../api/photos.js").Pin}
 */
export function featureOfDrawn({ id, properties, geometry }) {
  if (!properties.cluster) return { type: "Feature", id: properties.id ?? id, geometry, properties };
  return { type: "Feature", id: properties.photo, geometry, properties: { ...properties, bbox: JSON.parse(properties.bbox) } };
}
