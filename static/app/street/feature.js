/** @module */

import { set } from "../core/store.js";
import { createCredits, creditsOf, drawnMaps } from "./credits.js";
import { isRelief } from "./kinds.js";
import { createMapList } from "./map-list.js";
import { createStreetsHint } from "./streets-hint.js";

/** How often a visible page looks for maps: the server has no events for them. */
const LOOK_MS = 10_000;

export const STREET = {
  /**
   * The maps that the server has besides the built-in one.
   *
   * @type {import("./tiles.js").Street | null}
   */
  street: null,
  /**
   * The id of the map of pictures that is shown instead of land and water.
   *
   * @type {string | null}
   */
  base: null,
  /** Whether relief is shown, if there are elevations. */
  relief: true,
  /** Whether terrain is shown in three dimensions. */
  terrain: false,
};

/** @type {import("../core/address.js").AddressPart} */
const BASE_ADDRESS = {
  fields: { base: null, relief: true, terrain: false },
  read: (fields) => ({ base: fields.get("base") || null, relief: fields.get("relief") !== "0", terrain: fields.get("terrain") === "1" }),
  write: ({ base, relief, terrain }) => [base && `base=${encodeURIComponent(base)}`, !relief && "relief=0", terrain && "terrain=1"].filter(Boolean),
};

/**
 * @typedef {object} StreetService
 * @property {ReturnType<typeof createMapList>} list
 * @property {(spot: import("../map/map-address.js").Spot) => boolean} isThere whether a position is inside a map that is drawn now
 * @property {() => (string | Node)[]} credits
 */

/**
 * Street maps and pictures from files on the server.
 *
 * @type {import("../features.js").Feature<"street">}
 */
export const feature = {
  name: "street",
  state: [STREET],
  address: [BASE_ADDRESS],

  /** @returns {import("../features.js").Service<"street">} */
  start(page) {
    const { store, api, baseMap, mapView, navigation } = page;
    /** @type {ReturnType<typeof import("./drawing.js").createDrawing> | null} */
    let drawn = null;
    let isAsking = false;
    /** @type {Promise<ReturnType<typeof import("./previews.js").createPreviews>> | null} */
    let previews = null;

    async function load() {
      if (isAsking) return;
      isAsking = true;
      const street = await api.baseMaps();
      isAsking = false;
      const before = store.state.street;
      if (!street || JSON.stringify(street) === JSON.stringify(before)) return;
      if (street.maps.length && !drawn) {
        const { createDrawing } = await import("./drawing.js");
        drawn = createDrawing(() => store.state.street?.maps ?? [], load);
      }
      store.change(set({ street }));
      if (!before && !street.maps.length) return;
      baseMap.useStreet(drawn && ((options) => drawn.style({ ...chosen(), ...options, maps: store.state.street.maps })));
      mapView.setStyle(baseMap.style());
    }

    /** @param {{choice: import("./choices.js").Choice, canvas: HTMLCanvasElement}[]} pictures */
    async function preview(pictures) {
      previews ??= import("./previews.js").then(({ createPreviews }) => createPreviews({
        style: ({ base, relief }) => baseMap.groundStyle({ base, relief }), position: () => mapView.position(),
      }));
      (await previews).draw(pictures);
    }

    function chosen() {
      const { base, relief, terrain } = store.state;
      return { base, relief, terrain, at: mapView.middle() };
    }

    function watchForMaps() {
      load();
      const look = () => void (document.hidden || load());
      setInterval(look, LOOK_MS);
      for (const type of ["focus", "visibilitychange"]) addEventListener(type, look);
    }

    createCredits(store);
    createStreetsHint(store, baseMap.isBuiltIn);
    return {
      list: createMapList({ store, onChange: (changes) => navigation.change(changes), onOpen: load, onPreview: preview }),
      begin: watchForMaps,

      isThere: ({ lat, lon }) => drawnMaps(store.state).filter((map) => !isRelief(map)).some(({ bounds: [west, south, east, north] }) =>
        lon >= west && lon <= east && lat >= south && lat <= north),

      credits: () => creditsOf(store.state),
      refresh: load,

      follow({ base, relief, terrain }) {
        const before = store.state;
        if (base === before.base && relief === before.relief && terrain === before.terrain) return;
        store.change(set({ base, relief, terrain }));
        if (drawn) mapView.setStyle(baseMap.style());
      },
    };
  },
};
