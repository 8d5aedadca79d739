/**
 * The viewer: the open photo in the whole window, over everything else.
 * @module
 */

import { formatDay, formatTaken } from "../core/format.js";
import { KEY_BACK, KEY_ON } from "../core/language.js";
import { neighbours } from "../panel/photo-state.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { isSwitchedOff } from "../ui/single-keys.js";
import { createDetails } from "./details.js";
import { Stage } from "./stage.js";
import { createStrip } from "./strip.js";
import { TEXTS } from "../core/texts.js";

const THANKS_MS = 1600;

export class Viewer {
  #store;
  #actions;
  #onClosed;
  #modal;
  #stage;
  #details;
  #name = h("h2", { class: "viewer-name", dir: "auto" });
  #day = h("span", { class: "viewer-day-whole" });
  /** The short day for narrow windows. */
  #shortDay = h("span", { class: "viewer-day-short" });
  #place = h("p", { class: "viewer-place" });
  #strip;
  #compare;
  #toAll;
  #info;
  #previous;
  #next;
  #middle;
  /** @type {HTMLElement | null} */
  #marks = null;
  #shown = null;
  #hasDetails = false;
  /** The number of requests for the film strip. Only the newest answer is used. */
  #stripAsked = 0;
  #keys;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {Parameters<typeof createDetails>[0]["smallMap"]} options.smallMap
   * @param {object} options.actions
   * @param {(direction: -1 | 1) => void} options.actions.step opens the photo before or after this one
   * @param {(direction: -1 | 1) => boolean} options.actions.canStep
   * @param {(end: "first" | "last") => void} options.actions.jump opens the first or the last photo of the list
   * @param {() => number[]} options.actions.around the ids of the photos before and after this one
   * @param {(id: number) => Promise<import("./strip.js").Stretch>} options.actions.near the photos for the film strip
   * @param {(id: number) => void} options.actions.open
   * @param {() => void} options.actions.close
   * @param {(photo: import("../api/photos.js").Photo) => void} [options.actions.showOnMap]
   * @param {(day: string) => void} [options.actions.showDay]
   * @param {(id: number) => Promise<string>} [options.actions.showToAll] in the room in which people look together; says what has become of it
   * @param {import("../features.js").PhotoAction[]} options.actions.added
   * @param {(photo: import("../api/photos.js").Photo) => void} options.actions.listNear
   * @param {() => import("../words/feature.js").WordsPlace} options.actions.wordsPlace
   * @param {() => HTMLElement} options.actions.againPlace
   * @param {() => void} options.actions.compare compares the photo with the same view on another day
   * @param {() => HTMLElement} options.actions.marks
   * @param {(key: string) => boolean} options.actions.write changes what is written about the photo; returns whether the key does that
   * @param {(id: number) => void} options.onClosed called with the photo that was shown last
   */
  constructor({ store, api, smallMap, actions, onClosed }) {
    this.#store = store;
    this.#actions = actions;
    this.#onClosed = onClosed;
    this.#modal = createModal({ className: "viewer", label: TEXTS.photo, onDismiss: this.#actions.close, onKey: this.#press });
    this.#stage = new Stage({ api, onStep: this.#step, canStep: this.#actions.canStep, onDismiss: this.#actions.close });
    this.#details = createDetails({ api, smallMap, actions: this.#actions });
    this.#strip = createStrip({ api, onOpen: this.#actions.open });
    this.#toAll = button(TEXTS.showToAll, "talk", this.#showToAll, { hidden: true });
    this.#compare = button(TEXTS.compareSameView, "compare", () => this.#actions.compare(), { hidden: true });
    this.#info = button(TEXTS.details, "info", this.#toggleDetails, { "aria-pressed": "false" });
    this.#previous = button(TEXTS.previousPhoto, "previous", () => this.#step(-1), { class: "icon-button viewer-step is-previous" });
    this.#next = button(TEXTS.nextPhoto, "next", () => this.#step(1), { class: "icon-button viewer-step is-next" });
    this.#middle = h("div", { class: "viewer-middle" }, this.#stage.element, this.#previous, this.#next);
    const header = h("header", { class: "viewer-header" },
      button(TEXTS.closeTheViewer, "back", () => this.#actions.close()),
      h("div", { class: "viewer-heading", "aria-live": "polite" }, this.#name, h("p", { class: "viewer-day" }, this.#day, this.#shortDay)), this.#place,
      button(TEXTS.zoomIn, "plus", () => this.#stage.zoom(1), { class: "icon-button viewer-zoom" }),
      button(TEXTS.zoomOut, "minus", () => this.#stage.zoom(-1), { class: "icon-button viewer-zoom" }),
      this.#toAll, this.#compare, this.#info);
    this.#modal.element.append(header, this.#middle, this.#strip.element, this.#details.element);
    this.#store.watch((state) => state.together?.status === "open", (isIn) => (this.#toAll.hidden = !isIn));
    this.#store.watch((state) => state.again === null, (hasNone) => (this.#compare.hidden = hasNone));
    this.#store.watch((state) => (state.viewer ? state.photo : null), this.#show);
    // The neighbours change when a list grows.
    for (const part of /** @type {const} */ (["list", "unplaced", "around"])) this.#store.watch((state) => state[part], () => this.#shown && this.#renderSteps());
    this.#keys = {
      [KEY_BACK]: () => this.#step(-1),
      [KEY_ON]: () => this.#step(1),
      "+": () => this.#stage.zoom(1),
      "=": () => this.#stage.zoom(1),
      "-": () => this.#stage.zoom(-1),
      z: () => this.#stage.zoom(0),
      0: () => this.#stage.zoom(0),
      " ": () => this.#stage.playOrPause(),
      f: () => this.#actions.close(),
      i: this.#toggleDetails,
      Home: () => this.#actions.jump("first"),
      End: () => this.#actions.jump("last"),
    };
  }

  /** @param {import("../panel/photo-state.js").OpenPhoto | null} photo */
  #show = (photo) => {
    if (!photo) return this.#shown && this.#hide();
    this.#modal.toggle(true);
    // Fingers have no keys for stars.
    if (!this.#marks) this.#middle.append((this.#marks = this.#actions.marks()));
    const properties = photo.feature?.properties;
    setText(this.#name, properties?.filename ?? TEXTS.photo);
    this.#modal.element.setAttribute("aria-label", /^video\//.test(properties?.media ?? "") ? TEXTS.video : TEXTS.photo);
    const taken = properties && formatTaken(properties);
    setText(this.#day, properties ? momentOf(taken?.day, taken) : "");
    setText(this.#shortDay, properties ? momentOf(formatDay(properties), taken) : "");
    const isOther = photo.id !== this.#shown?.id;
    // Only the feature says whether it is a video.
    if (isOther || (photo.feature && !this.#shown.feature)) this.#stage.show(photo.id, photo.feature);
    this.#shown = photo;
    if (this.#hasDetails) this.#details.show(photo);
    this.#renderSteps();
  };

  #hide() {
    const { id } = this.#shown;
    this.#shown = null;
    this.#stage.end();
    this.#details.hide();
    this.#modal.toggle(false);
    this.#onClosed(id);
  }

  #renderSteps() {
    [this.#previous.disabled, this.#next.disabled] = [!this.#actions.canStep(-1), !this.#actions.canStep(1)];
    this.#previous.hidden = this.#next.hidden = this.#previous.disabled && this.#next.disabled;
    this.#stage.prepare(this.#actions.around());
    const { position, total } = neighbours(this.#store.state);
    setText(this.#place, total && total > 1 ? TEXTS.placeOf(position, total) : "");
    this.#showStrip(this.#shown.id);
  }

  async #showStrip(id) {
    const mine = (this.#stripAsked += 1);
    const near = await this.#actions.near(id).catch(() => null);
    if (near && mine === this.#stripAsked && this.#shown) this.#strip.show(near, id);
  }

  #step = (direction) => {
    if (this.#actions.canStep(direction)) this.#actions.step(direction);
  };

  #showToAll = async () => {
    const said = await this.#actions.showToAll?.(this.#shown.id);
    for (const [sign, label, wait] of /** @type {[string, string, number][]} */ ([["check", said, THANKS_MS], ["talk", TEXTS.showToAll, 0]])) {
      this.#toAll.replaceChildren(icon(sign));
      this.#toAll.setAttribute("aria-label", label);
      await new Promise((done) => setTimeout(done, wait));
    }
  };

  #toggleDetails = () => {
    this.#hasDetails = !this.#hasDetails;
    this.#info.setAttribute("aria-pressed", String(this.#hasDetails));
    this.#modal.element.classList.toggle("has-details", this.#hasDetails);
    if (this.#hasDetails) this.#details.show(this.#shown);
    else this.#details.hide();
  };

  /** @param {KeyboardEvent} event */
  #press = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || isSwitchedOff(event)) return;
    // In a video the arrow keys seek, and the space bar presses the focused button.
    if (target.matches("video") && event.key !== "i") return;
    if (target.matches("input, textarea")) return;
    if (this.#actions.write(event.key.toLowerCase())) {
      event.preventDefault();
      // The fields are among the details.
      if (!this.#hasDetails && /^[ek]$/i.test(event.key)) this.#toggleDetails();
      return;
    }
    const run = this.#keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || (event.key === " " && target.matches("button, a"))) return;
    event.preventDefault();
    run();
  };
}

/**
 * @param {string | undefined} day the long or the short form
 * @param {{time: string} | null | undefined} taken the time by the local clock; null if unknown
 * @returns {string} the day and the time of day
 */
function momentOf(day, taken) {
  return taken ? `${day}, ${taken.time}` : TEXTS.undated;
}

function button(label, sign, action, attributes = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action(), ...attributes }, icon(sign));
}
