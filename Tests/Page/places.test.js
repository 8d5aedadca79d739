import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { FILTERS_ADDRESS, NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { choicesOf, wordFilter } = await import("../../static/app/filters/facets.js");
const { areaAnswer, ownFirst } = await import("../../static/app/search/answers.js");
const { areaInSeason, parseSeason } = await import("../../static/app/search/seasons.js");
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

test("a photo in an area has its name first, and no settlement far away", () => {
  const names = { area: "Ammergau", place: "Schwangau", placeDistance: 900, region: "Bavaria", country: "Germany" };
  assert.deepEqual(formatPlace(names), { name: "Ammergau", within: "Schwangau, Bavaria, Germany" });
  assert.deepEqual(formatPlace({ ...names, placeDistance: 40_000 }), { name: "Ammergau", within: "Bavaria, Germany" });
  assert.deepEqual(formatPlace({ ...names, area: "Schwangau" }), { name: "Schwangau", within: "Bavaria, Germany" });
  const { area } = choicesOf(/** @type {any} */ ({ areas: [{ name: "Ammergau", count: 3 }] }));
  assert.deepEqual(area, [{ value: "Ammergau", label: "Ammergau", count: 3 }]);
  assert.deepEqual(filterParameters({ ...NO_FILTERS, area: "Ammergau" }), { area: "Ammergau" });
});

test("a season or a month is understood with a place and without", () => {
  const winter = ["12", "1", "2"];
  for (const text of ["Iceland in winter", "Iceland winter", "winter in Iceland", "Winter Iceland", " Iceland  in WINTER "]) {
    const season = parseSeason(text);
    assert.equal(season?.place, "Iceland", text);
    assert.deepEqual(season?.months, winter);
  }
  assert.deepEqual(parseSeason("New York in February"), { place: "New York", words: "February", months: ["2"] });
  assert.deepEqual(parseSeason("autumn"), { place: "", words: "autumn", months: ["9", "10", "11"] });
  for (const text of ["Iceland", "", "in", "Del Mar", "Winterthur", "constructor", "winter sports 2019"]) {
    assert.equal(parseSeason(text)?.place || "", text === "winter sports 2019" ? "sports 2019" : "", text);
  }
});

test("months are one parameter", () => {
  const found = areaInSeason(/** @type {any} */ ({ kind: "country", id: "IS", name: "Iceland" }), /** @type {any} */ (parseSeason("iceland winter")));
  assert.equal(found.title, "Iceland in winter");
  assert.equal(found.detail, "December, January, February of any year");
  assert.deepEqual(filterParameters({ ...NO_FILTERS, ...found.changes }), { country: "IS", month: "12,1,2" });
  const read = FILTERS_ADDRESS.read(new URLSearchParams("month=12&month=13&month=x&month=2"));
  assert.equal(/** @type {any} */ (read).filters.month, "12\n2");
});
