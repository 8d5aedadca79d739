/**
 * The elements over the map: the name and the counts, and the buttons.
 * @module
 */

import { formatMoment, formatPhotos } from "../core/format.js";
import { boxOf } from "../core/box.js";
import { matchesNow } from "../filters/matches.js";
import { countInView } from "../map/count-in-view.js";
import { mayLookTogether } from "../room/room-state.js";
import { createThemeButton } from "../theme/theme-button.js";
import { matchedNow } from "../time/time-parts.js";
import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {import("../core/store.js").Store} store
 */
export function createCountLine(store) {
  const counts = byId("counts");
  const heading = document.querySelector(".masthead-name");
  const brand = heading.textContent;
  store.watch((state) => state.viewName, (name) => setText(heading, name || brand));
  const bar = byId("busy");
  // Screen readers announce each change of the count, so it changes only when the map is at rest.
  const show = () => {
    if (store.state.moving) return;
    setText(counts, countsText(store.state));
    counts.classList.toggle("is-away", store.state.trouble?.isAway ?? false);
    counts.setAttribute("aria-busy", String(isCounting(store.state)));
  };
  store.watch((state) => state.library, show);
  store.watch((state) => state.pins, show);
  store.watch((state) => state.countInGrid, show);
  store.watch((state) => state.matches, show);
  store.watch((state) => state.filters, show);
  store.watch((state) => state.view, show);
  store.watch((state) => state.moving, show);
  store.watch((state) => state.trouble, show);
  store.watch((state) => state.kept, show);
  store.watch((state) => state.time, show);
  store.watch((state) => state.time.isPlaying, (isPlaying) => counts.setAttribute("aria-live", isPlaying ? "off" : "polite"));
  store.watch((state) => state.busy || state.library.status === "loading", (busy) => bar.classList.toggle("is-busy", busy));
}

/** @param {import("../core/store.js").State} state */
function countsText(state) {
  const { status, total } = state.library;
  if (status === "loading") return TEXTS.loading;
  if (status === "failed") return TEXTS.noAnswer;
  if (state.kept !== null) return TEXTS.offlineAsOf(formatMoment(state.kept));
  if (total === 0) return TEXTS.noPhotosYet;
  const matches = matchesNow(state);
  const whole = matches ? TEXTS.match(matches.total, total) : formatPhotos(total);
  if (state.trouble?.isAway) return TEXTS.unanswered(whole);
  if (!state.view || state.trouble) return whole;
  const inView = countHere(state) ?? matchedNow(state) ?? countInView(state);
  return matches?.total === inView ? whole : TEXTS.inView(whole, inView);
}

/**
 * Whether the exact count is still missing; until then, the pins give an estimate.
 *
 * @param {import("../core/store.js").State} state
 */
function isCounting(state) {
  const { library, view, trouble, time } = state;
  if (library.status !== "ready" || library.total === 0 || !view || trouble) return library.status === "loading";
  return countHere(state) === null && matchedNow(state) === null && !time.problem;
}

/** The grid's count, if it is of the box and the filters that the map shows. */
/** @param {import("../core/store.js").State} state */
function countHere({ countInGrid: here, shown, filters }) {
  const isSame = shown && here?.filters === filters && boxOf(shown).every((side, index) => side === here.box[index]);
  return isSame ? here.total : null;
}

/**
 * @param {object} actions
 * @param {() => void} actions.zoomIn
 * @param {() => void} actions.zoomOut
 * @param {() => void} actions.fitAll
 * @param {() => void} actions.nearMe
 * @param {() => void} actions.refresh
 * @param {() => void} actions.showKeys
 * @param {() => void} actions.lookTogether
 * @param {HTMLElement[]} actions.more further groups of controls
 * @param {import("../core/store.js").Store} store
 * @param {ReturnType<typeof import("../theme/theme.js").createTheme>} theme
 */
export function createControls({ zoomIn, zoomOut, fitAll, nearMe, refresh, showKeys, lookTogether, more }, store, theme) {
  const themeButton = createThemeButton(store, theme, { class: "icon-button is-theme" });
  const together = control(TEXTS.lookTogether, "talk", lookTogether);
  together.classList.add("control-together");
  together.title = TEXTS.lookTogetherHint;
  store.watch((state) => mayLookTogether(state), (isOffered) => (together.hidden = !isOffered));
  store.watch((state) => state.together !== null, (isIn) => together.setAttribute("aria-pressed", String(isIn)));
  byId("controls").append(
    h("div", { class: "control-group is-zoom" }, control(TEXTS.zoomIn, "plus", zoomIn), control(TEXTS.zoomOut, "minus", zoomOut)),
    h("div", { class: "control-group" }, control(TEXTS.showAllPhotos, "fit", fitAll), control(TEXTS.photosNearMe, "locate", nearMe)),
    ...more,
    h("div", { class: "control-group" }, control(TEXTS.refresh, "refresh", refresh), together, themeButton),
    h("div", { class: "control-group is-keys" }, control(TEXTS.keyboardShortcuts, "keyboard", showKeys)));
}

function control(label, sign, action) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action() }, icon(sign));
}

/**
 * Sets the title of the tab, which also names the steps in its history, to the open photo or the place in view.
 *
 * @param {import("../core/store.js").Store} store
 */
export function createTitle(store) {
  const name = document.title;
  const opened = (/** @type {import("../core/store.js").State} */ state) => state.photo?.feature?.properties.filename || state.viewName;
  store.watch(opened, (title) => (document.title = title ? `${title} · geoindex` : name));
}
