/**
 * The printed sheet: title, date, the map with its pins and legend, and the photos in columns. Loaded when it is needed.
 * @module
 */

import { chipsOf } from "../filters/chip-texts.js";
import { KINDS } from "../filters/kinds.js";
import { boxOf } from "../core/box.js";
import { formatDays, formatPeriod, formatPhotos, formatPlaceAndDay, wallClock } from "../core/format.js";
import { byId, h } from "../ui/dom.js";
import { copyOf } from "../map/map-picture.js";
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
  const [lists, figure] = await Promise.all([listed(page), mapFigure(page)]);
  const { list } = page.store.state;
  const photos = lists.flatMap((one) => one.photos);
  const sheet = h("article", { class: "print-sheet", inert: true },
    h("header", { class: "print-head" },
      h("h1", {}, list ? listTitle(list).title : page.store.state.viewName || TEXTS.photosOnTheMap),
      h("p", {}, [lists.length === 1 && formatPhotos(lists[0].total), daysOf(photos), ...filtersOf(page)].filter(Boolean).join(" · ")),
      h("p", { class: "print-date" }, TEXTS.printed(formatPeriod(today(), "day")))),
    figure,
    legend(page.store.state),
    ...lists.flatMap((one) => columns(one, (id) => page.api.thumbnailURL(id, PICTURE_PX))));
  await pictures(sheet);
  return sheet;
}

/**
 * @typedef {{title: string, photos: Photo[], total: number}} PrintedList without a title if there is no other
 *
 * The photos of the open list, else those in view, in the order in which the page shows them: of two spans, two lists.
 *
 * @param {import("../features.js").Page} page @returns {Promise<PrintedList[]>}
 */
async function listed({ api, store }) {
  const { list, shown, filters, order, comparison } = store.state;
  if (list && list.subject.type !== "cluster") return [{ title: "", photos: list.photos, total: list.photos.length }];
  if (list?.subject.type === "cluster") return [listOf("", await api.clusterItems(list.subject.cluster, list.subject.order, LISTED, list.subject.filters))];
  const box = boxOf(/** @type {import("../core/viewport.js").View} */ (shown));
  const spans = comparison ? [filters, comparison.filters] : [filters];
  const lists = await Promise.all(spans.map(async (one) =>
    listOf(comparison ? KINDS.time.word(one.time) : "", await api.gridPage(box, one, order, { limit: LISTED }))));
  return comparison?.isEarlier ? lists.toReversed() : lists;
}

/** @param {string} title @param {{features: Photo[], numberMatched?: number}} answer @returns {PrintedList} */
function listOf(title, { features, numberMatched }) {
  return { title, photos: features, total: numberMatched ?? features.length };
}

/** @param {PrintedList} list @param {(id: number) => string} pictureOf */
function columns({ title, photos, total }, pictureOf) {
  return [
    title && h("h2", { class: "print-span" }, [title, formatPhotos(total)].join(" · ")),
    h("ol", { class: "print-list" }, ...photos.map((photo, index) => entry(photo, index < PICTURED ? pictureOf(photo.id) : ""))),
    total > photos.length && h("p", {}, TEXTS.notPrinted(total - photos.length)),
  ];
}

/** @param {Photo[]} photos */
function daysOf(photos) {
  const moments = photos.map(({ properties }) => wallClock(properties)?.toISOString()).filter((one) => one !== undefined).sort();
  return formatDays(moments[0], moments.at(-1));
}

/** @param {import("../features.js").Page} page */
function filtersOf({ store: { state } }) {
  // The lists of a comparison name their spans.
  const filters = state.comparison && !state.list ? { ...state.filters, time: "" } : state.filters;
  return chipsOf(filters, state.areaNames).map(({ text }) => text);
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
  const parts = [...map.querySelectorAll(".map-side, .pins:not(.map-side > *), .divider, .maplibregl-ctrl-scale")].map((part) => part.cloneNode(true));
  // Copies of elements have no pixels, and the sheet shows only the upper part of the map.
  const areas = [.../** @type {NodeListOf<HTMLCanvasElement>} */ (map.querySelectorAll(".drawn-surface"))].map((area) => {
    const copy = copyOf(area);
    copy.className = area.className;
    Object.assign(copy.style, { width: picture.style.width, height: picture.style.height });
    return copy;
  });
  const outlines = [...map.querySelectorAll(".drawn-shapes[role]")].map((part) => part.cloneNode(true));
  const figure = h("figure", { class: "print-map", role: "img", "aria-label": TEXTS.photosOnTheMap }, picture, ...areas, ...outlines, ...parts);
  for (const name of ["is-world", "is-second-left"]) figure.classList.toggle(name, map.classList.contains(name));
  figure.style.setProperty("--divider", map.style.getPropertyValue("--divider"));
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
