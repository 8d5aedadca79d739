/**
 * Land, water, streets and houses of a vector map as MapLibre layers, from the lowest to the highest. Pure.
 * @module
 */

const STOPS = [6, 8, 10, 12, 14, 16, 18, 20];
/** Widths in pixels at those zooms. */
const WIDTHS = {
  motorway: [0.6, 1, 1.7, 2.8, 5, 11, 26, 70],
  major: [0.3, 0.7, 1.2, 2.2, 4.2, 10, 24, 66],
  secondary: [0, 0.3, 0.8, 1.6, 3.2, 8, 20, 56],
  minor: [0, 0, 0, 0.7, 1.9, 6, 16, 46],
  service: [0, 0, 0, 0, 0.9, 3, 9, 28],
};
const CLASSES = Object.keys(WIDTHS);
const ROUND = { "line-join": "round", "line-cap": "round" };

/**
 * @param {object} options
 * @param {import("./tiles.js").StreetMap} options.map
 * @param {any} options.schema
 * @param {import("./colours.js").StreetColours} options.colours
 * @param {string} options.source
 * @param {boolean} options.isOverPictures whether aerial pictures show the land
 * @returns {any[]} MapLibre layers
 */
export function streetShapes({ map, schema, colours, source, isOverPictures }) {
  const make = maker(source);
  const roads = schema.roads.flatMap((one) => roadLayers(make, one, colours));
  if (isOverPictures) return [...roads.filter(({ id }) => !/path|rail/.test(id)).map(faint), ...borders(make, schema, colours)];
  return [
    ...(map.hasSea ? [make("ground", "fill", "ground", { "fill-color": colours.ground, "fill-antialias": false }, { minzoom: 6 })] : []),
    ...schema.land.map((one) => landLayer(make, one, colours)),
    ...schema.waterways.map((one) => waterwayLayer(make, one, colours)),
    ...schema.water.map(({ layer, filter }) => make("water", "fill", layer, { "fill-color": colours.water }, polygons(filter))),
    ...schema.runways.map(({ layer, filter }) => make("runway", "line", layer,
      { "line-color": colours.runway, "line-width": byZoom([10, 1], [14, 10], [18, 90]) }, { filter, minzoom: 10 })),
    ...schema.squares.map(({ layer }) => make("square", "fill", layer, { "fill-color": colours.paved, "fill-outline-color": colours.minorEdge }, { ...polygons(), minzoom: 13 })),
    ...roads,
    ...borders(make, schema, colours),
    ...schema.buildings.map(({ layer, filter }) => make("building", "fill", layer, {
      "fill-color": colours.building, "fill-outline-color": colours.buildingEdge,
      "fill-opacity": byZoom([13, 0], [14.5, 1]),
    }, { ...polygons(filter), minzoom: 13 })),
  ];
}

/** @returns {(role: string, type: string, sourceLayer: string, paint: any, rest?: any) => any} */
export function maker(source) {
  return (role, type, sourceLayer, paint, { filter, ...rest } = /** @type {any} */ ({})) => ({
    id: `${source}-${role}-${sourceLayer}`, type, source, "source-layer": sourceLayer, paint, ...(filter && filter !== true ? { filter } : {}), ...rest,
  });
}

export function byZoom(...stops) {
  return ["interpolate", ["linear"], ["zoom"], ...stops.flat()];
}

/** @param {any[]} filters missing ones are left out */
export function all(...filters) {
  const given = filters.filter((filter) => filter && filter !== true);
  return given.length > 1 ? ["all", ...given] : given[0];
}

const polygons = (filter) => ({ filter: all(["==", ["geometry-type"], "Polygon"], filter) });

function landLayer(make, { layer, kind }, colours) {
  const kinds = ["wood", "grass", "park", "farmland", "sand", "ice", "rock", "wetland", "residential", "industrial", "institution", "hospital", "pitch", "paved"];
  const colour = ["match", kind, ...kinds.flatMap((one) => [one, colours[one]]), "earth", colours.ground, "rgba(0,0,0,0)"];
  const isFixed = typeof kind === "string";
  return make("land", "fill", layer, {
    "fill-color": isFixed ? colours[kind === "earth" ? "ground" : kind] : colour,
    "fill-opacity": layer === "earth" ? 1 : byZoom([6, 0], [8, 0.8], [12, 1]),
    "fill-antialias": false,
  }, { ...polygons(), minzoom: 6 });
}

function waterwayLayer(make, { layer, filter, isLarge }, colours) {
  const width = (large, small) => ["case", isLarge, large, small];
  return make("waterway", "line", layer, {
    "line-color": colours.waterLine,
    "line-width": byZoom([8, width(0.8, 0)], [12, width(1.8, 0.6)], [16, width(5, 2)], [20, width(12, 5)]),
  }, { filter: all(["==", ["geometry-type"], "LineString"], filter), minzoom: 8, layout: ROUND });
}

/** The width of each class of road; `extra` is the casing on both sides. */
function roadWidth(kind, extra) {
  const at = (index) => ["match", kind, ...CLASSES.flatMap((one) => {
    const width = WIDTHS[one][index];
    return [one, width && width + extra(STOPS[index])];
  }), 0];
  return ["interpolate", ["exponential", 1.4], ["zoom"], ...STOPS.flatMap((zoom, index) => [zoom, at(index)])];
}

