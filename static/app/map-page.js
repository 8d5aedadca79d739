/**
 * The page with a map: wires the map, its pins and marks, the panel and the address bar together.
 * @module
 */

import { NO_FILTERS } from "./filters.js";
import { formatSpan } from "./format.js";
import { createFiltersPanel } from "./filters-panel/filters-panel.js";
import { createNoMatch } from "./filters-panel/no-match.js";
import { createFullViews } from "./full-views.js";
import { createGrid } from "./grid/grid.js";
import { startList } from "./list-page.js";
import { dayText } from "./layers/day.js";
import { createDayLoader } from "./layers/day-loader.js";
import { createLayers, openableLayers } from "./layers/layers.js";
import { featureOfTile } from "./layers/photo-layers.js";
import { createChooser } from "./layers/chooser.js";
import { basemapStyle } from "./map/basemap-style.js";
import { createMapView } from "./map/map-view.js";
import { mapStyle } from "./map/map-style.js";
import { createMarks } from "./map/marks.js";
import { whereAmI, zoomForAccuracy } from "./map/near-me.js";
import { createPinLayer } from "./map/pin-layer.js";
import { createViewportLoader } from "./map/viewport-loader.js";
import { spotOf } from "./map/viewport.js";
import { createNavigation } from "./navigation.js";
import { createPanel } from "./panel/panel.js";
import { parseRoute } from "./route.js";
import { createSearchBox } from "./search/search-box.js";
import { knownPhoto, set } from "./state.js";
import { createTimeBar } from "./time/time-bar.js";
import { createControls, showAttribution } from "./ui/chrome.js";
import { createMapChip } from "./ui/map-chip.js";
import { byId, isNarrow } from "./ui/dom.js";
import { hideNotice, showEmpty } from "./ui/notice.js";
import { createTimeBarRoom } from "./ui/time-bar-room.js";
import { createToast } from "./ui/toast.js";

/** A cluster whose photos are no farther apart than this when zoomed in fully opens as a list. */
const SEPARABLE_PX = 48;
const NEAR_ZOOM = 15;
const MASTHEAD = 68;
const LIBRARY_RETRY_MS = 3000;

/**
 * @typedef {object} Parts
 * @property {import("./state.js").Store} store
 * @property {import("./api.js").Api} api
 * @property {ReturnType<typeof import("./library.js").createLibrary>} library
 * @property {ReturnType<typeof import("./loaders.js").createLoaders>
 *   & {unplaced: ReturnType<typeof import("./unplaced/unplaced-loader.js").createUnplacedLoader>}} loaders
 * @property {import("./live.js").Live} live
 * @property {ReturnType<typeof import("./ui/theme.js").createTheme>} theme
 *
 * @param {Parts} parts
 */
