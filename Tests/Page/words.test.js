import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";

import "./support.js";
const { createActKeys } = await import("../../static/app/api/act-keys.js");
const { applied, changeOf, enteredKeyword, isEmpty, merged, namesIn, needed, plainLines, plainText } = await import("../../static/app/words/change.js");
const { differences } = await import("../../static/app/words/differences.js");
const { rowsOf, sameRows, turned } = await import("../../static/app/names/names-state.js");
const { common, namesOfAll, withText } = await import("../../static/app/words/many-words.js");
const { createKeptDraft } = await import("../../static/app/words/kept-draft.js");
const { Outbox } = await import("../../static/app/words/outbox.js");
const { reconciled } = await import("../../static/app/words/reconcile.js");

const WORDS = { title: "Lake", rating: 3, keywords: ["Sea", "Boat"], keywordPaths: ["Places/Sea"], people: ["Ada"] };

test("of two changes the later counts", () => {
  const earlier = changeOf({ set: { title: "A", rating: 2 }, add: { keywords: ["x", "y"] }, remove: { people: ["Ada"] } });
  const later = changeOf({ set: { title: null }, add: { people: ["Ada"] }, remove: { keywords: ["x"] } });
  assert.deepEqual(merged(earlier, later), { set: { title: null, rating: 2 }, add: { keywords: ["y"], people: ["Ada"] }, remove: { keywords: ["x"] } });
});

test("what a photo has already is not sent", () => {
  const change = changeOf({ set: { title: "Lake", caption: null, rating: 4, favourite: null }, add: { keywords: ["Boat", "New"] }, remove: { people: ["Eve"] } });
  assert.deepEqual(needed(change, { ...WORDS, favourite: false }), { set: { rating: 4 }, add: { keywords: ["New"] }, remove: {} });
  assert.ok(isEmpty(needed(changeOf({ set: { rating: 3 } }), WORDS)));
  assert.deepEqual(needed(changeOf({ set: { rating: null } }), { rating: 0 }).set, { rating: null });
});

test("the end of a hierarchy comes and goes with it", () => {
  const added = applied(WORDS, changeOf({ add: { keywordPaths: ["Nature/Tree"] } }));
  assert.deepEqual([added.keywords, added.keywordPaths], [["Sea", "Boat", "Tree"], ["Places/Sea", "Nature/Tree"]]);
  assert.deepEqual(applied(WORDS, changeOf({ remove: { keywords: ["Sea"] } })).keywordPaths, []);
  assert.deepEqual(applied(WORDS, changeOf({ remove: { keywordPaths: ["Places/Sea"] } })).keywords, ["Boat"]);
});

test("typed names are separated by commas, and keywords with slashes are hierarchies", () => {
  assert.deepEqual(namesIn("keywords", " snow , Places / Alps/ ,snow,, "), { keywords: ["snow"], keywordPaths: ["Places/Alps"] });
  assert.deepEqual(namesIn("people", "Ada / Eve"), { people: ["Ada / Eve"] });
});

test("a keyword means for the page what it means for the server", () => {
  const cases = JSON.parse(readFileSync(new URL("../Fixtures/keywords.json", import.meta.url), "utf8"));
  for (const [text, ...expected] of cases) assert.deepEqual(Object.values(enteredKeyword(text)), expected, text);
});

test("control characters are not sent, line ends of captions are", () => {
  assert.equal(plainText(" a\u0007b\nc "), "a b c");
  assert.equal(plainLines("a\r\nb\u0000\tc\n"), "a\nb \tc");
});

test("differences from the file name the newest act, and lead back", () => {
  const acts = [{ act: 2, by: "eve", made: "2026-02-01T00:00:00Z", add: { keywords: ["Boat"] } }, { act: 1, by: "ada", made: "2026-01-01T00:00:00Z", set: { title: "Lake" } }];
  const file = { title: "Sea", rating: 3, keywords: ["Sea", "Old"], keywordPaths: ["Places/Sea"], people: ["Ada"] };
  const [title, keywords, ...others] = differences(WORDS, file, acts);
  assert.equal(others.length, 0);
  assert.deepEqual([title.value, title.act?.by], ["Sea", "ada"]);
  assert.deepEqual([keywords.entered, keywords.removed, keywords.act?.by], [["Boat"], ["Old"], "eve"]);
  assert.deepEqual(applied(applied(WORDS, title.back), keywords.back), { ...file, keywords: ["Sea", "Old"] });
});

