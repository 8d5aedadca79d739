/**
 * The choices of the filters, with counts: the requests for them, and the choices in the answers.
 * Pure functions.
 * @module
 */

import { valuesOf } from "./filters.js";
import { formatCamera, formatLocationSource, nameOfMonth } from "../core/format.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {"camera" | "media" | "source" | "path" | "country" | "region" | "place" | "area"} Subject
 * @typedef {{value: string, label: string, count: number | null}} Choice value is what the filter is set to
 * @typedef {Record<Subject, Choice[]>} Facets the choices with counts
 *
 * @typedef {object} FacetsAnswer
 * @property {{make?: string, model?: string, count: number}[]} cameras
 * @property {{value: string, count: number}[]} media
 * @property {{value: string, count: number}[]} sources
 * @property {{path: string, glob?: string, count: number}[]} folders
 * @property {CountedArea[]} countries
 * @property {CountedArea[]} regions
 * @property {CountedArea[]} places
 * @property {{name: string, count: number}[]} areas
 *
 * @typedef {{id: string, name: string, country?: string, count: number}} CountedArea
 */

/** @type {Subject[]} */
export const SUBJECTS = ["country", "region", "place", "area", "camera", "media", "source", "path"];

/**
 * The months, which have no counts.
 *
 * @type {Choice[]}
 */
export const MONTHS = Array.from({ length: 12 }, (_, month) => ({ value: String(month + 1), label: nameOfMonth(month + 1), count: null }));

/** The filters whose values are ids of areas. */
export const AREAS = ["country", "region", "place"];

const MEDIA = { image: TEXTS.photos, video: TEXTS.videos };

/**
 * The requests for the choices. Each filter's own choices are counted as if it were not set, so that the reader sees
 * the alternatives.
 *
 * @param {Filters} filters
 * @returns {{subjects: Subject[], filters: Filters}[]} one request for all filters that are not set, and one for each that is
 */
export function facetQuestions(filters) {
  const isSet = (subject) => filters[subject] !== "";
  const free = SUBJECTS.filter((subject) => !isSet(subject));
  const questions = SUBJECTS.filter(isSet).map((subject) => ({ subjects: [subject], filters: { ...filters, [subject]: "" } }));
  return free.length ? [{ subjects: free, filters }, ...questions] : questions;
}

/**
 * @param {FacetsAnswer} answer
 * @returns {Facets}
 */
export function choicesOf(answer) {
  return {
    camera: cameraChoices(answer.cameras ?? []),
    media: (answer.media ?? []).map(({ value, count }) => ({ value, label: wordMedia(value), count })),
    source: (answer.sources ?? []).map(({ value, count }) => ({ value, label: wordSource(value), count })),
    path: folderChoices(answer.folders ?? []),
    country: areaChoices(answer.countries ?? []),
    region: areaChoices(answer.regions ?? []),
    place: areaChoices(answer.places ?? []),
    area: (answer.areas ?? []).map(({ name, count }) => ({ value: name, label: name, count })),
  };
}

/**
 * Adds the selected choices, even if they match nothing.
 *
 * @param {Choice[]} choices
 * @param {Subject | "month"} subject
 * @param {string} chosen the filter's value
 * @param {Record<string, string>} [areaNames]
 * @returns {Choice[]}
 */
export function withChosen(choices, subject, chosen, areaNames = {}) {
  const missing = valuesOf(chosen).filter((value) => !choices.some((one) => one.value === value));
  return [...missing.map((value) => ({ value, label: wordFilter(subject, value, areaNames), count: null })), ...choices];
}

/**
 * @param {Choice[]} choices
 * @param {string} words
 * @returns {Choice[]} those whose label contains all the words, ignoring case and accents
 */
export function found(choices, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return choices.filter(({ label }) => wanted.every((word) => plain(label).includes(word)));
}

/**
 * @param {string} folder
 * @returns {string} a GLOB that matches all files in it
 */
export function folderPattern(folder) {
  return `${folder.replace(/[*?[]/g, "[$&]")}/*`;
}

/**
 * @param {Subject | "time" | "month" | "undated"} subject
 * @param {string} value
 * @param {Record<string, string>} [areaNames] of countries, regions and places
 * @returns {string} a filter's value in words
 */
export function wordFilter(subject, value, areaNames = {}) {
  if (subject === "media") return wordMedia(value);
  if (subject === "source") return wordSource(value);
  if (subject === "month") return nameOfMonth(Number(value));
  if (AREAS.includes(subject)) return areaNames[value] ?? value;
  return subject === "path" ? wordPattern(value) : value;
}

function wordPattern(pattern) {
  const folder = pattern.replace(/\/\*$/, "").replace(/\[([*?[])\]/g, "$1");
  return folderPattern(folder) === pattern ? folder : pattern;
}

function wordMedia(value) {
  return MEDIA[value] ?? value;
}

function wordSource(value) {
  return formatLocationSource(value);
}

/** The filter matches a text in maker or model, so the count includes all cameras whose names contain it. */
function cameraChoices(cameras) {
  const names = cameras.map(({ make = "", model = "", count }) => ({ make, model, count, text: model || make }));
  const passes = (text) => names.filter(({ make, model }) => [make, model].some((name) => name.toLowerCase().includes(text.toLowerCase())));
  return oneForEach(names.filter(({ text }) => text !== "").map(({ make, model, text }) => ({
    value: text,
    label: formatCamera({ cameraMake: make, cameraModel: model }),
    count: passes(text).reduce((sum, { count }) => sum + count, 0),
  }))).sort((one, other) => other.count - one.count);
}

/** Folders with the same name in several roots have the same filter. A root itself has no name. */
function folderChoices(folders) {
  const named = folders.filter(({ path }) => path !== "");
  const count = (name) => named.filter(({ path }) => path === name).reduce((sum, one) => sum + one.count, 0);
  return oneForEach(named.map(({ path, glob }) => ({ value: glob ?? folderPattern(path), label: path, count: count(path) })));
}

/** @param {CountedArea[]} areas */
function areaChoices(areas) {
  return areas.map(({ id, name, country, count }) => ({ value: id, label: [name, country].filter(Boolean).join(", "), count }));
}

/** @param {Choice[]} choices */
function oneForEach(choices) {
  return [...new Map(choices.map((one) => [one.value, one])).values()];
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
