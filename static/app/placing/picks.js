/**
 * Pins that the reader has chosen to move together.
 * @module
 */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { pinKey } from "../map/pin-element.js";
import { h, isCoarse, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** The most photos of a cluster that are moved together. */
const MOST = 1000;

/**
 * @param {import("../features.js").Page} page
 * @param {(photos: import("../api/photos.js").Photo[]) => void} aim
 */
export function createPicks({ store, api, words, first: { pins } }, aim) {
  // A photo may be chosen with its cluster too.
  const photos = () => [...new Map(store.state.picked.flatMap((one) => one.photos).map((one) => [one.id, one])).values()];
  const marked = new CSSStyleSheet();
  document.adoptedStyleSheets.push(marked);
  const status = h("p", { class: "placing-status", role: "status" });
  const hint = h("p", { class: "picks-hint" }, isCoarse() ? TEXTS.dragPickedByTouch : TEXTS.dragPicked);
  const move = h("button", { type: "button", class: "button is-primary", onclick: () => aim(photos()) }, TEXTS.choosePlace);
  const write = h("button", { type: "button", class: "button", onclick: () => words.editAll(photos(), clear) }, icon("pencil"), TEXTS.editWordsOf);
  const cancel = h("button", { type: "button", class: "button", onclick: () => clear() }, TEXTS.cancel);
  const bar = h("section", { class: "placing-card picks-bar", "aria-label": TEXTS.pickedPhotos, hidden: true }, status, hint, h("div", { class: "placing-form" }, move, write, cancel));
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
    document.documentElement.classList.toggle("has-listed-picks", isShown && picked.some(({ isListed }) => isListed));
    // Lists make their tiles anew while they scroll; a style sheet marks those too.
    const tiles = picked.flatMap((one) => one.photos).map(({ id }) => `[data-item="${id}"]`).join();
    marked.replaceSync(tiles && `:is(${tiles}){--chosen:4px}`);
    if (isShown) setText(status, TEXTS.pickedCount(photos().length));
    pins.mark("is-picked", new Set(picked.map(({ key }) => key)));
  }

  return {
    clear,

    /** @param {string} key of a pin @returns {boolean} */
    has: (key) => store.state.picked.some((one) => one.key === key),

    photos,

    /**
     * Chooses a photo of a list, or chooses it no longer.
     *
     * @param {number} id
     */
    async toggleListed(id) {
      const key = `photo ${id}`;
      const { picked } = store.state;
      if (picked.some((one) => one.key === key)) return store.change(set({ picked: picked.filter((one) => one.key !== key) }));
      // Lists do not have all properties, which moving keeps.
      const photo = await api.photo(id).catch(() => null);
      if (!photo) return store.change(set({ message: TEXTS.serverSilent }));
      store.change((state) => set({ picked: [...state.picked.filter((one) => one.key !== key), { key, photos: [photo], isListed: true }] })(state));
    },

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
