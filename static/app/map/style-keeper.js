/**
 * Keeps the drawn style in step with the wanted one, and with what changes more often than styles do:
 * the features of small sources, the tiles of large ones, and single numbers of a layer's look.
 * @module
 */

import { IMAGE_RATIO, layerImage } from "../layers/images.js";

/**
 * @param {any} map MapLibre's
 */
export function createStyleKeeper(map) {
  /** @type {Map<string, any>} */
  const data = new Map();
  /** @type {Map<string, Record<string, any>>} */
  const paints = new Map();
  /** @type {Map<string, string[]>} */
  const waiting = new Map();
  /** A style that is wanted while the first one is still being read. */
  let early = null;
  let isLoaded = false;

  map.on("style.load", () => {
    isLoaded = true;
    if (early) apply(early);
    else catchUp();
    early = null;
  });
  map.on("styleimagemissing", ({ id }) => {
    const image = layerImage(id);
    if (image && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: IMAGE_RATIO });
  });
  map.on("sourcedata", ({ sourceId, isSourceLoaded }) => {
    if (isSourceLoaded && waiting.has(sourceId)) changeTiles(sourceId);
  });

  /** Other tiles replace the old ones as they come, so that nothing flickers. */
  function changeTiles(id) {
    const tiles = waiting.get(id);
    waiting.delete(id);
    const source = map.getSource(id);
    if (source && tiles && source.tiles?.join() !== tiles.join()) source.setTiles(tiles);
  }

  /** Gives the first style what came before it was read. */
  function catchUp() {
    for (const [id, features] of data) map.getSource(id)?.setData(features);
    for (const [layer, values] of paints) {
      if (!map.getLayer(layer)) continue;
      for (const [name, value] of Object.entries(values)) map.setPaintProperty(layer, name, value);
    }
  }

  function completed(style) {
    const sources = Object.entries(style.sources).map(([id, source]) =>
      [id, source.type === "geojson" && data.has(id) ? { ...source, data: data.get(id) } : source]);
    const layers = style.layers.map((layer) =>
      paints.has(layer.id) ? { ...layer, paint: { ...layer.paint, ...paints.get(layer.id) } } : layer);
    return { ...style, sources: Object.fromEntries(sources), layers };
  }

  function apply(next) {
    for (const [id, source] of Object.entries(next.sources)) {
      if (!source.tiles || !map.getSource(id)?.tiles) continue;
      waiting.set(id, source.tiles);
      changeTiles(id);
    }
    map.setStyle(completed(next), { diff: true });
  }

  return {
    /** @param {any} next a style; what it shares with the drawn one is left alone */
    set(next) {
      if (isLoaded) apply(next);
      else early = next;
    },

    /** @param {string} id a source of GeoJSON, whether the style has it by now or not @param {any} features */
    setData(id, features) {
      data.set(id, features);
      if (isLoaded) map.getSource(id)?.setData(features);
    },

    /**
     * Tiles that are on their way are let land first: a slider that is dragged would else show nothing until it rests.
     *
     * @param {string} id
     * @param {string[]} tiles
     */
    setTiles(id, tiles) {
      waiting.set(id, tiles);
      if (isLoaded && map.getSource(id) && map.isSourceLoaded(id)) changeTiles(id);
    },

    /** @param {string} layer @param {string} name @param {any} value */
    setPaint(layer, name, value) {
      if (paints.get(layer)?.[name] === value) return;
      paints.set(layer, { ...paints.get(layer), [name]: value });
      if (isLoaded && map.getLayer(layer)) map.setPaintProperty(layer, name, value);
    },
  };
}
