/**
 * A picture that gets sharper: what the page already has of it, then a thumbnail as large as is
 * shown, then the original. What is not wanted any more is not waited for.
 * @module
 */

import { h } from "../ui/dom.js";

/** The largest thumbnail there is; one that is stretched by less than SOFT still looks sharp. */
const LARGEST_THUMBNAIL = 1280;
const SOFT = 1.25;
const ORIGINAL = Infinity;
/** Thumbnails stand still. */
const ANIMATED = "image/gif";

/**
 * @typedef {{id: number, media?: string, longerSide: number}} Subject
 *
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {HTMLElement} options.frame what holds the picture
 * @param {(size: {width: number, height: number}, isPreview: boolean) => void} options.onSize
 *   called with the pixels of each that comes; there are more of them than a preview has
 * @param {() => Promise<boolean>} options.isThere asks whether the file is there, before the original is loaded for want of a preview
 * @param {() => void} options.onProblem called when there is no picture at all
 */
export function createPicture({ api, frame, onSize, isThere, onProblem }) {
  /** @type {Map<number, HTMLImageElement>} on their way, by width */
  const coming = new Map();
  /** @type {Set<number>} the widths of which there is no picture */
  const failures = new Set();
  let subject = null;
  let shown = 0;

  /** @param {number} width @param {string} url */
  function load(width, url) {
    if (width <= shown || coming.has(width) || failures.has(width)) return;
    const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
    coming.set(width, picture);
    picture.src = url;
    picture.decode().then(() => arrived(width, picture), () => failed(width, picture));
  }

  function arrived(width, picture) {
    if (coming.get(width) !== picture) return;
    coming.delete(width);
    if (width > shown) put(width, picture);
  }

  function put(width, picture) {
    shown = width;
    frame.replaceChildren(picture);
    onSize({ width: picture.naturalWidth, height: picture.naturalHeight }, width < LARGEST_THUMBNAIL);
  }

  function failed(width, picture) {
    if (coming.get(width) !== picture) return;
    coming.delete(width);
    failures.add(width);
    if (coming.size || shown) return;
    if (failures.has(ORIGINAL)) return onProblem();
    // There may be no preview of what the browser itself can show.
    const wanted = subject;
    isThere().then((isIt) => isIt && subject?.id === wanted.id && load(ORIGINAL, originalURL()));
  }

  /** Gets what is needed to fill this many CSS pixels. @param {number} side */
  function sharpen(side) {
    if (!subject) return;
    const url = api.thumbnailURL(subject.id, side);
    load(Number(new URL(url).searchParams.get("width")), url);
    const isFilled = side * devicePixelRatio <= LARGEST_THUMBNAIL * SOFT || subject.longerSide <= LARGEST_THUMBNAIL;
    if (!isFilled || subject.media === ANIMATED) load(ORIGINAL, originalURL());
  }

  function originalURL() {
    return api.viewableURL(subject.id, subject.media);
  }

  /** More is known of the photo that is shown. */
  function update(photo, side) {
    const before = originalURL();
    subject = photo;
    if (originalURL() !== before) {
      coming.get(ORIGINAL)?.removeAttribute("src");
      coming.delete(ORIGINAL);
      failures.delete(ORIGINAL);
    }
    sharpen(side);
  }

  function clear() {
    for (const picture of coming.values()) picture.removeAttribute("src");
    coming.clear();
    failures.clear();
    frame.replaceChildren();
    [subject, shown] = [null, 0];
  }

  return {
    clear,

    /**
     * @param {Subject} photo
     * @param {number} side its longer side on the screen, in CSS pixels
     * @param {HTMLImageElement | null} ready a picture of it that was fetched ahead
     */
    show(photo, side, ready) {
      if (photo.id === subject?.id) return update(photo, side);
      clear();
      subject = photo;
      const known = ready ?? pictureOnPage(photo.id);
      if (known) put(longerSide(known), h("img", { src: known.src, alt: "", draggable: "false" }));
      sharpen(side);
    },

    sharpen,
  };
}

/** The largest thumbnail of a photo that any part of the page shows already. */
function pictureOnPage(id) {
  const there = [...document.querySelectorAll(`img[src*="photos/${id}/thumbnail"]`)];
  const loaded = /** @type {HTMLImageElement[]} */ (there).filter((picture) => picture.complete && picture.naturalWidth);
  return loaded.sort((one, other) => longerSide(other) - longerSide(one))[0] ?? null;
}

function longerSide({ naturalWidth, naturalHeight }) {
  return Math.max(naturalWidth, naturalHeight);
}
