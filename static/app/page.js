/**
 * Assembles the page: one state, features that show and change it, and an address that follows it.
 * @module
 */

import { Navigation } from "./core/navigation.js";
import { FEATURES } from "./features.js";
import { hasPhotosToList } from "./lists/all-photos.js";
import { createBaseMap } from "./map/base-map.js";
import { MapCanvas } from "./map/map-view.js";
import { TEXTS } from "./core/texts.js";
import { byId } from "./ui/dom.js";
import { createRoom } from "./ui/room.js";
import { cornerSize } from "./ui/rooms.js";

/**
 * @typedef {object} Begun what the page has before its features start
 * @property {import("./core/store.js").Store} store
 * @property {import("./api.js").Api} api
 * @property {ReturnType<typeof import("./library/library.js").createLibrary>} library
 * @property {ReturnType<typeof import("./theme/theme.js").createTheme>} theme
 * @property {import("./map/first-pins.js").FirstPins} first
 * @property {Promise<import("./map/basemap-style.js").BasemapDescription | null>} basemap the description of the base map, which may still be loading
 * @property {Promise<boolean>} hasMapLibre
 *
 * @typedef {object} Foundations what all features can use
 * @property {import("./core/store.js").Store} store
 * @property {import("./api.js").Api} api
 * @property {Begun} begun
 * @property {import("./map/first-pins.js").FirstPins} first
 * @property {ReturnType<typeof createBaseMap>} baseMap
 * @property {ReturnType<typeof createRoom>} room
 * @property {import("./map/map-view.js").MapCanvas | null} mapView null if the browser cannot draw the map
 * @property {import("./map/map-layers.js").MapPart[]} mapParts what all features draw on the map
 * @property {Navigation} navigation
 * @property {import("./features.js").Feature[]} features those that have started
 * @property {import("./features.js").PhotoAction[]} photoActions the buttons of all features for the open photo
 * @property {() => void} refresh calls `refresh` of all features
 * @property {<Kind extends keyof import("./features.js").Takable>(kind: Kind, thing: import("./features.js").Takable[Kind]) => boolean} take
 * offers what the reader has chosen to each feature, and returns whether one used it
 * @property {() => void} escape closes what was opened last
 */

/** @param {Begun} begun */
export async function startPage(begun) {
  const { store, api, first } = begun;
  for (const { state = [] } of FEATURES) state.forEach(store.add);
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", TEXTS[part.getAttribute("data-label")]);
  const mapParts = FEATURES.flatMap((one) => one.mapParts ?? []);
  const baseMap = createBaseMap({ store, api, parts: mapParts });
  const room = createRoom();
  const [firstView, hasMapLibre] = await Promise.all([first.view, begun.hasMapLibre, baseMap.take(begun.basemap), first.isOnScreen]);
  const mapView = hasMapLibre ? mapOrNull({ begun, baseMap, room, at: firstView?.position ?? first.at }) : null;
  if (!mapView && !(await hasPhotosToList(begun))) return;
  if (mapView) baseMap.keepDrawn(mapView);

  const features = FEATURES.filter((one) => (mapView ? !one.insteadOfMap : one.withoutMap || one.insteadOfMap));
  /** @returns {import("./features.js").ServiceHooks[]} */
  const services = () => features.map(({ name }) => /** @type {import("./features.js").Service<any>} */ (page[name])).filter(Boolean);
  const navigation = new Navigation(FEATURES.flatMap(({ address = [] }) => address), {
    position: () => mapView?.position() ?? null,
    onMap: (view) => mapView?.jumpTo(view),
    follow: (route, hints) => services().forEach((one) => one.follow?.(route, hints)),
  });
  /** @type {Foundations} */
  const foundations = {
    store, api, begun, first, baseMap, room, mapView, mapParts, navigation, features,
    photoActions: features.flatMap((one) => one.photoActions ?? []).map((one) => ({
      ...one, suits: (photo) => one.suits?.(photo, page) ?? true, run: (photo) => one.run(photo, page),
    })),
    refresh: () => services().forEach((one) => one.refresh?.()),
    take: (kind, thing) => services().reverse().some((one) => one.take?.(kind, thing)),
    escape: () => void services().reverse().some((one) => one.escape?.()),
  };
  const page = /** @type {import("./features.js").Page} */ (foundations);
  for (const feature of features) Object.assign(page, { [feature.name]: feature.start(page) });
  navigation.restore();
  services().forEach((one) => one.begin?.());
}

/**
 * @param {Pick<Foundations, "begun" | "baseMap" | "room"> & {at: import("./map/map-address.js").MapView | null}} options
 * @returns {import("./map/map-view.js").MapCanvas | null}
 */
function mapOrNull({ begun: { store, api, library }, baseMap, room, at }) {
  try {
    return new MapCanvas({
      at, tileRequest: api.tileRequest, container: byId("map"), style: baseMap.style(), around: library.extent,
      isGlobe: () => store.state.look.globe,
      insets: room.insets,
      corner: cornerSize,
    });
  } catch {
    return null;
  }
}
