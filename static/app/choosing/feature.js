/** @module */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { CHOICE, photosOf } from "./choice.js";
import { itemAt, watchLists } from "./lists.js";

/**
 * @typedef {object} ChoosingService
 * @property {() => boolean} isAllowed whether the reader may choose photos now
 * @property {() => void} toggleMode begins choosing by clicks, or ends it
 * @property {() => void} toggleFocused chooses the photo of a list that has the focus, or chooses it no longer
 * @property {(pin: import("../api/photos.js").Pin) => void} togglePin
 * @property {() => import("./choice.js").Photo[]} photos those that are chosen
 * @property {(key: string) => boolean} has whether a pin is chosen
 * @property {() => void} clear
 * @property {() => boolean} escape
 */

/**
 * Chooses several photos, in lists and on the map, to change them together.
 *
 * @type {import("../features.js").Feature<"choosing">}
 */
export const feature = {
  name: "choosing",
  state: [CHOICE],
  keys: [{
    group: TEXTS.map,
    rows: [[["Ctrl", TEXTS.click], TEXTS.pickPin]],
  }, {
    group: TEXTS.lists,
    rows: [
      [["Ctrl", TEXTS.click], TEXTS.chooseInList],
      [["S"], TEXTS.choosePhoto],
      [["Shift", TEXTS.click], TEXTS.chooseRange],
      [["Shift", "→"], TEXTS.chooseRangeByKeys],
      [["Ctrl", "A"], TEXTS.chooseAllOfList],
      [["Space"], TEXTS.chooseFurther],
    ],
    run: { s: ({ choosing }) => choosing.toggleFocused() },
  }],

  /** @returns {import("../features.js").Service<"choosing">} */
  start(page) {
    const { store } = page;
    /** @type {Promise<import("./chooser.js").Chooser> | null} */
    let loading = null;
    /** Most readers do not choose photos, so this module is loaded when it is first needed. */
    const chooser = () => (loading ??= import("./chooser.js").then(({ Chooser }) => new Chooser(page)));
    const withChooser = (/** @type {(ready: import("./chooser.js").Chooser) => void} */ run) => void chooser().then(run, () => {
      loading = null;
      store.change(set({ message: TEXTS.serverSilent }));
    });
    const isAllowed = () => page.placing.isAllowed() && !store.state.placing;
    const togglePin = (/** @type {import("../api/photos.js").Pin} */ pin) => withChooser((ready) => void ready.togglePin(pin));
    const clear = () => withChooser((ready) => ready.clear());

    return {
      begin() {
        watchLists(page, withChooser);
        addEventListener("keydown", (event) => {
          if (!isAllowed() || !isForAll(event, store.state.isChoosing || store.state.picked.length > 0)) return;
          event.preventDefault();
          withChooser((ready) => void ready.chooseAll());
        });
      },

      isAllowed,
      togglePin,
      clear,
      photos: () => photosOf(store.state.picked),
      has: (key) => store.state.picked.some((one) => one.key === key),

      toggleMode() {
        if (store.state.isChoosing || store.state.picked.length) return clear();
        if (isAllowed()) withChooser(() => store.change(set({ isChoosing: true })));
      },

      toggleFocused() {
        const item = isAllowed() ? itemAt(page, document.activeElement) : null;
        if (item) withChooser((ready) => ready.toggle(item));
      },

      take(kind, thing) {
        if (kind !== "pin" || store.state.placing || !(store.state.isChoosing || store.state.picked.length)) return false;
        togglePin(/** @type {import("../api/photos.js").Pin} */ (thing));
        return true;
      },

      escape() {
        const { picked, placing, photo, isChoosing, isChoosingAll } = store.state;
        if (placing || !(picked.length || isChoosing || isChoosingAll)) return false;
        // A photo that was opened from a list closes first; the choice stays.
        if (photo && picked.some((one) => one.isListed)) return false;
        clear();
        return true;
      },
    };
  },
};

/**
 * @param {KeyboardEvent} event @param {boolean} isChoosing
 * @returns {boolean} whether it is Ctrl+A in a list, or while photos are chosen
 */
function isForAll(event, isChoosing) {
  const target = /** @type {Element} */ (event.target);
  if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
  if (target.closest?.("input, textarea, select, dialog")) return false;
  return isChoosing || Boolean(target.closest?.(".wall, .list-pane"));
}
