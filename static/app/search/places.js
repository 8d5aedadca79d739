/**
 * Finds cities and towns by name in the base map's own list. Pure functions.
 * @module
 */

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {string} country
 * @property {number} lat
 * @property {number} lon
 * @property {number} rank the smaller, the greater the place
 * @property {string[]} keys its names as they are compared
 *
 * @typedef {{countries: string[], places: [string, string[], number, number, number, number][]}} PlaceList
 *   what `basemap/places.json` holds: name, other names, country, latitude, longitude, rank; the greatest places first
 */

/** Letters that are not made of a plain one and a mark. */
const LETTERS = { ß: "ss", ø: "o", đ: "d", ð: "d", ł: "l", æ: "ae", œ: "oe", ı: "i", þ: "th", ħ: "h", ŋ: "n" };

/**
 * @param {string} text
 * @returns {string} the same for texts that differ in case, accents and dashes only
 */
export function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[ßøđðłæœıþħŋ]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * @param {PlaceList} list
 * @returns {Place[]}
 */
export function readPlaces({ countries, places }) {
  return places.map(([name, others, country, lat, lon, rank]) => ({
    name, country: countries[country] ?? "", lat, lon, rank, keys: [name, ...others].map(folded),
  }));
}

/**
 * The places whose name begins with a text, or has a word that does; whole names first, greater places before smaller.
 *
 * @param {Place[]} places the greatest first
 * @param {string} text a name, which a comma and a country may follow
 * @param {number} most
 * @returns {Place[]}
 */
export function findPlaces(places, text, most) {
  const [name, country] = text.split(",", 2).map(folded);
  if (!name) return [];
  const found = /** @type {Place[][]} */ ([[], [], []]);
  for (const place of places) {
    const how = Math.min(...place.keys.map((key) => matching(key, name)));
    if (how < 3 && (!country || folded(place.country).startsWith(country))) found[how].push(place);
  }
  return found.flat().slice(0, most);
}

function matching(key, name) {
  if (key === name) return 0;
  if (key.startsWith(name)) return 1;
  return ` ${key}`.includes(` ${name}`) ? 2 : 3;
}

/** @param {Place} place @returns {number} a zoom that shows it and what is around it */
export function zoomFor({ rank }) {
  return rank <= 2 ? 10 : rank <= 5 ? 10.5 : 11.5;
}
