/**
 * Whether answers are from the server or from what the service worker has kept.
 * @module
 */

/** The worker says so when the server sent an answer that was kept. */
const KEPT_AT = "Geoindex-Kept";
/** The answers that put photos on the map. */
const ON_MAP = /\/clusters$/;

export function createKeptWatch() {
  /** When the server sent what is shown while it is away; null while it answers. @type {number | null} */
  let kept = null;
  let onKept = (/** @type {number | null} */ _) => {};

  return {
    /** @param {(at: number | null) => void} listener called with the time of answers that were kept, or null once the server answers */
    whenKept(listener) {
      onKept = listener;
    },

    /** A request is sent. @param {string} path @returns {(response: Response) => Response} a function that looks at its answer */
    sent(path) {
      const before = kept;
      return (response) => {
        const at = Number(response.headers.get(KEPT_AT)) || null;
        // An answer that was under way when the server went does not mean that it is back.
        if (at === null ? kept === null || before === null : kept !== null && !ON_MAP.test(path)) return response;
        kept = at;
        onKept(at);
        return response;
      };
    },
  };
}
