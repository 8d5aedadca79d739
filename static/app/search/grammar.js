/**
 * The grammar of the search: reads any number of terms in any order, with all their meanings. Pure.
 *
 * At each word, every kind of term is tried at every length (`candidatesAt`). The readings of the whole text are the
 * best chains of such terms (`understand`): long terms before short ones, sure ones before guesses.
 * @module
 */

import { found } from "../filters/facets.js";
import { joined } from "../filters/filters.js";
import { whenAt } from "./dates.js";
import { hoursAt } from "./hours.js";
import { starsAt } from "./stars.js";
import { isArticle, isComma, isDash, tokensOf } from "./tokens.js";
import { plainWord, valuesByWord, weekdayNamed, wordSet } from "./words.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./tokens.js").Token} Token
 * @typedef {import("../api/places.js").Area} Area
 *
 * @typedef {object} Term a condition that the reader has written
 * @property {import("../filters/kinds.js").FilterName} name of the filter
 * @property {string} value of the filter, or several, one per line
 * @property {string} [season] instead of a value, because its months depend on the hemisphere
 * @property {Area} [area] of a place
 * @property {boolean} isNot whether photos must not have it
 * @property {string} words as written
 * @property {number} length in words
 * @property {number} score how likely it is meant
 * @property {boolean} [isGuess] whether it is only a text that may occur
 *
 * @typedef {{terms: Term[], score: number}} Reading of the whole text; all of its terms must hold
 *
 * @typedef {object} Knowledge
 * @property {number} today in days since 1970
 * @property {boolean} [isMonthFirst]
 * @property {boolean} isSouth whether the reader lives south of the equator
 * @property {boolean} hasNames whether paths can be searched
 * @property {import("../filters/facets.js").Facets | null} facets
 * @property {(phrase: string) => {area: Area, quality: number}[]} areas the areas of that name with photos
 */

const { grammar } = TEXTS;
const FILLERS = wordSet(grammar.fillers);
const PHOTOS_OF = wordSet(grammar.photosOf);
const SEASONS = valuesByWord(grammar.seasons);
const MEDIA = valuesByWord(grammar.media);
const WEEKEND = wordSet(grammar.weekend);
const UNDATED = wordSet(grammar.undated);
const REJECTED = wordSet(grammar.rejected);
const FAVOURITES = wordSet(grammar.favourites);
const DATES = wordSet(grammar.dates);
/** The words of the longest name of a place, and of a camera or folder. */
const LONGEST_NAME = 5;
const MOST_READINGS = 6;
/** How likely a kind of term is meant, from 0 to 1. */
const SURE = 1;
const LOOSE = 0.6;
const LABEL = 0.9;
const CAMERA = 0.8;
const BEGUN_LABEL = 0.5;
const FOLDER = 0.45;
const ANY_WORD = 0.2;
const ANY_PATH = 0.15;
/** The filters for what is written about a photo as names. */
const LABELS = /** @type {const} */ (["keyword", "person"]);
/** How many keywords, people or folders are offered for the beginning of a name. */
const MOST_BEGUN = 3;

/**
 * @param {string} text
 * @param {Knowledge} knowledge
 * @returns {Reading[]} the most likely first; empty if there are no terms
 */
export function understand(text, knowledge) {
  const tokens = tokensOf(text);
  /** @type {Reading[][]} the best readings of the words before each position */
  const readings = [[{ terms: [], score: 0 }], ...tokens.map(() => [])];
  for (let at = 0; at < tokens.length; at += 1) {
    const before = best(readings[at]);
    const candidates = candidatesAt(tokens, at, knowledge);
    const steps = isFiller(tokens, at) ? [{ length: 1, term: null }, ...candidates.map(asStep)] : candidates.map(asStep);
    for (const { length, term } of steps) readings[at + length].push(...before.filter((one) => fits(one, term)).map((one) => extended(one, term)));
  }
  return best(readings[tokens.length]).filter(({ terms }) => terms.length > 0);
}

function asStep(term) {
  return { length: term.length, term };
}

function extended({ terms, score }, term) {
  return term ? { terms: [...terms, term], score: score + term.score } : { terms, score };
}

/** A photo is taken once. Guesses are all words or all parts of paths. */
function fits({ terms }, term) {
  if (term?.isGuess) return terms.every(({ isGuess, name }) => !isGuess || name === term.name);
  return term?.name !== "time" || term.isNot || !terms.some(({ name, isNot }) => name === "time" && !isNot);
}

function best(readings) {
  const different = new Map(readings.toSorted((one, other) => other.score - one.score).toReversed().map((one) => [signature(one), one]));
  return [...different.values()].toReversed().slice(0, MOST_READINGS);
}

function signature({ terms }) {
  return terms.map(({ name, value, season, isNot }) => [name, value, season, isNot].join("\t")).join("\n");
}

