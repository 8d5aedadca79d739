/** The connection to a room: movements are few, and a room that is over ends it. */

import "./support.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
const { RoomConnection, wasIn } = await import("../../static/app/room/connection.js");

const ID = "GrJXiBLKQ8McySccZ-ozbA";
const HELLO = { room: { id: ID, members: [] }, member: 7, key: "k", missed: false, last: 0 };
/** @type {any[]} */
let sources = [];
/** @type {Record<string, any>} */
let calls = {};

class FakeSource extends EventTarget {
  static CLOSED = 2;
  readyState = 1;

  constructor(url) {
    super();
    this.url = url;
    sources.push(this);
  }

  tell(type, data) {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }));
  }

  fail(isClosed) {
    this.readyState = isClosed ? FakeSource.CLOSED : 0;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

function join(answer = () => Promise.resolve({ id: 1 }), room = () => Promise.resolve({})) {
  const sent = [];
  const api = { roomEventsURL: (who) => JSON.stringify(who), sendToRoom: (_id, message) => (sent.push(message), answer()), room };
  calls = { onHello: [], onJoined: [], onLeft: [], onMessage: [], onLost: [], onOver: [] };
  const listeners = Object.fromEntries(Object.keys(calls).map((name) => [name, (what) => calls[name].push(what)]));
  return { sent, connection: new RoomConnection(/** @type {any} */ (api), { id: ID, name: "Ada" }, /** @type {any} */ (listeners)) };
}

beforeEach(() => {
  sources = [];
  const stored = new Map();
  Object.assign(globalThis, { EventSource: FakeSource, sessionStorage: {
    getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value), removeItem: (key) => stored.delete(key),
  } });
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => mock.timers.reset());

const view = (lon) => ({ longitude: lon, latitude: 0, zoom: 5 });

test("of many movements, the latest is sent, twice a second at most, and none that changes nothing", () => {
  const now = mock.method(performance, "now", () => 0);
  const { sent, connection } = join();
  sources[0].tell("hello", HELLO);
  for (let step = 0; step < 100; step += 1) connection.move(view(step));
  mock.timers.tick(0);
  assert.deepEqual(sent.map(({ longitude }) => longitude), [99]);
  for (let step = 0; step < 100; step += 1) connection.move(view(step + 100));
  mock.timers.tick(499);
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(sent.map(({ longitude }) => longitude), [99, 199]);
  connection.move(view(199));
  mock.timers.tick(5000);
  assert.equal(sent.length, 2);
  now.mock.restore();
});

test("before it is a member, and after it has left, the page sends no movements", () => {
  const { sent, connection } = join();
  connection.move(view(1));
  mock.timers.tick(1000);
  assert.deepEqual(sent, []);
  sources[0].tell("hello", HELLO);
  connection.move(view(2));
  connection.leave();
  mock.timers.tick(1000);
  assert.deepEqual(sent.map(({ kind }) => kind), ["leave"]);
  assert.equal(wasIn(ID), false);
});

test("a reload of the tab has the same key, and another room another one", () => {
  join();
  join();
  const [one, other] = sources.map(({ url }) => JSON.parse(url).key);
  assert.equal(one, other);
  assert.match(one, /^[0-9A-Za-z_-]{22}$/);
  assert.equal(wasIn(ID), true);
});

test("the browser reconnects by itself; after an error of the server the page does, unless the room is over", async () => {
  join();
  sources[0].fail(false);
  mock.timers.tick(10_000);
  assert.deepEqual([sources.length, calls.onLost.length, calls.onOver.length], [1, 1, 0]);
  sources[0].fail(true);
  mock.timers.tick(3000);
  assert.equal(sources.length, 2);
  join(undefined, () => Promise.reject(Object.assign(new Error("gone"), { status: 404 })));
  sources[2].fail(true);
  await Promise.resolve().then(() => {}).then(() => {});
  mock.timers.tick(10_000);
  assert.deepEqual([sources.length, calls.onOver], [3, [""]]);
});

test("a room that is closed ends once, and a refusal has the words of the server", async () => {
  join();
  sources[0].tell("room-closed", {});
  sources[0].tell("room-closed", {});
  sources[0].fail(true);
  assert.deepEqual([calls.onOver, calls.onLost.length], [[""], 0]);
  join(undefined, () => Promise.reject(Object.assign(new Error("This is not part of what was shared."), { status: 403 })));
  sources[1].fail(true);
  await Promise.resolve().then(() => {}).then(() => {});
  assert.deepEqual(calls.onOver, ["This is not part of what was shared."]);
});
