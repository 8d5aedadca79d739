/**
 * The list of years beside a high grid: drag it, or press the arrow keys, to go to a year.
 * @module
 */

import { h, setText } from "../ui/dom.js";
import { indexAt, sectionAt } from "./layout.js";
import { TEXTS } from "../core/texts.js";

const LABEL_ROOM = 22;

export class Scrubber {
  #wall;
  #labels = h("div", { class: "scrubber-labels" });
  #thumb = h("div", { class: "scrubber-thumb" });
  #bubble = h("div", { class: "scrubber-bubble", hidden: true });
  element;
  /** @type {import("./layout.js").Layout | null} */
  #labelled = null;
  #room = 0;
  #years = [];
  #dragged = -1;

  /**
   * @param {object} options
   * @param {import("./wall.js").Wall} options.wall
   */
  constructor({ wall }) {
    this.#wall = wall;
    this.element = h("div", {
      class: "scrubber", role: "slider", tabindex: "0", hidden: true, "aria-label": TEXTS.year, "aria-orientation": "vertical",
    }, this.#labels, this.#thumb, this.#bubble);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.#dragged = event.pointerId;
      this.element.setPointerCapture(this.#dragged);
      this.element.classList.add("is-dragged");
      this.#drag(event);
    });
    this.element.addEventListener("pointermove", (event) => event.pointerId === this.#dragged && this.#drag(event));
    for (const type of ["pointerup", "pointercancel"]) this.element.addEventListener(type, this.#drop);
    this.element.addEventListener("keydown", (event) => {
      const target = { ArrowDown: this.#yearNow() + 1, ArrowUp: this.#yearNow() - 1, Home: 0, End: this.#years.length - 1 }[event.key];
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.#wall.scrollTo(this.#years[Math.max(0, Math.min(this.#years.length - 1, target))].top);
    });
  }

  #drag(event) {
    const box = this.element.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    this.#wall.scrollTo(share * (this.#wall.layout.height - this.#wall.view.height));
    this.#bubble.hidden = false;
  }

  #drop = () => {
    this.#dragged = -1;
    this.element.classList.remove("is-dragged");
    this.#bubble.hidden = true;
  };

  /** The index of the year at the top of the screen. */
  #yearNow() {
    const { year } = this.#wall.sectionNow() ?? {};
    return Math.max(0, this.#years.findIndex((one) => one.year === (year ?? null)));
  }

  #label(layout, height) {
    [this.#labelled, this.#room] = [layout, height];
    this.#years = [];
    layout.sections.forEach(({ year }, number) => {
      if (this.#years.at(-1)?.year !== year) this.#years.push({ year, top: layout.tops[number] });
    });
    const shown = [];
    let lastAt = -Infinity;
    for (const { year, top } of this.#years) {
      const at = (top / Math.max(1, layout.height)) * height;
      if (year === null || at - lastAt < LABEL_ROOM || at > height - LABEL_ROOM) continue;
      const mark = h("span", { class: "scrubber-year" }, String(year));
      mark.style.top = `${Math.round(at)}px`;
      shown.push(mark);
      lastAt = at;
    }
    this.#labels.replaceChildren(...shown);
    this.element.setAttribute("aria-valuemin", "1");
    this.element.setAttribute("aria-valuemax", String(this.#years.length));
  }

  /** Updates the list after the grid has scrolled or changed. */
  update() {
    const { top, height, isTall } = this.#wall.view;
    this.element.hidden = !isTall;
    if (!isTall) return;
    const { layout } = this.#wall;
    if (layout !== this.#labelled || height !== this.#room) this.#label(layout, height);
    const share = Math.max(0, Math.min(1, top / (layout.height - height)));
    this.#thumb.style.transform = this.#bubble.style.transform = `translateY(${Math.round(share * height)}px)`;
    const now = layout.sections[sectionAt(layout, top)];
    setText(this.#bubble, now.title);
    this.element.setAttribute("aria-valuenow", String(this.#yearNow() + 1));
    this.element.setAttribute("aria-valuetext", TEXTS.scrolledTo(now.title, indexAt(layout, top) + 1, this.#wall.shelf.shown));
  }
}
