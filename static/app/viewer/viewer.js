/**
 * The viewer: the open photo in the whole window, over everything else.
 * @module
 */

import { formatCount, formatTaken } from "../core/format.js";
import { neighbours } from "../panel/photo-state.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { createDetails } from "./details.js";
import { createStage } from "./stage.js";
import { createStrip } from "./strip.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {() => any} options.mapStyle the style of the small map
 * @param {object} options.actions
 * @param {(direction: -1 | 1) => void} options.actions.step opens the photo before or after this one
 * @param {(direction: -1 | 1) => boolean} options.actions.canStep
 * @param {(end: "first" | "last") => void} options.actions.jump opens the first or the last photo that is listed
 * @param {() => number[]} options.actions.around the photos that a step may lead to
 * @param {(id: number) => Promise<import("./strip.js").Stretch>} options.actions.near the photos for the film strip
 * @param {(id: number) => void} options.actions.open
 * @param {() => void} options.actions.close
 * @param {(feature: any) => void} [options.actions.showOnMap]
 * @param {(feature: any) => void} options.actions.listNear
 * @param {(id: number) => void} options.onClosed called with the photo that was shown last
 */
export function createViewer({ store, api, mapStyle, actions, onClosed }) {
  const modal = createModal({ className: "viewer", label: "Photo", onDismiss: actions.close, onKey: press });
  const stage = createStage({ api, onStep: step, canStep: actions.canStep, onDismiss: actions.close });
  const details = createDetails({ api, mapStyle, actions });
  const name = h("h2", { class: "viewer-name" });
  const day = h("p", { class: "viewer-day" });
  const place = h("p", { class: "viewer-place" });
  const strip = createStrip({ api, onOpen: actions.open });
  const info = button("Details", "info", toggleDetails, { "aria-pressed": "false" });
  const previous = button("Previous photo", "previous", () => step(-1), { class: "icon-button viewer-step is-previous" });
  const next = button("Next photo", "next", () => step(1), { class: "icon-button viewer-step is-next" });
  const header = h("header", { class: "viewer-header" },
    button("Close the viewer", "back", () => actions.close()),
    h("div", { class: "viewer-heading", "aria-live": "polite" }, name, day), place,
    button("Zoom in", "plus", () => stage.zoom(1), { class: "icon-button viewer-zoom" }),
    button("Zoom out", "minus", () => stage.zoom(-1), { class: "icon-button viewer-zoom" }),
    info);
  modal.element.append(header, h("div", { class: "viewer-middle" }, stage.element, previous, next), strip.element, details.element);
  let shown = null;
  let hasDetails = false;
  /** How often the film strip was asked for: only the newest answer counts. */
  let stripAsked = 0;

  store.watch((state) => (state.viewer ? state.photo : null), show);
  // A list that grows has new neighbours.
  for (const part of ["list", "unplaced", "around"]) store.watch((state) => state[part], () => shown && renderSteps());

  /** @param {import("../panel/photo-state.js").OpenPhoto | null} photo */
  function show(photo) {
    if (!photo) return shown && hide();
    modal.toggle(true);
    const properties = photo.feature?.properties;
    setText(name, properties?.filename ?? "Photo");
    modal.element.setAttribute("aria-label", /^video\//.test(properties?.media ?? "") ? "Video" : "Photo");
    setText(day, properties ? momentOf(properties) : "");
    const isOther = photo.id !== shown?.id;
    // Whether it is a film is known with its feature only.
    if (isOther || (photo.feature && !shown.feature)) stage.show(photo.id, photo.feature);
    shown = photo;
    if (hasDetails) details.show(photo);
    renderSteps();
  }

  function hide() {
    const { id } = shown;
    shown = null;
    stage.end();
    details.hide();
    modal.toggle(false);
    onClosed(id);
  }

  function renderSteps() {
    [previous.disabled, next.disabled] = [!actions.canStep(-1), !actions.canStep(1)];
    previous.hidden = next.hidden = previous.disabled && next.disabled;
    stage.prepare(actions.around());
    const { position, total } = neighbours(store.state);
    setText(place, total && total > 1 ? `${formatCount(position)} of ${formatCount(total)}` : "");
    showStrip(shown.id);
  }

  async function showStrip(id) {
    const mine = (stripAsked += 1);
    const near = await actions.near(id).catch(() => null);
    if (near && mine === stripAsked && shown) strip.show(near, id);
  }

  function step(direction) {
    if (actions.canStep(direction)) actions.step(direction);
  }

  function toggleDetails() {
    hasDetails = !hasDetails;
    info.setAttribute("aria-pressed", String(hasDetails));
    modal.element.classList.toggle("has-details", hasDetails);
    if (hasDetails) details.show(shown);
    else details.hide();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A film's own keys seek, and a button that has the focus is pressed with the space bar.
    if (target.matches("video") && event.key !== "i") return;
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || (event.key === " " && target.matches("button, a"))) return;
    event.preventDefault();
    run();
  }

  const keys = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    "+": () => stage.zoom(1),
    "=": () => stage.zoom(1),
    "-": () => stage.zoom(-1),
    0: () => stage.zoom(0),
    " ": () => stage.playOrPause(),
    f: () => actions.close(),
    i: toggleDetails,
    Home: () => actions.jump("first"),
    End: () => actions.jump("last"),
  };
}

/** @returns {string} the day and the time of day, by the clock of the place */
function momentOf(properties) {
  const taken = formatTaken(properties);
  return taken ? `${taken.day}, ${taken.time}` : "Undated";
}

function button(label, sign, action, attributes = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action(), ...attributes }, icon(sign));
}