test("hierarchies are a tree that opens by its branches, and what a search finds is named by its path", () => {
  const list = [
    { name: "Places", count: 9 }, { name: "Places/Sea", above: "Places", count: 5 }, { name: "Dog", count: 4 },
    { name: "Places/Sea/Baltic", above: "Places/Sea", count: 3 }, { name: "AC/DC", count: 2 }, { name: "Far/Away", above: "Far", count: 1 },
  ];
  const shown = (opened, text = "") => rowsOf({ open: "keywords", list, opened, text, status: "ready", total: 6, problem: "" });
  const lines = (rows) => rows.map(({ label, depth, hasParts }) => `${depth} ${label}${hasParts ? " +" : ""}`);
  assert.deepEqual(lines(shown([])), ["1 Places +", "1 Dog", "1 AC/DC", "1 Far/Away"]);
  assert.deepEqual(lines(shown(["Places"])), ["1 Places +", "2 Sea +", "1 Dog", "1 AC/DC", "1 Far/Away"]);
  assert.deepEqual(lines(shown(["Places", "Places/Sea"])).slice(0, 3), ["1 Places +", "2 Sea +", "3 Baltic"]);
  assert.deepEqual(lines(shown(["Places"], "s")), list.map(({ name }) => `1 ${name}`));
  assert.deepEqual([turned([], "a"), turned(["a", "b"], "a")], [["a"], ["b"]]);
  const before = shown(["Places"]);
  assert.ok(sameRows(shown(["Places"]), before).every((row, place) => row === before[place]));
  assert.notEqual(sameRows(shown([]), before)[1], before[1]);
});

test("of several photos the page shows what all have, and how many have the rest", () => {
  const words = [{ title: "A", rating: 3, keywords: ["x", "y"] }, { title: "B", rating: 3, keywords: ["y"] }];
  const none = changeOf({});
  assert.deepEqual([common(words, none, "title"), common(words, none, "rating"), common([], none, "title")], [undefined, 3, undefined]);
  assert.deepEqual(namesOfAll(words, none, ["keywords"]), [{ list: "keywords", name: "y" }, { list: "keywords", name: "x", count: 1, total: 2, isPartial: true }]);
  assert.deepEqual(namesOfAll(words, changeOf({ add: { keywords: ["x"] }, remove: { keywords: ["y"] } }), ["keywords"]), [{ list: "keywords", name: "x" }]);
  assert.deepEqual(namesOfAll([], changeOf({ add: { people: ["Ada"] } }), ["people"]), [{ list: "people", name: "Ada" }]);
});

test("a text that is emptied again stays as it is where photos have several", () => {
  const change = changeOf({ set: { title: "C", rating: 1 } });
  assert.deepEqual(withText([{ title: "A" }, { title: "B" }], change, "title", null).set, { rating: 1 });
  assert.deepEqual(withText([{ title: "A" }, { title: "A" }], change, "title", null).set, { rating: 1, title: null });
});

/** An outbox whose requests are answered by the test. */
function outbox(t) {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const requests = [];
  const sent = [];
  const server = { shown: {}, acts: [] };
  const box = new Outbox({
    send: (photo, change, key) => new Promise((answer, fail) => requests.push({ photo, change, key, answer, fail })),
    ask: async () => server,
    onSent: (photo, change, act) => sent.push(act),
    onChange() {},
  });
  return { box, requests, sent, server, settled: () => new Promise((done) => setImmediate(done)) };
}

test("what is typed is sent once the reader pauses, in one request", (t) => {
  const { box, requests } = outbox(t);
  for (const title of ["S", "Sn", "Snow"]) box.add(1, changeOf({ set: { title } }), { words: {}, isTyped: true });
  assert.equal(box.state(1).status, "waiting");
  mock.timers.tick(699);
  assert.equal(requests.length, 0);
  mock.timers.tick(1);
  assert.deepEqual(requests.map(({ change }) => change.set), [{ title: "Snow" }]);
});

test("leaving a photo sends what waits at once, and nothing if all was taken back", (t) => {
  const { box, requests } = outbox(t);
  box.add(1, changeOf({ set: { title: "Snow" } }), { words: { title: "Ice" }, isTyped: true });
  box.flush(1);
  box.add(2, changeOf({ set: { title: "Snow" } }), { words: { title: "Ice" }, isTyped: true });
  box.add(2, changeOf({ set: { title: "Ice" } }), { words: { title: "Ice" }, isTyped: true });
  box.flush();
  assert.deepEqual(requests.map(({ photo }) => photo), [1]);
});

