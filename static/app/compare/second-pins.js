/** @module */

import { createCovers } from "../map/covers.js";
import { PinLayer } from "../map/pin-layer.js";
import { ViewportLoader } from "../map/viewport-loader.js";

/**
 * The pins of the second span.
 *
 * @param {import("../features.js").Page} page
 * @param {import("../map/pin-layer.js").Projection} side
 */
export function createSecondPins(page, side) {
  const { store, api } = page;
  const covers = createCovers(store, api, (state) => state.comparison?.filters ?? state.filters);
  const pins = new PinLayer(covers);
  const loader = new ViewportLoader({
    ask: api.clusters,
    onAnswer: ({ features }) => pins.update(features),
    // The pins of the first span, which are requested too, report the problem.
    onError: () => {},
    onBusy: () => {},
  });
  /** Whether the library has changed while nothing was compared. */
  let isOutdated = false;

  function refresh() {
    covers.forget();
    isOutdated = !store.state.comparison;
    if (!isOutdated) loader.refresh();
  }

  /** @param {boolean} isAtRest */
  function follow(isAtRest) {
    const { comparison, view } = store.state;
    if (!comparison || !view) return;
    pins.place();
    loader.moveTo(view, isAtRest);
    if (!isAtRest) return;
    pins.settle();
    if (isOutdated) refresh();
  }

  pins.standOn(side);
  pins.listen({
    onOpen: (pin) => page.map.openPin(pin, true),
    onList: (pin) => page.map.listPin(pin, true),
    onPoint: () => {},
  });
  store.watch((state) => state.comparison, (comparison) => {
    if (!comparison) return;
    loader.filter(comparison.filters);
    follow(true);
  });
  store.watch((state) => state.view, () => follow(false));
  store.watch((state) => state.shown, () => follow(true));
  store.watch((state) => (state.isOfSecond ? state.photo?.feature ?? null : null), (photo) => pins.select(photo?.geometry ? photo : null));
  addEventListener("online", () => store.state.comparison && loader.retry());

  return { pins, refresh };
}
