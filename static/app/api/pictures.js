/**
 * The addresses of a photo's pictures.
 * @module
 */

import { rangesText } from "../core/id-ranges.js";

const THUMBNAIL_WIDTHS = [160, 320, 640, 1280];

/** Media types that every browser shows. For others (HEIC, raw, TIFF…) the page requests a JPEG. */
const SHOWN_BY_BROWSERS = /^(image\/(jpeg|png|webp|gif|avif|bmp)|video\/.*)$/;

/** @param {import("./transport.js").Transport} transport */
export function createPictures({ address, identity }) {
  return {
    /**
     * Fetches a picture as the guest whose page an owner sees. Its copy in the page lives as long as the tab.
     *
     * @type {((url: string) => Promise<string>) | null} null if the browser's own requests are right
     */
    fetchPicture: identity.headers ? async (url) => URL.createObjectURL(await (await fetch(url, identity)).blob()) : null,

    /**
     * Whether a thumbnail is missing because the server did not answer, or could not make it now. Browsers report every
     * picture that failed in the same way, and may answer from their caches.
     *
     * @param {number} id @returns {Promise<boolean>}
     */
    isUnreachable: (id) => fetch(address(`photos/${id}/thumbnail`, { width: THUMBNAIL_WIDTHS[0], missing: "empty" }), { ...identity, method: "HEAD", cache: "no-store" })
      .then(({ status }) => status === 429 || status >= 500, () => true),

    /**
     * The smallest thumbnail that fills a space. If a photo has no thumbnail, the response is empty (204) instead of
     * 404, because browsers log a 404 on the console.
     *
     * @param {number} id
     * @param {number} pixels the longer side, in CSS pixels
     * @returns {string}
     */
    thumbnailURL(id, pixels) {
      const wanted = pixels * Math.min(window.devicePixelRatio || 1, 2);
      const width = THUMBNAIL_WIDTHS.find((one) => one >= wanted) ?? THUMBNAIL_WIDTHS.at(-1);
      return address(`photos/${id}/thumbnail`, { width, missing: "empty" });
    },

    /**
     * For the page itself: the response for a missing file is empty (204) too.
     *
     * @param {number} id @returns {string}
     */
    fileURL: (id) => address(`photos/${id}/original`, { missing: "empty" }),

    /** @param {number[]} ids @returns {string} */
    archiveURL: (ids) => address("collections/photos/zip", { ids: rangesText(ids) }),

    /**
     * For links.
     *
     * @param {number} id @returns {string}
     */
    originalURL: (id) => address(`photos/${id}/original`),

    /**
     * The original, or a JPEG made from it if browsers cannot show its media type.
     *
     * @param {number} id @param {string} [media] @returns {string}
     */
    viewableURL: (id, media) =>
      address(`photos/${id}/original`, { ...(media && !SHOWN_BY_BROWSERS.test(media) && { as: "jpeg" }), missing: "empty" }),

    /**
     * A file to hand on.
     *
     * @param {number} id
     * @param {boolean} isOriginal the file itself, with all its data; else its picture without any, as a JPEG
     * @returns {Promise<Blob>}
     */
    async fileToSend(id, isOriginal) {
      const response = await fetch(isOriginal ? address(`photos/${id}/original`) : address(`photos/${id}/thumbnail`, { width: THUMBNAIL_WIDTHS.at(-1) }), identity);
      if (!response.ok) throw new Error(response.statusText);
      return response.blob();
    },
  };
}
