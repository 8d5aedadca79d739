import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { choicesOf, wordFilter } = await import("../../static/app/filters/facets.js");
const { isSamePlace } = await import("../../static/app/search/answers.js");
const { formatPlace } = await import("../../static/app/core/format.js");
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

test("places of one name are the same if they are close together", () => {
  const own = /** @type {any} */ ({ kind: "place", name: "Paris", count: 2, bbox: [2, 48, 3, 49] });
  const place = (title, lat, lon) => /** @type {any} */ ({ kind: "place", title, spot: { lat, lon } });
  assert.equal(isSamePlace(place("Paris", 48.9, 2.3), own), true);
  assert.equal(isSamePlace(place("Paris", 33.7, -95.6), own), false);
  assert.equal(isSamePlace(place("Parma", 48.9, 2.3), own), false);
  const fiji = /** @type {any} */ ({ kind: "country", name: "Fiji", bbox: [-179.98, -16.8, 179.98, -16.7] });
  assert.equal(isSamePlace(/** @type {any} */ ({ title: "Fiji", box: [177, -19, -179, -16] }), fiji), true);
});

test("a view has the name of its country, region or place", () => {
  const names = { place: "Ulm", placeDistance: 900, region: "Baden-Württemberg", country: "Germany" };
  assert.deepEqual([2, 4, 7, 11].map((zoom) => viewName(names, zoom)), ["", "Germany", "Baden-Württemberg", "Ulm"]);
  assert.equal(viewName({ place: "Ulm", placeDistance: 30_000, country: "Germany" }, 11), "Near Ulm");
  assert.equal(viewName({ timeZone: "Etc/GMT+3" }, 11), "");
});

test("a photo in an area has its name first, and no settlement far away", () => {
  const names = { area: "Ammergau", place: "Schwangau", placeDistance: 900, region: "Bavaria", country: "Germany" };
  assert.deepEqual(formatPlace(names), { name: "Ammergau", within: "Schwangau, Bavaria, Germany" });
  assert.deepEqual(formatPlace({ ...names, placeDistance: 40_000 }), { name: "Ammergau", within: "Bavaria, Germany" });
  assert.deepEqual(formatPlace({ ...names, area: "Schwangau" }), { name: "Schwangau", within: "Bavaria, Germany" });
  const { area } = choicesOf(/** @type {any} */ ({ areas: [{ name: "Ammergau", count: 3 }] }));
  assert.deepEqual(area, [{ value: "Ammergau", label: "Ammergau", count: 3 }]);
  assert.deepEqual(filterParameters({ ...NO_FILTERS, area: "Ammergau" }), { area: "Ammergau" });
});
