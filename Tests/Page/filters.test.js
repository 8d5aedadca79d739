import "./support.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const { createStore, set } = await import("../../static/app/core/store.js");
const { FILTERS, FILTERS_ADDRESS, NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { createAreaNames } = await import("../../static/app/filters/area-names.js");
const { starChoices, starsIn } = await import("../../static/app/filters/ratings.js");
const { monthChoices, wordFilter } = await import("../../static/app/filters/facets.js");

test("the name of an area is requested again after a failure, and not if there is no such area", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const store = createStore();
  store.add(FILTERS);
  const asked = [];
  let isDown = true;
  const api = {
    async area(id) {
      asked.push(id);
      if (id === "99") throw Object.assign(new Error("not found"), { status: 404 });
      if (isDown) throw Object.assign(new Error("silent"), { status: 0 });
      return { name: "Finland" };
    },
  };
  const settled = async () => { for (let turn = 0; turn < 10; turn += 1) await Promise.resolve(); };
  createAreaNames(store, /** @type {any} */ (api));
  store.change(set({ filters: { ...NO_FILTERS, place: "99", not: "country:FI" } }));
  await settled();
  assert.deepEqual(asked, ["99", "FI"]);
  isDown = false;
  mock.timers.tick(4000);
  await settled();
  assert.deepEqual(asked, ["99", "FI", "FI"]);
  assert.deepEqual(store.state.areaNames, { FI: "Finland" });
  assert.equal(wordFilter("not", "country:FI", store.state.areaNames), "Not Finland");
  mock.timers.reset();
});

test("the days of all years are counted by month", () => {
  const days = [["2023-06-08", 2], ["2024-06-30", 3], ["2024-12-31", 1]].map(([day, count]) => ({ from: `${day}T00:00:00Z`, to: "", count: Number(count) }));
  assert.deepEqual(monthChoices(days).map(({ count }) => count), [0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 1]);
});

test("months, seasons, days of the year, weekdays and hours are one parameter each", () => {
  assert.deepEqual(filterParameters({ ...NO_FILTERS, month: "winter\n2\n5-6" }), { month: "12,1,2,5,6" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, hour: "23-0\n5-6", weekday: "6\n7", date: "12-31/01-01" }), {
    hour: "23-0,5-6", weekday: "6,7", date: "12-31/01-01",
  });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, date: "12-24", hour: "5-6" }), { date: "12-24", hour: "5-6" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, date: "12-24\n12-26/12-31", month: "12" }), { month: "12", date: "12-24,12-26/12-31" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, name: "a\nb%" }), { filter: "path ILIKE '%a%' AND path ILIKE '%b\\\\%%'" });
});

const asked = (filters) => filterParameters({ ...NO_FILTERS, ...filters });

test("a keyword is a parameter, several are a condition, and so are people that must be together", () => {
  assert.deepEqual(asked({ keyword: "Nature/Sea", person: "Ada O'Hara" }), { keyword: "Nature/Sea", person: "Ada O'Hara" });
  assert.deepEqual(asked({ keyword: "x\nNature/Sea" }), { filter: "(NAMED(keywords, 'x') OR NAMED(keywords, 'Nature/Sea'))" });
  assert.deepEqual(asked({ keyword: "x\tNature/Sea" }), { filter: "(NAMED(keywords, 'x') AND NAMED(keywords, 'Nature/Sea'))" });
  assert.deepEqual(asked({ person: "Ada O'Hara\tKenji" }), { filter: "(NAMED(people, 'Ada O''Hara') AND NAMED(people, 'Kenji'))" });
});

test("a photo without keywords is among those that must not have one, and one without stars too", () => {
  assert.deepEqual(asked({ not: "keyword:x\nrating:4+\nrating:-1\nfavourite:true" }), {
    filter: "NOT (NAMED(keywords, 'x')) AND (rating IS NULL OR NOT rating BETWEEN 4 AND 5) AND (rating IS NULL OR NOT rating = -1) AND (favourite IS NULL OR NOT favourite = TRUE)",
  });
});

test("stars are a parameter, several numbers a condition", () => {
  assert.deepEqual(asked({ rating: "4+", favourite: "true" }), { rating: "4+", favourite: "true" });
  assert.deepEqual(asked({ rating: "5\n-1" }), { filter: "(rating = 5 OR rating = -1)" });
  const ratings = [{ value: 5, count: 2 }, { value: 3, count: 1 }, { value: 0, count: 9 }, { value: -1, count: 4 }];
  assert.deepEqual(starChoices(ratings).map(({ label, count }) => [label, count]), [["5 stars", 2], ["4 stars or more", 2], ["3 stars or more", 3], ["2 stars or more", 3], ["1 star or more", 3], ["Rejected", 4]]);
  assert.deepEqual(starChoices([]), []);
  for (const wrong of ["", "6", "4-", "..", "+", "5..4", "-2", "4.5", "x"]) assert.equal(starsIn(wrong), null, wrong);
});

test("words are one parameter, in the form of the API", () => {
  assert.deepEqual(asked({ q: 'lanterns\n"old town"\n-night' }), { q: 'lanterns "old town" -night' });
  assert.deepEqual(['"old town"', "-night", "a b"].map((value) => wordFilter("q", value)), ["“old town”", "Not “night”", "“a b”"]);
  const { filters } = /** @type {any} */ (FILTERS_ADDRESS.read(new URLSearchParams("q=%22&q=lanterns&rating=9&favourite=yes&keyword=a%09b")));
  assert.deepEqual(Object.entries(filters).filter(([, value]) => value), [["keyword", "a\tb"], ["q", "lanterns"]]);
});

test("the address `date=today` means this day of any year, and is written as that day", () => {
  mock.timers.enable({ apis: ["Date"], now: new Date(2026, 1, 9, 12) });
  const { filters } = FILTERS_ADDRESS.read(new URLSearchParams("date=today"));
  assert.equal(filters.date, "02-09");
  assert.deepEqual(FILTERS_ADDRESS.write(/** @type {any} */ ({ filters })), ["date=02-09"]);
  mock.timers.reset();
});
