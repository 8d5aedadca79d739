/** The ground in the picture of a drone: against corners of another derivation, and against the rule of the server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { MOST_METRES, footprintOf, groundOf, poseOf } = await import("../../static/app/sight/footprint.js");

const METRES_PER_DEGREE = 111_195;
const drone = (lon, lat, properties) => ({ type: "Feature", id: 1, geometry: { type: "Point", coordinates: [lon, lat] }, properties: { width: 4000, ...properties } });

/**
 * The corners of four pictures. They were computed with pyproj 3.7: the vectors (±tan(f/2), 1, ±tan(f/2)·height/width) to the
 * corners in the frame of the camera, turned by the matrices of roll, pitch and direction one after the other, continued to
 * the ground, and from there `Geod(ellps="WGS84").fwd` with their bearing and distance.
 */
const CORNERS = [
  [drone(2.2945, 48.8584, { direction: 30, pitch: -90, relativeAltitude: 100, fieldOfView: 90, height: 3000 }),
    [[2.29383082, 48.85943367], [2.29619126, 48.85853444], [2.29516915, 48.85736632], [2.29280875, 48.85826554]]],
  [drone(2.2945, 48.8584, { direction: 200, pitch: -45, roll: 10, relativeAltitude: 80, fieldOfView: 50, height: 8000 / 3 }),
    [[2.29461404, 48.85663995], [2.29295078, 48.85756155], [2.29391198, 48.85820297], [2.29487107, 48.85782673]]],
  [drone(151.2232, -33.8599, { direction: 310, pitch: -60, roll: -25, relativeAltitude: 120, fieldOfView: 73.7, height: 2250 }),
    [[151.22167891, -33.86028821], [151.22188338, -33.85760853], [151.22350511, -33.85876621], [151.22294232, -33.86030185]]],
  [drone(18.6239, 69.6944, { direction: 75, pitch: -35, roll: 3, relativeAltitude: 60, fieldOfView: 40, height: 3000 }),
    [[18.62789091, 69.6953523], [18.6282573, 69.69423055], [18.62527236, 69.69428841], [18.62499611, 69.69477123]]],
];

/** In metres. */
function apart([lon, lat], { lon: otherLon, lat: otherLat }) {
  return Math.hypot((lon - otherLon) * Math.cos((lat * Math.PI) / 180), lat - otherLat) * METRES_PER_DEGREE;
}

test("the corners of the ground are those that pyproj computes", () => {
  for (const [photo, expected] of CORNERS) {
    const { corners } = footprintOf(photo);
    assert.equal(corners.length, 4, shown(corners));
    for (const corner of expected) {
      const nearest = Math.min(...corners.map((one) => apart(corner, one)));
      assert.ok(nearest < 0.05, `${shown(photo.properties)}: ${nearest} m from ${corner}`);
    }
  }
});

test("a picture straight down is around the photo, with its top in the direction of the camera", () => {
  // From 100 m, half of 90° is 100 m, and half of the height 75 m.
  const ground = groundOf(poseOf(CORNERS[0][0].properties));
  const sorted = ground.map(({ right, ahead }) => [Math.round(right * 1e6) / 1e6, Math.round(ahead * 1e6) / 1e6]).sort(([a, b], [c, d]) => a - c || b - d);
  assert.deepEqual(sorted, [[-100, -75], [-100, 75], [100, -75], [100, 75]]);
  const { middle } = footprintOf(CORNERS[0][0]);
  assert.ok(apart([2.2945, 48.8584], middle) < 1e-6);
});

test("a picture with the horizon is cut at a kilometre", () => {
  const pose = poseOf({ direction: 0, pitch: -10, relativeAltitude: 100, fieldOfView: 70, width: 4, height: 3 });
  const ground = groundOf(pose);
  const far = ground.map(({ right, ahead }) => Math.hypot(right, ahead));
  assert.ok(Math.max(...far) <= MOST_METRES + 1e-6);
  assert.ok(far.filter((one) => one > MOST_METRES - 1).length > 10, "many corners are on the circle");
  const photo = drone(8, 50, { direction: 90, pitch: -2, relativeAltitude: 100, fieldOfView: 70, height: 3000 });
  // The middle of the picture is 2.9 km away, so the line leads to the farthest ground that is drawn.
  const reach = apart([8, 50], footprintOf(photo).middle);
  assert.ok(Math.abs(reach - MOST_METRES) < 5, String(reach));
});

