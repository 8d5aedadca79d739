/**
 * The rows of the plan.
 * @module
 */

import { LANGUAGE, formatDay, formatDistance } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText } from "../ui/dom.js";
import { clockWords } from "./clock-words.js";
import { localMoment, secondsOf } from "./plan-state.js";

const PICTURE_PX = 56;
const MADE = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });

/** @param {import("./plan-state.js").Day} day @param {(entries: any[]) => number} ticked how many of them are accepted */
export function dayRow({ day, entries }, ticked) {
  const box = h("input", { type: "checkbox", "data-day": day });
  const count = ticked(entries);
  box.checked = count === entries.length;
  box.indeterminate = count > 0 && !box.checked;
  return h("label", { class: "plan-day" }, h("span", { class: "file-box" }, box),
    h("span", {}, formatDay({ takenAtLocal: `${day}T00:00:00` }), h("span", { class: "file-detail" }, TEXTS.counted.photo(entries.length))));
}

/** @param {import("./plan-state.js").Planned} entry @param {(entries: any[]) => number} ticked @param {import("../api.js").Api} api */
export function entryRow(entry, ticked, api) {
  const { photo, filename, source, accuracy, gap, clockEvidence } = entry;
  const box = h("input", { type: "checkbox", "data-tick": photo, "aria-label": TEXTS.selectFile(filename) });
  box.checked = ticked([entry]) === 1;
  const how = source === "manual" ? TEXTS.byHand : (source === "track" ? TEXTS.byTrack : TEXTS.byNeighbours)(formatDistance(accuracy));
  return h("div", { class: "plan-entry" },
    h("label", { class: "file-box" }, box),
    h("button", { type: "button", class: "file", "data-planned": photo, title: [entry.path, clockEvidence].filter(Boolean).join("\n") },
      thumbnail(api.thumbnailURL(photo, PICTURE_PX)),
      h("span", { class: "file-text" },
        h("bdi", { class: "file-name" }, filename),
        h("span", { class: "file-detail" }, TEXTS.timeAndGap(timeText(entry), gapText(gap))),
        h("span", { class: "file-detail" }, how))));
}

/** By the clock of the camera, if that is known. */
function timeText(entry) {
  const time = localMoment(entry).slice(11);
  return entry.clock ? time : TEXTS.timeUTC(time);
}

/** @param {number} seconds */
function gapText(seconds) {
  return seconds < 90 ? TEXTS.seconds(Math.round(seconds)) : TEXTS.minutes(Math.round(seconds / 60));
}

/**
 * A row for the clock of a camera: it is unknown, was found, or was entered.
 *
 * @param {ReturnType<typeof import("./plan-state.js").clocksOf>[number]} state how many photos need the clock; if it is known, its offset, and from what it was found
 * @param {object} actions
 * @param {(camera: string, text: string) => boolean} actions.setClock returns whether the text is an offset
 * @param {(camera: string) => void} actions.forgetClock
 */
export function clockRow({ camera, count, clock, isEntered, zone, evidence }, { setClock, forgetClock }) {
  const field = h("input", { type: "text", class: "choice-search", placeholder: "+02:00:00", "aria-label": TEXTS.clockOf(camera), autocomplete: "off" });
  field.value = clock;
  const problem = h("p", { class: "placing-problem", role: "alert" });
  const entry = h("div", {}, field, h("button", { class: "button" }, TEXTS.useClock));
  const form = h("form", { class: "plan-clock", onsubmit: (event) => {
    event.preventDefault();
    setText(problem, setClock(camera, field.value) ? "" : TEXTS.clockForm);
  } });
  const seconds = secondsOf(clock);
  if (seconds === null || count) {
    form.append(h("p", {}, TEXTS.clockUnknown(camera, count)), entry, problem);
    return form;
  }
  const words = clockWords(seconds, zone);
  const forget = isEntered && h("button", { type: "button", class: "button", onclick: () => forgetClock(camera) }, TEXTS.findClock);
  form.append(
    h("p", {}, TEXTS.clockGiven(camera, words.error), h("span", { class: "file-detail" }, [TEXTS.comparedWith(words.zone), evidence].filter(Boolean).join(" · "))),
    h("details", {}, h("summary", {}, TEXTS.correctClock), h("p", { class: "file-detail" }, TEXTS.clockOf(camera)), entry, problem, forget));
  return form;
}

/** @param {import("../api/placements.js").Act} act @param {(act: number) => void} onUndo */
export function actRow({ act, made, by, placed, undone, undoes }, onUndo) {
  const what = undoes ? TEXTS.actUndoes(undoes) : TEXTS.photosPlaced(placed);
  const label = TEXTS.undoAct(what, MADE.format(new Date(made)));
  const state = undone === 0 ? "" : undone < placed ? TEXTS.partlyUndone : TEXTS.undone;
  return h("li", {},
    h("span", {}, what, h("span", { class: "file-detail" }, [MADE.format(new Date(made)), by, state].filter(Boolean).join(" · "))),
    !undoes && undone < placed && h("button", { type: "button", class: "button", "aria-label": label, onclick: () => onUndo(act) }, TEXTS.undo));
}
