/**
 * The ground in the picture of a drone, as if the ground were level and as high as the point of take-off. The server
 * finds the photos that show a point by the same rule. Pure functions.
 * @module
 */

/** The server shows no point beyond this distance unless it is asked to, in metres. */
export const MOST_METRES = 1000;
/** The circle of that radius as a polygon: its sides are at most 0.4 m inside. */
const SIDES = 120;
/** Rounding must not make a corner of a point that lies on an edge. */
const NEGLIGIBLE_METRES = 1e-6;
/** The ellipsoid of WGS 84: the equatorial radius in metres, and the square of the eccentricity. */
const RADIUS = 6_378_137;
const ECCENTRICITY = 0.0066943799901413165;

/**
 * @typedef {object} Pose how a camera stood
 * @property {number} direction in degrees clockwise from true north
 * @property {number} fieldOfView in degrees from the left to the right edge of the picture
 * @property {number} pitch in degrees above the horizon
 * @property {number} roll in degrees clockwise
 * @property {number} height in metres above the ground
 * @property {number} shape the height of the picture divided by its width
 *
 * @typedef {{right: number, ahead: number}} Ground metres to the right of the direction of the camera, and along it
 * @typedef {{right: number, ahead: number, up: number}} Vector
 *
 * @typedef {object} Footprint
 * @property {import("../map/map-address.js").Spot[]} corners clockwise around the ground in the picture
 * @property {import("../map/map-address.js").Spot} middle where the middle of the picture is on the ground, or the
 * farthest ground below it
 */

/**
 * @param {import("../api/photos.js").PhotoProperties} properties
 * @returns {Pose | null} null unless the camera looked down from a known height; the limits are those of the server
 */
export function poseOf({ direction, fieldOfView, pitch, roll, relativeAltitude, width, height }) {
  if (!isIn(direction, 0, 360) || !isIn(pitch, -90, 90) || pitch >= 0 || !isIn(relativeAltitude, 0.01, 100_000)) return null;
  if (!isIn(fieldOfView, 0, 170) || fieldOfView === 0 || fieldOfView === 170 || !(width > 0) || !(height > 0)) return null;
  return { direction, fieldOfView, pitch, roll: isIn(roll, -180, 180) ? roll : 0, height: relativeAltitude, shape: height / width };
}

/**
 * @param {import("../api/photos.js").Photo | null} photo
 * @returns {Footprint | null} null if it is not known which ground the photo shows, or if all of it is farther than a kilometre
 */
export function footprintOf(photo) {
  const pose = photo?.geometry ? poseOf(photo.properties) : null;
  if (!pose) return null;
  const [lon, lat] = photo.geometry.coordinates;
  const ground = groundOf(pose);
  if (!ground) return null;
  const onEarth = (/** @type {Ground} */ point) => moved({ lat, lon }, turned(point, pose.direction));
  const ahead = Math.min(pose.height / Math.tan(-radians(pose.pitch)), Math.max(...ground.map((corner) => corner.ahead)));
  return { corners: ground.map(onEarth), middle: onEarth({ right: 0, ahead }) };
}

/**
 * The ground in the picture: that of a circle around the camera which is between its four edges. Each edge and the camera
 * span a plane, which meets level ground in a straight line.
 *
 * @param {Pose} pose @returns {Ground[] | null} the corners, clockwise from above
 */
export function groundOf(pose) {
  const around = Array.from({ length: SIDES }, (_, index) => {
    const angle = (2 * Math.PI * index) / SIDES;
    return { right: MOST_METRES * Math.sin(angle), ahead: MOST_METRES * Math.cos(angle) };
  });
  const ground = edgesOf(pose).reduce((/** @type {Ground[]} */ corners, edge) => cut(corners, edge), around);
  return ground.length > 2 ? ground : null;
}

/**
 * The sides of the picture: a point of the ground is on the inner side of an edge if the function is not negative.
 *
 * @param {Pose} pose @returns {((point: Ground) => number)[]}
 */
function edgesOf({ pitch, roll, fieldOfView, height, shape }) {
  const [rise, turn] = [radians(pitch), radians(roll)];
  const axis = { right: 0, ahead: Math.cos(rise), up: Math.sin(rise) };
  const rightward = { right: Math.cos(turn), ahead: Math.sin(turn) * Math.sin(rise), up: -Math.sin(turn) * Math.cos(rise) };
  const upward = { right: Math.sin(turn), ahead: -Math.cos(turn) * Math.sin(rise), up: Math.cos(turn) * Math.cos(rise) };
  // Half of the picture in units of the focal length.
  const across = Math.tan(radians(fieldOfView) / 2);
  return [[rightward, across], [upward, across * shape]].flatMap(([side, half]) => [-1, 1].map((sign) => (/** @type {Ground} */ point) => {
    const line = { ...point, up: -height };
    return dot(line, axis) * /** @type {number} */ (half) + sign * dot(line, /** @type {Vector} */ (side));
  }));
}

/** @param {Ground[]} corners of a convex polygon @param {(point: Ground) => number} edge linear @returns {Ground[]} the part on its inner side */
function cut(corners, edge) {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    const [here, there] = [edge(corner), edge(next)];
    const kept = here >= 0 ? [corner] : [];
    const crosses = here < -NEGLIGIBLE_METRES ? there > NEGLIGIBLE_METRES : here > NEGLIGIBLE_METRES && there < -NEGLIGIBLE_METRES;
    if (!crosses) return kept;
    const share = here / (here - there);
    return [...kept, { right: corner.right + share * (next.right - corner.right), ahead: corner.ahead + share * (next.ahead - corner.ahead) }];
  });
}

/** @param {Ground} point @param {number} direction of the camera @returns {{east: number, north: number}} in metres */
function turned({ right, ahead }, direction) {
  const [sine, cosine] = [Math.sin(radians(direction)), Math.cos(radians(direction))];
  return { east: right * cosine + ahead * sine, north: ahead * cosine - right * sine };
}

/**
 * A point some metres away on the ellipsoid, by the radii of curvature at the latitude halfway. At a kilometre the error is
 * below a decimetre.
 *
 * @param {import("../map/map-address.js").Spot} start @param {{east: number, north: number}} by the first leg of the geodesic
 * @returns {import("../map/map-address.js").Spot}
 */
function moved({ lat, lon }, { east, north }) {
  const distance = Math.hypot(east, north);
  const bearing = Math.atan2(east, north);
  let [up, along] = [0, 0];
  for (let turn = 0; turn < 3; turn += 1) {
    const middle = radians(lat) + up / 2;
    // Meridians converge, so the bearing halfway is another one.
    const halfway = bearing + (along * Math.sin(middle)) / 2;
    const squeezed = 1 - ECCENTRICITY * Math.sin(middle) ** 2;
    up = (distance * Math.cos(halfway) * squeezed ** 1.5) / (RADIUS * (1 - ECCENTRICITY));
    along = (distance * Math.sin(halfway) * Math.sqrt(squeezed)) / (RADIUS * Math.cos(middle));
  }
  return { lat: lat + degrees(up), lon: lon + degrees(along) };
}

/** @param {Vector} one @param {Vector} other */
const dot = (one, other) => one.right * other.right + one.ahead * other.ahead + one.up * other.up;
const radians = (/** @type {number} */ angle) => (angle * Math.PI) / 180;
const degrees = (/** @type {number} */ angle) => (angle * 180) / Math.PI;
const isIn = (/** @type {number | undefined} */ value, /** @type {number} */ least, /** @type {number} */ most) => Number.isFinite(value) && value >= least && value <= most;
