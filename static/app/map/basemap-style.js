/**
 * The look of the offline base map as a MapLibre style. Pure: a theme goes in, a style comes out.
 * @module
 */

import { palette } from "./palette.js";
import { foreignLayers, foreignSource } from "./foreign-tiles.js";

const SOURCE = "basemap";
/**
 * Beyond this zoom the shapes look more exact than they are, by the second one they are gone. The coast, without which
 * the sea would be missing, becomes a soft edge.
 */
const [SCALE_ENDS, FADED] = [10, 12.5];
const FADING = [SCALE_ENDS, 1, FADED, 0];

/**
 * @typedef {object} BasemapDescription the content of `basemap/basemap.json`
 * @property {string} [attribution]
 * @property {number} [maxzoom]
 * @property {number} [countries] the highest zoom of the tiles of countries
 * @property {string[]} [fonts]
 * @property {string} [places] the file with the list of places, beside the description
 * @property {{url: string, type: "raster" | "vector"}} [tiles] drawn instead of the built-in base map
 */

/**
 * @param {object} options
 * @param {"light" | "dark"} options.theme
 * @param {string} options.base the page's address
 * @param {BasemapDescription | null} options.basemap null if there is no base map
 * @returns {any} a MapLibre style
 */
export function basemapStyle({ theme, base, basemap }) {
  const colours = palette(theme);
  const background = { id: "water", type: "background", paint: { "background-color": colours.water } };
  if (!basemap) return { version: 8, sources: {}, layers: [background] };
  if (basemap.tiles) {
    return { version: 8, sources: { [SOURCE]: foreignSource(basemap.tiles) }, layers: [background, ...foreignLayers(SOURCE, basemap.tiles, colours)] };
  }
  const fonts = fontsOf(basemap);
  return {
    version: 8,
    glyphs: template(base, "basemap/fonts/{fontstack}/{range}.pbf"),
    sources: {
      [SOURCE]: {
        type: "vector",
        tiles: [template(base, "basemap/{z}/{x}/{y}.pbf")],
        minzoom: 0,
        maxzoom: basemap.maxzoom ?? 6,
      },
    },
    transition: { duration: 250, delay: 0 },
    layers: [
      background,
      ...coast(colours),
      ...inland(colours),
      ...lines(colours),
      ...(fonts ? names(colours, fonts) : []),
    ],
  };
}

/** An absolute address that keeps its {z}/{x}/{y} placeholders. */
function template(base, path) {
  return new URL(".", base).href + path;
}

/** @param {BasemapDescription | null} basemap */
export function fontsOf(basemap) {
  const fonts = basemap?.fonts ?? [];
  if (!fonts.length) return null;
  const regular = fonts.find((name) => /regular|book/i.test(name)) ?? fonts[0];
  const strong = fonts.find((name) => /semibold|medium|bold/i.test(name) && !/italic/i.test(name)) ?? regular;
  const italic = fonts.find((name) => /italic/i.test(name)) ?? regular;
  return { regular: [regular], strong: [strong], italic: [italic] };
}

function layer(id, type, sourceLayer, paint, rest = {}) {
  return { id, type, source: SOURCE, "source-layer": sourceLayer, paint, ...rest };
}

/** A glow from the shore into the sea, in steps. The land covers its inner half. */
function coast(colours) {
  const glow = (id, width, opacity) =>
    layer(id, "line", "shores", {
      "line-color": colours.glow,
      "line-width": byZoom(0, width * 0.45, 6, width),
      "line-blur": byZoom(0, width * 0.25, 6, width * 0.55),
      "line-opacity": opacity,
    }, { layout: { "line-join": "round" } });
  return [
    glow("coast-glow-far", 34, 0.45),
    glow("coast-glow-near", 15, 0.7),
    layer("land", "fill", "land", {
      "fill-color": ["interpolate", ["linear"], ["zoom"], 1, colours.landFar, 6, colours.land],
    }),
    layer("coast", "line", "shores", {
      "line-color": ["interpolate", ["linear"], ["zoom"], SCALE_ENDS - 1, colours.coast, FADED, colours.glow],
      "line-width": byZoom(0, 0.5, 4, 0.8, 8, 1.2, SCALE_ENDS, 1.6, 14, 34),
      "line-blur": byZoom(SCALE_ENDS - 1, 0, 14, 26),
    }, { layout: { "line-join": "round" } }),
  ];
}

function inland(colours) {
  return [
    layer("rivers", "line", "rivers", {
      "line-color": colours.river,
      "line-width": ["interpolate", ["exponential", 1.4], ["zoom"],
        1, 0.35, 5, ["max", 0.5, ["-", 1.5, ["*", 0.13, rank(6)]]], 10, ["max", 1, ["-", 3.2, ["*", 0.22, rank(6)]]]],
      "line-opacity": byZoom(1, 0.5, 4, 0.9, SCALE_ENDS, 0.9, FADED, 0),
    }, { maxzoom: FADED, layout: { "line-join": "round", "line-cap": "round" } }),
    layer("lakes", "fill", "lakes", { "fill-color": colours.lake, "fill-opacity": byZoom(...FADING) }, { maxzoom: FADED }),
    layer("lake-shores", "line", "lakes", {
      "line-color": ["interpolate", ["linear"], ["zoom"], SCALE_ENDS - 1, colours.coast, 11.5, colours.lake],
      "line-width": byZoom(2, 0.25, 8, 0.8, SCALE_ENDS, 1.2, FADED, 10),
      "line-blur": byZoom(SCALE_ENDS - 1, 0, FADED, 8),
      "line-opacity": byZoom(...FADING),
    }, { maxzoom: FADED, layout: { "line-join": "round" } }),
  ];
}

