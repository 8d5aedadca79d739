/** @module */

import { formatMonths, formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { hasParts } from "./areas-state.js";

const PICTURE_PX = 56;
const PARTS = { country: TEXTS.regionsOf, region: TEXTS.placesIn };

/**
 * One row of the tree. It is an area with one button to choose it and one to open it, or a sentence.
 *
 * @param {import("./areas-state.js").Row} row
 * @param {import("../api.js").Api} api
 * @returns {HTMLElement}
 */
export function areaRow({ area, text = "", retry, depth }, api) {
  if (!area) {
    const again = retry !== undefined && h("button", { type: "button", class: "button", "data-retry": retry }, TEXTS.tryAgain);
    return h("div", { class: `area-row is-text is-depth-${depth}` }, h("p", { class: "area-note", role: retry === undefined ? null : "alert" }, text), again);
  }
  const facts = [formatPhotos(area.count), formatMonths(area.from, area.to)].filter(Boolean);
  const choose = h("button", { type: "button", class: "area", "data-choose": area.id, title: area.name, "aria-label": [area.name, ...facts].join(", ") },
    area.cover === undefined ? h("span", { class: "thumbnail" }, icon("place")) : thumbnail(api.thumbnailURL(area.cover, PICTURE_PX)),
    h("span", { class: "area-text" },
      h("bdi", { class: "area-name" }, area.name),
      h("span", { class: "area-facts" }, facts.join(" · "))));
  const name = PARTS[area.kind]?.(area.name);
  const open = hasParts(area) && h("button", { type: "button", class: "icon-button area-open", "data-open": area.id, "aria-label": name, title: name }, icon("fold"));
  return h("div", { class: `area-row is-depth-${depth}` }, choose, open);
}

/**
 * Updates the parts of a row that can change without making the row anew.
 *
 * @param {Element} element
 * @param {{opened: string[], chosen: string[]}} now
 */
export function paintRow(element, { opened, chosen }) {
  const choose = element.querySelector("[data-choose]");
  const open = element.querySelector("[data-open]");
  if (choose && chosen.includes(choose.getAttribute("data-choose") ?? "")) choose.setAttribute("aria-current", "true");
  else choose?.removeAttribute("aria-current");
  open?.setAttribute("aria-expanded", String(opened.includes(open.getAttribute("data-open") ?? "")));
}
