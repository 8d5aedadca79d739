/**
 * One photo beside the map: its picture, which opens the viewer, and its properties.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { setPicture } from "../ui/picture-source.js";
import { pictureFailed } from "../ui/picture-queue.js";
import { photoActions } from "./photo-actions.js";
import { photoFacts } from "./photo-facts.js";
import { TEXTS } from "../core/texts.js";

/** The side of the picture in CSS pixels: the panel's width, or a phone's. */
const PICTURE_PX = 420;

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {Parameters<typeof photoActions>[1]["actions"] & {openViewer: () => void, reloadPhoto: (id: number) => void, wordsPlace: () => import("../words/feature.js").WordsPlace, doubtPlace: () => HTMLElement | null, againPlace: () => HTMLElement}} options.actions
 */
export function createPhotoPane({ api, actions }) {
  const element = h("div", { class: "panel-body photo-pane" });
  let shown = null;
  /** @type {import("../words/feature.js").WordsPlace | null} */
  let words = null;
  /** @type {HTMLElement | null} */
  let doubt = null;
  /** The same view on other days. @type {HTMLElement | null} */
  let again = null;

  /** @param {import("./photo-state.js").OpenPhoto | null} photo */
  function show(photo) {
    const subject = photo && (photo.feature ?? (photo.problem || photo.id));
    if (subject === shown) return;
    shown = subject;
    element.scrollTop = 0;
    if (!photo) element.replaceChildren();
    else if (photo.feature) {
      words ??= actions.wordsPlace();
      doubt ??= actions.doubtPlace();
      again ??= actions.againPlace();
      const focused = [words.element, doubt, again].some((part) => part?.contains(document.activeElement)) ? /** @type {HTMLElement} */ (document.activeElement) : null;
      element.replaceChildren(...content(photo.feature, { api, actions, words, doubt, again }));
      focused?.focus({ preventScroll: true });
    }
    else if (photo.problem) element.replaceChildren(...trouble(photo, actions.reloadPhoto));
    else element.replaceChildren(h("div", { class: "hero is-loading" }));
  }

  return { element, show };
}

/**
 * @param {import("../api/photos.js").Photo} feature
 * @param {{api: import("../api.js").Api, actions: any, words: import("../words/feature.js").WordsPlace, doubt: HTMLElement | null, again: HTMLElement}} parts
 */
function content(feature, { api, actions, words, doubt, again }) {
  words.show(feature);
  return [
    hero(feature, api, actions.openViewer),
    words.element,
    ...(doubt ? [doubt] : []),
    photoActions(feature, { api, actions }),
    again,
    photoFacts(feature),
  ];
}

function trouble({ id, problem }, reload) {
  return [
    h("p", { class: "list-status", role: "status" }, problem),
    h("div", { class: "list-foot" }, h("button", { type: "button", class: "button", onclick: () => reload(id) }, TEXTS.tryAgain)),
  ];
}

/**
 * The frame has the picture's shape before the picture is loaded, so that nothing moves.
 *
 * @param {import("../api/photos.js").Photo} feature @param {import("../api.js").Api} api
 */
function hero(feature, api, onOpen) {
  const { width, height, filename, media } = feature.properties;
  const url = api.thumbnailURL(feature.id, PICTURE_PX);
  const isFilm = /^video\//.test(media ?? "");
  const backdrop = h("img", { class: "hero-backdrop", alt: "", decoding: "async" });
  const picture = h("img", { alt: "", decoding: "async" });
  const label = (isFilm ? TEXTS.playWhole : TEXTS.viewWhole)(filename ?? TEXTS.thePhoto);
  const frame = h("button", { type: "button", class: "hero", "aria-label": label, onclick: () => onOpen() },
    backdrop, picture, h("span", { class: "hero-sign" }, icon(isFilm ? "play" : "expand")));
  frame.style.aspectRatio = width && height ? String(Math.max(0.7, Math.min(2.4, width / height))) : "4 / 3";
  picture.addEventListener("load", () => {
    picture.classList.add("is-loaded");
    backdrop.src = picture.src;
  });
  picture.addEventListener("error", async () => {
    if (await api.isUnreachable(feature.id)) return pictureFailed(frame, () => setPicture(picture, url));
    picture.remove();
    backdrop.remove();
    frame.classList.add("is-blank");
    frame.append(icon("picture", "icon hero-blank"), h("span", {}, TEXTS.noPreviewShort));
  });
  setPicture(picture, url);
  return frame;
}
