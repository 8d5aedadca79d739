/**
 * The grid's messages: no photos, a problem, or more photos than it shows.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {object} options
 * @param {import("./wall.js").Wall} options.wall
 * @param {() => void} options.onRetry
 * @param {{sort: (order: "newest") => void, showAll: () => void, clearFilters: () => void}} options.actions
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
      // The photos of the former view stay below the message.
      element.classList.toggle("is-over-photos", wall.shelf !== null);
      say(icon("alert", "icon grid-sign"), h("p", {}, problem), button(TEXTS.tryAgain, onRetry));
    },

    /**
     * Explains below the first photos why no more are shown.
     *
     * @param {string} problem
     */
    showPartly(problem) {
      hasProblem = true;
      wall.foot.hidden = false;
      wall.foot.replaceChildren(h("p", { role: "status" }, problem), button(TEXTS.tryAgain, onRetry));
    },

    /**
     * Says how many photos of a shelf have no tiles.
     *
     * @param {import("./shelf.js").Shelf} shelf
     * @param {boolean} isFiltered
     */
    showRest(shelf, isFiltered) {
      const rest = shelf.total - shelf.shown;
      wall.foot.hidden = rest === 0;
      if (shelf.kind === "first") wall.foot.replaceChildren(h("p", { role: "status" }, TEXTS.countingMore(rest)));
      else wall.foot.replaceChildren(
        h("p", {}, `${TEXTS.nearestShown(shelf.shown)} ${TEXTS.fartherAway(rest)}`),
        button(TEXTS.showAllByDate(shelf.total), () => actions.sort("newest")));
      if (shelf.total > 0) return;
      element.classList.remove("is-over-photos");
      // The map shows the message for filters that match nothing. The grid shows it only while it covers the map.
      element.classList.toggle("is-filtered", isFiltered);
      if (isFiltered) say(icon("picture", "icon grid-sign"), h("p", {}, TEXTS.noMatchesInView), button(TEXTS.clearFilters, actions.clearFilters));
      else say(icon("picture", "icon grid-sign"), h("p", {}, TEXTS.noPhotosInView), button(TEXTS.showAllPhotos, actions.showAll));
    },
  };
}

function button(label, action) {
  return h("button", { type: "button", class: "button", onclick: () => action() }, label);
}
