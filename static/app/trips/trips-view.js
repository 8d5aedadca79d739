/**
 * The panel with the trips, by year, and the homes.
 * @module
 */

import { may } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createPanelTabs } from "../names/panel-tabs.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { createDaysForm } from "./days-form.js";
import { createHomes } from "./homes.js";
import { emptyText, factsOf, shownIn, tripOn, wordReason, yearsOf } from "./trips-state.js";

const PICTURE_PX = 64;
/** Years are filled with rows when they come this near to the screen. */
const AHEAD = "800px";

/** @typedef {import("../api/trips.js").Trip} Trip */

export class TripsView {
  #store;
  #api;
  #actions;
  #modal;
  #tabs;
  #counts = h("p", { class: "areas-counts", role: "status" });
  #field;
  #switch;
  #switchText = h("span", {});
  #switchLabel;
  #years = h("div", { class: "trip-years" });
  #empty = h("p", { class: "list-status", role: "status" });
  #retry;
  #homes;
  /** What owners correct. @type {HTMLElement[]} */
  #forms;
  #body;
  /** @type {Trip[]} the trips that are shown, from top to bottom */
  #shown = [];
  #shownKey = "";
  /** @type {WeakMap<Element, () => void>} fills a year with its rows */
  #fillers = new WeakMap();
  #watcher;
  #isFresh = true;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(trip: Trip) => void} options.actions.choose
   * @param {(text: string) => void} options.actions.search
   * @param {(isOfDays: boolean) => void} options.actions.showDays
   * @param {(home: import("../api/trips.js").Home) => void} options.actions.notHome
   * @param {(days: import("./days-form.js").Days) => Promise<boolean>} options.actions.make
   * @param {(days: import("./days-form.js").Days) => Promise<boolean>} options.actions.addHome
   * @param {() => {from?: string, to?: string}} options.actions.daysShown the days that the photos are filtered by
   * @param {() => {text: string}} options.actions.middle where the middle of the map is
   * @param {(panel: import("../names/panel-tabs.js").Panel) => void} options.actions.turnTo
   * @param {() => void} options.actions.retry
   * @param {() => void} options.actions.close
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#api = api;
    this.#actions = actions;
    this.#modal = createModal({ className: "areas names trips", label: TEXTS.trips, onDismiss: actions.close });
    this.#tabs = createPanelTabs(store, actions.turnTo);
    this.#tabs.show("trips");
    this.#field = h("input", { type: "search", class: "names-field", dir: "auto", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: TEXTS.searchTrips, "aria-label": TEXTS.searchTrips, oninput: () => actions.search(this.#field.value) });
    this.#switch = h("input", { type: "checkbox", role: "switch", onchange: () => actions.showDays(this.#switch.checked) });
    this.#switchLabel = h("label", { class: "choice trips-switch" }, this.#switch, this.#switchText);
    this.#retry = h("button", { type: "button", class: "button", onclick: () => actions.retry() }, TEXTS.tryAgain);
    this.#homes = createHomes(actions.notHome);
    const makeTrip = createDaysForm({ title: TEXTS.makeTrip, label: TEXTS.make, isNamed: true, begin: actions.daysShown, send: actions.make });
    const addHome = createDaysForm({ title: TEXTS.addHome, label: TEXTS.add, isOpenEnded: true, begin: () => ({ note: TEXTS.homeHere(actions.middle().text) }), send: actions.addHome });
    this.#forms = [makeTrip, addHome];
    this.#body = h("div", { class: "areas-body trips-body", tabindex: "-1" }, this.#years, h("div", { class: "list-foot" }, this.#empty, this.#retry), makeTrip, this.#homes.element, addHome);
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    this.#modal.element.append(
      h("header", { class: "areas-header" }, h("div", { class: "areas-headings" }, h("h2", { class: "areas-title" }, TEXTS.trips), this.#counts), close),
      h("div", { class: "names-tools" }, this.#tabs.element, this.#field, this.#switchLabel), this.#body);
    this.#watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#fill(target);
    }, { root: this.#body, rootMargin: AHEAD });
    this.#body.addEventListener("click", (event) => {
      const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-trip]"));
      const trip = row && this.#shown.find(({ id }) => id === row.dataset.trip);
      if (trip) actions.choose(trip);
    });
    this.#modal.element.addEventListener("keydown", this.#press);
    store.watch((state) => state.trips, this.#show);
    store.watch((state) => state.visitor, this.#show);
    store.watch((state) => state.filters.trip, this.#mark);
  }

  #show = () => {
    const { trips } = this.#store.state;
    this.#modal.toggle(trips.isOpen);
    if (!trips.isOpen) return void (this.#isFresh = true);
    if (this.#isFresh) this.#field.value = trips.text;
    const counts = [trips.trips.length && TEXTS.counted.trip(trips.trips.length), trips.dayTrips.length && TEXTS.counted.dayTrip(trips.dayTrips.length)];
    setText(this.#counts, counts.filter(Boolean).join(", "));
    this.#switchLabel.hidden = trips.dayTrips.length === 0;
    setText(this.#switchText, TEXTS.dayTrips(trips.dayTrips.length));
    this.#switch.checked = trips.isOfDays;
    const shown = shownIn(trips);
    this.#showYears(shown);
    const empty = shown.length ? "" : emptyText(trips);
    setText(this.#empty, empty);
    this.#empty.hidden = empty === "";
    this.#retry.hidden = trips.status !== "failed";
    const isOwner = may(this.#store.state, "diary");
    this.#homes.show(isOwner ? trips.homes ?? [] : []);
    for (const form of this.#forms) form.hidden = !isOwner;
    this.#goToChosen();
  };

  /** @param {Trip[]} trips oldest first */
  #showYears(trips) {
    const key = JSON.stringify(trips);
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    const hadFocus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.trip;
    const years = yearsOf(trips);
    this.#shown = years.flatMap((year) => year.trips);
    this.#watcher.disconnect();
    this.#years.replaceChildren(...years.map((year) => this.#year(year)));
    const place = hadFocus ? this.#shown.findIndex(({ id }) => id === hadFocus) : -1;
    if (place >= 0) this.#focus(place);
  }

  /** A year has its height before its rows are there. */
  #year({ year, trips }) {
    const list = h("ul", { class: "trip-rows", role: "list" });
    list.style.setProperty("--rows", String(trips.length));
    this.#fillers.set(list, () => {
      list.replaceChildren(...trips.map((trip) => h("li", {}, this.#row(trip))));
      this.#mark();
    });
    this.#watcher.observe(list);
    return h("section", { class: "trip-year" }, h("h3", { class: "trip-year-name" }, year), list);
  }

  #fill(list) {
    this.#watcher.unobserve(list);
    if (!list.childElementCount) this.#fillers.get(list)?.();
  }

  /** @param {Trip} trip */
  #row(trip) {
    const { id, name, cover } = trip;
    return h("button", { type: "button", class: "area trip-row", "data-trip": id },
      cover === undefined ? h("span", { class: "thumbnail" }, icon("way")) : thumbnail(this.#api.thumbnailURL(cover, PICTURE_PX)),
      h("span", { class: "area-text" }, h("bdi", { class: "area-name" }, name), h("span", { class: "area-facts trip-facts" }, factsOf(trip)), h("span", { class: "trip-reason" }, wordReason(trip))));
  }

  #mark = () => {
    const { filters, trips } = this.#store.state;
    const chosen = filters.trip && (tripOn(trips, filters.trip)?.id ?? filters.trip);
    for (const row of this.#years.querySelectorAll("[data-trip]")) {
      if (row.getAttribute("data-trip") === chosen) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };

  /** Once after the panel opens. */
  #goToChosen() {
    const { trips, filters } = this.#store.state;
    if (!this.#isFresh || !this.#shown.length) return;
    this.#isFresh = false;
    const chosen = filters.trip && tripOn(trips, filters.trip)?.id;
    const place = this.#shown.findIndex(({ id }) => id === chosen);
    if (place >= 0) this.#focus(place);
  }

  /** @param {number} place of the row */
  #focus(place) {
    const trip = this.#shown[Math.max(0, Math.min(this.#shown.length - 1, place))];
    if (!trip) return;
    const year = [...this.#years.children].find((one) => one.firstElementChild?.textContent === trip.from.slice(0, 4));
    if (year?.lastElementChild) this.#fill(year.lastElementChild);
    /** @type {HTMLElement | null} */ (this.#years.querySelector(`[data-trip="${CSS.escape(trip.id)}"]`))?.focus();
  }

  /** Up and Down go through the rows, from the field too, where Enter opens the first. */
  #press = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isField = target === this.#field;
    const here = this.#shown.findIndex(({ id }) => id === target.dataset.trip);
    const step = { ArrowDown: () => this.#focus(here + 1), ArrowUp: () => (here === 0 ? this.#field.focus() : this.#focus(here - 1)), Home: () => this.#focus(0), End: () => this.#focus(this.#shown.length - 1) }[event.key];
    if (isField && event.key === "Enter" && this.#shown.length) this.#actions.choose(this.#shown[0]);
    else if (step && (here >= 0 || (isField && event.key === "ArrowDown"))) step();
    else return;
    event.preventDefault();
  };
}
