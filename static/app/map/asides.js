/** @module */

/**
 * Remembers views that the map left only to keep something visible beside a panel. When the panel closes, the map
 * returns to them, unless the reader has moved it since. Pure.
 */
export class Asides {
  /** @type {{opener: string, view: import("./map-address.js").MapView}[]} */
  #left = [];

  /** @param {string} opener what covers the map, such as a list or a photo @param {import("./map-address.js").MapView} view the one that is left for it */
  leave(opener, view) {
    if (!this.#left.some((one) => one.opener === opener)) this.#left.push({ opener, view });
  }

  /** @param {string} [opener] what closes; everything if it is not given @returns {import("./map-address.js").MapView | null} */
  back(opener) {
    const at = opener === undefined ? 0 : this.#left.findIndex((one) => one.opener === opener);
    const [first] = at < 0 ? [] : this.#left.splice(at);
    return first?.view ?? null;
  }

  forget() {
    this.#left = [];
  }
}
