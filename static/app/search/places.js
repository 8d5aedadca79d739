/**
 * Finds cities, towns, regions and countries by name in the base map's own list. Pure functions.
 * @module
 */

import { boxAround } from "../core/box-around.js";
import { typingErrors } from "./spelling.js";

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {string} region
 * @property {string} country
 * @property {number} lat
 * @property {number} lon
 * @property {number} rank smaller for more important places
 * @property {string[]} keys its names in the form in which they are compared
 *
 * @typedef {object} Area a country or a region
 * @property {string} name
 * @property {string} country empty for a country itself
 * @property {number[]} box west, south, east, north; west is greater than east across the antimeridian
 * @property {string[]} keys
 *
 * @typedef {{places: Place[], areas: Area[]}} Gazetteer
 *
 * @typedef {object} PlaceList the content of `basemap/places.json`, the most important places first
 * @property {string[]} countries
 * @property {string[]} [regions]
 * @property {[string, string[], number, number, number, number, number?][]} places name, other names, country, latitude, longitude, rank, region
 * @property {[number, number, number, number, number, string[]][]} [lands] country, west, south, east, north, other names
 */

/** @type {Gazetteer} */
export const NO_PLACES = Object.freeze({ places: [], areas: [] });

/** Letters that are not a plain letter with a mark. */
const LETTERS = { ß: "ss", ø: "o", đ: "d", ð: "d", ł: "l", æ: "ae", œ: "oe", ı: "i", þ: "th", ħ: "h", ŋ: "n" };
/** How well a name matches: as a whole (0), by its beginning (1), by a word in it (2), or not at all. */
const MISS = 3;
/** The box of a region is that of its towns, plus this margin in degrees. */
const BEYOND = 0.4;

/**
 * @param {string} text
 * @returns {string} equal for texts that differ only in case, accents and dashes
 */
export function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[ßøđðłæœıþħŋ]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * @param {PlaceList} list
 * @returns {Gazetteer}
 */
export function readPlaces({ countries, regions = [], places, lands = [] }) {
  const all = places.map(([name, others, country, lat, lon, rank, region]) => ({
    name, region: regions[region ?? -1] ?? "", country: countries[country] ?? "", lat, lon, rank, keys: [name, ...others].map(folded),
  }));
  const whole = lands.map(([country, west, south, east, north, others]) => ({
    name: countries[country], country: "", box: [west, south, east, north], keys: [countries[country], ...others].map(folded),
  }));
  return { places: all, areas: [...whole, ...regionsOf(all)] };
}

/** @returns {Area[]} the regions that have several places */
function regionsOf(places) {
  const towns = Map.groupBy(places.filter(({ region }) => region), ({ region, country }) => `${region}\n${country}`);
  return [...towns.values()].filter((members) => members.length > 1).map((members) => {
    const [west, south, east, north] = boxAround(members.map(({ lat, lon }) => ({ properties: {}, geometry: { coordinates: [lon, lat] } })));
    const { region, country } = members[0];
    return { name: region, country, box: [west - BEYOND, south - BEYOND, east + BEYOND, north + BEYOND], keys: [folded(region)] };
  });
}

/**
 * The places whose name, or a word of it, starts with a text. Whole names come first, then more important places. If
 * there are none, those with a similar spelling.
 *
 * @param {Place[]} places the most important first
 * @param {string} text a name; a comma and a region or country may follow it
 * @param {number} most
 * @param {Area[]} [areas] the countries, which have further names
 * @returns {Place[]}
 */
export function findPlaces(places, text, most, areas = []) {
  const [name, ...rest] = text.split(",").map(folded).filter(Boolean);
  if (!name) return [];
  const within = rest.map((part) => (place) => liesIn(place, part, areas));
  return ranked(places, name, (place) => within.every((test) => test(place)), most);
}

/**
 * Also finds countries and regions. Among equal names, the country comes first, then places, then regions.
 *
 * @param {Gazetteer} gazetteer
 * @param {string} text
 * @param {number} most
 * @returns {(Place | Area)[]}
 */
export function findNamed({ places, areas }, text, most) {
  const [name, ...rest] = text.split(",").map(folded).filter(Boolean);
  if (!name) return [];
  const suits = (one) => rest.every((part) => liesIn(one, part, areas));
  const countries = areas.filter(({ country }) => country === "");
  const regions = areas.filter(({ country }) => country !== "");
  return ranked([...countries, ...places, ...regions], name, suits, most);
}

function ranked(all, name, suits, most) {
  const found = /** @type {any[][]} */ ([[], [], []]);
  for (const one of all) {
    const how = Math.min(...one.keys.map((key) => matching(key, name)));
    if (how < MISS && suits(one)) found[how].push(one);
  }
  const exact = found.flat();
  if (exact.length || name.length < 4) return exact.slice(0, most);
  const near = all.map((one) => ({ one, errors: Math.min(...one.keys.map((key) => typingErrors(key, name))) }))
    .filter(({ one, errors }) => errors <= errorsIn(name) && suits(one));
  return near.sort((a, b) => a.errors - b.errors).slice(0, most).map(({ one }) => one);
}

function liesIn(place, part, areas) {
  const named = [place.region ?? "", place.country].map(folded);
  if (named.some((name) => name.startsWith(part))) return true;
  return areas.some((area) => area.country === "" && area.name === place.country && area.keys.some((key) => key === part));
}

function matching(key, name) {
  if (key === name || unmarked(key) === unmarked(name)) return 0;
  if (key.startsWith(name)) return 1;
  return ` ${key}`.includes(` ${name}`) ? 2 : MISS;
}

/** The plain spelling of a name with an umlaut: “Muenchen” for München. */
function unmarked(key) {
  return key.replace(/([aou])e/g, "$1");
}

/** @param {string} name @returns {number} how many typing errors it may have */
function errorsIn(name) {
  return name.length < 8 ? 1 : 2;
}

/** @param {Place} place @returns {number} a zoom that shows it and what is around it */
export function zoomFor({ rank }) {
  return rank <= 2 ? 10 : rank <= 5 ? 10.5 : 11.5;
}
