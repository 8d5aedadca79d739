/**
 * Parses a pair of coordinates in the notations of people, cameras and maps. Pure.
 *
 * Latitude comes first, as maps print it, unless letters or labels say otherwise.
 * @module
 */

/**
 * @typedef {object} Found
 * @property {number} lat
 * @property {number} lon
 * @property {boolean} [swapped] whether the order was reversed, because the first number is not a latitude
 * @property {number} [zoom]
 *
 * @typedef {{degrees: number, axis: "lat" | "lon" | null}} Angle
 */

/** Longer texts are not parsed, because they cannot be coordinates. */
const LONGEST = 200;
const NUMBER = "\\d+(?:\\.\\d*)?|\\.\\d+";
const ANGLE = new RegExp(
  `^(?:(lat|lon)[ :=]*)?([NSEW])? *([+-])? *(${NUMBER})(?: *° *| *: *| +|$|(?=[NSEW]))` +
  `(?:(${NUMBER})(?: *' *| *: *| +|$|(?=[NSEW]))(?:(${NUMBER}) *"? *)?)?([NSEW])?$`);

/**
 * @param {string} text
 * @returns {Found | null}
 */
export function parseCoordinates(text) {
  if (text.length > LONGEST) return null;
  const point = /^\s*(?:srid=4326;)?\s*point\s*z?\s*\(\s*([-+.\d]+)\s+([-+.\d]+)(?:\s+[-+.\d]+)?\s*\)\s*$/i.exec(text);
  if (point) return onEarth(toNumber(point[2]), toNumber(point[1]));
  const plain = plainNotation(text);
  if (!/\d/.test(plain)) return null;
  for (const reading of readings(plain)) {
    const halves = halvesOf(reading);
    const found = halves && pairOf(halves.map(parseAngle));
    if (found) return found;
  }
  return null;
}

/** Replaces the many variants of each sign by one. */
function plainNotation(text) {
  return text.normalize("NFC")
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x660 + 48))
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, "-")
    .replace(/[，、،]/g, ",").replace(/[；]/g, ";").replace(/[．٫]/g, ".").replace(/[：]/g, ":")
    .replace(/[\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s\u00a0\u202f_]+/g, " ")
    .replace(/["']?\b(?:latitude|lat)\b\.?["']?/gi, "lat").replace(/["']?\b(?:longitude|long|lon|lng)\b\.?["']?/gi, "lon")
    .replace(/\bnorth\b/gi, "N").replace(/\bsouth\b/gi, "S").replace(/\beast\b/gi, "E").replace(/\bwest\b/gi, "W")
    .replace(/[º˚ᵒ°]|&deg;|(?<=\d) *(?:degrees?|deg)\b\.?|(?<=\d) *d(?=[ \d]|$)/gi, "°")
    .replace(/(?<=\d) *(?:seconds?|sec)\b\.?/gi, '"').replace(/(?<=\d) *(?:minutes?|min)\b\.?|(?<=\d) *m(?=[ \d]|$)/gi, "'")
    .replace(/(?<=['\d] *[\d.,]+) *s(?= *[NSEW]\b)/g, '"')
    .replace(/[’‘′ʹʼ´`‛＇]/g, "'").replace(/[”“„″ʺ＂]|''/g, '"')
    .replace(/(?<![a-z])[nsew](?![a-z])/g, (letter) => letter.toUpperCase())
    .replace(/^[ ([{<]+|[ )\]}>.,;]+$/g, "");
}

/** A comma between digits may be a decimal comma, or separate two numbers. The more likely reading comes first. */
function readings(text) {
  const between = text.match(/\d,(?=\d)/g)?.length ?? 0;
  if (between === 0 || text.includes(".")) return [text];
  if (between === 1 && !/[ ;/|°NSEW]/.test(text)) return [text];
  if (between === 3 && /^[-+]?\d+,\d+,[-+]?\d+,\d+$/.test(text)) return [text.replace(/,(\d+),([-+]?\d+),/, ".$1 $2.")];
  return [text.replace(/(\d),(?=\d)/g, "$1."), text];
}

/** @returns {[string, string] | null} the texts of the two angles */
function halvesOf(text) {
  const parts = text.split(/ *[,;/|] */).filter((part) => part !== "");
  if (parts.length === 2) return [parts[0], parts[1]];
  if (parts.length !== 1) return null;
  const splitters = [
    /^((?:lat|lon).*\d.*?) *((?:lat|lon).*)$/,
    /^([-+]?[\d.].*?[NSEW]) *([-+]?[\d.].*[NSEW])$/,
    /^([NSEW].*?) *([NSEW].*)$/,
    new RegExp(`^(.*?°.*?) *([-+]?(?:${NUMBER}) *°.*)$`),
    /^(.*\d) *([-+].*)$/,
  ];
  for (const splitter of splitters) {
    const match = splitter.exec(text);
    if (match) return [match[1], match[2]];
  }
  const numbers = text.split(" ");
  if (![2, 4, 6].includes(numbers.length)) return null;
  const middle = numbers.length / 2;
  return [numbers.slice(0, middle).join(" "), numbers.slice(middle).join(" ")];
}

/** @returns {Angle | null} */
function parseAngle(text) {
  const match = ANGLE.exec(text.trim());
  if (!match) return null;
  const [, label, before, sign, degrees, minutes, seconds, after] = match;
  if (before && after) return null;
  const letter = before ?? after;
  const whole = [degrees, minutes].slice(0, seconds !== undefined ? 2 : minutes !== undefined ? 1 : 0);
  if (whole.some((part) => part.includes("."))) return null;
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  if (m >= 60 || s >= 60 || (sign === "-" && (letter === "N" || letter === "E"))) return null;
  const size = Number(degrees) + m / 60 + s / 3600;
  const letterAxis = letter ? (letter === "N" || letter === "S" ? "lat" : "lon") : null;
  if (label && letterAxis && label !== letterAxis) return null;
  const negative = sign === "-" || letter === "S" || letter === "W";
  return { degrees: negative ? -size : size, axis: /** @type {any} */ (label ?? letterAxis) };
}

/** @param {(Angle | null)[]} angles @returns {Found | null} */
function pairOf([first, second]) {
  if (!first || !second || (first.axis && first.axis === second.axis)) return null;
  if (first.axis === "lon" || second.axis === "lat") return onEarth(second.degrees, first.degrees);
  const found = onEarth(first.degrees, second.degrees);
  if (found || first.axis || second.axis) return found;
  const turned = onEarth(second.degrees, first.degrees);
  return turned && { ...turned, swapped: true };
}

/** @returns {Found | null} */
function onEarth(lat, lon) {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

function toNumber(text) {
  return text === "" ? NaN : Number(text);
}
