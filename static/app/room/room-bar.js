/**
 * The bar of a room: its members, and what can be done there.
 * @module
 */

import { recall, remember } from "../core/memory.js";
import { may } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { h, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createConversation } from "./conversation.js";
import { createInvitation } from "./invitation.js";
import { paint } from "./members-layer.js";
import { followed, initials, myself } from "./room-state.js";

/** @typedef {import("../api/rooms.js").Member} Member */

/** What the reader was called last. */
export const NAME_KEY = "geoindex.room-name";
const LONGEST_NAME = 60;

/**
 * @typedef {object} RoomActions
 * @property {(name: string) => void} join
 * @property {(member: number) => void} follow or no longer
 * @property {() => void} togglePointing
 * @property {() => void} toggleTalk
 * @property {() => void} toggleMore
 * @property {(text: string) => Promise<boolean>} write
 * @property {(line: import("./room-state.js").Line) => void} go
 * @property {(leads: boolean) => void} lead
 * @property {() => void} leave
 * @property {() => void} closeRoom
 */

export class RoomBar {
  #store;
  #actions;
  #members = h("ul", { class: "room-members", role: "list", "aria-label": TEXTS.membersOfRoom });
  #point;
  #talk;
  #unread = h("span", { class: "room-unread", "aria-hidden": "true" });
  #more;
  #row;
  #say = h("p", { class: "room-say", role: "status" });
  #announce = h("p", { class: "visually-hidden", role: "status" });
  #name = h("input", { type: "text", class: "room-field", dir: "auto", maxlength: LONGEST_NAME, autocomplete: "nickname", enterkeyhint: "go", required: true, "aria-label": TEXTS.yourNameInRoom, placeholder: TEXTS.yourNameInRoom });
  #ask;
  #over;
  #conversation;
  #invitation;
  /** @type {Map<number, HTMLLIElement>} */
  #chips = new Map();
  /** What the chips show; movements do not change it. */
  #shown = "";
  #status = "";
  element;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {RoomActions} options.actions
   * @param {() => void} options.onResize
   */
  constructor({ store, api, actions, onResize }) {
    this.#store = store;
    this.#actions = actions;
    this.#conversation = createConversation(actions);
    this.#invitation = createInvitation(api, actions);
    this.#point = tool("target", TEXTS.pointAtPlace, actions.togglePointing);
    this.#talk = tool("talk", TEXTS.conversation, actions.toggleTalk);
    this.#talk.append(this.#unread);
    this.#more = tool("more", TEXTS.inviteAndMore, actions.toggleMore);
    this.#row = h("div", { class: "room-row" }, this.#members, this.#point, this.#talk, this.#more);
    this.#ask = h("form", { class: "room-form", onsubmit: this.#join }, this.#name,
      h("button", { type: "submit", class: "button is-primary" }, TEXTS.joinRoom), tool("close", TEXTS.leaveRoom, actions.leave));
    this.#over = h("button", { type: "button", class: "button", onclick: () => actions.leave() }, TEXTS.close);
    this.element = h("section", { class: "room-bar", "aria-label": TEXTS.lookTogether, hidden: true },
      this.#row, this.#ask, this.#say, this.#over, this.#conversation.element, this.#invitation.element, this.#announce);
    document.querySelector(".corner")?.append(this.element);
    this.element.addEventListener("keydown", this.#escape);
    this.#ask.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
    new ResizeObserver(onResize).observe(this.element);
    store.watch((state) => state.together, this.#show);
  }

  /** @param {Event} event */
  #join = (event) => {
    event.preventDefault();
    const name = this.#name.value.trim();
    if (!name) return;
    remember(NAME_KEY, name);
    this.#actions.join(name);
  };

  /** Escape closes what is open below the members. @param {KeyboardEvent} event */
  #escape = (event) => {
    const room = this.#store.state.together;
    if (event.key !== "Escape" || !room || !(room.isTalking || room.isInviting)) return;
    event.stopPropagation();
    if (room.isTalking) this.#actions.toggleTalk();
    else this.#actions.toggleMore();
    (room.isTalking ? this.#talk : this.#more).focus();
  };

  #show = (/** @type {import("./room-state.js").Together | null} */ room) => {
    this.element.hidden = room === null;
    document.documentElement.classList.toggle("is-pointing", Boolean(room?.isPointing));
    if (!room) {
      this.#status = this.#shown = "";
      this.#conversation.show([], false);
      return this.#chips.clear(), this.#members.replaceChildren();
    }
    const isIn = room.status === "open" || room.status === "lost";
    this.#row.hidden = !isIn;
    this.#ask.hidden = room.status !== "asking";
    this.#over.hidden = room.status !== "over";
    setText(this.#say, sayOf(room));
    if (room.status !== this.#status) this.#turn(room.status);
    this.#showMembers(room);
    press(this.#point, "aria-pressed", room.isPointing);
    press(this.#talk, "aria-expanded", room.isTalking);
    press(this.#more, "aria-expanded", room.isInviting);
    setText(this.#unread, room.unread ? String(room.unread) : "");
    this.#talk.setAttribute("aria-label", room.unread ? TEXTS.conversationWith(room.unread) : TEXTS.conversation);
    this.#conversation.show(room.lines, isIn && room.isTalking);
    const me = myself(room);
    this.#invitation.show({ ...room, isInviting: isIn && room.isInviting }, { isOwner: may(this.#store.state, "share"), isCreator: me?.creator ?? false });
  };

  /** @param {string} status */
  #turn(status) {
    this.#status = status;
    if (status !== "asking") return;
    this.#name.value = recall(NAME_KEY) ?? "";
    // After the panel has closed, which gives the focus back.
    queueMicrotask(() => this.#name.focus());
  }

  /** @param {import("./room-state.js").Together} room */
  #showMembers(room) {
    const target = followed(room)?.member;
    const shown = JSON.stringify([room.me, target, room.leader, room.members.map(({ member, name, away }) => [member, name, away])]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const [number, chip] of this.#chips) {
      if (room.members.some(({ member }) => member === number)) continue;
      chip.remove();
      this.#chips.delete(number);
    }
    for (const member of room.members) {
      let chip = this.#chips.get(member.member);
      if (!chip) {
        chip = h("li", {}, h("button", { type: "button", class: "room-member", onclick: () => this.#actions.follow(member.member) },
          h("span", { class: "room-initials", "aria-hidden": "true" }), h("bdi", { class: "room-name" })));
        this.#chips.set(member.member, chip);
        this.#members.append(chip);
      }
      showMember(chip, member, { isMe: member.member === room.me, isFollowed: member.member === target, isLeader: member.member === room.leader });
    }
  }

  /** @param {string} words read by screen readers */
  announce = (words) => setText(this.#announce, words);

  focusTalk = () => this.#conversation.focus();

  /** @returns {number} how much of the upper edge of the map it covers on a phone */
  covered = () => (this.element.hidden || !isNarrow() ? 0 : this.element.offsetHeight + 8);
}

/** @param {HTMLLIElement} chip @param {Member} member @param {{isMe: boolean, isFollowed: boolean, isLeader: boolean}} how */
function showMember(chip, { name: own, colour, away, guest }, { isMe, isFollowed, isLeader }) {
  const button = /** @type {HTMLButtonElement} */ (chip.firstElementChild);
  const [sign, label] = button.children;
  // Nothing proves the name of a guest.
  const name = guest && !isMe ? TEXTS.nameOfGuest(own) : own;
  paint(button, colour);
  setText(sign, initials(own));
  setText(label, isMe ? TEXTS.nameOfYou(name) : name);
  const words = isMe ? TEXTS.nameOfYou(name) : isFollowed ? TEXTS.stopFollowing(name) : TEXTS.followMember(name);
  button.setAttribute("aria-label", isLeader ? TEXTS.leads(words) : words);
  button.title = words;
  button.setAttribute("aria-pressed", String(isFollowed));
  // A button that has the focus keeps it.
  button.setAttribute("aria-disabled", String(isMe));
  button.classList.toggle("is-away", Boolean(away));
  button.classList.toggle("is-leader", isLeader);
}

/** @param {import("./room-state.js").Together} room */
function sayOf(room) {
  if (room.status === "over") return room.problem || TEXTS.roomIsOver;
  if (room.status === "joining") return TEXTS.joiningRoom;
  if (room.status === "lost") return room.members.length >= 100 && room.me === 0 ? TEXTS.roomIsFull : TEXTS.roomIsLost;
  if (room.status === "asking") return TEXTS.joinRoomHint;
  if (room.isPointing) return TEXTS.pointHint;
  const target = followed(room);
  return target ? TEXTS.followingMember(target.name) : "";
}

/** @param {string} sign @param {string} label @param {() => void} run */
function tool(sign, label, run) {
  return h("button", { type: "button", class: "icon-button room-tool", "aria-label": label, title: label, onclick: () => run() }, icon(sign));
}

/** @param {HTMLElement} button @param {string} attribute @param {boolean} isPressed */
function press(button, attribute, isPressed) {
  button.setAttribute(attribute, String(isPressed));
}
