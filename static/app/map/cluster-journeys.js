/** @module */

import { formatDays } from "../core/format.js";
import { spotOf } from "../core/viewport.js";
import { whereItDivides } from "./division.js";
import { MAX_ZOOM } from "./fitting.js";

/** A cluster whose photos are no farther apart than this when zoomed in fully opens as a list. */
const SEPARABLE_PX = 48;
/** The map leaves for a cluster after this time, also if it is not known yet where that divides. */
const PATIENCE_MS = 600;

/**
 * Opens clusters: goes to where they divide, or lists their photos.
 *
 * @param {import("../features.js").Page} page
 */
export function createClusterJourneys(page) {
  const { store, api, mapView, navigation } = page;

  /** @param {import("../api/photos.js").Pin} cluster @param {boolean} [isOfSecond] whether it is one of the second span of a comparison */
  function list(cluster, isOfSecond = false) {
    const { cluster_id: id, point_count: total, takenFrom, takenTo } = cluster.properties;
    page.lists.openCluster(String(id), { span: formatDays(takenFrom, takenTo), total, spot: spotOf(cluster) }, isOfSecond);
  }

  /** @param {import("../api/photos.js").Pin} cluster @param {boolean} isOfSecond */
  async function divide(cluster, isOfSecond) {
    const { bbox } = cluster.properties;
    const from = mapView.position();
    const filtersNow = () => (isOfSecond && store.state.comparison?.filters) || store.state.filters;
    const filters = filtersNow();
    // If the request fails or is slow, the map shows all photos of the cluster.
    const found = whereItDivides(cluster, { zoomOf, ask: (request) => api.parts(request, filters) }).catch(() => bbox);
    const box = await Promise.race([found, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, bbox))]);
    const now = mapView.position();
    // The reader has gone elsewhere meanwhile.
    if (filtersNow() !== filters || now.zoom !== from.zoom || now.lat !== from.lat || now.lon !== from.lon) return;
    navigation.leap(() => mapView.fit(box, { minZoom: from.zoom + 1 }));
  }

  /** The zoom at which a box is about as large as the map. @param {number[]} box */
  function zoomOf(box) {
    const { width, height } = mapView.size();
    return Math.max(0, MAX_ZOOM - Math.log2(Math.max(1, mapView.largestExtent(box)) / Math.max(width, height)));
  }

  return {
    list,

    /**
     * Zooms to a cluster, or lists it if zooming in cannot separate its photos.
     *
     * @param {import("../api/photos.js").Pin} cluster @param {boolean} [isOfSecond]
     */
    open(cluster, isOfSecond = false) {
      if (mapView.isNearest() || mapView.largestExtent(cluster.properties.bbox) < SEPARABLE_PX) list(cluster, isOfSecond);
      else divide(cluster, isOfSecond);
    },
  };
}
