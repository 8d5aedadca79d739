/**
 * Maps the layers and classes of the usual vector maps to a schema of our own.
 *
 * Each entry has the layer of the tiles (`layer`), a filter for its features (`filter`), and their kind (`kind`), as
 * MapLibre expressions.
 * @module
 */

const get = (name) => ["get", name];
const is = (name, ...values) => ["match", get(name), values, true, false];
/** The first kind whose values contain that of a property. */
const kindBy = (name, pairs, otherwise) => ["match", get(name), ...pairs.flatMap(([kind, ...values]) => [values, kind]), otherwise];
const isTrue = (name) => ["match", ["to-string", get(name)], ["true", "1", "yes"], true, false];

/** A constant. MapLibre would read a filter with a bare boolean as one of the old filter syntax. */
const NO = ["literal", false];

const OPENMAPTILES = {
  names: (language) => [`name:${language}`, `name_${language}`],
  land: [
    { layer: "landcover", kind: kindBy("class", [["wood", "wood", "forest"], ["grass", "grass", "scrub", "meadow"], ["farmland", "farmland"], ["sand", "sand", "beach"], ["ice", "ice", "glacier"], ["wetland", "wetland"], ["rock", "rock"]], "") },
    { layer: "landuse", kind: kindBy("class", [["residential", "residential", "suburb", "neighbourhood", "quarter"], ["industrial", "industrial", "commercial", "retail", "railway", "garages", "quarry", "military"], ["grass", "cemetery"], ["institution", "school", "university", "college", "kindergarten", "library", "theme_park", "zoo"], ["hospital", "hospital"], ["pitch", "pitch", "playground", "stadium", "track"]], "") },
    { layer: "park", kind: "park" },
  ],
  water: [{ layer: "water", filter: ["!=", get("brunnel"), "tunnel"] }],
  waterways: [{ layer: "waterway", filter: ["!=", get("brunnel"), "tunnel"], isLarge: is("class", "river", "canal") }],
  roads: [{
    layer: "transportation",
    kind: kindBy("class", [["motorway", "motorway"], ["major", "trunk", "primary"], ["secondary", "secondary", "tertiary"], ["minor", "minor", "busway", "raceway"], ["service", "service", "track"], ["path", "path"], ["rail", "rail", "transit"], ["ferry", "ferry"], ["pier", "pier"]], ""),
    isTunnel: is("brunnel", "tunnel"), isBridge: is("brunnel", "bridge"), isPaved: is("subclass", "pedestrian", "platform"),
  }],
  squares: [{ layer: "transportation" }],
  runways: [{ layer: "aeroway", filter: is("class", "runway", "taxiway") }],
  buildings: [{ layer: "building" }],
  borders: [{ layer: "boundary", isCountry: ["==", get("admin_level"), 2], isShown: ["all", ["<=", get("admin_level"), 4], ["!=", get("maritime"), 1]] }],
  roadNames: [{ layer: "transportation_name", kind: kindBy("class", [["major", "motorway", "trunk", "primary"], ["secondary", "secondary", "tertiary"], ["path", "path", "service", "track"], ["rail", "rail", "transit", "ferry", "aerialway"]], "minor") }],
  waterNames: [{ layer: "water_name" }, { layer: "waterway" }],
  parkNames: [{ layer: "park", filter: ["==", ["geometry-type"], "Point"] }],
  places: [{ layer: "place", kind: kindBy("class", [["country", "country"], ["state", "state", "province"], ["city", "city"], ["town", "town"], ["village", "village", "hamlet"], ["suburb", "suburb", "borough", "quarter", "neighbourhood"], ["island", "island"]], ""), rank: ["coalesce", get("rank"), 20] }],
  peaks: [{ layer: "mountain_peak", height: get("ele") }],
  pois: [{ layer: "poi", rank: ["coalesce", get("rank"), 25], kind: get("class") }],
  houseNumbers: [{ layer: "housenumber", number: get("housenumber") }],
};

const PROTOMAPS = {
  names: (language) => [`name:${language}`],
  land: [
    { layer: "earth", kind: "earth" },
    { layer: "landcover", kind: kindBy("kind", [["wood", "forest"], ["grass", "grassland", "scrub"], ["farmland", "farmland"], ["ice", "glacier"], ["rock", "barren"], ["residential", "urban_area"]], "") },
    { layer: "landuse", kind: kindBy("kind", [["wood", "wood", "forest"], ["grass", "grass", "meadow", "cemetery", "golf_course", "grassland", "scrub"], ["park", "park", "nature_reserve", "national_park", "protected_area", "village_green", "garden"], ["farmland", "farmland", "orchard"], ["sand", "beach", "sand"], ["ice", "glacier"], ["residential", "residential"], ["industrial", "industrial", "commercial", "railway", "military", "quarry"], ["institution", "school", "university", "college", "zoo", "theme_park"], ["hospital", "hospital"], ["pitch", "pitch", "playground", "stadium"], ["paved", "pedestrian", "pier", "platform"], ["wetland", "wetland"]], "") },
  ],
  water: [{ layer: "water" }],
  waterways: [{ layer: "water", filter: is("kind", "river", "stream", "canal", "drain", "ditch"), isLarge: is("kind", "river", "canal") }],
  roads: [{
    layer: "roads",
    kind: ["case",
      ["any", is("kind", "highway"), is("kind_detail", "motorway", "motorway_link")], "motorway",
      is("kind_detail", "trunk", "trunk_link", "primary", "primary_link"), "major",
      is("kind_detail", "secondary", "secondary_link", "tertiary", "tertiary_link"), "secondary",
      is("kind_detail", "service", "track"), "service",
      kindBy("kind", [["secondary", "major_road"], ["minor", "minor_road"], ["path", "path"], ["rail", "rail"], ["ferry", "ferry"], ["pier", "pier"]], "")],
    isTunnel: isTrue("is_tunnel"), isBridge: isTrue("is_bridge"), isPaved: is("kind_detail", "pedestrian"),
  }],
  squares: [],
  runways: [{ layer: "roads", filter: ["any", is("kind", "aeroway"), is("kind_detail", "runway", "taxiway")] }],
  buildings: [{ layer: "buildings", filter: ["!=", get("kind"), "address"] }],
  borders: [{ layer: "boundaries", isCountry: is("kind", "country"), isShown: is("kind", "country", "region") }],
  roadNames: [{ layer: "roads", kind: kindBy("kind", [["major", "highway"], ["secondary", "major_road"], ["path", "path", "other"], ["rail", "rail", "ferry"]], "minor") }],
  waterNames: [{ layer: "water" }],
  parkNames: [],
  places: [{ layer: "places", kind: ["case", is("kind", "country"), "country", is("kind", "region"), "state", is("kind", "neighbourhood", "macrohood"), "suburb", kindBy("kind_detail", [["city", "city"], ["town", "town"]], "village")], rank: ["-", 20, ["coalesce", get("population_rank"), 0]] }],
  peaks: [{ layer: "pois", filter: is("kind", "peak"), height: get("elevation") }],
  pois: [{ layer: "pois", filter: ["!", is("kind", "peak")], rank: ["coalesce", get("min_zoom"), 16], kind: get("kind") }],
  houseNumbers: [{ layer: "buildings", filter: is("kind", "address"), number: get("addr_housenumber") }],
};

