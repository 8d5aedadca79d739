import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const {
  actsOnGroup, askedFor, boxOfDoubt, cameraOf, DOUBTS_ADDRESS, emptyDoubts, groupOfCamera, groupsOf, joinedDoubts, neighboursInDoubts, sameDoubts, withoutDoubts,
} = await import("../../static/app/doubts/doubts-state.js");
const { doubtAnswers } = await import("../../static/app/doubts/doubt-search.js");
const { doubtChoices } = await import("../../static/app/filters/doubt-choices.js");
const { missingFlight } = await import("../../static/app/doubts/photo-flight.js");
const { allowedFilters, filterParameters, FILTERS_ADDRESS, NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { chipsOf } = await import("../../static/app/filters/chip-texts.js");
const { neighbours } = await import("../../static/app/panel/photo-state.js");

const doubt = (id, more = {}) => ({ id, path: `${id}.jpg`, filename: `${id}.jpg`, longitude: 1, latitude: 2, reason: "sign", evidence: "It is far.", ...more });
const counts = { total: 5, flights: [{ flight: "flight Berlin – Lisbon", photos: [3, 1] }, { flight: "flight over Bavaria", photos: [2] }], reasons: [{ reason: "sign", count: 3 }, { reason: "coarse", count: 2 }], devices: [{ device: "Aster F2", count: 5 }] };
const list = (group, doubts, more = {}) => ({ ...emptyDoubts(group), status: "ready", doubts, total: doubts.length, ...more });
const owner = { visitor: { role: "owner" } };

test("the group of doubts is read from the address and written to it, with names of cameras", () => {
  for (const group of ["all", "sign", groupOfCamera("Aster & Söhne #2"), groupOfCamera("a=b")]) {
    const [written] = DOUBTS_ADDRESS.write({ doubts: group });
    assert.equal(DOUBTS_ADDRESS.read(new URLSearchParams(written)).doubts, group);
  }
  for (const wrong of ["", "Sign", "<b>", "camera:"]) assert.equal(DOUBTS_ADDRESS.read(new URLSearchParams({ doubts: wrong })).doubts, null);
  assert.deepEqual(DOUBTS_ADDRESS.write({ doubts: null }), []);
});

test("a group is requested by its reason or its camera", () => {
  assert.deepEqual([askedFor("all"), askedFor("sign"), askedFor(groupOfCamera("Aster F2"))], [{}, { reason: "sign" }, { device: "Aster F2" }]);
  assert.deepEqual([cameraOf("sign"), cameraOf("camera:A:B")], [null, "A:B"]);
});

test("groups are those of the reasons or of the cameras, and the open one even without doubts", () => {
  assert.deepEqual(groupsOf("all", false, counts).map(({ group, count }) => [group, count]), [["all", 5], ["sign", 3], ["coarse", 2]]);
  assert.deepEqual(groupsOf("sign", true, counts).map(({ group }) => group), ["all", "camera:Aster F2"]);
  assert.deepEqual(groupsOf("sea", false, counts).at(-1), { group: "sea", count: 0 });
});

test("only doubts of one group are settled at once, and corrected only if some may have a suggestion", () => {
  const two = [doubt(1), doubt(2)];
  const suggested = [doubt(1, { suggestion: [3, 4] }), doubt(2)];
  const acts = (open) => Object.values(actsOnGroup(open, counts));
  assert.deepEqual(acts(list("all", suggested)), [false, false, false]);
  assert.deepEqual(acts(list("coarse", two)), [true, false, true]);
  assert.deepEqual(acts(list("coarse", two, { total: 2000 })), [true, false, false]);
  assert.deepEqual(acts(list("speed", suggested)), [true, true, true]);
  assert.deepEqual(acts(list("speed", two)), [true, false, true]);
  // Those that are not loaded may have one.
  assert.deepEqual(acts(list("speed", two, { total: 3 })), [true, true, true]);
  assert.deepEqual(acts(list("sign", [suggested[0]])), [false, false, false]);
  assert.deepEqual(Object.values(actsOnGroup(list("all", suggested), { ...counts, reasons: counts.reasons.slice(0, 1) })), [true, true, true]);
});

test("settled doubts leave the list at once; a correction leaves those without a suggestion", () => {
  const open = list("sign", [doubt(1, { suggestion: [3, 4] }), doubt(2), doubt(3)], { total: 10, more: true });
  const after = (photos, how) => withoutDoubts(photos, how)({ doubts: open }).doubts;
  assert.deepEqual([after([1, 2], "accept").doubts.map(({ id }) => id), after([1, 2], "accept").total], [[3], 8]);
  assert.deepEqual([after([1, 2], "correct").doubts.map(({ id }) => id), after([1, 2], "correct").total], [[2, 3], 9]);
  assert.deepEqual([after([1], "accept").more, after(Array.from({ length: 10 }, (_, n) => n + 1), "accept").more], [true, false]);
  const closed = { doubts: null };
  assert.equal(withoutDoubts([1], "accept")(closed), closed);
});

test("unchanged doubts are the same objects, and pages that overlap are joined", () => {
  const before = [doubt(1), doubt(2)];
  const next = sameDoubts([doubt(2), doubt(1, { evidence: "It is near." })], before);
  assert.equal(next[0], before[1]);
  assert.notEqual(next[1], before[0]);
  assert.deepEqual(joinedDoubts(before, [doubt(2), doubt(3)]).map(({ id }) => id), [1, 2, 3]);
});

test("the box of a doubt has the suggestion, across the antimeridian if that is nearer", () => {
  assert.deepEqual(boxOfDoubt(doubt(1)), [1, 2, 1, 2]);
  assert.deepEqual(boxOfDoubt(doubt(1, { suggestion: [-1, 5] })), [-1, 2, 1, 5]);
  assert.deepEqual(boxOfDoubt(doubt(1, { longitude: 179, suggestion: [-179, 2] })), [179, 2, -179, 2]);
});

test("the neighbours of the open photo are those in the list of doubts", () => {
  const open = list("sign", [doubt(7), doubt(8), doubt(9)], { total: 20 });
  assert.deepEqual(neighbours({ photo: { id: 8 }, doubts: open, around: null }), { previous: 7, next: 9, first: 7, last: 9, position: 2, total: 20 });
  assert.equal(neighboursInDoubts(open, 1), null);
  assert.equal(neighboursInDoubts(null, 7), null);
});

test("the filter by doubt is a parameter, a field of the address and a chip, with one value", () => {
  const read = (address) => FILTERS_ADDRESS.read(new URLSearchParams(address)).filters;
  const filters = read("doubt=sign&doubt=any");
  assert.deepEqual(filterParameters(filters), { doubt: "sign" });
  assert.deepEqual(FILTERS_ADDRESS.write({ filters }), ["doubt=sign"]);
  assert.deepEqual(chipsOf(filters).map(({ text }) => text), ["Doubted: wrong sign"]);
  assert.deepEqual(chipsOf(read("doubt=any")).map(({ text }) => text), ["Doubted positions"]);
  assert.deepEqual(read("doubt=toString"), NO_FILTERS);
  assert.deepEqual(read("doubt=wind"), NO_FILTERS);
});

test("only owners keep the filter by doubt, and only users that by a trip", () => {
  const filters = { ...NO_FILTERS, doubt: "any", trip: "2024-05-01", media: "image" };
  assert.equal(allowedFilters(owner, filters), filters);
  assert.equal(allowedFilters({ visitor: null }, filters), filters);
  for (const role of ["viewer", "editor"]) assert.deepEqual(allowedFilters({ visitor: { role } }, filters), { ...filters, doubt: "" });
  assert.deepEqual(allowedFilters({ visitor: { role: "guest" } }, filters), { ...filters, doubt: "", trip: "" });
});

test("the choices of the filter begin with all doubts, and there are none without doubts", () => {
  assert.deepEqual(doubtChoices({ numberMatched: 5, reasons: counts.reasons }).map(({ value, label, count }) => [value, label, count]),
    [["any", "Doubted positions", 5], ["sign", "Wrong sign", 3], ["coarse", "Too few digits", 2]]);
  assert.deepEqual(doubtChoices({ numberMatched: 0, reasons: [] }), []);
});

test("the search finds doubts by the beginnings of their names, if there are any", () => {
  const found = (text, of = counts) => doubtAnswers(of, text).map(({ title, changes }) => [title, changes.doubt]);
  assert.deepEqual(found("doubt"), [["Doubted positions", "any"], ["Doubted: wrong sign", "sign"], ["Doubted: too few digits", "coarse"]]);
  assert.deepEqual(found("wrong si"), [["Doubted: wrong sign", "sign"]]);
  assert.deepEqual([found("do"), found("ubted"), found("sea"), found("doubt", null), found("doubt", { ...counts, total: 0 })], [[], [], [], [], []]);
});

test("the open photo gets the flight that the server has found, at any altitude, once", () => {
  const flight = (id, properties, doubtCounts = counts) => missingFlight({ photo: { id, feature: properties && { id, properties } }, doubtCounts });
  assert.equal(flight(1, { altitude: 10_600 }), "flight Berlin – Lisbon");
  assert.equal(flight(2, {}), "flight over Bavaria");
  assert.deepEqual([flight(4, { altitude: 10_600 }), flight(1, { flight: "flight Berlin – Lisbon" }), flight(1, null), flight(1, {}, null)], ["", "", "", ""]);
  assert.equal(missingFlight({ photo: null, doubtCounts: counts }), "");
});
