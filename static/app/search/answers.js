/**
 * The possible meanings of a text in the search box. Pure.
 * @module
 */

import { found } from "../filters/facets.js";
import { KINDS, filterNames } from "../filters/kinds.js";
import { formatCoordinates, formatDay, formatPhotos } from "../core/format.js";
import { parseSpan } from "../core/span.js";
import { wordSpan } from "../time/words.js";
import { parseCoordinates } from "./coordinates.js";
import { parseDate } from "./dates.js";
import { parseMapLink } from "./map-links.js";
import { findNamed, findPlaces, zoomFor } from "./places.js";
import { parseSeason, seasonAnswer } from "./seasons.js";
import { decodePlusCode, parsePlusCode } from "./plus-code.js";
import { TEXTS } from "../core/texts.js";

const MOST = 7;
const MOST_OF_A_KIND = 3;
const SPOT_ZOOM = 15;
const INVALID = TEXTS.invalidCoordinates;
const NOTHING = TEXTS.noMatchingCity;

/**
 * @typedef {object} Answer
 * @property {"spot" | "place" | "area" | "filter" | "photo"} kind the effect: a spot is marked and its nearest photos
 * are listed, a place or an area is flown to, a filter is set, a photo is opened
 * @property {string} sign the name of its icon
 * @property {string} title
 * @property {string} detail
 * @property {{lat: number, lon: number}} [spot]
 * @property {number} [zoom]
 * @property {number[]} [box] of an area
 * @property {Partial<import("../filters/filters.js").Filters>} [changes] of the filters
 * @property {import("../api/photos.js").Photo} [feature] a photo
 *
 * @typedef {object} Knowledge
 * @property {{lat: number, lon: number}} centre of the map
 * @property {import("./places.js").Gazetteer} gazetteer
 * @property {import("../filters/facets.js").Facets | null} facets the choices of the filters, once loaded
 *
 * @param {string} text
 * @param {Knowledge} knowledge
 * @returns {{answers: Answer[], message: string, isName: boolean}} the message explains why there are no answers; `isName` says that the text may also be the name of a file
 */
export function answersTo(text, { centre, gazetteer, facets }) {
  const asked = text.trim();
  if (asked === "") return { answers: [], message: "", isName: false };
  const coordinates = parseCoordinates(asked);
  if (coordinates) {
    return only(spot(coordinates, coordinates.swapped ? TEXTS.coordinatesSwapped : TEXTS.coordinates));
  }
  const code = parsePlusCode(asked);
  if (code) return plusCodeAnswer(code, centre, gazetteer.places);
  const link = parseMapLink(asked);
  if (link && "refused" in link) return { answers: [], message: link.refused, isName: false };
  if (link) return only(spot(link, TEXTS.linkLocation));
  const answers = [...dates(asked), ...seasons(asked), ...findNamed(gazetteer, asked, MOST).map(named), ...choices(asked, facets)];
  return { answers, message: answers.length ? "" : looksLikeCoordinates(asked) ? INVALID : NOTHING, isName: !looksLikeCoordinates(asked) };
}

/**
 * @param {import("../api/photos.js").Photo} feature a photo whose filename contains the text
 * @returns {Answer}
 */
export function fileAnswer(feature) {
  const { filename, path } = feature.properties;
  const folder = path?.slice(0, -filename.length).replace(/\/$/, "");
  return { kind: "photo", sign: "picture", title: filename, detail: [folder, formatDay(feature.properties)].filter(Boolean).join(" · "), feature };
}

/**
 * @param {import("../api/places.js").Area} area an area with photos
 * @returns {Answer}
 */
export function areaAnswer({ kind, name, region, country, count, bbox }) {
  const around = [...new Set([region, country].filter((one) => one && one !== name))].join(", ");
  const detail = [around || (kind === "country" && TEXTS.country), formatPhotos(count)].filter(Boolean).join(" · ");
  return { kind: "area", sign: "place", title: name, detail, box: bbox };
}

/**
 * Puts areas of the reader's photos first, and drops the same places of the base map's list.
 *
 * @param {Answer[]} own
 * @param {Answer[]} answers
 * @returns {Answer[]}
 */
export function ownFirst(own, answers) {
  return [...own, ...answers.filter((one) => !isAmong(own, one))];
}

/**
 * Appends answers that are not listed yet. For a list whose rows must not move.
 *
 * @param {Answer[]} late
 * @param {Answer[]} answers
 * @returns {Answer[]}
 */
export function appended(late, answers) {
  return [...answers, ...late.filter((one) => !isAmong(answers, one))];
}

/**
 * Whether an answer is in a list. Places and areas are the same by their name.
 *
 * @param {Answer[]} others @param {Answer} answer
 */
function isAmong(others, { title, detail, kind, box, spot }) {
  return others.some((one) => one.title === title && (box || spot ? one.box || one.spot : one.kind === kind && one.detail === detail));
}

function only(answer) {
  return { answers: [answer], message: "", isName: false };
}

function spot(found, detail) {
  const { lat, lon, zoom = SPOT_ZOOM } = found;
  return {
    kind: /** @type {const} */ ("spot"), sign: "place", title: formatCoordinates(lat, lon), detail,
    spot: { lat, lon }, zoom: Math.max(2, Math.min(20, zoom)),
  };
}

/** @returns {Answer} */
function named(one) {
  if ("box" in one) return { kind: "area", sign: "place", title: one.name, detail: one.country || TEXTS.country, box: one.box };
  const detail = [one.region === one.name ? "" : one.region, one.country].filter(Boolean).join(", ");
  return { kind: "place", sign: "city", title: one.name, detail, spot: { lat: one.lat, lon: one.lon }, zoom: zoomFor(one) };
}

/** @returns {Answer[]} */
function dates(text) {
  const time = parseDate(text);
  const span = time && parseSpan(time);
  return span ? [{ kind: "filter", sign: "clock", title: wordSpan(span), detail: TEXTS.takenThen, changes: { time } }] : [];
}

/** @returns {Answer[]} */
function seasons(text) {
  const season = parseSeason(text);
  return season && !season.place ? [seasonAnswer(season)] : [];
}

/**
 * Cameras and folders with that name.
 *
 * @returns {Answer[]}
 */
function choices(text, facets) {
  if (!facets) return [];
  // Folders before cameras.
  return filterNames(({ sign }) => sign).reverse().flatMap((name) => found(facets[name], text).slice(0, MOST_OF_A_KIND)
    .map(({ value, label, count }) => ({
      kind: /** @type {const} */ ("filter"), sign: KINDS[name].sign, title: label,
      detail: [KINDS[name].title, count !== null && formatPhotos(count)].filter(Boolean).join(" · "), changes: { [name]: value },
    })));
}

/** A short code is relative to the place that it names, or to the middle of the map. */
function plusCodeAnswer(code, centre, places) {
  const [near] = code.isShort && code.locality ? findPlaces(places, code.locality, 1) : [];
  if (code.isShort && code.locality && !near) {
    return { answers: [], message: TEXTS.unknownCity(code.locality), isName: false };
  }
  const from = code.isShort ? (near ? TEXTS.plusCodeNear(near.name) : TEXTS.plusCodeNearCentre) : TEXTS.plusCode;
  return only(spot(decodePlusCode(code, near ?? centre), from));
}

function looksLikeCoordinates(text) {
  const isDate = /^\d{4}([-/.]\d{1,2}){1,2}$/.test(text);
  return !isDate && /\d\D+\d/.test(text) && /^[-+\d\s.,;:/°'"′″NSEWnsew()]+$/.test(text);
}
