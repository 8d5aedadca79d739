/**
 * Chooses photos: single ones, ranges, all of a list, and pins.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { pinKey } from "../map/pin-element.js";
import { createChoiceBar } from "./choice-bar.js";
import { MOST_CHOSEN, MOST_IN_RANGE, idsOf, listed, ranged, withPicks, withoutPhotos } from "./choice.js";
import { openList } from "./open-list.js";
import { followSweep } from "./sweep.js";
import { createTileMarks } from "./tile-marks.js";

/** The most photos of a cluster that are moved together. */
const MOST_OF_CLUSTER = 1000;

/** @typedef {import("./lists.js").Item} Item */

export class Chooser {
  #page;
  #store;
  #all = createLatest();
  /**
   * Where the next range begins, and in which list.
   *
   * @type {{range: import("./choice.js").Range, list: Item["list"]} | null}
   */
  #from = null;
  /** The photo that the range has to reach; answers for others are late. */
  #reached = 0;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#store = page.store;
    const marks = createTileMarks();
    createChoiceBar(page, { onAll: () => this.chooseAll(), onClear: () => this.clear() });
    this.#store.watch((state) => state.isChoosing, (isChoosing) => marks.show(idsOf(this.#store.state.picked), isChoosing));
    this.#store.watch((state) => state.picked, (picked) => {
      marks.show(idsOf(picked), this.#store.state.isChoosing);
      page.first.pins.mark("is-picked", new Set(picked.map(({ key }) => key)));
    });
  }

  /** @param {Item} item a photo of a list that is chosen, or chosen no longer */
  toggle({ id, list }) {
    const photo = list.photo(id);
    if (!photo) return;
    this.#begin(photo, list);
    this.#show([photo]);
  }

  /** The focus is on a photo that is chosen with those that the reader goes to with Shift. @param {Item} item */
  beginAt({ id, list }) {
    const photo = this.#from?.list === list ? null : list.photo(id);
    if (photo) this.#begin(photo, list, true);
  }

  /** @param {import("./choice.js").Photo} anchor @param {Item["list"]} list @param {boolean} [isAdding] */
  #begin(anchor, list, isAdding) {
    const base = this.#store.state.picked;
    this.#from = { list, range: { anchor, base, isAdding: isAdding ?? !idsOf(base).has(anchor.id) } };
    this.#reached = anchor.id;
  }

  /** @param {import("./choice.js").Photo[]} photos */
  #show(photos) {
    this.#store.change(set({ picked: ranged(this.#from.range, photos) }));
  }

  /**
   * Extends the range to a photo of the same list; in another, begins anew.
   *
   * @param {Item} item
   */
  async extend(item) {
    const { id, list } = item;
    const from = this.#from;
    const photo = list.photo(id);
    if (from?.list !== list || !photo) return this.toggle(item);
    this.#reached = id;
    const photos = await list.between(from.range.anchor, photo, MOST_IN_RANGE).catch(() => null);
    if (this.#reached !== id || this.#from !== from) return;
    if (photos?.length) return this.#show(photos);
    if (photos) return this.toggle(item);
    this.#store.change(set({ message: TEXTS.rangeTooLong(MOST_IN_RANGE) }));
  }

  /**
   * Chooses the photos that the pointer is dragged over.
   *
   * @param {PointerEvent} start @param {Item} item @param {{isHeld: boolean, isDown: () => boolean, onEnd?: () => void}} how
   */
  sweep(start, item, { isHeld, isDown, onEnd }) {
    const scroller = /** @type {HTMLElement | null} */ (item.element.closest(".wall, .list-pane"));
    if (isHeld) this.toggle(item);
    // This module may have been loaded after the pointer was lifted.
    if (!scroller || !isDown()) return onEnd?.();
    followSweep(start, {
      scroller, isHeld, onEnd,
      onBegin: () => this.toggle(item),
      onReach: (element) => void this.extend({ ...item, element, id: Number(element.getAttribute("data-item")) }),
    });
  }

  /** Chooses all photos of the open list, or of the grid, also those that are not loaded. */
  chooseAll() {
    const open = openList(this.#page);
    if (!open) return;
    this.#store.change(set({ isChoosingAll: true }));
    return this.#all.load(
      (signal) => open.all(MOST_CHOSEN, signal),
      (photos) => {
        this.#from = null;
        this.#store.change((state) => set({ isChoosingAll: false, picked: withPicks(state.picked, photos.map(listed)) })(state));
      },
      (error) => this.#store.change(set({ isChoosingAll: false, message: error.message })));
  }

  /**
   * Chooses a pin, or chooses it no longer. Of a cluster, chooses all photos.
   *
   * @param {import("../api/photos.js").Pin} feature
   */
  async togglePin(feature) {
    const key = pinKey(feature);
    const { picked, filters } = this.#store.state;
    if (picked.some((one) => one.key === key)) return this.#store.change(set({ picked: picked.filter((one) => one.key !== key) }));
    const { cluster, cluster_id: id } = feature.properties;
    const found = cluster ? await this.#page.api.clusterItems(id, "newest", MOST_OF_CLUSTER, filters).catch(() => null) : { features: [feature] };
    if (!found) return this.#store.change(set({ message: TEXTS.serverSilent }));
    this.#store.change((state) => set({ picked: withPicks(state.picked, [{ key, photos: found.features }]) })(state));
  }

  /** @param {number[]} ids photos that are chosen no longer */
  drop(ids) {
    this.#store.change((state) => set({ picked: withoutPhotos(state.picked, new Set(ids)) })(state));
  }

  clear() {
    this.#all.abort();
    this.#from = null;
    const { picked, isChoosing, isChoosingAll } = this.#store.state;
    if (picked.length || isChoosing || isChoosingAll) this.#store.change(set({ picked: [], isChoosing: false, isChoosingAll: false }));
  }
}
