/**
 * The files of the page, in one cache for each version: filled as a whole, or not at all. A page goes on with the version
 * with which it was opened.
 * @module
 */

const AT_ONCE = 4;
/** An entry of a cache that is complete. */
const COMPLETE = "complete-page";
/** How many digits of SHA-256 the list of files has for each. */
const DIGITS = 32;
const VERSION = /<meta name="geoindex-version" content="([^"]+)">/;

/** @typedef {{version: string, files: Record<string, string>}} PageList the hash of each file by its path; the path of the page itself is empty */

export class PageVersions {
  #scope;
  #prefix;
  #list;
  #clients;
  /** The version of each open page. @type {Map<string, string>} */
  #versions = new Map();
  /** The names of caches that are known to be complete. @type {Set<string>} */
  #complete = new Set();

  /**
   * @param {string} scope the page's address @param {PageList} list of the version to which the worker belongs
   * @param {() => Promise<readonly {id: string}[]>} clients the open pages
   */
  constructor(scope, list, clients) {
    this.#scope = scope;
    this.#list = list;
    this.#clients = clients;
    this.#prefix = `geoindex-page ${new URL(scope).pathname} `;
  }

  get own() {
    return this.#list.version;
  }

  /** The cache that says which page has which version: a worker may be stopped and started at any time. */
  get #register() {
    return caches.open(`geoindex-pages ${new URL(this.#scope).pathname}`);
  }

  /** @param {string} version */
  #nameOf(version) {
    return this.#prefix + version;
  }

  /** Fetches all files of the version; rejected if one is missing or of another version. */
  async fill() {
    const name = this.#nameOf(this.own);
    if (await this.#isComplete(name)) return;
    await caches.delete(name);
    try {
      const cache = await caches.open(name);
      const paths = Object.keys(this.#list.files);
      const next = async () => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) await cache.put(this.#url(path), await this.#fetched(path));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      await cache.put(this.#url(COMPLETE), new Response(""));
    } catch (error) {
      await caches.delete(name).catch(() => false);
      throw error;
    }
  }

  /** @param {string} path */
  #url(path) {
    return new URL(path, this.#scope).href;
  }

  /** @param {string} path @returns {Promise<Response>} the file, from an earlier version if it is the same */
  async #fetched(path) {
    const expected = this.#list.files[path];
    for (const name of await this.#names()) {
      const before = await (await caches.open(name)).match(this.#url(path));
      if (before && (await hashOf(before.clone())) === expected) return before;
    }
    const response = await fetch(this.#url(path), { cache: "no-cache", headers: path ? {} : { Accept: "text/html" } });
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
    if ((await hashOf(response.clone())) !== expected) throw new Error(`${path} is of another version`);
    return response;
  }

  /** @returns {Promise<string[]>} the names of all caches with files of the page */
  async #names() {
    return (await caches.keys()).filter((name) => name.startsWith(this.#prefix));
  }

  /** @param {string} name */
  async #isComplete(name) {
    if (this.#complete.has(name)) return true;
    // Opening a cache would make it.
    const isComplete = (await caches.has(name)) && Boolean(await (await caches.open(name)).match(this.#url(COMPLETE)));
    if (isComplete) this.#complete.add(name);
    return isComplete;
  }

  /** A page says, or its answer shows, with which version it was opened. @param {string} client @param {string} version */
  async remember(client, version) {
    this.#versions.set(client, version);
    await (await this.#register).put(this.#url(`client/${client}`), new Response(version));
  }

  /** @param {string} client @returns {Promise<string | null>} */
  async #versionOf(client) {
    const known = this.#versions.get(client);
    if (known) return known;
    const noted = await (await this.#register).match(this.#url(`client/${client}`));
    if (!noted) return null;
    const version = await noted.text();
    this.#versions.set(client, version);
    return version;
  }

  /** A file as a page needs it; null if its version is not here. @param {string} client @param {string} path @returns {Promise<Response | null>} */
  async fileFor(client, path) {
    const version = client && (await this.#versionOf(client));
    return version ? this.#file(version, path) : null;
  }

  /** A file of the worker's own version, for what does not say to which page it belongs. @param {string} path */
  ownFile(path) {
    return this.#file(this.own, path);
  }

  /** @param {string} version @param {string} path @returns {Promise<Response | null>} */
  async #file(version, path) {
    const name = this.#nameOf(version);
    if (!(await this.#isComplete(name))) return null;
    return (await (await caches.open(name)).match(this.#url(path), { ignoreVary: true })) ?? null;
  }

  /** Whether the worker's version has a file. @param {string} path */
  has(path) {
    return path !== "" && Object.hasOwn(this.#list.files, path);
  }

  /** Removes the versions that no open page has. */
  async tidy() {
    const open = new Set((await this.#clients()).map(({ id }) => id));
    const register = await this.#register;
    const used = new Set([this.#nameOf(this.own)]);
    for (const request of await register.keys()) {
      const client = request.url.slice(request.url.lastIndexOf("/") + 1);
      if (open.has(client)) used.add(this.#nameOf((await this.#versionOf(client)) ?? ""));
      else {
        this.#versions.delete(client);
        await register.delete(request);
      }
    }
    for (const name of await this.#names()) {
      if (used.has(name)) continue;
      this.#complete.delete(name);
      await caches.delete(name);
    }
  }
}

/** @param {string} html @returns {string | null} the version that a page says it is of */
export function versionIn(html) {
  return html.match(VERSION)?.[1] ?? null;
}

/** @param {Response} response @returns {Promise<string>} */
async function hashOf(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, DIGITS);
}
