/** @module */

import { createLatest } from "../core/latest.js";
import { remember } from "../core/memory.js";
import { setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { NO_FILTERS } from "../filters/filters.js";
import { timeOf } from "../trips/trip-days.js";
import { formatDates } from "../trips/trips-state.js";
import { h } from "../ui/dom.js";
import { createMapChip } from "../ui/map-chip.js";
import { EARLIER, KEY, dayOf, suggestionIn, yearsBefore } from "./earlier.js";

/** The pictures of the first view come first. */
const LATER_MS = 1_500;

/**
 * @typedef {object} EarlierService
 * @property {HTMLElement} choice the switch
 */

/**
 * Two quiet suggestions: photos of earlier years on this day, and earlier trips to the places of the open one.
 *
 * @type {import("../features.js").Feature<"earlier">}
 */
export const feature = {
  name: "earlier",
  state: [EARLIER],

  /** @returns {import("../features.js").Service<"earlier">} */
  start(page) {
    const { store, api } = page;
    const latest = createLatest();
    const chip = createMapChip({ name: "earlier", sign: "clock", closeLabel: TEXTS.closeSuggestion, onClose: close });

    function load() {
      const { earlier: { isOn }, library } = store.state;
      if (!isOn || library.status !== "ready" || library.total === 0) return;
      const now = new Date();
      const day = dayOf(now);
      // A suggestion that cannot be made is none.
      latest.load((signal) => api.dayOfYears(day, signal), (timeline) =>
        store.change(setWithin("earlier", { day, years: yearsBefore(timeline, now.getFullYear()) })), () => {});
    }

    function close() {
      const id = suggestionIn(store.state)?.id;
      if (id) store.change(setWithin("earlier", { closed: [...store.state.earlier.closed, id] }));
    }

    /** @param {boolean} isOn */
    function turn(isOn) {
      remember(KEY, isOn ? "on" : "off");
      store.change(setWithin("earlier", { isOn, closed: [] }));
      load();
    }

    /** @param {Partial<import("../filters/filters.js").Filters>} filters */
    const show = (filters) => page.map.filterAndFit({ ...NO_FILTERS, ...filters });

    store.watch((state) => JSON.stringify(suggestionIn(state)), () => {
      const suggestion = suggestionIn(store.state);
      if (!suggestion) return chip.show(null);
      const { years = [], trips = [], id, hasMore } = suggestion;
      const choices = [
        ...years.map((year) => ({ label: String(year), run: () => show({ time: timeOf(`${year}-${id}`) }) })),
        ...trips.map((trip) => ({ label: trip.name, title: formatDates(trip.from, trip.to), run: () => page.trips.choose(trip) })),
      ];
      const all = years.length ? { label: TEXTS.allYears, run: () => show({ date: id }) } : { label: TEXTS.allTrips, run: () => page.trips.openList() };
      chip.offer(years.length ? TEXTS.onThisDay : TEXTS.hereBefore, hasMore || years.length > 1 ? [...choices, all] : choices);
    });
    store.watch((state) => state.shown !== null && state.library.status === "ready", (isShown) => isShown && setTimeout(load, LATER_MS));

    return { choice: createSwitch(store, turn), refresh: load };
  },
};

/**
 * The switch in the choice of layers.
 *
 * @param {import("../core/store.js").Store} store
 * @param {(isOn: boolean) => void} onChange
 * @returns {HTMLElement}
 */
function createSwitch(store, onChange) {
  const input = h("input", { type: "checkbox", name: "look-earlier", onchange: () => onChange(input.checked) });
  store.watch((state) => state.earlier.isOn, (isOn) => (input.checked = isOn));
  return h("label", { class: "layer-choice" }, input, h("span", { class: "layer-name" }, TEXTS.suggestions), h("span", { class: "layer-detail" }, TEXTS.suggestionsDetail));
}
