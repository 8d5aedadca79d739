/**
 * Areas that the reader has drawn: their text in the address, and the condition for the photos in them. Pure.
 *
 * Shapes add to the area or subtract from it in the order in which they were drawn. They are kept apart, because the
 * condition can combine them exactly; no polygons are united or cut.
 * @module
 */

import { normalLongitude } from "../core/viewport.js";

/**
 * @typedef {object} Polygon where its outline crosses itself, parts enclosed twice are outside
 * @property {boolean} isAdded whether it adds to the area or subtracts from it
 * @property {number} decimals of its coordinates
 * @property {number[][]} ring longitudes and latitudes of its corners, the first not repeated; longitudes do not jump at
 * the antimeridian, so they may be beyond ±180
 *
 * @typedef {object} Corridor what is near lines
 * @property {boolean} isAdded
 * @property {number} decimals
 * @property {number} metres on either side
 * @property {number[][][]} lines longitudes within ±180 and latitudes; edges take the shorter way around the Earth
 *
 * @typedef {Polygon | Corridor} Shape
 */

/** The most characters of all shapes in the address. */
export const LONGEST_DRAWING = 2000;
/** The most bytes of the condition in a request, whose address may have 8,192 bytes with other filters. */
const LONGEST_CONDITION = 6000;
const MOST_SHAPES = 40;
const MOST_DECIMALS = 7;
/** A shape whose first number is this or greater is a corridor. */
const CORRIDOR = 2 * (MOST_DECIMALS + 1);
/** The most metres on either side of a corridor; the server accepts more. */
const WIDEST = 10_000;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** A digit has five bits; the sixth is set if others follow. */
const BASE = 32;
const MOST_DIGITS = 7;

/** @param {Shape[]} shapes @returns {string} empty without shapes */
export function drawingText(shapes) {
  if (!shapes.length) return "";
  const numbers = shapes.flatMap((shape) => {
    const { isAdded, decimals } = shape;
    const head = decimals * 2 + Number(isAdded);
    const steps = stepsOf("ring" in shape ? shape.ring : shape.lines.flat(), decimals);
    if ("ring" in shape) return [head, shape.ring.length, ...steps];
    return [head + CORRIDOR, shape.metres, shape.lines.length, ...shape.lines.map(({ length }) => length), ...steps];
  });
  return [shapes.length, ...numbers].map(digitsOf).join("");
}

/** The steps from corner to corner, as numbers of at least 0. @param {number[][]} corners @param {number} decimals */
function stepsOf(corners, decimals) {
  const units = corners.map((corner) => corner.map((value) => Math.round(value * 10 ** decimals)));
  return units.flatMap((unit, index) => unit.map((value, axis) => value - (units[index - 1]?.[axis] ?? 0)))
    .map((step) => (step < 0 ? -2 * step - 1 : 2 * step));
}

/** @param {string} text @returns {Shape[] | null} null if it is not the text of a drawing, or one that is too large for a request */
export function shapesIn(text) {
  if (text === "" || text.length > LONGEST_DRAWING) return null;
  const numbers = numbersIn(text);
  const take = () => numbers?.shift() ?? NaN;
  const count = take();
  if (!(count <= MOST_SHAPES)) return null;
  const shapes = [];
  for (let number = 0; number < count; number += 1) {
    const shape = nextShape(take);
    if (!shape) return null;
    shapes.push(shape);
  }
  return numbers?.length === 0 && drawingText(shapes) === text && fitsRequest(shapes) ? shapes : null;
}

/** @param {Shape[]} shapes @returns {boolean} whether the address and the requests have space for them */
export function fits(shapes) {
  return shapes.length <= MOST_SHAPES && drawingText(shapes).length <= LONGEST_DRAWING && fitsRequest(shapes);
}

/** @param {Shape[]} shapes @returns {string} in CQL2 */
export function drawnCondition(shapes) {
  const first = shapes[0]?.isAdded ? "" : "NOT ";
  return shapes.slice(1).reduce((before, shape, index) => {
    // Equal signs in a row need no brackets: conditions may be nested to fifty levels.
    const isSame = shape.isAdded === shapes[index].isAdded;
    const inner = isSame && index > 0 ? before.slice(1, -1) : before;
    return `(${inner} ${shape.isAdded ? "OR" : "AND NOT"} ${within(shape)})`;
  }, first + within(shapes[0]));
}

/**
 * The parts of a shape between the longitudes −180 and 180, as polygons that the server can read.
 *
 * @param {number[][]} ring @returns {number[][][]}
 */
