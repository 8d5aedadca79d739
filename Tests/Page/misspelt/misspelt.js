import { set, setWithin } from "../../../static/app/core/store.js";

/**
 * Names that do not exist, one on each marked line. types.test.js expects that the type checker finds them.
 *
 * @param {import("../../../static/app/features.js").Page} page
 */
export async function misspelt(page) {
  const { store, api, navigation, panell } = page; // misspelt: a service
  store.watch((state) => state.filterz, () => {}); // misspelt: a field of the state
  store.change(set({ filterz: null })); // misspelt: a field that changes
  store.change(setWithin("time", { isMovin: true })); // misspelt: a field within
  page.panel.openFoto(1); // misspelt: a function of a service
  page.panel.openPhoto("1"); // misspelt: an argument
  navigation.open({ phtoo: 1 }); // misspelt: a field of the address
  const { properties } = await api.photo(1);
  return [panell, properties.takenAtLokal]; // misspelt: a property of an answer
}
