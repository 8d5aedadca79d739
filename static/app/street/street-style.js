/**
 * The layers that maps from files add to the style. Pure, and loaded only if there are such maps.
 * @module
 */

import { streetColours } from "./colours.js";
import { isPictures, isStreets } from "./kinds.js";
import { streetNames } from "./names.js";
import { reliefStyle } from "./relief.js";
import { schemaOf } from "./schemas.js";
import { plainShapes, streetShapes } from "./shapes.js";
import { tileAddress } from "./tiles.js";

/** From this zoom on, names of places come from the street map. Below it, they come from the built-in map. */
const NAMES_FROM = 8;

/** The positions of the built-in map's places may be off by this much, in degrees. */
const MARGIN = 0.04;

/** @typedef {import("./tiles.js").StreetMap} StreetMap */

/**
 * @param {StreetMap[]} maps
 * @returns {StreetMap[]} the vector maps, the most detailed first
 */
export function vectorMaps(maps) {
  const area = (/** @type {import("./tiles.js").StreetMap} */ { bounds: [west, south, east, north] }) => (east - west) * (north - south);
  return maps.filter(isStreets).toSorted((one, other) => other.maxzoom - one.maxzoom || area(one) - area(other));
}

/**
 * @param {object} options
 * @param {StreetMap[]} options.maps all that the server has
 * @param {string | null} options.base the id of the map of pictures that is shown instead of land and water
 * @param {"light" | "dark"} options.theme
 * @param {{regular: string[], strong: string[], italic: string[]} | null} options.fonts
 * @param {string} options.language
 * @param {boolean} [options.relief] whether relief is shown
 * @param {boolean} [options.terrain] whether terrain is shown in three dimensions
 * @param {{lat: number, lon: number} | null} [options.at] the middle of the view
 */
export function streetStyle({ maps, base, theme, fonts, language, relief = true, terrain = false, at = null }) {
  const colours = streetColours(theme);
  const picture = maps.find((map) => map.id === base && isPictures(map)) ?? null;
  const vector = vectorMaps(maps);
  const sources = Object.fromEntries(vector.map((map) => [sourceOf(map), vectorSource(map)]));
  if (picture) sources[sourceOf(picture)] = pictureSource(picture);
  // Aerial pictures have shadows of their own.
  const heights = reliefStyle({ maps, theme, isShaded: relief && !picture, hasTerrain: terrain, at });
  // The most detailed map comes last, above the others.
  const inOrder = vector.toReversed();
  const shapes = inOrder.flatMap((map) => {
    const schema = schemaOf(map);
    if (!schema) return plainShapes(map, colours, sourceOf(map));
    return streetShapes({ map, schema, colours, source: sourceOf(map), isOverPictures: picture !== null });
  });
  const names = !fonts ? [] : inOrder.flatMap((map) => {
    const schema = schemaOf(map);
    return schema ? streetNames({ schema, colours, source: sourceOf(map), fonts, language }) : [];
  });
  return {
    sources: { ...sources, ...heights.sources },
    terrain: heights.terrain,
    // With street maps, hillshading is over the land of all maps and below water, streets and houses.
    relief: vector.length ? [] : heights.layers,
    shapes: [...(picture ? [pictureLayer(picture, theme)] : []), ...(vector.length ? shaded(shapes, heights.layers) : shapes)],
    names,
    /** @param {any} layer of the built-in map @returns {any} without the names that a street map has */
    amended: (layer) => (layer.type === "symbol" || layer.id === "place-dots" ? withoutNames(layer, vector) : layer),
  };
}

/** Puts the land of all maps first. Where maps overlap, each tile is drawn by only one of them. */
function shaded(shapes, relief) {
  const isLand = ({ id, source }) => /^-(ground|land)-/.test(id.slice(source.length));
  return [...shapes.filter(isLand), ...relief, ...shapes.filter((layer) => !isLand(layer))];
}

const sourceOf = ({ id }) => `street-${id}`;

function vectorSource(map) {
  return { type: "vector", tiles: [tileAddress(map)], minzoom: map.minzoom, maxzoom: map.maxzoom, bounds: map.bounds };
}

function pictureSource({ tiles, minzoom, maxzoom, bounds }) {
  return { type: "raster", tiles, tileSize: 256, minzoom, maxzoom, bounds };
}

/** At night, bright pictures would outshine the photos, so they are darkened. */
function pictureLayer(map, theme) {
  return {
    id: `${sourceOf(map)}-picture`, type: "raster", source: sourceOf(map),
    paint: { "raster-fade-duration": 150, ...(theme === "dark" ? { "raster-brightness-max": 0.75, "raster-saturation": -0.1 } : {}) },
  };
}

function withoutNames(layer, maps) {
  const named = maps.filter(schemaOf);
  if (!named.length || layer["source-layer"] === "rivers") return layer;
  const isOutside = ["!", ["any", ...named.map(({ bounds }) => ["within", { type: "Polygon", coordinates: rectangle(bounds) }])]];
  return { ...layer, filter: all(layer.filter, ["step", ["zoom"], true, NAMES_FROM, isOutside]) };
}

function all(filter, other) {
  return filter ? ["all", filter, other] : other;
}

function rectangle([west, south, east, north]) {
  const [left, bottom, right, top] = [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN];
  return [[[left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]]];
}