test("changes of a photo are sent one after another", async (t) => {
  const { box, requests, sent, settled } = outbox(t);
  box.add(1, changeOf({ set: { rating: 4 } }), { words: {} });
  box.add(1, changeOf({ set: { rating: null } }), { words: {} });
  assert.equal(requests.length, 1);
  requests[0].answer(7);
  await settled();
  mock.timers.tick(1000);
  assert.deepEqual(requests.map(({ change }) => change.set.rating), [4, null]);
  assert.deepEqual(sent, [7]);
});

test("while the server is away changes are kept and sent again with those that followed", async (t) => {
  const { box, requests, server, settled } = outbox(t);
  server.shown = { keywords: ["x"] };
  box.add(1, changeOf({ set: { title: "Snow" }, add: { keywords: ["x"] } }), { words: {} });
  requests[0].fail({ status: 0, message: "away" });
  await settled();
  assert.deepEqual([box.state(1).status, box.state(1).problem, box.hasFailed], ["failed", "away", true]);
  box.add(1, changeOf({ remove: { keywords: ["x"] } }), { words: {}, isTyped: true });
  mock.timers.tick(3000);
  await settled();
  assert.deepEqual(requests[1].change, { set: { title: "Snow" }, add: {}, remove: { keywords: ["x"] } });
  requests[1].answer(1);
  await settled();
  assert.deepEqual([box.state(1).status, box.hasFailed], ["", false]);
});

test("what the server refuses is kept, and not sent again by itself", async (t) => {
  const { box, requests, settled } = outbox(t);
  box.add(1, changeOf({ set: { title: "Snow" } }), { words: {} });
  requests[0].fail({ status: 400, message: "too long" });
  await settled();
  mock.timers.tick(60_000);
  assert.equal(requests.length, 1);
  assert.deepEqual(box.pending(1).set, { title: "Snow" });
  box.flush(1);
  assert.equal(requests.length, 2);
});

test("a draft is kept for exactly the photos that it was entered for, offered once, and an empty one replaces none", () => {
  const kept = createKeptDraft();
  const draft = changeOf({ set: { title: "Draft" } });
  kept.keep([10, 9], draft);
  kept.keep([1], changeOf());
  assert.deepEqual([kept.take([9]), kept.take([1]), kept.take([9, 10]), kept.take([9, 10])], [null, null, draft, null]);
});

/** Where the title was A when the reader entered B. */
const BASE = { values: { title: ["A"] }, acts: [1] };
const compared = (now, base = BASE, change = changeOf({ set: { title: "B" } })) => reconciled(change, base, { acts: [], ...now });

test("a change that the server has is not sent again, even if others have changed the text since", () => {
  assert.deepEqual(compared({ shown: { title: "B" } }), { rest: changeOf(), held: {} });
  const acts = [{ act: 3, set: { title: "C" } }, { act: 2, set: { title: "B" } }];
  assert.deepEqual(compared({ shown: { title: "C" }, acts }), { rest: changeOf(), held: {} });
});

test("a text of others that is newer than what the reader saw is not overridden", () => {
  const acts = [{ act: 3, set: { title: "C" } }, { act: 1, set: { title: "B" } }];
  assert.deepEqual(compared({ shown: { title: "C" }, acts }), { rest: changeOf(), held: { title: "B" } });
  assert.deepEqual(compared({ shown: {} }).held, { title: "B" });
});

test("a text that others have not changed is sent, also over an earlier try of the same page and in another form of Unicode", () => {
  const rest = changeOf({ set: { title: "B" } });
  assert.deepEqual(compared({ shown: { title: "A" } }).rest, rest);
  assert.deepEqual(compared({ shown: { title: "B…" } }, { values: { title: ["A", "B…"] }, acts: null }).rest, rest);
  assert.deepEqual(compared({ shown: { title: "e\u0301" } }, { values: { title: ["\u00e9"] }, acts: null }).rest, rest);
  assert.deepEqual(compared({ shown: { title: "C" } }, { values: {}, acts: null }).rest, rest);
});

