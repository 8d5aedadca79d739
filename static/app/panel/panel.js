/**
 * The panel beside the map, on a phone the sheet over its lower part: a list, a photo, or nothing.
 * @module
 */

import { formatCount } from "../core/format.js";
import { neighbours } from "./photo-state.js";
import { byId, h, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createListPane, listTitle } from "./list-pane.js";
import { createPhotoPane } from "./photo-pane.js";
import { createSheet } from "./sheet.js";

const HALF = 0.56;
const TALL_LEAVES = 40;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {object} options.actions
 * @param {(id: number) => void} options.actions.openPhoto
 * @param {() => void} options.actions.openViewer
 * @param {() => void} options.actions.backToList
 * @param {() => void} options.actions.close
 * @param {() => void} options.actions.more
 * @param {(feature: any) => void} options.actions.showOnMap
 * @param {(feature: any) => void} options.actions.listNear
 * @param {(id: number | null) => void} options.actions.point
 * @param {(id: number, direction: -1 | 1) => Promise<number | null>} options.neighbour finds a photo that has not come yet
 * @param {() => boolean} options.isTall whether to open at full height
 * @param {() => void} options.onClosed called when the focus has to go elsewhere
 */
export function createPanel({ store, api, actions, neighbour, isTall, onClosed }) {
  const panel = byId("panel");
  const heading = h("h2", { id: "panel-title", class: "panel-title", tabindex: "-1" });
  const subtitle = h("p", { class: "panel-subtitle" });
  const back = headerButton("Back to the list", "back", actions.backToList);
  const previous = headerButton("Previous photo", "previous", () => step("previous"));
  const next = headerButton("Next photo", "next", () => step("next"));
  const close = headerButton("Close", "close", actions.close);
  const listPane = createListPane({ api, actions });
  const photoPane = createPhotoPane({ api, actions });
  const header = h("header", { class: "panel-header" },
    back, h("div", { class: "panel-headings" }, heading, subtitle), previous, next, close);
  const grip = h("div", { class: "panel-grip", "aria-hidden": "true" });
  panel.append(grip, header, listPane.element, photoPane.element);
  const sheet = createSheet({
    element: panel, handles: [grip, header], onDismiss: actions.close,
    heights: () => [innerHeight * HALF, innerHeight - TALL_LEAVES],
  });

  panel.addEventListener("keydown", (event) => {
    if (!store.state.photo || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") step("previous");
    else if (event.key === "ArrowRight") step("next");
  });

  async function step(which) {
    const { photo, list } = store.state;
    const around = neighbours(store.state);
    const known = around.total !== null || list;
    const id = known ? around[which] : await neighbour(photo.id, which === "next" ? 1 : -1).catch(() => null);
    if (id !== null && store.state.photo?.id === photo.id) actions.openPhoto(id);
  }

  let wasOpen = false;
  /** @type {number | null} */
  let lastPhoto = null;

  store.watch((state) => state.list, render);
  store.watch((state) => state.photo, render);
  store.watch((state) => state.around, render);

  function render() {
    const { list, photo } = store.state;
    const isOpen = Boolean(list || photo);
    listPane.element.hidden = !list || Boolean(photo);
    photoPane.element.hidden = !photo;
    if (list) listPane.show(list);
    photoPane.show(photo);
    if (isOpen) renderHeader();
    if (isOpen !== wasOpen) toggle(isOpen);
    if (isOpen && (!wasOpen || (lastPhoto !== null) !== Boolean(photo))) moveFocus(list, photo);
    [wasOpen, lastPhoto] = [isOpen, photo?.id ?? null];
  }

  function renderHeader() {
    const { list, photo } = store.state;
    const around = neighbours(store.state);
    back.hidden = !(list && photo);
    previous.hidden = next.hidden = !(photo && around.total && around.total > 1);
    previous.disabled = around.previous === null;
    next.disabled = around.next === null;
    if (photo) {
      setText(heading, photo.feature?.properties.filename ?? (photo.isMissing ? "Photo not found" : "Photo"));
      setText(subtitle, around.total ? `${formatCount(around.position)} of ${formatCount(around.total)}` : "");
    } else if (list) {
      const { title, detail } = listTitle(list);
      setText(heading, title);
      setText(subtitle, detail);
    }
  }

  function toggle(isOpen) {
    if (isOpen) sheet.moveTo(isTall() ? 1 : 0);
    panel.classList.toggle("is-open", isOpen);
    panel.inert = !isOpen;
    document.documentElement.classList.toggle("has-panel", isOpen);
    if (!isOpen) onClosed();
  }

  function moveFocus(list, photo) {
    // Back in a list, the keyboard goes on from the photo that was seen last.
    const isBack = list && !photo && lastPhoto !== null;
    if (isBack && listPane.focus(lastPhoto)) return;
    heading.focus({ preventScroll: true });
  }

  return {
    /** Gives the focus to the open photo's picture, or its name while that is on its way, when nothing else has it. */
    focusPicture() {
      if (document.activeElement !== document.body) return;
      (photoPane.element.querySelector("button") ?? heading).focus({ preventScroll: true });
    },

    /** How much of each side of the map the open panel covers. */
    insets() {
      const isOpen = Boolean(store.state.list || store.state.photo);
      const size = isOpen ? panel.getBoundingClientRect() : { width: 0, height: 0 };
      if (isNarrow()) return { right: 0, bottom: size.height };
      // Where the grid stands beside the map, so does the panel.
      const edge = byId("map").getBoundingClientRect().right;
      return { right: Math.max(0, edge - (innerWidth - size.width)), bottom: 0 };
    },
  };
}

function headerButton(label, name, action) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action() }, icon(name));
}
