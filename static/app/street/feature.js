/** @module */

import { set } from "../core/store.js";
import { createCredits } from "./credits.js";
import { createMapList } from "./map-list.js";

const STREET = {
  /** The maps that the server has beside the built-in one. @type {{maps: import("./tiles.js").StreetMap[], problems: {file: string, reason: string}[]} | null} */
  street: null,
  /** The id of a map of pictures that is shown in place of land and water. @type {string | null} */
  base: null,
};

/** @type {import("../core/address.js").AddressPart} */
const BASE_ADDRESS = {
  fields: { base: null },
  read: (fields) => ({ base: fields.get("base") || null }),
  write: ({ base }) => (base ? [`base=${encodeURIComponent(base)}`] : []),
};

/** Street maps and pictures from files on the server. @type {import("../features.js").Feature} */
export const feature = {
  name: "street",
  state: [STREET],
  address: [BASE_ADDRESS],

  start(page) {
    const { store, api, baseMap, mapView, navigation } = page;
    /** @type {Awaited<ReturnType<typeof drawing>> | null} */
    let drawn = null;
    let isAsking = false;

    async function load() {
      if (isAsking) return;
      isAsking = true;
      const street = await api.baseMaps();
      isAsking = false;
      const before = store.state.street;
      if (!street || JSON.stringify(street) === JSON.stringify(before)) return;
      if (street.maps.length && !drawn) drawn = await drawing(() => store.state.street?.maps ?? [], load);
      store.change(set({ street }));
      if (!before && !street.maps.length) return;
      baseMap.useStreet(drawn && ((options) => drawn.style({ ...options, maps: store.state.street.maps, base: store.state.base })));
      mapView.setStyle(baseMap.style());
    }

    createCredits(store);
    return {
      list: createMapList({ store, onBase: (base) => navigation.change({ base }), onOpen: load }),
      begin: load,
      refresh: load,

      follow({ base }) {
        if (base === store.state.base) return;
        store.change(set({ base }));
        if (drawn) mapView.setStyle(baseMap.style());
      },
    };
  },
};

/** What draws such maps; fetched when there is one. */
async function drawing(maps, onLost) {
  const [{ streetStyle, vectorMaps }, { createTiles }, { GLYPHS, loadGlyphs }] = await Promise.all([
    import("./street-style.js"), import("./tiles.js"), import("./glyphs.js"),
  ]);
  const { maplibregl } = /** @type {any} */ (globalThis);
  const tiles = createTiles({ maps: () => vectorMaps(maps()), onLost });
  maplibregl.addProtocol("street", async ({ url }) => ({ data: await tiles.load(url) }));
  maplibregl.addProtocol("glyphs", async ({ url }) => ({ data: await loadGlyphs(url, document.baseURI) }));
  const language = navigator.language.split("-")[0].toLowerCase();
  return { style: (options) => ({ ...streetStyle({ ...options, language }), glyphs: GLYPHS }) };
}
