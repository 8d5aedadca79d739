/**
 * The page's state: one object made of slices. Each feature declares its own fields.
 * Views read it through `store.watch`; effects change it through `store.change`.
 * @module
 */

// Modules import these from here, so that the joined page has one file for both.
export { may, mayNot } from "./roles.js";

/** @typedef {import("../features.js").State} State */

export function createStore() {
  let state = /** @type {State} */ ({});
  /** @type {Set<() => void>} */
  const watchers = new Set();
  const slices = new Set();
  let scheduled = false;

  function notify() {
    scheduled = false;
    for (const check of watchers) {
      try {
        check();
      } catch (error) {
        // The watchers after it must hear of the change too.
        reportError(error);
      }
    }
  }

  return {
    get state() {
      return state;
    },

    /**
     * Adds a feature's fields with their initial values; keeps fields that exist already.
     *
     * @param {Partial<State>} slice
     */
    add(slice) {
      if (slices.has(slice)) return;
      slices.add(slice);
      const taken = Object.keys(slice).find((name) => name in state);
      if (taken) throw new Error(`Two features call a field of the state “${taken}”`);
      state = { ...state, ...slice };
    },

    /** @param {(state: State) => State} step */
    change(step) {
      const next = step(state);
      if (next === state) return;
      state = next;
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(notify);
    },

    /**
     * Calls `show` now, and whenever the value that `select` returns changes.
     *
     * @template Picked
     * @param {(state: State) => Picked} select
     * @param {(picked: Picked) => void} show
     */
    watch(select, show) {
      let last = select(state);
      watchers.add(() => {
        const picked = select(state);
        if (Object.is(picked, last)) return;
        last = picked;
        show(picked);
      });
      show(last);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @param {Partial<State>} changes
 * @returns {(state: State) => State}
 */
export const set = (changes) => (state) => ({ ...state, ...changes });

/**
 * Changes fields of one field of the state. Does nothing while that is null.
 *
 * @template {keyof State} Field
 * @param {Field} field @param {Partial<State[Field]>} changes
 * @returns {(state: State) => State}
 */
export const setWithin = (field, changes) => (state) => (state[field] ? { ...state, [field]: { .../** @type {object} */ (state[field]), ...changes } } : state);
