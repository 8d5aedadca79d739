/**
 * The line below the counts: a running scan, or the number of windows that show the same map.
 * @module
 */

import { byId, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {import("../core/store.js").Store} store
 */
export function createLiveLine(store) {
  const line = byId("live");
  const show = () => {
    const text = liveText(store.state);
    line.hidden = text === "";
    setText(line, text);
  };
  store.watch((state) => state.scan, show);
  store.watch((state) => state.viewers, show);
}

/**
 * @param {Pick<import("../core/store.js").State, "scan" | "viewers">} state
 * @returns {string}
 */
export function liveText({ scan, viewers }) {
  if (scan?.state === "waiting") return TEXTS.waitingToScan;
  if (scan) return TEXTS.scanning(scan.files);
  return viewers > 1 ? TEXTS.openInWindows(viewers) : "";
}
