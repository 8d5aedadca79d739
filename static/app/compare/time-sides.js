/**
 * The two spans in the time bar: each with the number of its photos in view. The pressed one is changed by the bar.
 * @module
 */

import { IS_FROM_THE_RIGHT } from "../core/language.js";
import { formatPhotos } from "../core/format.js";
import { set } from "../core/store.js";
import { KINDS } from "../filters/kinds.js";
import { matchedOf } from "../time/time-parts.js";
import { h, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

/** @param {import("../core/store.js").Store} store */
export function createTimeSides(store) {
  const first = createChoice(() => store.change(set({ editsSecond: false })));
  const second = createChoice(() => store.change(set({ editsSecond: true })));
  second.element.classList.add("is-second");
  const element = h("div", { class: "time-sides", role: "group", "aria-label": TEXTS.spanToChange }, first.element, second.element);

  function show() {
    const { comparison, editsSecond, secondCount, filters } = store.state;
    if (!comparison) return;
    first.show(filters.time, matchedOf(store.state), !editsSecond);
    second.show(comparison.filters.time, secondCount, editsSecond);
    element.classList.toggle("is-second-first", comparison.isEarlier !== IS_FROM_THE_RIGHT);
  }

  for (const part of /** @type {const} */ (["comparison", "editsSecond", "secondCount", "filters", "time"])) store.watch((state) => state[part], show);
  return element;
}

/** @param {() => void} onChoose */
function createChoice(onChoose) {
  const span = h("span", { class: "time-span" });
  const count = h("span", { class: "time-count" });
  const element = h("button", { type: "button", class: "time-side", onclick: () => onChoose() }, span, count);

  return {
    element,

    /** @param {string} time @param {number | null} total @param {boolean} isChosen */
    show(time, total, isChosen) {
      setText(span, KINDS.time.word(time));
      setText(count, total === null ? "" : formatPhotos(total));
      element.setAttribute("aria-pressed", String(isChosen));
    },
  };
}
