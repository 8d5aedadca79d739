/**
 * Cards for an empty map, and for browsers that cannot draw one.
 * @module
 */

import { byId, h } from "./dom.js";
import { copyButton } from "./copy-button.js";
import { icon } from "./icons.js";
import { TEXTS } from "../core/texts.js";

const REPORT = "geoindex report";

/**
 * Explains an empty library. Only owners see what to do.
 *
 * @param {object} options
 * @param {string | null} options.scanCommand null while unknown, and for all but owners
 * @param {() => void} options.onCheck checks for photos again
 * @param {() => void} [options.onReport] shows the files that are not on the map; missing if the page cannot
 */
export function showEmpty({ scanCommand, onCheck, onReport }) {
  const advice = scanCommand === null ? [] : [
    h("p", {}, TEXTS.emptyAdvice),
    command(scanCommand),
    h("p", { class: "notice-small" }, TEXTS.emptySeeReasons),
    onReport ? button(TEXTS.showReasons, "", onReport) : command(REPORT),
  ];
  show(icon("picture", "icon notice-icon"), h("h2", {}, TEXTS.noPhotosOnMap), ...advice, button(TEXTS.checkAgain, "is-primary", onCheck));
}

/** Explains why there is no map, above the list that replaces it. */
export function showNoMap() {
  show(
    icon("alert", "icon notice-icon"),
    h("h2", {}, TEXTS.noMapTitle),
    h("p", {}, TEXTS.noMapAdvice));
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
  return h("div", { class: "command" }, h("code", { dir: "ltr" }, text), copyButton(TEXTS.copyText(text), text));
}
