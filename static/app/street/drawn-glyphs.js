/**
 * Draws letters with the fonts of the reader's system, for scripts that the map's fonts lack. The results are signed
 * distance fields, as MapLibre expects. `data-tools/basemap/glyphs.py` makes those of the map's fonts.
 * @module
 */

import { field, numberField, signed } from "./protobuf.js";

const SIZE = 24;
const BUFFER = 3;
const RADIUS = 8;
const CUTOFF = 0.25;
/** The height above the baseline from which glyphs are positioned. */
const ASCENDER = 26;
/** Letters are drawn larger by this factor, for precise distances. */
const SCALE = 3;
/** The canvas has space for a long syllable, and for marks above and below it. */
const SIDE = 120 * SCALE;
const ORIGIN = { x: 40 * SCALE, y: 70 * SCALE };
const FAR = 1e10;
const UNASSIGNED = /^[\p{Cn}\p{Cc}\p{Cs}\p{Co}\p{Z}]/u;

/**
 * @typedef {object} Drawn
 * @property {number} left the left edge of the ink, in pixels of the result from the start of the baseline
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} advance
 * @property {Uint8ClampedArray} pixels of the ink and the buffer around it, larger by `SCALE`
 */

/** @type {Map<string, {draw: (text: string) => Drawn, missing: string}>} */
const pens = new Map();

/**
 * @param {string} stack the name of a font of the map
 * @param {number} start of a range of 256 characters
 * @param {(code: number) => string | undefined} clusterOf returns the syllable of a private code point
 * @returns {ArrayBuffer}
 */
export function drawRange(stack, start, clusterOf) {
  const pen = penFor(stack);
  const glyphs = [];
  for (let code = start; code < start + 256; code++) {
    const text = clusterOf(code) ?? String.fromCharCode(code);
    if (UNASSIGNED.test(text)) continue;
    const drawn = pen.draw(text);
    if (fingerprint(drawn) !== pen.missing) glyphs.push(glyphOf(code, drawn));
  }
  const encoder = new TextEncoder();
  const parts = [field(1, encoder.encode(stack)), field(2, encoder.encode(`${start}-${start + 255}`)), ...glyphs.map((glyph) => field(3, glyph))];
  return Uint8Array.from(field(1, parts.flat())).buffer;
}

function penFor(stack) {
  const known = pens.get(stack);
  if (known) return known;
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.font = [/bold/i.test(stack) ? 600 : 400, `${SIZE * SCALE}px`, "sans-serif"].join(" ");
  /** @param {string} text @returns {Drawn} */
  const draw = (text) => {
    const size = context.measureText(text);
    const left = Math.floor(-size.actualBoundingBoxLeft / SCALE);
    const top = Math.floor(-size.actualBoundingBoxAscent / SCALE);
    const width = Math.max(0, Math.ceil(size.actualBoundingBoxRight / SCALE) - left);
    const height = Math.max(0, Math.ceil(size.actualBoundingBoxDescent / SCALE) - top);
    context.clearRect(0, 0, SIDE, SIDE);
    context.fillText(text, ORIGIN.x, ORIGIN.y);
    const { data } = context.getImageData(ORIGIN.x + (left - BUFFER) * SCALE, ORIGIN.y + (top - BUFFER) * SCALE, (width + 2 * BUFFER) * SCALE, (height + 2 * BUFFER) * SCALE);
    return { left, top, width, height, advance: Math.round(size.width / SCALE), pixels: data };
  };
  const pen = { draw, missing: fingerprint(draw("\u{10fffe}")) };
  pens.set(stack, pen);
  return pen;
}

/**
 * A fingerprint of a drawing. Fonts draw the same sign for all characters that they lack.
 *
 * @param {Drawn} drawn
 */
function fingerprint({ pixels, width, height }) {
  let sum = 0;
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index]) sum = (sum * 31 + index * pixels[index]) % 4294967291;
  return `${width} ${height} ${sum}`;
}

/** @param {number} code @param {Drawn} drawn */
function glyphOf(code, { left, top, width, height, advance, pixels }) {
  const isEmpty = width === 0 || height === 0;
  const metrics = isEmpty ? [0, 0, 0, 0] : [width, height, signed(left), signed(-top - ASCENDER)];
  return [
    ...numberField(1, code),
    ...(isEmpty ? [] : field(2, distances(pixels, width + 2 * BUFFER, height + 2 * BUFFER))),
    ...metrics.flatMap((number, index) => numberField(3 + index, number)),
    ...numberField(7, advance),
  ];
}

/** The distance of each pixel of the result to the outline, as grey values. */
function distances(pixels, width, height) {
  const [wide, high] = [width * SCALE, height * SCALE];
  const outside = new Float64Array(wide * high);
  const inside = new Float64Array(wide * high);
  for (let at = 0; at < wide * high; at++) {
    const isInk = pixels[at * 4 + 3] >= 128;
    outside[at] = isInk ? 0 : FAR;
    inside[at] = isInk ? FAR : 0;
  }
  squaredDistances(outside, wide, high);
  squaredDistances(inside, wide, high);
  const greys = new Uint8Array(width * height);
  const middle = SCALE >> 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * SCALE + middle) * wide + x * SCALE + middle;
      const distance = (outside[at] > 0 ? Math.sqrt(outside[at]) - 0.5 : 0.5 - Math.sqrt(inside[at])) / SCALE;
      greys[y * width + x] = Math.max(0, Math.min(255, Math.round(255 - 255 * (distance / RADIUS + CUTOFF))));
    }
  }
  return greys;
}

/** Replaces each number of a grid by the minimum over all numbers of the number plus the squared distance to it. */
function squaredDistances(grid, wide, high) {
  const longest = Math.max(wide, high);
  const [line, places, bounds] = [new Float64Array(longest), new Int32Array(longest), new Float64Array(longest + 1)];
  for (let x = 0; x < wide; x++) alongLine(grid, x, wide, high, line, places, bounds);
  for (let y = 0; y < high; y++) alongLine(grid, y * wide, 1, wide, line, places, bounds);
}

/**
 * One dimension of that (Felzenszwalb and Huttenlocher): each number is the vertex of a parabola, and the result is the
 * lower envelope of all parabolas.
 */
function alongLine(grid, start, step, count, line, places, bounds) {
  for (let index = 0; index < count; index++) line[index] = grid[start + index * step];
  let last = 0;
  places[0] = 0;
  bounds[0] = -Infinity;
  bounds[1] = Infinity;
  for (let index = 1; index < count; index++) {
    let meet = crossing(line, places[last], index);
    while (meet <= bounds[last]) meet = crossing(line, places[--last], index);
    places[++last] = index;
    bounds[last] = meet;
    bounds[last + 1] = Infinity;
  }
  for (let index = 0, at = 0; index < count; index++) {
    while (bounds[at + 1] < index) at++;
    grid[start + index * step] = line[places[at]] + (index - places[at]) ** 2;
  }
}

const crossing = (line, one, other) => (line[other] + other * other - line[one] - one * one) / (2 * (other - one));
