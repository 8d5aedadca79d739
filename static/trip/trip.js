/**
 * The page of a trip, which is complete without this script: it adds the map, dates in words, and a viewer. It reads only
 * the files beside it.
 * @module
 */

import { basemapStyle } from "../app/map/basemap-style.js";
import { loadMapLibre } from "../app/map/maplibre.js";

/** That of the page, as the reader writes it: 3 May or May 3. */
const LANGUAGE = navigator.languages.find((one) => one.split("-")[0] === document.documentElement.lang) ?? document.documentElement.lang;
/** The built-in map has few names where it is closer. */
const CLOSEST = 11;
const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Picture
 * @property {HTMLLIElement} element
 * @property {HTMLAnchorElement} link
 * @property {[number, number] | null} at
 * @property {string} day the id of its section
 */

/** @type {Picture[]} */
const pictures = [...document.querySelectorAll("main li")].map((item) => {
  const element = /** @type {HTMLLIElement} */ (item);
  const [x, y] = (element.dataset.at ?? "").split(",").map(Number);
  return {
    element,
    link: /** @type {HTMLAnchorElement} */ (element.querySelector("a")),
    at: Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null,
    day: element.closest("section")?.id ?? "",
  };
});

wordDates();
wireViewer();
startMap().catch(() => document.getElementById("map")?.classList.remove("has-map"));

function wordDates() {
  const day = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });
  const range = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
  const until = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });
  for (const time of document.querySelectorAll("time")) {
    const format = time.className === "until" ? until : day;
    time.textContent = format.format(new Date(time.dateTime));
  }
  for (const dates of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".dates"))) {
    const { from, to } = dates.dataset;
    if (from && to) dates.textContent = range.formatRange(Date.parse(from), Date.parse(to));
  }
}

// The map

async function startMap() {
  const placed = pictures.filter(({ at }) => at);
  const holder = document.getElementById("map");
  if (!placed.length || !holder) return;
  const [maplibre, basemap] = await Promise.all([loadMapLibre(), described()]);
  const container = holder.appendChild(document.createElement("div"));
  const way = wayOf(placed);
  const style = () => withTrip(basemapStyle({ theme: dark.matches ? "dark" : "light", base: document.baseURI, basemap }), way);
  const map = new maplibre.Map({
    container, style: style(), maxZoom: 17, attributionControl: false, cooperativeGestures: matchMedia("(max-width: 60rem)").matches,
    bounds: boxOf(way), fitBoundsOptions: { padding: 40, maxZoom: CLOSEST },
  });
  holder.classList.add("has-map");
  map.addControl(new maplibre.AttributionControl({ compact: true, customAttribution: basemap?.attribution }));
  map.addControl(new maplibre.NavigationControl({ showCompass: false }));
  dark.addEventListener("change", () => map.setStyle(style()));
  map.on("click", "pictures", (event) => show(event.features[0].properties.number));
  map.on("mouseenter", "pictures", () => (map.getCanvas().style.cursor = "pointer"));
  map.on("mouseleave", "pictures", () => (map.getCanvas().style.cursor = ""));
  followDays(map, way);
}

