/**
 * The card with the text about a place, over the map.
 * @module
 */

import { formatCoordinates } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createDiaryNote } from "./note.js";
import { keyOf, textAt } from "./places.js";

/**
 * @param {import("../core/store.js").Store} store
 * @param {object} actions
 * @param {(order: import("../api/trips.js").DiaryOrder) => Promise<boolean>} actions.write whether it was stored
 * @param {() => void} actions.close
 * @param {() => void} actions.onResize
 */
export function createPlaceCard(store, { write, close, onResize }) {
  const note = createDiaryNote(write, () => entry() || close());
  const title = h("h2", { class: "diary-title", tabindex: "-1" }, TEXTS.aboutPlace);
  const where = h("p", { class: "diary-where" });
  const remove = button(TEXTS.removeText, "trash", () => write({ ...about(), text: "" }));
  const element = h("section", { class: "diary-card", "aria-label": TEXTS.aboutPlace, hidden: true },
    h("header", { class: "diary-head" }, h("div", { class: "diary-headings" }, title, where), note.opener, remove, button(TEXTS.close, "close", close)),
    note.element);
  /** What the card shows, and whether there was a text about it. @type {{key: string, hasText: boolean} | null} */
  let last = null;
  document.body.append(element);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--diary-card", `${element.offsetHeight}px`);
    onResize();
  }).observe(element);

  function entry() {
    const { aboutPlace, placeTexts } = store.state;
    return aboutPlace && placeTexts ? textAt(placeTexts, aboutPlace) : undefined;
  }

  /** A former text is replaced only at exactly its position. */
  function about() {
    const { lat = 0, lon = 0 } = store.state.aboutPlace ?? {};
    return { longitude: entry()?.longitude ?? lon, latitude: entry()?.latitude ?? lat };
  }

  function show() {
    const { aboutPlace, placeTexts } = store.state;
    const isOpen = aboutPlace !== null && placeTexts !== null;
    element.hidden = !isOpen;
    document.documentElement.classList.toggle("has-diary-card", isOpen);
    if (!isOpen) {
      last = null;
      return note.show(null);
    }
    const [key, text, before] = [keyOf(aboutPlace), entry(), last];
    setText(where, formatCoordinates(aboutPlace.lat, aboutPlace.lon));
    note.show({ key, title: TEXTS.diary, about: about(), entry: text });
    remove.hidden = text === undefined;
    last = { key, hasText: text !== undefined };
    if (before?.key !== key) {
      // After the list has closed, which gives the focus back to the map.
      queueMicrotask(() => (text ? title.focus({ preventScroll: true }) : note.open()));
    } else if (before.hasText && !text && !note.isWriting()) close();
  }

  store.watch((state) => state.aboutPlace, show);
  store.watch((state) => state.placeTexts, show);

  return {
    /** @returns {number} how much of the lower edge of the window it covers */
    covered: () => (element.hidden ? 0 : Math.max(0, innerHeight - element.getBoundingClientRect().top)),
  };
}

/** @param {string} label @param {string} sign @param {() => void} run */
function button(label, sign, run) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => run() }, icon(sign));
}
