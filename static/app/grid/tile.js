/**
 * One photo of the grid: a button with its picture.
 * @module
 */

import { formatDistance, formatPlaceAndDay } from "../core/format.js";
import { ON } from "../core/language.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { cancelPicture, loadPicture } from "../ui/picture-queue.js";
import { TEXTS } from "../core/texts.js";

const KEPT_PICTURES = 400;

/** Pictures of photos that have left the screen. They are shown at once if the photos come back. */
/** @type {LeastRecentlyUsed<string, HTMLImageElement>} */
const keptPictures = new LeastRecentlyUsed(KEPT_PICTURES);

/**
 * @typedef {object} Tile
 * @property {HTMLLIElement} element
 * @property {HTMLButtonElement} button
 * @property {HTMLImageElement} picture
 * @property {string} url
 * @property {import("../api/photos.js").Photo} feature
 * @property {number} index
 *
 * @param {import("../api/photos.js").Photo} feature
 * @param {string} url of its thumbnail
 * @returns {Tile}
 */
export function createTile(feature, url) {
  const picture = keptPictures.get(url) ?? blankPicture();
  keptPictures.delete(url);
  const button = h("button", {
    type: "button", class: "tile", tabindex: "-1", "data-item": feature.id,
    title: feature.properties.filename, "aria-label": nameOf(feature),
  }, h("span", { class: "thumbnail" }, icon("picture", "icon thumbnail-blank"), picture,
    String(feature.properties.media ?? "").startsWith("video/") && h("span", { class: "tile-film" }, icon("film"))));
  const element = h("li", { class: "wall-item" }, button);
  return { element, button, picture, url, feature, index: -1 };
}

/**
 * Moves a tile to the position of its photo.
 *
 * @param {Tile} tile
 * @param {{index: number, total: number, x: number, y: number, size: number}} at
 */
export function placeTile(tile, { index, total, x, y, size }) {
  const { element } = tile;
  const transform = `translate(${ON * x}px, ${y}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
  if (tile.index !== index) element.setAttribute("aria-posinset", String(index + 1));
  tile.index = index;
  const count = String(total);
  if (element.getAttribute("aria-setsize") !== count) element.setAttribute("aria-setsize", count);
  const side = `${size}px`;
  if (element.style.width !== side) element.style.width = element.style.height = side;
}

/** Loads a tile's picture after the tile is in the document. */
export function showTile(/** @type {Tile} */ { picture, url }) {
  if (!picture.hasAttribute("src")) loadPicture(picture, url);
}

/** Removes a tile. Its picture is cached if it is loaded; otherwise its request is cancelled. */
export function removeTile(/** @type {Tile} */ { element, picture, url }) {
  element.remove();
  if (picture.classList.contains("is-loaded")) keptPictures.set(url, picture);
  else cancelPicture(picture);
}

function blankPicture() {
  const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
  picture.addEventListener("load", () => picture.classList.add("is-loaded"));
  return picture;
}

/** @param {import("../api/photos.js").Photo} photo */
function nameOf({ properties }) {
  const distance = properties.distance === undefined ? "" : `, ${TEXTS.fromTheMiddle(formatDistance(properties.distance))}`;
  return `${properties.filename}, ${formatPlaceAndDay(properties)}${distance}`;
}
