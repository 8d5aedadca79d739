/**
 * The layers that features draw on the map. Pure.
 * @module
 */

/**
 * @typedef {object} MapPart sources and layers of a feature
 * @property {(state: import("../core/store.js").State) => any[] | null} look what its layers depend on: if one of the
 * values changes, the map is drawn again; null while it draws nothing
 * @property {(state: import("../core/store.js").State, ground: Ground) => Layers} draw
 * @property {(state: import("../core/store.js").State) => string[]} [openable] its layers whose features can be clicked
 *
 * @typedef {object} Ground what layers are drawn on
 * @property {"light" | "dark"} theme
 * @property {string} base the page's address
 * @property {string[] | null} font for numbers and names; null if the map has none
 * @property {number | undefined} countries the highest zoom of the tiles of countries, if there are any
 *
 * @typedef {Record<string, any> & {sources: Record<string, any>}} Layers sources, and for some levels the layers from
 * the lowest to the highest
 */

/**
 * The levels of layers, from the lowest: over land, below borders and streets; below lines; below the names of the map;
 * above everything.
 */
export const LEVELS = /** @type {const} */ (["land", "shapes", "lines", "marks"]);

/** GeoJSON without features. */
export const EMPTY = Object.freeze({ type: "FeatureCollection", features: [] });

/**
 * @param {MapPart[]} parts
 * @param {import("../core/store.js").State} state
 * @param {Ground} ground
 * @returns {Layers} those of all parts
 */
export function layersOf(parts, state, ground) {
  const drawn = parts.filter(({ look }) => look(state)).map(({ draw }) => draw(state, ground));
  return {
    sources: Object.assign({}, ...drawn.map(({ sources }) => sources)),
    ...Object.fromEntries(LEVELS.map((level) => [level, drawn.flatMap((one) => one[level] ?? [])])),
  };
}

/**
 * A function that returns the same array until a value changes on which the style depends.
 *
 * @param {MapPart[]} parts
 * @returns {(state: import("../core/store.js").State) => any[]}
 */
export function lookOf(parts) {
  let last = [];
  return (state) => {
    const next = [state.theme, state.look.globe, ...parts.flatMap(({ look }) => look(state) ?? [null])];
    if (next.length !== last.length || next.some((value, index) => !Object.is(value, last[index]))) last = next;
    return last;
  };
}

/**
 * @param {MapPart[]} parts
 * @param {import("../core/store.js").State} state
 * @returns {string[]} the layers whose features can be clicked
 */
export function openableLayers(parts, state) {
  return parts.flatMap(({ openable }) => openable?.(state) ?? []);
}
