/** @module */

import { mayNot, set } from "../core/store.js";
import { spotOf } from "../core/viewport.js";
import { Panel } from "./panel.js";
import { PHOTO_ADDRESS } from "./photo-address.js";
import { createPhotoLoader } from "./photo-loader.js";
import { PHOTO, isWithinDay, knownPhoto } from "./photo-state.js";
import { createWayBack } from "./way-back.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} PanelService
 * @property {(id: number) => void} openPhoto
 * @property {(id: number, isOfSecond?: boolean) => void} openPin opens a photo of the map, which belongs to no list
 * @property {(id: number) => void} reload reloads a photo, which may have changed
 * @property {(photo: import("../api/photos.js").Photo) => void} listNear
 * @property {import("./photo-words.js").FilterBy} filterBy
 * @property {() => void} focusPicture
 * @property {() => boolean} isRaised whether the panel is no sheet, or one at its full height
 * @property {(id: number) => Promise<import("../viewer/strip.js").Stretch>} near the photos around one in the list of a cluster
 * @property {(id: number) => import("../api/photos.js").Photo | null} photo one that the open list has loaded
 * @property {import("../choosing/lists.js").ListOfPhotos["between"]} between of the open list
 * @property {(focus?: (id: number) => boolean) => void} fromGrid a photo will be opened from the grid, or from a list that can focus it
 * @property {() => void} fromMap
 * @property {() => boolean} escape closes the photo, or all that is open
 */

/**
 * The panel beside the map, with a list or a photo.
 *
 * @type {import("../features.js").Feature<"panel">}
 */
export const feature = {
  name: "panel",
  state: [PHOTO],
  address: [PHOTO_ADDRESS],
  withoutMap: true,
  keys: [{
    group: TEXTS.lists,
    rows: [
      [["←", "↑", "→", "↓"], TEXTS.previousNextPhoto],
      [["Home", "End"], TEXTS.firstLastPhoto],
      [["Enter"], TEXTS.openPhoto],
    ],
  }],

  /** @returns {import("../features.js").Service<"panel">} */
  start(page) {
    const { store, api, navigation } = page;
    const load = createPhotoLoader(store, api);
    const wayBack = createWayBack({ store, focusInGrid: (id) => page.grid?.focusPhoto(id) ?? false, focusMap: () => (page.mapView ?? page.list).focus() });
    const panel = new Panel({
      store, api,
      neighbour: async (id, direction) => (store.state.isOfSecond ? page.compare : page.grid)?.neighbour(id, direction) ?? null,
      isTall: () => page.grid?.isFull() ?? false,
      actions: actionsOf(page, { load, openPhoto, listNear, filterBy, backToList, lower }),
      onClosed() {
        page.mapView?.comeBack();
        wayBack.go();
      },
      onLowered: () => page.map?.revealOpen(),
    });
    page.room.cover("panel", () => page.plan?.insets() ?? page.sharing?.insets() ?? page.doubts?.insets() ?? page.locate?.insets() ?? panel.insets());

    /** Shows the map above the sheets. */
    function lower() {
      panel.lower();
      page.grid?.lower();
    }

    /** @param {number} id */
    function openPhoto(id) {
      if (id !== navigation.route.photo) navigation.go({ photo: id }, navigation.route.photo === null ? "push" : "replace");
    }

    /** @param {import("../api/photos.js").Photo} photo */
    function listNear(photo) {
      page.lists.openNear(spotOf(photo), navigation.route.isOfSecond);
    }

    /**
     * Closes the photo and goes to those with a keyword or a person. Other filters stay; one step back returns.
     *
     * @type {import("./photo-words.js").FilterBy}
     */
    async function filterBy(changes) {
      if (!page.mapView) return page.filters.filter(changes);
      const hasLeft = await page.map.filterAndFit({ ...navigation.route.filters, ...changes });
      if (!hasLeft) return;
      lower();
      page.mapView.focus();
    }

    /** Goes from a photo back to the list that it was opened from, or from a list within a day to the day. */
    function backToList() {
      if (store.state.photo) navigation.stepBack({ photo: null, full: false });
      else navigation.stepBack({ near: null, cluster: null });
    }

    return {
      openPhoto,
      listNear,
      filterBy,
      fromGrid: wayBack.fromGrid,
      fromMap: wayBack.fromMap,
      focusPicture: () => panel.focusPicture(),
      isRaised: () => panel.isRaised(),
      near: (id) => panel.clusterPane.near(id),
      photo: (id) => panel.clusterPane.photo(id) ?? store.state.list?.photos.find((one) => one.id === id) ?? null,
      between: panel.between,
      reload: load,
      openPin: (id, isOfSecond = false) => navigation.open({ photo: id, day: navigation.route.day, isOfSecond }),

      refresh() {
        const { photo } = store.state;
        panel.clusterPane.refresh();
        if (photo?.problem && !photo.feature && !store.state.unplaced) load(photo.id);
        // No event tells a visitor who sees a part of the photos that the part is another one.
        else if (photo?.feature && mayNot(store.state, "scan")) load(photo.id, true);
      },

      follow({ photo: id, unplaced }, { isEntered, isPlaced }) {
        if ((store.state.photo?.id ?? null) === id) return;
        const known = id === null ? null : knownPhoto(store.state, id);
        store.change(set({ photo: id === null ? null : { id, feature: known, problem: "", isSought: isEntered && !isPlaced } }));
        // Only its list has the properties of a file that is not on the map.
        if (id !== null && !known && unplaced === null) load(id);
      },

      escape() {
        const { list, photo, doubts } = store.state;
        if (!list && !photo) return false;
        if ((list && (photo || isWithinDay(store.state))) || (doubts && photo)) backToList();
        else navigation.closeAll();
        return true;
      },
    };
  },
};

/** @param {import("../features.js").Page} page */
function actionsOf(page, { load, openPhoto, listNear, filterBy, backToList, lower }) {
  return {
    openPhoto, listNear, filterBy, backToList,
    wordsPlace: () => page.words.place(filterBy),
    doubtPlace: () => page.doubts?.place() ?? null,
    againPlace: () => page.sight.place(),
    stepDay: (date) => page.day.step(date),
    reloadPhoto: load,
    openViewer: () => page.viewer.open(),
    sort: (order) => page.order.sort(order),
    showSpot: (isShown) => page.lists.showSpot(isShown),
    close: () => page.navigation.closeAll(),
    more: () => page.lists.more(),
    point: (id) => page.map?.point(id),
    offerText: (spot) => page.diary?.offer(spot) ?? null,
    openText: (spot) => page.diary.open(spot),
    added: page.photoActions,
    ...(page.mapView && {
      /** @param {import("../api/photos.js").Photo} photo */
      showOnMap(photo) {
        lower();
        page.map.showOnMap(photo);
      },
      showDay: (day) => page.day.open(day),
    }),
  };
}
