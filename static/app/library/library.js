/**
 * How many photos there are, and where. Loaded at the start, and retried until the server answers.
 * @module
 */

import { NO_FILTERS } from "../filters/filters.js";
import { belongTo } from "../core/memory.js";
import { boxAround } from "../core/box-around.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { set, setWithin } from "../core/store.js";
import { parseSpan } from "../core/span.js";

export const LIBRARY = {
  library: {
    status: /** @type {"loading" | "ready" | "failed"} */ ("loading"),
    total: 0,
    /** From the first dated photo to the last. */
    taken: /** @type {import("../core/span.js").Span | null} */ (null),
  },
  /** Who the visitor is; null until known. `core/roles.js` says what the visitor may do. */
  visitor: /** @type {import("../api/session.js").Visitor | null} */ (null),
  trouble: /** @type {Trouble | null} */ (null),
  /** When the server sent what is shown, while it is away; null while it answers. In milliseconds since 1970. */
  kept: /** @type {number | null} */ (null),
};

/** Gateways answer with these for a server that is away; 0 is no answer. */
const AWAY = [0, 502, 504];

/**
 * @typedef {object} Trouble why a request failed
 * @property {string} message
 * @property {boolean} [isAway] whether the server does not answer
 *
 * @param {import("../api.js").ApiError} error
 * @returns {Trouble}
 */
export function troubleOf({ detail, message, status }) {
  return { message: detail ?? message, isAway: AWAY.includes(status) };
}

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createLibrary(store, api) {
  /** @type {number[] | null} */
  let extent = null;
  /** The last answer about the visitor. @type {import("../api/session.js").Visitor | null} */
  let known = null;
  api.whenKept((kept) => store.change(set({ kept })));
  let onNewUser = (/** @type {import("../api/session.js").Visitor} */ _) => {};

  /**
   * The server's extent goes from the westernmost longitude to the easternmost. If photos are on both sides of the
   * antimeridian, that is the whole circle.
   */
  async function askBox() {
    return boxAround((await api.clusters(WHOLE_EARTH, NO_FILTERS)).features);
  }

  async function askTaken() {
    const { from, to } = await api.timeline({ ...WHOLE_EARTH, span: null, buckets: 1 }, NO_FILTERS);
    return from && to ? parseSpan(`${from}/${to}`) : null;
  }

  /** Asks who the visitor is. */
  async function identify() {
    const visitor = await api.visitor();
    if (isOther(known, visitor)) onNewUser(visitor);
    known = visitor;
    if (!api.isAsGuest) belongTo(visitor.name ?? "");
    return visitor;
  }

  function setTaken(taken) {
    store.change(setWithin("library", { taken }));
  }

  return {
    /**
     * The smallest box around all photos, or null. It crosses the antimeridian if that is shorter.
     *
     * @returns {number[] | null}
     */
    get extent() {
      return extent;
    },

    /** Asks who the visitor is. @returns {Promise<boolean>} whether that is the same as before, as far as the page knows */
    async identify() {
      const before = known;
      const visitor = await identify().catch(() => null);
      if (visitor) store.change(set({ visitor }));
      return !visitor || !isOther(before, visitor);
    },

    /** @param {(visitor: import("../api/session.js").Visitor) => void} listener called when another user than before has signed in */
    whenOther(listener) {
      onNewUser = listener;
    },

    /** @returns {Promise<boolean>} whether the server answered; if not, there may be answers that were kept */
    async load() {
      try {
        const [collection, total, box] = await Promise.all([api.collection(), api.total(), askBox().catch(() => null)]);
        // The server gives the extent of all photos only to owners. That of others is computed from the photos that
        // they see.
        const isPart = total > 0 && extentOf(collection) === null;
        extent = total > 0 ? box ?? extentOf(collection) ?? await askBox() : null;
        // The first pins of owners need not wait for their names.
        const visitor = extentOf(collection) ? ownerOf(known) : await identify();
        const taken = isPart ? await Promise.race([askTaken(), later(null)]) : takenOf(collection);
        // What was kept is no news, and a view that was not kept is still missing.
        if (store.state.kept !== null && store.state.library.status === "ready") return false;
        store.change(set({ library: { status: "ready", total, taken }, visitor, ...(store.state.kept === null && { trouble: null }) }));
        if (store.state.kept !== null) return false;
        if (isPart && !taken) askTaken().then(setTaken, () => {});
        return true;
      } catch (error) {
        store.change(setWithin("library", { status: store.state.library.total ? "ready" : "failed" }));
        store.change(set({ trouble: troubleOf(error) }));
        return false;
      }
    },
  };
}

/** An owner whose name may not be known yet. @param {import("../api/session.js").Visitor | null} known @returns {import("../api/session.js").Visitor} */
function ownerOf(known) {
  return known?.role === "owner" ? known : { role: "owner", isAssumed: true };
}

/**
 * Whether a browser has another user than before, or a guest in place of a user. A user may get another role or scope.
 *
 * @param {import("../api/session.js").Visitor | null} before @param {import("../api/session.js").Visitor} now
 */
export function isOther(before, now) {
  return before !== null && (before.name !== now.name || (before.role === "guest") !== (now.role === "guest"));
}

/** How long the first pins wait for the time span of photos that are not all. */
function later(value) {
  return new Promise((resolve) => setTimeout(resolve, 1000, value));
}

function extentOf(collection) {
  const box = collection.extent?.spatial?.bbox?.[0];
  return Array.isArray(box) && box.length >= 4 && box.every(Number.isFinite) ? box : null;
}

function takenOf(collection) {
  const [from, through] = collection.extent?.temporal?.interval?.[0] ?? [];
  return from && through ? parseSpan(`${from}/${through}`) : null;
}
