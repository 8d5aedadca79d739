import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { EARLIER, dayOf, suggestionIn, tripsBefore, yearsBefore } = await import("../../static/app/earlier/earlier.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { TRIPS } = await import("../../static/app/trips/trips-state.js");

const trip = (id, places, codes, to = id) => ({ id, name: id, from: id, to, places, countryCodes: codes });
const bucket = (year, count) => ({ from: `${year}-06-15T00:00:00Z`, to: `${year}-06-15T23:59:59.999Z`, count });

test("the day of the year is the reader's, with two digits each", () => {
  assert.equal(dayOf(new Date(2024, 0, 5, 23, 59)), "01-05");
  assert.equal(dayOf(new Date(2024, 11, 31)), "12-31");
});

test("years with photos before this one are suggested, the newest first", () => {
  assert.deepEqual(yearsBefore({ buckets: [bucket(2015, 2), bucket(2016, 0), bucket(2019, 1), bucket(2021, 3), bucket(2022, 1)] }, 2021), [2019, 2015]);
  assert.deepEqual(yearsBefore({ buckets: [] }, 2021), []);
});

test("earlier trips to one of the places, in the same country, were here before", () => {
  const open = trip("2020-05-01", ["Paris", "Lyon"], ["FR"]);
  const trips = [trip("2012-03-01", ["Lyon"], ["FR"]), trip("2014-03-01", ["Paris"], ["US"]), trip("2016-03-01", ["Nice", "Paris"], ["IT", "FR"]), trip("2018-03-01", ["Rome"], ["FR"]), open, trip("2022-01-01", ["Paris"], ["FR"])];
  assert.deepEqual(tripsBefore(open, trips).map(({ id }) => id), ["2016-03-01", "2012-03-01"]);
});

test("the open trip comes before this day; filters, a comparison, closed suggestions and the switch leave none", () => {
  const before = trip("2012-03-01", ["Lyon"], ["FR"]);
  const open = trip("2020-05-01", ["Lyon"], ["FR"]);
  const earlier = { ...EARLIER.earlier, isOn: true, day: "06-15", years: [2019, 2018, 2012, 2011] };
  const state = (more) => /** @type {any} */ ({ earlier, filters: NO_FILTERS, trip: null, trips: { ...TRIPS.trips, trips: [before, open] }, comparison: null, ...more });
  assert.deepEqual(suggestionIn(state({})), { id: "06-15", years: [2019, 2018, 2012], hasMore: true });
  assert.deepEqual(suggestionIn(state({ trip: { trip: open } })), { id: open.id, trips: [before], hasMore: false });
  assert.equal(suggestionIn(state({ trip: { trip: before } })), null);
  for (const more of [{ filters: { ...NO_FILTERS, country: "FR" } }, { comparison: {} }, { earlier: { ...earlier, closed: ["06-15"] } }, { earlier: { ...earlier, isOn: false } }, { earlier: { ...earlier, years: [] } }]) {
    assert.equal(suggestionIn(state(more)), null);
  }
  assert.equal(suggestionIn(state({ trip: { trip: open }, earlier: { ...earlier, closed: [open.id] } })), null);
});
