/**
 * Moves between what can be open, and keeps the address bar and the Back button in step with it.
 * @module
 */

import { sameFilters } from "./filters.js";
import { sameLook } from "./layers/look.js";
import { formatRoute, parseRoute } from "./route.js";
import { emptyList, emptyUnplaced, knownPhoto, set } from "./state.js";

const NOTHING_OPEN = { photo: null, cluster: null, near: null, full: false, unplaced: null };

/** Browsers refuse to write the address more often than some two hundred times in a minute. */
const ADDRESS_MS = 400;

/**
 * @typedef {import("./route.js").Route} Route
 * @typedef {import("./state.js").ListSubject} ListSubject
 *
 * @param {object} options
 * @param {import("./state.js").Store} options.store
 * @param {() => import("./route.js").MapView | null} options.position where the map is
 * @param {(view: import("./route.js").MapView) => void} options.onMap the address asks for another view
 * @param {(subject: ListSubject) => void} options.loadList
 * @param {(id: number) => void} options.loadPhoto
 * @param {(reason: string) => void} options.loadUnplaced
 * @param {(date: string) => void} [options.loadDay]
 */
export function createNavigation({ store, position, onMap, loadList, loadPhoto, loadUnplaced, loadDay }) {
  let route = parseRoute(location.hash);
  let isClosing = false;
  /** What the filters were before a slider was taken that still moves. @type {import("./filters.js").Filters | null} */
  let filtersBefore = null;
  let addressTimer = 0;
  let addressWritten = -Infinity;
  /** Whether the address said where the map is, before the map itself did. */
  let isPlaced = route.map !== null;
  // Before the map asks for anything.
  takeFilters();
  takeLook();

  addEventListener("popstate", (event) => {
    const next = isClosing ? nothingOpen(route) : parseRoute(location.hash);
    isClosing = false;
    isPlaced = next.map !== null;
    clearTimeout(addressTimer);
    filtersBefore = null;
    const isOurs = event.state?.geoindex === true;
    // Going back closes what is open and leaves the map where the user has moved it since.
    if (!isOurs && next.map) onMap(next.map);
    route = next;
    show({});
    write("replace");
  });

  /** How many steps back in the history closing what is open may undo. */
  function depth() {
    return history.state?.depth ?? 0;
  }

  function write(how, steps = depth() + (how === "push" ? 1 : 0)) {
    route = { ...route, map: position() ?? route.map };
    const address = formatRoute(route) || location.pathname + location.search;
    addressWritten = performance.now();
    const entry = { geoindex: true, depth: steps };
    if (how === "push") history.pushState(entry, "", address);
    else history.replaceState(entry, "", address);
  }

  function takeFilters() {
    const filters = sameFilters(store.state.filters, route.filters);
    if (filters !== store.state.filters) store.change(set({ filters }));
  }

  function takeLook() {
    const look = sameLook(store.state.look, route.look);
    if (look !== store.state.look) store.change(set({ look }));
  }

  /** An address that says where the map is keeps it there; a day that is asked for is gone to. */
  function takeDay(fits = !isPlaced) {
    const { day } = route;
    if ((store.state.day?.date ?? null) === day) return;
    store.change(set({ day: day === null ? null : { date: day, status: "loading", photos: [], problem: "", fits } }));
    if (day !== null) loadDay?.(day);
  }

  function show({ span = "", total = null }) {
    const { list, photo, order } = store.state;
    takeFilters();
    if (order !== route.order) store.change(set({ order: route.order }));
    takeLook();
    takeDay();
    const subject = sameSubject(list?.subject, subjectOf(route));
    if ((list?.subject ?? null) !== subject) {
      store.change(set({ list: subject && emptyList(subject, span, total), pointedAt: null }));
      if (subject) loadList(subject);
    }
    if ((store.state.unplaced?.reason ?? null) !== route.unplaced) {
      const reason = route.unplaced;
      store.change(set({ unplaced: reason && emptyUnplaced(reason) }));
      if (reason) loadUnplaced(reason);
    }
    if ((photo?.id ?? null) !== route.photo) {
      const id = route.photo;
      const feature = id === null ? null : knownPhoto(store.state, id);
      store.change(set({ photo: id === null ? null : { id, feature, problem: "" } }));
      // Of a file that is not on the map only its list tells.
      if (id !== null && !feature && route.unplaced === null) loadPhoto(id);
    }
    if (store.state.viewer !== route.full) store.change(set({ viewer: route.full }));
  }

  /**
   * Narrows what is shown. The history keeps one step for each filter, not one for each move of a slider.
   *
   * @param {Partial<import("./filters.js").Filters>} changes
   * @param {{isMoving?: boolean}} [how]
   */
  function filter(changes, { isMoving = false } = {}) {
    const filters = sameFilters(route.filters, { ...route.filters, ...changes });
    if (isMoving) return filterOnTheMove(filters);
    clearTimeout(addressTimer);
    const before = filtersBefore ?? route.filters;
    filtersBefore = null;
    if (filters !== route.filters || before !== route.filters) {
      // The step that is left says what it said before the slider was taken.
      route = { ...route, filters: before };
      write("replace");
    }
    route = { ...route, filters: sameFilters(before, filters) };
    if (route.filters !== before) write("push", 0);
    show({});
  }

  /** The map follows at once; the address, which browsers let be written a few times a second, in its time. */
  function filterOnTheMove(filters) {
    filtersBefore ??= route.filters;
    if (filters === route.filters) return;
    route = { ...route, filters };
    takeFilters();
    if (performance.now() - addressWritten > ADDRESS_MS) write("replace");
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => write("replace"), ADDRESS_MS);
  }

  function go(changes, how, hints = {}) {
    if (filtersBefore) filter({});
    route = { ...route, ...changes };
    write(how);
    show(hints);
  }

  return {
    /** Opens what the address names. */
    restore() {
      show({});
    },

    /** The map came to rest. */
    mapMoved: () => write("replace"),

    /** @param {number} id */
    openPhoto(id) {
      if (id === route.photo) return;
      go({ photo: id }, route.photo === null ? "push" : "replace");
    },

    /** Opens a photo of the map, which belongs to no list. @param {number} id */
    openPin(id) {
      go({ ...NOTHING_OPEN, photo: id }, isOpen() ? "replace" : "push");
    },

    /** @param {string} cluster @param {{span: string, total: number}} hints */
    openCluster: (cluster, hints) =>
      go({ ...NOTHING_OPEN, cluster }, isOpen() ? "replace" : "push", hints),

    /** @param {import("./route.js").Spot} near */
    openNear: (near) => go({ ...NOTHING_OPEN, near }, isOpen() ? "replace" : "push"),

    /** From a photo back to the list it was opened from. */
    backToList: () => stepBack({ photo: null, full: false }),

    /** Lets the open photo fill the window, or the photo that is named. @param {number} [id] */
    openViewer(id = route.photo) {
      if (id !== null && !route.full) go({ photo: id, full: true }, "push");
    },

    filter,

    /** @param {"time" | "distance"} order of the grid */
    sort: (order) => go({ order }, "replace"),

    /** Shows the photos in another way. @param {Partial<import("./layers/look.js").Look>} changes */
    look(changes) {
      const look = sameLook(route.look, { ...route.look, ...changes });
      if (look === route.look) return;
      route = { ...route, look };
      write("push", 0);
      show({});
    },

    closeViewer: () => stepBack({ full: false, photo: route.unplaced === null ? route.photo : null }),

    /** Lists the files that are not on the map. @param {string} reason one of the server's, or `all` */
    openUnplaced(reason) {
      const how = route.unplaced === null ? "push" : "replace";
      go({ ...NOTHING_OPEN, unplaced: reason }, how);
    },

    closeUnplaced: () => stepBack({ unplaced: null, photo: null, full: false }),

    /** Joins a day's photos by a line, or takes the line away. @param {string | null} day */
    showDay(day) {
      if (day === route.day) return;
      route = { ...route, day };
      takeDay(true);
      write("push", 0);
    },

    /** Closes all that is open, and takes back the steps in the history that opening it made. */
    closeAll() {
      if (!isOpen()) return;
      const steps = depth();
      if (steps === 0) return go(nothingOpen(route), "replace");
      isClosing = true;
      route = nothingOpen(route);
      show({});
      history.go(-steps);
    },
  };

  /** Undoes the step in the history that opened something, or says what is open without it. */
  function stepBack(changes) {
    if (depth() > 0) history.back();
    else go(changes, "replace");
  }

  function isOpen() {
    return route.photo !== null || subjectOf(route) !== null;
  }
}

/** @typedef {ReturnType<typeof createNavigation>} Navigation */

/** The same place with nothing open. @param {Route} route @returns {Route} */
function nothingOpen(route) {
  return { ...route, ...NOTHING_OPEN };
}

/** @param {Route} route @returns {ListSubject | null} */
function subjectOf({ cluster, near, filters }) {
  if (cluster !== null) return { type: "cluster", cluster, filters };
  return near && { type: "near", spot: near, filters };
}

/** Keeps the old subject when the new one says the same, so that nothing is loaded twice. */
function sameSubject(old, fresh) {
  return old && fresh && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
