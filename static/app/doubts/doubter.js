/**
 * The list of doubted positions with its marks on the map, and what is done about them.
 * @module
 */

import { set } from "../core/store.js";
import { DoubtMarks } from "./doubt-marks.js";
import { createDoubtActs } from "./doubt-acts.js";
import { boxOfDoubt, doubtsChanged, withoutDoubts } from "./doubts-state.js";
import { DoubtsView } from "./doubts-view.js";
import { createPhotoDoubt } from "./photo-doubt.js";

const MAX_ZOOM = 15;

/** @typedef {import("../api/doubts.js").Doubt} Doubt */

export class Doubter {
  #page;
  #store;
  #loader;
  #acts;
  #view;

  /** @param {import("../features.js").Page} page @param {ReturnType<typeof import("./doubts-loader.js").createDoubtsLoader>} loader */
  constructor(page, loader) {
    this.#page = page;
    this.#store = page.store;
    this.#loader = loader;
    const { store, api, mapView, doubts } = page;
    this.#acts = createDoubtActs(page, {
      onSettled: (photos, how) => store.change(withoutDoubts(photos, how)),
      onUndone: (photos) => this.#view.want(photos),
    });
    const open = () => store.state.doubts?.group ?? "";
    const all = (/** @type {import("./doubt-acts.js").How} */ how) => this.#acts.settle(how, () => loader.idsOf(open()));
    this.#view = new DoubtsView({
      store, api,
      actions: {
        ...this.#rowActions(),
        show: this.#show, open: this.#open, more: loader.more, close: doubts.escape,
        openGroup: (group) => page.navigation.open({ doubts: group }, {}, "replace"),
        acceptAll: () => all("accept"), correctAll: () => all("correct"), placeAll: this.#placeAll,
        onRest: () => this.#reveal(),
      },
    });
    this.#markOnMap();
    // The map leaves space for the list, which opens and closes after the state.
    for (const part of /** @type {const} */ (["doubts", "photo"])) store.watch((state) => state[part] !== null, () => page.room.changed());
    mapView.takeRoom();
  }

  /** What can be done about one doubt, in the list and beside the open photo. */
  #rowActions() {
    return {
      accept: (/** @type {Doubt} */ { id }) => this.#acts.settle("accept", async () => [id]),
      correct: (/** @type {Doubt} */ { id }) => this.#acts.settle("correct", async () => [id]),
      place: this.#place,
      mayPlace: () => this.#page.placing.isAllowed(),
    };
  }

  /** Marks the doubt of the open photo, or the chosen one of the list; while the list is open, also the pins of its photos. */
  #markOnMap() {
    const { mapView, first: { pins } } = this.#page;
    const marks = new DoubtMarks(mapView);
    const marked = (/** @type {import("../core/store.js").State} */ { photo, photoDoubt, doubts, placing }) => {
      if (placing) return null;
      if (photo) return photoDoubt?.id === photo.id ? photoDoubt : null;
      return doubts?.doubts.find(({ id }) => id === doubts.chosen) ?? null;
    };
    this.#store.watch(marked, (doubt) => marks.show(doubt));
    this.#store.watch((state) => state.doubts?.doubts ?? null, (listed) => pins.mark("is-doubted", new Set((listed ?? []).map(({ id }) => `photo ${id}`))));
  }

  #show = (/** @type {Doubt} */ doubt) => {
    const { doubts } = this.#store.state;
    if (!doubts) return;
    this.#store.change(doubtsChanged(doubts.group, { chosen: doubt.id }));
    this.#view.lower();
    this.#fit(doubt);
  };

  #fit(doubt) {
    const box = boxOfDoubt(doubt);
    this.#page.mapView.fit(box, { maxZoom: MAX_ZOOM });
  }

  #reveal() {
    const { doubts } = this.#store.state;
    const doubt = doubts?.doubts.find(({ id }) => id === doubts.chosen);
    if (doubt) this.#fit(doubt);
  }

  #open = (/** @type {Doubt} */ doubt) => {
    const { doubts } = this.#store.state;
    if (doubts) this.#store.change(doubtsChanged(doubts.group, { chosen: doubt.id }));
    this.#page.navigation.go({ photo: doubt.id }, "push");
  };

  #place = async (/** @type {Doubt} */ { id }) => {
    try {
      const photo = await this.#page.api.photo(id);
      this.#view.expectBack();
      this.#page.placing.aim([photo]);
    } catch (error) {
      this.#store.change(set({ message: error.message }));
    }
  };

  #placeAll = async () => {
    const { doubts } = this.#store.state;
    if (!doubts) return;
    try {
      const ids = await this.#loader.idsOf(doubts.group);
      const photos = await this.#page.api.placedPhotos(ids);
      this.#view.expectBack();
      this.#page.placing.aim(photos);
    } catch (error) {
      this.#store.change(set({ message: error.message }));
    }
  };

  photoDoubt() {
    return createPhotoDoubt(this.#store, this.#rowActions());
  }

  hasActed() {
    return this.#acts.hasActed();
  }

  insets() {
    return this.#view.insets();
  }
}
