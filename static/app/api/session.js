/**
 * Who the visitor is, and signing out.
 * @module
 */

import { IS_CHOSEN, TEXTS_IN } from "../core/language.js";

/**
 * @typedef {object} Visitor
 * @property {import("../core/roles.js").Role} role
 * @property {string} [name] of a user who has signed in
 * @property {Scope} [scope] what a user sees; all photos without it
 * @property {boolean} [isAssumed] whether the page does not know the name yet
 * @property {boolean} [users] whether people can sign in
 * @property {boolean} [session] whether the visitor can sign out
 * @property {string} [by] who shares, for guests
 * @property {string} [expires]
 * @property {number} [precision] the width of the cells to which positions are rounded, in metres
 *
 * @typedef {Partial<Record<"path" | "area" | "bbox" | "keyword", string[]>>} Scope the photos of any of its parts
 */

/** @param {import("./transport.js").Transport} transport */
export function createSession({ json, remove, address }) {
  return {
    /** @param {AbortSignal} [signal] @returns {Promise<Visitor>} */
    visitor: (signal) => json("me", {}, signal),

    /** @param {boolean} everywhere whether all sessions of the user end */
    signOut: (everywhere) => remove(everywhere ? "session?everywhere=true" : "session"),

    /** @param {string} hash of the view to come back to @returns {string} the address of the form, in the language of the page */
    signInURL: (hash) => new URL(hash || "#", new URL(`session${IS_CHOSEN ? `?lang=${TEXTS_IN}` : ""}`, address(""))).href,
  };
}
