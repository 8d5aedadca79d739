/** @module */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/** How long a button shows its result. */
const DONE_MS = 1600;

/**
 * The buttons for a photo, the same in the panel and in the viewer: first those of the page itself, then those of the
 * features.
 *
 * @param {import("../api/photos.js").Photo} photo
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {object} options.actions
 * @param {((photo: import("../api/photos.js").Photo) => void)} [options.actions.showOnMap] missing if there is no map
 * @param {(photo: import("../api/photos.js").Photo) => void} options.actions.listNear
 * @param {(day: string) => void} [options.actions.showDay] missing if there is no map
 * @param {import("../features.js").PhotoAction[]} options.actions.added
 * @returns {HTMLElement}
 */
export function photoActions(photo, { api, actions: { showOnMap, listNear, showDay, added } }) {
  const day = photo.geometry && photo.properties.takenAtLocal?.slice(0, 10);
  return h("div", { class: "photo-actions" },
    showOnMap && photo.geometry && action(TEXTS.showOnMap, "place", () => showOnMap(photo)),
    photo.geometry && action(TEXTS.nearbyPhotos, "near", () => listNear(photo)),
    showDay && day && action(TEXTS.showThisDay, "way", () => showDay(day)),
    h("a", { class: "button", href: api.originalURL(photo.id), target: "_blank", rel: "noopener" }, icon("open"), TEXTS.openOriginal),
    ...added.filter(({ suits }) => suits?.(photo) ?? true).map(({ label, sign, run }) => action(label, sign, () => run(photo))));
}

/** @param {string} label @param {string} sign @param {() => unknown} run may come to a word that the button says for a moment */
function action(label, sign, run) {
  const text = h("span", {}, label);
  return h("button", {
    type: "button", class: "button",
    async onclick() {
      const done = await run();
      if (typeof done !== "string") return;
      text.textContent = done;
      setTimeout(() => (text.textContent = label), DONE_MS);
    },
  }, icon(sign), text);
}
