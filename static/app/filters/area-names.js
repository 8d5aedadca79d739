/** @module */

import { setWithin } from "../core/store.js";
import { KINDS, deniedBy, filterNames } from "./kinds.js";
import { valuesOf } from "./filters.js";

const WITH_IDS = filterNames(({ hasIds }) => hasIds);
/** When a name is requested again that could not be fetched. */
const RETRY_MS = 4000;
const NOT_FOUND = 404;

/**
 * Fetches the names of the countries, regions and places in the filters, because an address has only their ids.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createAreaNames(store, api) {
  const asked = new Set();
  let retryTimer = 0;

  /** @param {Record<string, string>} names */
  function learn(names) {
    const { areaNames } = store.state;
    if (Object.keys(names).some((id) => areaNames[id] !== names[id])) store.change(setWithin("areaNames", names));
  }

  async function ask(id) {
    asked.add(id);
    // Until the request succeeds, the chip shows the id.
    try {
      learn({ [id]: (await api.area(id)).name });
    } catch (error) {
      if (error.status === NOT_FOUND) return;
      asked.delete(id);
      clearTimeout(retryTimer);
      retryTimer = setTimeout(askUnknown, RETRY_MS);
    }
  }

  function askUnknown() {
    const { filters, areaNames } = store.state;
    idsIn(filters).filter((id) => !(id in areaNames) && !asked.has(id)).forEach(ask);
  }

  store.watch((state) => state.facets, (facets) => {
    const areas = WITH_IDS.flatMap((name) => facets?.[name] ?? []);
    learn(Object.fromEntries(areas.map(({ value, label }) => [value, label])));
  });
  store.watch((state) => state.filters, askUnknown);
}

/** @param {import("./filters.js").Filters} filters @returns {string[]} the ids of areas in them */
function idsIn(filters) {
  const denied = valuesOf(filters.not).map(deniedBy).filter((one) => one && KINDS[one.name].hasIds).map(({ value }) => value);
  return [...WITH_IDS.flatMap((name) => valuesOf(filters[name])), ...denied].filter(isId);
}

/** @param {string} value of a filter @returns {boolean} whether it is a code or number, and not a name */
function isId(value) {
  return /^([A-Z]{2}(\.\w+)?|\d+)$/.test(value);
}
