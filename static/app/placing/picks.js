/**
 * Pins that the reader has chosen to move together.
 * @module
 */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { pinKey } from "../map/pin-element.js";
import { h, isCoarse, setText } from "../ui/dom.js";

/** The most photos of a cluster that are moved together. */
const MOST = 1000;

/**
 * @param {import("../features.js").Page} page
 * @param {(photos: import("../api/photos.js").Photo[]) => void} aim
 */
export function createPicks({ store, api, first: { pins } }, aim) {
  const photos = () => store.state.picked.flatMap((one) => one.photos);
  const status = h("p", { class: "placing-status", role: "status" });
  const hint = h("p", { class: "picks-hint" }, isCoarse() ? TEXTS.dragPickedByTouch : TEXTS.dragPicked);
  const move = h("button", { type: "button", class: "button is-primary", onclick: () => aim(photos()) }, TEXTS.choosePlace);
  const cancel = h("button", { type: "button", class: "button", onclick: () => clear() }, TEXTS.cancel);
  const bar = h("section", { class: "placing-card picks-bar", "aria-label": TEXTS.pickedPhotos, hidden: true }, status, hint, h("div", { class: "placing-form" }, move, cancel));
  document.body.append(bar);
  store.watch((state) => state.picked, show);
  store.watch((state) => state.placing, () => show(store.state.picked));

  function clear() {
    if (store.state.picked.length) store.change(set({ picked: [] }));
  }

  /** @param {import("./placing-state.js").Picked[]} picked */
  function show(picked) {
    const isShown = picked.length > 0 && !store.state.placing;
    bar.hidden = !isShown;
    document.documentElement.classList.toggle("has-picks", isShown);
    if (isShown) setText(status, TEXTS.pickedCount(photos().length));
    pins.mark("is-picked", new Set(picked.map(({ key }) => key)));
  }

  return {
    clear,

    /** @param {string} key of a pin @returns {boolean} */
    has: (key) => store.state.picked.some((one) => one.key === key),

    photos,

    /**
     * Chooses a pin, or chooses it no longer. Of a cluster, chooses all photos.
     *
     * @param {import("../api/photos.js").Pin} feature
     */
    async toggle(feature) {
      const key = pinKey(feature);
      const { picked, filters } = store.state;
      if (picked.some((one) => one.key === key)) return store.change(set({ picked: picked.filter((one) => one.key !== key) }));
      const { cluster, cluster_id: id } = feature.properties;
      const found = cluster ? await api.clusterItems(id, "newest", MOST, filters).catch(() => null) : { features: [feature] };
      if (!found) return store.change(set({ message: TEXTS.serverSilent }));
      store.change((state) => set({ picked: [...state.picked.filter((one) => one.key !== key), { key, photos: found.features }] })(state));
    },
  };
}