export async function startMap(parts) {
  const { store, api, library, loaders, live, theme } = parts;
  const { map: at, look: firstLook, filters: firstFilters } = parseRoute(location.hash);
  // The first style is made of them.
  store.change(set({ look: firstLook, filters: firstFilters }));
  let [basemap] = await Promise.all([api.basemap(), library.load()]);
  showAttribution(basemap);

  const style = () => {
    const { theme, look, filters, day } = store.state;
    return mapStyle({ theme, look, filters, hasDay: day !== null, base: document.baseURI, basemap });
  };
  let panel = null;
  let isReady = false;
  /** @type {import("./map/map-view.js").MapViewControl} */
  let mapView;
  // Before the map, which takes the room that is left.
  const grid = createGrid({
    store, api,
    actions: {
      openPhoto(id) {
        isFromGrid = true;
        navigation.openPhoto(id);
      },
      point: (id) => store.change(set({ pointedAt: id })),
      sort: (order) => navigation.sort(order),
      showAll: fitAll,
      clearFilters: () => navigation.filter(NO_FILTERS),
      moved: () => isReady && moved(true),
    },
  });
  const timeBar = createTimeBar({ store, api, filter: (changes, how) => navigation.filter(changes, how) });
  function insets() {
    const { right, bottom } = panel?.insets() ?? { right: 0, bottom: 0 };
    return { top: MASTHEAD, left: 0, right, bottom: Math.max(bottom, grid.covered()) + (isNarrow() ? timeBarRoom.height() : 0) };
  }
  const container = byId("map");
  const timeBarRoom = createTimeBarRoom(() => isReady && moved(true));
  try {
    mapView = createMapView({ container, style: style(), at, around: library.extent, isGlobe: () => store.state.look.globe, insets });
  } catch {
    container.replaceChildren();
    grid.remove();
    timeBar.remove();
    return startList(parts);
  }
  const marks = createMarks(mapView);
  const pins = createPinLayer({ mapView, thumbnailURL: api.thumbnailURL, onOpen: openPin, onPoint: (pin) => store.change(set({ pointedPin: pin })) });
  const viewport = createViewportLoader({
    ask: api.clusters,
    onAnswer: ({ features }) => store.change(set({ pins: features, trouble: null })),
    onError: (error) => store.change(set({ trouble: { message: error.message } })),
    onBusy: (busy) => store.change((state) => (state.busy === busy ? state : { ...state, busy })),
  });
  const navigation = createNavigation({
    store,
    position: mapView.position,
    onMap: mapView.jumpTo,
    loadList: loaders.list,
    loadPhoto: loaders.photo,
    loadDay: createDayLoader(store, api).load,
    loadUnplaced: loaders.unplaced.open,
  });

  panel = createPanel({
    store, api,
    neighbour: grid.neighbour,
    isTall: grid.isFull,
    actions: {
      openPhoto: navigation.openPhoto,
      openViewer: () => navigation.openViewer(),
      reloadPhoto: loaders.photo,
      backToList: navigation.backToList,
      close: navigation.closeAll,
      more: loaders.more,
      showOnMap,
      listNear,
      showDay: navigation.showDay,
      point: (id) => store.change(set({ pointedAt: id })),
    },
    onClosed() {
      const isShown = isFromGrid && lastPhoto !== null && grid.focusPhoto(lastPhoto);
      isFromGrid = false;
      if (isShown) return;
      if (openedFrom?.isConnected) openedFrom.focus({ preventScroll: true });
      else mapView.focus();
    },
  });
  /** Whether what is open was chosen in the grid, and which photo was open last: the focus goes back there. */
  let isFromGrid = false;
  /** @type {number | null} */
  let lastPhoto = null;
  const filtersPanel = createFiltersPanel({ store, api, filter: navigation.filter });
  const fit = (box) => mapView.fit(box, { maxZoom: 12 });
  container.after(createNoMatch({ store, api, filter: navigation.filter, fit }).element);

  /** @type {HTMLElement | null} */
  let openedFrom = null;

  const fullViews = createFullViews({
    parts, navigation, showOnMap, listNear,
    mapStyle: () => basemapStyle({ theme: "dark", base: document.baseURI, basemap }),
    onViewerClosed: panel.focusPicture,
  });

  function showOnMap(feature) {
    mapView.flyTo(spotOf(feature), Math.max(NEAR_ZOOM, mapView.position().zoom));
  }

  function listNear(feature) {
    navigation.openNear(spotOf(feature));
  }

  function openPin(feature) {
    isFromGrid = false;
    openedFrom = /** @type {HTMLElement} */ (document.activeElement);
    const { properties, id } = feature;
    if (!properties.cluster) {
      navigation.openPin(id);
    } else if (mapView.isNearest() || mapView.largestExtent(properties.bbox) < SEPARABLE_PX) {
      const span = formatSpan(properties.takenFrom, properties.takenTo);
      navigation.openCluster(String(properties.cluster_id), { span, total: properties.point_count });
    } else {
      mapView.fit(properties.bbox, { minZoom: mapView.position().zoom + 1 });
    }
  }

  function leave() {
    const { list, photo, day } = store.state;
    if (list && photo) navigation.backToList();
    else if (list || photo) navigation.closeAll();
    else if (day) navigation.showDay(null);
  }

  /** Flies to a spot, marks it, and lists what is near. */
  function land(spot, zoom) {
    mapView.flyTo(spot, zoom);
    navigation.openNear(spot);
  }

  async function nearMe() {
    store.change(set({ hint: null }));
    try {
      const { spot, accuracy } = await whereAmI();
      land(spot, zoomForAccuracy(accuracy));
    } catch (error) {
      store.change(set({ hint: error.message }));
    }
  }

  function moved(settled) {
    pins.place();
    marks.place();
    const view = mapView.view();
    store.change(set({ view, moving: !settled }));
    viewport.moveTo(view, settled);
    if (!settled) return;
    pins.settle();
    navigation.mapMoved();
    const shown = mapView.shown();
    store.change(set({ shown }));
    grid.rest(shown);
  }

  async function fitAll() {
    const box = await library.box();
    if (box) fit(box);
  }

  async function loadLibrary() {
    const hadPhotos = library.extent !== null;
    if (!(await library.load())) return void setTimeout(loadLibrary, LIBRARY_RETRY_MS);
    if (!basemap) await loadBasemap();
    if (!hadPhotos && library.extent) mapView.fit(library.extent, { maxZoom: 12 });
    viewport.refresh();
    grid.refresh();
    timeBar.refresh();
    filtersPanel.refresh();
    loaders.unplaced.count();
  }

  async function loadBasemap() {
    basemap = await api.basemap();
    showAttribution(basemap);
    mapView.setStyle(style());
  }

  store.watch((state) => state.filters, viewport.filter);
  createLayers({ store, mapView, pins, style, container });
  store.watch((state) => state.trouble !== null, (hasTrouble) => hasTrouble || mapView.reloadTiles());
  store.watch((state) => state.pointedAt, (id) => {
    const feature = id === null ? null : knownPhoto(store.state, id) ?? grid.photo(id);
    marks.point(feature);
    pins.point(feature);
  });
  store.watch((state) => state.busy || state.moving, (busy) => container.setAttribute("aria-busy", String(busy)));
  store.watch((state) => state.list, showSpot);
  store.watch((state) => state.photo, showSpot);
  store.watch((state) => state.photo?.id ?? null, (id) => (lastPhoto = id ?? lastPhoto));
  store.watch((state) => state.photo?.feature ?? null, showPhoto);
  store.watch((state) => state.viewer, showPhoto);
  store.watch((state) => state.library, ({ status, total }) => {
    if (status === "ready" && total === 0) showEmpty(loadLibrary, () => navigation.openUnplaced("all"));
    else hideNotice();
  });

  function showSpot() {
    const { list, photo } = store.state;
    const spot = list?.subject.type === "near" ? list.subject.spot : null;
    marks.showSpot(spot, list?.photos ?? []);
    if (spot && !photo) mapView.reveal(spot);
  }

  function showPhoto() {
    // Nobody sees the map behind the viewer, so it does not follow each step there.
    if (store.state.viewer) return;
    const photo = store.state.photo?.feature;
    const feature = photo?.geometry ? photo : null;
    marks.showPhoto(feature);
    pins.select(feature?.id ?? null);
    if (feature) mapView.reveal(spotOf(feature));
  }

  createToast({ store, onRetry: () => (store.state.library.status === "failed" ? loadLibrary() : viewport.retry()) });
  createControls({
    zoomIn: () => mapView.zoomBy(1),
    zoomOut: () => mapView.zoomBy(-1),
    fitAll,
    nearMe,
    more: [createChooser({ store, onLook: navigation.look })],
    refresh: () => {
      loadLibrary();
      live.startScan();
    },
    showKeys: fullViews.showKeys,
  }, theme);
  createSearchBox({
    centre: mapView.position,
    loadPlaces: async () => (basemap?.places ? api.places(basemap.places) : null),
    onChoose: ({ kind, spot, zoom }) => (kind === "spot" ? land(spot, zoom) : mapView.flyTo(spot, zoom)),
    onLeave: mapView.focus,
  });
  const hint = createMapChip({ name: "hint", sign: "alert", closeLabel: "Close the message", onClose: () => store.change(set({ hint: null })) });
  store.watch((state) => state.hint, hint.show);
  const dayChip = createMapChip({ name: "day", sign: "way", closeLabel: "Hide the day’s line", onClose: () => navigation.showDay(null) });
  store.watch((state) => state.day, (day) => dayChip.show(day && dayText(day)));

  mapView.onMove(moved);
  mapView.onGesture({
    layers: () => openableLayers(store.state),
    onFeature: (feature) => openPin(featureOfTile(feature)),
    onSpot: navigation.openNear,
  });
  mapView.onReady(() => document.documentElement.classList.add("is-ready"));
  addEventListener("online", viewport.retry);
  addEventListener("keydown", (event) => event.key === "Escape" && leave());
  if (store.state.library.status === "failed") setTimeout(loadLibrary, LIBRARY_RETRY_MS);
  isReady = true;
  moved(true);
  live.begin(loadLibrary);
  navigation.restore();
}