/** Words that only join terms. They may also begin a name: “The Hague”. */
function isFiller(tokens, at) {
  const { word, isQuoted, name } = tokens[at];
  if (isQuoted || name) return false;
  if (isComma(tokens[at]) || isDash(tokens[at]) || isArticle(tokens[at]) || word === "" || FILLERS.has(word)) return true;
  // “Photos of Iceland” means the videos too.
  const next = tokens[at + 1];
  return MEDIA.get(word) === "image" && Boolean(next) && (PHOTOS_OF.has(next.word) || isArticle(next));
}

/** @param {Token[]} tokens @param {number} at @param {Knowledge} knowledge @returns {Term[]} all terms that begin here */
function candidatesAt(tokens, at, knowledge) {
  const token = tokens[at];
  const isNot = isDenied(tokens, at);
  const term = (name, value, length, quality, more = {}) =>
    ({ name, value, isNot, length, score: quality, words: phraseOf(tokens, at, length), ...more });
  const named = [...areaTerms(tokens, at, knowledge, term), ...choiceTerms(tokens, at, knowledge, term), ...labelTerms(tokens, at, knowledge, term)];
  const all = token.isQuoted ? named : [...timeTerms(tokens, at, knowledge, term), ...ratingTerms(tokens, at, term), ...named];
  const wanted = token.name ? all.filter(({ name, area }) => name === token.name || (token.name === "place" && area)) : all;
  if (wanted.length && token.name) return wanted;
  return isFiller(tokens, at) || token.word === "" ? wanted : [...wanted, ...textTerms(token, knowledge, term)];
}

