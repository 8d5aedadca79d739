/**
 * The results of a search as rows: spots, places, readings of the text, photos. Pure.
 * @module
 */

import { KINDS } from "../filters/kinds.js";
import { formatCoordinates, formatDay, formatPhotos } from "../core/format.js";
import { parseCoordinates } from "./coordinates.js";
import { parseMapLink } from "./map-links.js";
import { findNamed, findPlaces, zoomFor } from "./places.js";
import { decodePlusCode, parsePlusCode } from "./plus-code.js";
import { labelOf, titleOf } from "./question.js";
import { TEXTS } from "../core/texts.js";

const MOST = 7;
const SPOT_ZOOM = 15;
/** In degrees: a place of the base map's list this close to the photos of a place of the same name is that place. */
const NEAR = 0.5;
const SIGNS = { time: "clock", month: "clock", date: "clock", weekday: "clock", hour: "clock", undated: "clock", camera: "camera", path: "folder", media: "picture", keyword: "tag", person: "person", rating: "star", favourite: "heart", name: "file" };

/**
 * @typedef {object} Answer
 * @property {"spot" | "place" | "area" | "filter" | "photo"} kind the effect: a spot is marked and its nearest photos
 * are listed, a place or an area is flown to, filters are set, a photo is opened
 * @property {string} sign the name of its icon
 * @property {string} title
 * @property {string} detail
 * @property {{lat: number, lon: number}} [spot]
 * @property {number} [zoom]
 * @property {number[]} [box] of an area
 * @property {import("../filters/filters.js").Filters} [changes] all filters
 * @property {number} [count] of photos
 * @property {import("../api/photos.js").Photo[]} [pictures] its newest photos
 * @property {import("../api/photos.js").Photo} [feature] a photo
 *
 * @typedef {{answers: Answer[], message: string}} Answers the message explains why there are no answers
 * @typedef {{centre: {lat: number, lon: number}, gazetteer: import("./places.js").Gazetteer}} Surroundings the centre is that of the map
 */

/**
 * Coordinates, links and plus codes, which have one meaning.
 *
 * @param {string} text
 * @param {Surroundings} surroundings
 * @returns {Answers | null} null if the text is none of them
 */
export function positionIn(text, { centre, gazetteer }) {
  const asked = text.trim();
  const coordinates = parseCoordinates(asked);
  if (coordinates) return only(spot(coordinates, coordinates.swapped ? TEXTS.coordinatesSwapped : TEXTS.coordinates));
  const code = parsePlusCode(asked);
  if (code) return plusCodeAnswer(code, centre, gazetteer.places);
  const link = parseMapLink(asked);
  if (!link) return null;
  return "refused" in link ? { answers: [], message: link.refused } : only(spot(link, TEXTS.linkLocation));
}

/**
 * A position or a place by its name, for a mode that needs one.
 *
 * @param {string} text
 * @param {Surroundings} surroundings
 * @returns {Answers}
 */
export function answersTo(text, surroundings) {
  const position = positionIn(text, surroundings);
  if (position) return position;
  return { answers: placeAnswers(text, surroundings.gazetteer, MOST), message: looksLikeCoordinates(text.trim()) ? TEXTS.invalidCoordinates : "" };
}

/** @param {string} text @param {import("./places.js").Gazetteer} gazetteer @param {number} most @returns {Answer[]} places that the map can show */
export function placeAnswers(text, gazetteer, most) {
  return findNamed(gazetteer, text, most).map(named);
}

/**
 * @param {import("./question.js").Plan} plan
 * @param {import("./grammar.js").Term[]} terms that the reader has written
 * @param {import("./finder.js").Counted | undefined} counted undefined until the server has counted
 * @param {boolean} isSouth
 * @returns {Answer}
 */
export function planAnswer({ filters, dropped, isRefined, isInstead }, terms, counted, isSouth) {
  const kept = terms.filter((term) => !dropped.includes(term));
  const kind = kept.length === 1 ? kept[0].area ?? kept[0].name : "";
  const sign = kept.length > 1 ? "search" : typeof kind === "object" ? "place" : SIGNS[kind] ?? "search";
  return {
    kind: "filter", sign, title: titleOf(kept, isSouth), changes: filters, pictures: counted?.photos ?? [],
    count: counted?.count,
    detail: [...kept.map(aroundOf), counted ? countWords(counted.count, { dropped, isRefined, isInstead, isSouth }) : TEXTS.countingPhotos].filter(Boolean).join(" · "),
  };
}

function countWords(count, { dropped, isRefined, isInstead, isSouth }) {
  if (dropped.length) return TEXTS.withoutWords(TEXTS.joinedWords(dropped.map((term) => labelOf(term, isSouth))), count);
  return isRefined ? TEXTS.withFilters(count) : isInstead ? TEXTS.withoutFilters(count) : formatPhotos(count);
}

/** What distinguishes a term from others of the same name. */
/** @param {import("./grammar.js").Term} term @param {number} _ @param {import("./grammar.js").Term[]} terms */
function aroundOf({ area, name, words }, _, terms) {
  if (!area) return terms.length === 1 ? KINDS[name].chip ?? "" : "";
  const around = [...new Set([area.region, area.country].filter((one) => one && one !== area.name && !plainly(words, one)))].join(", ");
  const kind = terms.length > 1 ? "" : area.kind === "country" ? TEXTS.country : area.kind === "region" ? TEXTS.region : "";
  return [kind, around].filter(Boolean).join(" · ");
}

function plainly(words, name) {
  return words.toLowerCase().includes(name.toLowerCase());
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
 * @param {Answer} place of the base map's list
 * @param {import("../api/places.js").Area} area of the reader's photos
 * @returns {boolean} whether they are the same place: places far apart may have one name
 */
export function isSamePlace({ title, spot, box }, { name, bbox }) {
  if (title !== name) return false;
  if (!bbox) return true;
  const [west, south, east, north] = box ?? [spot.lon, spot.lat, spot.lon, spot.lat];
  const isBeside = south <= bbox[3] + NEAR && north >= bbox[1] - NEAR;
  return isBeside && (west > east || bbox[0] > bbox[2] || (west <= bbox[2] + NEAR && east >= bbox[0] - NEAR));
}

/** @param {Answer} answer @returns {string} equal for rows that do the same, or seem to */
export function rowKey({ title, detail, changes, feature }) {
  return JSON.stringify(changes ?? [title, feature?.id ?? detail]);
}

function only(answer) {
  return { answers: [answer], message: "" };
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

/** A short code is relative to the place that it names, or to the middle of the map. */
function plusCodeAnswer(code, centre, places) {
  const [near] = code.isShort && code.locality ? findPlaces(places, code.locality, 1) : [];
  if (code.isShort && code.locality && !near) {
    return { answers: [], message: TEXTS.unknownCity(code.locality) };
  }
  const from = code.isShort ? (near ? TEXTS.plusCodeNear(near.name) : TEXTS.plusCodeNearCentre) : TEXTS.plusCode;
  return only(spot(decodePlusCode(code, near ?? centre), from));
}

/** @param {string} text */
export function looksLikeCoordinates(text) {
  const isDate = /^\d{4}([-/.]\d{1,2}){1,2}$/.test(text);
  return !isDate && /\d\D+\d/.test(text) && /^[-+\d\s.,;:/°'"′″NSEWnsew()]+$/.test(text);
}
