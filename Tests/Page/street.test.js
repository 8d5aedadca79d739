import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { schemaOf } = await import("../../static/app/street/schemas.js");
const { streetStyle, vectorMaps } = await import("../../static/app/street/street-style.js");
const { createTiles, overlaps, tileAddress, withGround } = await import("../../static/app/street/tiles.js");

const FONTS = { regular: ["R"], strong: ["S"], italic: ["I"] };
const layers = (...ids) => ids.map((id) => ({ id }));

function map(id, more = {}) {
  return {
    id, name: id, tiles: [`http://host/basemap/${id}/{z}/{x}/{y}?v=1`], minzoom: 0, maxzoom: 14, format: "mvt",
    bounds: [-180, -85, 180, 85], vector_layers: layers("transportation", "water"), ...more,
  };
}

function style(maps, base = null) {
  return streetStyle({ maps, base, theme: "light", fonts: FONTS, language: "de" });
}

test("the usual schemas are known by their layers, and no other", () => {
  assert.equal(schemaOf(map("a")).roads[0].layer, "transportation");
  assert.equal(schemaOf({ vector_layers: layers("earth", "roads", "places") }).roads[0].layer, "roads");
  assert.equal(schemaOf({ vector_layers: layers("streets", "ocean") }).roads[0].layer, "streets");
  assert.equal(schemaOf({ vector_layers: layers("contours") }), null);
  assert.equal(schemaOf({}), null);
});

test("each layer has its own id, and its source is there", () => {
  for (const ids of [["transportation"], ["earth", "roads"], ["streets"], ["contours"]]) {
    const { sources, shapes, names } = style([map("a", { vector_layers: layers(...ids), hasSea: true }), map("b", { vector_layers: layers(...ids) })]);
    const all = [...shapes, ...names];
    assert(all.length > 5, ids.join());
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length, ids.join());
    for (const layer of all) assert(layer.source in sources, layer.id);
    for (const layer of names) assert.equal(layer.type, "symbol");
  }
});

test("the most detailed map is drawn over the others: by its zoom, then by its area", () => {
  const maps = [map("world", { maxzoom: 6 }), map("land", { bounds: [0, 0, 20, 20] }), map("town", { bounds: [1, 1, 2, 2] }), map("hills", { format: "webp" })];
  assert.deepEqual(vectorMaps(maps).map(({ id }) => id), ["town", "land", "world"]);
  const order = style(maps).shapes.map(({ source }) => source);
  assert.deepEqual([...new Set(order)], ["street-world", "street-land", "street-town"]);
  assert(order.lastIndexOf("street-world") < order.lastIndexOf("street-land"));
  assert(order.lastIndexOf("street-land") < order.lastIndexOf("street-town"));
});

test("a map of pictures is drawn when it is chosen, beneath faint streets", () => {
  const maps = [map("town"), map("photo", { format: "jpeg" })];
  assert(!("street-photo" in style(maps).sources));
  const { shapes } = style(maps, "photo");
  assert.equal(shapes[0].type, "raster");
  assert(!shapes.some(({ type }) => type === "fill"));
});

test("the built-in map keeps the names that no street map has", () => {
  const names = { id: "place-names", type: "symbol", filter: ["has", "name"] };
  const { amended } = style([map("town", { bounds: [7, 43, 8, 44] })]);
  assert.match(JSON.stringify(amended(names).filter), /within/);
  assert.equal(amended({ id: "land", type: "fill" }).filter, undefined);
  assert.equal(style([map("x", { vector_layers: layers("contours") })]).amended(names), names);
});

/** A `fetch` function of a server with these tiles. */
function serving(tiles, asked = []) {
  return async (url) => {
    asked.push(url);
    const path = new URL(url).pathname.replace("/basemap/", "");
    if (tiles[path] === 404) return { status: 404 };
    return path in tiles ? { status: 200, arrayBuffer: async () => Uint8Array.from(tiles[path]).buffer } : { status: 204 };
  };
}

