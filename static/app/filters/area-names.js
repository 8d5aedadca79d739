/** @module */

import { setWithin } from "../core/store.js";
import { filterNames } from "./kinds.js";
import { valuesOf } from "./filters.js";

const WITH_IDS = filterNames(({ hasIds }) => hasIds);

/**
 * Fetches the names of the countries, regions and places in the filters, because an address has only their ids.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createAreaNames(store, api) {
  const asked = new Set();

  /** @param {Record<string, string>} names */
  function learn(names) {
    const { areaNames } = store.state;
    if (Object.keys(names).some((id) => areaNames[id] !== names[id])) store.change(setWithin("areaNames", names));
  }

  async function ask(id) {
    asked.add(id);
    // If the request fails, the chip shows the id.
    const area = await api.area(id).catch(() => null);
    if (area) learn({ [id]: area.name });
  }

  store.watch((state) => state.facets, (facets) => {
    const areas = WITH_IDS.flatMap((name) => facets?.[name] ?? []);
    learn(Object.fromEntries(areas.map(({ value, label }) => [value, label])));
  });
  store.watch((state) => state.filters, (filters) => {
    const ids = WITH_IDS.flatMap((name) => valuesOf(filters[name])).filter(isId);
    ids.filter((id) => !(id in store.state.areaNames) && !asked.has(id)).forEach(ask);
  });
}

/** @param {string} value of a filter @returns {boolean} whether it is a code or number, and not a name */
function isId(value) {
  return /^([A-Z]{2}(\.\w+)?|\d+)$/.test(value);
}
