import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { layersOf, lookOf, openableLayers } = await import("../../static/app/map/map-layers.js");
const { groundStyle, mapStyle } = await import("../../static/app/map/map-style.js");
const { choicesAmong, chosenAmong } = await import("../../static/app/street/choices.js");
const { lacksStreets } = await import("../../static/app/street/kinds.js");
const { reliefAt } = await import("../../static/app/street/relief.js");
const { streetStyle } = await import("../../static/app/street/street-style.js");
const { legend, stepsUpTo, visitedLayers } = await import("../../static/app/visited/visited-layers.js");

const file = (id, more = {}) => ({
  id, name: id, tiles: [`http://host/basemap/${id}/{z}/{x}/{y}?v=1`], minzoom: 0, maxzoom: 12, bounds: [-180, -85, 180, 85], format: "png", ...more,
});
const town = file("town", { format: "mvt", vector_layers: [{ id: "transportation" }, { id: "water" }], hasSea: true });
const alps = file("alps", { encoding: "terrarium", bounds: [5, 44, 16, 48] });
const photo = file("photo");
const style = (maps, more = {}) => streetStyle({ maps, base: null, theme: "light", fonts: null, language: "en", ...more });

test("land is shaded beneath water, streets and houses, and above the land of all maps", () => {
  const { shapes } = style([town, { ...town, id: "village" }, alps]);
  const at = shapes.findIndex(({ type }) => type === "hillshade");
  assert(at > shapes.findLastIndex(({ id }) => id.endsWith("-ground-ground")));
  assert(at < shapes.findIndex(({ id }) => id.includes("-water-")));
  assert(at < shapes.findIndex(({ id }) => id.includes("-road-")));
});

test("without streets the built-in land is shaded", () => {
  const relief = style([alps]);
  assert.deepEqual(relief.relief.map(({ type }) => type), ["hillshade"]);
  assert.equal(relief.shapes.length, 0);
});

test("relief can be switched off, and aerial pictures have none", () => {
  const hasShade = ({ shapes, relief }) => [...shapes, ...relief].some(({ type }) => type === "hillshade");
  assert(!hasShade(style([town, alps], { relief: false })));
  assert(!hasShade(style([town, alps, photo], { base: "photo" })));
  assert(hasShade(style([town, alps, photo])));
});

test("terrain is optional, from the file at the position, with a source of its own", () => {
  const andes = file("andes", { encoding: "mapbox", maxzoom: 13, bounds: [-75, -50, -65, -10] });
  assert.equal(style([alps, andes]).terrain, undefined);
  const { terrain, sources } = style([alps, andes], { terrain: true, at: { lat: 46, lon: 8 } });
  assert.equal(terrain.source, "terrain-alps");
  assert.equal(sources["terrain-alps"].encoding, "terrarium");
  assert.equal(reliefAt([alps, andes], { lat: 0, lon: 0 })?.id, "andes");
  assert.equal(reliefAt([town], null), null);
});

test("close up, lakes, rivers and borders of the built-in map fade, and its land stays", () => {
  const { layers } = groundStyle({ theme: "light", base: "http://host/", basemap: { maxzoom: 6 } });
  const lowest = (id) => layers.find((one) => one.id === id).maxzoom ?? Infinity;
  for (const id of ["rivers", "lakes", "lake-shores", "states"]) assert(lowest(id) < 13, id);
  for (const id of ["land", "coast"]) assert.equal(lowest(id), Infinity, id);
});

test("streets are missing close up, unless a file has them or the reader cannot add one", () => {
  const state = (zoom, maps, role = "owner") => /** @type {any} */ ({ shown: { zoom }, street: maps && { maps }, visitor: { role } });
  assert(lacksStreets(state(13, [])));
  for (const other of [state(9, []), state(13, [town]), state(13, null), state(13, [], "guest"), state(13, [], "viewer"), state(13, [], "editor")]) assert(!lacksStreets(other));
  assert(!lacksStreets({ ...state(13, []), shown: null }));
});

test("a globe has no terrain", () => {
  const street = style([alps], { terrain: true });
  const ground = groundStyle({ theme: "light", base: "http://host/", basemap: { maxzoom: 6 }, street: { ...street, glyphs: "x" } });
  const of = (globe) => mapStyle({ ground, globe, terrain: street.terrain, layers: layersOf([], {}, /** @type {any} */ ({})) }).terrain;
  assert.equal(of(true), undefined);
  assert.equal(of(false).source, "terrain-alps");
});