const SHORTBREAD = {
  names: (language) => [`name_${language}`],
  land: [
    { layer: "land", kind: kindBy("kind", [["wood", "forest", "wood"], ["grass", "grass", "grassland", "meadow", "heath", "scrub", "cemetery", "grave_yard", "golf_course", "village_green", "greenhouse_horticulture"], ["park", "park", "garden", "recreation_ground", "nature_reserve"], ["farmland", "farmland", "orchard", "vineyard", "allotments", "farmyard"], ["sand", "sand", "beach"], ["ice", "glacier"], ["rock", "bare_rock", "scree", "shingle"], ["residential", "residential"], ["industrial", "industrial", "commercial", "retail", "railway", "garages", "quarry", "landfill", "brownfield"], ["wetland", "swamp", "bog", "marsh", "wet_meadow", "string_bog"], ["pitch", "playground"]], "") },
    { layer: "sites", kind: kindBy("kind", [["institution", "school", "university", "college", "kindergarten", "theme_park", "zoo"], ["hospital", "hospital"], ["pitch", "sports_center", "sports_centre", "stadium"]], "") },
    { layer: "street_polygons", kind: "paved" },
    { layer: "pier_polygons", kind: "paved" },
  ],
  water: [{ layer: "ocean" }, { layer: "water_polygons" }],
  waterways: [{ layer: "water_lines", filter: ["!", isTrue("tunnel")], isLarge: is("kind", "river", "canal") }],
  roads: [{
    layer: "streets",
    kind: kindBy("kind", [["motorway", "motorway"], ["major", "trunk", "primary"], ["secondary", "secondary", "tertiary"], ["minor", "unclassified", "residential", "living_street", "busway"], ["service", "service", "track", "pedestrian"], ["path", "footway", "steps", "path", "cycleway", "bridleway"], ["rail", "rail", "light_rail", "subway", "tram", "narrow_gauge", "funicular", "monorail"]], ""),
    isTunnel: isTrue("tunnel"), isBridge: isTrue("bridge"), isPaved: NO,
  }, {
    layer: "ferries", kind: ["literal", "ferry"], isTunnel: NO, isBridge: NO, isPaved: NO,
  }],
  squares: [],
  runways: [{ layer: "streets", filter: is("kind", "runway", "taxiway") }],
  buildings: [{ layer: "buildings" }],
  borders: [{ layer: "boundaries", isCountry: ["==", get("admin_level"), 2], isShown: ["!", isTrue("maritime")] }],
  roadNames: [{ layer: "street_labels", kind: kindBy("kind", [["major", "motorway", "trunk", "primary"], ["secondary", "secondary", "tertiary"], ["path", "footway", "path", "cycleway", "service", "track", "steps"]], "minor") }],
  waterNames: [{ layer: "water_polygons_labels" }, { layer: "water_lines_labels" }],
  parkNames: [],
  places: [{ layer: "place_labels", kind: kindBy("kind", [["city", "capital", "state_capital", "city"], ["town", "town"], ["village", "village", "hamlet"], ["suburb", "suburb", "quarter", "neighbourhood"], ["island", "island"]], ""), rank: ["-", 20, ["log10", ["max", 1, ["coalesce", get("population"), 1]]]] }],
  peaks: [],
  pois: [{ layer: "pois", rank: 15, kind: ["coalesce", get("tourism"), get("historic"), get("amenity"), get("leisure"), ""] }],
  houseNumbers: [{ layer: "addresses", number: get("housenumber") }],
};

/** @typedef {typeof OPENMAPTILES} Schema */

/**
 * @param {{vector_layers?: {id: string}[]}} map
 * @returns {any} its schema; null if it is unknown
 */
export function schemaOf({ vector_layers: layers = [] }) {
  const ids = new Set(layers.map(({ id }) => id));
  if (ids.has("transportation") || ids.has("transportation_name")) return OPENMAPTILES;
  if (ids.has("streets") || ids.has("street_labels")) return SHORTBREAD;
  if (ids.has("roads") && (ids.has("earth") || ids.has("pois") || ids.has("places"))) return PROTOMAPS;
  return null;
}
