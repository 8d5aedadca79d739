/** @module */

import { byId, isNarrow } from "../ui/dom.js";
import { watchPulls } from "./pull.js";

/**
 * Pulling a list down from its top refreshes the page. It begins after the choice of photos, which takes a finger that
 * has held one.
 *
 * @type {import("../features.js").Feature<"pull">}
 */
export const feature = {
  name: "pull",
  withoutMap: true,

  /** @returns {import("../features.js").Service<"pull">} */
  start(page) {
    /** @type {import("./pull.js").Pullable[]} */
    const lists = [{ element: byId("panel"), isRaised: () => page.panel.isRaised() }];
    if (page.mapView) lists.push({ element: byId("grid"), isRaised: () => !isNarrow() || page.grid.isFull() });
    // The list of all photos, where there is no map.
    else lists.push({ element: byId("map"), isRaised: () => true });
    return { begin: () => watchPulls(lists, page.controls.renew) };
  },
};
