/**
 * One photo: its picture, and all that is known of where, when and how it was taken.
 * @module
 */

import {
  formatAltitude, formatCamera, formatCoordinates, formatDirection, formatFile, formatLocationSource,
  formatTaken, plainCoordinates,
} from "../format.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { copyButton } from "../ui/copy-button.js";

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {any} options.actions
 */
export function createPhotoPane({ api, actions }) {
  const element = h("div", { class: "panel-body photo-pane" });
  let shown = null;

  /** @param {import("../state.js").OpenPhoto | null} photo */
  function show(photo) {
    const subject = photo && (photo.feature ?? (photo.problem || photo.id));
    if (subject === shown) return;
    shown = subject;
    element.scrollTop = 0;
    if (!photo) element.replaceChildren();
    else if (photo.feature) element.replaceChildren(...content(photo.feature, api, actions));
    else if (photo.problem) element.replaceChildren(h("p", { class: "list-status", role: "status" }, photo.problem));
    else element.replaceChildren(h("div", { class: "hero is-loading" }));
  }

  return { element, show };
}

function content(feature, api, actions) {
  const { properties } = feature;
  return [
    hero(feature, api),
    h("div", { class: "photo-actions" },
      actions.showOnMap && action("On the map", "place", () => actions.showOnMap(feature)),
      action("Nearby", "near", () => actions.listNear(feature)),
      h("a", { class: "button", href: api.originalURL(feature.id), target: "_blank", rel: "noopener" },
        icon("open"), "Original")),
    h("dl", { class: "facts" }, ...facts(feature, properties)),
  ];
}

function action(label, name, run) {
  return h("button", { type: "button", class: "button", onclick: run }, icon(name), label);
}

/** The frame has the picture's shape before the picture is there, so that nothing jumps. */
function hero(feature, api) {
  const { width, height, filename } = feature.properties;
  const url = api.thumbnailURL(feature.id, 420);
  const backdrop = h("img", { class: "hero-backdrop", alt: "", decoding: "async" });
  const picture = h("img", { alt: filename ?? "Photo", decoding: "async" });
  const frame = h("a", {
    class: "hero", href: api.viewableURL(feature.id, feature.properties.media), target: "_blank", rel: "noopener", title: "Open the original",
  }, backdrop, picture);
  frame.style.aspectRatio = width && height ? String(Math.max(0.7, Math.min(2.4, width / height))) : "4 / 3";
  picture.addEventListener("load", () => {
    picture.classList.add("is-loaded");
    backdrop.src = url;
  });
  picture.addEventListener("error", () => {
    picture.remove();
    backdrop.remove();
    frame.classList.add("is-blank");
    frame.append(icon("picture", "icon hero-blank"), h("span", {}, "No preview for this file"));
  });
  picture.src = url;
  return frame;
}

function facts(feature, properties) {
  const [lon, lat] = feature.geometry.coordinates;
  const taken = formatTaken(properties);
  return [
    fact("clock", "Taken", taken ? taken.day : "Date not known", taken && `${taken.time} · ${taken.zone}`),
    fact("place", "Place", formatCoordinates(lat, lon), placeDetail(properties),
      copyButton("Copy the coordinates", plainCoordinates(lat, lon))),
    Number.isFinite(properties.altitude) && fact("mountain", "Altitude", formatAltitude(properties.altitude)),
    Number.isFinite(properties.direction) && fact(dial(properties.direction), "Facing", formatDirection(properties.direction), "Direction the camera faced"),
    cameraFact(properties),
    fact("file", "File", properties.path ?? properties.filename, [formatFile(properties), properties.root].filter(Boolean).join(" · "),
      copyButton("Copy the path", fullPath(properties))),
  ].filter(Boolean);
}

function placeDetail({ accuracy, locationSource }) {
  const parts = [];
  if (Number.isFinite(accuracy)) parts.push(`Within ${accuracy < 10 ? Number(accuracy.toFixed(1)) : Math.round(accuracy)} m`);
  if (locationSource) parts.push(`from ${formatLocationSource(locationSource)}`);
  const text = parts.join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cameraFact(properties) {
  const camera = formatCamera(properties);
  if (!camera && !properties.lens) return null;
  return fact("camera", "Camera", camera || properties.lens, camera && properties.lens);
}

function fullPath({ root, path, filename }) {
  return [root?.replace(/\/$/, ""), path ?? filename].filter(Boolean).join("/");
}

function fact(sign, term, text, detail, control) {
  return h("div", { class: "fact" },
    typeof sign === "string" ? icon(sign, "icon fact-icon") : sign,
    h("dt", {}, term),
    h("dd", {}, h("span", { class: "fact-text" }, text), detail && h("span", { class: "fact-detail" }, detail)),
    control);
}

/** A compass needle that points where the camera did. */
function dial(direction) {
  const needle = icon("arrow", "icon dial-needle");
  needle.style.transform = `rotate(${direction}deg)`;
  return h("span", { class: "dial fact-icon", "aria-hidden": "true" }, needle);
}