/**
 * The rule in docs/sight.md, step by step: the point in the frame of the camera, then its place in the picture in units of the
 * focal length.
 */
function isShown({ pitch, roll, fieldOfView, height, shape }, { right, ahead }) {
  if (Math.hypot(right, ahead) > MOST_METRES) return false;
  const [p, r] = [(pitch * Math.PI) / 180, (roll * Math.PI) / 180];
  // Pitched back, the camera looks along the horizon.
  const depth = ahead * Math.cos(p) - height * Math.sin(p);
  const raised = -ahead * Math.sin(p) - height * Math.cos(p);
  const [x, y] = [right * Math.cos(r) - raised * Math.sin(r), right * Math.sin(r) + raised * Math.cos(r)];
  const half = Math.tan((fieldOfView * Math.PI) / 360);
  return depth > 0 && Math.abs(x / depth) <= half && Math.abs(y / depth) <= half * shape;
}

/** How far a point is inside of a convex polygon whose corners are clockwise, in metres; negative outside. */
function depthIn(corners, { right, ahead }) {
  return Math.min(...corners.map((one, index) => {
    const next = corners[(index + 1) % corners.length];
    const [across, along] = [next.right - one.right, next.ahead - one.ahead];
    const length = Math.hypot(across, along);
    return length < 1e-6 ? Infinity : (across * (one.ahead - ahead) - along * (one.right - right)) / length;
  }));
}

test("a point is in the footprint exactly if the rule of the server shows it", () => {
  const random = seededRandom(7);
  let [inside, outside] = [0, 0];
  for (let round = 0; round < 400; round += 1) {
    const pose = { direction: 0, pitch: -random(0.5, 90), roll: round % 2 ? random(-180, 180) : random(-5, 5), fieldOfView: random(2, 160), height: random(1, 400), shape: random(0.4, 2) };
    const ground = groundOf(pose);
    for (let point = 0; point < 200; point += 1) {
      const [distance, angle] = [random(0, 1) ** 2 * 1100, random(0, 2 * Math.PI)];
      const place = { right: distance * Math.sin(angle), ahead: distance * Math.cos(angle) };
      const depth = ground ? depthIn(ground, place) : -Infinity;
      // The sides of the circle are up to 0.35 m inside of it; positions are not finer.
      if (Math.abs(depth) < 0.5) continue;
      const expected = isShown(pose, place);
      if (expected) inside += 1;
      else outside += 1;
      assert.equal(depth > 0, expected, shown({ pose, place, depth }));
    }
  }
  assert.ok(inside > 2000 && outside > 2000, `${inside} points inside, ${outside} outside`);
});

test("there is no footprint of photos whose height, direction, angles or shape are unknown, or that look up", () => {
  const whole = { direction: 30, pitch: -40, relativeAltitude: 50, fieldOfView: 70, width: 4000, height: 3000 };
  assert.ok(poseOf(whole));
  assert.equal(poseOf(whole).roll, 0);
  for (const name of Object.keys(whole)) assert.equal(poseOf({ ...whole, [name]: undefined }), null, name);
  for (const wrong of [{ pitch: 0 }, { pitch: 12 }, { pitch: -91 }, { relativeAltitude: 0 }, { relativeAltitude: -3 }, { fieldOfView: 175 }, { direction: 400 }]) {
    assert.equal(poseOf({ ...whole, ...wrong }), null, shown(wrong));
  }
  assert.equal(footprintOf(null), null);
  assert.equal(footprintOf({ type: "Feature", id: 1, geometry: null, properties: whole }), null);
  // From two kilometres, the ground in a nearly level picture is farther than a kilometre.
  assert.equal(footprintOf(drone(8, 50, { ...whole, pitch: -5, relativeAltitude: 2000, fieldOfView: 20 })), null);
});

test("guests whom a zone or a link shows another place learn no pose, so nothing is drawn", () => {
  // The properties that the server leaves out, see docs/sight.md.
  assert.equal(footprintOf(drone(8, 50, { height: 3000, filename: "DJI_0001.JPG" })), null);
});
