/** @module */

import { formatSpan } from "../core/format.js";
import { whereAmI, zoomForAccuracy } from "./near-me.js";
import { spotOf } from "../core/viewport.js";
import { set } from "../state.js";

/** A cluster whose photos are no farther apart than this when zoomed in fully opens as a list. */
const SEPARABLE_PX = 48;
const NEAR_ZOOM = 15;
const WHOLE_MAX_ZOOM = 12;

/**
 * Where a reader can ask to be taken: to a pin, a photo, a spot, to where he is, to all photos, and back.
 *
 * @param {object} options
 * @param {import("../state.js").Store} options.store
 * @param {() => Promise<number[] | null>} options.wholeBox the box around all photos, or those that match the filters
 * @param {import("./map-view.js").MapViewControl} options.mapView
 * @param {import("../navigation.js").Navigation} options.navigation
 */
export function createJourneys({ store, wholeBox, mapView, navigation }) {
  /** Flies to a spot, marks it, and lists what is near. */
  function land(spot, zoom) {
    navigation.leap(() => mapView.flyTo(spot, zoom), { near: spot });
  }

  /** @param {number[]} box */
  function fit(box) {
    navigation.leap(() => mapView.fit(box, { maxZoom: WHOLE_MAX_ZOOM }));
  }

  async function fitAll() {
    // Without an answer the map stays where it is; its own requests say what is wrong.
    const box = await wholeBox().catch(() => null);
    if (box) fit(box);
  }

  function filterAndFit(changes) {
    navigation.filter(changes);
    fitAll();
  }

  return {
    fit,
    fitAll,

    /** Opens the photo of a pin; a cluster is flown to, or listed where its photos do not come apart. */
    openPin({ id, properties }) {
      if (!properties.cluster) {
        navigation.openPin(id);
      } else if (mapView.isNearest() || mapView.largestExtent(properties.bbox) < SEPARABLE_PX) {
        const span = formatSpan(properties.takenFrom, properties.takenTo);
        navigation.openCluster(String(properties.cluster_id), { span, total: properties.point_count });
      } else {
        navigation.leap(() => mapView.fit(properties.bbox, { minZoom: mapView.position().zoom + 1 }));
      }
    },

    showOnMap: (feature) => navigation.leap(() => mapView.flyTo(spotOf(feature), Math.max(NEAR_ZOOM, mapView.position().zoom))),

    listNear: (feature) => navigation.openNear(spotOf(feature)),

    /** Goes to what was found by searching. */
    goTo({ kind, spot, zoom, box, changes, feature }) {
      const found = {
        spot: () => land(spot, zoom),
        place: () => navigation.leap(() => mapView.flyTo(spot, zoom)),
        area: () => fit(box),
        filter: () => filterAndFit(changes),
        photo() {
          navigation.leap(() => mapView.flyTo(spotOf(feature), NEAR_ZOOM));
          navigation.openPin(feature.id);
        },
      };
      found[kind]();
    },

    async goNearMe() {
      store.change(set({ hint: null }));
      try {
        const { spot, accuracy } = await whereAmI();
        land(spot, zoomForAccuracy(accuracy));
      } catch (error) {
        store.change(set({ hint: error.message }));
      }
    },

    /** Closes what was opened last. */
    leave() {
      const { list, photo, day } = store.state;
      if (list && photo) navigation.backToList();
      else if (list || photo) navigation.closeAll();
      else if (day) navigation.showDay(null);
    },
  };
}
