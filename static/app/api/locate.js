/**
 * Requests for the positions of files that the server does not store. Only owners may send them.
 * @module
 */

/**
 * @typedef {object} LocatedFile
 * @property {"Feature"} type
 * @property {import("./photos.js").Point | null} geometry null without a position
 * @property {import("./photos.js").PhotoProperties} properties
 */

/** @param {import("./transport.js").Transport} transport */
export function createLocate({ json, post }) {
  /** @type {Promise<number | null> | null} */
  let limit = null;

  return {
    /**
     * Where a photo was taken. The browser reads the files while it sends them.
     *
     * @param {File[]} files a photo, and its sidecars
     * @param {AbortSignal} signal
     * @returns {Promise<LocatedFile>}
     */
    async locate(files, signal) {
      const body = new FormData();
      for (const file of files) body.append("photo", file, file.name);
      const { features } = await post("locate", undefined, { body, signal });
      const [{ type, geometry, properties }] = features;
      // Browsers write quotation marks and line breaks in another way.
      return { type, geometry, properties: { ...properties, filename: files[0].name } };
    },

    /**
     * How many bytes a request may have, as the server's description says; null if it does not.
     *
     * @returns {Promise<number | null>}
     */
    locateLimit() {
      limit ??= json("api", {}).then(({ paths }) => {
        const megabytes = /\b(\d+) MB at once/.exec(paths["/locate"].post.description)?.[1];
        return megabytes ? Number(megabytes) * 2 ** 20 : null;
      }).catch(() => {
        limit = null;
        return null;
      });
      return limit;
    },
  };
}
