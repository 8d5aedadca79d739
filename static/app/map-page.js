/**
 * The page with a map: wires the map, its pins and marks, the grid, the panel and the address bar together.
 * @module
 */

import { NO_FILTERS, isFiltered } from "./filters/filters.js";
import { choicesOf } from "./filters/facets.js";
import { createFiltersPanel } from "./filters/filters-panel.js";
import { createNoMatch } from "./filters/no-match.js";
import { createFullViews } from "./full-views.js";
import { createGrid } from "./grid/grid.js";
import { createJourneys } from "./map/journeys.js";
import { createChooser } from "./layers/chooser.js";
import { dayText } from "./layers/day.js";
import { createDayLoader } from "./layers/day-loader.js";
import { createLayers, openableLayers } from "./layers/layers.js";
import { featureOfTile } from "./layers/photo-layers.js";
import { startList } from "./list/list-page.js";
import { createBaseMap } from "./map/base-map.js";
import { boxAround } from "./core/box-around.js";
import { FIRST_VIEW_MAX_ZOOM } from "./map/fit.js";
import { createMapView } from "./map/map-view.js";
import { createMarks } from "./map/marks.js";
import { createMovement } from "./map/movement.js";
import { showSigns } from "./map/signs.js";
import { WHOLE_EARTH } from "./core/viewport.js";
import { matchesNow } from "./filters/matches.js";
import { createNavigation } from "./navigation.js";
import { createPanel } from "./panel/panel.js";
import { createSearchBox } from "./search/search-box.js";
import { set } from "./state.js";
import { createTimeBar } from "./time/time-bar.js";
import { createControls } from "./controls/chrome.js";
import { byId } from "./ui/dom.js";
import { createMapChip } from "./ui/map-chip.js";
import { hideNotice, showEmpty } from "./ui/notice.js";
import { cornerSize, insetsOf } from "./ui/rooms.js";
import { createTimeBarRoom } from "./ui/time-bar-room.js";
import { createToast } from "./library/toast.js";
import { createWayBack } from "./panel/way-back.js";

const LIBRARY_RETRY_MS = 3000;
/** So many files of a name are offered by the search box. */
const FILES_FOUND = 3;

/**
 * @typedef {object} Parts
 * @property {import("./state.js").Store} store
 * @property {import("./api.js").Api} api
 * @property {ReturnType<typeof import("./library/library.js").createLibrary>} library
 * @property {ReturnType<typeof import("./loaders.js").createLoaders>
 *   & {unplaced: ReturnType<typeof import("./unplaced/unplaced-loader.js").createUnplacedLoader>}} loaders
 * @property {import("./live/live.js").Live} live
 * @property {ReturnType<typeof import("./theme/theme.js").createTheme>} theme
 * @property {import("./map/first-pins.js").FirstPins} first
 * @property {Promise<import("./map/basemap-style.js").BasemapDescription | null>} basemap what is on its way
 * @property {Promise<boolean>} hasMapLibre
 *
 * @param {Parts} parts
 */