test("names that were added and removed again by others stay removed, and others are added", () => {
  const change = changeOf({ add: { keywords: ["x", "y"] }, remove: { people: ["Ada"] } });
  const acts = [{ act: 3, remove: { keywords: ["x"] } }, { act: 2, add: { keywords: ["x"] } }];
  assert.deepEqual(compared({ shown: { people: ["Ada"] }, acts }, BASE, change).rest, changeOf({ add: { keywords: ["y"] }, remove: { people: ["Ada"] } }));
});

test("a request whose answer was lost is not sent again, and only what others changed waits for the reader", async (t) => {
  const { box, requests, server, settled } = outbox(t);
  box.add(1, changeOf({ set: { title: "Snow", rating: 4 } }), { words: { title: "Ice" }, acts: [1] });
  requests[0].fail({ status: 0, message: "away" });
  await settled();
  Object.assign(server, { shown: { title: "Rain", rating: 4 }, acts: [{ act: 2, set: { title: "Rain" } }] });
  mock.timers.tick(3000);
  await settled();
  assert.equal(requests.length, 1);
  assert.deepEqual([box.state(1).status, box.state(1).held, box.hasFailed], ["", { title: "Snow" }, true]);
  box.decide(1, true, server.shown);
  assert.deepEqual(requests[1].change.set, { title: "Snow" });
  requests[1].answer(3);
  await settled();
  assert.deepEqual([box.state(1).held, box.hasFailed, box.unsent], [{}, false, []]);
});

test("a request whose answer was lost is sent again with its key, also by the page after a reload, and another has another key", async (t) => {
  const { box, requests, server, settled } = outbox(t);
  server.shown = { title: "Ice" };
  box.add(1, changeOf({ set: { title: "Snow" } }), { words: { title: "Ice" }, acts: [1] });
  const [, unsent] = JSON.parse(JSON.stringify(box.unsent))[0];
  requests[0].fail({ status: 0, message: "away" });
  await settled();
  mock.timers.tick(3000);
  await settled();
  box.restore(2, unsent);
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(requests.map(({ key }) => key), Array(3).fill(requests[0].key));
  requests[1].fail({ status: 503, message: "busy" });
  await settled();
  box.add(1, changeOf({ set: { rating: 4 } }), { words: {} });
  await settled();
  assert.deepEqual(requests[3].change.set, { title: "Snow", rating: 4 });
  assert.notEqual(requests[3].key, requests[0].key);
  requests[3].fail({ status: 400, message: "refused" });
  await settled();
  box.flush(1);
  assert.notEqual(requests[4].key, requests[3].key);
});

test("a request of a dialog has the same key until it has an answer, a refusal or an undo", async () => {
  const keys = createActKeys();
  const sent = [];
  const send = (content, status) => keys.send(content, async (order) => {
    sent.push(order);
    if (status !== undefined) throw Object.assign(new Error("failed"), { status });
    return sent.length;
  }).catch(() => 0);
  for (const status of [0, 503, undefined, 409, 0]) await send({ a: 1 }, status);
  await send({ a: 2 }, 0);
  keys.forget();
  await send({ a: 1 });
  const [one, two, three, four, five, six, seven] = sent.map(({ key }) => key);
  assert.deepEqual([one, two], [three, three]);
  assert.equal(new Set([three, four, five, six, seven]).size, 5);
  assert.deepEqual(Object.keys(sent[0]), ["a", "key"]);
});

test("what a page that was left could not send is compared with what the server has, and dropped if it is there", async (t) => {
  const { box, requests, server, settled } = outbox(t);
  server.shown = { title: "Snow" };
  box.restore(1, { change: changeOf({ set: { title: "Snow" } }), held: {}, base: { values: { title: ["Ice"] }, acts: null } });
  assert.deepEqual(box.pending(1).set, { title: "Snow" });
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([requests.length, box.unsent], [0, []]);
});

test("a text of others is kept when the reader decides so, or enters another", async (t) => {
  for (const decide of [(box) => box.decide(1, false, {}), (box) => box.add(1, changeOf({ set: { title: "Rain" } }), { words: { title: "Rain" } })]) {
    const { box, requests, settled } = outbox(t);
    box.restore(1, { change: changeOf(), held: { title: "Snow" }, base: { values: {}, acts: null } });
    decide(box);
    await settled();
    assert.deepEqual([box.state(1).held, requests.length, box.unsent], [{}, 0, []]);
    mock.timers.reset();
  }
});
