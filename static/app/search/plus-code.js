/**
 * Parses plus codes (Open Location Codes), full ones and short ones. Pure.
 * @module
 */

const DIGITS = "23456789CFGHJMPQRVWX";
const PAIRS = 5;
const GRID_ROWS = 5;
const GRID_COLUMNS = 4;
const CODE = new RegExp(`^([${DIGITS}]{2,8}|[${DIGITS}]{2,6}0{2,6})\\+([${DIGITS}]{0,7})(?:[ ,]+(.+))?$`);

/**
 * @typedef {object} PlusCode
 * @property {string} before the digits before the plus
 * @property {string} after the digits after it
 * @property {string} locality the place that a short code is relative to, if it names one
 * @property {boolean} isShort
 */

/**
 * @param {string} text
 * @returns {PlusCode | null}
 */
export function parsePlusCode(text) {
  const [head, ...rest] = text.trim().split(/(?=[ ,])/);
  const match = CODE.exec(`${head.toUpperCase()}${rest.join("")}`);
  if (!match) return null;
  const [, before, after, locality = ""] = match;
  const isShort = before.length < 8;
  const isOdd = before.length % 2 === 1 || after.length === 1 || before.replace(/0+$/, "").length % 2 === 1;
  const padded = before.includes("0");
  if (isOdd || (padded && (after !== "" || isShort)) || (isShort && after === "")) return null;
  // The first pair of digits divides the world into 9 by 18 cells.
  if (!isShort && (DIGITS.indexOf(before[0]) > 8 || DIGITS.indexOf(before[1]) > 17)) return null;
  return { before, after, locality: locality.trim(), isShort };
}

/**
 * The middle of the area of a code.
 *
 * @param {PlusCode} code
 * @param {{lat: number, lon: number}} near the position that a short code is relative to
 * @returns {{lat: number, lon: number}}
 */
export function decodePlusCode({ before, after, isShort }, near) {
  if (!isShort) return middleOf(before.replace(/0+$/, "") + after);
  const missing = 8 - before.length;
  const found = middleOf(codeOf(near).slice(0, missing) + before + after);
  const size = 20 ** (2 - missing / 2);
  const nearer = (value, reference) => value + size * Math.round((reference - value) / size);
  const lat = nearer(found.lat, near.lat);
  const lon = nearer(found.lon, near.lon);
  return { lat: Math.abs(lat) <= 90 ? lat : found.lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

function middleOf(digits) {
  let [south, west, height, width] = [-90, -180, 400, 400];
  for (let at = 0; at < Math.min(digits.length, 2 * PAIRS); at += 2) {
    height /= 20;
    width /= 20;
    south += DIGITS.indexOf(digits[at]) * height;
    west += DIGITS.indexOf(digits[at + 1]) * width;
  }
  for (const digit of digits.slice(2 * PAIRS)) {
    height /= GRID_ROWS;
    width /= GRID_COLUMNS;
    south += Math.floor(DIGITS.indexOf(digit) / GRID_COLUMNS) * height;
    west += (DIGITS.indexOf(digit) % GRID_COLUMNS) * width;
  }
  return { lat: Math.min(90, south + height / 2), lon: west + width / 2 };
}

/** The first eight digits of the code of a position. */
function codeOf({ lat, lon }) {
  let y = Math.min(Math.max(lat, -90), 90 - 1e-9) + 90;
  let x = ((((lon + 180) % 360) + 360) % 360);
  let digits = "";
  for (let size = 20; digits.length < 8; size /= 20) {
    const [row, column] = [Math.floor(y / size + 1e-12), Math.floor(x / size + 1e-12)].map((digit) => Math.min(19, digit));
    digits += DIGITS[row] + DIGITS[column];
    y -= row * size;
    x -= column * size;
  }
  return digits;
}
