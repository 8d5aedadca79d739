/**
 * A doubted position: a row of the list, and the lines about the open photo.
 * @module
 */

import { formatCoordinates, formatDistance } from "../core/format.js";
import { metresBetween } from "../core/distance.js";
import { TEXTS } from "../core/texts.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { evidenceOf } from "./evidence.js";

const PICTURE_PX = 56;

/** @typedef {import("../api/doubts.js").Doubt} Doubt */

/**
 * @typedef {object} RowActions
 * @property {(doubt: Doubt) => void} show shows the photo and the suggested position on the map
 * @property {(doubt: Doubt) => void} open opens the photo
 * @property {(doubt: Doubt) => void} accept
 * @property {(doubt: Doubt) => void} correct
 * @property {(doubt: Doubt) => void} place by hand
 * @property {() => boolean} mayPlace
 */

/** @param {Doubt} doubt @param {import("../api.js").Api} api @param {RowActions} actions */
export function doubtRow(doubt, api, actions) {
  const { id, filename, path } = doubt;
  const { text, lang } = evidenceOf(doubt);
  const suggested = suggestionText(doubt);
  return h("div", { class: "doubt", "data-doubt": id },
    h("button", { type: "button", class: "doubt-main", title: [path, text, suggested].filter(Boolean).join("\n"), onclick: () => actions.show(doubt) },
      thumbnail(api.thumbnailURL(id, PICTURE_PX)),
      h("span", { class: "doubt-text" },
        h("bdi", { class: "doubt-name" }, filename),
        h("bdi", { class: "doubt-evidence", lang }, text),
        suggested && h("span", { class: "doubt-suggestion" }, suggested))),
    h("div", { class: "doubt-acts" }, ...doubtButtons(doubt, actions),
      h("button", { type: "button", class: "icon-button doubt-open", "aria-label": TEXTS.openPhotoOf(filename), title: TEXTS.openPhoto, onclick: () => actions.open(doubt) }, icon("expand"))));
}

/** @param {Doubt} doubt @param {Pick<RowActions, "accept" | "correct" | "place" | "mayPlace">} actions */
export function doubtButtons(doubt, { accept, correct, place, mayPlace }) {
  const { filename, suggestion } = doubt;
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {(doubt: Doubt) => void} */ run) =>
    h("button", { type: "button", class: "button", "aria-label": label, title: text, onclick: () => run(doubt) }, h("span", {}, text));
  return [
    suggestion && button(TEXTS.correctPosition, TEXTS.correctPositionOf(filename), correct),
    button(TEXTS.positionIsRight, TEXTS.positionIsRightOf(filename), accept),
    mayPlace() && button(TEXTS.placeByHand, TEXTS.placeByHandOf(filename), place),
  ];
}

/** @param {Doubt} doubt @returns {string} empty without a suggestion */
export function suggestionText({ longitude, latitude, suggestion }) {
  if (!suggestion) return "";
  const [lon, lat] = suggestion;
  return TEXTS.suggestedPosition(formatDistance(metresBetween([longitude, latitude], suggestion)), formatCoordinates(lat, lon));
}
