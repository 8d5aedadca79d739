/**
 * The positions that cannot be true: the open list, the counts, and the doubt about the open photo. Pure.
 * @module
 */

import { setWithin } from "../core/store.js";
import { boxAround } from "../core/box-around.js";

/**
 * @typedef {import("../api/doubts.js").Doubt} Doubt
 *
 * @typedef {object} DoubtCounts
 * @property {number} total
 * @property {{reason: string, count: number}[]} reasons
 * @property {{device: string, count: number}[]} devices
 * @property {import("../api/doubts.js").Flight[]} flights
 *
 * @typedef {object} OpenDoubts the open list
 * @property {string} group `all`, a reason, or `camera:` and the name of a camera
 * @property {"loading" | "ready" | "failed"} status
 * @property {Doubt[]} doubts those loaded so far
 * @property {number} total
 * @property {boolean} more whether there are further ones
 * @property {number | null} chosen the id of the photo that the map shows
 * @property {string} problem
 */

export const DOUBTS = {
  doubts: /** @type {OpenDoubts | null} */ (null),
  /** Null until counted, and for visitors who may not see doubts. */
  doubtCounts: /** @type {DoubtCounts | null} */ (null),
  /** About the open photo. */
  photoDoubt: /** @type {Doubt | null} */ (null),
};

export const ALL = "all";
const CAMERA = "camera:";
/** Reasons for which the server can suggest a position. */
const CORRECTABLE = ["sign", "swapped", "speed", "elsewhere", "contradiction"];
/** More photos are not placed at one spot. */
const MOST_PLACED = 1000;

/** @type {import("../core/address.js").AddressPart} */
export const DOUBTS_ADDRESS = {
  fields: { doubts: null },
  isOpening: true,
  read(fields) {
    const group = fields.get("doubts");
    return { doubts: group && /^([a-z]{1,20}|camera:.{1,200})$/.test(group) ? group : null };
  },
  write: ({ doubts }) => (doubts !== null ? [`doubts=${encodeURIComponent(doubts)}`] : []),
};

/** @param {string} group @returns {OpenDoubts} */
export function emptyDoubts(group) {
  return { group, status: "loading", doubts: [], total: 0, more: false, chosen: null, problem: "" };
}

/** @param {string} camera @returns {string} its group */
export function groupOfCamera(camera) {
  return `${CAMERA}${camera}`;
}

/** @param {string} group @returns {string | null} the camera, if the group is that of one */
export function cameraOf(group) {
  return group.startsWith(CAMERA) ? group.slice(CAMERA.length) : null;
}

/** @param {string} group @returns {{reason?: string, device?: string}} what to ask the server */
export function askedFor(group) {
  const device = cameraOf(group);
  if (device !== null) return { device };
  return group === ALL ? {} : { reason: group };
}

/**
 * @param {string} group the open one
 * @param {boolean} isByCamera
 * @param {DoubtCounts} counts
 * @returns {{group: string, count: number}[]} all groups to choose from; the open one even if it has become empty
 */
export function groupsOf(group, isByCamera, { total, reasons, devices }) {
  const named = isByCamera
    ? devices.map(({ device, count }) => ({ group: groupOfCamera(device), count }))
    : reasons.map(({ reason, count }) => ({ group: reason, count }));
  const listed = [{ group: ALL, count: total }, ...named];
  const isMissing = isByCamera === (cameraOf(group) !== null) && !listed.some((one) => one.group === group);
  return isMissing ? [...listed, { group, count: 0 }] : listed;
}

/**
 * What can be done about all doubts of the open list at once. Doubts of several reasons are not settled together.
 *
 * @param {OpenDoubts} open @param {DoubtCounts | null} counts
 * @returns {{accepts: boolean, corrects: boolean, places: boolean}}
 */
export function actsOnGroup({ group, doubts, total }, counts) {
  const isGroup = total > 1 && (group !== ALL || counts?.reasons.length === 1);
  const reason = group === ALL ? counts?.reasons[0]?.reason : group;
  const maySuggest = doubts.some(({ suggestion }) => suggestion) || (CORRECTABLE.includes(reason ?? "") && doubts.length < total);
  return { accepts: isGroup, corrects: isGroup && maySuggest, places: isGroup && total <= MOST_PLACED };
}

/**
 * The list without doubts that were settled, before the server has sent it again.
 *
 * @param {number[]} photos @param {"accept" | "correct"} how a correction leaves doubts without a suggestion
 */
export const withoutDoubts = (photos, how) => (/** @type {import("../core/store.js").State} */ state) => {
  const { doubts: open } = state;
  if (!open) return state;
  const settled = new Set(photos);
  const doubts = open.doubts.filter(({ id, suggestion }) => !settled.has(id) || (how === "correct" && !suggestion));
  const more = open.more && !(how === "accept" && photos.length >= open.total);
  return setWithin("doubts", { doubts, more, total: Math.max(0, open.total - (open.doubts.length - doubts.length)) })(state);
};

/**
 * The same objects for what has not changed, so that lists draw only what has.
 *
 * @param {Doubt[]} next @param {Doubt[]} before @returns {Doubt[]}
 */
export function sameDoubts(next, before) {
  const known = new Map(before.map((one) => [one.id, one]));
  return next.map((one) => {
    const old = known.get(one.id);
    return old && JSON.stringify(old) === JSON.stringify(one) ? old : one;
  });
}

/** @param {Doubt[]} before @param {Doubt[]} page that may begin earlier, if some before it are settled @returns {Doubt[]} */
export function joinedDoubts(before, page) {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...page.filter(({ id }) => !known.has(id))];
}

/** @param {Doubt} doubt @returns {number[]} the box around the position and the suggested one */
export function boxOfDoubt({ longitude, latitude, suggestion }) {
  return boxAround([[longitude, latitude], ...(suggestion ? [suggestion] : [])].map((coordinates) => ({ properties: {}, geometry: { coordinates } })));
}

/**
 * The neighbours of a photo in the list.
 *
 * @param {OpenDoubts | null} open @param {number} id
 * @returns {{previous: number | null, next: number | null, first: number, last: number, position: number, total: number} | null} null if the list does not have it
 */
export function neighboursInDoubts(open, id) {
  const at = open ? open.doubts.findIndex((one) => one.id === id) : -1;
  if (!open || at < 0) return null;
  return { previous: open.doubts[at - 1]?.id ?? null, next: open.doubts[at + 1]?.id ?? null, first: open.doubts[0].id, last: open.doubts[open.doubts.length - 1].id, position: at + 1, total: open.total };
}

/**
 * Changes the open list. Dropped if another list is open by now.
 *
 * @param {string} group @param {Partial<OpenDoubts>} changes
 */
export const doubtsChanged = (group, changes) => (/** @type {import("../core/store.js").State} */ state) =>
  state.doubts?.group === group ? setWithin("doubts", changes)(state) : state;
