/**
 * The page where no map can be drawn: every photo as a list, and each photo's own panel.
 * @module
 */

import { createFullViews } from "../full-views.js";
import { createNavigation } from "../navigation.js";
import { createListPane } from "../panel/list-pane.js";
import { createPanel } from "../panel/panel.js";
import { byId } from "../ui/dom.js";
import { spotOf } from "../core/viewport.js";
import { showEmpty, showNoMap } from "../ui/notice.js";
import { createToast } from "../library/toast.js";

const PAGE = 60;

/** @param {import("../map-page.js").Parts} parts */
export async function startList(parts) {
  const { store, api, library, loaders, live } = parts;
  createToast({ store, onRetry: () => location.reload() });
  if (store.state.library.status === "failed" && !(await library.load())) return;
  if (store.state.library.total === 0) {
    await loaders.unplaced.count();
    return showEmpty({ scanCommand: store.state.scanCommand, onCheck: () => location.reload() });
  }
  showNoMap();
  live.begin(library.load);

  const navigation = createNavigation({
    store,
    position: () => null,
    onMap: () => {},
    loadList: loaders.list,
    loadPhoto: loaders.photo,
    loadUnplaced: loaders.unplaced.open,
  });
  const actions = {
    openPhoto: navigation.openPhoto,
    openViewer: () => navigation.openViewer(),
    reloadPhoto: loaders.photo,
    backToList: navigation.backToList,
    close: navigation.closeAll,
    more: loaders.more,
    listNear: (feature) => navigation.openNear(spotOf(feature)),
    point: () => {},
    sort: navigation.sort,
  };
  const panel = createPanel({
    store, api, actions, neighbour: async () => null, isTall: () => false, onClosed: () => all.focus(),
  });
  const all = createListPane({ api, actions: { ...actions, openPhoto: navigation.openPin, more } });
  byId("map").append(all.element);
  createFullViews({ parts, navigation, listNear: actions.listNear, mapStyle: () => null, onViewerClosed: panel.focusPicture });
  addEventListener("keydown", (event) => event.key === "Escape" && navigation.closeAll());

  const { filters } = store.state;
  let photos = [];
  let next = null;
  let subject = null;
  let isLoading = false;

  function begin(order) {
    photos = [];
    subject = { type: "cluster", cluster: "", filters, order: order === "oldest" ? "oldest" : "newest" };
    next = (signal) => api.items(subject.order, PAGE, filters, signal);
    isLoading = false;
    return more();
  }

  async function more() {
    if (isLoading || !next) return;
    const mine = subject;
    isLoading = true;
    show("loading");
    try {
      const answer = await next();
      if (subject !== mine) return;
      photos = [...photos, ...answer.features];
      next = api.after(answer);
      isLoading = false;
      show("ready");
    } catch (error) {
      if (subject !== mine) return;
      isLoading = false;
      show("failed", error.message);
    }
  }

  function show(status, problem = "") {
    const { total } = store.state.library;
    all.show({ subject, status, photos, total, more: next !== null, span: "", problem });
  }

  navigation.restore();
  store.watch((state) => state.order, begin);
}