async function described() {
  try {
    const answer = await fetch("basemap/basemap.json");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * @param {Picture[]} placed
 * @returns {{at: [number, number], number: number, day: string}[]} in order; a way over the antimeridian goes on beyond it
 */
function wayOf(placed) {
  let last = 0;
  return placed.map(({ at, day }, position) => {
    const [x, y] = at ?? [0, 0];
    last = position === 0 ? x : x - Math.round((x - last) / 360) * 360;
    return { at: /** @type {[number, number]} */ ([last, y]), number: pictures.indexOf(placed[position]), day };
  });
}

/** @returns {[number, number, number, number]} */
function boxOf(points) {
  const [xs, ys] = [points.map(({ at }) => at[0]), points.map(({ at }) => at[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function withTrip(style, way) {
  const color = dark.matches ? "#f08a6c" : "#b4472e";
  const line = { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: way.map(({ at }) => at) } };
  const points = way.map(({ at, number, day }) => ({ type: "Feature", properties: { number, day }, geometry: { type: "Point", coordinates: at } }));
  const circle = (id, radius, filter) => ({
    id, type: "circle", source: "pictures", ...(filter && { filter }),
    paint: { "circle-color": color, "circle-radius": radius, "circle-stroke-color": "#ffffff", "circle-stroke-width": 1.5 },
  });
  return {
    ...style,
    sources: {
      ...style.sources,
      way: { type: "geojson", data: { type: "FeatureCollection", features: way.length > 1 ? [line] : [] } },
      pictures: { type: "geojson", data: { type: "FeatureCollection", features: points } },
    },
    layers: [
      ...style.layers,
      { id: "way", type: "line", source: "way", layout: { "line-join": "round", "line-cap": "round" }, paint: { "line-color": color, "line-width": 2.5, "line-opacity": 0.75 } },
      circle("pictures", 5),
      circle("day", 8, ["==", ["get", "day"], ""]),
    ],
  };
}

/** The map shows where the day was that is being read, and the whole way at the top. */
function followDays(map, way) {
  let current = "";
  const go = (/** @type {string} */ day) => {
    if (day === current) return;
    current = day;
    map.setFilter("day", ["==", ["get", "day"], day]);
    map.fitBounds(boxOf(day ? way.filter((point) => point.day === day) : way), { padding: 60, maxZoom: CLOSEST, duration: calm.matches ? 0 : 900 });
  };
  const sections = [...document.querySelectorAll("main section")];
  const follow = () => {
    if (!map.getLayer("day")) return;
    const line = innerHeight * 0.35;
    const read = sections.filter((section) => section.getBoundingClientRect().top < line).at(-1);
    const isPlaced = way.some(({ day }) => day === read?.id);
    go(scrollY > 40 && read && isPlaced ? read.id : "");
  };
  let frame = 0;
  addEventListener("scroll", () => (frame ||= requestAnimationFrame(() => {
    frame = 0;
    follow();
  })), { passive: true });
}

// The viewer

/** @param {number} position among all pictures */
function show(position) {
  const fragment = `#photo-${position + 1}`;
  if (location.hash === fragment) return;
  // Back closes the viewer, however many pictures were looked at.
  if (location.hash) history.replaceState(null, "", fragment);
  else history.pushState(null, "", fragment);
  follow();
}

function follow() {
  const position = Number(/^#photo-(\d+)$/.exec(location.hash)?.[1]) - 1;
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("viewer"));
  const picture = pictures[position];
  if (!picture) {
    if (dialog.open) dialog.close();
    return;
  }
  const image = /** @type {HTMLImageElement} */ (dialog.querySelector("img"));
  image.src = picture.link.href;
  image.alt = picture.link.querySelector("img")?.alt ?? "";
  const words = picture.element.querySelector(".words")?.cloneNode(true);
  dialog.querySelector(".facts")?.replaceChildren(...(words?.childNodes ?? []));
  buttons().previous.disabled = position === 0;
  buttons().next.disabled = position === pictures.length - 1;
  if (!dialog.open) dialog.showModal();
}

function buttons() {
  const find = (name) => /** @type {HTMLButtonElement} */ (document.querySelector(`#viewer .${name}`));
  return { previous: find("previous"), next: find("next"), close: find("close") };
}

function wireViewer() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("viewer"));
  const go = (by) => {
    const position = Number(/^#photo-(\d+)$/.exec(location.hash)?.[1]) - 1 + by;
    if (pictures[position]) show(position);
  };
  const leave = () => location.hash && history.back();
  document.querySelector("main")?.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest(".pictures a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(pictures.findIndex((picture) => picture.link === link));
  });
  buttons().previous.addEventListener("click", () => go(-1));
  buttons().next.addEventListener("click", () => go(1));
  buttons().close.addEventListener("click", leave);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  dialog.addEventListener("keydown", (event) => {
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") go(event.key === forward ? 1 : -1);
  });
  swipe(dialog, go);
  addEventListener("popstate", follow);
  follow();
}

/** @param {HTMLElement} element @param {(by: number) => void} go */
function swipe(element, go) {
  let start = 0;
  element.addEventListener("pointerdown", (event) => (start = event.isPrimary && event.pointerType !== "mouse" ? event.clientX : 0));
  element.addEventListener("pointerup", (event) => {
    const way = start ? event.clientX - start : 0;
    start = 0;
    if (Math.abs(way) > 50) go((way < 0 ? 1 : -1) * (document.documentElement.dir === "rtl" ? -1 : 1));
  });
}
