/**
 * The hash of the address, such as `#map=z/lat/lon&photo=id`. Each feature reads and writes its own fields.
 * Pure functions.
 * @module
 */

/**
 * @typedef {import("../features.js").Route} Route
 *
 * @typedef {object} AddressPart
 * @property {Partial<Route>} fields their default values
 * @property {boolean} [isOpening] whether they name what is open; closing resets them to their defaults
 * @property {boolean} [isLasting] whether closing what was opened over it returns to it
 * @property {(fields: URLSearchParams) => Partial<Route>} read invalid values are read as missing
 * @property {(route: Route) => string[]} write omits default values
 * @property {(route: Route) => Route} [settle] makes fields agree that contradict each other
 * @property {(next: Route, left: Route) => Route} [keep] copies what a step in the history keeps of the route before it
 *
 * @typedef {object} Hints facts that are not in the address
 * @property {boolean} [isMoving] whether a slider still moves
 * @property {boolean} [isEntered] whether the reader has entered the address, in a page that was open already
 * @property {boolean} [isPlaced] whether the address says where the map is
 * @property {string} [span] of a list that opens
 * @property {number | null} [total] of a list that opens
 * @property {import("../map/map-address.js").Spot | null} [spot] where the pin of the list is
 */

/** @param {AddressPart[]} parts @returns {Partial<Route>} */
export function emptyRoute(parts) {
  return Object.assign({}, ...parts.map(({ fields }) => fields));
}

/** @param {AddressPart[]} parts @returns {Partial<Route>} the `isOpening` fields with their defaults: nothing is open */
export function nothingOpen(parts) {
  return emptyRoute(parts.filter(({ isOpening }) => isOpening));
}

/**
 * @param {AddressPart[]} parts
 * @param {string} hash with or without `#`
 * @returns {Route}
 */
export function readAddress(parts, hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const route = Object.assign({}, ...parts.map((part) => part.read(fields)));
  return parts.reduce((settled, { settle }) => settle?.(settled) ?? settled, route);
}

/**
 * @param {AddressPart[]} parts
 * @param {Route} route
 * @returns {string} a hash with `#`, or an empty string
 */
export function writeAddress(parts, route) {
  const fields = parts.flatMap((part) => part.write(route));
  return fields.length ? `#${fields.join("&")}` : "";
}
