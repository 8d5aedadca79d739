/**
 * Fetches how many positions are doubted, the open list page by page, and the doubt about the open photo.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { may, set } from "../core/store.js";
import { ALL, askedFor, doubtsChanged, joinedDoubts, sameDoubts } from "./doubts-state.js";

const PAGE = 100;
/** The server lists no more at once. Pages grow with the list up to this, so that long lists need few requests. */
const MOST = 10_000;

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 * @param {() => void} onEmpty called if the open list has become empty, but another has doubts
 */
export function createDoubtsLoader(store, api, onEmpty) {
  const counts = createLatest();
  const list = createLatest();
  const photo = createLatest();
  const mayAsk = () => may(store.state, "doubts");

  /** @param {import("../api/doubts.js").DoubtsAnswer} answer */
  function counted({ numberMatched: total, reasons, devices, flights }) {
    store.change(set({ doubtCounts: { total, reasons, devices, flights } }));
  }

  /** Counts all doubts. */
  function count() {
    if (!mayAsk()) return undefined;
    // The map's own requests report the problem.
    return counts.load((signal) => api.doubtCounts(undefined, null, signal), counted, () => {});
  }

  /**
   * Loads so many doubts of the group, from the first.
   *
   * @param {string} group @param {number} wanted @param {AbortSignal} [signal]
   */
  async function fetchFrom(group, wanted, signal) {
    /** @type {import("./doubts-state.js").Doubt[]} */
    const doubts = [];
    for (;;) {
      const answer = await api.doubts({ ...askedFor(group), limit: Math.min(MOST, wanted - doubts.length), offset: doubts.length }, signal);
      doubts.push(...answer.doubts);
      if (doubts.length >= Math.min(wanted, answer.numberMatched) || !answer.doubts.length) return { doubts, answer };
    }
  }

  /** @param {string} group @param {number} wanted @param {boolean} isAgain */
  function load(group, wanted, isAgain) {
    const first = isAgain ? 0 : store.state.doubts?.doubts.length ?? 0;
    const ask = isAgain
      ? (/** @type {AbortSignal} */ signal) => fetchFrom(group, wanted, signal)
      : (/** @type {AbortSignal} */ signal) => api.doubts({ ...askedFor(group), limit: wanted, offset: first }, signal).then((answer) => ({ doubts: answer.doubts, answer }));
    return list.load(ask, ({ doubts: found, answer }) => {
      const before = store.state.doubts?.doubts ?? [];
      const doubts = isAgain ? sameDoubts(found, before) : joinedDoubts(before, found);
      store.change(doubtsChanged(group, { status: "ready", problem: "", doubts, total: answer.numberMatched, more: found.length > 0 && doubts.length < answer.numberMatched }));
      if (group === ALL) counted(answer);
      else if (answer.numberMatched === 0) count()?.then(() => store.state.doubtCounts?.total && store.state.doubts?.group === group && onEmpty());
    }, (error) => store.change(doubtsChanged(group, { status: "failed", more: true, problem: error.message })));
  }

  return {
    count,

    /** Loads the first page of the open list. */
    open() {
      const { doubts } = store.state;
      if (doubts) load(doubts.group, PAGE, true);
    },

    /** Loads the next page, or the one that failed. */
    more() {
      const { doubts } = store.state;
      if (!doubts || doubts.status === "loading" || !doubts.more) return;
      store.change(doubtsChanged(doubts.group, { status: "loading", problem: "" }));
      load(doubts.group, Math.min(MOST, Math.max(PAGE, doubts.doubts.length)), doubts.doubts.length === 0);
    },

    /** Loads again what the list has. */
    reload() {
      const { doubts } = store.state;
      return doubts ? load(doubts.group, Math.max(PAGE, doubts.doubts.length), true) : undefined;
    },

    /** @param {string} group @returns {Promise<number[]>} the ids of all its photos */
    async idsOf(group) {
      const { doubts } = await fetchFrom(group, Infinity);
      return doubts.map(({ id }) => id);
    },

    /** Asks for the doubt about the open photo, if there are any doubts. */
    aboutPhoto() {
      const { photo: open, doubtCounts, photoDoubt } = store.state;
      const show = (/** @type {import("./doubts-state.js").Doubt | null} */ found) => {
        if (JSON.stringify(found) !== JSON.stringify(store.state.photoDoubt)) store.change(set({ photoDoubt: found }));
      };
      if (photoDoubt && photoDoubt.id !== open?.id) show(null);
      if (!open?.feature?.geometry || !mayAsk() || !doubtCounts?.total) {
        photo.abort();
        return show(null);
      }
      photo.load((signal) => api.doubts({ photo: open.id, limit: 1 }, signal), ({ doubts }) => show(doubts[0] ?? null), () => {});
    },
  };
}
