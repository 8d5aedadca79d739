/** @module */

import { h } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

const UNPLAYABLE = TEXTS.videoUnplayable;
const UNSEEN = TEXTS.videoSoundOnly;

/**
 * A video in the viewer. The player requests byte ranges from the server.
 *
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {{id: number, filename: string}} options.film
 * @param {(problem: string) => void} options.onProblem called with the problem if the file exists
 * @returns {HTMLVideoElement}
 */
export function createFilm({ api, film, onProblem }) {
  const element = h("video", {
    class: "stage-film", controls: true, playsinline: true, preload: "metadata",
    poster: api.thumbnailURL(film.id, 1280), "aria-label": film.filename,
  });
  element.addEventListener("error", () => {
    // The video was removed, and its address with it.
    if (!element.isConnected || !element.hasAttribute("src")) return;
    onProblem(UNPLAYABLE);
  });
  element.addEventListener("loadedmetadata", () => element.videoWidth || onProblem(UNSEEN));
  element.src = api.fileURL(film.id);
  return element;
}

/**
 * Stops a video and its download.
 *
 * @param {HTMLVideoElement} element
 */
export function endFilm(element) {
  element.pause();
  element.removeAttribute("src");
  element.load();
  element.remove();
}

/** @param {HTMLVideoElement} element */
export function playOrPause(element) {
  if (element.paused) element.play().catch(() => {});
  else element.pause();
}
