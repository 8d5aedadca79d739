import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom } from "./support.js";
const { NO_FILTERS, filterParameters, joined, sameFilters } = await import("../../static/app/filters/filters.js");
const { boxOfView, filtersOfView, viewAnswers, viewOf, viewWith } = await import("../../static/app/views/saved-views.js");

const filters = (changes) => ({ ...NO_FILTERS, ...changes });
const VALUES = {
  time: ["2024-05-01/2024-05-31", "2019"], trip: ["2024-04-03"], month: ["6", "11-2", "winter"], date: ["12-24", "12-24/12-26"], weekday: ["6", "7"],
  hour: ["17-21", "22-4"], country: ["FR", "DE", "Côte d'Ivoire"], region: ["FR.11", "Bavaria"], place: ["2988507", "Paris"], area: ["Bavarian Forest"],
  keyword: ["Sea", "Places/Sea", "beach\tpalm"], person: ["Ada", "Ada\tNoor"], rating: ["4+", "..2"], favourite: ["true"], camera: ["Canon 5D", "50%"],
  media: ["image", "video"], source: ["exif", "manual"], path: ["2024/*", "a[*]b/*"], q: ["tower", "-night", '"old town"'], name: ["IMG_1", "a'b"],
  undated: ["only"], not: ["country:FR", "media:video"],
};

test("a view of any filters gives these filters back, and is found by them", () => {
  const random = seededRandom(5);
  for (let round = 0; round < 500; round += 1) {
    const names = Object.keys(VALUES).filter(() => random() < 0.15);
    const set = filters(Object.fromEntries(names.map((name) => {
      const values = VALUES[name].filter(() => random() < 0.6);
      return [name, joined(name === "time" ? values.slice(0, 1) : values)];
    })));
    const view = viewOf("one", set);
    // As the server sends it.
    const sent = JSON.parse(JSON.stringify({ ...view, filters: Object.fromEntries(Object.entries(view.filters).reverse()) }));
    assert.equal(sameFilters(set, filtersOfView(sent)), set, JSON.stringify(set));
    assert.deepEqual(filterParameters(filtersOfView(sent)), view.filters);
    const isSet = Object.keys(view.filters).length > 0;
    assert.equal(viewWith([sent], set)?.name, isSet ? "one" : undefined);
    assert.equal(viewWith([sent], filters({ ...set, camera: "another" })), undefined);
  }
});

test("a view of the command line has the filters of its parameters", () => {
  const view = { name: "Winter", filters: { month: "12,1,2", country: "FR", q: "old town", rating: "4+" } };
  assert.deepEqual(filtersOfView(view), filters({ month: "12\n1\n2", country: "FR", q: "old town", rating: "4+" }));
  assert.equal(viewWith([view], filters({ rating: "4+", q: "old town", country: "FR", month: "12\n1\n2" })), view);
});

test("a view with a filter that the page lacks is a filter itself", () => {
  for (const parameters of [{ bbox: "1,2,3,4" }, { filter: "altitude > 10" }, { datetime: "2024", country: "FR" }, { sharpness: "5" }, { month: "12-2" }, { rating: "9" }]) {
    const view = { name: "Odd", filters: parameters };
    assert.deepEqual(filtersOfView(view), filters({ view: "Odd" }), JSON.stringify(parameters));
    assert.equal(viewWith([view], filters({ view: "Odd" })), view);
  }
});

test("an address that does not agree with the filters is not believed", () => {
  const view = { name: "a", filters: { country: "FR" }, address: "country=DE" };
  assert.deepEqual(filtersOfView(view), filters({ country: "FR" }));
  assert.deepEqual(filtersOfView({ ...view, address: "%%%&=&country" }), filters({ country: "FR" }));
});

test("no filters are no view", () => {
  assert.equal(viewWith([{ name: "a", filters: {} }], NO_FILTERS), undefined);
});

test("the search finds views by the beginnings of words, ignoring case and accents, the exact name first", () => {
  const views = ["At the sea", "Sea", "Été à la mer", "海"].map((name) => ({ name, filters: { keyword: name } }));
  const titles = (text) => {
    const { first, others } = viewAnswers(views, text);
    return [first, others].map((answers) => answers.map(({ title }) => title));
  };
  assert.deepEqual(titles("sea"), [["Sea"], ["At the sea"]]);
  assert.deepEqual(titles("ete MER"), [[], ["Été à la mer"]]);
  assert.deepEqual(titles("海"), [["海"], []]);
  assert.deepEqual(titles("ea"), [[], []]);
  assert.deepEqual(titles("  "), [[], []]);
  assert.deepEqual(viewAnswers(views, "海").first[0].changes, filters({ keyword: "海" }));
});

test("a view with a box leads the map there", () => {
  assert.deepEqual(boxOfView({ name: "a", filters: { bbox: "1,2,3,4" } }), [1, 2, 3, 4]);
  for (const bbox of [undefined, "", "1,2,3", "a,b,c,d"]) assert.equal(boxOfView({ name: "a", filters: bbox === undefined ? {} : { bbox } }), null);
});
