/**
 * The connection to a room: its events, messages, and coming back after the server was away.
 * @module
 */

import { randomKey } from "../core/random-key.js";

/** How long after an error of the server the page tries again. */
const RETRY_MS = 3000;
/** The shortest time between two movements. */
const MOVEMENT_MS = 500;
const GONE = 404;
const REFUSED = 403;
/** The key of this tab in a room, so that a reload is the same member. */
const KEY = "geoindex.room.";

/**
 * @typedef {object} Listeners
 * @property {(hello: import("../api/rooms.js").Hello) => void} onHello
 * @property {(member: import("../api/rooms.js").Member) => void} onJoined
 * @property {(number: number) => void} onLeft
 * @property {(message: import("../api/rooms.js").RoomMessage) => void} onMessage
 * @property {() => void} onLost the events have ended; the page tries to come back
 * @property {(problem: string) => void} onOver the room is closed, or cannot be joined
 */

export class RoomConnection {
  #api;
  #room;
  #key;
  /** @type {Listeners} */
  #listeners;
  /** @type {EventSource | null} */
  #source = null;
  #member = 0;
  #isOver = false;
  #retryTimer = 0;
  /** The movement that is to be sent. @type {import("../api/rooms.js").RoomView | null} */
  #waiting = null;
  /** The last movement that was sent, as text. */
  #sent = "";
  #movementTimer = 0;
  #movedAt = -Infinity;

  /**
   * Joins a room.
   *
   * @param {import("../api.js").Api} api
   * @param {{id: string, name: string}} room
   * @param {Listeners} listeners
   */
  constructor(api, room, listeners) {
    this.#api = api;
    this.#room = room;
    this.#listeners = listeners;
    this.#key = keyFor(room.id);
    this.#open();
  }

  #open() {
    const { id, name } = this.#room;
    const { onHello, onJoined, onLeft, onMessage } = this.#listeners;
    const source = (this.#source = new EventSource(this.#api.roomEventsURL({ room: id, name, key: this.#key })));
    const on = (/** @type {string} */ type, /** @type {(data: any) => void} */ listener) => source.addEventListener(type, ({ data }) => listener(JSON.parse(data)));
    on("hello", (hello) => {
      this.#member = hello.member;
      this.#sent = "";
      onHello(hello);
    });
    on("room-joined", onJoined);
    on("room-left", ({ member }) => onLeft(member));
    on("room-message", onMessage);
    on("room-closed", () => this.#end(""));
    source.addEventListener("error", this.#lost);
  }

  /** The browser reconnects by itself, unless the server has answered with an error. */
  #lost = () => {
    if (this.#isOver) return;
    this.#listeners.onLost();
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    this.#retryTimer = setTimeout(() => this.#open(), RETRY_MS);
    // It is known at once if the room is over.
    this.#api.room(this.#room.id).catch(({ status, message }) => {
      if (status === GONE || status === REFUSED) this.#end(status === GONE ? "" : message);
    });
  };

  /** @param {string} problem */
  #end(problem) {
    if (this.#isOver) return;
    this.stop();
    forget(this.#room.id);
    this.#listeners.onOver(problem);
  }

  /** Ends the events; within half a minute a reload of this tab is the same member. */
  stop() {
    this.#isOver = true;
    this.#source?.close();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#movementTimer);
  }

  leave() {
    const isMember = this.#member > 0 && !this.#isOver;
    this.stop();
    forget(this.#room.id);
    if (isMember) this.send({ kind: "leave" }).catch(() => {});
  }

  /** @param {import("../api/rooms.js").RoomOrder} order */
  send(order) {
    return this.#api.sendToRoom(this.#room.id, { member: this.#member, key: this.#key, ...order });
  }

  /** Sends where the map is: if it has changed, and twice a second at most. @param {import("../api/rooms.js").RoomView} view */
  move(view) {
    this.#waiting = view;
    this.#movementTimer ||= setTimeout(this.#sendMovement, Math.max(0, this.#movedAt + MOVEMENT_MS - performance.now()));
  }

  #sendMovement = () => {
    this.#movementTimer = 0;
    const view = this.#waiting;
    const text = JSON.stringify(view);
    if (!view || !this.#member || text === this.#sent || this.#isOver) return;
    this.#sent = text;
    this.#movedAt = performance.now();
    // A movement that is lost is followed by others.
    this.send({ kind: "view", ...view }).catch(() => (this.#sent = ""));
  };
}

/** @param {string} id @returns {boolean} whether this tab is a member of the room, and has been loaded again */
export function wasIn(id) {
  return recallKey(id) !== null;
}

/** @param {string} id @returns {string} 128 random bits */
function keyFor(id) {
  const known = recallKey(id);
  if (known) return known;
  const key = randomKey();
  try {
    sessionStorage.setItem(KEY + id, key);
  } catch {
    // The browser blocks it: a reload is another member.
  }
  return key;
}

/** @param {string} id */
function recallKey(id) {
  try {
    return sessionStorage.getItem(KEY + id);
  } catch {
    return null;
  }
}

/** @param {string} id */
function forget(id) {
  try {
    sessionStorage.removeItem(KEY + id);
  } catch {
    // See above.
  }
}
