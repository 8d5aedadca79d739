import { plain } from "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const state = await import("../../static/app/areas/areas-state.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { formatMonths } = await import("../../static/app/core/format.js");

const area = (id, kind, count = 1) => /** @type {any} */ ({ id, kind, name: `<${id}>`, count });
const ready = (areas, elsewhere = 0) => ({ status: /** @type {const} */ ("ready"), areas, elsewhere, problem: "" });
const words = (rows) => rows.map(({ depth, area, text }) => `${depth} ${area?.id ?? text}`);

const TREE = {
  opened: ["DE", "DE.02", "FR"],
  parts: {
    "": ready([area("DE", "country"), area("FR", "country"), area("IS", "country")], 2),
    DE: ready([area("DE.02", "region"), area("DE.03", "region")]),
    "DE.02": ready([area("7", "place")], 1),
  },
};

test("the rows are the countries, and below opened ones their parts; the other photos are counted", () => {
  assert.deepEqual(words(state.rowsOf(TREE)), [
    "1 DE", "2 DE.02", "3 7", "3 1 photo elsewhere in <DE.02>", "2 DE.03",
    "1 FR", "2 Loading…", "1 IS", "1 2 photos outside all countries",
  ]);
  assert.deepEqual(words(state.rowsOf({ ...TREE, opened: [] })), ["1 DE", "1 FR", "1 IS", "1 2 photos outside all countries"]);
});

test("a level that failed says why and can be retried, beside the former parts", () => {
  const failed = { ...ready([area("DE.02", "region")]), status: /** @type {const} */ ("failed"), problem: "No answer." };
  const rows = state.rowsOf({ opened: ["DE"], parts: { ...TREE.parts, DE: failed } });
  assert.deepEqual(words(rows).slice(0, 3), ["1 DE", "2 No answer.", "2 DE.02"]);
  assert.equal(rows[1].retry, "DE");
});

test("equal rows and areas keep their objects, so that they stay in the page", () => {
  const before = state.rowsOf(TREE);
  const step = state.partsChanged("", { areas: [area("DE", "country"), area("FR", "country", 5), area("IS", "country")] });
  const { areas } = /** @type {any} */ (step(/** @type {any} */ ({ areas: TREE })));
  const after = state.sameRows(state.rowsOf(areas), before);
  assert.deepEqual(after.map((row) => before.includes(row)), [true, true, true, true, true, false, true, true, true]);
});

test("closing an area closes the areas inside it, and no others", () => {
  assert.deepEqual(state.turned(["DE", "DE.02", "DM"], "DE"), ["DM"]);
  assert.deepEqual(state.turned(["DM"], "DE"), ["DM", "DE"]);
});

test("the address has the opened areas, and drops invalid ones", () => {
  const read = (hash) => state.AREAS_ADDRESS.read(new URLSearchParams(hash)).areas;
  for (const opened of [[], ["DE"], ["DE", "DE.02"]]) assert.deepEqual(state.openedIn(read(`places=${state.textOf(opened)}`)), opened);
  for (const hash of ["", "places=", "places=<b>", `places=${"a".repeat(500)}`]) assert.equal(state.openedIn(read(hash)), null, hash);
  assert.deepEqual(state.AREAS_ADDRESS.write({ areas: null }), []);
});

test("an area replaces other areas in the filters and keeps the rest", () => {
  const filters = { ...NO_FILTERS, camera: "Canon", country: "DE\nFR", place: "7" };
  assert.deepEqual(state.onlyIn(filters, { kind: "region", id: "IS.39" }), { ...NO_FILTERS, camera: "Canon", region: "IS.39" });
  assert.deepEqual(state.chosenIn(filters), ["DE", "FR", "7"]);
});

test("a part is below its area, and a country below nothing", () => {
  const rows = state.rowsOf(TREE);
  assert.deepEqual([0, 1, 2, 4].map((place) => state.rowAbove(rows, place)), [-1, 0, 1, 0]);
});

test("a panel without areas says why", () => {
  const text = (parts, isFiltered = false) => state.emptyText({ opened: [], parts: { "": parts } }, isFiltered);
  assert.match(text(ready([], 52)), /places file/);
  assert.equal(text(ready([]), true), "No photos match your filters.");
  assert.equal(text(ready([])), "No photos yet");
  assert.equal(text(ready([area("DE", "country")])), "");
});

test("first and last photo are months of a year, or years", () => {
  assert.equal(plain(formatMonths("2024-05-01T10:00:00Z", "2024-05-31T10:00:00Z")), "May 2024");
  assert.match(plain(formatMonths("2024-05-01T10:00:00Z", "2024-08-31T10:00:00Z")), /^May ?– ?August 2024$/);
  assert.match(plain(formatMonths("2011-12-31T23:00:00Z", "2024-01-01T10:00:00Z")), /^2011 ?– ?2024$/);
  assert.equal(formatMonths(undefined, undefined), "");
});
