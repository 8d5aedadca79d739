/**
 * The stage of the viewer: one photo or video, with zooming, panning and swiping.
 * @module
 */

import { ON } from "../core/language.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createFilm, endFilm, playOrPause } from "./film.js";
import { watchGestures } from "./gestures.js";
import { pictureFailed } from "../ui/picture-queue.js";
import { createNeighbours } from "./neighbours.js";
import { Picture } from "./picture.js";
import { WHOLE, keepOnStage, layOut, toggleZoom, zoomAbout } from "./zoom.js";
import { TEXTS } from "../core/texts.js";

const MIDDLE = { x: 0, y: 0 };
const KEY_ZOOM = 1.5;
/** The assumed size of a picture until more than its preview is loaded. */
const ASSUMED = 1280;
/** The shortest distance of a swipe; quick swipes may be shorter. */
const SWIPE_PX = 90;
const FLICK_PX_PER_MS = 0.45;
const NO_PICTURE = TEXTS.noPreview;

export class Stage {
  #api;
  #onStep;
  #canStep;
  #onDismiss;
  #frame = h("div", { class: "stage-frame", role: "img" });
  #message = h("div", { class: "stage-message", role: "status" });
  element;
  #neighbours;
  #picture;
  #photo = null;
  #feature = null;
  #size = null;
  #layout = null;
  #framing = WHOLE;
  #film = null;

