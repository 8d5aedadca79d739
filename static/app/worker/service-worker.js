/**
 * The service worker of the page: opens it when the server is away, with the answers that were seen last. While the server
 * answers, every answer is the server's.
 *
 * `scripts/lib/join-page` joins it into one file beside the page, which begins with the list of the page's files.
 * @module
 */

import { KeptAnswers } from "./kept-answers.js";
import { LARGEST, isFromGateway, isKept, isSigned, keyOf, kindOf, libraryOf } from "./kept.js";
import { PageVersions, versionIn } from "./page-versions.js";
import { Server } from "./server.js";

/** The field by which the server is asked whose an answer is, and in which it says so. */
const READER = "Geoindex-Reader";
/** When the server sent an answer that was kept. */
const KEPT_AT = "Geoindex-Kept";
/** A request of the page itself that the browser sends without the worker. */
const DIRECT = "direct";
const OF_TRANSFER = /^content-(?:length|encoding)$/i;

/**
 * @typedef {{request: Request, clientId: string, resultingClientId: string, preloadResponse: Promise<Response | undefined>,
 *   respondWith: (answer: Promise<Response>) => void, waitUntil: (work: Promise<any>) => void}} FetchEvent
 * @typedef {{version: string} | {megabytes: number} | {forget: true} | {seen: string[], headers: Record<string, string>}} Message of a page
 */

const worker = /** @type {any} */ (globalThis);
/** @type {string} */
const SCOPE = worker.registration.scope;
const versions = new PageVersions(SCOPE, worker.PAGE, () => worker.clients.matchAll({ type: "window", includeUncontrolled: true }));
const kept = new KeptAnswers(`geoindex-seen ${new URL(SCOPE).pathname}`);
const server = new Server(SCOPE);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(versions.fill().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(hear(event.data, event.source?.id ?? "")));
worker.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function begin() {
  // The request for the page need not wait until the worker has started.
  await worker.registration.navigationPreload?.enable().catch(() => {});
  await worker.clients.claim();
  await versions.tidy();
}

