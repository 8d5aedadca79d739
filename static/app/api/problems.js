/**
 * What the page says of a problem that the server reports: its own words, by the kind or the status. Only a problem that
 * it does not know has the server's sentence, which is English.
 * @module
 */

import { inEnglish } from "../core/bidi.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} Problem
 * @property {number} status
 * @property {string} [kind] of those in docs/api.md
 * @property {string} [detail] the server's sentence
 * @property {number} [seconds] after which to try again
 */

/** @type {Record<string, string>} */
const BY_KIND = { ...TEXTS.problems, fileMissing: TEXTS.originalMissing, roomClosed: TEXTS.roomIsOver };

/** @type {Record<number, string>} */
const BY_STATUS = {
  401: TEXTS.signedOut, 404: TEXTS.notThere, 410: TEXTS.notThere, 412: TEXTS.isOutdated, 413: TEXTS.tooLarge, 500: TEXTS.serverFailed, 503: TEXTS.serverBusy,
};
/** A proxy that refuses too many requests need not say when to try again. */
const WAIT_SECONDS = 60;
const [TOO_MANY, REFUSED_FROM, FAILED_FROM] = [429, 400, 500];

/** @param {Problem} problem @returns {string} */
export function wordProblem({ status, kind, detail, seconds = WAIT_SECONDS }) {
  const known = wordKind(kind) ?? (status === TOO_MANY ? TEXTS.tooOften(seconds) : BY_STATUS[status]);
  if (known) return known;
  const own = status >= REFUSED_FROM && status < FAILED_FROM && detail ? TEXTS.serverRefused : TEXTS.serverStatus(status);
  return detail ? `${own} ${inEnglish(detail)}` : own;
}

/** @param {string} [kind] @returns {string | undefined} nothing for a kind that the page does not know */
export function wordKind(kind) {
  return kind && Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
}

/** @param {Response} response that failed, of the server or of a proxy @returns {Promise<Problem>} */
export async function readProblem(response) {
  const document = await response.json().catch(() => null);
  const seconds = Number(response.headers.get("retry-after"));
  return { status: response.status, kind: document?.kind, detail: document?.detail ?? document?.title, ...(seconds > 0 && { seconds }) };
}
