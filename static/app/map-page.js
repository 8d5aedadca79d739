/**
 * The page with a map: wires the map, its pins and marks, the panel and the address bar together.
 * @module
 */

import { formatSpan } from "./format.js";
import { basemapStyle } from "./map/basemap-style.js";
import { createMapView } from "./map/map-view.js";
import { createMarks } from "./map/marks.js";
import { createPinLayer } from "./map/pin-layer.js";
import { createViewportLoader } from "./map/viewport-loader.js";
import { spotOf } from "./map/viewport.js";
import { createNavigation } from "./navigation.js";
import { createPanel } from "./panel/panel.js";
import { parseRoute } from "./route.js";
import { knownPhoto, set } from "./state.js";
import { createControls, showAttribution } from "./ui/chrome.js";
import { byId } from "./ui/dom.js";
import { hideNotice, showEmpty } from "./ui/notice.js";
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
 * @property {ReturnType<typeof import("./loaders.js").createLoaders>} loaders
 * @property {ReturnType<typeof import("./ui/theme.js").createTheme>} theme
 *
 * @param {Parts} parts
 */
export async function startMap({ store, api, library, loaders, theme }) {
  const at = parseRoute(location.hash).map;
  let [basemap] = await Promise.all([api.basemap(), library.load()]);
  showAttribution(basemap);

  const style = () => basemapStyle({ theme: store.state.theme, base: document.baseURI, basemap });
  let panel = null;
  const mapView = createMapView({
    container: byId("map"), style: style(), at, around: library.extent,
    insets: () => ({ top: MASTHEAD, left: 0, ...(panel?.insets() ?? { right: 0, bottom: 0 }) }),
  });
  const marks = createMarks(mapView);
  const pins = createPinLayer({ mapView, thumbnailURL: api.thumbnailURL, onOpen: openPin });
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
  });

  panel = createPanel({
    store, api,
    actions: {
      openPhoto: navigation.openPhoto,
      backToList: navigation.backToList,
      close: navigation.closeAll,
      more: loaders.more,
      showOnMap: (feature) => mapView.flyTo(spotOf(feature), Math.max(NEAR_ZOOM, mapView.position().zoom)),
      listNear: (feature) => navigation.openNear(spotOf(feature)),
      point: (id) => store.change(set({ pointedAt: id })),
    },
    onClosed: () => (openedFrom?.isConnected ? openedFrom.focus({ preventScroll: true }) : mapView.focus()),
  });
  /** @type {HTMLElement | null} */
  let openedFrom = null;

  function openPin(feature) {
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
    const { list, photo } = store.state;
    if (list && photo) navigation.backToList();
    else navigation.closeAll();
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
  }

  async function loadLibrary() {
    const hadPhotos = library.extent !== null;
    if (!(await library.load())) return void setTimeout(loadLibrary, LIBRARY_RETRY_MS);
    if (!basemap) await loadBasemap();
    if (!hadPhotos && library.extent) mapView.fit(library.extent, { maxZoom: 12 });
    viewport.refresh();
  }

  async function loadBasemap() {
    basemap = await api.basemap();
    showAttribution(basemap);
    mapView.setStyle(style());
  }

  store.watch((state) => state.pins, pins.update);
  let drawnTheme = store.state.theme;
  store.watch((state) => state.theme, (next) => {
    if (next !== drawnTheme) mapView.setStyle(style());
    drawnTheme = next;
  });
  store.watch((state) => state.trouble !== null, (hasTrouble) => hasTrouble || mapView.reloadTiles());
  store.watch((state) => state.pointedAt, (id) => marks.point(id === null ? null : knownPhoto(store.state, id)));
  store.watch((state) => state.busy || state.moving, (busy) => byId("map").setAttribute("aria-busy", String(busy)));
  store.watch((state) => state.list, showSpot);
  store.watch((state) => state.photo, showSpot);
  store.watch((state) => state.photo?.feature ?? null, showPhoto);
  store.watch((state) => state.library, ({ status, total }) => {
    if (status === "ready" && total === 0) showEmpty(loadLibrary);
    else hideNotice();
  });

  function showSpot() {
    const { list, photo } = store.state;
    const spot = list?.subject.type === "near" ? list.subject.spot : null;
    marks.showSpot(spot, list?.photos ?? []);
    if (spot && !photo) mapView.reveal(spot);
  }

  function showPhoto(feature) {
    marks.showPhoto(feature);
    pins.select(feature?.id ?? null);
    if (feature) mapView.reveal(spotOf(feature));
  }

  createToast({ store, onRetry: () => (store.state.library.status === "failed" ? loadLibrary() : viewport.retry()) });
  createControls({
    zoomIn: () => mapView.zoomBy(1),
    zoomOut: () => mapView.zoomBy(-1),
    fitAll: () => library.extent && mapView.fit(library.extent, { maxZoom: 12 }),
  }, theme);
  mapView.onMove(moved);
  mapView.onClick(navigation.openNear);
  mapView.onReady(() => document.documentElement.classList.add("is-ready"));
  addEventListener("online", viewport.retry);
  addEventListener("keydown", (event) => event.key === "Escape" && leave());
  if (store.state.library.status === "failed") setTimeout(loadLibrary, LIBRARY_RETRY_MS);
  moved(true);
  navigation.restore();
}
