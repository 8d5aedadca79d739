/**
 * The head of the grid: the number of photos, their order, and a button that folds the grid. On a phone it is the
 * handle that drags the sheet.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { Sheet } from "../panel/sheet.js";
import { h, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createOrderChoice } from "../order/order-choice.js";
import { isGridShown, isGridWanted, peekHeight, rememberGrid, takeGridRoom } from "../ui/rooms.js";
import { TEXTS } from "../core/texts.js";

const FULL_LEAVES = 44;
const HALF = 0.5;

/**
 * @param {object} options
 * @param {HTMLElement} options.element the grid
 * @param {import("../core/store.js").Store} options.store
 * @param {{sort: (order: import("../order/order-choice.js").Order) => void, choose: () => void, canChoose: () => boolean}} options.actions
 * @param {() => void} options.onToggle called when the grid takes more or less space
 */
export function createGridHeader({ element, store, actions, onToggle }) {
  let isWanted = isGridWanted();
  let hasPhotos = false;
  const count = h("span", {}, TEXTS.photos);
  // In a narrow grid, the word for “here” is hidden first.
  const title = h("h2", { id: "grid-title", class: "grid-title" }, count, h("span", { class: "grid-here" }, TEXTS.hereShort));
  const orders = createOrderChoice({ orders: ["newest", "oldest", "distance"], onChoose: actions.sort });
  const fold = h("button", {
    type: "button", class: "icon-button grid-fold", "aria-label": TEXTS.hidePhotos, title: TEXTS.hidePhotos, onclick: () => want(false),
  }, icon("sidebar"));
  const choose = createChooseButton(store, actions, () => {
    // A lowered sheet shows no photos to choose.
    if (isNarrow() && sheet.at === 0) sheet.moveTo(1);
  });
  const grip = h("button", { type: "button", class: "grid-grip", onclick: () => sheet.moveTo((sheet.at + 1) % 3) });
  const header = h("header", { class: "grid-header" }, grip, title, orders.element, choose, fold);
  const opener = h("button", {
    type: "button", class: "grid-opener", "aria-label": TEXTS.showPhotos, onclick: () => want(true),
  }, icon("grid"), h("span", {}, TEXTS.photos));
  element.after(opener);

  const sheet = new Sheet({ element, handles: [header], heights, onRest: settled });
  grip.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    sheet.moveTo(sheet.at + by);
  });

  function heights() {
    return [peekHeight(), Math.round(innerHeight * HALF), innerHeight - FULL_LEAVES];
  }

  function settled(at) {
    grip.setAttribute("aria-label", TEXTS.sheetHeights[at]);
    element.dataset.height = ["peek", "half", "full"][at];
    onToggle();
  }

  function want(next) {
    isWanted = next;
    rememberGrid(next);
    apply();
    (next ? fold : opener).focus({ preventScroll: true });
    onToggle();
  }

  function isShown() {
    return isGridShown({ hasPhotos, isWanted });
  }

  function apply() {
    takeGridRoom({ hasPhotos, isWanted });
  }

  store.watch((state) => state.order, orders.show);
  settledAtStart();

  function settledAtStart() {
    grip.setAttribute("aria-label", TEXTS.sheetHeights[0]);
    element.dataset.height = "peek";
  }

  return {
    element: header,
    sheet,
    isShown,
    apply,

    /** @param {number | null} total null where it is not known */
    showTotal: (total) => setText(count, total === null ? TEXTS.photos : formatPhotos(total)),

    /** @param {boolean} next whether there are photos at all */
    setLibrary(next) {
      if (next === hasPhotos) return;
      hasPhotos = next;
      apply();
      onToggle();
    },

    /** How much of the map's lower edge the sheet covers. */
    covered: () => (isShown() && isNarrow() ? sheet.covered : 0),
  };
}

/**
 * Begins choosing photos by clicks, or ends it.
 *
 * @param {import("../core/store.js").Store} store @param {{choose: () => void, canChoose: () => boolean}} actions
 * @param {() => void} onBegin
 */
function createChooseButton(store, { choose, canChoose }, onBegin) {
  const element = h("button", { type: "button", class: "icon-button grid-choose", "aria-label": TEXTS.choosePhotos, title: TEXTS.choosePhotos, onclick: begin }, icon("choose"));
  store.watch((state) => state.isChoosing || state.picked.length > 0, (isOn) => element.setAttribute("aria-pressed", String(isOn)));
  // Visitors who may not change photos choose none.
  for (const part of /** @type {const} */ (["visitor", "refusesPlacing"])) store.watch((state) => state[part], () => (element.hidden = !canChoose()));

  function begin() {
    if (element.getAttribute("aria-pressed") !== "true") onBegin();
    choose();
  }
  return element;
}
