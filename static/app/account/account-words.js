/**
 * Who has signed in, in words. Pure.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { TEXTS } from "../core/texts.js";

const LIST = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** @typedef {import("../api/session.js").Visitor} Visitor */

/** @param {Visitor | null} visitor @returns {string} what the button says; empty without a button */
export function wordAccount(visitor) {
  if (visitor?.name) return visitor.name;
  return visitor?.users ? TEXTS.signIn : "";
}

/** @param {Visitor} visitor @returns {string[]} what the visitor sees and may do, in sentences */
export function wordRights({ role, scope }) {
  const seen = scope ? TEXTS.scopeSeen(wordScope(scope)) : role === "owner" ? "" : TEXTS.scopeAll;
  return [seen, TEXTS.rolesMay[role]].filter(Boolean);
}

/** @param {import("../api/session.js").Scope} scope @returns {string} `2025-lisbon and Slovenia` */
export function wordScope({ path = [], area = [], bbox = [], keyword = [] }) {
  return LIST.format([
    ...path.map(wordFolder), ...area, ...keyword.map(TEXTS.scopeKeyword), ...(bbox.length ? [TEXTS.scopeBox] : []),
  ]);
}

/** @param {string} path `2025-lisbon/*` is the folder; other patterns are as they were written @returns {string} */
function wordFolder(path) {
  const folder = path.replace(/\/\*{0,2}$/, "");
  return folder && !/[*?]/.test(folder) ? folder : path;
}
