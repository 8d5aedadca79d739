/**
 * The printed sheet: title, date, the map with its pins and legend, and the photos in columns. Loaded when it is needed.
 * @module
 */

import { chipsOf } from "../filters/chip-texts.js";
import { boxOf } from "../core/box.js";
import { formatDays, formatPeriod, formatPhotos, formatPlaceAndDay, wallClock } from "../core/format.js";
import { byId, h } from "../ui/dom.js";
import { listTitle } from "../panel/list-pane.js";
import { TEXTS } from "../core/texts.js";

/** How many photos are listed, and how many of them have a picture. */
const LISTED = 1000;
const PICTURED = 300;
const PICTURE_PX = 40;
/** The sheet waits this long for pictures. */
const PATIENCE_MS = 8000;
/** The largest map, in CSS pixels: with the title, it leaves space for some photos on the first page. */
const MAP_WIDTH = 680;
const MAP_HEIGHT = 540;
const NO_LEGEND = ["hint", "link", "streets"];

/** @typedef {import("../api/photos.js").Photo} Photo */

/**
 * @param {import("../features.js").Page} page
 * @returns {Promise<HTMLElement>} complete, with its pictures
 */
export async function createSheet(page) {
  const [{ photos, total }, figure] = await Promise.all([listed(page), mapFigure(page)]);
  const { list } = page.store.state;
  const sheet = h("article", { class: "print-sheet", inert: true },
    h("header", { class: "print-head" },
      h("h1", {}, list ? listTitle(list).title : page.store.state.viewName || TEXTS.photosOnTheMap),
      h("p", {}, [formatPhotos(total), daysOf(photos), ...filtersOf(page)].filter(Boolean).join(" · ")),
      h("p", { class: "print-date" }, TEXTS.printed(formatPeriod(today(), "day")))),
    figure,
    legend(page.store.state),
    h("ol", { class: "print-list" }, ...photos.map((photo, index) => entry(photo, index < PICTURED ? page.api.thumbnailURL(photo.id, PICTURE_PX) : ""))),
    total > photos.length && h("p", {}, TEXTS.notPrinted(total - photos.length)));
  await pictures(sheet);
  return sheet;
}

/**
 * The photos of the open list, else those in view, in the order in which the page shows them.
 *
 * @param {import("../features.js").Page} page @returns {Promise<{photos: Photo[], total: number}>}
 */
async function listed({ api, store }) {
  const { list, shown, filters, order } = store.state;
  if (list && list.subject.type !== "cluster") return { photos: list.photos, total: list.photos.length };
  const answer = list?.subject.type === "cluster"
    ? await api.clusterItems(list.subject.cluster, list.subject.order, LISTED, list.subject.filters)
    : await api.gridPage(boxOf(/** @type {import("../core/viewport.js").View} */ (shown)), filters, order, { limit: LISTED });
  return { photos: answer.features, total: answer.numberMatched ?? answer.features.length };
}

/** @param {Photo[]} photos */
function daysOf(photos) {
  const moments = photos.map(({ properties }) => wallClock(properties)?.toISOString()).filter((one) => one !== undefined).sort();
  return formatDays(moments[0], moments.at(-1));
}

/** @param {import("../features.js").Page} page */
function filtersOf({ store: { state } }) {
  return chipsOf(state.filters, state.areaNames).map(({ text }) => text);
}

/** Today's date in UTC fields. */
function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/**
 * The part of the map that no panel covers, with its pins.
 *
 * @param {import("../features.js").Page} page
 */
async function mapFigure({ mapView, room }) {
  const picture = await /** @type {import("../map/map-view.js").MapCanvas} */ (mapView).picture();
  const { width, height } = /** @type {import("../map/map-view.js").MapCanvas} */ (mapView).size();
  const tall = height - Math.min(height / 2, room.insets().bottom);
  picture.style.width = `${width}px`;
  picture.style.height = `${height}px`;
  const map = byId("map");
  const parts = [".pins", ".maplibregl-ctrl-scale"].map((name) => map.querySelector(name)?.cloneNode(true)).filter((one) => one instanceof Node);
  const figure = h("figure", { class: "print-map", role: "img", "aria-label": TEXTS.photosOnTheMap }, picture, ...parts);
  figure.classList.toggle("is-world", map.classList.contains("is-world"));
  // The flat map ends before the poles; see the style sheet of the map.
  figure.style.setProperty("--south", map.style.getPropertyValue("--south"));
  figure.style.width = `${width}px`;
  figure.style.height = `${tall}px`;
  figure.style.setProperty("zoom", String(Math.min(1, MAP_WIDTH / width, MAP_HEIGHT / tall)));
  return figure;
}

/** @param {import("../core/store.js").State} state */
function legend({ look }) {
  const notes = { pins: TEXTS.pinsMeaning, heat: `${TEXTS.heat}: ${TEXTS.heatDetail}`, points: `${TEXTS.points}: ${TEXTS.pointsDetail}` };
  const chips = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".map-chip:not([hidden])"))]
    .filter(({ dataset }) => !NO_LEGEND.includes(dataset.chip ?? ""))
    .map((chip) => h("p", {}, ...[...chip.querySelectorAll(".map-chip-text, .map-chip-steps")].map((part) => h("span", {}, ...copies(part)), " ")));
  return h("div", { class: "print-legend" }, h("p", {}, notes[look.layer]), ...chips, h("p", {}, ...copies(byId("attribution"))));
}

/** @param {Element} element */
function copies(element) {
  return [.../** @type {Element} */ (element.cloneNode(true)).childNodes];
}

/** @param {Photo} photo @param {string} url */
function entry({ properties }, url) {
  return h("li", {}, url && h("img", { src: url, alt: "", width: PICTURE_PX, height: PICTURE_PX }),
    h("span", { class: "print-name" }, properties.filename ?? TEXTS.photo), h("span", {}, formatPlaceAndDay(properties)));
}

/** Waits for the pictures, and removes those that cannot be loaded. */
function pictures(/** @type {HTMLElement} */ sheet) {
  const loaded = [...sheet.querySelectorAll("img")].map((picture) => picture.decode().catch(() => picture.remove()));
  return Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
