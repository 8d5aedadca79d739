/**
 * What was entered for several photos in a dialog that was closed without saving, until it is opened for the same photos
 * again. Pure.
 * @module
 */

import { isEmpty } from "./change.js";

/** @typedef {import("./change.js").Change} Change */

export function createKeptDraft() {
  /** @type {{photos: string, draft: Change} | null} */
  let kept = null;
  const keyOf = (/** @type {number[]} */ photos) => photos.toSorted((one, other) => one - other).join();

  return {
    /** @param {number[]} photos @param {Change} draft one that is empty is not kept */
    keep(photos, draft) {
      if (!isEmpty(draft)) kept = { photos: keyOf(photos), draft };
    },

    /** @param {number[]} photos @returns {Change | null} what was entered for exactly these photos; it is forgotten then */
    take(photos) {
      const draft = kept?.photos === keyOf(photos) ? kept.draft : null;
      if (draft) kept = null;
      return draft;
    },
  };
}
