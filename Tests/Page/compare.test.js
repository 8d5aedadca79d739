/** Two spans of time at one place: what an address asks for, and with which span a comparison begins. */

import "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

const { COMPARE_ADDRESS, SIDE_ADDRESS, comparisonIn, openFilters, spanToCompare } = await import("../../static/app/compare/compare-state.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { DEFAULT_LOOK } = await import("../../static/app/layers/look.js");
const { parseSpan } = await import("../../static/app/core/span.js");

const span = (text) => /** @type {import("../../static/app/core/span.js").Span} */ (parseSpan(text));
const route = (time, compare, more = {}) =>
  /** @type {any} */ ({ filters: { ...NO_FILTERS, country: "FI", time }, compare, day: null, look: DEFAULT_LOOK, isOfSecond: false, ...more });
const countsOf = (...years) => ({
  asked: { from: -Infinity, through: Infinity }, undated: 0, buckets: years.map((year) => ({ span: span(`${year}-03-01/${year}-03-31`), count: 3 })),
});

test("a comparison has two valid spans, and the second keeps the other filters", () => {
  assert.deepEqual(comparisonIn(route("2024", "2023"))?.filters, { ...NO_FILTERS, country: "FI", time: "2023" });
  for (const missing of [route("", "2023"), route("2024", ""), route("x", "2023"), route("2024", "2023-13")]) assert.equal(comparisonIn(missing), null);
});

test("nothing is compared while a day is open, nor as heat or points", () => {
  assert.equal(comparisonIn(route("2024", "2023", { day: "2024-05-01" })), null);
  for (const layer of ["heat", "points"]) assert.equal(comparisonIn(route("2024", "2023", { look: { ...DEFAULT_LOOK, layer } })), null);
});

test("the earlier span is on the left, and of two that begin together the one that ends first", () => {
  const isLeft = (first, second) => comparisonIn(route(first, second))?.isEarlier;
  assert.deepEqual([isLeft("2024", "2023"), isLeft("2023", "2024"), isLeft("2023", "2023-01"), isLeft("2023-01", "2023"), isLeft("2023", "../2024")],
    [true, false, true, false, true]);
});

test("what is open has the filters of its span", () => {
  assert.equal(openFilters(route("2024", "2023")).time, "2024");
  assert.equal(openFilters(route("2024", "2023", { isOfSecond: true })).time, "2023");
  assert.equal(openFilters(route("2024", "", { isOfSecond: true })).time, "2024");
});

test("the address has a comparison only with both spans, and whose photo is open only within it", () => {
  const written = (/** @type {any} */ one) => [...COMPARE_ADDRESS.write(one), ...SIDE_ADDRESS.write(one)].join("&");
  assert.equal(written(route("2024", "2023-01-01/2023-06-30", { isOfSecond: true })), "compare=2023-01-01%2F2023-06-30&of=second");
  assert.equal(written(route("", "2023", { isOfSecond: true })), "");
  assert.deepEqual(COMPARE_ADDRESS.read(new URLSearchParams("compare=2023-02-30")), { compare: "" });
  assert.deepEqual(COMPARE_ADDRESS.read(new URLSearchParams("compare=2023")), { compare: "2023" });
});

test("a comparison begins with the same days of the nearest year with photos, an earlier one first", () => {
  const begun = (chosen, ...years) => spanToCompare(span(chosen), countsOf(...years));
  assert.equal(begun("2024", 2022, 2023, 2024), "2023-01-01/2023-12-31");
  assert.equal(begun("2024", 2019, 2024), "2019-01-01/2019-12-31");
  assert.equal(begun("2019", 2019, 2021, 2024), "2021-01-01/2021-12-31");
  assert.equal(begun("2021", 2020, 2021, 2022), "2020-01-01/2020-12-31");
  assert.equal(begun("2024-03", 2023, 2024), "2023-03-01/2023-03-31");
  assert.equal(begun("2023-01-01/2024-12-31", 2020, 2023, 2024), "2019-01-01/2020-12-31");
});

test("without photos in other years, a comparison begins with the year before", () => {
  assert.equal(spanToCompare(span("2024"), countsOf(2024)), "2023-01-01/2023-12-31");
  assert.equal(spanToCompare(span("2024-07"), countsOf(2022, 2023, 2024)), "2023-07-01/2023-07-31");
  assert.equal(spanToCompare(span("2024"), null), "2023-01-01/2023-12-31");
});
