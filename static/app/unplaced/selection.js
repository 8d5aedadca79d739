/**
 * The files of the list that the reader has selected. Pure, no DOM.
 * @module
 */

export class Selection {
  /** @type {Map<number, import("../api/photos.js").Photo>} */
  #chosen = new Map();
  /**
   * The file that was selected or deselected last: ranges start there.
   *
   * @type {number | null}
   */
  #anchor = null;

  get size() {
    return this.#chosen.size;
  }

  /** @returns {any[]} */
  get files() {
    return [...this.#chosen.values()];
  }

  /** @param {number} id */
  has(id) {
    return this.#chosen.has(id);
  }

  /**
   * Selects or deselects a file, and for a range all files since the last one.
   *
   * @param {import("../api/photos.js").Photo[]} files the listed files
   * @param {number} id
   * @param {{isChosen: boolean, isRange?: boolean}} how
   */
  set(files, id, { isChosen, isRange = false }) {
    const [from, to] = [files.findIndex((one) => one.id === this.#anchor), files.findIndex((one) => one.id === id)];
    const range = isRange && from >= 0 ? files.slice(Math.min(from, to), Math.max(from, to) + 1) : [files[to]];
    this.#anchor = id;
    for (const file of range) {
      if (isChosen) this.#chosen.set(file.id, file);
      else this.#chosen.delete(file.id);
    }
  }

  /** @param {import("../api/photos.js").Photo[]} files */
  add(files) {
    for (const file of files) this.#chosen.set(file.id, file);
  }

  clear() {
    this.#chosen.clear();
    this.#anchor = null;
  }
}
