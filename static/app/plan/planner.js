/**
 * Fetches the plan, shows it beside and on the map, and places what the reader accepts.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { boxAround } from "../core/box-around.js";
import { isNarrow } from "../ui/dom.js";
import { PlanCanvas } from "./plan-canvas.js";
import { zoneOffset } from "./clock-words.js";
import { watchPlanDrags } from "./plan-drag.js";
import { accepted, clockText, daysOf, emptyPlan, isUndone, oneOfEachClock, placementsOf, planChanged, secondsOf, ticked, withMoved } from "./plan-state.js";
import { PlanView } from "./plan-view.js";
import { TEXTS } from "../core/texts.js";

const MAX_ZOOM = 15;
/** This number of candidates is enough to find the box around all. */
const SAMPLE = 10_000;

export class Planner {
  #page;
  #store;
  #view;
  #latest = createLatest();
  #hasFitted = false;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#store = page.store;
    const { store, mapView, api, plan } = page;
    this.#view = new PlanView({
      store, api,
      actions: { close: plan.escape, retry: () => this.load(), tick: this.#tick, focus: this.#focus, setClock: this.#setClock, forgetClock: this.#forgetClock, accept: this.#accept, undo: this.#undo, showDone: this.#showDone },
    });
    const canvas = new PlanCanvas(mapView);
    watchPlanDrags(page, canvas, { focus: this.#focus, drop: this.#drop });
    store.watch((state) => state.plan, (now) => {
      canvas.show(now);
      if (!now) this.#close();
    });
  }

  #close() {
    this.#latest.abort();
    this.#hasFitted = false;
  }

  /** Loads the plan, and reloads it when photos were placed or a clock was entered. */
  load() {
    const { clocks } = this.#store.state.plan ?? emptyPlan();
    this.#store.change(planChanged({ status: "loading", problem: "" }));
    return this.#latest.load((signal) => this.#page.api.placementPlan(clocks, signal), ({ plan: found, acts, far, undated, withoutClock }) => {
      const { moved, done } = this.#store.state.plan;
      const entries = withMoved(found, moved);
      this.#store.change(planChanged({
        status: "ready", entries, days: daysOf(entries), acts, far, undated, withoutClock, done: isUndone(done, acts) ? null : done,
      }));
      this.#fit(entries);
      this.#loadZones(entries);
    }, (error) => this.#store.change(planChanged({ status: "failed", problem: error.message })));
  }

  /** Loads the time zones at the photos, with which the clocks of cameras are compared. */
  async #loadZones(entries) {
    for (const { camera, longitude, latitude, instant } of oneOfEachClock(entries)) {
      // Without the names of places, the nearest half hour is assumed.
      const { timeZone } = await this.#page.api.positionNames({ lon: longitude, lat: latitude }).catch(() => ({ timeZone: "" }));
      const offset = zoneOffset(timeZone ?? "", instant);
      const { plan } = this.#store.state;
      if (plan && offset !== null && plan.zones[camera] !== offset) this.#store.change(planChanged({ zones: { ...plan.zones, [camera]: offset } }));
    }
  }

  /** Fits the map to the candidates once. Afterwards the reader moves it. */
  #fit(entries) {
    if (this.#hasFitted || entries.length === 0) return;
    this.#hasFitted = true;
    this.#page.mapView.fit(boxOf(entries.slice(0, SAMPLE)), { maxZoom: MAX_ZOOM });
  }

  #tick = (entries, isWanted) => {
    const { plan } = this.#store.state;
    if (plan) this.#store.change(planChanged({ excluded: ticked(plan.excluded, entries, isWanted) }));
  };

  #focus = (entry) => {
    this.#store.change(planChanged({ focused: entry?.photo ?? null }));
    if (entry) this.#page.mapView.reveal({ lat: entry.latitude, lon: entry.longitude });
  };

  /** @returns {boolean} whether the text is an offset */
  #setClock = (camera, text) => {
    const { plan } = this.#store.state;
    const seconds = secondsOf(text);
    if (!plan || seconds === null) return false;
    this.#store.change(planChanged({ clocks: { ...plan.clocks, [camera]: clockText(seconds) } }));
    this.load();
    return true;
  };

  /** Uses the clock again that the server finds. */
  #forgetClock = (camera) => {
    const { [camera]: _, ...clocks } = this.#store.state.plan?.clocks ?? {};
    this.#store.change(planChanged({ clocks }));
    this.load();
  };

  /** @param {import("./plan-state.js").Planned} entry @param {import("./plan-drag.js").Step} step */
  #drop = (entry, { places, clock }) => {
    const { plan } = this.#store.state;
    if (!plan) return;
    // They stay where they were dropped until the server has answered.
    const entries = plan.entries.map((one) => (places.has(one.photo) ? { ...one, ...places.get(one.photo) } : one));
    if (clock === null) {
      const moved = new Map([...plan.moved, ...places]);
      const all = withMoved(entries, moved);
      this.#store.change(planChanged({ moved, entries: all, days: daysOf(all), focused: entry.photo }));
    } else {
      this.#store.change(planChanged({ entries, focused: entry.photo }));
      this.#setClock(entry.camera, clockText(clock));
    }
  };

  #accept = async () => {
    const { plan } = this.#store.state;
    const entries = plan ? accepted(plan) : [];
    if (!entries.length || plan?.isSending) return;
    this.#store.change(planChanged({ isSending: true, problem: "" }));
    try {
      const { act, placed } = await this.#page.placing.accept(placementsOf(entries));
      // Their places are those of pins now.
      const left = (this.#store.state.plan?.entries ?? []).filter((entry) => !entries.includes(entry));
      this.#store.change(planChanged({ isSending: false, entries: left, days: daysOf(left), focused: null, done: { act, placed, box: boxOf(entries) } }));
    } catch (error) {
      this.#store.change(planChanged({ isSending: false, problem: `${error.message} ${TEXTS.planKept}` }));
    }
  };

  /** Closes the plan, and shows what was placed. */
  #showDone = async () => {
    const { done } = this.#store.state.plan ?? {};
    if (!done) return;
    this.#page.navigation.leap(() => true, {});
    // Until then the plan covers a part of the map.
    await Promise.resolve();
    this.#page.mapView.fit(done.box, { maxZoom: MAX_ZOOM });
  };

  #undo = async (act) => {
    try {
      await this.#page.placing.undo(act);
    } catch (error) {
      this.#store.change(planChanged({ problem: error.message }));
    }
  };

  /** How much of the map the plan covers. */
  insets() {
    const { width, height } = this.#view.element.getBoundingClientRect();
    if (isNarrow()) return { beside: 0, bottom: height };
    const hasGrid = document.documentElement.classList.contains("has-grid");
    return { beside: hasGrid ? 0 : width, bottom: 0 };
  }
}

/** @param {import("./plan-state.js").Planned[]} entries */
function boxOf(entries) {
  return boxAround(entries.map(({ longitude, latitude }) => ({ properties: {}, geometry: { coordinates: [longitude, latitude] } })));
}
