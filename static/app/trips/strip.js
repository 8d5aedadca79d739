/**
 * The strip of the open trip: what it is, its days as steps, and its corrections.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { may } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createDiaryNote } from "../diary/note.js";
import { watchSwipes } from "../panel/swipe.js";
import { h, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createCorrections } from "./corrections.js";
import { dateIn, daysOf, neighbourOf } from "./trip-days.js";
import { entryIn, wayOf, wordReason } from "./trips-state.js";

const DAY = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", weekday: "short", day: "numeric", month: "long" });
const DATE = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long" });

export class TripStrip {
  #store;
  #name = h("h2", { class: "trip-name" });
  #facts = h("p", { class: "trip-facts" });
  #reason = h("p", { class: "trip-reason" });
  #order = h("span", {});
  #where = h("span", { class: "trip-where" });
  #day = h("p", { class: "trip-day", role: "status" }, this.#order, this.#where);
  #previous;
  #next;
  #whole;
  #play;
  #steps;
  #corrections;
  #share;
  #diary;
  element;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {object} options.actions
   * @param {(direction: -1 | 1) => void} options.actions.step
   * @param {() => void} options.actions.showWhole
   * @param {() => void} options.actions.play
   * @param {() => void} options.actions.share
   * @param {() => void} options.actions.close
   * @param {(order: import("../api/trips.js").DiaryOrder) => Promise<boolean>} options.actions.write
   * @param {import("./corrections.js").CorrectionActions} options.actions.corrections
   * @param {() => void} options.onResize
   */
  constructor({ store, actions, onResize }) {
    this.#store = store;
    this.#previous = button("previous", TEXTS.previousDayOfTrip, () => actions.step(-1));
    this.#next = button("next", TEXTS.nextDayOfTrip, () => actions.step(1));
    this.#play = button("play", TEXTS.playTrip, () => actions.play(), "trip-play");
    this.#whole = button("fit", TEXTS.wholeTrip, () => actions.showWhole());
    this.#corrections = createCorrections(store, actions.corrections);
    this.#share = button("share", TEXTS.shareTrip, () => actions.share());
    this.#diary = createDiaryNote(actions.write);
    this.#steps = h("div", { class: "trip-steps" }, this.#previous, this.#day, this.#next, this.#diary.opener, this.#whole, this.#play);
    this.element = h("section", { class: "trip-strip", "aria-label": TEXTS.trip, hidden: true },
      h("header", { class: "trip-head" },
        h("div", { class: "trip-headings" }, this.#name, this.#corrections.form, this.#facts),
        this.#corrections.element, this.#share, button("close", TEXTS.closeTrip, () => actions.close())),
      this.#reason, this.#steps, this.#diary.element);
    document.querySelector(".corner")?.append(this.element);
    watchSwipes(this.#day, { canStep: (direction) => this.#neighbour(direction) !== null, onStep: actions.step });
    new ResizeObserver(() => {
      // The toast is above it.
      document.documentElement.style.setProperty("--strip", `${this.room().bottom}px`);
      onResize();
    }).observe(this.element);
    store.watch((state) => state.trip, this.#show);
    store.watch((state) => state.filters.time, this.#show);
    store.watch((state) => state.trips.trips, this.#show);
    store.watch((state) => state.visitor, this.#show);
  }

  /** @param {-1 | 1} direction */
  #neighbour(direction) {
    const { trip, filters } = this.#store.state;
    return trip && neighbourOf(daysOf(trip.stays), dateIn(filters.time), direction);
  }

  #show = () => {
    const { trip: open, filters } = this.#store.state;
    this.element.hidden = open === null;
    if (!open) return;
    const { trip, stays, problem, isPlaying } = open;
    const isOwner = may(this.#store.state, "diary");
    const diary = isOwner ? open.diary : null;
    const days = daysOf(stays);
    const date = dateIn(filters.time);
    const place = days.findIndex((day) => day.date === date);
    setText(this.#name, trip?.name ?? TEXTS.trip);
    this.#name.title = trip?.name ?? "";
    setText(this.#facts, problem || (trip ? wayOf(trip) : TEXTS.loading));
    setText(this.#reason, trip && !problem ? wordReason(trip) : "");
    this.#share.hidden = !may(this.#store.state, "share");
    this.#corrections.show(isOwner && trip && !problem ? { trip, day: place > 0 ? days[place].date : null, write: diary && this.#diary.open } : null);
    this.#diary.show(trip && !problem && diary ? noteAbout({ trip, day: place >= 0 ? days[place].date : null, diary }) : null);
    // Its height is the same before the days are known, so that the map is fitted beside it.
    this.#steps.hidden = problem !== "" || trip === null;
    setText(this.#order, place >= 0 ? TEXTS.dayOfTrip(place + 1, days.length) : days.length ? TEXTS.daysWithPhotos(days.length) : TEXTS.loading);
    setText(this.#where, place >= 0 ? [DAY.format(Date.parse(days[place].date)), days[place].place].filter(Boolean).join(" · ") : "");
    enable(this.#previous, this.#neighbour(-1) !== null);
    enable(this.#next, this.#neighbour(1) !== null);
    this.#whole.hidden = date === null;
    this.#play.hidden = days.length < 2;
    this.#play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    name(this.#play, isPlaying ? TEXTS.stopTrip : TEXTS.playTrip);
  };

  /** @returns {{top: number, bottom: number}} how much of the map it covers */
  room = () => {
    const height = this.element.hidden ? 0 : this.element.offsetHeight + 8;
    return isNarrow() ? { top: height, bottom: 0 } : { top: 0, bottom: height && height + 20 };
  };
}

/** @param {import("./trips-state.js").DiarySubject} subject @returns {import("../diary/note.js").Subject} */
function noteAbout(subject) {
  const { trip, day } = subject;
  const entry = entryIn(subject);
  if (day) return { key: day, title: TEXTS.diaryOfDay(DATE.format(Date.parse(day))), about: { day }, entry };
  return { key: `trip ${trip.id}`, title: TEXTS.diaryOfTrip, about: { trip: trip.id }, entry };
}

/** A button that has the focus keeps it, also where there is no neighbour. */
function enable(element, isEnabled) {
  element.setAttribute("aria-disabled", String(!isEnabled));
}

function name(element, label) {
  element.setAttribute("aria-label", label);
  element.title = label;
}

function button(sign, label, run, className = "") {
  return h("button", { type: "button", class: `icon-button ${className}`, "aria-label": label, title: label, onclick: () => run() }, icon(sign));
}
