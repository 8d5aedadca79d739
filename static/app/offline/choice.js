/** @module */

import { LANGUAGE } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { CHOICES, chooseLimit, chosenLimit } from "./worker.js";

const SIZE = new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: "megabyte" });

/** The choice of how many pictures the browser keeps for when the server is away. */
export function createOfflineChoice() {
  const options = CHOICES.map((megabytes) => h("option", { value: String(megabytes) }, megabytes ? TEXTS.offlineUpTo(SIZE.format(megabytes)) : TEXTS.offlineNothing));
  const select = h("select", { "aria-label": TEXTS.offlineKept, title: TEXTS.offlineKept, onchange: () => chooseLimit(Number(select.value)) }, ...options);
  select.value = String(chosenLimit());
  return h("label", { class: "layer-select layer-offline", hidden: true }, icon("download"), select);
}
