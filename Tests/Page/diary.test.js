import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { entryIn } = await import("../../static/app/trips/trips-state.js");

const TRIP = /** @type {any} */ ({ id: "2021-06-14", from: "2021-06-14", to: "2021-06-18" });

test("the text about a trip is the last that has a day in common with it, that of a day the one of this day", () => {
  const diary = [
    { trip: "2021-06-12", to: "2021-06-15", text: "first" }, { trip: "2021-06-14", to: "2021-06-18", text: "last" },
    { trip: "2021-07-01", to: "2021-07-02", text: "other" }, { day: "2021-06-15", text: "day" }, { longitude: 1, latitude: 2, text: "place" },
  ];
  assert.equal(entryIn({ trip: TRIP, day: null, diary })?.text, "last");
  assert.equal(entryIn({ trip: TRIP, day: "2021-06-15", diary })?.text, "day");
  assert.equal(entryIn({ trip: TRIP, day: "2021-06-16", diary }), undefined);
  assert.equal(entryIn({ trip: TRIP, day: null, diary: [] }), undefined);
});
