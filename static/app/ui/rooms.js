/**
 * The space that the grid and the time bar take from the map. It is reserved before they have content, so that the map
 * does not have to move later.
 * @module
 */

import { byId, isCoarse, isNarrow, withText } from "./dom.js";
import { IS_FROM_THE_RIGHT } from "../core/language.js";
import { recall, remember } from "../core/memory.js";

const GRID_KEY = "geoindex.grid";
const TIME_BAR_KEY = "geoindex.time-bar";
const PEEK = 74;
/** Between the parts of the page and its edges. */
const GAP = 14;
/** Windows up to this height have no space for the time bar: a phone on its side. */
const LOW = 500;
/** The height of the name and the counts, with the search box below them. */
const CORNER = 136;
/** The same in a low window, where pins may be behind it, as a share of the window's height. */
const CORNER_SHARE = 0.17;
const MASTHEAD = 68;
/** On a phone, search and filters are above the sheet: their height, with the attribution below them. Tips of pins may touch them. */
const TOOLS = 62;
/** Chips of filters fill their row, so that pins would be behind them. */
const CHIPS_BESIDE = 16;
/** Windows of a phone must be this high for that, or else the buttons of the map reach down to them. */
const TOOLS_BELOW = 640;
/** In a low window pins may be between the name and the buttons, which then are in two columns. */
const BESIDE = { start: 252, end: 120 };
/** A part of the page that covers more of the map's height than this counts as this high, so that a view is left. */
const MOST_COVERED = 0.7;
/** How far down the buttons reach. It depends on the buttons that are shown; see the style sheet of the map. */
const BUTTONS = { phone: 272, touch: 376, pointer: 436 };

/** @returns {number} the height of the grid's sheet on a phone at its lowest position */
export function peekHeight() {
  return withText(PEEK) + covered("bottom");
}

/** @param {"top" | "bottom"} edge @returns {number} what notches and bars of the system cover, in pixels */
function covered(edge) {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--safe-${edge}`)) || 0;
}

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

/** @returns {boolean} whether the time bar starts folded */
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

/** @returns {boolean} whether search and filters are in the reach of a thumb, as the style sheet of the search has it */
function hasToolsBelow() {
  return isNarrow() && innerHeight >= TOOLS_BELOW;
}

/**
 * How far the name, the search box and the filters reach into the map, from the side where lines begin and from its upper edge.
 *
 * @returns {{across: number, bottom: number}}
 */
export function cornerSize() {
  const parts = [...document.querySelectorAll(hasToolsBelow() ? ".masthead" : ".masthead, .search, .filters-button, .filter-chips > li")].map((part) => part.getBoundingClientRect());
  const across = parts.map(({ left, right }) => (IS_FROM_THE_RIGHT ? innerWidth - left : right));
  return { across: Math.max(0, ...across), bottom: Math.max(0, ...parts.map(({ bottom }) => bottom)) };
}

/**
 * How much of each side of the map the page's parts cover.
 *
 * @param {object} parts
 * @param {{beside: number, bottom: number, isFull?: boolean}} [parts.panel] `beside` at the side where lines end
 * @param {number} parts.grid how much of the lower edge the grid's sheet covers
 * @param {number} parts.timeBar the height of the time bar
 * @param {{top: number, bottom: number}} [parts.strip] of the open trip
 * @param {number} [parts.card] how much of the lower edge the card of a place covers
 * @param {number} [parts.together] how much of the upper edge the bar of a room covers
 * @returns {import("../map/fit.js").Covered}
 */
export function insetsOf({ panel = { beside: 0, bottom: 0 }, grid, timeBar, strip = { top: 0, bottom: 0 }, card = 0, together = 0 }) {
  const chips = /** @type {HTMLElement | null} */ (document.querySelector(".filter-chips"))?.offsetHeight ?? 0;
  const isBelow = hasToolsBelow();
  const notch = Math.max(0, covered("top") - GAP);
  const top = notch + Math.max(withText(MASTHEAD), Math.min(withText(CORNER), innerHeight * CORNER_SHARE)) + (isBelow ? 0 : chips) + strip.top + together;
  const buttons = notch + BUTTONS[!isCoarse() ? "pointer" : isNarrow() || innerHeight <= LOW ? "phone" : "touch"];
  // The time bar is on top of the lowered sheet. A raised sheet and an open panel cover it.
  const bar = isNarrow() ? Math.min(grid, peekHeight()) + timeBar : 0;
  const bottom = Math.min(innerHeight * MOST_COVERED, Math.max(panel.bottom, grid, bar, card) + strip.bottom);
  const sides = IS_FROM_THE_RIGHT ? { left: panel.beside, right: 0 } : { left: 0, right: panel.beside };
  return { top, buttons, beside: innerHeight <= LOW ? BESIDE : null, ...sides, isMirrored: IS_FROM_THE_RIGHT, bottom, tools: isBelow ? TOOLS + (chips && CHIPS_BESIDE) : 0, isHidden: panel.isFull };
}

/**
 * Reserves the space that the grid and the time bar will take.
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
  return insetsOf({ grid: isNarrow() && isGridShown(grid) ? peekHeight() : 0, timeBar: timeBarInset() });
}
