/**
 * Which pins move out of or into which clusters when clusters split and merge. Pure, except for the two functions that
 * move elements.
 * @module
 */

import { prefersReducedMotion } from "../ui/dom.js";

const GLIDE_MS = 300;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";
/** A pin farther than this from its cluster appears in place. */
const FARTHEST = 700;
/** Tolerance for rounded coordinates. */
const SLACK = 1e-6;

/**
 * @typedef {{x: number, y: number, onScreen: boolean, isCluster: boolean, feature: import("../api/photos.js").Pin}} Placed
 */

/**
 * For each pin, the nearest cluster that its photos may have been in, or will be in.
 *
 * @template {Placed} Pin
 * @param {Pin[]} pins
 * @param {Pin[]} others
 * @returns {Map<Pin, Pin>}
 */
export function holders(pins, others) {
  const clusters = others.filter((one) => one.isCluster && one.onScreen);
  const found = new Map();
  for (const pin of pins) {
    if (!pin.onScreen) continue;
    let nearest = null;
    let least = FARTHEST;
    for (const cluster of clusters) {
      const away = Math.hypot(cluster.x - pin.x, cluster.y - pin.y);
      if (away < least && isWithin(pin.feature, cluster.feature)) [nearest, least] = [cluster, away];
    }
    if (nearest) found.set(pin, nearest);
  }
  return found;
}

/**
 * Whether the box of a cluster's photos contains all of another pin's.
 *
 * @param {import("../api/photos.js").Pin} inner @param {import("../api/photos.js").Pin} outer
 */
function isWithin(inner, outer) {
  const [west, south, east, north] = outer.properties.bbox;
  const [w, s, e, n] = inner.properties.bbox ?? [...inner.geometry.coordinates, ...inner.geometry.coordinates];
  if (s < south - SLACK || n > north + SLACK || countOf(inner) > countOf(outer)) return false;
  return isBetween(w, west, east) && isBetween(e, west, east);
}

function isBetween(lon, west, east) {
  const inside = lon >= west - SLACK && lon <= east + SLACK;
  return west <= east ? inside : lon >= west - SLACK || lon <= east + SLACK;
}

/** @param {import("../api/photos.js").Pin} pin */
function countOf({ properties }) {
  return properties.point_count ?? 1;
}

/** @returns {boolean} whether the reader allows motion */
export function mayGlide() {
  return !prefersReducedMotion();
}

/**
 * Starts a pin's animation at the position of another.
 *
 * @param {Placed & {element: HTMLElement, badge: HTMLElement | null}} pin
 * @param {Placed} from
 */
export function glideFrom({ element, badge, x, y }, from) {
  element.classList.add("is-gliding");
  badge?.classList.add("is-gliding");
  const animation = element.animate([{ translate: `${from.x - x}px ${from.y - y}px` }], { duration: GLIDE_MS, easing: EASING });
  animation.onfinish = animation.oncancel = () => element.classList.remove("is-gliding");
}

/**
 * Ends the animation of a pin that leaves at the position of another.
 *
 * @param {Placed & {element: HTMLElement}} pin
 * @param {Placed} to
 */
export function glideInto({ element, x, y }, to) {
  element.classList.add("is-gliding");
  element.animate([{}, { translate: `${to.x - x}px ${to.y - y}px`, opacity: 0 }], { duration: GLIDE_MS * 0.8, easing: EASING, fill: "forwards" });
}
