/**
 * The years beside a high wall: drag, or press the arrow keys, to get to one.
 * @module
 */

import { h, setText } from "../ui/dom.js";
import { placeAt, sectionAt } from "./layout.js";

const LABEL_ROOM = 22;

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./wall.js").createWall>} options.wall
 */
export function createScrubber({ wall }) {
  const labels = h("div", { class: "scrubber-labels" });
  const thumb = h("div", { class: "scrubber-thumb" });
  const bubble = h("div", { class: "scrubber-bubble", hidden: true });
  const element = h("div", {
    class: "scrubber", role: "slider", tabindex: "0", hidden: true, "aria-label": "Year", "aria-orientation": "vertical",
  }, labels, thumb, bubble);
  /** @type {import("./layout.js").Layout | null} */
  let labelled = null;
  let room = 0;
  let years = [];
  let dragged = -1;

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragged = event.pointerId;
    element.setPointerCapture(dragged);
    element.classList.add("is-dragged");
    drag(event);
  });
  element.addEventListener("pointermove", (event) => event.pointerId === dragged && drag(event));
  for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, drop);
  element.addEventListener("keydown", (event) => {
    const target = { ArrowDown: yearNow() + 1, ArrowUp: yearNow() - 1, Home: 0, End: years.length - 1 }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    wall.scrollTo(years[Math.max(0, Math.min(years.length - 1, target))].top);
  });

  function drag(event) {
    const box = element.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    wall.scrollTo(share * (wall.layout.height - wall.view.height));
    bubble.hidden = false;
  }

  function drop() {
    dragged = -1;
    element.classList.remove("is-dragged");
    bubble.hidden = true;
  }

  /** The number among the years of the one at the top of the wall. */
  function yearNow() {
    const { year } = wall.sectionNow() ?? {};
    return Math.max(0, years.findIndex((one) => one.year === (year ?? null)));
  }

  function label(layout, height) {
    [labelled, room] = [layout, height];
    years = [];
    layout.sections.forEach(({ year }, number) => {
      if (years.at(-1)?.year !== year) years.push({ year, top: layout.tops[number] });
    });
    const shown = [];
    let lastAt = -Infinity;
    for (const { year, top } of years) {
      const at = (top / Math.max(1, layout.height)) * height;
      if (year === null || at - lastAt < LABEL_ROOM || at > height - LABEL_ROOM) continue;
      const mark = h("span", { class: "scrubber-year" }, String(year));
      mark.style.top = `${Math.round(at)}px`;
      shown.push(mark);
      lastAt = at;
    }
    labels.replaceChildren(...shown);
    element.setAttribute("aria-valuemin", "1");
    element.setAttribute("aria-valuemax", String(years.length));
  }

  return {
    element,

    /** Keeps in step with the wall. */
    update() {
      const { top, height, isTall } = wall.view;
      element.hidden = !isTall;
      if (!isTall) return;
      const { layout } = wall;
      if (layout !== labelled || height !== room) label(layout, height);
      const share = Math.max(0, Math.min(1, top / (layout.height - height)));
      thumb.style.transform = bubble.style.transform = `translateY(${Math.round(share * height)}px)`;
      const now = layout.sections[sectionAt(layout, top)];
      setText(bubble, now.title);
      element.setAttribute("aria-valuenow", String(yearNow() + 1));
      element.setAttribute("aria-valuetext", `${now.title}, photo ${placeAt(layout, top) + 1} of ${wall.shelf.shown}`);
    },
  };
}
