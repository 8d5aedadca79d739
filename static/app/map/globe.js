/**
 * The visible part of the Earth as a globe. Pure: like MapLibre's, the camera is straight above a place and looks down
 * at a sphere.
 * @module
 */

const TILE = 512;
const RADIANS = Math.PI / 180;

/**
 * @typedef {object} Globe all lengths in pixels
 * @property {number} lat the place below the camera
 * @property {number} lon
 * @property {number} radius of the globe
 * @property {number} distance from the camera to that place
 * @property {number} width of the window
 * @property {number} height
 * @property {{x: number, y: number}} middle the position of that place in the window
 *
 * @param {object} camera
 * @param {number} camera.lat
 * @param {number} camera.lon
 * @param {number} camera.zoom
 * @param {number} camera.width
 * @param {number} camera.height
 * @param {number} camera.fieldOfView in degrees
 * @param {{x: number, y: number}} [camera.middle] the window's middle if not given
 * @returns {Globe}
 */
export function globeUnder({ lat, lon, zoom, width, height, fieldOfView, middle = { x: width / 2, y: height / 2 } }) {
  const radius = (TILE * 2 ** zoom) / (2 * Math.PI * Math.cos(lat * RADIANS));
  return { lat, lon, radius, distance: (height / 2) / Math.tan((fieldOfView / 2) * RADIANS), width, height, middle };
}

/**
 * The position of a place on the screen, and whether it is on the far side of the globe.
 *
 * @param {Globe} globe
 * @param {number} lon
 * @param {number} lat
 * @returns {{x: number, y: number, isHidden: boolean}}
 */
export function onGlobe({ lat: middleLat, lon: middleLon, radius, distance, middle }, lon, lat) {
  const [a, b, turn] = [lat * RADIANS, middleLat * RADIANS, (lon - middleLon) * RADIANS];
  const across = Math.cos(a) * Math.sin(turn);
  const up = Math.cos(b) * Math.sin(a) - Math.sin(b) * Math.cos(a) * Math.cos(turn);
  const towards = Math.sin(b) * Math.sin(a) + Math.cos(b) * Math.cos(a) * Math.cos(turn);
  const scale = (distance * radius) / (distance + radius * (1 - towards));
  return { x: middle.x + across * scale, y: middle.y - up * scale, isHidden: towards <= radius / (radius + distance) };
}

/**
 * @param {Globe} globe
 * @param {number} lon
 * @param {number} lat
 * @returns {boolean} whether a place is in the window and on the near side
 */
export function isSeen(globe, lon, lat) {
  const { x, y, isHidden } = onGlobe(globe, lon, lat);
  return !isHidden && x >= 0 && y >= 0 && x <= globe.width && y <= globe.height;
}

/**
 * A box around all that is visible. It surrounds the circle on the globe through the window's corners, or the whole
 * near side if the window is larger.
 *
 * @param {Globe} globe
 * @returns {{west: number, south: number, east: number, north: number}} as in a view: west and east may be beyond ±180
 */
export function boxOfGlobe({ lat, lon, radius, distance, width, height, middle: { x, y } }) {
  const slant = Math.atan(Math.hypot(Math.max(x, width - x), Math.max(y, height - y)) / distance);
  const reach = ((radius + distance) * Math.sin(slant)) / radius;
  const angle = reach >= 1 ? Math.acos(radius / (radius + distance)) : Math.asin(reach) - slant;
  const south = lat - angle / RADIANS;
  const north = lat + angle / RADIANS;
  const holdsPole = north >= 90 || south <= -90;
  const wide = holdsPole ? 180 : Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIANS))) / RADIANS;
  return { west: lon - wide, east: lon + wide, south: Math.max(-90, south), north: Math.min(90, north) };
}

/**
 * The zoom at which a globe fits into a window.
 *
 * @param {number} lat of the place under the camera
 * @param {number} room the window's shorter side in pixels
 * @returns {number}
 */
export function wholeGlobeZoom(lat, room) {
  return Math.max(0, Math.log2((room * 0.42 * 2 * Math.PI * Math.cos(lat * RADIANS)) / TILE));
}
