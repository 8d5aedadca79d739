/** @module */

import { createClusterJourneys } from "./cluster-journeys.js";
import { middleBeside } from "./fit.js";
import { whereAmI, zoomForAccuracy } from "./near-me.js";
import { WHOLE_EARTH, spotOf } from "../core/viewport.js";
import { set } from "../core/store.js";
import { boxAround } from "../core/box-around.js";
import { isFiltered, sameFilters } from "../filters/filters.js";
import { matchesNow } from "../filters/matches.js";

const NEAR_ZOOM = 15;
/** How many of the nearest photos are in view with the reader's position. */
const NEAREST = 3;
const WHOLE_MAX_ZOOM = 12;
/** Photos that a search finds may all be in one street. */
const MATCHES_MAX_ZOOM = 16;

/**
 * Moves the map to a pin, a photo, a spot, the reader's location or all photos, and back.
 *
 * @param {import("../features.js").Page} page
 */
export function createJourneys(page) {
  const { store, api, mapView, navigation } = page;
  const clusters = createClusterJourneys(page);

  /**
   * Flies to a spot, marks it, and lists the nearest photos.
   *
   * @param {import("./map-address.js").Spot} spot @param {number} zoom
   */
  function openSpot(spot, zoom) {
    navigation.leap(() => mapView.flyTo(spot, zoom), { near: spot });
  }

  /**
   * Marks a spot, lists the photos near it, and moves the map so that the spot and the nearest of them are beside the list.
   *
   * @param {import("./map-address.js").Spot} spot @param {number} maxZoom
   */
  async function openNearest(spot, maxZoom) {
    // If the request fails, the map shows the spot. The list reports the problem.
    const { features } = await api.nearest(spot, NEAREST, store.state.filters).catch(() => ({ features: [] }));
    navigation.leap(() => true, { near: spot });
    // Until then the list is not there, which covers a part of the map.
    await Promise.resolve();
    mapView.fit(boxAround([{ geometry: { coordinates: [spot.lon, spot.lat] }, properties: {} }, ...features]), { maxZoom });
  }

  /** @param {number[]} box */
  function fit(box) {
    navigation.leap(() => mapView.fit(box, { maxZoom: WHOLE_MAX_ZOOM }));
  }

  async function fitAll() {
    // If the request fails, the map stays where it is. The map's own requests report the problem.
    const box = await wholeBox(page, store.state.filters).catch(() => null);
    if (box) fit(box);
  }

  /**
   * Closes what is open, sets filters, and goes to the photos that match, in one step of the history.
   *
   * @param {import("../filters/filters.js").Filters} filters
   * @param {number} [maxZoom]
   * @param {number[] | null} [known] the box around the photos, if it is known
   * @returns {Promise<boolean>} false if the reader has gone elsewhere meanwhile
   */
  async function filterAndFit(filters, maxZoom = MATCHES_MAX_ZOOM, known = null) {
    const { route } = navigation;
    // If the request fails, the map stays where it is. The map's own requests report the problem.
    const box = known ?? (await wholeBox(page, filters).catch(() => null));
    if (navigation.route.filters !== route.filters) return false;
    const isSame = sameFilters(route.filters, filters) === route.filters;
    if (isSame && box) navigation.leap(() => mapView.fit(box, { maxZoom }), {});
    else {
      // A new question is no comparison.
      navigation.leap(() => true, { filters, compare: "" });
      // Until then the chips of the filters are not there, which cover a part of the map.
      await Promise.resolve();
      if (box) mapView.fit(box, { maxZoom });
    }
    return true;
  }

  return {
    fit,
    fitAll,
    filterAndFit,
    listPin: clusters.list,

    /** @param {import("../api/photos.js").Pin} pin @param {boolean} [isOfSecond] whether it is one of the second span of a comparison */
    openPin(pin, isOfSecond = false) {
      if (pin.properties.cluster) clusters.open(pin, isOfSecond);
      else page.panel.openPin(pin.id, isOfSecond);
    },

    /** @param {import("../api/photos.js").Photo} feature */
    showOnMap(feature) {
      const zoom = Math.max(NEAR_ZOOM, mapView.position().zoom);
      // A globe is centred in the space that sheets leave free.
      const middle = store.state.look.globe ? spotOf(feature) : middleBeside(spotOf(feature), zoom, page.room.insets());
      navigation.leap(() => mapView.flyTo(middle, zoom));
    },

    /** Goes to a result of the search. */
    /** @param {import("../search/answers.js").Answer} answer */
    goTo({ kind, spot, zoom, box, changes, feature }) {
      const found = {
        spot: () => openSpot(spot, zoom),
        place: () => navigation.leap(() => mapView.flyTo(spot, zoom)),
        area: () => fit(box),
        filter: () => filterAndFit(changes),
        photo: () => navigation.leap(() => mapView.flyTo(spotOf(feature), NEAR_ZOOM), { photo: feature.id }),
      };
      found[kind]();
    },

    async goNearMe() {
      store.change(set({ message: null }));
      try {
        const { spot, accuracy } = await whereAmI();
        await openNearest(spot, zoomForAccuracy(accuracy));
      } catch (error) {
        store.change(set({ message: error.message }));
      }
    },
  };
}

/**
 * The box around the photos that match the filters, or around all photos if no filter is set.
 *
 * @param {import("../features.js").Page} page
 * @param {import("../filters/filters.js").Filters} filters
 */
async function wholeBox({ store, api, library }, filters) {
  if (!isFiltered(filters)) return library.extent();
  const matches = matchesNow({ ...store.state, filters });
  return matches ? matches.box : boxAround((await api.clusters(WHOLE_EARTH, filters)).features);
}
