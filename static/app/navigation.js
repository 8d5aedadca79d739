/**
 * Moves between what can be open, and keeps the address bar and the Back button in step with it.
 * @module
 */

import { sameFilters } from "./filters/filters.js";
import { sameLook } from "./layers/look.js";
import { formatRoute, parseRoute } from "./route.js";
import { emptyList, emptyUnplaced, knownPhoto, set } from "./state.js";

const NOTHING_OPEN = { photo: null, cluster: null, near: null, full: false, unplaced: null };

/**
 * The address follows a slider, or time that is played, once that has rested for so long: browsers refuse to write
 * the address more often than some two hundred times in a minute, and may fetch the page's icon anew each time.
 */
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
  /** Runs once a step back in the history has been made. @type {() => void} */
  let afterBack = () => {};
  /** Steps in the history between which the map was taken elsewhere have different numbers. */
  let journey = history.state?.journey ?? 0;
  /** What the filters were before a slider was taken that still moves. @type {import("./filters/filters.js").Filters | null} */
  let filtersBefore = null;
  let addressTimer = 0;
  /** Whether the address said where the map is, before the map itself did. */
  let isPlaced = route.map !== null;
  // Before the map asks for anything.
  takeFilters();
  takeLook();

  addEventListener("popstate", (event) => {
    const isOurs = event.state?.geoindex === true;
    // An address that the reader entered is meant as it is.
    const entered = parseRoute(location.hash);
    const next = isClosing ? nothingOpen(route) : isOurs ? keepSeenLast(entered, route) : entered;
    isClosing = false;
    isPlaced = next.map !== null;
    clearTimeout(addressTimer);
    filtersBefore = null;
    const before = journey;
    journey = isOurs ? event.state.journey ?? 0 : journey + 1;
    // A step that took the map elsewhere is undone with it. All others leave the map where the reader has moved it since.
    if (next.map && journey !== before) onMap(next.map);
    route = next;
    show({});
    write("replace");
    const then = afterBack;
    afterBack = () => {};
    then();
  });

  /** How many steps back in the history closing what is open may undo. */
  function depth() {
    return history.state?.depth ?? 0;
  }

  function write(how, steps = depth() + (how === "push" ? 1 : 0)) {
    route = { ...route, map: position() ?? route.map };
    const address = formatRoute(route) || location.pathname + location.search;
    const entry = { geoindex: true, depth: steps, journey };
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
   * @param {Partial<import("./filters/filters.js").Filters>} changes
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

    /**
     * Takes the map elsewhere, and opens what is there. Back then returns to the view that is left.
     *
     * @param {() => boolean} move returns whether the map has far to go
     * @param {{near?: import("./route.js").Spot}} [opened]
     */
    leap(move, opened) {
      if (filtersBefore) filter({});
      write("replace");
      const changes = opened ? { ...NOTHING_OPEN, ...opened } : {};
      if (!move()) return void (opened && go(changes, isOpen() ? "replace" : "push"));
      journey += 1;
      route = { ...route, ...changes };
      write("push", 0);
      show({});
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

    /** @param {import("./ui/order-choice.js").Order} order which photos come first */
    sort: (order) => go({ order }, "replace", { span: store.state.list?.span, total: store.state.list?.total }),

    /** Shows the photos in another way. @param {Partial<import("./layers/look.js").Look>} changes */
    look(changes) {
      const look = sameLook(route.look, { ...route.look, ...changes });
      if (look === route.look) return;
      route = { ...route, look };
      write("push", 0);
      show({});
    },

    /** @param {() => void} [then] runs once it is closed, which going back in the history takes a while for */
    closeViewer: (then) => stepBack({ full: false, photo: route.unplaced === null ? route.photo : null }, then),

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
      // The map goes there.
      if (day !== null) journey += 1;
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
  function stepBack(changes, then = () => {}) {
    if (depth() > 0) {
      afterBack = then;
      return history.back();
    }
    go(changes, "replace");
    then();
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

/** Leaving the viewer keeps the photo that was shown there last. @param {Route} next @param {Route} left @returns {Route} */
function keepSeenLast(next, left) {
  const isViewerLeft = left.full && !next.full && left.photo !== null && next.photo !== null;
  return isViewerLeft ? { ...next, photo: left.photo } : next;
}

/** @param {Route} route @returns {ListSubject | null} */
function subjectOf({ cluster, near, filters, order }) {
  if (cluster !== null) return { type: "cluster", cluster, filters, order: order === "oldest" ? "oldest" : "newest" };
  return near && { type: "near", spot: near, filters };
}

/** Keeps the old subject when the new one says the same, so that nothing is loaded twice. */
function sameSubject(old, fresh) {
  return old && fresh && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