  /**
   * @param {object} options
   * @param {import("../api.js").Api} options.api
   * @param {(direction: -1 | 1) => void} options.onStep
   * @param {(direction: -1 | 1) => boolean} options.canStep
   * @param {() => void} options.onDismiss called when the picture is swiped down
   */
  constructor({ api, onStep, canStep, onDismiss }) {
    this.#api = api;
    this.#onStep = onStep;
    this.#canStep = canStep;
    this.#onDismiss = onDismiss;
    this.element = h("div", { class: "stage" }, this.#frame, this.#message);
    this.#neighbours = createNeighbours(this.#api);
    this.#picture = new Picture({ api: this.#api, frame: this.#frame, onSize: this.#sized, isThere: this.#isThere, onProblem: this.#explain });
    new ResizeObserver(() => this.#photo && this.#frameAnew()).observe(this.element);
    watchGestures(this.element, {
      isZoomed: () => this.#framing.zoom > 1,
      onZoom: (factor, point) => this.#layout && !this.#film && this.#apply(zoomAbout(this.#framing, this.#framing.zoom * factor, point, this.#layout)),
      onPan: (by) => this.#layout && this.#apply(keepOnStage({ ...this.#framing, x: this.#framing.x + by.x, y: this.#framing.y + by.y }, this.#layout)),
      onDoubleTap: (point) => this.#layout && !this.#film && this.#apply(toggleZoom(this.#framing, point, this.#layout), { glides: true }),
      onSwipe: this.#follow,
      onSwipeEnd: this.#letGo,
    });
  }

  /** @param {import("../api/photos.js").Photo | null} feature @param {number} id */
  show(id, feature) {
    const { width, height, media, filename = TEXTS.photo } = feature?.properties ?? {};
    const isFilm = /^video\//.test(media ?? "");
    const isSame = this.#photo?.id === id && !this.#film && !isFilm;
    if (!isSame) this.end();
    this.#feature = feature;
    this.#photo = { id, media, filename, problem: isSame ? this.#photo.problem : undefined, longerSide: Math.max(width ?? 0, height ?? 0) || Infinity };
    if (width && height) this.#size = { width, height };
    else if (!isSame) this.#size = null;
    this.#frame.setAttribute("aria-label", filename);
    if (isFilm) return this.#showFilm();
    this.#frameAnew();
    this.#picture.show(this.#photo, this.#side(), this.#neighbours.ready(id));
  }

  #showFilm() {
    this.#film = createFilm({ api: this.#api, film: this.#photo, onProblem: this.#explain });
    this.element.prepend(this.#film);
    this.#frame.hidden = true;
  }

  end() {
    this.#picture.clear();
    if (this.#film) endFilm(this.#film);
    [this.#film, this.#photo, this.#layout, this.#framing] = [null, null, null, WHOLE];
    this.#message.replaceChildren();
    this.#frame.hidden = false;
    this.#frame.style.removeProperty("transform");
    this.element.classList.remove("is-zoomed", "is-swiped");
  }

  /** If the file has no size in its metadata, the size comes from the picture. */
  #sized = ({ width, height }, isPreview) => {
    if (this.#photo.longerSide < Infinity) return;
    const scale = isPreview ? ASSUMED / Math.max(width, height) : 1;
    this.#size = { width: width * scale, height: height * scale };
    this.#frameAnew();
  };

  #frameAnew() {
    if (!this.#size || !this.element.clientWidth) return;
    this.#layout = layOut(this.#size, { width: this.element.clientWidth, height: this.element.clientHeight }, devicePixelRatio || 1);
    this.#frame.style.width = `${this.#layout.whole.width}px`;
    this.#frame.style.height = `${this.#layout.whole.height}px`;
    this.#apply(keepOnStage(this.#framing, this.#layout));
  }

  #apply(next, { glides = false } = {}) {
    const isNearer = next.zoom > this.#framing.zoom;
    this.#framing = next;
    this.#frame.classList.toggle("is-gliding", glides);
    this.#frame.style.transform = `translate(${this.#framing.x}px, ${this.#framing.y}px) scale(${this.#framing.zoom})`;
    this.element.classList.toggle("is-zoomed", this.#framing.zoom > 1);
    if (isNearer) this.#picture.sharpen(this.#side());
  }

  /** The picture's longer side on the screen. */
  #side() {
    if (this.#photo.longerSide === Infinity) return Math.max(this.element.clientWidth, this.element.clientHeight) * this.#framing.zoom;
    if (!this.#layout) return 0;
    return Math.max(this.#layout.whole.width, this.#layout.whole.height) * this.#framing.zoom;
  }

  #follow = ({ x, y }) => {
    const isSideways = Math.abs(x) > Math.abs(y);
    const held = isSideways && !this.#canStep(directionOf(x)) ? 0.3 : 1;
    const by = isSideways ? { x: x * held, y: 0 } : { x: 0, y: Math.max(0, y) };
    this.element.classList.add("is-swiped");
    this.#frame.classList.remove("is-gliding");
    this.#frame.style.transform = `translate(${by.x}px, ${by.y}px)`;
    this.element.style.setProperty("--fading", String(Math.max(0.25, 1 - by.y / 500)));
  };

  #letGo = ({ x, y }, milliseconds) => {
    const isSideways = Math.abs(x) > Math.abs(y);
    const far = Math.abs(isSideways ? x : y);
    const counts = far > SWIPE_PX || (far > 24 && far / Math.max(1, milliseconds) > FLICK_PX_PER_MS);
    const direction = directionOf(x);
    this.element.classList.remove("is-swiped");
    this.element.style.removeProperty("--fading");
    if (counts && isSideways && this.#canStep(direction)) return this.#onStep(direction);
    if (counts && !isSideways && y > 0) return this.#onDismiss();
    this.#apply(this.#framing, { glides: true });
  };

  /** @param {string} [problem] why there is nothing to see of a file that is there */
  /**
   * Checks once per photo, and shows the problem.
   *
   * @returns {Promise<boolean>}
   */
  #isThere = async () => {
    const asked = this.#photo;
    asked.problem ??= this.#api.problemOf(this.#api.fileURL(asked.id));
    const problem = await asked.problem;
    if (this.#photo?.id !== asked.id) return false;
    if (problem) this.#say(problem);
    return !problem;
  };

  #explain = async (problem = NO_PICTURE) => {
    const { id, filename } = this.#photo;
    if (!(await this.#isThere())) return;
    this.#say(problem);
    this.#message.append(h("a", { class: "button", href: this.#api.originalURL(id), download: filename }, icon("download"), TEXTS.downloadFile));
  };

  #say(problem) {
    const { id } = this.#photo;
    this.#frame.hidden = true;
    const words = h("p");
    setText(words, problem);
    this.#message.replaceChildren(icon("picture", "icon stage-message-icon"), words);
    pictureFailed(this.#message, () => this.#photo?.id === id && this.#showAgain(id));
  }

  #showAgain(id) {
    const feature = this.#feature;
    this.end();
    this.show(id, feature);
  }

  /** @param {number[]} ids the photos before and after this one */
  prepare(ids) {
    return this.#neighbours.prepare(ids, Math.max(this.element.clientWidth, this.element.clientHeight));
  }

  /** @param {number} direction +1 nearer, -1 farther, 0 whole */
  zoom(direction) {
    if (!this.#layout || this.#film) return;
    const next = direction ? zoomAbout(this.#framing, this.#framing.zoom * KEY_ZOOM ** direction, MIDDLE, this.#layout) : WHOLE;
    this.#apply(next, { glides: true });
  }

  /** @returns {boolean} whether there is a video to play or pause */
  playOrPause() {
    if (this.#film) playOrPause(this.#film);
    return this.#film !== null;
  }
}

/** @param {number} across how far a finger has moved to the right @returns {-1 | 1} where lines run to the right, a swipe to the left leads on */
function directionOf(across) {
  return across * ON > 0 ? -1 : 1;
}
