/**
 * Preloads the pictures before and after the current one, and cancels those that the reader has passed.
 * @module
 */

import { setPicture } from "../ui/picture-source.js";

/** @param {import("../api.js").Api} api */
export function createNeighbours(api) {
  /** @type {Map<number, HTMLImageElement>} by photo */
  const pictures = new Map();

  /** @param {number[]} ids the photos that may come next @param {number} side in CSS pixels */
  function prepare(ids, side) {
    for (const [id, picture] of pictures) {
      if (ids.includes(id)) continue;
      // Without its address the browser stops loading it.
      if (!picture.complete) picture.removeAttribute("src");
      pictures.delete(id);
    }
    for (const id of ids) {
      if (pictures.has(id)) continue;
      const picture = new Image();
      picture.decoding = "async";
      setPicture(picture, api.thumbnailURL(id, side));
      pictures.set(id, picture);
    }
  }

  return {
    prepare,

    /** @param {number} id @returns {HTMLImageElement | null} its picture, when that is all there */
    ready(id) {
      const picture = pictures.get(id);
      return picture?.complete && picture.naturalWidth ? picture : null;
    },
  };
}
