/**
 * Moves between what can be open, and keeps the address bar and the Back button in step with it.
 * @module
 */

import { NOWHERE, formatRoute, parseRoute } from "./route.js";
import { emptyList, knownPhoto, set } from "./state.js";

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
 */
export function createNavigation({ store, position, onMap, loadList, loadPhoto }) {
  let route = parseRoute(location.hash);
  let isClosing = false;

  addEventListener("popstate", (event) => {
    const next = isClosing ? NOWHERE : parseRoute(location.hash);
    isClosing = false;
    const isOurs = event.state?.geoindex === true;
    // Going back closes what is open and leaves the map where the user has moved it since.
    if (!isOurs && next.map) onMap(next.map);
    route = next;
    show({});
    write("replace");
  });

  /** How many steps back in the history are ours to undo. */
  function depth() {
    return history.state?.depth ?? 0;
  }

  function write(how) {
    route = { ...route, map: position() ?? route.map };
    const address = formatRoute(route) || location.pathname + location.search;
    if (how === "push") history.pushState({ geoindex: true, depth: depth() + 1 }, "", address);
    else history.replaceState({ geoindex: true, depth: depth() }, "", address);
  }

  function show({ span = "", total = null }) {
    const { list, photo } = store.state;
    const subject = sameSubject(list?.subject, subjectOf(route));
    if ((list?.subject ?? null) !== subject) {
      store.change(set({ list: subject && emptyList(subject, span, total), pointedAt: null }));
      if (subject) loadList(subject);
    }
    if ((photo?.id ?? null) !== route.photo) {
      const id = route.photo;
      const feature = id === null ? null : knownPhoto(store.state, id);
      store.change(set({ photo: id === null ? null : { id, feature, problem: "" } }));
      if (id !== null && !feature) loadPhoto(id);
    }
  }

  function go(changes, how, hints = {}) {
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
      go({ photo: id, cluster: null, near: null }, isOpen() ? "replace" : "push");
    },

    /** @param {string} cluster @param {{span: string, total: number}} hints */
    openCluster: (cluster, hints) =>
      go({ cluster, near: null, photo: null }, isOpen() ? "replace" : "push", hints),

    /** @param {import("./route.js").Spot} near */
    openNear: (near) => go({ near, cluster: null, photo: null }, isOpen() ? "replace" : "push"),

    /** From a photo back to the list it was opened from. */
    backToList() {
      if (depth() > 0) history.back();
      else go({ photo: null }, "replace");
    },

    /** Closes all that is open, and takes back the steps in the history that opening it made. */
    closeAll() {
      if (!isOpen()) return;
      const steps = depth();
      if (steps === 0) return go({ ...NOWHERE }, "replace");
      isClosing = true;
      route = { ...NOWHERE, map: route.map };
      show({});
      history.go(-steps);
    },
  };

  function isOpen() {
    return route.photo !== null || subjectOf(route) !== null;
  }
}

/** @typedef {ReturnType<typeof createNavigation>} Navigation */

/** @param {Route} route @returns {ListSubject | null} */
function subjectOf({ cluster, near }) {
  if (cluster !== null) return { type: "cluster", cluster };
  return near && { type: "near", spot: near };
}

/** Keeps the old subject when the new one says the same, so that nothing is loaded twice. */
function sameSubject(old, fresh) {
  return old && fresh && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
