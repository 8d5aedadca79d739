/** @module */

import { may } from "../core/store.js";
import { choicesOf } from "../filters/facets.js";
import { doubtAnswers } from "../doubts/doubt-search.js";
import { NO_FILTERS, sameFilters } from "../filters/filters.js";
import { tripAnswers } from "../trips/trip-search.js";
import { viewAnswers } from "../views/saved-views.js";
import { dayNumber } from "./calendar-points.js";
import { todaysDate } from "./dates.js";
import { createFinder } from "./finder.js";
import { NO_PLACES, readPlaces } from "./places.js";
import { rememberSearch } from "./recent.js";
import { SearchBox } from "./search-box.js";
import { livesInSouth } from "./south.js";
import { newestDays, suggestions } from "./suggestions.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {{edit: (words: string, others: import("../filters/filters.js").Filters) => void}} SearchService */

/**
 * The search box over the map.
 *
 * @type {import("../features.js").Feature<"search">}
 */
export const feature = {
  name: "search",
  keys: [{ group: TEXTS.everywhere, rows: [[["/"], TEXTS.search]] }],

  /** @returns {import("../features.js").Service<"search">} */
  start(page) {
    const { api, store, navigation } = page;
    const finder = createFinder(api);
    const isSouth = livesInSouth();
    let gazetteer = NO_PLACES;
    /** @type {import("../filters/facets.js").Facets | null} */
    let facets = null;
    /** @type {import("../api/photos.js").Photo[]} */
    let days = [];
    let isLoaded = false;
    let followed = navigation.route.filters;

    /** Names and choices; those that fail are requested again at the next use. */
    function load() {
      if (isLoaded) return null;
      isLoaded = true;
      const failed = () => void (isLoaded = false);
      return Promise.all([
        page.baseMap.places().then((found) => void (gazetteer = found ? readPlaces(found) : NO_PLACES), failed),
        api.facets(NO_FILTERS, null).then((found) => void (facets = choicesOf(found)), failed),
        page.trips.load(),
        page.views.load(),
        newestDays(api).then((found) => void (days = found), failed),
      ]);
    }

    /** @param {import("./answers.js").Answer} answer */
    function choose(answer) {
      if (answer.kind === "filter") rememberSearch(answer.title, answer.changes);
      page.take("answer", answer) || page.map.goTo(answer);
    }

    const box = new SearchBox({
      sources: {
        finder,
        named(text) {
          const [views, trips] = [viewAnswers(store.state.views, text), tripAnswers(store.state.trips.trips, text)];
          return { first: [...views.first, ...trips.first, ...doubtAnswers(store.state.doubtCounts, text)], others: [...views.others, ...trips.others] };
        },
        centre: () => page.mapView.position(),
        gazetteer: () => gazetteer,
        filters: () => navigation.route.filters,
        knowledge: () => ({
          today: dayNumber(...todaysDate()), isSouth, facets, areas: finder.areas,
          hasNames: may(store.state, "folders") || Boolean(facets?.path?.length),
        }),
      },
      suggest: () => suggestions(facets, days),
      onUse: load,
      pictureURL: api.thumbnailURL,
      onChoose: choose,
      onLeave: () => page.mapView.focus(),
    });
    store.watch((state) => state.trouble, (trouble) => trouble || box.retry());
    return {
      edit: (words, others) => box.edit(words, others),

      follow({ filters }) {
        if (sameFilters(followed, filters) === followed) return;
        followed = filters;
        // Its words were of a question before this one.
        box.forget();
      },

      refresh() {
        finder.forget();
        isLoaded = false;
      },
    };
  },
};
