/**
 * What is known of the photo in the viewer, with a small map of where it was taken.
 * @module
 */

import { formatCoordinates } from "../core/format.js";
import { spotOf } from "../core/viewport.js";
import { photoFacts } from "../panel/photo-facts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createSmallMap } from "./small-map.js";

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {() => any} options.mapStyle
 * @param {object} options.actions
 * @param {((feature: any) => void)} [options.actions.showOnMap] missing where there is no map
 * @param {(feature: any) => void} options.actions.listNear
 * @param {(day: string) => void} [options.actions.showDay] missing where there is no map
 */
export function createDetails({ api, mapStyle, actions }) {
  const map = createSmallMap(mapStyle);
  const text = h("div", { class: "details-text" });
  const element = h("section", { class: "details", "aria-label": "Details", hidden: true, tabindex: "-1" }, map.element, text);

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
      if (feature) text.replaceChildren(buttons(feature, api, actions), photoFacts(feature));
      else text.replaceChildren(h("p", { class: "list-status" }, photo?.problem || "Loading…"));
    },

    hide() {
      element.hidden = true;
      map.hide();
    },
  };
}

function buttons(feature, api, { showOnMap, listNear, showDay }) {
  const day = feature.properties.takenAtLocal?.slice(0, 10);
  return h("div", { class: "photo-actions" },
    showOnMap && feature.geometry && action("Show on map", "place", () => showOnMap(feature)),
    feature.geometry && action("Nearby photos", "near", () => listNear(feature)),
    showDay && feature.geometry && day && action("Show this day", "way", () => showDay(day)),
    h("a", { class: "button", href: api.originalURL(feature.id), target: "_blank", rel: "noopener" },
      icon("open"), "Open original"));
}

function action(label, name, run) {
  return h("button", { type: "button", class: "button", onclick: run }, icon(name), label);
}
