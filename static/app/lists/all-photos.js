/** @module */

import { may } from "../core/store.js";
import { filterKey } from "../filters/filters.js";
import { byId } from "../ui/dom.js";
import { showEmpty, showNoMap } from "../ui/notice.js";
import { createToast } from "../library/toast.js";
import { ListPane } from "../panel/list-pane.js";

const PAGE = 60;

/**
 * Shows a message if the map cannot be drawn, or if there is another problem.
 *
 * @param {import("../page.js").Begun} begun
 * @returns {Promise<boolean>} whether there are photos to list
 */
export async function hasPhotosToList({ store, api, library }) {
  createToast({ store, onRetry: () => location.reload() });
  byId("map").replaceChildren();
  for (const id of ["grid", "time-bar"]) byId(id).remove();
  document.documentElement.classList.remove("has-grid", "has-grid-folded");
  if (store.state.library.status === "failed" && !(await library.load())) return false;
  if (store.state.library.total > 0) {
    showNoMap();
    return true;
  }
  const report = may(store.state, "report") ? await api.report({ reason: "all", limit: 1 }).catch(() => null) : null;
  showEmpty({ scanCommand: report?.scanCommand ?? null, onCheck: () => location.reload() });
  return false;
}

/**
 * All photos as a list, instead of the map.
 *
 * @type {import("../features.js").Feature<"list">}
 */
export const feature = {
  name: "list",
  insteadOfMap: true,

  /** @returns {import("../features.js").Service<"list">} */
  start(page) {
    const { store, api } = page;
    const list = new ListPane({
      api,
      actions: { openPhoto: (id) => page.panel.openPin(id), more, point: () => {}, showSpot: () => {}, sort: (order) => page.order.sort(order) },
    });
    byId("map").append(list.element);
    let photos = [];
    let total = 0;
    let next = null;
    let subject = null;
    let isLoading = false;

    function begin() {
      const { filters, order } = store.state;
      photos = [];
      total = store.state.library.total;
      subject = { type: "cluster", cluster: "", filters, order: order === "oldest" ? "oldest" : "newest" };
      next = (signal) => api.items(subject.order, PAGE, filters, signal);
      isLoading = false;
      return more();
    }

    async function more() {
      if (isLoading || !next) return;
      const mine = subject;
      isLoading = true;
      show("loading");
      try {
        const answer = await next();
        if (subject !== mine) return;
        photos = [...photos, ...answer.features];
        total = answer.numberMatched ?? total;
        next = api.after(answer);
        isLoading = false;
        show("ready");
      } catch (error) {
        if (subject !== mine) return;
        isLoading = false;
        show("failed", error.message);
      }
    }

    function show(status, problem = "") {
      list.show({ subject, status, photos, total, more: next !== null, span: "", spot: null, problem });
    }

    return { focus: () => list.focus(), refresh: begin, begin: () => store.watch((state) => `${state.order} ${filterKey(state.filters)}`, begin) };
  },
};