function lines(colours) {
  const round = { layout: { "line-join": "round", "line-cap": "round" } };
  return [
    layer("states", "line", "states", {
      "line-color": colours.state,
      "line-width": byZoom(4, 0.5, 8, 1.1),
      "line-dasharray": [3, 2.5],
      "line-opacity": byZoom(3.6, 0, 4.6, 0.9, SCALE_ENDS, 0.9, FADED, 0),
    }, { minzoom: 3.6, maxzoom: FADED, layout: { "line-join": "round" } }),
    layer("borders-halo", "line", "borders", {
      "line-color": colours.borderHalo,
      "line-width": byZoom(0, 1.5, 4, 3, 8, 5),
      "line-opacity": 0.55,
    }, round),
    layer("borders", "line", "borders", {
      "line-color": colours.border,
      "line-width": byZoom(0, 0.4, 4, 0.9, 8, 1.6),
    }, { ...round, filter: ["!=", ["get", "disputed"], 1] }),
    layer("borders-disputed", "line", "borders", {
      "line-color": colours.border,
      "line-width": byZoom(0, 0.4, 4, 0.9, 8, 1.6),
      "line-dasharray": [2, 2],
    }, { layout: { "line-join": "round" }, filter: ["==", ["get", "disputed"], 1] }),
  ];
}

function names(colours, fonts) {
  return [
    layer("river-names", "symbol", "rivers", {
      "text-color": colours.coast, "text-halo-color": colours.land, "text-halo-width": 1.2,
    }, {
      minzoom: 5.5,
      maxzoom: 11,
      layout: {
        "symbol-placement": "line", "symbol-spacing": 420,
        "text-field": ["get", "name"], "text-font": fonts.regular, "text-size": 11, "text-letter-spacing": 0.08,
      },
    }),
    ...placeLayers(colours, fonts),
    layer("country-names", "symbol", "countries", {
      "text-color": colours.country,
      "text-halo-color": colours.countryHalo,
      "text-halo-width": 1.4,
      "text-halo-blur": 0.6,
      "text-opacity": byZoom(6.2, 1, 7.4, 0),
    }, {
      maxzoom: 7.4,
      filter: ["<=", rank(5), ["step", ["zoom"], 1, 2, 2, 3, 3, 4, 5, 5, 99]],
      layout: {
        "text-field": ["get", "name"],
        "text-font": fonts.strong,
        "text-transform": "uppercase",
        "text-letter-spacing": 0.16,
        "text-line-height": 1.35,
        "text-max-width": 7,
        "text-padding": 6,
        "text-size": ["interpolate", ["linear"], ["zoom"],
          1, ["max", 9, ["-", 11, rank(5)]], 5, ["max", 11, ["-", 17, ["*", 1.3, rank(5)]]]],
        "symbol-sort-key": rank(5),
      },
    }),
  ];
}

/** Cities in three sizes. Their dots disappear at high zooms, where a city is larger than a dot. */
function placeLayers(colours, fonts) {
  const shown = ["<=", ["-", rank(8), ["*", 1.5, ["get", "capital"]]],
    ["step", ["zoom"], 0.5, 3, 1.6, 4, 2.6, 5, 4, 6, 6, 7, 7.5, 8, 99]];
  const major = ["<=", ["-", rank(8), ["*", 1.5, ["get", "capital"]]], 3];
  return [
    layer("place-dots", "circle", "places", {
      "circle-radius": ["interpolate", ["linear"], ["zoom"], 3, ["case", major, 2, 1.5], 8, ["case", major, 3.4, 2.4]],
      "circle-color": ["case", ["==", ["get", "capital"], 1], colours.dotRing, colours.dot],
      "circle-stroke-color": ["case", ["==", ["get", "capital"], 1], colours.dot, colours.dotRing],
      "circle-stroke-width": ["case", ["==", ["get", "capital"], 1], 1.5, 0.8],
      "circle-opacity": byZoom(9, 1, 10.5, 0),
      "circle-stroke-opacity": byZoom(9, 1, 10.5, 0),
    }, { minzoom: 2.6, maxzoom: 10.5, filter: shown }),
    layer("place-names", "symbol", "places", {
      "text-color": ["case", major, colours.place, colours.minor],
      "text-halo-color": colours.placeHalo,
      "text-halo-width": 1.3,
      "text-halo-blur": 0.4,
    }, {
      minzoom: 2.6,
      filter: shown,
      layout: {
        "text-field": ["get", "name"],
        "text-font": ["case", major, ["literal", fonts.strong], ["literal", fonts.regular]],
        "text-size": ["interpolate", ["linear"], ["zoom"], 3, ["case", major, 11.5, 10.5], 7, ["case", major, 15, 12], 12, ["case", major, 22, 15]],
        "text-variable-anchor": ["left", "right", "bottom", "top"],
        "text-radial-offset": 0.5,
        "text-justify": "auto",
        "text-max-width": 8,
        "text-padding": 3,
        "symbol-sort-key": rank(8),
      },
    }),
  ];
}

function rank(unknown) {
  return ["coalesce", ["get", "rank"], unknown];
}

function byZoom(...stops) {
  return ["interpolate", ["linear"], ["zoom"], ...stops];
}
