/**
 * What the service worker keeps of the server's answers, and what it removes first. Pure.
 * @module
 */

const MB = 1_000_000;

/**
 * @typedef {"data" | "ground" | "picture"} Kind data of the library; the base map; small pictures of photos
 * @typedef {{key: string, kind: Kind, bytes: number, used: number}} Entry `used` is the time of the last use
 */

/** What the worker keeps of each kind at most. The reader sets the bytes of pictures. @type {Record<Kind, {count: number, bytes: number}>} */
export const LIMITS = {
  data: { count: 2000, bytes: 40 * MB },
  ground: { count: 2000, bytes: 30 * MB },
  picture: { count: 30_000, bytes: 50 * MB },
};
/** A larger answer is not kept. */
export const LARGEST = 5 * MB;
/** After a limit is reached, this part of it is left, so that not every answer removes one. */
const LEFT = 0.9;

/**
 * Paths of data, below the page's address. Links and zones are missing: they hold what opens the library, and what is
 * hidden. So are exports, archives, events and scans.
 */
const DATA = new RegExp(`^(?:${[
  "collections", "collections/photos",
  "collections/photos/(?:items|clusters|timeline|facets|nearest|seeing)",
  "collections/photos/items/[^/]+", "collections/photos/clusters/[^/]+/items",
  "collections/tracks/items(?:/[^/]+)?", "photos/[^/]+/again",
  "basemap", "diary", "doubts", "homes", "keywords", "locate", "me", "people", "report", "views", "words",
  "places(?:/[^/]+)?", "trips(?:/[^/]+)?",
].join("|")})$`);
const TILES = /^tiles\/(?:photos|tracks)\/[^?]+$/;
const GROUND = /^basemap\/./;
const PICTURE = /^photos\/[^/]+\/thumbnail$/;

/**
 * The kind of a request's answer; null if it is neither kept nor replaced by one that was kept.
 *
 * @param {string} path below the page's address, without parameters
 * @param {{method: string, headers: Headers, cache?: string}} request
 * @returns {Kind | null}
 */
export function kindOf(path, { method, headers, cache }) {
  // A page of an owner that is shown as a guest sees it has the link in a field.
  if (method !== "GET" || cache === "no-store" || headers.has("Range") || headers.has("Authorization")) return null;
  if (DATA.test(path) || TILES.test(path)) return "data";
  if (GROUND.test(path)) return "ground";
  return PICTURE.test(path) ? "picture" : null;
}

/**
 * Whether an answer is one of those that are kept.
 *
 * @param {Kind} kind @param {{status: number, redirected: boolean, headers: Headers}} answer
 */
export function isKept(kind, { status, redirected, headers }) {
  if (redirected) return false;
  if (kind === "picture") return status === 204 || (status === 200 && /^image\//.test(headers.get("Content-Type") ?? ""));
  return status === 200 && !/^text\/html/.test(headers.get("Content-Type") ?? "");
}

/** Whether an answer says whose it is: JSON, which browsers never take from their caches without asking the server. @param {string} path @param {Headers} headers */
export function isSigned(path, headers) {
  return DATA.test(path) && /json/.test(headers.get("Content-Type") ?? "");
}

/** Whether a gateway says that the server is away. The server's own refusals say why. @param {{status: number, headers: Headers}} answer */
export function isFromGateway({ status, headers }) {
  return [502, 503, 504].includes(status) && !/problem\+json/.test(headers.get("Content-Type") ?? "");
}

/** The number that distinguishes an index from all others, of which the validator begins with it; null if it has none. @param {Headers} headers @returns {string | null} */
export function libraryOf(headers) {
  return headers.get("ETag")?.match(/^(?:W\/)?"([0-9a-z]+)-[0-9a-z]+-/)?.[1] ?? null;
}

/**
 * Whether what was kept belongs to another reader or another library than an answer.
 *
 * @param {{reader: string | null, library: string | null}} before @param {{reader: string | null, library: string | null}} now
 */
export function isOfAnother(before, now) {
  if (before.reader !== null && before.reader !== now.reader) return true;
  return before.library !== null && now.library !== null && before.library !== now.library;
}

/**
 * The name of an answer: its address, and the language that the page asks for.
 *
 * @param {string} url @param {Headers} headers
 */
export function keyOf(url, headers) {
  return [url.replace(/#.*$/, ""), headers.get("Accept-Language") ?? ""].join("\n");
}

/**
 * The keys of what to remove, so that what is left fits: the longest unused first.
 *
 * @param {Iterable<Entry>} entries @param {Record<Kind, {count: number, bytes: number}>} limits
 * @returns {string[]}
 */
export function removedFirst(entries, limits) {
  const everything = [...entries];
  return /** @type {Kind[]} */ (Object.keys(limits)).flatMap((kind) => {
    const limit = limits[kind];
    const all = everything.filter((one) => one.kind === kind);
    let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
    let count = all.length;
    if (bytes <= limit.bytes && count <= limit.count) return [];
    const removed = [];
    for (const one of all.toSorted((a, b) => a.used - b.used)) {
      if (bytes <= limit.bytes * LEFT && count <= limit.count * LEFT) break;
      bytes -= one.bytes;
      count -= 1;
      removed.push(one.key);
    }
    return removed;
  });
}

/** The limits for pictures of so many megabytes; nothing of the library is kept with 0. @param {number} megabytes @returns {typeof LIMITS} */
export function limitsFor(megabytes) {
  return { ...LIMITS, picture: { ...LIMITS.picture, bytes: megabytes * MB } };
}
