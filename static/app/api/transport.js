/**
 * Requests to the server. Every address is relative to the page's own, so that the page works behind a proxy with a
 * path prefix.
 * @module
 */

import { LANGUAGE_HEADERS } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { createKeptWatch } from "./kept.js";
import { readProblem, wordKind, wordProblem } from "./problems.js";

export const COLLECTION = "collections/photos";

const UNAUTHORIZED = 401;
/** Of requests for data. */
export const DATA_HEADERS = { Accept: "application/geo+json, application/json", ...LANGUAGE_HEADERS };

const SILENCE = TEXTS.serverSilent;
const MISSING_FILE = TEXTS.originalMissing;
/** By the HTTP status. */
const OWN_WORDS = { 401: TEXTS.accessRefused, 403: TEXTS.accessRefused, 503: TEXTS.serverBusy };

/** A failed request, with a message for the reader. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} [status] the HTTP status, or 0 if the server did not answer
   * @param {string} [detail] also with the server's words, which may be about parameters that the page has chosen
   * @param {string} [kind] of the problem
   */
  constructor(message, status = 0, detail = message, kind = undefined) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.kind = kind;
  }

  /** The same failure for a place where photos belong: in the page's words. */
  inPlaceOfPhotos() {
    const { status, detail, kind } = this;
    const words = wordKind(kind) ?? OWN_WORDS[status] ?? (status ? TEXTS.serverStatus(status) : SILENCE);
    return new ApiError(words, status, detail, kind);
  }
}

/**
 * Whom requests are from if not from the session of the browser. An owner who sees the page as the guest of a link is
 * signed in; a password would come before the link.
 *
 * @param {string} base the page's address: `?share=TOKEN#as=guest`
 * @returns {{headers?: {Authorization: string}, credentials?: "omit"}}
 */
export function identityIn(base) {
  const { searchParams, hash } = new URL(base);
  const token = searchParams.get("share");
  if (!token || new URLSearchParams(hash.slice(1)).get("as") !== "guest") return {};
  return { headers: { Authorization: ["Bearer", token].join(" ") }, credentials: "omit" };
}

/** @param {string} base the page's address */
export function createTransport(base) {
  const identity = identityIn(base);
  const address = (path, parameters = {}) => {
    const url = new URL(path, base);
    url.hash = "";
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    return url.href;
  };
  /** @type {string | null} */
  let version = null;
  let onSilence = () => {};
  let onSignedOut = () => {};
  const { sent, whenKept } = createKeptWatch();

  /** A link that is revoked is no session. @param {number} status */
  function checkSession(status) {
    if (status === UNAUTHORIZED && !identity.headers) onSignedOut();
  }

  async function request(path, parameters, options) {
    return ask(address(path, parameters), options).then(sent(path), (error) => {
      if (error instanceof ApiError && error.status === 0) onSilence();
      if (error instanceof ApiError) checkSession(error.status);
      throw error;
    });
  }

  async function json(path, parameters, signal) {
    const isOfPhotos = path.startsWith(COLLECTION);
    const response = await request(path, parameters, { ...identity, signal }).catch((error) => {
      throw isOfPhotos && error instanceof ApiError ? error.inPlaceOfPhotos() : error;
    });
    // Keeps the oldest version: if that is current, later answers are current too.
    if (isOfPhotos) version ??= versionOf(response);
    return response.json();
  }

  return {
    base,
    identity,
    address,
    json,

    /** A request of MapLibre. Only those for tiles of photos have the link; other servers do not get it. */
    tileRequest: (/** @type {string} */ url) => ({ url, ...(url.startsWith(address("tiles/photos/")) && identity) }),

    /** @param {string} path @param {any} [content] sent as JSON @param {RequestInit} [options] @returns {Promise<any>} */
    post: async (path, content, options) => (await request(path, {}, { method: "POST", ...(content && asJSON(content)), ...options })).json(),

    /** @param {string} path @param {any} content sent as JSON @param {Record<string, string>} [headers] @returns {Promise<any>} */
    async put(path, content, headers) {
      const { body, headers: own } = asJSON(content);
      return (await request(path, {}, { method: "PUT", body, headers: { ...own, ...headers } })).json();
    },

    /** @param {string} path @returns {Promise<any>} the answer; null if it has no content */
    async remove(path) {
      const response = await request(path, {}, { method: "DELETE" });
      return response.status === 204 ? null : response.json();
    },

    /** The version of the index in the first answer since `forgetVersion`, or null. */
    version: () => version,

    forgetVersion() {
      version = null;
    },

    /** @param {() => void} listener called whenever the server has not answered a request */
    whenSilent(listener) {
      onSilence = listener;
    },

    whenKept,

    /** @param {() => void} listener called whenever the server does not know the visitor any more */
    whenSignedOut(listener) {
      onSignedOut = listener;
    },

    /**
     * Why a file cannot be loaded; empty if it can.
     *
     * @param {string} url @param {AbortSignal} [signal] @returns {Promise<string>}
     */
    problemOf(url, signal) {
      // One byte is enough to find out.
      return fetch(url, { signal, headers: { Range: "bytes=0-0" } })
        .then((response) => {
          checkSession(response.status);
          return textOf(response);
        }, () => (signal?.aborted ? "" : SILENCE));
    },
  };
}

/** @typedef {ReturnType<typeof createTransport>} Transport */

/** @param {Response} response @returns {string | Promise<string>} what is wrong with a file */
function textOf(response) {
  if (!response.ok) return readProblem(response).then(wordProblem);
  if (response.status !== 204) return "";
  const machine = response.headers.get("geoindex-machine");
  return machine ? TEXTS.machineMissing(decodeURIComponent(machine)) : MISSING_FILE;
}

function asJSON(content) {
  return { body: JSON.stringify(content), headers: { "Content-Type": "application/json" } };
}

/** @param {RequestInit} options */
async function ask(url, options) {
  const response = await fetch(url, { ...options, headers: { ...DATA_HEADERS, ...options.headers } })
    .catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new ApiError(SILENCE);
    });
  if (response.ok) return response;
  const problem = await readProblem(response);
  const words = wordProblem(problem);
  throw new ApiError(words, problem.status, words, problem.kind);
}

/**
 * The version of the index that an answer came from. The ETag begins with it: two numbers in base 36, the same as
 * the id of the index's events.
 *
 * @param {{headers: Headers}} response
 * @returns {string | null}
 */
export function versionOf(response) {
  return response.headers.get("ETag")?.match(/^(?:W\/)?"([0-9a-z]+-[0-9a-z]+)-/)?.[1] ?? null;
}