/** Features that draw under and over the names of the map. */
const PARTS = [
  { look: ({ way }) => way && [way], draw: ({ way }) => ({ sources: { way }, lines: [{ id: "way" }] }), openable: ({ way }) => (way ? ["way"] : []) },
  { look: ({ heat }) => [heat], draw: () => ({ sources: { heat: {} }, shapes: [{ id: "heat" }], marks: [{ id: "points" }] }) },
];

test("features draw on their levels: shapes below lines, both below the names of the map, and marks over these", () => {
  const ground = { version: 8, sources: { map: {} }, layers: [{ id: "water", type: "background" }, { id: "names", type: "symbol" }] };
  const of = (state) => mapStyle({ ground, globe: false, layers: layersOf(PARTS, state, /** @type {any} */ ({})) });
  assert.deepEqual(of({ way: "a", heat: 1 }).layers.map(({ id }) => id), ["water", "heat", "way", "names", "points"]);
  assert.deepEqual(Object.keys(of({ way: null, heat: 1 }).sources), ["map", "heat"]);
  assert.deepEqual(openableLayers(PARTS, { way: "a" }), ["way"]);
});

test("the map is drawn again only if something changes that layers depend on", () => {
  const look = lookOf(/** @type {any} */ (PARTS));
  const state = { theme: "dark", look: { globe: false }, way: null, heat: 1 };
  const first = look(state);
  assert.equal(look({ ...state, other: 2 }), first);
  assert.notEqual(look({ ...state, way: "b" }), first);
  assert.notEqual(look({ ...state, theme: "light" }), look(state));
});

test("there is a choice of the map with relief, without it, and of each map of pictures", () => {
  assert.deepEqual(choicesAmong([]).map(({ key }) => key), ["map"]);
  const all = choicesAmong([town, alps, photo]);
  assert.deepEqual(all.map(({ label }) => label), ["Relief", "Streets", "photo"]);
  assert.equal(chosenAmong(all, { base: null, relief: true }).key, "relief");
  assert.equal(chosenAmong(all, { base: null, relief: false }).key, "map");
  assert.equal(chosenAmong(all, { base: "photo", relief: false }).key, "pictures photo");
  assert.equal(chosenAmong(all, { base: "gone", relief: true }).key, "relief");
});

test("the filters of all schemas are expressions, not the old filter syntax", () => {
  const schemas = [["transportation", "water"], ["streets", "ocean"], ["earth", "roads", "places"]];
  for (const ids of schemas) {
    const { shapes, names } = style([{ ...town, vector_layers: ids.map((id) => ({ id })) }], { fonts: { regular: ["R"], strong: ["S"], italic: ["I"] } });
    for (const { id, filter } of [...shapes, ...names]) if (filter) assert(isExpression(filter), `${id}: ${JSON.stringify(filter)}`);
  }
});

/** MapLibre's rule for expressions, for the filters that the page uses. */
function isExpression(filter) {
  const [operator, ...rest] = filter;
  if (["all", "any"].includes(operator)) return rest.every((one) => typeof one === "boolean" || isExpression(one));
  if (["==", "!=", "<", "<=", ">", ">="].includes(operator)) return rest.length !== 2 || rest.some(Array.isArray);
  return true;
}

test("the steps of colours follow the series 1, 2, 5 from one photo to most", () => {
  assert.deepEqual(stepsUpTo(0), []);
  assert.deepEqual(stepsUpTo(1), [1]);
  assert.deepEqual(stepsUpTo(12), [1, 2, 5, 10]);
  assert.equal(stepsUpTo(3_000_000).length, 5);
  for (const most of [1, 3, 40, 999, 70_000, 10_000_000]) {
    const steps = stepsUpTo(most);
    assert.equal(steps[0], 1);
    assert(steps.every((step, index) => step <= most && (index === 0 || step > steps[index - 1])), String(steps));
    assert.equal(new Set(legend({ DE: most }, "dark").map(({ colour }) => colour)).size, steps.length);
  }
});

test("countries without photos are neither drawn nor clicked", () => {
  const options = { chosen: ["FR"], theme: /** @type {const} */ ("light"), base: "http://host/geo/index.html", maxzoom: 5 };
  const { sources, land } = visitedLayers({ ...options, counts: { FR: 3, DE: 40, IT: 0 } });
  assert.deepEqual(sources.visited.tiles, ["http://host/geo/basemap/{z}/{x}/{y}.countries.pbf"]);
  assert.deepEqual(land[0].filter[2], ["FR", "DE"]);
  const colour = land[0].paint["fill-color"];
  assert.notEqual(colour[colour.indexOf("FR") + 1], colour[colour.indexOf("DE") + 1]);
  assert.deepEqual(visitedLayers({ ...options, counts: {} }), { sources: {} });
});
