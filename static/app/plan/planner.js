/**
 * Fetches the plan, shows it beside and on the map, and places what the reader accepts.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { boxAround } from "../core/box-around.js";
import { isNarrow } from "../ui/dom.js";
import { PlanCanvas } from "./plan-canvas.js";
import { accepted, clockText, daysOf, emptyPlan, placementsOf, planChanged, secondsOf, ticked } from "./plan-state.js";
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
      actions: { close: plan.escape, retry: () => this.load(), tick: this.#tick, focus: this.#focus, setClock: this.#setClock, accept: this.#accept, undo: this.#undo },
    });
    const canvas = new PlanCanvas(mapView);
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
    return this.#latest.load((signal) => this.#page.api.placementPlan(clocks, signal), ({ plan: entries, acts, far, undated, withoutClock }) => {
      this.#store.change(planChanged({ status: "ready", entries, days: daysOf(entries), acts, far, undated, withoutClock }));
      this.#fit(entries);
    }, (error) => this.#store.change(planChanged({ status: "failed", problem: error.message })));
  }

  /** Fits the map to the candidates once. Afterwards the reader moves it. */
  #fit(entries) {
    if (this.#hasFitted || entries.length === 0) return;
    this.#hasFitted = true;
    const features = entries.slice(0, SAMPLE).map(({ longitude, latitude }) => ({ properties: {}, geometry: { coordinates: [longitude, latitude] } }));
    this.#page.mapView.fit(boxAround(features), { maxZoom: MAX_ZOOM });
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

  #accept = async () => {
    const { plan } = this.#store.state;
    const entries = plan ? accepted(plan) : [];
    if (!entries.length || plan?.isSending) return;
    this.#store.change(planChanged({ isSending: true, problem: "" }));
    const problem = await this.#page.placing.accept(placementsOf(entries)).then(() => "", (error) => `${error.message} ${TEXTS.planKept}`);
    this.#store.change(planChanged({ isSending: false, problem }));
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
    if (isNarrow()) return { right: 0, bottom: height };
    const hasGrid = document.documentElement.classList.contains("has-grid");
    return { right: hasGrid ? 0 : width, bottom: 0 };
  }
}
