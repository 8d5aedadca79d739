import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./support.js";
const { wordAccount, wordRights, wordScope } = await import("../../static/app/account/account-words.js");
const { createSession } = await import("../../static/app/api/session.js");
const { createTransport } = await import("../../static/app/api/transport.js");
const { may, mayNot } = await import("../../static/app/core/roles.js");
const { isOther } = await import("../../static/app/library/library.js");

const DEEDS = ["folders", "place", "write", "plan", "share", "views", "trips", "diary", "tracks", "events", "room", "scan", "report", "setUp"];
const as = (role) => /** @type {any} */ ({ visitor: role && { role } });

test("each role may do what the roles below it may, and an owner everything", () => {
  const allowed = (role) => DEEDS.filter((deed) => may(as(role), /** @type {any} */ (deed)));
  assert.deepEqual(allowed("guest"), []);
  assert.deepEqual(allowed("viewer"), ["folders", "trips", "events", "report"]);
  assert.deepEqual(allowed("editor"), ["folders", "place", "write", "trips", "events", "room", "report"]);
  assert.deepEqual(allowed("owner"), DEEDS);
});

test("before the page knows the visitor, nothing is offered and nothing is certainly refused", () => {
  for (const deed of DEEDS) {
    assert.equal(may(as(null), /** @type {any} */ (deed)), false, deed);
    assert.equal(mayNot(as(null), /** @type {any} */ (deed)), false, deed);
  }
  assert.equal(mayNot(as("editor"), "diary"), true);
  assert.equal(mayNot(as("owner"), "diary"), false);
});

test("a role that this version of the page does not know may do nothing", () => {
  for (const deed of DEEDS) assert.equal(may(as("curator"), /** @type {any} */ (deed)), false, deed);
});

test("a scope is put in words, with folders without their pattern", () => {
  assert.equal(wordScope({ path: ["2025-lisbon/*"], area: ["Slovenia"] }), "2025-lisbon and Slovenia");
  assert.equal(wordScope({ path: ["family/", "a/**"] }), "family and a");
  assert.equal(wordScope({ path: ["2025-*/*"] }), "2025-*/*");
  assert.equal(wordScope({ path: ["/"] }), "/");
  assert.equal(wordScope({ bbox: ["1,2,3,4", "5,6,7,8"], keyword: ["Club"], area: ["IS"] }), "IS, the keyword “Club” and a part of the map");
  assert.deepEqual(wordRights({ role: "editor", scope: { path: ["family"] } }), ["You see the photos of family.", "You may move photos on the map and write about them."]);
  assert.equal(wordRights({ role: "viewer" })[0], "You see all photos.");
  assert.equal(wordRights({ role: "owner" }).length, 1);
});

test("the button has the name of a user, leads others to the form, and is missing without users", () => {
  assert.equal(wordAccount({ role: "viewer", name: "<b>vic</b>", users: true }), "<b>vic</b>");
  assert.equal(wordAccount({ role: "guest", users: true }), "Sign in");
  assert.equal(wordAccount({ role: "guest" }), "");
  assert.equal(wordAccount({ role: "owner" }), "");
  assert.equal(wordAccount(null), "");
});

test("another name is another user, and a guest is none; another role or scope is the same user", () => {
  assert.equal(isOther(null, { role: "owner", name: "ada" }), false);
  assert.equal(isOther({ role: "owner", name: "ada" }, { role: "viewer", name: "vic" }), true);
  assert.equal(isOther({ role: "owner", name: "ada" }, { role: "guest" }), true);
  assert.equal(isOther({ role: "owner" }, { role: "guest" }), true);
  assert.equal(isOther({ role: "editor", name: "vic" }, { role: "viewer", name: "vic", scope: { path: ["a"] } }), false);
});

/** @param {string} base @param {number} status */
function answering(base, status) {
  globalThis.fetch = /** @type {any} */ (async (url, options) => {
    asked.push([url, options?.method ?? "GET"]);
    return new Response(status === 204 ? null : "{}", { status });
  });
  return createTransport(base);
}

/** @type {[string, string][]} */
let asked = [];
beforeEach(() => (asked = []));

