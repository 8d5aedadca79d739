/**
 * Recorded tracks, for owners.
 * @module
 */

/**
 * @typedef {object} Track lines, with a time for each position
 * @property {number} id
 * @property {{coordinates: number[][][]}} geometry
 * @property {{coordTimes: string[][], utcOffsets?: number[], filename?: string, from?: string, to?: string}} properties
 */

/** @param {import("./transport.js").Transport} transport */
export function createTracks({ json }) {
  return {
    /**
     * Whether this user sees tracks.
     *
     * @returns {Promise<boolean>}
     */
    hasTracks: () => json("collections", {}).then(({ collections }) => collections.some(({ id }) => id === "tracks")).catch(() => false),

    /** @param {number} id @param {number} zoom of a map for which the lines have enough detail @param {AbortSignal} [signal] @returns {Promise<Track>} */
    track: (id, zoom, signal) => json(`collections/tracks/items/${id}`, { zoom }, signal),

    /**
     * A page of tracks as lines with times, and the cursor of the next page.
     *
     * @param {Record<string, string | number>} parameters of the API @param {AbortSignal} [signal]
     * @returns {Promise<{features: Track[], cursor: string | null}>}
     */
    async trackLines(parameters, signal) {
      const { features, links } = await json("collections/tracks/items", parameters, signal);
      const next = links.find(({ rel }) => rel === "next");
      return { features, cursor: next ? new URL(next.href).searchParams.get("cursor") : null };
    },
  };
}
