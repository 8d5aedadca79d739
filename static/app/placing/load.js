/**
 * What the pointer carries: the pictures of the photos, as a pin that points at the position, with its name and how far
 * it is from where the photo was.
 * @module
 */

import { metresBetween } from "../core/distance.js";
import { formatCoordinates, formatCount, formatDistance, formatPlace } from "../core/format.js";
import { createNewest } from "../core/newest.js";
import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const PICTURE_PX = 64;
const MOST_PICTURES = 3;
/** Decimals of the coordinates in requests for names: 110 metres. */
const DECIMALS = 3;
/** Half of the greatest width of the label, and its height with the picture below it. */
const HALF_LABEL = 124;
const HEIGHT = 136;
/** Shorter distances are not a movement. */
const NOT_MOVED = 0.5;

/**
 * @typedef {object} Load
 * @property {HTMLElement} element
 * @property {(tip: import("./drag.js").Point, spot: import("../map/map-address.js").Spot | null) => void} show moves it; the spot is null beside the map
 *
 * @param {object} options
 * @param {import("../api/photos.js").Photo[]} options.photos
 * @param {import("../api.js").Api} options.api
 * @param {import("../map/map-address.js").Spot | null} options.from where they were, if that is one place
 * @returns {Load}
 */
export function createLoad({ photos, api, from }) {
  const what = photos.length === 1 ? photos[0].properties.filename ?? TEXTS.thePhoto : TEXTS.counted.photo(photos.length);
  const title = h("span", { class: "load-title" }, what);
  const detail = h("span", { class: "load-detail" });
  const label = h("div", { class: "load-label" }, title, detail);
  const element = h("div", { class: "placing-load", "aria-hidden": "true" }, label, pictures(photos, api));
  let name = "";
  let isOverMap = false;

  const names = createNewest({
    keyOf: ({ lat, lon }) => `${lat}/${lon}`,
    ask: (/** @type {import("../map/map-address.js").Spot} */ spot, signal) => api.positionNames(spot, signal),
    onAnswer(answer) {
      name = formatPlace(answer)?.name ?? "";
      if (isOverMap && name) setText(title, name);
    },
    // A server without names of places; the coordinates are shown.
    onFailure: () => false,
  });

  return {
    element,

    show({ clientX, clientY }, spot) {
      element.style.transform = `translate(${Math.round(clientX)}px, ${Math.round(clientY)}px)`;
      element.classList.toggle("is-low", clientY < HEIGHT);
      label.style.translate = `${Math.round(Math.max(HALF_LABEL, Math.min(innerWidth - HALF_LABEL, clientX)) - clientX)}px 0`;
      isOverMap = spot !== null;
      setText(title, spot ? name || formatCoordinates(spot.lat, spot.lon) : what);
      setText(detail, spot ? distanceText(from, spot) || what : "");
      if (spot) names.want({ lat: Number(spot.lat.toFixed(DECIMALS)), lon: Number(spot.lon.toFixed(DECIMALS)) });
    },
  };
}

/** @param {import("../map/map-address.js").Spot | null} from @param {import("../map/map-address.js").Spot} spot */
function distanceText(from, spot) {
  const metres = from ? metresBetween([from.lon, from.lat], [spot.lon, spot.lat]) : 0;
  return metres < NOT_MOVED ? "" : TEXTS.fromOldPlace(formatDistance(metres));
}

/**
 * A card with a pointer, as that of a pin. Several photos lie on one another, the first on top.
 *
 * @param {{id: number}[]} photos @param {import("../api.js").Api} api
 */
export function pictures(photos, api) {
  const cards = photos.slice(0, MOST_PICTURES).map(({ id }) => {
    const picture = h("img", { alt: "", draggable: "false", src: api.thumbnailURL(id, PICTURE_PX) });
    picture.addEventListener("error", () => picture.replaceWith(icon("picture", "icon pin-blank")));
    return h("span", { class: "load-picture" }, picture);
  });
  return h("span", { class: "load-card", ...(photos.length > 1 && { "data-count": formatCount(photos.length) }) }, ...cards.reverse());
}
