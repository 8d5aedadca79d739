/** @module */

import { mayNot, set } from "../core/store.js";
import { UNPLACED, emptyUnplaced } from "./unplaced-state.js";
import { createUnplacedLink } from "./unplaced-link.js";
import { createUnplacedLoader } from "./unplaced-loader.js";
import { UnplacedView } from "./unplaced-view.js";

/**
 * Why the listed files are not on the map: a reason, or `all`.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const UNPLACED_ADDRESS = {
  fields: { unplaced: null },
  isOpening: true,
  read(fields) {
    const reason = fields.get("unplaced");
    return { unplaced: reason && /^[a-z-]{1,40}$/.test(reason) ? reason : null };
  },
  write: ({ unplaced }) => (unplaced !== null ? [`unplaced=${unplaced}`] : []),
};

/**
 * @typedef {object} UnplacedService
 * @property {(reason: string) => void} open opens the list for one of the server's reasons, or for `all`
 * @property {(id: number) => void} focus
 * @property {() => void} reload reloads the list, because some of its files may be on the map now
 */

/**
 * The files that are not on the map.
 *
 * @type {import("../features.js").Feature<"unplaced">}
 */
export const feature = {
  name: "unplaced",
  state: [UNPLACED],
  address: [UNPLACED_ADDRESS],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"unplaced">} */
  start(page) {
    const { store, api, navigation } = page;
    const loader = createUnplacedLoader(store, api);
    const view = new UnplacedView({
      store, api,
      actions: {
        open,
        close: () => navigation.stepBack({ unplaced: null, photo: null, full: false }),
        more: loader.more,
        view: (id) => page.viewer.open(id),
        mayPlace: () => page.placing?.isAllowed() ?? false,
        place: (photos) => page.placing.aim(photos),
        plan: () => page.plan.open(),
        write: (photos) => page.words.editAll(photos, reload),
        drag: (event, photos) => page.placing.drag(event, photos),
      },
    });
    createUnplacedLink(store, () => open("all"));
    loader.count();

    /** @param {string} reason one of the server's, or `all` */
    function open(reason) {
      navigation.open({ unplaced: reason }, {}, store.state.unplaced ? "replace" : "push");
    }

    function reload() {
      const { reason } = store.state.unplaced;
      store.change(set({ unplaced: emptyUnplaced(reason) }));
      loader.open(reason);
    }

    return {
      open,
      focus: (id) => view.focus(id),
      reload,

      refresh() {
        loader.count();
        if (store.state.unplaced?.status === "failed") loader.more();
      },

      follow({ unplaced: reason }) {
        if ((store.state.unplaced?.reason ?? null) === reason || (reason && mayNot(store.state, "report"))) return;
        store.change(set({ unplaced: reason && emptyUnplaced(reason) }));
        if (!reason) return;
        loader.open(reason);
        page.placing?.prepare();
      },
    };
  },
};
