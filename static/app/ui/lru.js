/** @module */

/**
 * A map that keeps the entries used last.
 *
 * @template Key, Value
 */
export class LeastRecentlyUsed {
  /** @type {Map<Key, Value>} oldest first */
  #entries = new Map();
  #capacity;

  /** @param {number} capacity */
  constructor(capacity) {
    this.#capacity = capacity;
  }

  /**
   * @param {Key} key
   * @param {Value} value
   */
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value);
  }

  /**
   * Finds the entry used last that fits, and counts that as a use.
   *
   * @param {(value: Value) => boolean} fits
   * @returns {Value | undefined}
   */
  find(fits) {
    for (const [key, value] of [...this.#entries].reverse()) {
      if (!fits(value)) continue;
      this.set(key, value);
      return value;
    }
    return undefined;
  }

  clear() {
    this.#entries.clear();
  }
}
