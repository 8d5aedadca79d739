/**
 * What the grid says in words: that there is nothing here, that something went wrong, or that there
 * is more than it shows.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * @param {object} options
 * @param {import("./wall.js").Wall} options.wall
 * @param {() => void} options.onRetry
 * @param {any} options.actions
 */
export function createGridMessage({ wall, onRetry, actions }) {
  const element = h("div", { class: "grid-message", role: "status", hidden: true });
  let hasProblem = false;

  function say(...content) {
    element.replaceChildren(...content.filter(Boolean));
    element.hidden = false;
  }

  function hide() {
    hasProblem = false;
    element.hidden = true;
  }

  return {
    element,
    hide,
    get hasProblem() {
      return hasProblem;
    },

    /** @param {string} problem */
    showProblem(problem) {
      hasProblem = true;
      element.classList.remove("is-filtered");
      say(icon("alert", "icon grid-sign"), h("p", {}, problem), button("Try again", onRetry));
    },

    /** Says below the first photos why there are no others. @param {string} problem */
    showPartly(problem) {
      hasProblem = true;
      wall.foot.hidden = false;
      wall.foot.replaceChildren(h("p", { role: "status" }, problem), button("Try again", onRetry));
    },

    /**
     * Says what the tiles of a shelf do not show.
     *
     * @param {import("./shelf.js").Shelf} shelf
     * @param {boolean} isFiltered
     */
    showRest(shelf, isFiltered) {
      const rest = shelf.total - shelf.shown;
      wall.foot.hidden = rest === 0;
      if (shelf.kind === "first") wall.foot.replaceChildren(h("p", { role: "status" }, `Counting ${formatPhotos(rest, "more photo")} by day…`));
      else wall.foot.replaceChildren(
        h("p", {}, `These are the nearest ${formatPhotos(shelf.shown)}. ${formatPhotos(rest, "more photo")} ${rest === 1 ? "is" : "are"} farther away.`),
        button(`Show all ${formatPhotos(shelf.total)} by date`, () => actions.sort("newest")));
      if (shelf.total > 0) return;
      // The map says that nothing matches; the grid says so only where it covers the map.
      element.classList.toggle("is-filtered", isFiltered);
      if (isFiltered) say(icon("picture", "icon grid-sign"), h("p", {}, "No photos in this view match your filters."), button("Clear filters", actions.clearFilters));
      else say(icon("picture", "icon grid-sign"), h("p", {}, "No photos in this view."), button("Show all photos", actions.showAll));
    },
  };
}

function button(label, action) {
  return h("button", { type: "button", class: "button", onclick: () => action() }, label);
}
