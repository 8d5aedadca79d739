/**
 * A picture in increasing quality: first one that the page has already, then a thumbnail of the needed size, then the
 * original. Requests that are no longer needed are cancelled.
 * @module
 */

import { setPicture } from "../ui/picture-source.js";
import { h } from "../ui/dom.js";

/** The size of the largest thumbnail. One that is stretched by less than SOFT still looks sharp. */
const LARGEST_THUMBNAIL = 1280;
const SOFT = 1.25;
const ORIGINAL = Infinity;
/** Thumbnails of animations do not move, so the original is loaded. */
const ANIMATED = "image/gif";

/**
 * @typedef {{id: number, media?: string, longerSide: number}} Subject
 */
export class Picture {
  #api;
  #frame;
  #onSize;
  #isThere;
  #onProblem;
  /** @type {Map<number, HTMLImageElement>} on their way, by width */
  #coming = new Map();
  /** @type {Set<number>} the widths of which there is no picture */
  #failures = new Set();
  #subject = null;
  #shown = 0;

  /**
   * @param {object} options
   * @param {import("../api.js").Api} options.api
   * @param {HTMLElement} options.frame the element that contains the picture
   * @param {(size: {width: number, height: number}, isPreview: boolean) => void} options.onSize called with the pixels
   * of each picture that is loaded; a preview has fewer than the original
   * @param {() => Promise<boolean>} options.isThere whether the file exists, asked before the original is loaded because there is no preview
   * @param {() => void} options.onProblem called if there is no picture at all
   */
  constructor({ api, frame, onSize, isThere, onProblem }) {
    this.#api = api;
    this.#frame = frame;
    this.#onSize = onSize;
    this.#isThere = isThere;
    this.#onProblem = onProblem;
  }

  /** @param {number} width @param {string} url */
  #load(width, url) {
    if (width <= this.#shown || this.#coming.has(width) || this.#failures.has(width)) return;
    const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
    this.#coming.set(width, picture);
    setPicture(picture, url).then(() => picture.decode()).then(() => this.#arrived(width, picture), () => this.#failed(width, picture));
  }

  #arrived(width, picture) {
    if (this.#coming.get(width) !== picture) return;
    this.#coming.delete(width);
    if (width > this.#shown) this.#put(width, picture);
  }

  #put(width, picture) {
    this.#shown = width;
    this.#frame.replaceChildren(picture);
    this.#onSize({ width: picture.naturalWidth, height: picture.naturalHeight }, width < LARGEST_THUMBNAIL);
  }

  #failed(width, picture) {
    if (this.#coming.get(width) !== picture) return;
    this.#coming.delete(width);
    this.#failures.add(width);
    if (this.#coming.size || this.#shown) return;
    if (this.#failures.has(ORIGINAL)) return this.#onProblem();
    // The browser may be able to show the original even if there is no preview.
    const wanted = this.#subject;
    this.#isThere().then((isIt) => isIt && this.#subject?.id === wanted.id && this.#load(ORIGINAL, this.#originalURL()));
  }

  /**
   * Loads a picture that is sharp at this many CSS pixels.
   *
   * @param {number} side
   */
  sharpen(side) {
    if (!this.#subject) return;
    const url = this.#api.thumbnailURL(this.#subject.id, side);
    this.#load(Number(new URL(url).searchParams.get("width")), url);
    const isFilled = side * devicePixelRatio <= LARGEST_THUMBNAIL * SOFT || this.#subject.longerSide <= LARGEST_THUMBNAIL;
    if (!isFilled || this.#subject.media === ANIMATED) this.#load(ORIGINAL, this.#originalURL());
  }

  #originalURL() {
    return this.#api.viewableURL(this.#subject.id, this.#subject.media);
  }

  /**
   * Uses further properties of the photo that is shown.
   *
   * @param {Subject} photo
   */
  #update(photo, side) {
    const before = this.#originalURL();
    this.#subject = photo;
    if (this.#originalURL() !== before) {
      this.#coming.get(ORIGINAL)?.removeAttribute("src");
      this.#coming.delete(ORIGINAL);
      this.#failures.delete(ORIGINAL);
    }
    this.sharpen(side);
  }

  clear() {
    for (const picture of this.#coming.values()) picture.removeAttribute("src");
    this.#coming.clear();
    this.#failures.clear();
    this.#frame.replaceChildren();
    [this.#subject, this.#shown] = [null, 0];
  }

  /**
   * @param {Subject} photo
   * @param {number} side its longer side on the screen, in CSS pixels
   * @param {HTMLImageElement | null} ready a picture of it that was preloaded
   */
  show(photo, side, ready) {
    if (photo.id === this.#subject?.id) return this.#update(photo, side);
    this.clear();
    this.#subject = photo;
    const known = ready ?? pictureOnPage(photo.id);
    if (known) this.#put(longerSide(known), h("img", { src: known.src, alt: "", draggable: "false" }));
    this.sharpen(side);
  }
}

/** The largest thumbnail of a photo that any part of the page shows. */
function pictureOnPage(id) {
  const there = [...document.querySelectorAll(`img[src*="photos/${id}/thumbnail"]`)];
  const loaded = /** @type {HTMLImageElement[]} */ (there).filter((picture) => picture.complete && picture.naturalWidth);
  return loaded.sort((one, other) => longerSide(other) - longerSide(one))[0] ?? null;
}

function longerSide({ naturalWidth, naturalHeight }) {
  return Math.max(naturalWidth, naturalHeight);
}
