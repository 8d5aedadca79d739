/** @module */

import { may, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { spotOf } from "../core/viewport.js";
import { pinKey } from "../map/pin-element.js";
import { watchHolds } from "../ui/hold.js";
import { PLACING, isPlaceable, wasPlaced } from "./placing-state.js";

/**
 * Choosing a place is a step in the history, but not in the address: a copied link shows the map.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const PLACING_ADDRESS = {
  fields: { placing: false },
  isOpening: true,
  read: () => ({ placing: false }),
  write: () => [],
};

/**
 * @typedef {object} PlacingService
 * @property {() => boolean} isAllowed
 * @property {() => void} prepare loads what placing needs
 * @property {(photos: import("../api/photos.js").Photo[]) => void} aim lets the reader choose where photos were taken
 * @property {(event: PointerEvent, photos: () => import("../api/photos.js").Photo[]) => void} drag drags photos from the list to the map, after the pointer has moved
 * @property {(placements: import("../api/placements.js").Placement[]) => Promise<{act: number, placed: number}>} accept places photos according to a plan
 * @property {(act: number) => Promise<string>} undo undoes an act as a whole; returns what came of it
 * @property {(photo: import("../api/photos.js").Photo) => void} undoPhoto undoes the newest placement of a photo
 * @property {(photo: import("../api/photos.js").Photo) => void} takeAway removes a wrong position
 * @property {() => boolean} escape
 */

/**
 * Places photos by hand, moves them, and removes them from the map.
 *
 * @type {import("../features.js").Feature<"placing">}
 */
export const feature = {
  name: "placing",
  state: [PLACING],
  address: [PLACING_ADDRESS],
  keys: [{
    group: TEXTS.map,
    rows: [
      [[TEXTS.hold], TEXTS.holdPin],
      [["Ctrl", "Z"], TEXTS.undoPlacing],
    ],
  }],
  photoActions: [
    { label: TEXTS.placeOnMap, sign: "place", suits: (photo, page) => mayPlace(page, photo) && !photo.geometry, run: (photo, page) => page.placing.aim([photo]) },
    { label: TEXTS.movePhoto, sign: "place", suits: (photo, page) => mayPlace(page, photo) && Boolean(photo.geometry), run: (photo, page) => page.placing.aim([photo]) },
    { label: TEXTS.notHere, sign: "close", suits: (photo, page) => mayPlace(page, photo) && Boolean(photo.geometry), run: (photo, page) => page.placing.takeAway(photo) },
    { label: TEXTS.undoPlacingOfPhoto, sign: "undo", suits: (photo, page) => mayPlace(page, photo) && wasPlaced(photo), run: (photo, page) => page.placing.undoPhoto(photo) },
  ],

  /** @returns {import("../features.js").Service<"placing">} */
  start(page) {
    const { store, navigation } = page;
    /** @type {Promise<import("./placer.js").Placer> | null} */
    let loading = null;
    /** Most readers do not place photos, so this module is loaded when it is first needed. */
    const placer = () => (loading ??= import("./placer.js").then(({ Placer }) => new Placer(page)));
    const withPlacer = (run) => placer().then(run, () => {
      loading = null;
      store.change(set({ message: TEXTS.serverSilent }));
    });

    const isAllowed = () => may(store.state, "place") && !store.state.refusesPlacing;

    const takers = takersOf(page, withPlacer);

    return {
      begin() {
        watchPins(page, {
          onHold: (event, pin, isDown) => withPlacer((ready) => isDown() && ready.lift(event, pin)),
          onPick: (pin) => page.choosing.togglePin(pin.feature),
        });
      },

      isAllowed,
      prepare: () => withPlacer(() => {}),

      aim: (photos) => withPlacer((ready) => ready.aim(photos)),

      drag: (event, photos) => withPlacer((ready) => ready.drag(event, photos)),

      accept: async (placements) => (await placer()).accept(placements),

      undo: async (act) => (await placer()).undo(act),

      undoPhoto: (photo) => withPlacer((ready) => ready.undoPhoto(photo)),

      takeAway: (photo) => withPlacer((ready) => ready.takeAway(photo)),

      take(kind, thing) {
        return store.state.placing ? takers[kind]?.(thing) ?? false : false;
      },

      follow({ placing }) {
        if (!placing && store.state.placing) store.change(set({ placing: null }));
      },

      escape() {
        if (!store.state.placing) return false;
        if (navigation.route.placing) navigation.stepBack({ placing: false });
        else store.change(set({ placing: null }));
        return true;
      },
    };
  },
};

/** @param {import("../features.js").Page} page @param {import("../api/photos.js").Photo} photo */
function mayPlace(page, photo) {
  return page.placing.isAllowed() && isPlaceable(photo);
}

/**
 * Lifts a pin that is held, and chooses pins that are clicked with Ctrl or Shift, unless a place is being chosen.
 *
 * @param {import("../features.js").Page} page
 * @param {object} listeners
 * @param {(event: PointerEvent, pin: import("../map/pin-layer.js").PlacedPin, isDown: () => boolean) => void} listeners.onHold
 * @param {(pin: import("../map/pin-layer.js").PlacedPin) => void} listeners.onPick
 */
function watchPins({ store, placing, mapView, first: { pins } }, { onHold, onPick }) {
  const pinAt = (/** @type {Event} */ event) => (placing.isAllowed() && !store.state.placing ? pins.pinAt(event) : null);
  watchHolds(mapView.layer, {
    heldAt(event) {
      const pin = pinAt(event);
      // A cluster is only lifted with others.
      return pin && (!pin.isCluster || store.state.picked.some(({ key }) => key === pinKey(pin.feature))) ? pin : null;
    },
    onHold,
  });
  mapView.layer.addEventListener("click", (event) => {
    const pin = event.ctrlKey || event.metaKey || event.shiftKey ? pinAt(event) : null;
    if (!pin) return;
    event.stopPropagation();
    onPick(pin);
  }, true);
}

/**
 * @param {import("../features.js").Page} page
 * @param {(run: (placer: import("./placer.js").Placer) => void) => void} withPlacer
 */
function takersOf({ mapView }, withPlacer) {
  /** @param {import("../search/answers.js").Answer} answer */
  function put({ spot, box, feature: photo, zoom = 15 }) {
    if (box) mapView.fit(box, { maxZoom: 12 });
    else mapView.flyTo(spot ?? spotOf(photo), zoom);
  }

  /**
   * While a place is chosen. A pin of a photo or of several at one position gives its position; other clusters are
   * zoomed to. Results of the search only move the map.
   *
   * @type {{[Kind in keyof import("../features.js").Takable]?: (thing: import("../features.js").Takable[Kind]) => boolean}}
   */
  const takers = {
    spot(spot) {
      withPlacer((ready) => ready.place(spot));
      return true;
    },
    pin(pin) {
      const { cluster, bbox } = pin.properties;
      if (cluster && !mapView.isNearest() && mapView.largestExtent(bbox) > 0) mapView.fit(bbox, { minZoom: mapView.position().zoom + 1 });
      else withPlacer((ready) => (cluster ? ready.place(spotOf(pin)) : ready.placeLike(pin.id, spotOf(pin))));
      return true;
    },
    answer(answer) {
      if (answer.kind === "filter") return false;
      put(answer);
      withPlacer((ready) => ready.enter(answer.kind === "spot" ? answer.spot : null));
      return true;
    },
  };
  return takers;
}
