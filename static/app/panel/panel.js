/**
 * The panel beside the map, on a phone the sheet over its lower part: a list, a photo, or nothing.
 * @module
 */

import { formatCount } from "../format.js";
import { neighbours } from "../state.js";
import { byId, h, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createListPane, listTitle } from "./list-pane.js";
import { createPhotoPane } from "./photo-pane.js";
import { createSheet } from "./sheet.js";

/**
 * @param {object} options
 * @param {import("../state.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {object} options.actions
 * @param {(id: number) => void} options.actions.openPhoto
 * @param {() => void} options.actions.backToList
 * @param {() => void} options.actions.close
 * @param {() => void} options.actions.more
 * @param {(feature: any) => void} options.actions.showOnMap
 * @param {(feature: any) => void} options.actions.listNear
 * @param {(id: number | null) => void} options.actions.point
 * @param {() => void} options.onClosed called when the focus has to go elsewhere
 */
export function createPanel({ store, api, actions, onClosed }) {
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
  createSheet(panel, [grip, header], actions.close);

  panel.addEventListener("keydown", (event) => {
    if (!store.state.photo || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") step("previous");
    else if (event.key === "ArrowRight") step("next");
  });

  function step(which) {
    const id = neighbours(store.state)[which];
    if (id !== null) actions.openPhoto(id);
  }

  let wasOpen = false;
  let wasPhoto = false;

  store.watch((state) => state.list, render);
  store.watch((state) => state.photo, render);

  function render() {
    const { list, photo } = store.state;
    const isOpen = Boolean(list || photo);
    listPane.element.hidden = !list || Boolean(photo);
    photoPane.element.hidden = !photo;
    if (list) listPane.show(list);
    photoPane.show(photo);
    if (isOpen) renderHeader();
    if (isOpen !== wasOpen) toggle(isOpen);
    if (isOpen && (!wasOpen || wasPhoto !== Boolean(photo))) moveFocus(list, photo);
    [wasOpen, wasPhoto] = [isOpen, Boolean(photo)];
  }

  function renderHeader() {
    const { list, photo } = store.state;
    const around = neighbours(store.state);
    back.hidden = !(list && photo);
    previous.hidden = next.hidden = !(photo && around.total && around.total > 1);
    previous.disabled = around.previous === null;
    next.disabled = around.next === null;
    if (photo) {
      setText(heading, photo.feature?.properties.filename ?? (photo.problem ? "Photo not found" : "Photo"));
      setText(subtitle, around.total ? `${formatCount(around.position)} of ${formatCount(around.total)}` : "");
    } else if (list) {
      const { title, detail } = listTitle(list);
      setText(heading, title);
      setText(subtitle, detail);
    }
  }

  function toggle(isOpen) {
    panel.classList.toggle("is-open", isOpen);
    panel.inert = !isOpen;
    document.documentElement.classList.toggle("has-panel", isOpen);
    if (!isOpen) onClosed();
  }

  function moveFocus(list, photo) {
    const returning = list && !photo && wasPhoto;
    if (returning && listPane.focusLast()) return;
    heading.focus({ preventScroll: true });
  }

  return {
    /** How much of each side of the map the open panel covers. */
    insets() {
      const isOpen = Boolean(store.state.list || store.state.photo);
      const size = isOpen ? panel.getBoundingClientRect() : { width: 0, height: 0 };
      return isNarrow() ? { right: 0, bottom: size.height } : { right: size.width, bottom: 0 };
    },
  };
}

function headerButton(label, name, action) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action() }, icon(name));
}
