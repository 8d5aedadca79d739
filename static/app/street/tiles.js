/**
 * Changes the tiles of vector maps between the server and MapLibre.
 *
 * If a map shows the sea, its tiles get another layer, `ground`: a rectangle below everything else. So all that is not
 * water is land, exactly where the map has tiles. Where a more detailed map has a tile, the tile of this map is empty.
 * @module
 */

import { field, signed, varint } from "./protobuf.js";

const GROUND_BEYOND = 64;
const EXTENT = 4096;
/** Tiles that several maps need are requested only once. */
const REMEMBERED = 256;

/** A new buffer each time, because MapLibre transfers its buffers to workers. */
const nothing = () => new ArrayBuffer(0);

/**
 * @typedef {object} StreetMap the TileJSON of a map in the server's list
 * @property {string} id
 * @property {string} name
 * @property {string[]} tiles
 * @property {number} minzoom
 * @property {number} maxzoom
 * @property {number[]} bounds
 * @property {string} [format]
 * @property {string} [attribution]
 * @property {string} [encoding]
 * @property {boolean} [hasSea]
 * @property {{id: string}[]} [vector_layers]
 */

/** @typedef {{maps: StreetMap[], problems?: {file: string, reason: string}[]}} Street the maps that the server has besides the built-in one */

/** @param {StreetMap} map @returns {string} the address of its tiles for MapLibre */
export function tileAddress(map) {
  const version = new URL(map.tiles[0]).search.slice(1);
  return `street://${encodeURIComponent(map.id)}/{z}/{x}/{y}?${version}`;
}

/**
 * @param {object} options
 * @param {() => StreetMap[]} options.maps the vector maps, the most detailed first
 * @param {() => void} options.onLost called when a map no longer exists
 * @param {typeof fetch} [options.ask]
 */
export function createTiles({ maps, onLost, ask = (...request) => fetch(...request) }) {
  /** @type {Map<string, Promise<ArrayBuffer | null>>} */
  const known = new Map();

  /** @returns {Promise<ArrayBuffer | null>} null if there is none */
  function bytes(map, z, x, y) {
    const url = map.tiles[0].replace("{z}", z).replace("{x}", x).replace("{y}", y);
    let tile = known.get(url);
    if (tile) known.delete(url);
    else tile = fetched(url).catch(() => (known.delete(url), null));
    known.set(url, tile);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value);
    return tile;
  }

  async function fetched(url) {
    const response = await ask(url);
    if (response.status === 404) onLost();
    if (response.status !== 200) return null;
    return response.arrayBuffer();
  }

  /** Whether a map has data for a tile, perhaps from a tile of a lower zoom. */
  async function covers(map, z, x, y) {
    if (z < map.minzoom || !overlaps(map.bounds, z, x, y)) return false;
    const up = Math.max(0, z - map.maxzoom);
    return (await bytes(map, z - up, x >> up, y >> up)) !== null;
  }

  return {
    /** @param {string} address @returns {Promise<ArrayBuffer>} */
    async load(address) {
      const [, name, z, x, y] = /** @type {string[]} */ (address.match(/^street:\/\/([^/]+)\/(\d+)\/(\d+)\/(\d+)/) ?? []);
      const all = maps();
      const at = all.findIndex(({ id }) => id === decodeURIComponent(name));
      if (at < 0) return nothing();
      const place = /** @type {[number, number, number]} */ ([Number(z), Number(x), Number(y)]);
      const better = await Promise.all(all.slice(0, at).map((map) => covers(map, ...place)));
      if (better.includes(true)) return nothing();
      const tile = await bytes(all[at], ...place);
      if (!tile) return nothing();
      return all[at].hasSea ? withGround(tile, all[at].bounds, ...place) : tile.slice(0);
    },
  };
}

/** Whether a box in degrees and a tile overlap. */
export function overlaps([west, south, east, north], z, x, y) {
  const size = 2 ** z;
  const lon = (column) => (column / size) * 360 - 180;
  const lat = (row) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI;
  return lon(x) < east && lon(x + 1) > west && lat(y) > south && lat(y + 1) < north;
}

/**
 * @param {ArrayBuffer} tile
 * @param {number[]} bounds of the map; outside of them it does not know what is land
 * @param {number} z
 * @param {number} x
 * @param {number} y
 * @returns {ArrayBuffer} the tile with the layer `ground`
 */
export function withGround(tile, [west, south, east, north], z, x, y) {
  const size = 2 ** z;
  const held = (share) => Math.round(Math.max(-GROUND_BEYOND, Math.min(EXTENT + GROUND_BEYOND, share * EXTENT)));
  const column = (lon) => held(((lon + 180) / 360) * size - x);
  const row = (lat) => held(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size - y);
  const ground = groundLayer(column(west), row(north), column(east), row(south));
  const whole = new Uint8Array(tile.byteLength + ground.length);
  whole.set(new Uint8Array(tile));
  whole.set(ground, tile.byteLength);
  return whole.buffer;
}

/** A layer of a Mapbox Vector Tile in the bytes of Protocol Buffers; a tile is a list of such layers. */
function groundLayer(left, top, right, bottom) {
  const path = [9, left, top, 26, right - left, 0, 0, bottom - top, left - right, 0, 15]
    .map((number, index) => ([0, 3, 10].includes(index) ? number : signed(number)));
  const feature = [3 << 3, 3, ...field(4, path.flatMap(varint))];
  const name = [...new TextEncoder().encode("ground")];
  return Uint8Array.from(field(3, [15 << 3, 2, ...field(1, name), ...field(2, feature), 5 << 3, ...varint(EXTENT)]));
}
