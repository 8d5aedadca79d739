/** @module */

import { mayNot, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { PLAN, emptyPlan } from "./plan-state.js";

/**
 * Whether the plan is open.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const PLAN_ADDRESS = {
  fields: { plan: false },
  isOpening: true,
  read: (fields) => ({ plan: fields.get("plan") === "1" }),
  write: ({ plan }) => (plan ? ["plan=1"] : []),
};

/**
 * @typedef {object} PlanService
 * @property {() => void} open
 * @property {() => {beside: number, bottom: number} | null} insets
 * @property {() => void} reload
 * @property {() => boolean} escape
 */

/**
 * Shows beside the map where tracks and photos of other devices would place photos, before the reader accepts.
 *
 * @type {import("../features.js").Feature<"plan">}
 */
export const feature = {
  name: "plan",
  state: [PLAN],
  address: [PLAN_ADDRESS],

  /** @returns {import("../features.js").Service<"plan">} */
  start(page) {
    const { store, navigation } = page;
    /** @type {Promise<import("./planner.js").Planner> | null} */
    let loading = null;
    /** @type {import("./planner.js").Planner | null} */
    let planner = null;

    /** Most readers do not use it, so the plan is loaded when it is first opened. */
    const load = () => (loading ??= import("./planner.js").then(({ Planner }) => (planner = new Planner(page))));

    return {
      // Leaving the plan leads to the map, not to the list of files in which it was chosen.
      open: () => navigation.open({ plan: true }, {}, store.state.unplaced ? "replace" : "push"),
      insets: () => (store.state.plan ? planner?.insets() ?? null : null),
      reload: () => store.state.plan && planner?.load(),

      follow({ plan }) {
        if (plan === Boolean(store.state.plan)) return;
        if (plan && (store.state.refusesPlacing || mayNot(store.state, "plan"))) return;
        store.change(set({ plan: plan ? emptyPlan() : null }));
        if (!plan) return;
        load().then((ready) => ready.load(), () => {
          loading = null;
          store.change(set({ message: TEXTS.serverSilent, plan: null }));
        });
      },

      escape() {
        if (!store.state.plan) return false;
        navigation.stepBack({ plan: false });
        return true;
      },
    };
  },
};
