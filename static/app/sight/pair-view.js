/**
 * Two photos of the same view, in the whole window.
 * @module
 */

import { formatDay } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { createSegments } from "../ui/segments.js";
import { isSwitchedOff } from "../ui/single-keys.js";
import { pairOf } from "./again.js";
import { createAgainStrip } from "./again-strip.js";
import { PairFrame } from "./pair-frame.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {{choose: (id: number) => void, close: () => void}} options.actions `choose` compares the open photo with another one
 */
export function createPairView({ store, api, actions }) {
  const modal = createModal({ className: "viewer pair", label: TEXTS.sameViewPhotos, onDismiss: actions.close, onKey: press });
  const frame = new PairFrame(api);
  const days = [h("bdi"), h("bdi")];
  const other = h("button", { type: "button", class: "button pair-other", onclick: () => frame.alternate() }, icon("refresh"), TEXTS.showOtherPhoto);
  const modes = createSegments({
    label: TEXTS.wayToCompare, onChoose: (mode) => turn(mode === "blink"),
    choices: [{ value: "slider", label: TEXTS.slider, title: TEXTS.sliderDetail }, { value: "blink", label: TEXTS.blink, title: TEXTS.blinkDetail }],
  });
  const strip = createAgainStrip({ api, label: TEXTS.sameViewPhotos, onChoose: (id) => id !== store.state.photo?.id && actions.choose(id) });

  frame.element.append(other);
  modal.element.append(
    h("header", { class: "pair-header" },
      h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.closeComparison, title: TEXTS.closeComparison, onclick: () => actions.close() }, icon("back")),
      h("h2", { class: "viewer-name" }, TEXTS.sameViewShort), h("p", { class: "pair-dates" }, days[0], " – ", days[1]), modes.element),
    frame.element, strip.element);

  function show() {
    const { again, photo, against } = store.state;
    const pair = pairOf(again, photo?.id ?? null, against);
    modal.toggle(pair !== null);
    const photos = pair ? [pair.earlier, pair.later] : [];
    photos.forEach(({ properties }, index) => setText(days[index], formatDay(properties)));
    frame.show(photos);
    if (!pair) return;
    strip.show(again?.photos ?? [], [against ?? NaN, photo?.id ?? NaN]);
    turn(frame.isBlinking);
  }

  /** @param {boolean} isBlinking */
  function turn(isBlinking) {
    frame.turn(isBlinking);
    modes.show(isBlinking ? "blink" : "slider");
    modal.element.classList.toggle("is-blinking", isBlinking);
    other.hidden = !isBlinking;
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // The space bar presses the focused button.
    if (event.key === " " && /** @type {Element} */ (event.target).matches("button, a")) return;
    if (event.key.toLowerCase() === "b" && !isSwitchedOff(event)) turn(!frame.isBlinking);
    else if (!frame.press(event)) return;
    event.preventDefault();
  }

  store.watch(({ against, photo, again }) => (against === null ? null : `${against} ${photo?.id} ${again?.id}`), show);
}
