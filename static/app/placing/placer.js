/**
 * Places photos at the position that the reader chooses, and offers to undo it.
 * @module
 */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { spotOf } from "../core/viewport.js";
import { pinKey } from "../map/pin-element.js";
import { createUndoToast } from "../ui/undo-toast.js";
import { createAim } from "./aim.js";
import { followPointer } from "./drag.js";
import { createLoad } from "./load.js";
import { commonSpot, isUnchanged, placementsAt, placingChanged } from "./placing-state.js";

/** A finger holds what it has lifted this far below the position, which it would cover. */
const FINGER_PX = 48;

/** The server does not allow placing, and retrying does not help. */
const REFUSED = [403, 409];

/**
 * @typedef {object} Done an act that can be undone
 * @property {number} act
 * @property {Pick<import("../api/photos.js").Photo, "id" | "geometry">[]} photos
 * @property {string} [reason] of the list in which they were selected
 */

export class Placer {
  #page;
  #store;
  #toast;
  #aim;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#store = page.store;
    this.#toast = createUndoToast({ sign: "place", onUndo: this.#undo, onMore: (reason) => page.unplaced.open(reason) });
    this.#aim = createAim({
      store: page.store, mapView: page.mapView, api: page.api,
      actions: { place: this.place, cancel: page.placing.escape, goTo: (answer) => page.take("answer", answer), drag: this.#dragOld },
      loadPlaces: page.baseMap.places,
    });
    // Pins that were moved are at their new places.
    page.store.watch((state) => state.pins, () => this.#store.state.placing || this.#leaveGhosts([]));
  }

  /**
   * Lets the reader choose where photos were taken.
   *
   * @param {import("../api/photos.js").Photo[]} photos
   */
  aim(photos) {
    const { navigation, viewer } = this.#page;
    const start = () => {
      this.#begin(photos, false);
      navigation.go({ placing: true }, "push");
    };
    if (navigation.route.full) viewer.close(start);
    else start();
  }

  /** @param {import("../api/photos.js").Photo[]} photos */
  #begin(photos, isDragged) {
    this.#toast.hide();
    this.#store.change(set({ placing: { photos, isDragged, isSending: false, problem: "" } }));
  }

  /**
   * Drags photos onto the map, after the pointer has moved.
   *
   * @param {PointerEvent} event @param {() => import("../api/photos.js").Photo[]} photos
   */
  drag(event, photos) {
    const { mapView, api, placing } = this.#page;
    followPointer(event, {
      mapView,
      onStart: () => {
        const dragged = photos();
        this.#begin(dragged, true);
        return createLoad({ photos: dragged, api, from: null });
      },
      onDrop: (spot) => (spot ? this.place(spot) : placing.escape()),
    });
  }

  /**
   * Lifts a pin that the reader holds, and all others if it is one of several that are chosen. One that is not moved is
   * chosen.
   *
   * @param {PointerEvent} event @param {import("../map/pin-layer.js").PlacedPin} pin
   */
  lift(event, { feature, x, y }) {
    const { mapView, api, placing, choosing } = this.#page;
    const key = pinKey(feature);
    const isPicked = choosing.has(key);
    if (feature.properties.cluster && !isPicked) return choosing.togglePin(feature);
    const photos = isPicked ? choosing.photos() : [feature];
    const { left, top } = mapView.layer.getBoundingClientRect();
    followPointer(event, {
      mapView, isLifted: true,
      offset: offsetTo(event, { x: left + x, y: top + y }),
      onStart: () => {
        this.#begin(photos, true);
        this.#leaveGhosts(isPicked ? this.#store.state.picked.map((one) => one.key) : [key]);
        return createLoad({ photos, api, from: spotOf(feature) });
      },
      onDrop: async (spot, hasMoved) => {
        if (spot && hasMoved) return this.place(spot);
        placing.escape();
        this.#leaveGhosts([]);
        if (!hasMoved) choosing.togglePin(feature);
      },
    });
  }

  /**
   * Drags photos from their old place, while a place is chosen.
   *
   * @param {PointerEvent} event @param {{x: number, y: number}} tip
   */
  #dragOld = (event, tip) => {
    const { mapView, api } = this.#page;
    const { photos } = this.#store.state.placing;
    followPointer(event, {
      mapView,
      offset: offsetTo(event, tip),
      onStart: () => {
        this.#aim.lift(true);
        return createLoad({ photos, api, from: commonSpot(photos) });
      },
      onDrop: async (spot) => {
        if (spot) await this.place(spot);
        this.#aim.lift(false);
      },
    });
  };

  /** @param {string[]} keys of the pins that are somewhere else in the reader's hand */
  #leaveGhosts(keys) {
    this.#page.first.pins.mark("is-lifted", new Set(keys));
  }

  /**
   * Uses what the reader has entered.
   *
   * @param {import("../map/map-address.js").Spot | null} spot null if it is not an exact place
   */
  enter(spot) {
    this.#aim.enter(spot);
  }

  /**
   * Places the photos where another photo was taken, with the altitude of that photo.
   *
   * @param {number} id @param {import("../map/map-address.js").Spot} spot
   */
  async placeLike(id, spot) {
    const photo = await this.#page.api.photo(id).catch(() => null);
    const altitude = photo?.properties.altitude;
    return this.place({ ...spot, ...(Number.isFinite(altitude) && { altitude }) });
  }

  /** @param {import("../map/map-address.js").Spot & {altitude?: number}} spot */
  place = async (spot) => {
    const { placing, unplaced } = this.#store.state;
    if (!placing || placing.isSending) return;
    const details = placing.isDragged ? undefined : this.#aim.details();
    // A field has an invalid text; the card says so.
    if (details === null) return;
    const placements = placementsAt(placing.photos, spot, details);
    if (isUnchanged(placing.photos, placements)) return void this.#page.placing.escape();
    this.#store.change(placingChanged({ isSending: true, problem: "" }));
    try {
      const { act, placed } = await this.#page.api.place(placements);
      this.#aim.stay();
      this.#page.choosing.clear();
      this.#leaveList();
      const isMoved = placing.photos.some(({ geometry }) => geometry);
      this.#toast.show((isMoved ? TEXTS.photosMoved : TEXTS.photosPlaced)(placed), { act, photos: placing.photos, reason: unplaced?.reason });
      this.#refresh();
    } catch (error) {
      this.#failed(error, placing);
    }
  };

  /**
   * Places photos according to a plan, in one act.
   *
   * @param {import("../api/placements.js").Placement[]} placements @returns {Promise<{act: number, placed: number}>}
   */
  async accept(placements) {
    const { act, placed } = await this.#page.api.place(placements);
    this.#toast.show(TEXTS.photosPlaced(placed), { act, photos: placements.map(({ photo }) => ({ id: photo, geometry: null })) });
    this.#refresh();
    return { act, placed };
  }

  /** @param {number} act that was done earlier */
  undo(act) {
    return this.#undo({ act, photos: [] });
  }

  /** Closes the list, so that the map shows what was placed. A photo that was moved stays open. */
  #leaveList() {
    if (this.#store.state.unplaced) this.#page.navigation.closeAll();
    else this.#page.placing.escape();
    this.#page.mapView.focus();
  }

  /** The selection remains, so that the reader can retry. */
  #failed({ message, status }, { isDragged }) {
    this.#leaveGhosts([]);
    const isRefused = REFUSED.includes(status);
    if (isRefused) this.#store.change(set({ refusesPlacing: true }));
    if (!this.#store.state.placing) return this.#toast.show(message);
    this.#store.change(placingChanged({ isSending: false, isDragged: false, problem: isRefused ? message : `${message} ${TEXTS.placingFailed}` }));
    if (isDragged) this.#page.navigation.go({ placing: true }, "push");
  }

  /**
   * Removes a wrong position.
   *
   * @param {import("../api/photos.js").Photo} photo
   */
  async takeAway(photo) {
    try {
      const { act } = await this.#page.api.place([{ photo: photo.id }]);
      this.#close(photo.id);
      this.#toast.show(TEXTS.takenAway(photo.properties.filename), { act, photos: [] });
      this.#refresh();
    } catch (error) {
      if (REFUSED.includes(error.status)) this.#store.change(set({ refusesPlacing: true }));
      this.#toast.show(error.message);
    }
  }

  /**
   * Undoes the newest placement of one photo, however many its act has placed.
   *
   * @param {import("../api/photos.js").Photo} photo
   */
  async undoPhoto(photo) {
    try {
      const { undone } = await this.#page.api.undoPlacementOf(photo.id);
      this.#close(photo.id);
      this.#toast.show(TEXTS.placingUndone(undone));
      this.#refresh();
    } catch (error) {
      if (REFUSED.includes(error.status)) this.#store.change(set({ refusesPlacing: true }));
      this.#toast.show(error.message);
    }
  }

  /** Closes a photo that is no longer on the map. */
  #close(id) {
    const { panel, viewer, navigation } = this.#page;
    if (this.#store.state.photo?.id !== id) return;
    if (navigation.route.full) viewer.close(panel.escape);
    else panel.escape();
  }

  /** @param {Done} done @returns {Promise<string>} */
  #undo = async ({ act, photos }) => {
    const { undone } = await this.#page.api.undoPlacements(act);
    photos.filter(({ geometry }) => !geometry).forEach(({ id }) => this.#close(id));
    this.#refresh();
    return TEXTS.placingUndone(undone);
  };

  #refresh() {
    const { library, panel, unplaced, plan } = this.#page;
    library.refreshAll();
    plan.reload();
    const { photo, unplaced: list } = this.#store.state;
    if (list) unplaced.reload();
    else if (photo) panel.reload(photo.id);
  }
}

/**
 * From the pointer to a position on the screen. A mouse keeps it; a finger would cover it.
 *
 * @param {PointerEvent} event @param {{x: number, y: number}} tip
 */
function offsetTo({ pointerType, clientX, clientY }, tip) {
  return pointerType === "touch" ? { x: 0, y: -FINGER_PX } : { x: tip.x - clientX, y: tip.y - clientY };
}
