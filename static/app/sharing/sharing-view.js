/**
 * The panel beside the map, with two parts: links, and places that are hidden from guests.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createLinkForm } from "./link-form.js";
import { createLinkList } from "./link-list.js";
import { createPlaces } from "./places.js";

/**
 * @typedef {object} Actions
 * @property {() => void} close
 * @property {(part: import("./sharing-state.js").Part) => void} open
 * @property {() => void} retry
 * @property {(order: import("../api/sharing.js").Terms & {expires: string}) => void} make
 * @property {(id: string) => void} revoke
 * @property {(bbox: string) => void} showBox
 * @property {() => void} startDraft
 * @property {(changes: Partial<import("./zones.js").Draft>) => void} change
 * @property {() => void} cancel
 * @property {() => void} add
 * @property {(zone: import("../api/sharing.js").Zone) => void} remove
 * @property {() => void} restore
 * @property {(zone: import("../api/sharing.js").Zone) => void} showZone
 * @property {() => void} moveByKeys
 */

export class SharingView {
  #title = h("h2", { class: "panel-title", tabindex: "-1" }, TEXTS.share);
  #warning = h("p", { class: "sharing-warning", hidden: true }, TEXTS.linksRestrictNothing);
  #problem = h("p", { class: "sharing-problem", role: "alert", hidden: true });
  #refusal = h("p", { class: "sharing-problem", role: "alert", hidden: true });
  #retry;
  #tabs;
  #parts;
  #places;
  element;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {() => number[] | null} options.extent
   * @param {Actions} options.actions
   */
  constructor({ store, api, extent, actions }) {
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    const tab = (part, text) => h("button", { type: "button", class: "order", onclick: () => actions.open(part) }, text);
    this.#tabs = { links: tab("links", TEXTS.links), places: tab("places", TEXTS.hiddenPlaces) };
    this.#retry = h("button", { type: "button", class: "button", hidden: true, onclick: () => actions.retry() }, TEXTS.tryAgain);
    this.#places = createPlaces({ store, actions });
    this.#parts = {
      links: h("div", { class: "sharing-part" },
        createLinkForm({ store, api, extent, actions }), createLinkList({ store, api, actions })),
      places: this.#places.element,
    };
    this.element = h("section", { class: "panel sharing", "aria-label": TEXTS.share, inert: true },
      h("header", { class: "panel-header" }, h("div", { class: "panel-headings" }, this.#title), close),
      h("div", { class: "panel-body sharing-body" },
        h("div", { class: "orders sharing-tabs", role: "group", "aria-label": TEXTS.share }, this.#tabs.links, this.#tabs.places),
        this.#warning, this.#problem, this.#retry, this.#parts.links, this.#parts.places, this.#refusal));
    document.body.append(this.element);
    store.watch((state) => state.sharing, this.#show);
  }

  #isOpen = false;

  /** @param {import("./sharing-state.js").Sharing | null} sharing */
  #show = (sharing) => {
    const wasOpen = this.#isOpen;
    this.#isOpen = sharing !== null;
    this.element.classList.toggle("is-open", this.#isOpen);
    this.element.inert = !sharing;
    document.documentElement.classList.toggle("has-sharing", this.#isOpen);
    if (wasOpen !== this.#isOpen) this.#turn();
    if (!sharing) return;
    const isReady = sharing.status === "ready";
    for (const part of /** @type {const} */ (["links", "places"])) {
      this.#tabs[part].setAttribute("aria-pressed", String(part === sharing.part));
      this.#parts[part].hidden = part !== sharing.part || !isReady;
    }
    this.element.classList.toggle("is-drawing", sharing.part === "places");
    this.#warning.hidden = !isReady || sharing.asksForPassword;
    say(this.#problem, sharing.status === "loading" ? "" : sharing.problem);
    say(this.#refusal, sharing.refusal);
    this.#retry.hidden = sharing.status !== "failed";
  };

  /** Moves the focus into the panel, or back to the button that opened it. */
  #turn() {
    if (this.#isOpen) this.#title.focus({ preventScroll: true });
    else if (document.activeElement === document.body || this.element.contains(document.activeElement)) document.getElementById("share-button")?.focus({ preventScroll: true });
  }

  focusDraft() {
    this.#places.focusDraft();
  }
}

/** @param {HTMLElement} element @param {string} words */
function say(element, words) {
  element.hidden = words === "";
  setText(element, words);
}
