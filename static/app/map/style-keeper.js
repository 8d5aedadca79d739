/**
 * Updates the style that MapLibre draws, and separately what changes more often: the features of small sources, the
 * tiles of large ones, and single numbers of a layer's paint.
 * @module
 */

import { IMAGE_RATIO, layerImage } from "../layers/images.js";

export class StyleKeeper {
  #map;
  /** @type {Map<string, any>} */
  #data = new Map();
  /** @type {Map<string, Record<string, any>>} */
  #paints = new Map();
  /** @type {Map<string, string[]>} */
  #waiting = new Map();
  /** A style that was set while the first one was still loading. */
  #early = null;
  #isLoaded = false;

  /**
   * @param {any} map MapLibre's map
   */
  constructor(map) {
    this.#map = map;
    this.#map.on("style.load", () => {
      this.#isLoaded = true;
      if (this.#early) this.#apply(this.#early);
      else this.#catchUp();
      this.#early = null;
    });
    this.#map.on("styleimagemissing", ({ id }) => {
      const image = layerImage(id);
      if (image && !this.#map.hasImage(id)) this.#map.addImage(id, image, { pixelRatio: IMAGE_RATIO });
    });
    this.#map.on("sourcedata", ({ sourceId, isSourceLoaded }) => {
      if (isSourceLoaded && this.#waiting.has(sourceId)) this.#changeTiles(sourceId);
    });
  }

  /** New tiles replace the old ones one by one, so that nothing flickers. */
  #changeTiles(id) {
    const tiles = this.#waiting.get(id);
    this.#waiting.delete(id);
    const source = this.#map.getSource(id);
    if (source && tiles && source.tiles?.join() !== tiles.join()) source.setTiles(tiles);
  }

  /** Applies what was set before the first style was loaded. */
  #catchUp() {
    for (const [id, features] of this.#data) this.#map.getSource(id)?.setData(features);
    for (const [layer, values] of this.#paints) {
      if (!this.#map.getLayer(layer)) continue;
      for (const [name, value] of Object.entries(values)) this.#map.setPaintProperty(layer, name, value);
    }
  }

  #completed(style) {
    const sources = Object.entries(style.sources).map(([id, source]) =>
      [id, source.type === "geojson" && this.#data.has(id) ? { ...source, data: this.#data.get(id) } : source]);
    const layers = style.layers.map((layer) =>
      this.#paints.has(layer.id) ? { ...layer, paint: { ...layer.paint, ...this.#paints.get(layer.id) } } : layer);
    return { ...style, sources: Object.fromEntries(sources), layers };
  }

  #apply(next) {
    const sources = { ...next.sources };
    for (const [id, source] of Object.entries(sources)) {
      const drawn = this.#map.getSource(id)?.tiles;
      if (!source.tiles || !drawn) continue;
      this.#waiting.set(id, source.tiles);
      // As in `setTiles`, waits for tiles that are loading.
      if (this.#map.isSourceLoaded(id)) this.#changeTiles(id);
      else sources[id] = { ...source, tiles: drawn };
    }
    // MapLibre compares styles in an order that has terrain before its source.
    const { terrain: wanted = null, ...style } = this.#completed({ ...next, sources });
    const isSame = JSON.stringify(this.#map.getTerrain() ?? null) === JSON.stringify(wanted);
    if (!isSame) this.#map.setTerrain(null);
    this.#map.setStyle(isSame && wanted ? { ...style, terrain: wanted } : style, { diff: true });
    if (!isSame && wanted) this.#map.setTerrain(wanted);
  }

  /** @param {any} next a style; what it shares with the drawn one is left alone */
  set(next) {
    if (this.#isLoaded) this.#apply(next);
    else this.#early = next;
  }

  /** @param {string} id a source of GeoJSON, whether the style has it by now or not @param {any} features */
  setData(id, features) {
    this.#data.set(id, features);
    if (this.#isLoaded) this.#map.getSource(id)?.setData(features);
  }

  /**
   * Waits for tiles that are loading. Otherwise the map would show nothing while a slider is dragged.
   *
   * @param {string} id
   * @param {string[]} tiles
   */
  setTiles(id, tiles) {
    this.#waiting.set(id, tiles);
    if (this.#isLoaded && this.#map.getSource(id) && this.#map.isSourceLoaded(id)) this.#changeTiles(id);
  }

  /** @param {string} layer @param {string} name @param {any} value */
  setPaint(layer, name, value) {
    if (this.#paints.get(layer)?.[name] === value) return;
    this.#paints.set(layer, { ...this.#paints.get(layer), [name]: value });
    if (this.#isLoaded && this.#map.getLayer(layer)) this.#map.setPaintProperty(layer, name, value);
  }
}