export function partsOf(ring) {
  const west = Math.min(...ring.map(([lon]) => lon));
  const shift = normalLongitude(west) - west;
  const moved = ring.map(([lon, lat]) => [lon + shift, lat]);
  if (moved.every(([lon]) => lon <= 180)) return [moved];
  const beyond = moved.map(([lon, lat]) => [lon - 360, lat]);
  return [side(moved, 180, 1), side(beyond, -180, -1)].filter((part) => part.length > 2);
}

/** What of a polygon is west of a meridian (`sign` 1), or east of it (−1). */
function side(ring, meridian, sign) {
  const isInside = ([lon]) => sign * (meridian - lon) >= 0;
  return ring.flatMap((corner, index) => {
    const next = ring[(index + 1) % ring.length];
    const kept = isInside(corner) ? [corner] : [];
    if (isInside(corner) === isInside(next)) return kept;
    const share = (meridian - corner[0]) / (next[0] - corner[0]);
    return [...kept, [meridian, corner[1] + share * (next[1] - corner[1])]];
  });
}

/** @param {Shape} shape */
function within(shape) {
  if ("lines" in shape) return near(shape);
  const parts = partsOf(shape.ring).map((part) => `(${listed([...part, part[0]])})`);
  return `S_INTERSECTS(geometry,${parts.length > 1 ? `MULTIPOLYGON(${parts.join(",")})` : `POLYGON${parts[0]}`})`;
}

/** @param {Corridor} corridor */
function near({ lines, metres }) {
  const parts = lines.map(listed);
  return `S_DWITHIN(geometry,${parts.length > 1 ? `MULTILINESTRING(${parts.join(",")})` : `LINESTRING${parts[0]}`},${metres})`;
}

/** @param {number[][]} corners */
function listed(corners) {
  return `(${corners.map((corner) => corner.map(degrees).join(" ")).join(",")})`;
}

/** @param {number} value */
function degrees(value) {
  return value.toFixed(MOST_DECIMALS).replace(/\.?0+$/, "");
}

function fitsRequest(shapes) {
  return new URLSearchParams({ filter: drawnCondition(shapes) }).toString().length <= LONGEST_CONDITION;
}

/** @param {() => number} take the next number; NaN after the last @returns {Shape | null} */
function nextShape(take) {
  const head = take();
  const isCorridor = head >= CORRIDOR;
  const isAdded = head % 2 === 1;
  const decimals = Math.floor((isCorridor ? head - CORRIDOR : head) / 2);
  if (!(decimals <= MOST_DECIMALS)) return null;
  if (isCorridor) return nextCorridor(take, { isAdded, decimals });
  const count = take();
  if (!(count >= 3 && count <= LONGEST_DRAWING)) return null;
  const ring = nextCorners(take, count, decimals);
  const lons = ring.map(([lon]) => lon);
  const isOnEarth = ring.every(([lon, lat]) => Math.abs(lon) <= 540 && Math.abs(lat) <= 90);
  return isOnEarth && Math.max(...lons) - Math.min(...lons) <= 360 ? { isAdded, decimals, ring } : null;
}

/** @param {() => number} take @param {{isAdded: boolean, decimals: number}} how @returns {Corridor | null} */
function nextCorridor(take, how) {
  const metres = take();
  const count = take();
  if (!(metres >= 1 && metres <= WIDEST && count >= 1 && count <= LONGEST_DRAWING)) return null;
  const lengths = Array.from({ length: count }, take);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (!(lengths.every((length) => length >= 1) && total <= LONGEST_DRAWING)) return null;
  const corners = nextCorners(take, total, how.decimals);
  const isOnEarth = corners.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  return isOnEarth ? { ...how, metres, lines: lengths.map((length) => corners.splice(0, length)) } : null;
}

/** @param {() => number} take @param {number} count @param {number} decimals */
function nextCorners(take, count, decimals) {
  const units = [0, 0];
  return Array.from({ length: count }, () => [0, 1].map((axis) => {
    const zigzag = take();
    units[axis] += zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2;
    return units[axis] / 10 ** decimals;
  }));
}

/** @param {number} number a whole one, at least 0 @returns {string} */
function digitsOf(number) {
  const rest = Math.floor(number / BASE);
  return rest ? DIGITS[(number % BASE) + BASE] + digitsOf(rest) : DIGITS[number];
}

/** @param {string} text @returns {number[] | null} null if it has other characters, or ends within a number */
function numbersIn(text) {
  const groups = text.match(/[g-z0-9_-]*[A-Za-f]/g) ?? [];
  if (groups.join("") !== text || groups.some(({ length }) => length > MOST_DIGITS)) return null;
  return groups.map((group) => [...group].reduceRight((number, digit) => number * BASE + (DIGITS.indexOf(digit) % BASE), 0));
}
