/**
 * The plan beside the map: days of photos to accept or exclude, cameras with unknown clocks, and earlier acts.
 * @module
 */

import { formatCount } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { actRow, clockRow, dayRow, entryRow } from "./plan-rows.js";
import { accepted, clocksOf } from "./plan-state.js";

const ROW_HEIGHT = 76;

export class PlanView {
  #actions;
  #title = h("h2", { class: "panel-title", tabindex: "-1" }, TEXTS.planTitle);
  #subtitle = h("p", { class: "panel-subtitle" });
  #status = h("p", { class: "list-status", role: "status" });
  #problem = h("p", { class: "placing-problem", role: "alert" });
  #retry;
  #clocks = h("div", { class: "plan-clocks" });
  #acts = h("details", { class: "plan-acts", hidden: true });
  #accept;
  #doneText = h("p", { role: "status" });
  #done;
  #list;
  /** @type {import("./plan-state.js").Plan | null} */
  #shown = null;
  element;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {() => void} options.actions.close
   * @param {() => void} options.actions.retry
   * @param {(entries: import("./plan-state.js").Planned[], isWanted: boolean) => void} options.actions.tick
   * @param {(entry: import("./plan-state.js").Planned | null) => void} options.actions.focus
   * @param {(camera: string, text: string) => boolean} options.actions.setClock
   * @param {(camera: string) => void} options.actions.forgetClock
   * @param {() => void} options.actions.showDone shows what was placed last
   * @param {() => void} options.actions.accept
   * @param {(act: number) => void} options.actions.undo
   */
  constructor({ store, api, actions }) {
    this.#actions = actions;
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    this.#retry = h("button", { type: "button", class: "button", hidden: true, onclick: () => actions.retry() }, TEXTS.tryAgain);
    this.#accept = h("button", { type: "button", class: "button is-primary", onclick: () => actions.accept() });
    const undo = () => this.#shown?.done && actions.undo(this.#shown.done.act);
    this.#done = h("div", { class: "plan-done", hidden: true }, icon("check"), this.#doneText,
      h("button", { type: "button", class: "button", onclick: () => actions.showDone() }, TEXTS.showThem),
      h("button", { type: "button", class: "button", onclick: undo }, TEXTS.undo));
    const body = h("div", { class: "panel-body plan-body" });
    this.#list = new LongList({
      element: body,
      head: h("div", { class: "plan-head" }, this.#done, this.#status, this.#clocks, this.#acts),
      foot: h("div"),
      rows: () => ({ columns: 1, height: withText(ROW_HEIGHT), gap: 0 }),
      make: (item) => (item.day ? dayRow(item, this.#isTicked) : entryRow(item, this.#isTicked, api)),
      onEnd: () => {},
    });
    this.element = h("section", { class: "panel plan", "aria-label": TEXTS.planTitle, inert: true },
      h("header", { class: "panel-header" }, h("div", { class: "panel-headings" }, this.#title, this.#subtitle), close),
      body, h("footer", { class: "plan-foot" }, this.#problem, this.#retry, this.#accept));
    document.body.append(this.element);
    body.addEventListener("change", this.#tick);
    body.addEventListener("click", (event) => {
      const row = /** @type {Element} */ (event.target).closest("[data-planned]");
      if (row) actions.focus(this.#entry(row));
    });
    store.watch((state) => state.plan, this.#show);
  }

  #isTicked = (entries) => entries.filter(({ photo }) => !this.#shown?.excluded.has(photo)).length;

  #entry(element) {
    return this.#shown?.entries.find(({ photo }) => photo === Number(element.getAttribute("data-planned"))) ?? null;
  }

  #tick = ({ target }) => {
    const day = this.#shown?.days.find((one) => one.day === target.getAttribute("data-day"));
    const entry = day ? null : this.#shown?.entries.find(({ photo }) => photo === Number(target.getAttribute("data-tick")));
    if (day || entry) this.#actions.tick(day?.entries ?? [entry], target.checked);
  };

  /** @param {import("./plan-state.js").Plan | null} plan */
  #show = (plan) => {
    const was = this.#shown;
    this.#shown = plan;
    this.element.classList.toggle("is-open", Boolean(plan));
    this.element.inert = !plan;
    document.documentElement.classList.toggle("has-plan", Boolean(plan));
    if (plan && !was) this.#title.focus({ preventScroll: true });
    if (!plan) return this.#list.clear();
    if (plan.days !== was?.days) this.#list.show(plan.days.flatMap((day) => [day, ...day.entries]), null);
    if (plan.withoutClock !== was?.withoutClock || plan.zones !== was?.zones) this.#showClocks(plan);
    if (plan.acts !== was?.acts) this.#showActs(plan.acts);
    this.#showTicks();
    this.#showTexts(plan);
  };

  #showTicks() {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (this.#list.list.querySelectorAll("input"))) {
      const day = this.#shown?.days.find((one) => one.day === box.getAttribute("data-day"));
      const count = day ? this.#isTicked(day.entries) : 0;
      box.checked = day ? count === day.entries.length : !this.#shown?.excluded.has(Number(box.getAttribute("data-tick")));
      box.indeterminate = Boolean(day) && count > 0 && !box.checked;
    }
    for (const row of this.#list.list.querySelectorAll("[data-planned]")) row.setAttribute("aria-current", String(Number(row.getAttribute("data-planned")) === this.#shown?.focused));
  }

  #showTexts(plan) {
    const count = accepted(plan).length;
    this.#done.hidden = !plan.done;
    setText(this.#doneText, plan.done ? TEXTS.photosPlaced(plan.done.placed) : "");
    setText(this.#subtitle, plan.status === "ready" ? (plan.done && !plan.entries.length ? TEXTS.planAllPlaced : TEXTS.planCount(plan.entries.length)) : "");
    setText(this.#status, statusText(plan));
    setText(this.#problem, plan.problem);
    setText(this.#accept, plan.isSending ? TEXTS.placingNow(TEXTS.counted.photo(count)) : count === 0 ? TEXTS.tickToPlace : TEXTS.placeCounted(count));
    // Without candidates, there is nothing to accept.
    this.#accept.hidden = plan.entries.length === 0;
    this.#accept.setAttribute("aria-disabled", String(count === 0 || plan.isSending));
    this.#retry.hidden = plan.status !== "failed";
  }

  #showClocks(plan) {
    this.#clocks.replaceChildren(...clocksOf(plan).map((clock) => clockRow(clock, this.#actions)));
  }

  #showActs(acts) {
    this.#acts.hidden = acts.length === 0;
    const isOpen = this.#acts.open;
    this.#acts.replaceChildren(h("summary", {}, TEXTS.earlierActs(formatCount(acts.length))), h("ul", {}, ...acts.map((act) => actRow(act, this.#actions.undo))));
    this.#acts.open = isOpen;
  }
}

function statusText({ status, entries, far, undated, done }) {
  if (status === "loading") return TEXTS.planLoading;
  if (status === "failed") return "";
  const rest = [far && TEXTS.planFar(far), undated && TEXTS.planUndated(undated)].filter(Boolean).join(" ");
  return entries.length || done ? rest : `${TEXTS.planEmpty} ${rest}`.trim();
}