const casing = (zoom) => (zoom < 12 ? 0.8 : zoom < 15 ? 1.4 : 2);

function roadLayers(make, { layer, filter, kind, isTunnel, isBridge, isPaved }, colours) {
  const isRoad = ["match", kind, CLASSES, true, false];
  const line = all(["==", ["geometry-type"], "LineString"], filter);
  const rank = ["match", kind, ...CLASSES.toReversed().flatMap((one, index) => [one, index]), 0];
  const fill = ["match", kind, "motorway", colours.motorway, "major", colours.major, colours.minor];
  const edge = ["match", kind, "motorway", colours.motorwayEdge, "major", colours.majorEdge, colours.minorEdge];
  const level = (name, isHere, paint = {}, cap = "round") => [
    make(`${name}-casing`, "line", layer, { "line-color": edge, "line-width": roadWidth(kind, casing), ...paint },
      { filter: all(line, isRoad, isHere), minzoom: 8, layout: { "line-join": "round", "line-cap": name === "road" ? "round" : "butt", "line-sort-key": rank } }),
    make(name, "line", layer, { "line-color": fill, "line-width": roadWidth(kind, () => 0), "line-opacity": name === "tunnel" ? 0.6 : 1 },
      { filter: all(line, isRoad, isHere), minzoom: 6, layout: { "line-join": "round", "line-cap": cap, "line-sort-key": rank } }),
  ];
  const kindIs = (name) => ["==", kind, name];
  return [
    ...level("tunnel", isTunnel, { "line-dasharray": [2, 1.5], "line-opacity": 0.6 }, "butt"),
    make("ferry", "line", layer, { "line-color": colours.ferry, "line-width": 1, "line-dasharray": [4, 4], "line-opacity": 0.8 },
      { filter: all(line, kindIs("ferry")), minzoom: 9 }),
    make("path-paved", "line", layer, { "line-color": colours.paved, "line-width": byZoom([13, 0.6], [16, 3], [18, 9], [20, 26]) },
      { filter: all(line, kindIs("path"), isPaved), minzoom: 13, layout: ROUND }),
    make("pier", "line", layer, { "line-color": colours.paved, "line-width": byZoom([12, 0.8], [16, 3.5], [20, 20]) },
      { filter: all(line, kindIs("pier")), minzoom: 12, layout: ROUND }),
    make("path", "line", layer, {
      "line-color": colours.path, "line-width": byZoom([14, 0.6], [17, 1.4], [20, 3]), "line-dasharray": [2.5, 1.8], "line-opacity": byZoom([14, 0], [15, 0.8]),
    }, { filter: all(line, kindIs("path"), ["!", isPaved]), minzoom: 14 }),
    ...level("road", all(["!", isTunnel], ["!", isBridge])),
    make("rail", "line", layer, { "line-color": colours.rail, "line-width": byZoom([10, 0.5], [14, 1.2], [18, 2.6]), "line-opacity": ["case", isTunnel, 0.3, 1] },
      { filter: all(line, kindIs("rail")), minzoom: 10 }),
    make("rail-ties", "line", layer, { "line-color": colours.rail, "line-width": byZoom([14, 3], [18, 7]), "line-dasharray": [0.4, 4], "line-opacity": ["case", isTunnel, 0.2, 0.9] },
      { filter: all(line, kindIs("rail")), minzoom: 14 }),
    ...level("bridge", isBridge, {}, "butt"),
  ];
}

function borders(make, schema, colours) {
  return schema.borders.map(({ layer, isCountry, isShown }) => make("border", "line", layer, {
    "line-color": colours.border,
    "line-width": byZoom([6, ["case", isCountry, 0.9, 0.4]], [12, ["case", isCountry, 2, 1]], [16, ["case", isCountry, 3, 1.4]]),
    "line-dasharray": [4, 2, 1, 2],
    "line-opacity": 0.8,
  }, { filter: all(["==", ["geometry-type"], "LineString"], isShown), minzoom: 7, layout: { "line-join": "round" } }));
}

/** Streets over a picture are only for orientation. */
function faint(layer) {
  return { ...layer, paint: { ...layer.paint, "line-opacity": 0.35 } };
}

/**
 * A vector map with unknown layers: all of them as plain lines and fills.
 *
 * @param {import("./tiles.js").StreetMap} map
 * @param {import("./colours.js").StreetColours} colours
 * @param {string} source
 */
export function plainShapes(map, colours, source) {
  const make = maker(source);
  return (map.vector_layers ?? []).flatMap(({ id }) => [
    make("plain-fill", "fill", id, { "fill-color": /water|ocean|lake|sea/i.test(id) ? colours.water : colours.park, "fill-opacity": 0.7 }, polygons()),
    make("plain-line", "line", id, { "line-color": colours.roadName, "line-width": byZoom([6, 0.5], [14, 1.4], [18, 3]) }, { filter: ["==", ["geometry-type"], "LineString"] }),
    make("plain-point", "circle", id, { "circle-color": colours.roadName, "circle-radius": byZoom([6, 1.2], [14, 2.5]) }, { filter: ["==", ["geometry-type"], "Point"] }),
  ]);
}
