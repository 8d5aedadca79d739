/**
 * What the address bar says, as `#map=z/lat/lon&photo=id`: each feature reads and writes the fields that are its own.
 * Pure functions.
 * @module
 */

/**
 * What an address says, as one value with the fields of all parts.
 *
 * @typedef {Record<string, any>} Route
 *
 * @typedef {object} AddressPart
 * @property {Route} fields what they are where the address does not say
 * @property {boolean} [isOpening] whether they say what is open: closing that makes them what they were
 * @property {(fields: URLSearchParams) => Route} read what cannot be read is as if it were not there
 * @property {(route: Route) => string[]} write nothing for what is usual
 * @property {(route: Route) => Route} [settle] makes fields agree that contradict each other
 * @property {(next: Route, left: Route) => Route} [keep] what a step back in the history keeps of the route that is left
 *
 * @typedef {object} Hints what is known besides the address
 * @property {boolean} [isMoving] whether a slider still moves
 * @property {boolean} [isPlaced] whether the address says where the map is
 * @property {string} [span] of a list that opens
 * @property {number | null} [total] of a list that opens
 */

/** @param {AddressPart[]} parts @returns {Route} */
export function emptyRoute(parts) {
  return Object.assign({}, ...parts.map(({ fields }) => fields));
}

/** @param {AddressPart[]} parts @returns {Route} the fields that say what is open, where nothing is */
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