test("where a more detailed map has a tile, the other's is empty; elsewhere it is not", async () => {
  const maps = [map("town", { maxzoom: 3, bounds: [0, 0, 90, 80] }), map("world", { maxzoom: 3 })];
  const asked = [];
  const tiles = createTiles({ maps: () => maps, onLost: () => {}, ask: serving({ "town/1/1/0": [7], "world/1/1/0": [8], "world/1/0/0": [9], "world/1/1/1": [6] }, asked) });
  const load = async (name, place) => [...new Uint8Array(await tiles.load(`street://${name}/${place}?v=1`))];
  assert.deepEqual(await load("town", "1/1/0"), [7]);
  assert.deepEqual(await load("world", "1/1/0"), []);
  assert.deepEqual(await load("world", "1/0/0"), [9]);
  assert.deepEqual(await load("world", "1/1/1"), [6]);
  assert.deepEqual(await load("gone", "1/1/1"), []);
  assert.equal(asked.filter((url) => url.includes("town/1/1/0")).length, 1, "a tile is requested once");
  assert(!asked.some((url) => url.includes("town/1/0/0")), "nothing is asked beyond the bounds");
});

test("a map that disappears is reported, and its tiles are empty", async () => {
  let lost = 0;
  const tiles = createTiles({ maps: () => [map("a")], onLost: () => (lost += 1), ask: serving({ "a/0/0/0": 404 }) });
  assert.equal((await tiles.load("street://a/0/0/0?v=1")).byteLength, 0);
  assert.equal(lost, 1);
});

test("the address of tiles has the version of the file, so that a changed file is loaded again", () => {
  assert.equal(tileAddress(map("a b")), "street://a%20b/{z}/{x}/{y}?v=1");
});

test("tiles and boxes overlap as they do on the map", () => {
  assert(overlaps([7.4, 43.7, 7.5, 43.8], 14, 8529, 5975));
  assert(!overlaps([7.4, 43.7, 7.5, 43.8], 14, 8529, 5900));
  assert(overlaps([-180, -85, 180, 85], 0, 0, 0));
});

test("the ground of a tile ends where the map ends", () => {
  const ground = (bounds, ...place) => ringOf(new Uint8Array(withGround(new ArrayBuffer(3), bounds, .../** @type {[number, number, number]} */ (place))).slice(3));
  assert.deepEqual(ground([-180, -85.06, 180, 85.06], 0, 0, 0), [[-64, -64], [4160, -64], [4160, 4160], [-64, 4160]].map(([x, y]) =>
    [Math.max(0, Math.min(4096, x)), Math.max(-1, Math.min(4097, y))]));
  assert.deepEqual(ground([-180, -85.06, 180, 85.06], 3, 4, 4), [[-64, -64], [4160, -64], [4160, 4160], [-64, 4160]]);
  assert.deepEqual(ground([0, 0, 90, 85], 1, 1, 0), [[0, 13], [2048, 13], [2048, 4096], [0, 4096]]);
});

/** The ring of the one polygon in a layer, read with a small reader of Protocol Buffers. */
function ringOf(bytes) {
  const [[, layer]] = fieldsOf(bytes).filter(([tag]) => tag === 3);
  const [[, feature]] = fieldsOf(layer).filter(([tag]) => tag === 2);
  const [[, path]] = fieldsOf(feature).filter(([tag]) => tag === 4);
  const numbers = [];
  for (let at = 0; at < path.length;) [numbers[numbers.length], at] = varintAt(path, at);
  const steps = [numbers.slice(1, 3), numbers.slice(4, 6), numbers.slice(6, 8), numbers.slice(8, 10)];
  let [x, y] = [0, 0];
  return steps.map((step) => {
    const [dx, dy] = step.map((number) => (number % 2 ? -(number + 1) / 2 : number / 2));
    return [x += dx, y += dy];
  });
}

function fieldsOf(bytes) {
  const fields = [];
  for (let at = 0; at < bytes.length;) {
    let key, value;
    [key, at] = varintAt(bytes, at);
    [value, at] = varintAt(bytes, at);
    if ((key & 7) === 2) {
      fields.push([key >> 3, bytes.slice(at, at + value)]);
      at += value;
    } else fields.push([key >> 3, value]);
  }
  return fields;
}

function varintAt(bytes, at) {
  let [number, shift] = [0, 0];
  for (; ; shift += 7) {
    const byte = bytes[at++];
    number |= (byte & 127) << shift;
    if (byte < 128) return [number, at];
  }
}
