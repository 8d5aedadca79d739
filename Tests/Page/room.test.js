/** Rooms: members, lines, who follows whom, and texts that others have written. */

import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
const {
  ROOM_ADDRESS, colourOf, emptyRoom, followed, greeted, initials, inkOn, viewOf, withMember, withMessage, withoutMember,
} = await import("../../static/app/room/room-state.js");

const ID = "GrJXiBLKQ8McySccZ-ozbA";
const member = (number, name = `M${number}`) => ({ member: number, name, colour: "#0072b2", guest: false, creator: number === 1 });
const room = (me = 1, count = 3) => greeted(emptyRoom(ID), { room: { id: ID, members: Array.from({ length: count }, (_, index) => member(index + 1)) }, member: me, key: "k", missed: false, last: 12 });
const said = (id, number, more) => /** @type {any} */ ({ id, member: number, name: `M${number}`, colour: "#0072b2", time: "2024-05-01T10:00:00Z", ...more });

test("only ids of rooms are read from the address, and Back stays in the room", () => {
  const read = (text) => ROOM_ADDRESS.read(new URLSearchParams({ room: text })).room;
  assert.equal(read(ID), ID);
  for (const wrong of ["", "x", `${ID}x`, "<img src=x onerror=1>xxx", "../../../../../../etc/ab"]) assert.equal(read(wrong), null, wrong);
  assert.deepEqual(ROOM_ADDRESS.write(/** @type {any} */ ({ room: ID })), [`room=${ID}`]);
  assert.equal(ROOM_ADDRESS.keep?.(/** @type {any} */ ({ room: null }), /** @type {any} */ ({ room: ID })).room, ID);
});

test("members come and go once each, and who is followed or leads and leaves is no longer followed", () => {
  const twice = withMember(withMember(room(), member(4)), member(4));
  assert.deepEqual(twice.members.map((one) => one.member), [1, 2, 3, 4]);
  const led = { ...room(), leader: 2, following: 3 };
  assert.equal(followed(led)?.member, 3);
  assert.equal(followed(withoutMember(led, 3))?.member, 2);
  assert.equal(followed(withoutMember(withoutMember(led, 3), 2)), null);
  assert.deepEqual(withoutMember(led, 99).members, led.members);
});

test("who leads is followed by all others but those who look elsewhere, until a member leads again", () => {
  const lead = (state, number, leads) => withMessage(state, /** @type {any} */ ({ id: 9, member: number, kind: "lead", lead: leads }));
  assert.equal(followed(lead(room(1), 1, true)), null);
  const led = lead(room(2), 1, true);
  assert.equal(followed(led)?.member, 1);
  const elsewhere = { ...led, hasLeftLeader: true };
  assert.equal(followed(elsewhere), null);
  assert.equal(followed(lead(elsewhere, 1, true))?.member, 1);
  assert.equal(followed(lead(led, 1, false)), null);
  assert.equal(followed({ ...led, status: "lost" }), null);
  assert.equal(followed(null), null);
});

test("a page that comes back to the room goes on as before; as another member it begins anew", () => {
  const before = { ...room(2), following: 3, leader: 1, hasLeftLeader: true };
  const again = (me, members) => greeted(before, { room: { id: ID, members, leader: 1 }, member: me, key: "k", missed: false, last: 30 });
  assert.deepEqual([again(2, before.members).following, again(2, before.members).hasLeftLeader], [3, true]);
  assert.deepEqual([again(5, before.members).following, again(5, before.members).hasLeftLeader], [null, false]);
  assert.equal(again(2, [member(1), member(2)]).following, null);
  // What the same member has missed is new to the reader; what was said before another member came is not.
  assert.deepEqual([before.earlier, again(2, before.members).earlier, again(5, before.members).earlier], [12, 12, 30]);
});

test("a line is listed once, the last two hundred are kept, and those of others are counted until the conversation is open", () => {
  let state = room(1);
  for (let id = 1; id <= 250; id += 1) state = withMessage(withMessage(state, said(id, 2, { kind: "text", text: `${id}` })), said(id, 2, { kind: "text", text: "again" }));
  assert.deepEqual([state.lines.length, state.lines[0].text, state.lines.at(-1)?.text, state.unread], [200, "51", "250", 200]);
  assert.equal(withMessage(room(1), said(1, 1, { kind: "text", text: "mine" })).unread, 0);
  assert.equal(withMessage({ ...room(1), isTalking: true }, said(1, 2, { kind: "text", text: "yours" })).unread, 0);
});

test("a movement changes where a member is and adds no line; messages without what their kind needs change nothing", () => {
  const moved = withMessage(room(1), /** @type {any} */ ({ id: 1, member: 2, kind: "view", longitude: 1, latitude: 2, zoom: 3, bearing: 0 }));
  assert.deepEqual(moved.members[1].view, { longitude: 1, latitude: 2, zoom: 3 });
  assert.equal(moved.lines.length, 0);
  for (const broken of [{ kind: "view", longitude: 1 }, { kind: "point" }, { kind: "dance" }]) {
    const state = room(1);
    assert.equal(withMessage(state, said(1, 2, broken)), state, broken.kind);
  }
  assert.equal(withMessage(room(1), said(1, 2, { kind: "photo", hidden: true })).lines[0].photo, null);
  assert.deepEqual(withMessage(room(1), said(1, 2, { kind: "point", longitude: 1, latitude: 2 })).lines[0].spot, { lat: 2, lon: 1 });
});

test("initials are letters of the first and the last word, also of names with marks, in other scripts and of one emoji", () => {
  assert.deepEqual(["ada", "Ada Lindqvist", "  ada   maria  lindqvist ", "<img src=x>", "李 小龙", "🦊", "é à", "(ben)"].map(initials),
    ["A", "AL", "AL", "IS", "李小", "🦊", "ÉÀ", "B"]);
  assert.equal(initials(""), "");
});

test("a colour is one of CSS, and what is written on it can be read", () => {
  assert.equal(colourOf("#0072b2"), "#0072b2");
  for (const wrong of ["", "red;background:url(x)", "#12", "url(#x)"]) assert.equal(colourOf(wrong), "#6b7680", wrong);
  assert.deepEqual(["#000000", "#ffffff", "#56b4e9", "#6a3d9a"].map(inkOn), ["#fff", "#000", "#000", "#fff"]);
});

test("a view has no more digits than pixels, and a zoom that the room accepts", () => {
  assert.deepEqual(viewOf({ lat: 48.123456789, lon: -0.0000001, zoom: -1.5 }), { longitude: 0, latitude: 48.123457, zoom: 0 });
  assert.equal(viewOf({ lat: 0, lon: 0, zoom: 30 }).zoom, 24);
});
