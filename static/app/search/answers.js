/**
 * What a text in the search box may mean. Pure.
 * @module
 */

import { formatCoordinates } from "../format.js";
import { parseCoordinates } from "./coordinates.js";
import { parseMapLink } from "./map-links.js";
import { findPlaces, zoomFor } from "./places.js";
import { decodePlusCode, parsePlusCode } from "./plus-code.js";

const MOST = 7;
const SPOT_ZOOM = 15;

/**
 * @typedef {object} Answer
 * @property {"spot" | "place"} kind a spot is marked and its nearest photos are listed; a place is only flown to
 * @property {string} title
 * @property {string} detail
 * @property {{lat: number, lon: number}} spot
 * @property {number} zoom
 *
 * @param {string} text
 * @param {{centre: {lat: number, lon: number}, places: import("./places.js").Place[]}} knowledge
 * @returns {{answers: Answer[], message: string}} the message says why there is nothing
 */
export function answersTo(text, { centre, places }) {
  const asked = text.trim();
  if (asked === "") return { answers: [], message: "" };
  const coordinates = parseCoordinates(asked);
  if (coordinates) {
    return only(spot(coordinates, coordinates.swapped ? "Read as longitude, latitude: the first number is no latitude" : "Coordinates"));
  }
  const code = parsePlusCode(asked);
  if (code) return plusCodeAnswer(code, centre, places);
  const link = parseMapLink(asked);
  if (link && "refused" in link) return { answers: [], message: link.refused };
  if (link) return only(spot(link, "From the link"));
  const answers = findPlaces(places, asked, MOST).map(place);
  return { answers, message: answers.length ? "" : nothing(asked, places.length > 0) };
}

function only(answer) {
  return { answers: [answer], message: "" };
}

function spot(found, detail) {
  const { lat, lon, zoom = SPOT_ZOOM } = found;
  return { kind: /** @type {const} */ ("spot"), title: formatCoordinates(lat, lon), detail, spot: { lat, lon }, zoom: Math.max(2, Math.min(20, zoom)) };
}

function place(one) {
  return { kind: /** @type {const} */ ("place"), title: one.name, detail: one.country, spot: { lat: one.lat, lon: one.lon }, zoom: zoomFor(one) };
}

/** A short code counts from the place it names, else from the middle of the map. */
function plusCodeAnswer(code, centre, places) {
  const [near] = code.isShort && code.locality ? findPlaces(places, code.locality, 1) : [];
  if (code.isShort && code.locality && !near) {
    return { answers: [], message: `“${code.locality}” is not among the places of this map. Move the map there and enter the code alone.` };
  }
  const from = code.isShort ? `Plus code near ${near ? near.name : "the middle of the map"}` : "Plus code";
  return only(spot(decodePlusCode(code, near ?? centre), from));
}

function nothing(text, hasPlaces) {
  if (/\d.*\d/.test(text)) return "These numbers are no place on Earth. Latitude comes first, as in 48.8584, 2.2945.";
  return hasPlaces
    ? "No city of that name here. Try a larger one nearby, coordinates, a map link or a plus code."
    : "Try coordinates, a map link or a plus code.";
}
