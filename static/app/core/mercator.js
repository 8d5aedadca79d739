/**
 * The Web Mercator projection: from latitude and longitude to the world's square, and to pixels of a screen.
 * Pure functions.
 *
 * The same functions place the first pins, before the map is loaded, and the pins on the map. So no pin moves when the
 * map appears.
 * @module
 */

const TILE = 512;
const MERCATOR_LIMIT = 85.0511287798066;
/** The latitude half a world beyond the edges. */
const MIDDLE_LIMIT = 89.786;

/**
 * @typedef {{width: number, height: number}} Size in pixels
 *
 * @typedef {object} Camera a viewport over the flat map, seen from straight above
 * @property {number} column of its middle, as a share of the world's width; outside 0…1 on a further copy of the world
 * @property {number} row
 * @property {number} world the side of the world in pixels
 * @property {number} zoom
 * @property {number} width of the screen
 * @property {number} height
 */

/**
 * @param {number} lat
 * @returns {number} the nearest latitude on the flat map, which ends before the poles
 */
export function mapLatitude(lat) {
  return Math.min(MERCATOR_LIMIT, Math.max(-MERCATOR_LIMIT, lat));
}

/** @param {number} lat @returns {number} the latitude's distance from the top of the map, as a share of its height */
export function rowOf(lat) {
  return rowBeyond(mapLatitude(lat));
}

/**
 * The same for the middle of a map, which may lie beyond the world's edge.
 *
 * @param {number} lat @returns {number}
 */
function rowBeyond(lat) {
  const sine = Math.sin((Math.min(MIDDLE_LIMIT, Math.max(-MIDDLE_LIMIT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param {number} row @returns {number} */
export function latitudeOf(row) {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}

/** @param {number} zoom @returns {number} the side of the world in pixels */
export function worldSize(zoom) {
  return TILE * 2 ** zoom;
}

const NO_SLACK = Object.freeze({ above: 0, below: 0 });

/** @param {Size} size @returns {number} the zoom at which the world is as wide as the screen */
export function wholeWorldZoom({ width }) {
  return Math.log2(width / TILE);
}

/**
 * @param {import("../map/map-address.js").MapView} position
 * @param {Size} size
 * @returns {Camera}
 */
export function cameraOver({ zoom, lat, lon }, { width, height }) {
  return { column: (lon + 180) / 360, row: rowBeyond(lat), world: worldSize(zoom), zoom, width, height };
}

/**
 * @param {Camera} camera
 * @param {number} lon
 * @param {number} lat
 * @returns {{x: number, y: number}}
 */
export function onScreen({ column, row, world, width, height }, lon, lat) {
  return { x: width / 2 + ((lon + 180) / 360 - column) * world, y: height / 2 + (rowOf(lat) - row) * world };
}

/**
 * @param {Camera} camera
 * @returns {import("./viewport.js").View}
 */
export function viewUnder({ column, row, world, zoom, width, height }) {
  const [across, down] = [width / 2 / world, height / 2 / world];
  const meridian = (share) => share * 360 - 180;
  return {
    west: meridian(column - across), east: meridian(column + across),
    south: mapLatitude(latitudeOf(row + down)), north: mapLatitude(latitudeOf(row - down)),
    zoom,
  };
}

/** The whole world is at least this share of the map's width. */
const LEAST_SHARE = 0.75;
/** Panels cover most of a map up to this height. There the world may be as small as `LOW_SHARE` of its height. */
const LOW = 500;
const LOW_SHARE = 0.45;

/** @param {Size} size @returns {number} the minimum zoom */
export function leastZoom({ width, height }) {
  return Math.log2(Math.min(height <= LOW ? height * LOW_SHARE : height, width * LEAST_SHARE) / TILE);
}

/**
 * Clamps a view to the world. A world that is higher than the map fills it. A smaller one, which occurs on maps that
 * are higher than wide, stays completely in the map.
 *
 * @param {import("../map/map-address.js").MapView} position
 * @param {Size} size
 * @param {{above: number, below: number}} [slack] how far inside the map's upper and lower edge the world's may be, in pixels
 * @returns {import("../map/map-address.js").MapView}
 */
export function heldInWorld({ zoom, lat, lon }, size, slack = NO_SLACK) {
  const { above, below } = slack;
  const held = Math.max(zoom, leastZoom(size));
  const half = size.height / 2;
  const [top, bottom] = [(half - above) / worldSize(held), 1 - (half - below) / worldSize(held)];
  const row = rowBeyond(lat);
  const heldRow = Math.min(Math.max(top, bottom), Math.max(Math.min(top, bottom), row));
  const isHeld = heldRow !== row || Math.abs(lat) > MIDDLE_LIMIT;
  return { zoom: held, lat: isHeld ? latitudeOf(heldRow) : lat, lon };
}
