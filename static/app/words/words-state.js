/**
 * What is written about the open photo, as its owner edits it.
 * @module
 */

/**
 * @typedef {object} Written
 * @property {number} id of the photo
 * @property {import("../api/photos.js").PhotoProperties} properties
 * @property {import("./change.js").Words} shown what the server has, with what the reader has changed since
 * @property {import("./change.js").Words | null} file what the file says; null while it is unknown
 * @property {import("../api/words.js").WordsAct[]} acts
 * @property {ReturnType<import("./outbox.js").Outbox["state"]>} sending
 */

export const WORDS = {
  /** The open photo; null if there is none, and for readers who may not change it. */
  written: /** @type {Written | null} */ (null),
  /** Whether the reader edits texts and names of the open photo. */
  isWriting: false,
};
