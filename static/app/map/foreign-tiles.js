/**
 * Tiles of another server instead of the built-in base map (`geoindex serve --tiles URL`). Pure.
 * @module
 */

/**
 * The names of layers in the usual vector tiles: those of OpenMapTiles, Shortbread and Protomaps.
 */
const FILLS = {
  land: ["land", "earth", "landcover", "landuse", "park", "sites"],
  water: ["water", "ocean", "water_polygons", "lakes"],
  building: ["building", "buildings"],
};
const LINES = {
  river: ["waterway", "water_lines", "rivers"],
  road: ["transportation", "streets", "roads"],
  border: ["boundary", "boundaries", "borders"],
};

/** @typedef {{url: string, type: "raster" | "vector"}} ForeignTiles */

/** @param {ForeignTiles} tiles @returns {any} a MapLibre source */
export function foreignSource({ url, type }) {
  return type === "raster" ? { type, tiles: [url], tileSize: 256, maxzoom: 19 } : { type: "vector", tiles: [url], maxzoom: 14 };
}

/**
 * Raster tiles are drawn unchanged. Vector tiles are drawn as plain lines and fills, because their other content is
 * unknown.
 *
 * @param {string} source
 * @param {ForeignTiles} tiles
 * @param {import("./palette.js").Palette} colours
 * @returns {any[]}
 */
export function foreignLayers(source, { type }, colours) {
  if (type === "raster") return [{ id: "tiles", type: "raster", source, paint: { "raster-fade-duration": 150 } }];
  const layers = (kinds, make) => Object.entries(kinds).flatMap(([kind, names]) => names.map((name) =>
    ({ id: `tiles-${kind}-${name}`, source, "source-layer": name, ...make(kind) })));
  const isArea = { filter: ["==", ["geometry-type"], "Polygon"] };
  const fillColours = { land: colours.land, water: colours.water, building: colours.state };
  const lineColours = { river: colours.river, road: colours.state, border: colours.border };
  const ground = { id: "tiles-ground", type: "background", paint: { "background-color": colours.land } };
  return [
    ground,
    ...layers(FILLS, (kind) => ({ type: "fill", ...isArea, paint: { "fill-color": fillColours[kind] } })),
    ...layers(LINES, (kind) => ({
      type: "line",
      paint: { "line-color": lineColours[kind], "line-width": ["interpolate", ["linear"], ["zoom"], 4, 0.5, 14, kind === "road" ? 2.5 : 1.2] },
    })),
  ];
}
