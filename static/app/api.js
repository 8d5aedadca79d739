/**
 * The server's routes as functions.
 * @module
 */

import { createCounts } from "./api/counts.js";
import { createDoubts } from "./api/doubts.js";
import { createGridPages } from "./api/grid-pages.js";
import { createLocate } from "./api/locate.js";
import { createPhotos } from "./api/photos.js";
import { createPictures } from "./api/pictures.js";
import { createPlacements } from "./api/placements.js";
import { createPlaces } from "./api/places.js";
import { createSession } from "./api/session.js";
import { createSharing } from "./api/sharing.js";
import { createTracks } from "./api/tracks.js";
import { createTransport } from "./api/transport.js";
import { createRooms } from "./api/rooms.js";
import { createTrips } from "./api/trips.js";
import { createWords } from "./api/words.js";

export { GIVEN_UP } from "./api/counts.js";
export { ApiError, DATA_HEADERS, versionOf } from "./api/transport.js";

/**
 * @param {string} [base] the page's address
 */
export function createApi(base = document.baseURI) {
  const transport = createTransport(base);
  const photos = createPhotos(transport);
  const { tileRequest, address, json, post, version, forgetVersion, whenSilent, whenKept, whenSignedOut, problemOf } = transport;

  return {
    tileRequest,
    version,
    forgetVersion,
    whenSilent,
    whenKept,
    whenSignedOut,
    problemOf,
    ...photos,
    ...createGridPages(transport, photos),
    ...createCounts(transport),
    ...createPictures(transport),
    ...createPlaces(transport),
    ...createPlacements(transport),
    ...createDoubts(transport),
    ...createLocate(transport),
    ...createTracks(transport),
    ...createSession(transport),
    ...createSharing(transport),
    ...createRooms(transport),
    ...createTrips(transport),
    ...createWords(transport),

    /** Whether an owner sees the page as the guest of a link. */
    isAsGuest: Boolean(transport.identity.headers),

    /** @returns {string} */
    eventsURL: () => address("events"),

    /**
     * Starts a scan for new photos.
     *
     * @returns {Promise<{id: number, state: string, files: number, located: number}>}
     */
    startScan: () => post("scans"),

    /** Whether the server is there. @returns {Promise<boolean>} */
    isThere: () => fetch(address("healthz"), { cache: "no-store" }).then(({ ok }) => ok, () => false),

    /** The description of the base map; null if none is installed. */
    basemap: () => json("basemap/basemap.json", {}).catch(() => null),

    /**
     * The base maps in files of the server; null without an answer.
     *
     * @returns {Promise<import("./street/tiles.js").Street | null>}
     */
    baseMaps: () => json("basemap", {}).catch(() => null),

    /**
     * The places that can be searched by name.
     *
     * @param {string} name of the file beside the base map @param {AbortSignal} [signal]
     */
    places: (name, signal) => json(`basemap/${name}`, {}, signal),

    /**
     * The files that are not on the map, and their number for each reason.
     *
     * @param {{reason: string, limit: number, cursor?: string | null}} request `all` for every reason
     * @param {AbortSignal} [signal]
     * @returns {Promise<{unlocated: Record<string, number>, scanCommand?: string, files: Unplaced[], numberMatched: number, links?: import("./api/photos.js").Link[]}>}
     */
    report: ({ reason, limit, cursor }, signal) =>
      json("report", { limit, ...(reason !== "all" && { reason }), ...(cursor && { cursor }) }, signal),
  };
}

/**
 * @typedef {ReturnType<typeof createApi>} Api
 * @typedef {import("./api/photos.js").PhotoProperties & {id: number}} Unplaced a file that is not on the map
 */
