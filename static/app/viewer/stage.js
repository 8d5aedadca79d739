/**
 * The stage of the viewer: one photo or film, which zooms, pans and follows the finger.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createFilm, endFilm, playOrPause } from "./film.js";
import { watchGestures } from "./gestures.js";
import { createNeighbours } from "./neighbours.js";
import { createPicture } from "./picture.js";
import { WHOLE, keepOnStage, layOut, toggleZoom, zoomAbout } from "./zoom.js";

const MIDDLE = { x: 0, y: 0 };
const KEY_ZOOM = 1.5;
/** The longer side of a picture of which only a preview is there yet. */
const ASSUMED = 1280;
/** A swipe counts when it goes this far, or is this quick. */
const SWIPE_PX = 90;
const FLICK_PX_PER_MS = 0.45;
const NO_PICTURE = "No preview for this file.";

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {(direction: -1 | 1) => void} options.onStep
 * @param {(direction: -1 | 1) => boolean} options.canStep
 * @param {() => void} options.onDismiss called when the picture is swiped down
 */
export function createStage({ api, onStep, canStep, onDismiss }) {
  const frame = h("div", { class: "stage-frame", role: "img" });
  const message = h("div", { class: "stage-message", role: "status" });
  const element = h("div", { class: "stage" }, frame, message);
  const neighbours = createNeighbours(api);
  const picture = createPicture({ api, frame, onSize: sized, isThere, onProblem: explain });
  let photo = null;
  let size = null;
  let layout = null;
  let framing = WHOLE;
  let film = null;

  new ResizeObserver(() => photo && frameAnew()).observe(element);

  watchGestures(element, {
    isZoomed: () => framing.zoom > 1,
    onZoom: (factor, point) => layout && !film && apply(zoomAbout(framing, framing.zoom * factor, point, layout)),
    onPan: (by) => layout && apply(keepOnStage({ ...framing, x: framing.x + by.x, y: framing.y + by.y }, layout)),
    onDoubleTap: (point) => layout && !film && apply(toggleZoom(framing, point, layout), { glides: true }),
    onSwipe: follow,
    onSwipeEnd: letGo,
  });

  /** @param {any | null} feature @param {number} id */
  function show(id, feature) {
    const { width, height, media, filename = "Photo" } = feature?.properties ?? {};
    const isFilm = /^video\//.test(media ?? "");
    const isSame = photo?.id === id && !film && !isFilm;
    if (!isSame) end();
    photo = { id, media, filename, problem: isSame ? photo.problem : undefined, longerSide: Math.max(width ?? 0, height ?? 0) || Infinity };
    if (width && height) size = { width, height };
    else if (!isSame) size = null;
    frame.setAttribute("aria-label", filename);
    if (isFilm) return showFilm();
    frameAnew();
    picture.show(photo, side(), neighbours.ready(id));
  }

  function showFilm() {
    film = createFilm({ api, film: photo, onProblem: explain });
    element.prepend(film);
    frame.hidden = true;
  }

  function end() {
    picture.clear();
    if (film) endFilm(film);
    [film, photo, layout, framing] = [null, null, null, WHOLE];
    message.replaceChildren();
    frame.hidden = false;
    frame.style.removeProperty("transform");
    element.classList.remove("is-zoomed", "is-swiped");
  }

  /** Where the file does not tell how large its picture is, the picture itself does. */
  function sized({ width, height }, isPreview) {
    if (photo.longerSide < Infinity) return;
    const scale = isPreview ? ASSUMED / Math.max(width, height) : 1;
    size = { width: width * scale, height: height * scale };
    frameAnew();
  }

  function frameAnew() {
    if (!size || !element.clientWidth) return;
    layout = layOut(size, { width: element.clientWidth, height: element.clientHeight }, devicePixelRatio || 1);
    frame.style.width = `${layout.whole.width}px`;
    frame.style.height = `${layout.whole.height}px`;
    apply(keepOnStage(framing, layout));
  }

  function apply(next, { glides = false } = {}) {
    const isNearer = next.zoom > framing.zoom;
    framing = next;
    frame.classList.toggle("is-gliding", glides);
    frame.style.transform = `translate(${framing.x}px, ${framing.y}px) scale(${framing.zoom})`;
    element.classList.toggle("is-zoomed", framing.zoom > 1);
    if (isNearer) picture.sharpen(side());
  }

  /** The picture's longer side on the screen. */
  function side() {
    if (photo.longerSide === Infinity) return Math.max(element.clientWidth, element.clientHeight) * framing.zoom;
    if (!layout) return 0;
    return Math.max(layout.whole.width, layout.whole.height) * framing.zoom;
  }

  function follow({ x, y }) {
    const isSideways = Math.abs(x) > Math.abs(y);
    const held = isSideways && !canStep(x > 0 ? -1 : 1) ? 0.3 : 1;
    const by = isSideways ? { x: x * held, y: 0 } : { x: 0, y: Math.max(0, y) };
    element.classList.add("is-swiped");
    frame.classList.remove("is-gliding");
    frame.style.transform = `translate(${by.x}px, ${by.y}px)`;
    element.style.setProperty("--fading", String(Math.max(0.25, 1 - by.y / 500)));
  }

  function letGo({ x, y }, milliseconds) {
    const isSideways = Math.abs(x) > Math.abs(y);
    const far = Math.abs(isSideways ? x : y);
    const counts = far > SWIPE_PX || (far > 24 && far / Math.max(1, milliseconds) > FLICK_PX_PER_MS);
    const direction = x > 0 ? -1 : 1;
    element.classList.remove("is-swiped");
    element.style.removeProperty("--fading");
    if (counts && isSideways && canStep(direction)) return onStep(direction);
    if (counts && !isSideways && y > 0) return onDismiss();
    apply(framing, { glides: true });
  }

  /** @param {string} [problem] why there is nothing to see of a file that is there */
  /** Asks once for each photo, and says what is wrong. @returns {Promise<boolean>} */
  async function isThere() {
    const asked = photo;
    asked.problem ??= api.problemOf(api.fileURL(asked.id));
    const problem = await asked.problem;
    if (photo?.id !== asked.id) return false;
    if (problem) say(problem);
    return !problem;
  }

  async function explain(problem = NO_PICTURE) {
    const { id, filename } = photo;
    if (!(await isThere())) return;
    say(problem);
    message.append(h("a", { class: "button", href: api.originalURL(id), download: filename }, icon("download"), "Download file"));
  }

  function say(problem) {
    frame.hidden = true;
    message.replaceChildren(icon("picture", "icon stage-message-icon"), h("p", {}, problem));
  }

  return {
    element,
    show,
    end,

    /** @param {number[]} ids the photos before and after this one */
    prepare: (ids) => neighbours.prepare(ids, Math.max(element.clientWidth, element.clientHeight)),

    /** @param {number} direction +1 nearer, -1 farther, 0 whole */
    zoom(direction) {
      if (!layout || film) return;
      const next = direction ? zoomAbout(framing, framing.zoom * KEY_ZOOM ** direction, MIDDLE, layout) : WHOLE;
      apply(next, { glides: true });
    },

    /** @returns {boolean} whether there was a film to play or stop */
    playOrPause() {
      if (film) playOrPause(film);
      return film !== null;
    },
  };
}