export async function startMap(parts) {
  const { store, api, library, loaders, live, theme, first } = parts;
  const baseMap = createBaseMap({ store, api });
  const [firstView, hasMapLibre] = await Promise.all([first.view, parts.hasMapLibre, baseMap.take(parts.basemap)]);
  const container = byId("map");
  const point = (id) => store.change(set({ pointedAt: id }));
  let movement = null;
  let panel = null;
  const hasNewRoom = () => {
    if (!movement) return;
    mapView?.takeRoom();
    movement.moved(true);
  };

  // Before the map, which takes the room that is left.
  const grid = createGrid({
    store, api,
    actions: {
      point,
      openPhoto(id) {
        wayBack.fromGrid();
        navigation.openPhoto(id);
      },
      sort: (order) => navigation.sort(order),
      showAll: () => journeys.fitAll(),
      clearFilters: () => navigation.filter(NO_FILTERS),
      moved: hasNewRoom,
    },
  });
  const timeBar = createTimeBar({ store, api, filter: (changes, how) => navigation.filter(changes, how) });
  const timeBarRoom = createTimeBarRoom(hasNewRoom);
  const mapView = mapOrNull();
  if (!mapView) {
    container.replaceChildren();
    grid.remove();
    timeBar.remove();
    return startList(parts);
  }

  function mapOrNull() {
    if (!hasMapLibre) return null;
    try {
      return createMapView({
        container, style: baseMap.style(), at: firstView?.position ?? first.at, around: library.extent,
        isGlobe: () => store.state.look.globe,
        insets: () => insetsOf({ panel: panel?.insets(), grid: grid.covered(), timeBar: timeBarRoom.height() }),
        corner: cornerSize,
      });
    } catch {
      return null;
    }
  }

  const { pins, viewport } = first;
  const marks = createMarks(mapView);
  pins.standOn(mapView);
  const navigation = createNavigation({
    store,
    position: mapView.position,
    onMap: mapView.jumpTo,
    loadList: loaders.list,
    loadPhoto: loaders.photo,
    loadDay: createDayLoader(store, api).load,
    loadUnplaced: loaders.unplaced.open,
  });
  const journeys = createJourneys({ store, wholeBox, mapView, navigation });
  const { showOnMap, listNear } = journeys;
  const wayBack = createWayBack({ store, focusInGrid: grid.focusPhoto, focusMap: mapView.focus });

  panel = createPanel({
    store, api,
    neighbour: grid.neighbour,
    isTall: grid.isFull,
    actions: {
      point, showOnMap, listNear,
      openPhoto: navigation.openPhoto,
      openViewer: () => navigation.openViewer(),
      reloadPhoto: loaders.photo,
      backToList: navigation.backToList,
      sort: navigation.sort,
      close: navigation.closeAll,
      more: loaders.more,
      showDay: navigation.showDay,
    },
    onClosed() {
      mapView.takeCover();
      wayBack.go();
    },
  });
  const filtersPanel = createFiltersPanel({ store, api, filter: navigation.filter });
  container.after(createNoMatch({ store, filter: navigation.filter, fit: journeys.fit }).element);
  const fullViews = createFullViews({
    parts, navigation, showOnMap, listNear, showDay: navigation.showDay, nearInGrid: grid.near, mapStyle: baseMap.darkStyle, onViewerClosed: panel.focusPicture,
  });

  createLayers({ store, mapView, style: baseMap.style, container });
  showSigns({ store, mapView, pins, marks, grid });
  store.watch((state) => state.trouble !== null, (hasTrouble) => hasTrouble || mapView.reloadTiles());
  store.watch((state) => state.busy || state.moving, (busy) => container.setAttribute("aria-busy", String(busy)));
  for (const part of ["library", "scanCommand"]) store.watch((state) => state[part], showEmptiness);

  function showEmptiness() {
    const { library: { status, total }, scanCommand } = store.state;
    if (status !== "ready" || total > 0) return hideNotice();
    showEmpty({ scanCommand, onCheck: refresh, onReport: () => navigation.openUnplaced("all") });
  }

  /** The box around the photos that match the filters, or around all photos where none is set. */
  async function wholeBox() {
    const { filters } = store.state;
    if (!isFiltered(filters)) return library.extent;
    const matches = matchesNow(store.state);
    return matches ? matches.box : boxAround((await api.clusters(WHOLE_EARTH, filters)).features);
  }

  /** Asks anew for all that the page shows; again and again until the server answers. */
  async function refresh() {
    const hadPhotos = library.extent !== null;
    if (!(await library.load())) return void setTimeout(refresh, LIBRARY_RETRY_MS);
    if (!baseMap.isThere() && (await baseMap.load())) mapView.setStyle(baseMap.style());
    if (!hadPhotos && library.extent) mapView.fit(library.extent, { maxZoom: FIRST_VIEW_MAX_ZOOM });
    first.covers.forget();
    viewport.refresh();
    grid.refresh();
    timeBar.refresh();
    filtersPanel.refresh();
    loaders.unplaced.count();
  }

  function openPin(feature) {
    wayBack.fromMap();
    journeys.openPin(feature);
  }

  createToast({ store, onRetry: () => (store.state.library.status === "failed" ? refresh() : viewport.retry()) });
  createControls({
    zoomIn: () => mapView.zoomBy(1),
    zoomOut: () => mapView.zoomBy(-1),
    fitAll: journeys.fitAll,
    nearMe: journeys.goNearMe,
    more: [createChooser({ store, onLook: navigation.look })],
    refresh: () => {
      refresh();
      live.startScan();
    },
    showKeys: fullViews.showKeys,
  }, theme);
  createSearchBox({
    centre: mapView.position,
    loadPlaces: baseMap.places,
    loadFacets: async () => choicesOf(await api.facets(NO_FILTERS, null)),
    findFiles: (text, signal) => api.filesNamed(text, FILES_FOUND, signal),
    onChoose: journeys.goTo,
    onLeave: mapView.focus,
  });
  const hint = createMapChip({ name: "hint", sign: "alert", closeLabel: "Close message", onClose: () => store.change(set({ hint: null })) });
  store.watch((state) => state.hint, hint.show);
  const dayChip = createMapChip({ name: "day", sign: "way", closeLabel: "Hide the line of this day", onClose: () => navigation.showDay(null) });
  store.watch((state) => state.day, (day) => dayChip.show(day && dayText(day)));

  mapView.onGesture({
    layers: () => openableLayers(store.state),
    onFeature: (feature) => openPin(featureOfTile(feature)),
    onSpot: navigation.openNear,
  });
  mapView.onReady(() => document.documentElement.classList.add("is-ready"));
  pins.listen({ onOpen: openPin, onPoint: (pin) => store.change(set({ pointedPin: pin })) });
  addEventListener("online", viewport.retry);
  addEventListener("keydown", (event) => event.key === "Escape" && journeys.leave());
  if (store.state.library.status === "failed") setTimeout(refresh, LIBRARY_RETRY_MS);

  movement = createMovement({
    store, mapView, pins, viewport, marks,
    onRest(shown) {
      navigation.mapMoved();
      grid.rest(shown);
    },
  });
  mapView.onMove(movement.moved);
  movement.moved(true);
  movement.rest();
  live.begin(refresh);
  navigation.restore();
}
