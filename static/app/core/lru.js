/** @module */

/**
 * A cache with a fixed capacity that evicts the least recently used entry.
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
   * @param {Key} key
   * @returns {Value | undefined} the cached value; reading it counts as a use
   */
  get(key) {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** @param {Key} key @returns {boolean} whether it is cached; this does not count as a use */
  has(key) {
    return this.#entries.has(key);
  }

  /** @returns {Value[]} */
  values() {
    return [...this.#entries.values()];
  }

  /** @param {Key} key */
  delete(key) {
    this.#entries.delete(key);
  }

  /**
   * Finds the most recently used value that fits, and counts that as a use.
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
