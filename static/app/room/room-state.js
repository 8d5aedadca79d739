/**
 * A room in which people look at the map together: its members, its lines, who follows whom. Pure functions.
 * @module
 */

import { may, setWithin } from "../core/store.js";

/**
 * @typedef {import("../api/rooms.js").Member} Member
 * @typedef {import("../api/rooms.js").RoomView} RoomView
 *
 * @typedef {object} Line of the conversation
 * @property {number} id
 * @property {number} member
 * @property {string} name
 * @property {string} colour
 * @property {string} time
 * @property {"text" | "point" | "photo"} kind
 * @property {string} text
 * @property {import("../map/map-address.js").Spot | null} spot that is pointed at
 * @property {number | null} photo that is shown; null also if it is not shared with this visitor
 *
 * @typedef {object} Together
 * @property {string} id of the room
 * @property {"asking" | "joining" | "open" | "lost" | "over"} status `asking` for a name; `lost` while the server is away
 * @property {string} problem why the room could not be joined
 * @property {number} me the number of this member; 0 before it has one
 * @property {number} earlier the number of the last event before the reader came; what follows is new, also if it was missed for a moment
 * @property {Member[]} members in the order in which they joined
 * @property {number | null} leader
 * @property {number | null} following the member whom the reader has chosen to follow
 * @property {boolean} hasLeftLeader whether the reader looks elsewhere than the leader
 * @property {Line[]} lines oldest first
 * @property {number} unread lines since the conversation was closed
 * @property {boolean} isTalking whether the conversation is open
 * @property {boolean} isInviting whether the link to the room is shown
 * @property {boolean} isPointing whether the next click on the map points at a place
 */

/** As many as the server remembers. */
const MOST_LINES = 200;

export const TOGETHER = {
  /** Null outside of rooms. */
  together: /** @type {Together | null} */ (null),
  /** The room that was left last; it may still be open. */
  leftRoom: /** @type {string | null} */ (null),
};

/** @param {import("../core/store.js").State} state @returns {boolean} whether the visitor can open a room, or come back to one */
export const mayLookTogether = (state) => may(state, "room") || state.leftRoom !== null || (state.together !== null && state.together.status !== "over");

const ROOM_ID = /^[0-9A-Za-z_-]{22}$/;

/**
 * The room that the reader is in.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const ROOM_ADDRESS = {
  fields: { room: null },
  read: (fields) => ({ room: ROOM_ID.test(fields.get("room") ?? "") ? fields.get("room") : null }),
  write: ({ room }) => (room ? [`room=${room}`] : []),
  // Back leads to earlier views, not out of the room.
  keep: (next, { room }) => ({ ...next, room }),
};

/** @param {Partial<Together>} changes */
export const togetherChanged = (changes) => setWithin("together", changes);

/** @param {string} id @returns {Together} */
export function emptyRoom(id) {
  return {
    id, status: "joining", problem: "", me: 0, earlier: 0, members: [], leader: null, following: null, hasLeftLeader: false, lines: [], unread: 0,
    isTalking: false, isInviting: false, isPointing: false,
  };
}

/** @param {Together} room @param {import("../api/rooms.js").Hello} hello @returns {Together} after it has been joined, or joined again */
export function greeted(room, { room: { members, leader = null }, member, last }) {
  const isSame = room.me === member;
  return {
    ...room, status: "open", problem: "", me: member, earlier: isSame ? room.earlier : last, members, leader,
    following: isSame && members.some((one) => one.member === room.following) ? room.following : null,
    hasLeftLeader: isSame && leader === room.leader && room.hasLeftLeader,
  };
}

/** @param {Together} room @param {Member} member @returns {Together} */
export function withMember(room, member) {
  return { ...room, members: [...room.members.filter((one) => one.member !== member.member), member] };
}

/** @param {Together} room @param {number} number @returns {Together} */
export function withoutMember(room, number) {
  return {
    ...room, members: room.members.filter(({ member }) => member !== number),
    following: room.following === number ? null : room.following, leader: room.leader === number ? null : room.leader,
  };
}

/** @param {Together} room @param {import("../api/rooms.js").RoomMessage} message @returns {Together} */
export function withMessage(room, message) {
  if (message.kind === "view") return moved(room, message);
  if (message.kind === "lead") return { ...room, leader: message.lead ? message.member : null, hasLeftLeader: false };
  const line = lineOf(message);
  if (!line || room.lines.some(({ id }) => id === line.id)) return room;
  const unread = room.isTalking || line.member === room.me ? 0 : 1;
  return { ...room, lines: [...room.lines, line].slice(-MOST_LINES), unread: Math.min(MOST_LINES, room.unread + unread) };
}

/** @param {Together} room @param {import("../api/rooms.js").RoomMessage} message @returns {Together} */
function moved(room, { member, longitude, latitude, zoom }) {
  if (longitude === undefined || latitude === undefined || zoom === undefined) return room;
  const view = { longitude, latitude, zoom };
  return { ...room, members: room.members.map((one) => (one.member === member ? { ...one, view } : one)) };
}

/** @param {import("../api/rooms.js").RoomMessage} message @returns {Line | null} null for kinds that this page does not know */
function lineOf({ id, member, name = "", colour = "", time = "", kind, text = "", longitude, latitude, photo = null }) {
  const line = { id, member, name, colour, time, text: "", spot: null, photo: null };
  if (kind === "text") return { ...line, kind, text };
  if (kind === "photo") return { ...line, kind, photo };
  if (kind === "point" && longitude !== undefined && latitude !== undefined) return { ...line, kind, spot: { lat: latitude, lon: longitude } };
  return null;
}

/** @param {Together | null} room @returns {Member | null} whose map this page follows */
export function followed(room) {
  if (room?.status !== "open") return null;
  const number = room.following ?? (room.leader === room.me || room.hasLeftLeader ? null : room.leader);
  return room.members.find(({ member }) => member === number) ?? null;
}

/** @param {Together} room @returns {Member | undefined} */
export const myself = (room) => room.members.find(({ member }) => member === room.me);

/** @param {string} name @returns {string} one or two letters for it */
export function initials(name) {
  const words = name.trim().split(/\s+/u).map((word) => [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment));
  const [first = [], last = []] = [words[0], words.length > 1 ? words.at(-1) : []];
  // Letters, not brackets or marks around them.
  const letter = (/** @type {string[]} */ parts) => parts.find((part) => /[\p{L}\p{N}]/u.test(part)) ?? parts[0] ?? "";
  return (letter(first) + letter(last)).toLocaleUpperCase();
}

/** @param {string} colour `#rrggbb`, from the server @returns {string} a colour of CSS; grey for anything else */
export function colourOf(colour) {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#6b7680";
}

/** @param {string} colour `#rrggbb` @returns {"#000" | "#fff"} which is read better on it */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000" : "#fff";
}

/** @param {import("../map/map-address.js").MapView} position @returns {RoomView} as the room gets it */
export function viewOf({ lat, lon, zoom }) {
  const rounded = (/** @type {number} */ value, /** @type {number} */ decimals) => Number(value.toFixed(decimals)) + 0;
  return { longitude: rounded(lon, 6), latitude: rounded(lat, 6), zoom: rounded(Math.min(24, Math.max(0, zoom)), 2) };
}