/** What a word means that is no other term: it occurs somewhere, or in a path. A named keyword need not be in the list, which is cut. */
function textTerms({ raw, name }, { hasNames }, term) {
  const plain = raw.replace(/^-+|"/g, "");
  const inWords = (more = {}) => term("q", /\s/.test(plain) ? `"${plain}"` : plain, 1, ANY_WORD, more);
  const inPath = (more = {}) => term("name", raw, 1, ANY_PATH, more);
  if (name === "keyword" || name === "person") return [term(name, raw, 1, SURE)];
  if (name === "q") return [inWords()];
  if (name === "name" && hasNames) return [inPath()];
  return [inWords({ isGuess: true }), ...(hasNames ? [inPath({ isGuess: true })] : [])];
}

/** “not in Paris”: the word for “not” may stand before words that only join. */
function isDenied(tokens, at) {
  if (tokens[at].isNot) return true;
  for (let before = at - 1; before >= 0 && FILLERS.has(tokens[before].word); before -= 1) if (tokens[before].isNot) return true;
  return false;
}

function phraseOf(tokens, at, length) {
  return tokens.slice(at, at + length).map(({ raw }) => raw).join(" ").replace(/ ,/g, ",").replace(/’ /g, "’");
}

function timeTerms(tokens, at, knowledge, term) {
  const { word, isNot } = tokens[at];
  const when = whenAt(tokens, at, knowledge);
  const [name, value] = when ? Object.entries(when.found)[0] : ["", ""];
  const hours = hoursAt(tokens, at);
  const weekday = weekdayNamed(word) || (WEEKEND.has(word) ? "6\n7" : 0);
  const season = SEASONS.get(word);
  const media = isFiller(tokens, at) ? undefined : MEDIA.get(word);
  return [
    when && term(name, value, when.length, (when.isLoose ? LOOSE : SURE) * when.length ** 2),
    hours && term("hour", hours.value, hours.length, SURE * hours.length ** 2),
    season && term("month", "", 1, SURE, { season }),
    media && term("media", media, 1, SURE),
    weekday && term("weekday", String(weekday), 1, SURE),
    isUndated(word, isNot || isDenied(tokens, at)) && term("undated", "only", 1, SURE, { isNot: false }),
  ].filter(Boolean);
}

function ratingTerms(tokens, at, term) {
  const { word } = tokens[at];
  const stars = starsAt(tokens, at);
  return [
    stars && term("rating", stars.value, stars.length, SURE * stars.length ** 2),
    REJECTED.has(word) && term("rating", "-1", 1, SURE),
    FAVOURITES.has(word) && term("favourite", "true", 1, SURE),
  ].filter(Boolean);
}

/** “undated”, “without a date”. */
function isUndated(word, isNot) {
  return UNDATED.has(word) || (isNot && DATES.has(word));
}

/** Whether the words can be one name: no comma, quotation or other term is among them. */
function isPhrase(tokens, at, length) {
  const words = tokens.slice(at, at + length);
  if (words.length < length) return false;
  return length === 1 || words.every((one, index) => !one.isQuoted && !isComma(one) && one.word !== "" && (index === 0 || (!one.isNot && !one.name)));
}

function lengthsAt(tokens, at) {
  return Array.from({ length: LONGEST_NAME }, (_, index) => index + 1).filter((length) => isPhrase(tokens, at, length));
}

function areaTerms(tokens, at, knowledge, term) {
  return lengthsAt(tokens, at).flatMap((length) => knowledge.areas(phraseOf(tokens, at, length)).flatMap(({ area, quality }) => {
    const alone = term(area.kind, area.id, length, quality * length ** 2, { area });
    const around = containerAfter(tokens, at + length, area, knowledge);
    return around ? [alone, term(area.kind, area.id, length + around, quality * (length + around) ** 2, { area })] : [alone];
  }));
}

/** “Paris, Texas”: the words of a country or region that contains the area. @returns {number} how many there are */
function containerAfter(tokens, at, area, knowledge) {
  const skipped = tokens[at] && (isComma(tokens[at]) || FILLERS.has(tokens[at].word)) ? 1 : 0;
  const start = at + skipped;
  const length = start < tokens.length && lengthsAt(tokens, start).findLast((one) =>
    knowledge.areas(phraseOf(tokens, start, one)).some(({ area: outer, quality }) => quality >= LOOSE && contains(outer, area)));
  return length ? skipped + length : 0;
}

function contains(outer, { kind, countryCode, regionCode, country, region }) {
  if (outer.kind === "country") return kind !== "country" && (outer.id === countryCode || outer.name === country);
  return outer.kind === "region" && kind === "place" && (outer.id === regionCode || outer.name === region);
}

/** Cameras and folders whose names contain the words. */
function choiceTerms(tokens, at, { facets, hasNames }, term) {
  return lengthsAt(tokens, at).flatMap((length) => {
    const phrase = phraseOf(tokens, at, length);
    if (phrase.length < 2 || (length === 1 && FILLERS.has(tokens[at].word))) return [];
    const cameras = facets?.camera ? found(facets.camera, phrase).filter(({ label }) => startsWords(label, phrase)) : [];
    const folders = facets?.path && hasNames ? found(facets.path, phrase).filter(({ label }) => startsWords(label, phrase)) : [];
    // A camera that is named in part is any of its makers' models; the filter searches the text.
    const isText = cameras.length > 1 && cameras.some(({ label }) => plainWord(label).includes(plainWord(phrase)));
    return [
      ...(isText ? [term("camera", phrase, length, CAMERA * length ** 2)] : cameras.slice(0, 1).map(({ value }) => term("camera", value, length, CAMERA * length ** 2))),
      ...folders.slice(0, MOST_BEGUN).map(({ value }) => term("path", value, length, FOLDER * length)),
    ];
  });
}

/** Keywords and people of that name; without any, those whose names begin so. */
function labelTerms(tokens, at, { facets }, term) {
  return lengthsAt(tokens, at).flatMap((length) => {
    const phrase = plainWord(phraseOf(tokens, at, length));
    if (phrase === "" || (length === 1 && !tokens[at].name && isFiller(tokens, at))) return [];
    return LABELS.flatMap((name) => {
      const choices = facets?.[name] ?? [];
      const exact = choices.filter(({ label }) => plainWord(label) === phrase);
      if (exact.length) return [term(name, joined(exact.map(({ value }) => value)), length, LABEL * length ** 2)];
      const begun = phrase.length > 1 ? choices.filter(({ label }) => startsWords(label, phrase)) : [];
      return begun.slice(0, MOST_BEGUN).map(({ value }) => term(name, value, length, BEGUN_LABEL * length ** 2));
    });
  });
}

/** Whether each word of a phrase begins a word of the label. */
function startsWords(label, phrase) {
  const words = ` ${plainWord(label)}`;
  return plainWord(phrase).split(" ").every((word) => words.includes(` ${word}`));
}

/**
 * The parts of a text that may be names of places, for requests to the server.
 *
 * @param {string} text @param {Knowledge} knowledge @param {number} most
 * @returns {string[]}
 */
export function possibleNames(text, knowledge, most) {
  const tokens = tokensOf(text);
  const isName = (token) => token.isQuoted || isArticle(token) || (/\p{L}/u.test(token.raw) && (token.raw.length > 2 || tokens.length === 1 || /^\p{Lu}{2}$|\p{Script=Han}/u.test(token.raw)));
  const phrases = tokens.flatMap((token, at) => (token.name && token.name !== "place" ? [] : lengthsAt(tokens, at).flatMap((length) => {
    const parts = tokens.slice(at, at + length);
    if (!isName(parts[0]) || !isName(parts.at(-1)) || (length > 1 && parts.some(({ raw }) => /^\d/.test(raw)))) return [];
    // A name neither begins nor ends with a word that only joins, and is not just another term.
    const isEdge = (FILLERS.has(parts[0].word) || isArticle(parts[0])) && length === 1;
    const isTerm = length === 1 && tokens.length > 1 && [...timeTerms(tokens, at, knowledge, (name) => ({ name })), ...ratingTerms(tokens, at, (name) => ({ name }))].length > 0;
    return isEdge || FILLERS.has(parts.at(-1).word) || isTerm ? [] : [phraseOf(tokens, at, length)];
  })));
  return [...new Set(phrases)].sort((one, other) => one.split(" ").length - other.split(" ").length).slice(0, most);
}
