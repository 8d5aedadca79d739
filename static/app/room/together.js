/**
 * Looks at the map together with others: joins a room, shows what happens there, and what the reader does to the others.
 * @module
 */

import { recall } from "../core/memory.js";
import { may, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createMapChip } from "../ui/map-chip.js";
import { RoomConnection, wasIn } from "./connection.js";
import { createMembersLayer } from "./members-layer.js";
import { NAME_KEY, RoomBar } from "./room-bar.js";
import { emptyRoom, followed, greeted, togetherChanged, viewOf, withMember, withMessage, withoutMember } from "./room-state.js";

/** The map may move by itself for so long after a photo was opened. */
const OPENING_MS = 1500;
const GLIDE_MS = 450;
/** Smaller differences are less than a pixel. */
const NEAR = { degrees: 1e-6, zoom: 0.01 };
const LEAST_ZOOM = 14;

/**
 * @typedef {import("./room-state.js").Together} Room
 * @typedef {import("./room-state.js").Line} Line
 */

export class Together {
  #page;
  #store;
  #mapView;
  #layer;
  #bar;
  #chip;
  /** @type {RoomConnection | null} */
  #connection = null;
  /** The room that this reader has just opened, to whom its link is shown. */
  #opened = "";
  #isGliding = false;
  #excusedUntil = 0;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    const { store, api } = page;
    this.#page = page;
    this.#store = store;
    this.#mapView = /** @type {import("../map/map-view.js").MapCanvas} */ (page.mapView);
    this.#layer = createMembersLayer(this.#mapView);
    this.#chip = createMapChip({ name: "room", sign: "picture", closeLabel: TEXTS.closeMessage, onClose: () => this.#chip.show(null) });
    this.#bar = new RoomBar({
      store, api, onResize: page.room.changed,
      actions: {
        join: this.#join, follow: this.#follow, leave: this.#leave, go: this.#go,
        write: (text) => this.send({ kind: "text", text }),
        lead: (leads) => void this.send({ kind: "lead", lead: leads }),
        togglePointing: () => this.change(({ isPointing }) => ({ isPointing: !isPointing })),
        toggleTalk: this.#toggleTalk,
        toggleMore: () => this.change(({ isInviting }) => ({ isInviting: !isInviting, isTalking: false })),
        closeRoom: () => void api.closeRoom(this.now?.id ?? "").catch(this.#tell),
      },
    });
    page.room.cover("together", this.#bar.covered);
    store.watch((state) => followed(state.together)?.view ?? null, (view) => view && this.#moveTo(view));
    store.watch((state) => state.together?.members ?? null, this.#showMembers);
    this.#mapView.onMove(this.#moved);
  }

  get now() {
    return this.#store.state.together;
  }

  /** @param {(room: Room) => Partial<Room>} step */
  change(step) {
    if (this.now) this.#store.change(togetherChanged(step(this.now)));
  }

  #tell = (/** @type {Error} */ { message }) => this.#store.change(set({ message }));

  // Into the room, and out of it

  async openRoom() {
    if (this.now && this.now.status !== "over") return this.change(() => ({ isInviting: true, isTalking: false }));
    const { api, navigation } = this.#page;
    const { leftRoom } = this.#store.state;
    try {
      if (leftRoom && (await api.room(leftRoom).then(() => true, () => false))) return navigation.go({ room: leftRoom, sharing: "" }, "replace");
      this.#store.change(set({ leftRoom: null }));
      if (!may(this.#store.state, "room")) return this.#store.change(set({ message: TEXTS.roomIsOver }));
      const { id } = await api.openRoom(viewOf(this.#mapView.position()));
      this.#opened = id;
      navigation.go({ room: id, sharing: "" }, "replace");
    } catch (error) {
      this.#tell(error);
    }
  }

  /** @param {string | null} id of the room in the address */
  async enter(id) {
    if ((this.now?.id ?? null) === id) return;
    if (this.now) this.#connection?.leave();
    this.#connection = null;
    this.#chip.show(null);
    this.#layer.clear();
    this.#store.change(set({ together: id && emptyRoom(id) }));
    if (!id) return;
    // The browser would send the owner's cookie with the request for events.
    if (this.#page.api.isAsGuest) return this.change(() => ({ status: "over", problem: TEXTS.roomNotAsGuest }));
    const visitor = await this.#page.api.visitor().catch(() => null);
    if (this.now?.id !== id) return;
    const name = visitor?.name ?? (wasIn(id) ? recall(NAME_KEY) : null);
    if (name) this.#join(name);
    else this.change(() => ({ status: "asking" }));
  }

  #join = (/** @type {string} */ name) => {
    const id = this.now?.id;
    if (!id) return;
    this.#connection?.stop();
    this.change(() => ({ status: "joining" }));
    /** What happens after the reader has left is not shown. */
    const inRoom = (/** @type {(what: any) => void} */ run) => (/** @type {any} */ what) => void (this.now?.id === id && run(what));
    this.#connection = new RoomConnection(this.#page.api, { id, name }, {
      onHello: inRoom(this.#greet),
      onJoined: inRoom(this.#welcome),
      onLeft: inRoom(this.#part),
      onMessage: inRoom(this.#hear),
      onLost: inRoom(() => this.change(() => ({ status: "lost", isPointing: false }))),
      onOver: inRoom((problem) => this.change(() => ({ status: "over", problem, isPointing: false, members: [] }))),
    });
  };

  #leave = () => {
    this.#store.change(set({ leftRoom: this.now?.status === "over" ? null : this.now?.id ?? null }));
    this.#page.navigation.go({ room: null }, "replace");
    this.#mapView.focus();
  };

  // What happens there

  #greet = (/** @type {import("../api/rooms.js").Hello} */ hello) => {
    const { view } = hello.room;
    const isFirst = this.now?.me === 0;
    const isOwn = this.#opened === hello.room.id;
    this.#opened = "";
    this.change((room) => ({ ...greeted(room, hello), ...(isOwn && { isInviting: true }) }));
    if (isFirst && !isOwn && view) this.#moveTo(view);
    this.#connection?.move(viewOf(this.#mapView.position()));
  };

  #welcome = (/** @type {import("../api/rooms.js").Member} */ member) => {
    const isNew = !this.now?.members.some((one) => one.member === member.member);
    this.change((room) => withMember(room, member));
    if (isNew) this.#bar.announce(TEXTS.memberJoined(member.name));
  };

  #part = (/** @type {number} */ number) => {
    const left = this.now?.members.find(({ member }) => member === number);
    this.change((room) => withoutMember(room, number));
    if (left) this.#bar.announce(TEXTS.memberLeft(left.name));
  };

  #hear = (/** @type {import("../api/rooms.js").RoomMessage} */ message) => {
    const before = this.now?.lines;
    this.change((room) => withMessage(room, message));
    const room = this.now;
    const line = room?.lines.at(-1);
    if (room && line && room.lines !== before && line.id > room.earlier) this.#showNew(room, line);
  };

  /** @param {Room} room @param {Line} line */
  #showNew(room, line) {
    if (line.spot) this.#layer.point(line.spot, line);
    if (line.member === room.me || line.kind === "text") return;
    const words = wordsOf(line);
    const { kind, photo } = line;
    this.#bar.announce(words);
    if (kind === "point") return;
    if (photo === null) this.#chip.show(words);
    else if (followed(room)?.member === line.member) this.#openPhoto(photo);
    else this.#chip.offer(words, [{ label: TEXTS.openShown, run: () => this.#openPhoto(photo) }]);
  }

  #showMembers = (/** @type {import("../api/rooms.js").Member[] | null} */ members) => {
    this.#layer.show((members ?? []).filter(({ member }) => member !== this.now?.me));
  };

  // What the reader does

  #toggleTalk = () => {
    this.change(({ isTalking }) => ({ isTalking: !isTalking, isInviting: false, unread: 0 }));
    if (this.now?.isTalking) queueMicrotask(this.#bar.focusTalk);
  };

  #go = (/** @type {Line} */ line) => {
    if (line.photo !== null) return this.#openPhoto(line.photo);
    if (!line.spot) return;
    this.#mapView.flyTo(line.spot, Math.max(LEAST_ZOOM, this.#mapView.zoom()));
    this.#layer.point(line.spot, line);
  };

  /** @param {number} photo */
  #openPhoto(photo) {
    const { navigation } = this.#page;
    this.#chip.show(null);
    this.#excusedUntil = performance.now() + OPENING_MS;
    navigation.open({ photo }, {}, navigation.isOpen ? "replace" : "push");
  }

  #follow = (/** @type {number} */ member) => {
    const room = this.now;
    if (!room || member === room.me) return;
    if (followed(room)?.member === member) return this.#lookAway();
    this.change(({ leader }) => (member === leader ? { following: null, hasLeftLeader: false } : { following: member }));
  };

  #lookAway() {
    this.change(({ leader }) => ({ following: null, hasLeftLeader: leader !== null }));
  }

  /** @param {import("../api/rooms.js").RoomOrder} order @returns {Promise<boolean>} whether it was sent */
  async send(order) {
    if (!this.#connection || this.now?.status !== "open") return false;
    return this.#connection.send(order).then(() => true, (error) => (this.#tell(error), false));
  }

  // Movements

  /** @param {import("../api/rooms.js").RoomView} view */
  #moveTo({ longitude, latitude, zoom }) {
    const { lat, lon, zoom: now } = this.#mapView.position();
    if (Math.abs(lat - latitude) < NEAR.degrees && Math.abs(lon - longitude) < NEAR.degrees && Math.abs(zoom - now) < NEAR.zoom) return;
    this.#isGliding = true;
    this.#mapView.jumpTo({ lat: latitude, lon: longitude, zoom }, GLIDE_MS);
  }

  #moved = (/** @type {boolean} */ hasSettled) => {
    const room = this.now;
    if (!room) return;
    this.#layer.place();
    if (!hasSettled && !this.#isGliding && performance.now() > this.#excusedUntil && followed(room)) this.#lookAway();
    if (hasSettled) this.#isGliding = false;
    // Of a map that follows another only the end of a movement counts.
    if (!this.#isGliding && room.status === "open") this.#connection?.move(viewOf(this.#mapView.position()));
  };
}

/** @param {import("./room-state.js").Line} line */
function wordsOf({ kind, photo, name }) {
  if (kind === "point") return TEXTS.memberPoints(name);
  return photo === null ? TEXTS.memberShowsHidden(name) : TEXTS.memberShows(name);
}
