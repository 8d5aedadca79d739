/**
 * The rows of the plan.
 * @module
 */

import { LANGUAGE, formatDay, formatDistance } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText } from "../ui/dom.js";
import { localMoment } from "./plan-state.js";

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
  const how = (source === "track" ? TEXTS.byTrack : TEXTS.byNeighbours)(formatDistance(accuracy));
  return h("div", { class: "plan-entry" },
    h("label", { class: "file-box" }, box),
    h("button", { type: "button", class: "file", "data-planned": photo, title: [entry.path, clockEvidence].filter(Boolean).join("\n") },
      thumbnail(api.thumbnailURL(photo, PICTURE_PX)),
      h("span", { class: "file-text" },
        h("span", { class: "file-name" }, filename),
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
 * @param {string} camera
 * @param {{count: number, clock: string, evidence?: string}} state how many photos need the clock; if it is known, its offset, and from what it was found
 * @param {(camera: string, text: string) => boolean} onSet returns whether the text is an offset
 */
export function clockRow(camera, { count, clock, evidence }, onSet) {
  const field = h("input", { type: "text", class: "choice-search", placeholder: "+02:00:00", "aria-label": TEXTS.clockOf(camera), autocomplete: "off" });
  field.value = clock;
  const problem = h("p", { class: "placing-problem", role: "alert" });
  return h("form", { class: "plan-clock", onsubmit: (event) => {
    event.preventDefault();
    setText(problem, onSet(camera, field.value) ? "" : TEXTS.clockForm);
  } },
  h("p", {}, count ? TEXTS.clockUnknown(camera, count) : TEXTS.clockGiven(camera), evidence && h("span", { class: "file-detail" }, evidence)),
  h("div", {}, field, h("button", { class: "button" }, TEXTS.useClock)), problem);
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
