/** @module */

import { formatPlace } from "../core/format.js";
import { createNewest } from "../core/newest.js";
import { set } from "../core/store.js";

/** The lowest zooms at which a view has the name of a country, a region, a place. */
const COUNTRY_ZOOM = 3.5;
const REGION_ZOOM = 6;
const PLACE_ZOOM = 9;
/** The decimals of the coordinates in requests for the middle of a view. */
const DECIMALS = 2;

/**
 * @param {import("../api/photos.js").PhotoProperties} names of the middle of the view
 * @param {number} zoom
 * @returns {string} the name of the view; empty if it shows more than a country
 */
export function viewName({ place, placeDistance, region, country }, zoom) {
  if (zoom < COUNTRY_ZOOM) return "";
  if (zoom < REGION_ZOOM) return country ?? "";
  const named = formatPlace(zoom < PLACE_ZOOM ? { region, country } : { place, placeDistance, region, country });
  return named?.name ?? "";
}

/**
 * Finds the name of the view when the map has come to rest.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createViewName(store, api) {
  const names = createNewest({
    keyOf: ({ lat, lon }) => `${lat}/${lon}`,
    ask: (spot, signal) => api.positionNames(spot, signal),
    onAnswer: (answer, { zoom }) => store.change(set({ viewName: viewName(answer, zoom) })),
    // Not retried; the next view sends a new request.
    onFailure: () => false,
  });

  return {
    /** @param {import("../map/map-address.js").MapView} position */
    rest({ lat, lon, zoom }) {
      if (zoom < COUNTRY_ZOOM) return store.change(set({ viewName: "" }));
      names.want({ lat: Number(lat.toFixed(DECIMALS)), lon: Number(lon.toFixed(DECIMALS)), zoom });
    },
  };
}
