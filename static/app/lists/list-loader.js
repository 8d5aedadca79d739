/**
 * Fetches the open list, page by page.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { TEXTS } from "../core/texts.js";
import { listChanged, listGrew } from "./list-state.js";

const PAGE = 60;
const MOST = 1000;
const NEAREST = 12;

/**
 * @typedef {Exclude<import("./list-state.js").ListSubject, {type: "day"}>} ListSubject those of a day are fetched with it
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createListLoader(store, api) {
  const latest = createLatest();
  /** @type {((signal?: AbortSignal) => Promise<import("../api/photos.js").Photos>) | null} */
  let nextPage = null;

  /** @param {ListSubject} subject @param {(signal: AbortSignal) => Promise<import("../api/photos.js").Photos>} ask */
  function load(subject, ask) {
    store.change(listChanged(subject, { status: "loading", problem: "" }));
    return latest.load(ask, (answer) => {
      const had = store.state.list?.subject === subject ? store.state.list.photos.length : 0;
      nextPage = subject.type === "cluster" ? api.after(answer, nextSize(had + answer.features.length)) : null;
      store.change(listGrew(subject, answer, nextPage !== null));
    }, (error) => {
      if (subject.type === "cluster" && error.status === 404) return store.change(listChanged(subject, { status: "failed", more: false, problem: TEXTS.groupGone }));
      nextPage = ask;
      store.change(listChanged(subject, { status: "failed", more: true, problem: error.message }));
    });
  }

  return {
    /**
     * Loads the first page of a list.
     *
     * @param {ListSubject} subject
     */
    load(subject) {
      nextPage = null;
      return load(subject, (signal) => subject.type === "cluster"
        ? api.clusterItems(subject.cluster, subject.order, PAGE, subject.filters, signal)
        : api.nearest(subject.spot, NEAREST, subject.filters, signal));
    },

    /** Loads the next page of the open list, or the one that failed. */
    more() {
      const { list } = store.state;
      if (list && list.subject.type !== "day" && list.status !== "loading" && nextPage) load(list.subject, nextPage);
    },
  };
}

/** Pages grow with the length of the list, so that long lists need fewer requests. */
function nextSize(had) {
  return Math.min(MOST, Math.max(PAGE, had));
}
