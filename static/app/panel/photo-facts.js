/**
 * Where, when and how a photo was taken: the same in the panel and in the viewer.
 * @module
 */

import { asSentence, formatAltitude, formatCamera, formatCoordinates, formatDirection, formatFile, formatLocationSource, formatMetres, formatPlace, formatTaken, formatTimeSource, plainCoordinates, plainSexagesimal, sexagesimalCoordinates } from "../core/format.js";
import { copyButton } from "../ui/copy-button.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";
import { wordAbsence } from "../unplaced/reasons.js";

/**
 * @param {import("../api/photos.js").Photo} feature a photo, whose geometry is null if it is not on the map
 * @returns {HTMLElement}
 */
export function photoFacts(feature) {
  const { properties, geometry } = feature;
  const facts = [
    takenFact(properties),
    ...(geometry ? placeFacts(geometry.coordinates, properties) : [absenceFact(properties)]),
    cameraFact(properties),
    creatorFact(properties),
    fileFact(properties),
  ];
  return h("dl", { class: "facts" }, ...facts);
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function takenFact(properties) {
  const taken = formatTaken(properties);
  if (!taken) return fact("clock", TEXTS.taken, TEXTS.dateUnknown);
  return fact("clock", TEXTS.taken, taken.day, [`${taken.time} · ${taken.zone}`, formatTimeSource(properties)]);
}

/** @param {number[]} position @param {import("../api/photos.js").PhotoProperties} properties */
function placeFacts([lon, lat], properties) {
  const { altitude, direction, flight } = properties;
  const named = formatPlace(properties);
  return [
    named && fact("place", TEXTS.place, named.name, [named.within]),
    fact(named ? "near" : "place", TEXTS.position, formatCoordinates(lat, lon), [placeDetail(properties)],
      copyButton(TEXTS.copyCoordinates, plainCoordinates(lat, lon))),
    fact("compass", TEXTS.sexagesimal, sexagesimalCoordinates(lat, lon), [],
      copyButton(TEXTS.copySexagesimal, plainSexagesimal(lat, lon))),
    flight && fact("plane", TEXTS.flight, asSentence(flight)),
    Number.isFinite(altitude) && fact("mountain", TEXTS.altitude, formatAltitude(altitude)),
    Number.isFinite(direction) && fact(dial(direction), TEXTS.facing, formatDirection(direction), [TEXTS.facingDetail]),
  ];
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function placeDetail({ accuracy, locationSource }) {
  const parts = [];
  if (Number.isFinite(accuracy)) parts.push(TEXTS.within(formatMetres(accuracy)));
  if (locationSource) parts.push(TEXTS.fromSource(formatLocationSource(locationSource)));
  return asSentence(parts.join(" · "));
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function absenceFact(properties) {
  return fact("place", TEXTS.place, TEXTS.notOnTheMap, [wordAbsence(properties)]);
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function cameraFact(properties) {
  const camera = formatCamera(properties);
  if (!camera && !properties.lens) return null;
  return fact("camera", TEXTS.camera, camera || properties.lens, [camera && properties.lens]);
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function creatorFact({ creator, copyright }) {
  const text = creator ?? copyright;
  return text ? fact("copyright", creator ? TEXTS.creator : TEXTS.copyright, h("bdi", {}, text), [creator && copyright && h("bdi", {}, copyright)]) : null;
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function fileFact(properties) {
  return fact("file", TEXTS.file, properties.path ?? properties.filename, [formatFile(properties), properties.root],
    copyButton(TEXTS.copyPath, fullPath(properties)));
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function fullPath({ root, path, filename }) {
  return [root?.replace(/\/$/, ""), path ?? filename].filter(Boolean).join("/");
}

function fact(sign, term, text, details = [], control = null) {
  return h("div", { class: "fact" },
    h("dt", {}, typeof sign === "string" ? icon(sign, "icon fact-icon") : sign, h("span", { class: "visually-hidden" }, term)),
    h("dd", {},
      h("span", { class: "fact-text" }, text),
      ...details.filter(Boolean).map((detail) => {
        const element = h("span", { class: "fact-detail" });
        if (typeof detail === "string") setText(element, detail);
        else element.append(detail);
        return element;
      }),
      control));
}

/** A compass needle with the direction of the camera. */
function dial(direction) {
  const needle = icon("arrow", "icon dial-needle");
  needle.style.transform = `rotate(${direction}deg)`;
  return h("span", { class: "dial fact-icon", "aria-hidden": "true" }, needle);
}
