/**
 * The menu that corrects the open trip, and the field for its name.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * @typedef {import("../api/trips.js").Trip} Trip
 *
 * @typedef {object} CorrectionActions
 * @property {(trip: Trip, name: string) => void} rename an empty name gives the found one back
 * @property {(trip: Trip, other: Trip) => void} merge
 * @property {(trip: Trip, day: string) => void} split
 * @property {(trip: Trip) => void} dismiss
 *
 * @typedef {object} Correctable
 * @property {Trip} trip
 * @property {string | null} day before which it can be split
 * @property {(() => void) | null} write opens the form of the diary
 */

const DAY = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long" });

/** @param {import("../core/store.js").Store} store @param {CorrectionActions} actions */
export function createCorrections(store, actions) {
  /** @type {Correctable | null} */
  let shown = null;
  const opener = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.correctTrip, title: TEXTS.correctTrip, "aria-expanded": "false", onclick: () => toggle(menu.hidden) }, icon("more"));
  const menu = h("div", { class: "trip-menu", hidden: true });
  const element = h("div", { class: "trip-correct", hidden: true }, opener, menu);
  const field = h("input", { type: "text", class: "names-field", dir: "auto", autocomplete: "off", enterkeyhint: "done", "aria-label": TEXTS.nameOfTrip });
  const form = h("form", { class: "trip-rename", hidden: true, onsubmit: save }, field, h("button", { type: "submit", class: "button is-primary" }, TEXTS.save));

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !menu.hidden) {
      event.stopPropagation();
      toggle(false);
      opener.focus();
    } else if (!menu.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const items = /** @type {HTMLElement[]} */ ([...menu.children]);
      const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      items[(here + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length]?.focus();
    }
  });
  element.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !element.contains(/** @type {Node} */ (relatedTarget)) && toggle(false));
  addEventListener("pointerdown", ({ target }) => !menu.hidden && !element.contains(/** @type {Node} */ (target)) && toggle(false));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    edit(false);
  });

  /** @param {boolean} isOpen */
  function toggle(isOpen) {
    if (isOpen) menu.replaceChildren(...(shown ? choicesFor(shown, store.state.trips.trips, actions, () => edit(true)) : []).map(([label, run]) => item(label, run)));
    menu.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) /** @type {HTMLElement} */ (menu.firstElementChild)?.focus();
  }

  /** @param {string} label @param {() => void} run */
  function item(label, run) {
    return h("button", { type: "button", class: "trip-menu-item", onclick: () => {
      toggle(false);
      opener.focus();
      run();
    } }, label);
  }

  /** @param {boolean} isOpen */
  function edit(isOpen) {
    form.hidden = !isOpen;
    form.parentElement?.classList.toggle("is-renaming", isOpen);
    if (!isOpen) return opener.focus();
    field.value = shown?.trip.name ?? "";
    field.focus();
    field.select();
  }

  /** @param {Event} event */
  function save(event) {
    event.preventDefault();
    const name = field.value.trim().replace(/\s+/g, " ");
    edit(false);
    if (shown && name !== shown.trip.name) actions.rename(shown.trip, name);
  }

  return {
    element,
    form,

    /** @param {Correctable | null} next */
    show(next) {
      if (!form.hidden && next?.trip.id !== shown?.trip.id) {
        form.hidden = true;
        form.parentElement?.classList.remove("is-renaming");
      }
      shown = next;
      element.hidden = next === null;
    },
  };
}

/**
 * @param {Correctable} open @param {Trip[]} trips all, oldest first @param {CorrectionActions} actions @param {() => void} edit
 * @returns {[string, () => void][]} what can be done with the trip
 */
function choicesFor({ trip, day, write }, trips, actions, edit) {
  const here = trips.findIndex(({ id }) => id === trip.id);
  const [previous, next] = here < 0 ? [] : [trips[here - 1], trips[here + 1]];
  /** @type {([string, () => void] | false | undefined | null | "")[]} */
  const choices = [
    write && [TEXTS.writeDiary, write],
    [TEXTS.renameTrip, edit],
    next && [TEXTS.mergeWithNext(next.name), () => actions.merge(trip, next)],
    previous && [TEXTS.mergeWithPrevious(previous.name), () => actions.merge(trip, previous)],
    day && [TEXTS.splitBefore(DAY.format(Date.parse(day))), () => actions.split(trip, day)],
    [TEXTS.notATrip, () => actions.dismiss(trip)],
  ];
  return /** @type {[string, () => void][]} */ (choices.filter(Boolean));
}
