/**
 * Sets the names of pins for screen readers. Formatting a span of days takes longer than anything else about a pin. So
 * a cluster first has its count as its name, and its days are added later, a few pins at a time.
 * @module
 */

import { formatPhotos, formatPlaceAndDay, formatDays } from "../core/format.js";
import { TEXTS } from "../core/texts.js";

const SLICE_MS = 4;

/** @type {Set<import("./pin-element.js").Pin>} */
const waiting = new Set();
let timer = 0;

/** @param {import("./pin-element.js").Pin} pin */
export function namePin(pin) {
  const { properties } = pin.feature;
  const named = [properties.filename, properties.takenAtLocal, properties.place, properties.point_count, properties.takenFrom, properties.takenTo].join();
  if (pin.named === named) return;
  pin.named = named;
  if (!pin.isCluster) return setName(pin, TEXTS.pin(properties.filename ?? "", formatPlaceAndDay(properties)));
  setName(pin, formatPhotos(properties.point_count));
  pin.badge?.setAttribute("aria-label", TEXTS.listCluster(formatPhotos(properties.point_count)));
  waiting.add(pin);
  if (!timer) timer = setTimeout(nameSome);
}

function nameSome() {
  const end = performance.now() + SLICE_MS;
  for (const pin of waiting) {
    waiting.delete(pin);
    const { point_count: count, takenFrom, takenTo } = pin.feature.properties;
    const span = formatDays(takenFrom, takenTo);
    if (span) setName(pin, `${formatPhotos(count)}, ${span}`);
    if (performance.now() > end) break;
  }
  timer = waiting.size ? setTimeout(nameSome) : 0;
}

function setName({ element }, name) {
  if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
}
