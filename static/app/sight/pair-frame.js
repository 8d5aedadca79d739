/**
 * Two pictures in one frame: one over the other with a divider, or in turn.
 * @module
 */

import { createDivider } from "../compare/divider.js";
import { formatDay } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { Picture } from "../viewer/picture.js";
import { frameOf } from "./again.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {import("../api/photos.js").Photo} Photo */

const NAMES = /** @type {const} */ (["earlier", "later"]);

export class PairFrame {
  #frame = h("div", { class: "pair-frame" });
  #shown = h("p", { class: "pair-shown", role: "status" });
  #divider = createDivider({ container: this.#frame, free: () => ({ start: 0, width: this.#frame.clientWidth }), onMove: () => {}, valueText: TEXTS.sidesOfPicture });
  #sides;
  isBlinking = false;
  #isLaterShown = false;
  element = h("div", { class: "pair-stage" }, this.#frame);

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.#sides = NAMES.map((name) => new Side(name, api, this.#layOut));
    this.#frame.append(...this.#sides.map(({ element }) => element), this.#divider.element, this.#shown);
    this.#frame.addEventListener("click", () => this.isBlinking && this.alternate());
    this.#frame.addEventListener("pointerdown", this.#drag);
    new ResizeObserver(this.#layOut).observe(this.element);
  }

  /** @param {Photo[]} photos the earlier and the later one; empty to show nothing */
  show(photos) {
    this.#sides.forEach((side, index) => side.take(photos[index] ?? null));
    const [earlier, later] = this.#sides.map(({ day }) => day);
    this.#divider.name(earlier, later);
    this.turn(this.isBlinking);
    this.#layOut();
  }

  /** @param {boolean} isBlinking whether the pictures are shown in turn */
  turn(isBlinking) {
    this.isBlinking = isBlinking;
    this.#divider.element.hidden = isBlinking;
    this.#shown.hidden = !isBlinking;
    this.#showSides();
  }

  /** Shows the other picture. */
  alternate() {
    this.#isLaterShown = !this.#isLaterShown;
    this.#showSides();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key does something here */
  press(event) {
    if (!this.isBlinking) return this.#divider.press(event);
    if (!/^( |Arrow(Left|Right))$/.test(event.key)) return false;
    this.alternate();
    return true;
  }

  #showSides() {
    this.#sides.forEach(({ element }, index) => element.classList.toggle("is-away", this.isBlinking && this.#isLaterShown !== (index === 1)));
    this.#shown.classList.toggle("is-later", this.#isLaterShown);
    setText(this.#shown, this.isBlinking ? this.#sides[this.#isLaterShown ? 1 : 0].day : "");
  }

  #layOut = () => {
    const stage = { width: this.element.clientWidth, height: this.element.clientHeight };
    if (!this.#sides.every(({ photo }) => photo) || !stage.width || !stage.height) return;
    const { width, height, isFilled } = frameOf([this.#sides[0].size(), this.#sides[1].size()], stage);
    this.#frame.style.width = `${Math.floor(width)}px`;
    this.#frame.style.height = `${Math.floor(height)}px`;
    this.#frame.classList.toggle("is-filled", isFilled);
    this.#divider.place();
    this.#sides.forEach((side) => side.draw(Math.max(width, height)));
  };

  /** A drag anywhere over the pictures moves the divider. */
  #drag = (/** @type {PointerEvent} */ start) => {
    if (this.isBlinking || !start.isPrimary || start.button !== 0 || this.#divider.element.contains(/** @type {Node} */ (start.target))) return;
    const follow = (/** @type {PointerEvent} */ { clientX }) => this.#divider.moveTo(clientX - this.#frame.getBoundingClientRect().left);
    this.#frame.setPointerCapture(start.pointerId);
    follow(start);
    this.#frame.addEventListener("pointermove", follow);
    for (const type of ["pointerup", "pointercancel"]) this.#frame.addEventListener(type, () => this.#frame.removeEventListener("pointermove", follow), { once: true });
  };
}

/** One of the two pictures. */
class Side {
  element;
  #picture;
  /** @type {Photo | null} */
  photo = null;
  day = "";
  /** That of the picture, if the file states none. @type {{width: number, height: number} | null} */
  #size = null;

  /** @param {"earlier" | "later"} name @param {import("../api.js").Api} api @param {() => void} onSize */
  constructor(name, api, onSize) {
    this.element = h("div", { class: `pair-picture is-${name}`, role: "img" });
    this.#picture = new Picture({
      api, frame: this.element,
      onSize: (size) => {
        const isNew = !this.#size;
        this.#size = size;
        if (isNew) onSize();
      },
      isThere: async () => false,
      onProblem: () => this.element.replaceChildren(h("p", { class: "pair-problem" }, TEXTS.noPreviewShort)),
    });
  }

  /** @param {Photo | null} photo */
  take(photo) {
    if (photo?.id !== this.photo?.id) {
      this.#picture.clear();
      this.#size = null;
    }
    this.photo = photo;
    this.day = photo ? formatDay(photo.properties) : "";
    this.element.setAttribute("aria-label", photo ? `${photo.properties.filename ?? TEXTS.photo}, ${this.day}` : "");
  }

  /** @returns {{width?: number, height?: number}} */
  size() {
    const { width, height } = this.photo?.properties ?? {};
    return width && height ? { width, height } : this.#size ?? {};
  }

  /** @param {number} side the longer side on the screen */
  draw(side) {
    const { id, properties } = /** @type {Photo} */ (this.photo);
    this.#picture.show({ id, media: properties.media, longerSide: Math.max(properties.width ?? 0, properties.height ?? 0) || Infinity }, side, null);
  }
}
