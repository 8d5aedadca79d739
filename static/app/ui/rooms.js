/**
 * The rooms that the grid and the time bar take from the map. They are taken before there is anything in
 * them, so that the map need not move aside later.
 * @module
 */

import { byId, isCoarse, isNarrow } from "./dom.js";
import { recall, remember } from "../core/memory.js";

const GRID_KEY = "geoindex.grid";
const TIME_BAR_KEY = "geoindex.time-bar";
/** How much of the grid is seen on a phone where its sheet stands lowest. */
export const PEEK = 74;
/** A window that is no higher has no room for the time bar: a phone on its side. */
const LOW = 500;
/** The name and the counts, with the search box below them. */
const CORNER = 136;
/** In a low window, where pins may be behind them, so much of its height. */
const CORNER_SHARE = 0.17;
const MASTHEAD = 68;
/** In a low window pins may be between the name and the buttons, which then stand in two columns. */
const BESIDE = { left: 252, right: 120 };
/** How far down the buttons reach, by what is shown of them where; see the style sheet of the map. */
const BUTTONS = { phone: 272, touch: 376, pointer: 436 };

/** @returns {boolean} whether the reader has the grid open beside the map */
export function isGridWanted() {
  return recall(GRID_KEY) !== "closed";
}

/** @param {boolean} isWanted */
export function rememberGrid(isWanted) {
  remember(GRID_KEY, isWanted ? "open" : "closed");
}

/** @param {{hasPhotos: boolean, isWanted: boolean}} grid @returns {boolean} whether the grid is to be seen */
export function isGridShown({ hasPhotos, isWanted }) {
  return hasPhotos && (isWanted || isNarrow());
}

/** @param {{hasPhotos: boolean, isWanted: boolean}} grid */
export function takeGridRoom(grid) {
  const { classList } = document.documentElement;
  classList.toggle("has-grid", isGridShown(grid));
  classList.toggle("has-grid-folded", grid.hasPhotos && !grid.isWanted);
}

/** @returns {boolean} whether the time bar is to be folded at first */
export function isTimeBarFolded() {
  const stored = recall(TIME_BAR_KEY);
  return stored === null ? isNarrow() || innerHeight <= LOW : stored === "folded";
}

/** @param {boolean} isFolded */
export function rememberTimeBar(isFolded) {
  remember(TIME_BAR_KEY, isFolded ? "folded" : "open");
}

/** @returns {number} how much of the map's lower edge the time bar covers, in pixels */
export function timeBarInset() {
  const element = byId("time-bar");
  return element.hidden ? 0 : element.offsetHeight + parseFloat(getComputedStyle(element).marginBottom || "0");
}

export function takeTimeBarRoom() {
  document.documentElement.style.setProperty("--time-bar", `${timeBarInset()}px`);
}

/** How far the name, the search box and the filters reach into the map. @returns {{right: number, bottom: number}} */
export function cornerSize() {
  const parts = [...document.querySelectorAll(".masthead, .search, .filters-button, .filter-chips > li")].map((part) => part.getBoundingClientRect());
  return { right: Math.max(0, ...parts.map(({ right }) => right)), bottom: Math.max(0, ...parts.map(({ bottom }) => bottom)) };
}

/**
 * What the page's parts cover of the map's sides.
 *
 * @param {object} parts
 * @param {{right: number, bottom: number}} [parts.panel]
 * @param {number} parts.grid how much of the lower edge the grid's sheet covers
 * @param {number} parts.timeBar how high the time bar is
 * @returns {import("../map/fit.js").Covered}
 */
export function insetsOf({ panel = { right: 0, bottom: 0 }, grid, timeBar }) {
  const chips = /** @type {HTMLElement | null} */ (document.querySelector(".filter-chips"))?.offsetHeight ?? 0;
  const top = Math.max(MASTHEAD, Math.min(CORNER, innerHeight * CORNER_SHARE)) + chips;
  const buttons = BUTTONS[!isCoarse() ? "pointer" : isNarrow() || innerHeight <= LOW ? "phone" : "touch"];
  // The time bar stands on the lowered sheet. A raised sheet and an open panel lie over it.
  const bar = isNarrow() ? Math.min(grid, PEEK) + timeBar : 0;
  return { top, buttons, beside: innerHeight <= LOW ? BESIDE : null, left: 0, right: panel.right, bottom: Math.max(panel.bottom, grid, bar) };
}

/**
 * Takes the rooms as they will be once the grid and the time bar are there.
 *
 * @param {{hasPhotos: boolean, hasDates: boolean}} library
 * @returns {import("../map/fit.js").Covered}
 */
export function takeRooms({ hasPhotos, hasDates }) {
  const grid = { hasPhotos, isWanted: isGridWanted() };
  takeGridRoom(grid);
  const bar = byId("time-bar");
  bar.classList.toggle("is-folded", isTimeBarFolded());
  bar.hidden = !hasDates;
  takeTimeBarRoom();
  return insetsOf({ grid: isNarrow() && isGridShown(grid) ? PEEK : 0, timeBar: timeBarInset() });
}
