import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { choicesOf, wordFilter } = await import("../../static/app/filters/facets.js");
const { areaAnswer, ownFirst } = await import("../../static/app/search/answers.js");
const { viewName } = await import("../../static/app/places/view-name.js");

test("one country is a parameter, several are a condition on codes and names", () => {
  assert.deepEqual(filterParameters({ ...NO_FILTERS, country: "DE" }), { country: "DE" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, country: "DE\nFrance", region: "DE.02\nTyrol", place: "42\nUlm" }), {
    filter: "(countryCode = 'DE' OR country ILIKE 'France') AND (regionCode = 'DE.02' OR region ILIKE 'Tyrol') AND (placeId = 42 OR place ILIKE 'Ulm')",
  });
});

test("filters have the names of areas, and the code until the name is known", () => {
  const { region } = choicesOf(/** @type {any} */ ({ regions: [{ id: "DE.02", name: "Bavaria", country: "Germany", count: 3 }] }));
  assert.deepEqual(region, [{ value: "DE.02", label: "Bavaria, Germany", count: 3 }]);
  assert.equal(wordFilter("country", "DE"), "DE");
  assert.equal(wordFilter("country", "DE", { DE: "Germany" }), "Germany");
});

test("the reader's own places are found before those of the list, and once", () => {
  const own = areaAnswer({ id: "1", kind: "place", name: "Paris", region: "Paris", country: "France", count: 2, bbox: [2, 48, 3, 49] });
  assert.equal(own.detail, "France · 2 photos");
  assert.equal(areaAnswer({ id: "FR", kind: "country", name: "France", count: 1, bbox: [2, 48, 3, 49] }).detail, "Country · 1 photo");
  const place = (title) => /** @type {any} */ ({ kind: "place", title, spot: { lat: 1, lon: 1 } });
  const camera = /** @type {any} */ ({ kind: "filter", title: "Paris" });
  assert.deepEqual(ownFirst([own], [place("Paris"), place("Parma"), camera]).map(({ kind, title }) => `${kind} ${title}`),
    ["area Paris", "place Parma", "filter Paris"]);
});

test("a view has the name of its country, region or place", () => {
  const names = { place: "Ulm", placeDistance: 900, region: "Baden-Württemberg", country: "Germany" };
  assert.deepEqual([2, 4, 7, 11].map((zoom) => viewName(names, zoom)), ["", "Germany", "Baden-Württemberg", "Ulm"]);
  assert.equal(viewName({ place: "Ulm", placeDistance: 30_000, country: "Germany" }, 11), "Near Ulm");
  assert.equal(viewName({ timeZone: "Etc/GMT+3" }, 11), "");
});
