/**
 * The plan: where tracks and photos of other devices would place photos. Pure.
 * @module
 */

import { round7 } from "../api/photos.js";
import { setWithin } from "../core/store.js";

/**
 * @typedef {import("../api/placements.js").Planned} Planned
 *
 * @typedef {object} Plan
 * @property {"loading" | "ready" | "failed"} status
 * @property {Planned[]} entries in the order of their times
 * @property {Day[]} days
 * @property {Record<string, number>} withoutClock how many photos of each camera with an unknown clock
 * @property {number} far the number of photos without a fix near them
 * @property {number} undated
 * @property {import("../api/placements.js").Act[]} acts the newest first
 * @property {Record<string, string>} clocks that the reader has entered, by camera
 * @property {Record<string, number>} zones the seconds that clocks are ahead of UTC where photos of each camera were taken
 * @property {Map<number, {longitude: number, latitude: number}>} moved the positions of photos that the reader has dragged
 * @property {Done | null} done what was placed last
 * @property {Set<number>} excluded the ids of photos that the reader has excluded
 * @property {number | null} focused the id of the focused photo
 * @property {boolean} isSending
 * @property {string} problem
 *
 * @typedef {{act: number, placed: number, box: number[]}} Done an act, and the box around its photos
 *
 * @typedef {{day: string, entries: Planned[]}} Day by the clock of the camera, if that is known
 */

export const PLAN = { plan: /** @type {Plan | null} */ (null) };

/** @returns {Plan} */
export function emptyPlan(clocks = {}) {
  return {
    status: "loading", entries: [], days: [], withoutClock: {}, far: 0, undated: 0, acts: [], clocks,
    zones: {}, moved: new Map(), done: null, excluded: new Set(), focused: null, isSending: false, problem: "",
  };
}

/** @param {Partial<Plan>} changes */
export const planChanged = (changes) => setWithin("plan", changes);

/** @param {Planned[]} entries @returns {Day[]} */
export function daysOf(entries) {
  /** @type {Map<string, Planned[]>} */
  const days = new Map();
  for (const entry of entries) {
    const day = localMoment(entry).slice(0, 10);
    if (!days.has(day)) days.set(day, []);
    days.get(day)?.push(entry);
  }
  return [...days].map(([day, members]) => ({ day, entries: members })).sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** @param {Planned} entry @returns {string} `2024-05-01T14:03:12`, by the clock of the camera */
export function localMoment({ instant, clock }) {
  return new Date(Date.parse(instant) + 1000 * (secondsOf(clock ?? "") ?? 0)).toISOString().slice(0, 19);
}

/** @param {string} text such as `+02:07:00` or `-3:30` @returns {number | null} seconds */
export function secondsOf(text) {
  const match = /^([+\-−])?(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign && sign !== "+" ? -size : size;
}

/** @param {number} seconds @returns {string} `+02:07:00`, as the server reads it */
export function clockText(seconds) {
  const size = Math.abs(seconds);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  return (seconds < 0 ? "-" : "+") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * The clocks that the plan needs, has found, or that the reader has entered.
 *
 * @param {Plan} plan
 * @returns {{camera: string, count: number, clock: string, isEntered: boolean, zone?: number, evidence?: string}[]}
 */
export function clocksOf({ entries, withoutClock, clocks, zones }) {
  const found = new Map(entries.filter(({ clock }) => clock).map(({ camera, clock, clockEvidence }) => [camera, { clock, evidence: clockEvidence }]));
  const cameras = new Set([...Object.keys(withoutClock), ...Object.keys(clocks), ...found.keys()]);
  return [...cameras].sort().map((camera) => ({ camera, count: withoutClock[camera] ?? 0, clock: clocks[camera] ?? "", isEntered: camera in clocks, zone: zones[camera], ...found.get(camera) }));
}

/**
 * The candidates at the positions that the reader has dragged them to.
 *
 * @param {Planned[]} entries @param {Plan["moved"]} moved @returns {Planned[]}
 */
export function withMoved(entries, moved) {
  return moved.size === 0 ? entries : entries.map((entry) => (moved.has(entry.photo) ? { ...entry, ...moved.get(entry.photo), source: "manual" } : entry));
}

/** @param {Planned[]} entries @returns {Planned[]} the first one of each camera whose clock was found */
export function oneOfEachClock(entries) {
  return [...new Map(entries.filter(({ clock }) => clock).reverse().map((entry) => [entry.camera, entry])).values()];
}

/**
 * Whether an act was undone as a whole.
 *
 * @param {Done | null} done @param {import("../api/placements.js").Act[]} acts
 */
export function isUndone(done, acts) {
  return acts.some(({ act, placed, undone }) => act === done?.act && undone >= placed);
}

/** @param {Plan} plan @returns {Planned[]} */
export function accepted({ entries, excluded }) {
  return entries.filter(({ photo }) => !excluded.has(photo));
}

/** @param {Set<number>} excluded @param {Planned[]} entries @param {boolean} isWanted @returns {Set<number>} */
export function ticked(excluded, entries, isWanted) {
  const next = new Set(excluded);
  for (const { photo } of entries) {
    if (isWanted) next.delete(photo);
    else next.add(photo);
  }
  return next;
}

/** @param {Planned[]} entries @returns {import("../api/placements.js").Placement[]} */
export function placementsOf(entries) {
  return entries.map(({ photo, longitude, latitude, altitude, accuracy, source, gap }) =>
    // Of a position by hand, nothing else is known.
    source === "manual" ? { photo, longitude: round7(longitude), latitude: round7(latitude), source } : {
      photo, longitude, latitude, accuracy, source, gap, ...(Number.isFinite(altitude) && { altitude }),
    });
}
