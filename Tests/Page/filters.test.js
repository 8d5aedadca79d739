import "./support.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const { createStore, set } = await import("../../static/app/core/store.js");
const { FILTERS, NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { createAreaNames } = await import("../../static/app/filters/area-names.js");
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

test("months, seasons, weekdays and hours are one parameter each, days of the year a condition", () => {
  assert.deepEqual(filterParameters({ ...NO_FILTERS, month: "winter\n2\n5-6" }), { month: "12,1,2,5,6" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, hour: "23-0\n5-6", weekday: "6\n7", date: "12-31/01-01" }), {
    hour: "23-0,5-6", weekday: "6,7", filter: "(takenAtLocal LIKE '_____12-31%' OR takenAtLocal LIKE '_____01-01%')",
  });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, name: "a\nb%" }), { filter: "path ILIKE '%a%' AND path ILIKE '%b\\%%'" });
});