/** @param {FetchEvent} event @returns {Promise<Response> | null} null if the browser does what it does without a worker */
function answerTo(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (!request.url.startsWith(SCOPE)) return null;
  const path = url.href.slice(SCOPE.length).replace(/[?#].*$/, "");
  if (path === "session" && request.method !== "GET") return changeSession(event);
  if (request.mode === "navigate") return isPage(path, url, request) ? openPage(event) : null;
  const kind = kindOf(path, request);
  if (kind) return answerData(event, path, kind);
  return request.method === "GET" && versions.has(path) ? answerFile(event, path) : null;
}

/** A guest opens the page with a link, which only the server can check. @param {string} path @param {URL} url @param {Request} request */
function isPage(path, url, { method }) {
  return method === "GET" && (path === "" || path === "index.html") && !url.searchParams.has("share") && !url.searchParams.has(DIRECT);
}

/** Signing in or out: what was kept belongs to the one before. @param {FetchEvent} event @returns {Promise<Response> | null} */
function changeSession(event) {
  if (event.request.mode === "navigate") {
    event.waitUntil(kept.clear());
    return null;
  }
  return fetch(event.request).then(async (response) => {
    await kept.clear();
    return response;
  });
}

// The page and its files

/** @param {FetchEvent} event @returns {Promise<Response>} */
async function openPage(event) {
  const answer = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(event.request));
  const response = await server.wait(answer).catch(() => null);
  if (!response || isFromGateway(response)) return (await openOffline(event)) ?? response ?? server.hear(answer);
  if (response.status === 401) return refused(event.request, response);
  if (!response.ok || !/^text\/html/.test(response.headers.get("Content-Type") ?? "")) return response;
  const html = await response.text();
  const version = versionIn(html);
  if (version) await versions.remember(event.resultingClientId || event.clientId, version).catch(() => {});
  event.waitUntil(versions.tidy().catch(() => {}));
  return new Response(html, plain(response));
}

/** @param {FetchEvent} event @returns {Promise<Response | null>} */
async function openOffline(event) {
  const page = await versions.ownFile("").catch(() => null);
  if (page) await versions.remember(event.resultingClientId || event.clientId, versions.own).catch(() => {});
  return page;
}

/**
 * The visitor has to sign in. A browser asks for the password of a proxy only if no worker stands between.
 *
 * @param {Request} request @param {Response} response
 */
async function refused(request, response) {
  await kept.clear();
  if (!/\bBasic\b/i.test(response.headers.get("WWW-Authenticate") ?? "")) return response;
  const address = new URL(request.url);
  address.searchParams.set(DIRECT, "");
  return Response.redirect(address.href, 302);
}

/** @param {FetchEvent} event @param {string} path */
async function answerFile(event, path) {
  return (await versions.fileFor(event.clientId, path).catch(() => null)) ?? fetch(event.request);
}

// What the server says of the library

/**
 * @param {FetchEvent} event @param {string} path @param {import("./kept.js").Kind} kind
 * @returns {Promise<Response>}
 */
async function answerData(event, path, kind) {
  const { request } = event;
  const key = keyOf(request.url, request.headers);
  const { epoch } = kept;
  const answer = ask(event, path, kind, key, epoch);
  event.waitUntil(answer.catch(() => {}));
  const response = await server.wait(answer).catch((error) => {
    if (request.signal.aborted) throw error;
    return null;
  });
  if (response && !isFromGateway(response)) return response;
  return (await keptAnswer(key)) ?? (kind === "ground" ? await versions.ownFile(path).catch(() => null) : null) ?? response ?? server.hear(answer);
}

/** @param {string} key @returns {Promise<Response | null>} */
async function keptAnswer(key) {
  const found = await kept.get(key);
  if (!found) return null;
  const headers = new Headers(found.headers);
  headers.set(KEPT_AT, String(found.at));
  return new Response(found.status === 204 ? null : found.body, { status: found.status, headers });
}

/**
 * The server's answer, which is kept once it is there as a whole.
 *
 * @param {FetchEvent} event @param {string} path @param {import("./kept.js").Kind} kind @param {string} key @param {number} epoch
 * @returns {Promise<Response>}
 */
async function ask(event, path, kind, key, epoch) {
  const { request } = event;
  const response = await fetch(kind === "data" ? asking(request) : kind === "picture" && kept.isNew ? new Request(request, { cache: "no-cache" }) : request);
  // Who has to sign in at a proxy on another host is sent there by the browser.
  if (response.type === "opaqueredirect") return fetch(request);
  if (response.status === 401) await kept.clear();
  if (!isKept(kind, response)) return response;
  if (kind === "data") {
    // An answer that breaks off is none.
    const body = await response.arrayBuffer();
    event.waitUntil(keep(path, kind, key, response, body, epoch));
    return new Response(body, plain(response));
  }
  if (kind === "picture" || !versions.has(path)) event.waitUntil(response.clone().arrayBuffer().then((body) => keep(path, kind, key, response, body, epoch)).catch(() => {}));
  return response;
}

/** The same request, which asks whose the answer is. @param {Request} request */
function asking(request) {
  const headers = new Headers(request.headers);
  headers.set(READER, "?");
  const { method, credentials, cache, signal, referrer } = request;
  return new Request(request.url, { method, headers, credentials, cache, signal, referrer, redirect: "manual" });
}

/**
 * @param {string} path @param {import("./kept.js").Kind} kind @param {string} key
 * @param {Response} response @param {ArrayBuffer} body @param {number} epoch
 */
async function keep(path, kind, key, { status, headers }, body, epoch) {
  const owner = { reader: headers.get(READER), library: libraryOf(headers) };
  const now = isSigned(path, headers) ? await kept.belongTo(owner, epoch) : epoch;
  if (now === null || body.byteLength > LARGEST) return;
  await kept.put(key, kind, { body, status, headers: fieldsOf(headers), at: Date.now() }, now);
}

/** @param {Headers} headers @returns {[string, string][]} those of a body that is decoded */
function fieldsOf(headers) {
  return [...headers].filter(([name]) => !OF_TRANSFER.test(name));
}

/** @param {Response} response @returns {ResponseInit} */
function plain({ status, statusText, headers }) {
  return { status, statusText, headers: fieldsOf(headers) };
}

// Messages

/** @param {Message} message @param {string} client */
async function hear(message, client) {
  if ("version" in message) await versions.remember(client, message.version);
  if ("megabytes" in message) await kept.limit(message.megabytes);
  if ("forget" in message) await kept.clear();
  if ("seen" in message) await see(message.seen, message.headers);
}

/** Asks for what the page has shown without the worker. @param {string[]} addresses @param {Record<string, string>} headers of data */
async function see(addresses, headers) {
  for (const address of addresses) {
    const path = address.slice(SCOPE.length).replace(/[?#].*$/, "");
    const request = new Request(address, /^photos\/|^basemap\//.test(path) ? {} : { headers });
    const kind = address.startsWith(SCOPE) ? kindOf(path, request) : null;
    if (!kind || (kind === "picture" && (await kept.has(keyOf(address, request.headers))))) continue;
    /** @type {Promise<any>[]} */
    const work = [];
    const event = /** @type {FetchEvent} */ (/** @type {unknown} */ ({ request, waitUntil: (/** @type {Promise<any>} */ one) => work.push(one) }));
    await ask(event, path, kind, keyOf(address, request.headers), kept.epoch).catch(() => {});
    await Promise.all(work);
  }
}
