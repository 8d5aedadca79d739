/**
 * What covers the whole page: the viewer, the files that are not on the map, the list of keys.
 * Wires them the same way with a map behind them and without.
 * @module
 */

import { STRIP_ASIDE } from "./grid/walk.js";
import { neighbours } from "./state.js";
import { createShortcuts } from "./help/shortcuts.js";
import { createUnplacedLink } from "./unplaced/unplaced-link.js";
import { createUnplacedView } from "./unplaced/unplaced-view.js";
import { createViewer } from "./viewer/viewer.js";

/**
 * @param {object} options
 * @param {import("./map-page.js").Parts} options.parts
 * @param {import("./navigation.js").Navigation} options.navigation
 * @param {() => any} options.mapStyle the style of the viewer's small map
 * @param {(feature: any) => void} [options.showOnMap] missing where there is no map
 * @param {(feature: any) => void} options.listNear
 * @param {(day: string) => void} [options.showDay] missing where there is no map
 * @param {(id: number) => Promise<import("./viewer/strip.js").Stretch>} [options.nearInGrid]
 * @param {() => void} options.onViewerClosed called when the focus may have to go elsewhere
 */
export function createFullViews({ parts: { store, api, loaders }, navigation, mapStyle, showOnMap, listNear, showDay, nearInGrid, onViewerClosed }) {
  // The viewer comes later, since it may open over the files.
  const unplaced = createUnplacedView({
    store, api,
    actions: {
      open: navigation.openUnplaced,
      close: navigation.closeUnplaced,
      more: loaders.unplaced.more,
      view: navigation.openViewer,
    },
  });
  createUnplacedLink(store, () => navigation.openUnplaced("all"));
  loaders.unplaced.count();

  createViewer({
    store, api, mapStyle,
    actions: {
      step: (direction) => open(neighbour(direction)),
      canStep: (direction) => neighbour(direction) !== null,
      jump: (end) => open(neighbours(store.state)[end]),
      open,
      near,
      around: () => [neighbour(1), neighbour(-1)].filter((id) => id !== null),
      close: navigation.closeViewer,
      showOnMap: showOnMap && ((feature) => navigation.closeViewer(() => showOnMap(feature))),
      listNear,
      showDay: showDay && ((day) => navigation.closeViewer(() => showDay(day))),
    },
    onClosed: (id) => (store.state.unplaced ? unplaced.focus(id) : onViewerClosed()),
  });

  function neighbour(direction) {
    const { previous, next } = neighbours(store.state);
    return direction < 0 ? previous : next;
  }

  /** The photos for the film strip: those of the open list, or of the grid. */
  async function near(id) {
    const { unplaced: files, list } = store.state;
    const photos = (files ?? list)?.photos;
    if (!photos) return nearInGrid?.(id) ?? { first: 1, photos: [] };
    const at = photos.findIndex((one) => one.id === id);
    const first = Math.max(0, at - STRIP_ASIDE);
    return { first: first + 1, photos: at < 0 ? [] : photos.slice(first, at + STRIP_ASIDE + 1) };
  }

  function open(id) {
    if (id !== null) navigation.openPhoto(id);
  }

  const shortcuts = createShortcuts({ f: () => store.state.photo && navigation.openViewer() });
  return { showKeys: shortcuts.open };
}
