/** @module */

import { knownPhoto } from "../panel/photo-state.js";
import { setWithin } from "../core/store.js";
import { spotOf } from "../core/viewport.js";
import { footprintOf } from "../sight/footprint.js";
import { viewOfPhoto } from "./fit.js";

/**
 * Marks on the map what is open or under the pointer elsewhere on the page.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("./map-view.js").MapCanvas} options.mapView
 * @param {import("./first-pins.js").FirstPins["pins"]} options.pins
 * @param {import("./marks.js").Marks} options.marks
 * @param {(id: number) => any | null} options.photoInGrid
 * @returns {{revealOpen: () => void}} to call when a sheet no longer hides the map
 */
export function showSigns({ store, mapView, pins, marks, photoInGrid }) {
  function showPointed(id) {
    const feature = id === null ? null : knownPhoto(store.state, id) ?? photoInGrid(id);
    marks.point(feature);
    pins.point(feature);
  }

  function showSpot() {
    const { list, photo } = store.state;
    const spot = list?.subject.type === "near" ? list.subject.spot : null;
    marks.showSpot(spot, list?.photos ?? []);
    if (spot && !photo) mapView.reveal(spot, "list");
  }

  function showPhoto() {
    // The viewer hides the map, so the map does not follow each step there.
    if (store.state.viewer) return;
    const photo = store.state.photo?.feature;
    const feature = photo?.geometry ? photo : null;
    marks.showPhoto(feature);
    pins.select(store.state.isOfSecond ? null : feature);
    if (feature && store.state.photo.isSought) {
      // Only once: afterwards the reader may move the map.
      store.change(setWithin("photo", { isSought: false }));
      mapView.jumpTo(viewOfPhoto(feature));
    }
    const ground = footprintOf(feature);
    if (feature) mapView.reveal(spotOf(feature), "photo", ground ? [ground.middle, ...ground.corners] : []);
    else if (!store.state.photo && store.state.list) mapView.comeBack("photo");
  }

  /** On a phone, the list may cover the cluster that was tapped to open it. */
  function revealCluster(subject) {
    const { list, photo } = store.state;
    if (subject && list.spot && !photo) mapView.reveal(list.spot, "list");
  }

  store.watch((state) => state.pointedAt, showPointed);
  store.watch(({ list }) => (list?.subject.type === "cluster" && list.spot ? list.subject : null), revealCluster);
  store.watch((state) => state.list, showSpot);
  store.watch((state) => state.photo, showSpot);
  store.watch((state) => state.photo?.feature ?? null, showPhoto);
  store.watch((state) => state.viewer, showPhoto);

  return {
    revealOpen() {
      const { list, photo } = store.state;
      if (photo) showPhoto();
      else if (list?.subject.type === "near") showSpot();
      else if (list) revealCluster(list.subject);
    },
  };
}
