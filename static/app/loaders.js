/**
 * Fetches what is open: lists page by page, and photos that nothing on the page knows yet.
 * @module
 */

import { listChanged, listGrew, photoChanged } from "./state.js";

const PAGE = 60;
const MOST = 1000;
const NEAREST = 12;

/**
 * @typedef {import("./state.js").ListSubject} ListSubject
 *
 * @param {import("./state.js").Store} store
 * @param {import("./api.js").Api} api
 */
export function createLoaders(store, api) {
  let listRequest = new AbortController();
  let photoRequest = new AbortController();
  /** @type {((signal?: AbortSignal) => Promise<any>) | null} */
  let nextPage = null;

  async function load(subject, ask) {
    listRequest.abort();
    const mine = (listRequest = new AbortController());
    store.change(listChanged(subject, { status: "loading", problem: "" }));
    try {
      const answer = await ask(mine.signal);
      if (mine.signal.aborted) return;
      const had = store.state.list?.subject === subject ? store.state.list.photos.length : 0;
      nextPage = subject.type === "cluster" ? api.after(answer, nextSize(had + answer.features.length)) : null;
      store.change(listGrew(subject, answer, nextPage !== null));
    } catch (error) {
      if (mine.signal.aborted) return;
      nextPage = ask;
      store.change(listChanged(subject, { status: "failed", more: true, problem: error.message }));
    }
  }

  return {
    /** Loads the first page of a list. @param {ListSubject} subject */
    list(subject) {
      nextPage = null;
      return load(subject, (signal) => subject.type === "cluster"
        ? api.clusterItems(subject.cluster, subject.order, PAGE, subject.filters, signal)
        : api.nearest(subject.spot, NEAREST, subject.filters, signal));
    },

    /** Loads the next page of the open list, or the one that failed. */
    more() {
      const { list } = store.state;
      if (list && list.status !== "loading" && nextPage) load(list.subject, nextPage);
    },

    /** @param {number} id */
    async photo(id) {
      photoRequest.abort();
      const mine = (photoRequest = new AbortController());
      try {
        const feature = await api.photo(id, mine.signal);
        store.change(photoChanged(id, { feature, problem: "" }));
      } catch (error) {
        if (!mine.signal.aborted) store.change(photoChanged(id, { problem: problemOf(error), isMissing: error.status === 404 }));
      }
    },
  };
}

/** Who goes on and on through a list gets larger and larger parts of it. */
function nextSize(had) {
  return Math.min(MOST, Math.max(PAGE, had));
}

function problemOf(error) {
  return error.status === 404 ? "This photo is no longer in the library." : error.message;
}
