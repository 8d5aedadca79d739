/**
 * How many photos are chosen, and what can be done with them; on a phone, where the thumb is.
 * @module
 */

import { rangesText } from "../core/id-ranges.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { fittingCount } from "../filters/chosen.js";
import { NO_FILTERS } from "../filters/filters.js";
import { h, isCoarse, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { MOST_CHOSEN, photosOf } from "./choice.js";
import { openList } from "./open-list.js";

/** The server reads addresses of this length. Neighbouring ids need little of it. */
const LONGEST_ADDRESS = 7_500;

/**
 * @param {import("../features.js").Page} page
 * @param {{onAll: () => void, onClear: () => void}} actions
 */
export function createChoiceBar(page, { onAll, onClear }) {
  const { store, words, placing, filters } = page;
  const chosen = () => photosOf(store.state.picked);
  const status = h("p", { class: "placing-status", role: "status" });
  const hint = h("p", { class: "picks-hint" }, isCoarse() ? TEXTS.dragPickedByTouch : TEXTS.dragPicked);
  const all = h("button", { type: "button", class: "button picks-all", "aria-keyshortcuts": "Control+A", onclick: () => onAll() });
  const move = h("button", { type: "button", class: "button is-primary", onclick: () => placing.aim(chosen()) }, TEXTS.choosePlace);
  const write = h("button", { type: "button", class: "button", onclick: () => words.editAll(chosen(), onClear) }, icon("pencil"), TEXTS.editWordsOf);
  const download = h("a", { class: "icon-button picks-download", download: true, "aria-label": TEXTS.downloadChosen, title: TEXTS.downloadChosen }, icon("download"));
  const only = h("button", { type: "button", class: "button", onclick: () => showOnly() }, icon("filter"), TEXTS.showOnlyThese);
  const cancel = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.chooseNone, title: TEXTS.chooseNone, "aria-keyshortcuts": "Escape", onclick: () => onClear() }, icon("close"));
  const form = h("div", { class: "placing-form" }, move, write, only, download);
  const bar = h("section", { class: "placing-card picks-bar", "aria-label": TEXTS.chosenPhotos, hidden: true },
    h("div", { class: "picks-head" }, cancel, status, all), hint, form);
  document.body.append(bar);
  // The message with “Undo” is above it.
  new ResizeObserver(() => document.documentElement.style.setProperty("--picks", `${bar.offsetHeight}px`)).observe(bar);
  for (const part of /** @type {const} */ (["picked", "placing", "photo", "list", "countInGrid", "isChoosingAll", "isChoosing"])) store.watch((state) => state[part], show);

  /** Makes the choice a filter. */
  function showOnly() {
    const ids = chosen().map(({ id }) => id);
    const count = fittingCount(ids);
    if (count < ids.length) return store.change(set({ message: TEXTS.onlySomeFit(count) }));
    filters.filter({ ...NO_FILTERS, ids: rangesText(ids) });
    onClear();
  }

  function show() {
    const { picked, photo, isChoosingAll, isChoosing } = store.state;
    const isListed = picked.some((one) => one.isListed);
    // A photo that is opened from a list covers it.
    const isShown = (picked.length > 0 || (isChoosing && !photo)) && !store.state.placing && !(isListed && photo);
    bar.hidden = !isShown;
    document.documentElement.classList.toggle("has-picks", isShown);
    document.documentElement.classList.toggle("has-listed-picks", isShown && (isListed || !picked.length));
    if (!isShown) return;
    const photos = chosen();
    setText(status, photos.length ? TEXTS.pickedCount(photos.length) : isCoarse() ? TEXTS.chooseByTouch : TEXTS.chooseByPointer);
    hint.hidden = form.hidden = photos.length === 0;
    const address = page.api.archiveURL(photos.map(({ id }) => id));
    download.hidden = address.length > LONGEST_ADDRESS;
    if (!download.hidden) download.href = address;
    const total = openList(page)?.total ?? 0;
    all.hidden = total < 2;
    setText(all, isChoosingAll ? TEXTS.choosingAll : total > MOST_CHOSEN ? TEXTS.chooseFirst(MOST_CHOSEN, total) : TEXTS.chooseAll(total));
    all.setAttribute("aria-disabled", String(isChoosingAll));
  }
}
