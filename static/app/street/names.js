/**
 * The names of streets, waters, places and houses as MapLibre layers. Pure.
 * @module
 */

import { all, byZoom, maker } from "./shapes.js";

/** Languages in other scripts. Readers of all other languages get names in Latin letters, if there are any. */
const OTHER_SCRIPTS = /^(am|ar|be|bg|bn|el|fa|gu|he|hi|hy|ja|ka|km|kn|ko|ky|lo|mk|ml|mn|mr|my|ne|pa|ps|ru|si|sr|ta|te|th|uk|ur|yi|zh)\b/;
/** The kinds of points of interest that are shown. */
const SIGHTS = [
  "attraction", "museum", "castle", "monument", "memorial", "artwork", "art_gallery", "gallery", "viewpoint", "theatre", "cinema", "zoo",
  "aquarium", "stadium", "park", "garden", "railway", "station", "airport", "harbor", "ferry_terminal", "town_hall", "townhall", "library",
  "place_of_worship", "cathedral", "church", "university", "college", "hospital", "school", "lodging", "hotel", "beach", "swimming", "casino",
  "marina", "ruins", "archaeological_site", "theme_park", "national_park", "golf", "cemetery", "fountain",
];

/**
 * @param {object} options
 * @param {any} options.schema
 * @param {import("./colours.js").StreetColours} options.colours
 * @param {string} options.source
 * @param {{regular: string[], strong: string[], italic: string[]}} options.fonts
 * @param {string} options.language of the reader
 * @returns {any[]} MapLibre layers; the last are placed first
 */
export function streetNames({ schema, colours, source, fonts, language }) {
  const make = maker(source);
  const name = nameIn(schema, language);
  const halo = (colour, width = 1.3) => ({ "text-color": colour, "text-halo-color": colours.halo, "text-halo-width": width, "text-halo-blur": 0.3 });
  const kit = { make, name, both: bothNames(schema, language), halo, fonts, colours };
  return [
    ...schema.houseNumbers.map((one) => houseNumbers(kit, one)),
    ...schema.pois.map((one) => sights(kit, one)),
    ...schema.parkNames.map(({ layer, filter }) => make("park-name", "symbol", layer, halo(colours.parkName), {
      filter: all(["!=", name, ""], filter), minzoom: 13,
      layout: { "text-field": name, "text-font": fonts.italic, "text-size": byZoom([13, 10.5], [17, 13]), "text-max-width": 7 },
    })),
    ...schema.roadNames.map((one) => roadNames(kit, one)),
    ...schema.waterNames.flatMap((one) => waterNames(kit, one)),
    ...schema.peaks.map((one) => peaks(kit, one)),
    ...schema.places.map((one) => places(kit, one)),
  ];
}

/** The local name of a feature. */
const LOCAL = ["coalesce", ["get", "name"], ["get", "name_int"], ["get", "name:latin"], ["get", "name_en"], ""];

function nameIn(schema, language) {
  const own = schema.names(language).map((key) => ["get", key]);
  const latin = OTHER_SCRIPTS.test(language) ? [] : [["get", "name:latin"]];
  return ["coalesce", ...own, ...latin, LOCAL];
}

/** The name in the reader's language, and below it the local one if that differs. */
function bothNames(schema, language) {
  const name = nameIn(schema, language);
  return ["case", ["any", ["==", name, LOCAL], ["==", LOCAL, ""]], ["format", name, {}],
    ["format", name, {}, "\n", {}, LOCAL, { "font-scale": 0.8 }]];
}

function houseNumbers({ make, halo, fonts, colours }, { layer, filter, number }) {
  return make("house-number", "symbol", layer, halo(colours.houseNumber, 1), {
    filter, minzoom: 17,
    layout: { "text-field": ["to-string", number], "text-font": fonts.regular, "text-size": byZoom([17, 9.5], [20, 12]), "text-padding": 3 },
  });
}

