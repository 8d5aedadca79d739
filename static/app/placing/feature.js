/** @module */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { spotOf } from "../core/viewport.js";
import { PLACING, isPlaceable, wasPlaced } from "./placing-state.js";

/** Choosing a place is a step in the history, but not in the address: a copied link shows the map. @type {import("../core/address.js").AddressPart} */
const PLACING_ADDRESS = {
  fields: { placing: false },
  isOpening: true,
  read: () => ({ placing: false }),
  write: () => [],
};

/** Places photos by hand, moves them, and removes them from the map. @type {import("../features.js").Feature} */
export const feature = {
  name: "placing",
  state: [PLACING],
  address: [PLACING_ADDRESS],
  keys: [{ group: TEXTS.map, rows: [[["Ctrl", "Z"], TEXTS.undoPlacing]] }],
  photoActions: [
    { label: TEXTS.placeOnMap, sign: "place", suits: (photo, page) => mayPlace(page, photo) && !photo.geometry, run: (photo, page) => page.placing.aim([photo]) },
    { label: TEXTS.movePhoto, sign: "place", suits: (photo, page) => mayPlace(page, photo) && photo.geometry, run: (photo, page) => page.placing.aim([photo]) },
    { label: TEXTS.notHere, sign: "close", suits: (photo, page) => mayPlace(page, photo) && photo.geometry, run: (photo, page) => page.placing.takeAway(photo) },
    { label: TEXTS.undoPlacingOfPhoto, sign: "undo", suits: (photo, page) => mayPlace(page, photo) && wasPlaced(photo), run: (photo, page) => page.placing.undoPhoto(photo) },
  ],

  start(page) {
    const { store, navigation, mapView } = page;
    /** @type {Promise<import("./placer.js").Placer> | null} */
    let loading = null;
    /** Most readers do not place photos, so this module is loaded when it is first needed. */
    const placer = () => (loading ??= import("./placer.js").then(({ Placer }) => new Placer(page)));
    const withPlacer = (run) => placer().then(run, () => {
      loading = null;
      store.change(set({ hint: TEXTS.serverSilent }));
    });

    function put({ spot, box, feature: photo, zoom = 15 }) {
      if (box) mapView.fit(box, { maxZoom: 12 });
      else mapView.flyTo(spot ?? spotOf(photo), zoom);
    }

    return {
      isAllowed: () => !store.state.library.isGuest && !store.state.refusesPlacing,
      prepare: () => withPlacer(() => {}),

      /** Lets the reader choose where photos were taken. @param {any[]} photos */
      aim: (photos) => withPlacer((ready) => ready.aim(photos)),

      /** Drags photos from the list to the map, after the pointer has moved. @param {PointerEvent} event @param {() => any[]} photos */
      drag: (event, photos) => withPlacer((ready) => ready.drag(event, photos)),

      /** Places photos according to a plan. @param {import("../api/placements.js").Placement[]} placements @returns {Promise<void>} */
      accept: async (placements) => (await placer()).accept(placements),

      /** @param {number} act that is undone as a whole @returns {Promise<string>} what came of it */
      undo: async (act) => (await placer()).undo(act),

      /** @param {any} photo whose newest placement is undone */
      undoPhoto: (photo) => withPlacer((ready) => ready.undoPhoto(photo)),

      /** @param {any} photo whose position is wrong */
      takeAway: (photo) => withPlacer((ready) => ready.takeAway(photo)),

      /** @param {import("../map/map-address.js").Spot} spot that was clicked @returns {boolean} whether a place was being chosen */
      takeSpot(spot) {
        if (!store.state.placing) return false;
        withPlacer((ready) => ready.place(spot));
        return true;
      },

      /** While a place is chosen, a pin of a photo or of several at one position gives its position; other clusters are zoomed to. @returns {boolean} */
      takePin(pin) {
        if (!store.state.placing) return false;
        const { cluster, bbox } = pin.properties;
        if (cluster && !mapView.isNearest() && mapView.largestExtent(bbox) > 0) mapView.fit(bbox, { minZoom: mapView.position().zoom + 1 });
        else withPlacer((ready) => (cluster ? ready.place(spotOf(pin)) : ready.placeLike(pin.id, spotOf(pin))));
        return true;
      },

      /** While a place is chosen, results of the search only move the map. @param {import("../search/answers.js").Answer} answer @returns {boolean} */
      goTo(answer) {
        if (!store.state.placing || answer.kind === "filter") return false;
        put(answer);
        withPlacer((ready) => ready.enter(answer.kind === "spot" ? answer.spot : null));
        return true;
      },

      follow({ placing }) {
        if (!placing && store.state.placing) store.change(set({ placing: null }));
      },

      leave() {
        if (!store.state.placing) return false;
        if (navigation.route.placing) navigation.stepBack({ placing: false });
        else store.change(set({ placing: null }));
        return true;
      },
    };
  },
};

function mayPlace(page, photo) {
  return page.placing.isAllowed() && isPlaceable(photo);
}
