/**
 * The address `near=me`, which a shortcut of the installed page opens. The browser asks for the position after a press of
 * a button only, unless the reader has allowed it before.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { createMapChip } from "../ui/map-chip.js";

/**
 * It asks once, so it is never written.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const NEAR_ME_ADDRESS = {
  fields: { nearMe: false },
  read: (fields) => ({ nearMe: fields.get("near") === "me" }),
  write: () => [],
};

/**
 * @param {import("../features.js").Page} page
 * @param {() => void} go lists the photos near the reader
 */
export function createNearMeOffer(page, go) {
  const chip = createMapChip({ name: "near-me", sign: "locate", closeLabel: TEXTS.closeSuggestion, onClose: () => chip.show(null) });

  function accept() {
    chip.show(null);
    go();
  }

  async function offer() {
    page.navigation.go({ nearMe: false }, "replace");
    const permission = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
    if (permission?.state === "granted") return go();
    chip.offer(TEXTS.nearMeOffer, [{ label: TEXTS.photosNearMe, run: accept }]);
  }

  /** @param {import("../features.js").Route} route */
  return ({ nearMe }) => {
    // The address is still being followed.
    if (nearMe) queueMicrotask(offer);
  };
}
