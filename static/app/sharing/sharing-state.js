/**
 * The panel of links and hidden places. Pure.
 * @module
 */

import { setWithin } from "../core/store.js";

/**
 * @typedef {import("../api/sharing.js").Share} Share
 * @typedef {import("../api/sharing.js").Zone} Zone
 * @typedef {import("./zones.js").Draft} Draft
 *
 * @typedef {"links" | "places"} Part
 *
 * @typedef {object} Sharing
 * @property {Part} part the open one
 * @property {"loading" | "ready" | "failed"} status
 * @property {string} problem why the links cannot be listed
 * @property {boolean} asksForPassword whether links restrict anything
 * @property {Share[]} shares the newest first
 * @property {string | null} made the id of the link that was made last
 * @property {boolean} isSending
 * @property {string} refusal why the last change failed
 * @property {Zone[] | null} zones null until loaded
 * @property {import("../api/sharing.js").Proposal | null} proposal
 * @property {Draft | null} draft a zone that is not added yet
 * @property {Zone | null} removed the zone that was removed last
 */

export const SHARING = {
  /** Null while the panel is closed. */
  sharing: /** @type {Sharing | null} */ (null),
};

/** @param {Part} part @returns {Sharing} */
export function emptySharing(part) {
  return {
    part, status: "loading", problem: "", asksForPassword: true, shares: [], made: null, isSending: false, refusal: "",
    zones: null, proposal: null, draft: null, removed: null,
  };
}

/** @param {Partial<Sharing>} changes */
export const sharingChanged = (changes) => setWithin("sharing", changes);

/** @param {Share[]} shares @returns {Share[]} those that expire last first, as new links usually do */
export function inOrder(shares) {
  return [...shares].sort((one, other) => (one.expires < other.expires ? 1 : one.expires > other.expires ? -1 : 0));
}
