/**
 * The choices of base maps: the map with or without relief, and each map of pictures. Pure.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { isPictures, isRelief, isStreets } from "./kinds.js";

/**
 * @typedef {object} Choice
 * @property {string} key
 * @property {string} label
 * @property {string} detail
 * @property {string | null} base
 * @property {boolean} relief
 */

/** @param {import("./tiles.js").StreetMap[]} maps @returns {Choice[]} at least one */
export function choicesAmong(maps) {
  const streets = maps.filter(isStreets);
  const label = streets.length ? TEXTS.streets : TEXTS.builtInMap;
  const detail = streets.map(({ name }) => name).join(", ");
  const hasRelief = maps.some(isRelief);
  return [
    ...(hasRelief ? [{ key: "relief", label: TEXTS.relief, detail, base: null, relief: true }] : []),
    { key: "map", label, detail, base: null, relief: !hasRelief },
    ...maps.filter(isPictures).map(({ id, name }) => ({ key: `pictures ${id}`, label: name, detail: TEXTS.picturesDetail, base: id, relief: true })),
  ];
}

/**
 * @param {Choice[]} choices
 * @param {{base: string | null, relief: boolean}} state
 * @returns {Choice} the choice that is shown; falls back if a map no longer exists
 */
export function chosenAmong(choices, { base, relief }) {
  const pictures = choices.find((one) => one.base !== null && one.base === base);
  const plain = choices.filter((one) => one.base === null);
  return pictures ?? plain.find((one) => one.relief === relief) ?? plain[0];
}
