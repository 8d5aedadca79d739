/**
 * The choices of the filter by doubt, with counts. The facets do not have them, because only owners may see them.
 * @module
 */

import { createNewest } from "../core/newest.js";
import { may, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { filterKey } from "./filters.js";

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createDoubtCounts(store, api) {
  const newest = createNewest({
    keyOf: ({ filters, box }) => `${box}?${filterKey(filters)}`,
    ask: ({ filters, box }, signal) => api.doubtCounts(filters, box, signal),
    onAnswer: show,
  });

  /** @param {Parameters<typeof doubtChoices>[0]} counts */
  function show(counts) {
    store.change(set({ facets: { ...store.state.facets, doubt: doubtChoices(counts) } }));
  }

  return {
    /** @param {{filters: import("./filters.js").Filters, box: number[] | null}} question */
    want(question) {
      if (may(store.state, "doubts") && store.state.doubtCounts?.total) newest.want(question);
      else if (store.state.facets?.doubt?.length) show({ numberMatched: 0, reasons: [] });
    },

    forget: newest.forget,
  };
}

/**
 * @param {Pick<import("../api/doubts.js").DoubtsAnswer, "numberMatched" | "reasons">} counts
 * @returns {import("./kinds.js").Choice[]} all doubts first; none if there are no doubts
 */
export function doubtChoices({ numberMatched, reasons }) {
  if (numberMatched === 0) return [];
  return [
    { value: "any", label: TEXTS.doubted.any, count: numberMatched },
    ...reasons.map(({ reason, count }) => ({ value: reason, label: TEXTS.doubtReasons[reason] ?? reason, count })),
  ];
}