function sights({ make, name, halo, fonts, colours }, { layer, filter, rank, kind }) {
  return make("sight", "symbol", layer, halo(colours.poi, 1.2), {
    filter: all(filter, ["!=", name, ""], ["any", ["match", kind, SIGHTS, true, false], ["match", ["coalesce", ["get", "subclass"], ""], SIGHTS, true, false]]),
    minzoom: 15,
    layout: {
      "icon-image": colours.dot, "icon-size": 0.8, "icon-optional": false,
      "text-field": name, "text-font": fonts.regular, "text-size": byZoom([15, 10.5], [18, 12]), "text-max-width": 8,
      "text-anchor": "top", "text-offset": [0, 0.5], "text-padding": 6, "text-optional": false, "symbol-sort-key": ["to-number", rank, 25],
    },
  });
}

function roadNames({ make, name, halo, fonts, colours }, { layer, kind }) {
  const size = (major, minor) => ["match", kind, ["major"], major, ["path", "rail"], minor - 0.5, minor];
  return make("road-name", "symbol", layer, halo(colours.roadName, 1.4), {
    filter: all(["==", ["geometry-type"], "LineString"], ["!=", name, ""],
      ["step", ["zoom"], ["==", kind, "major"], 13, ["match", kind, ["major", "secondary"], true, false], 14.5, ["!=", kind, "path"], 16, true]),
    minzoom: 12,
    layout: {
      "symbol-placement": "line", "symbol-spacing": 320, "text-field": name, "text-font": fonts.regular,
      "text-size": byZoom([12, size(10.5, 10)], [16, size(12.5, 11.5)], [20, size(17, 15)]),
      "text-max-angle": 32, "text-padding": 4, "text-rotation-alignment": "map",
      "symbol-sort-key": ["match", kind, "major", 0, "secondary", 1, "minor", 2, 3],
    },
  });
}

function waterNames({ make, name, halo, fonts, colours }, { layer }) {
  const layout = { "text-field": name, "text-font": fonts.italic, "text-letter-spacing": 0.06, "text-size": byZoom([8, 10.5], [12, 12], [17, 14]) };
  const paint = halo(colours.waterName, 1);
  return [
    make("water-name-line", "symbol", layer, paint, {
      filter: all(["==", ["geometry-type"], "LineString"], ["!=", name, ""]), minzoom: 11,
      layout: { ...layout, "symbol-placement": "line", "symbol-spacing": 420, "text-max-angle": 30 },
    }),
    make("water-name", "symbol", layer, paint, {
      filter: all(["!=", ["geometry-type"], "LineString"], ["!=", name, ""]), minzoom: 8, layout: { ...layout, "text-max-width": 6 },
    }),
  ];
}

function peaks({ make, name, halo, fonts, colours }, { layer, filter, height }) {
  const metres = ["case", ["to-boolean", height], ["concat", "\n", ["to-string", height], " m"], ""];
  return make("peak", "symbol", layer, halo(colours.minorPlace), {
    filter, minzoom: 11,
    layout: { "text-field": ["concat", "▲ ", name, metres], "text-font": fonts.regular, "text-size": byZoom([11, 10], [16, 12]), "text-max-width": 8 },
  });
}

/** Large places have names at low zooms. Close up they have none, because their middle is not a place. */
function places({ make, both, halo, fonts, colours }, { layer, kind, rank }) {
  const large = ["match", kind, ["city", "town"], true, false];
  const shown = ["step", ["zoom"], ["==", kind, "city"],
    9, large,
    11, ["match", kind, ["city", "town", "village", "island"], true, false],
    12.5, ["match", kind, ["city", "town", "village", "suburb", "island"], true, false],
    16, ["match", kind, ["village", "suburb", "island"], true, false]];
  const size = (city, town, rest) => ["match", kind, "city", city, "town", town, rest];
  return make("place", "symbol", layer, { ...halo(["case", large, colours.place, colours.minorPlace], 1.5) }, {
    filter: shown, minzoom: 7.5,
    layout: {
      "text-field": both, "text-font": ["case", large, ["literal", fonts.strong], ["literal", fonts.regular]],
      "text-size": byZoom([8, size(13, 10, 10)], [12, size(18, 14, 11.5)], [16, size(24, 19, 14)]),
      "text-max-width": 8, "text-padding": 6, "text-line-height": 1.15,
      "text-letter-spacing": ["match", kind, "suburb", 0.06, 0],
      "symbol-sort-key": ["+", ["match", kind, "city", 0, "town", 100, "village", 200, 300], ["to-number", rank, 20]],
    },
  });
}
