/**
 * The properties of the photo in the viewer, with a small map of its position.
 * @module
 */

import { formatCoordinates } from "../core/format.js";
import { spotOf } from "../core/viewport.js";
import { photoActions } from "../panel/photo-actions.js";
import { photoFacts } from "../panel/photo-facts.js";
import { h } from "../ui/dom.js";
import { createSmallMap } from "./small-map.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {Parameters<typeof createSmallMap>[0]} options.smallMap
 * @param {Parameters<typeof photoActions>[1]["actions"] & {wordsPlace: () => import("../words/feature.js").WordsPlace, againPlace: () => HTMLElement}} options.actions
 */
export function createDetails({ api, smallMap, actions }) {
  const map = createSmallMap(smallMap);
  const text = h("div", { class: "details-text" });
  /** @type {import("../words/feature.js").WordsPlace | null} */
  let words = null;
  /** The same view on other days. @type {HTMLElement | null} */
  let again = null;
  const element = h("section", { class: "details", "aria-label": TEXTS.details, hidden: true, tabindex: "-1" }, map.element, text);

  return {
    element,

    /** @param {import("../panel/photo-state.js").OpenPhoto | null} photo */
    show(photo) {
      element.hidden = false;
      const feature = photo?.feature;
      if (feature?.geometry) {
        const spot = spotOf(feature);
        map.show(spot, formatCoordinates(spot.lat, spot.lon));
      } else {
        map.hide();
      }
      if (feature) {
        words ??= actions.wordsPlace();
        again ??= actions.againPlace();
        const focused = [words.element, again].some((part) => part.contains(document.activeElement)) ? /** @type {HTMLElement} */ (document.activeElement) : null;
        words.show(feature);
        text.replaceChildren(words.element, photoActions(feature, { api, actions }), again, photoFacts(feature));
        focused?.focus({ preventScroll: true });
      } else text.replaceChildren(h("p", { class: "list-status" }, photo?.problem || TEXTS.loading));
    },

    hide() {
      element.hidden = true;
      map.hide();
    },
  };
}
