/**
 * Cards for when there is nothing to put on the map, and for browsers that cannot draw one.
 * @module
 */

import { byId, h } from "./dom.js";
import { copyButton } from "./copy-button.js";
import { icon } from "./icons.js";

const SCAN = "geoindex scan ~/Pictures";
const REPORT = "geoindex report";

/**
 * Explains an empty library.
 *
 * @param {() => void} onCheck looks again
 * @param {() => void} [onReport] shows the files that are not on the map, where the page can
 */
export function showEmpty(onCheck, onReport) {
  show(
    icon("picture", "icon notice-icon"),
    h("h2", {}, "No photos on the map yet"),
    h("p", {}, "Point geoindex at a folder of photos. It reads where each was taken and changes nothing in them."),
    command(SCAN),
    h("p", { class: "notice-small" }, "Scanned already? For every file there is a reason why it is not on the map:"),
    onReport ? button("See the reasons", "", onReport) : command(REPORT),
    button("Check again", "is-primary", onCheck));
}

/** Explains a missing map, above the list that stands in for it. */
export function showNoMap() {
  show(
    icon("alert", "icon notice-icon"),
    h("h2", {}, "This browser cannot draw the map"),
    h("p", {}, "The map needs WebGL, which is switched off or not supported here. Turn on hardware acceleration in the browser’s settings, or use another browser. Until then, here are your photos as a list."));
  document.documentElement.classList.add("has-no-map");
}

export function hideNotice() {
  byId("notice").hidden = true;
}

function show(...content) {
  const notice = byId("notice");
  notice.replaceChildren(...content);
  notice.hidden = false;
}

function button(label, className, action) {
  return h("button", { type: "button", class: `button ${className}`, onclick: () => action() }, label);
}

function command(text) {
  return h("div", { class: "command" }, h("code", {}, text), copyButton(`Copy “${text}”`, text));
}
