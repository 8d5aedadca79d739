/**
 * The trail of the playback: dots where photos were shown since it began.
 * @module
 */

import { EMPTY } from "../map/map-layers.js";

export const TRAIL = "trail";
const COLOURS = { light: { dot: "#1f5fe0", ring: "#ffffff" }, dark: { dot: "#7aa7ff", ring: "#0f1720" } };
/** Dots closer than this on the screen are one. */
const APART_PX = 6;
const TILE_PX = 512;
const MOST = 3000;

/** @type {import("../map/map-layers.js").MapPart} */
export const TRAIL_PART = {
  look: ({ time }) => (time.played ? [true] : null),
  draw: (_state, { theme }) => ({
    sources: { [TRAIL]: { type: "geojson", data: EMPTY } },
    marks: [{
      id: "trail", type: "circle", source: TRAIL,
      paint: {
        "circle-radius": 4, "circle-color": COLOURS[theme].dot, "circle-opacity": 0.6,
        "circle-stroke-color": COLOURS[theme].ring, "circle-stroke-width": 1, "circle-stroke-opacity": 0.6,
      },
    }],
  }),
};

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {Pick<import("../map/map-view.js").MapCanvas, "setData" | "position">} options.mapView
 */
export function createTrail({ store, mapView }) {
  /** @type {Map<string, number[]>} */
  const spots = new Map();
  /** The pins from before the playback. */
  let before = store.state.pins;

  /** @param {number[]} coordinates */
  function keyOf([lon, lat]) {
    const perDegree = (TILE_PX * 2 ** mapView.position().zoom) / 360 / APART_PX;
    return `${Math.round(lon * perDegree)} ${Math.round(lat * perDegree)}`;
  }

  /** @param {import("../api/photos.js").Pin[]} pins */
  function add(pins) {
    for (const { geometry: { coordinates } } of pins) spots.set(keyOf(coordinates), coordinates);
    for (const key of spots.keys()) {
      if (spots.size <= MOST) break;
      spots.delete(key);
    }
    draw();
  }

  function draw() {
    const features = [...spots.values()].map((coordinates) => ({ type: "Feature", geometry: { type: "Point", coordinates }, properties: {} }));
    mapView.setData(TRAIL, { type: "FeatureCollection", features });
  }

  store.watch((state) => (state.time.played ? null : state.pins), (pins) => {
    if (!pins) return;
    before = pins;
    if (spots.size === 0) return;
    spots.clear();
    draw();
  });
  store.watch((state) => (state.time.isPlaying ? state.pins : null), (pins) => pins && pins !== before && add(pins));
}
