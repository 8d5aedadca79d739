/**
 * Fetches the photos near a spot, or those that show it.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { listChanged } from "./list-state.js";

const NEAREST = 12;
const BEST = 100;

/**
 * @typedef {import("./list-state.js").ListSubject & {type: "near"}} NearSubject
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createListLoader(store, api) {
  const latest = createLatest();

  /** @param {NearSubject} subject */
  function load(subject) {
    store.change(listChanged(subject, { status: "loading", problem: "" }));
    return latest.load((signal) => (subject.isShown ? api.seeing(subject.spot, BEST, subject.filters, signal) : api.nearest(subject.spot, NEAREST, subject.filters, signal)),
      ({ features }) => store.change(listChanged(subject, { status: "ready", photos: features, total: features.length, more: false })),
      (error) => store.change(listChanged(subject, { status: "failed", more: true, problem: error.message })));
  }

  return {
    load,

    /** Loads the list again that failed. */
    more() {
      const { list } = store.state;
      if (list?.subject.type === "near" && list.status === "failed") load(list.subject);
    },

    abort: latest.abort,
  };
}
