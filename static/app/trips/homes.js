/**
 * The list of homes at the end of the trips.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { wordYears } from "./trips-state.js";

/** @typedef {import("../api/trips.js").Home} Home */

/** @param {(home: Home) => void} onDismiss */
export function createHomes(onDismiss) {
  const rows = h("ul", { class: "homes-rows", role: "list" });
  const element = h("section", { class: "homes", hidden: true }, h("h3", { class: "homes-name" }, TEXTS.homes), h("p", { class: "trip-reason" }, TEXTS.homesExplained), rows);
  let shown = "";

  return {
    element,

    /** @param {Home[]} homes */
    show(homes) {
      element.hidden = homes.length === 0;
      const key = JSON.stringify(homes);
      if (key === shown) return;
      shown = key;
      rows.replaceChildren(...homes.map((home) => {
        const place = home.place ?? TEXTS.homeWithoutName;
        return h("li", { class: "homes-row" },
          h("span", { class: "area-text" }, h("bdi", { class: "area-name" }, place), h("span", { class: "trip-reason" }, [wordYears(home), TEXTS.nightsSeen(home.nights)].join(" · "))),
          h("button", { type: "button", class: "button", "aria-label": TEXTS.notHome(place), onclick: () => onDismiss(home) }, TEXTS.notMyHome));
      }));
    },
  };
}