test("each 401 is reported, of reading, changing and files, and no other status", async () => {
  let reports = 0;
  for (const [status, wanted] of [[401, 4], [403, 0], [404, 0], [503, 0]]) {
    reports = 0;
    const transport = answering("http://host/map/", status);
    transport.whenSignedOut(() => (reports += 1));
    await assert.rejects(transport.json("me", {}));
    await assert.rejects(transport.post("words", {}));
    await assert.rejects(transport.remove("session"));
    await transport.problemOf("http://host/map/photos/1");
    assert.equal(reports, wanted, String(status));
  }
});

test("an owner who sees the page as a guest is not signed out by a link that is revoked", async () => {
  const transport = answering("http://host/?share=abc#as=guest", 401);
  transport.whenSignedOut(() => assert.fail("it is reported"));
  await assert.rejects(transport.json("me", {}));
});

test("signing out and the form are below the prefix of the page, and the form keeps the view", async () => {
  const session = createSession(answering("http://host/map/?share=abc#map=1/2/3", 204));
  await session.signOut(false);
  await session.signOut(true);
  assert.deepEqual(asked, [["http://host/map/session", "DELETE"], ["http://host/map/session?everywhere=true", "DELETE"]]);
  assert.equal(session.signInURL("#map=5/31/36&keyword=%22sea%22"), "http://host/map/session#map=5/31/36&keyword=%22sea%22");
  assert.equal(new URL(session.signInURL("")).pathname, "/map/session");
});

/** @param {Record<string, string>} entries */
function storage(entries) {
  const all = new Map(Object.entries(entries));
  return { getItem: (key) => all.get(key) ?? null, setItem: (key, value) => void all.set(key, value), removeItem: (key) => void all.delete(key), keys: () => [...all.keys()].sort() };
}

/** A copy of the module, as each page has its own. @returns {Promise<typeof import("../../static/app/core/memory.js")>} */
const memory = (name) => import(`../../static/app/core/memory.js?${name}`);

test("what one user has left in the browser is dropped for another, and kept for the same and for servers without users", async () => {
  const { belongTo, recall, recallInTab } = await memory("other");
  const [shared, own] = [storage({ "geoindex.searches": "a", "geoindex.theme": "dark" }), storage({ "geoindex.unsent-words": "b" })];
  Object.assign(globalThis, { localStorage: shared, sessionStorage: own });
  belongTo("");
  belongTo("ada");
  belongTo("ada");
  assert.deepEqual([recall("geoindex.searches"), recallInTab("geoindex.unsent-words")], ["a", "b"]);
  // A second tab has dropped what both share.
  Object.assign(globalThis, { sessionStorage: storage({}) });
  belongTo("vic");
  assert.equal(recall("geoindex.searches"), null);
  Object.assign(globalThis, { sessionStorage: own });
  belongTo("vic");
  assert.equal(recallInTab("geoindex.unsent-words"), null);
  assert.equal(recall("geoindex.theme"), "dark");
});

test("after signing out nothing of the library is kept, whatever is written later; settings stay", async () => {
  const { forgetLibrary, remember, rememberInTab } = await memory("out");
  const [shared, own] = [storage({ "geoindex.searches": "a", "geoindex.theme": "dark", "geoindex.user": "ada" }), storage({ "geoindex.unsent-words": "b", "geoindex.user": "ada" })];
  Object.assign(globalThis, { localStorage: shared, sessionStorage: own });
  forgetLibrary();
  remember("geoindex.searches", "c");
  rememberInTab("geoindex.unsent-words", "d");
  remember("geoindex.grid", "open");
  assert.deepEqual([shared.keys(), own.keys()], [["geoindex.grid", "geoindex.theme"], []]);
});

test("a browser that blocks its storage stops nothing", async () => {
  const { belongTo, forgetLibrary, recall, remember } = await memory("blocked");
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { configurable: true, get: () => { throw new Error("blocked"); } });
  belongTo("ada");
  remember("geoindex.theme", "dark");
  forgetLibrary();
  assert.equal(recall("geoindex.theme"), null);
});
