/**
 * The box that the page requests from the server for a view of the map. Pure functions.
 *
 * The server clusters by cells of the web-map grid. The box follows the grid's lines and cuts no cell. So a cluster
 * counts the same photos in every box, equal boxes recur while the map moves and caches can answer, and short moves
 * stay inside the margin and need no request.
 * @module
 */

import { latitudeOf, rowOf } from "./mercator.js";

/**
 * @typedef {object} View what the map shows; west and east may lie beyond ±180 and west <= east
 * @property {number} west
 * @property {number} south
 * @property {number} east
 * @property {number} north
 * @property {number} zoom
 * @property {import("../map/globe.js").Globe} [globe] if the map is a globe
 *
 * @typedef {object} ViewportRequest
 * @property {string} key equal for equal requests
 * @property {number[]} bbox W, S, E, N as the API expects them; W > E crosses the antimeridian
 * @property {number} zoom a whole number
 * @property {{x0: number, x1: number, y0: number, y1: number, columns: number}} cells the same box in grid cells
 */

const MARGIN = 0.2;
/** Grid lines lie a quarter of a map tile (of 512 pixels) apart: the cells that clusters are made of. */
const LEVELS_BELOW = 2;
const MAX_ZOOM = 22;
const POLE = 90;
/** Coordinates of the API are multiples of this. */
const UNIT = 1e-7;

/** The request for all photos, in as few clusters as possible. */
export const WHOLE_EARTH = Object.freeze({ bbox: Object.freeze([-180, -90, 180, 90]), zoom: 0 });

/**
 * The nearest view that exists. Every box that the page requests is made from one, so the server never refuses a box.
 *
 * A side that is not a number has no limit. A view that ends before it begins has no height or width.
 *
 * @param {View} view
 * @returns {View}
 */
export function possibleView(view) {
  const side = (degrees, limit) => (Number.isNaN(degrees) ? limit : degrees);
  const latitude = (degrees, limit) => Math.min(POLE, Math.max(-POLE, side(degrees, limit)));
  const north = latitude(view.north, POLE);
  const isRound = !Number.isFinite(view.east - view.west);
  const west = isRound ? -180 : view.west;
  return {
    ...view, west, east: isRound ? 180 : Math.max(west, view.east),
    south: Math.min(latitude(view.south, -POLE), north), north,
    zoom: side(view.zoom, 0),
  };
}

/**
 * @param {View} wanted
 * @returns {ViewportRequest}
 */
export function viewportRequest(wanted) {
  const view = possibleView(wanted);
  const zoom = requestZoom(view.zoom);
  const columns = 2 ** (zoom + LEVELS_BELOW);
  const seen = cellsOf(view, columns);
  const marginX = (seen.x1 - seen.x0) * MARGIN;
  const marginY = (seen.y1 - seen.y0) * MARGIN;
  // At least one row, even of a view beyond the world's edge.
  const y0 = Math.min(columns - 2, Math.max(0, Math.floor((seen.y0 - marginY) / 2) * 2));
  const y1 = Math.max(y0 + 2, Math.min(columns, Math.ceil((seen.y1 + marginY) / 2) * 2));
  const left = Math.floor((seen.x0 - marginX) / 2) * 2;
  const right = Math.max(left + 2, Math.ceil((seen.x1 + marginX) / 2) * 2);
  const all = right - left >= columns;
  const x0 = all ? 0 : modulo(left, columns);
  const x1 = all ? columns : x0 + right - left;
  const cells = { x0, x1, y0, y1, columns };
  return { key: `${zoom}/${x0}-${x1}/${y0}-${y1}`, bbox: boxOfCells(cells), zoom, cells };
}

/**
 * @param {number} zoom the map's
 * @returns {number} the zoom to cluster by: cells are then 90 to 180 pixels wide
 */
export function requestZoom(zoom) {
  return Math.min(MAX_ZOOM, Math.max(0, Math.round(zoom)));
}

/**
 * Whether the box of a request contains a view completely, at the view's own zoom.
 *
 * @param {ViewportRequest} request
 * @param {View} wanted
 * @returns {boolean}
 */
export function containsView(request, wanted) {
  const view = possibleView(wanted);
  if (request.zoom !== requestZoom(view.zoom)) return false;
  const { x0, x1, y0, y1, columns } = request.cells;
  const seen = cellsOf(view, columns);
  if (Math.max(0, seen.y0) < y0 || Math.min(columns, seen.y1) > y1) return false;
  if (x1 - x0 >= columns) return true;
  const start = x0 + modulo(seen.x0 - x0, columns);
  return start + seen.x1 - seen.x0 <= x1;
}

/**
 * The cell of a cluster as a box: exactly its photos are in it. A position on the edge between two cells belongs to the
 * eastern or southern one, so the box ends one unit of the API's coordinates before the next cell.
 *
 * @param {string} cluster its id, which is the zoom, column and row of the cell
 * @returns {number[] | null} null if no cluster has such an id
 */
export function boxOfCluster(cluster) {
  const [level, column, row] = (/^(\d{1,2})-(\d{1,10})-(\d{1,10})$/.exec(cluster) ?? []).slice(1).map(Number);
  const cells = 2 ** level;
  if (!(column < cells && row < cells)) return null;
  const meridian = (/** @type {number} */ at) => (at === cells ? 180 + UNIT : Math.ceil(((at / cells) * 360 - 180) / UNIT) * UNIT);
  const parallel = (/** @type {number} */ at) => (at === cells ? -90 - UNIT : Math.floor(edgeOf(at, cells) / UNIT) * UNIT);
  return [meridian(column), parallel(row + 1) + UNIT, meridian(column + 1) - UNIT, parallel(row)].map(round7);
}

/**
 * @param {number} lon
 * @returns {number} the equivalent meridian in -180…180
 */
export function normalLongitude(lon) {
  return lon >= -180 && lon <= 180 ? lon : modulo(lon + 180, 360) - 180;
}

/**
 * The longitude of the copy of a meridian that is nearest to another. That one may be on a further copy of the world.
 *
 * @param {number} lon
 * @param {number} centre
 * @returns {number}
 */
export function nearestCopy(lon, centre) {
  return lon + 360 * Math.round((centre - lon) / 360);
}

/**
 * @param {import("../api/photos.js").Pin} feature a GeoJSON point
 * @returns {import("../map/map-address.js").Spot}
 */
export function spotOf({ geometry }) {
  const [lon, lat] = geometry.coordinates;
  return { lat, lon };
}

function cellsOf({ west, south, east, north }, columns) {
  const column = (lon) => ((lon + 180) / 360) * columns;
  return { x0: column(west), x1: column(east), y0: rowOf(north) * columns, y1: rowOf(south) * columns };
}

/** The first and the last row reach the poles, as on the server. */
function edgeOf(row, rows) {
  if (row <= 0) return 90;
  if (row >= rows) return -90;
  return latitudeOf(row / rows);
}

function boxOfCells({ x0, x1, y0, y1, columns }) {
  if (x1 - x0 >= columns) return [-180, edgeOf(y1, columns), 180, edgeOf(y0, columns)].map(round7);
  const east = x1 > columns ? x1 - columns : x1;
  const meridian = (column) => (column / columns) * 360 - 180;
  return [meridian(x0), edgeOf(y1, columns), meridian(east), edgeOf(y0, columns)].map(round7);
}

function modulo(value, size) {
  return ((value % size) + size) % size;
}

function round7(value) {
  return Number(value.toFixed(7));
}
