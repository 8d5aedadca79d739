/**
 * The comparison on the page. Loaded when one is first opened; later it is shown and hidden.
 * @module
 */

import { set } from "../core/store.js";
import { nearestCopy, spotOf } from "../core/viewport.js";
import { KINDS } from "../filters/kinds.js";
import { byId } from "../ui/dom.js";
import { createDivider } from "./divider.js";
import { createSecondList } from "./second-list.js";
import { createSecondPins } from "./second-pins.js";
import { createSide } from "./side.js";
import { createTimeSides } from "./time-sides.js";
import { TEXTS } from "../core/texts.js";

/** How far the handle is above what covers the lower edge of the map. */
const HANDLE_ABOVE = 36;

/** @typedef {ReturnType<typeof createComparison>} ComparisonView */

/** @param {import("../features.js").Page} page */
export function createComparison(page) {
  const { store, navigation, first: { pins: firstPins } } = page;
  const mapView = /** @type {import("../map/map-view.js").MapCanvas} */ (page.mapView);
  const container = byId("map");
  const isSecondLeft = () => Boolean(store.state.comparison?.isEarlier);
  const divider = createDivider({ container, free: () => freePart(mapView, page.room), onMove: () => arrange([firstPins, second.pins]) });
  const sides = {
    first: createSide({ mapView, divider, name: "is-first", isLeft: () => !isSecondLeft() }),
    second: createSide({ mapView, divider, name: "is-second", isLeft: isSecondLeft }),
  };
  const second = createSecondPins(page, sides.second);
  const list = createSecondList({
    store, api: page.api, onPoint: (id) => second.pins.point(id === null ? null : list.photo(id)),
    onOpen(id) {
      page.panel.fromGrid(list.focus);
      navigation.go({ photo: id, isOfSecond: true }, "push");
    },
  });
  byId("time-bar").querySelector(".time-words")?.after(createTimeSides(store));

  /** @param {boolean} isOn */
  function turn(isOn) {
    container.classList.toggle("is-compared", isOn);
    if (isOn) {
      mapView.layer.append(sides.first.layer, sides.second.layer);
      container.append(divider.element);
      raise();
    } else {
      for (const part of [sides.first.layer, sides.second.layer, divider.element]) part.remove();
      store.change(set({ secondCount: null }));
      firstPins.name(TEXTS.photosOnTheMap);
    }
    firstPins.standOn(isOn ? sides.first : mapView);
    firstPins.settle();
  }

  /** Keeps the handle above what covers the lower edge of the map. */
  function raise() {
    const { bottom, tools = 0 } = page.room.insets();
    divider.element.style.setProperty("--raised", `${Math.round(bottom + tools + HANDLE_ABOVE)}px`);
    divider.place();
  }

  function name() {
    const { comparison, filters } = store.state;
    if (!comparison) return;
    const spans = [filters.time, comparison.filters.time].map(KINDS.time.word);
    container.classList.toggle("is-second-left", comparison.isEarlier);
    divider.name(spans[comparison.isEarlier ? 1 : 0], spans[comparison.isEarlier ? 0 : 1]);
    firstPins.name(TEXTS.photosOfSpan(spans[0]));
    second.pins.name(TEXTS.photosOfSpan(spans[1]));
    arrange([firstPins, second.pins]);
  }

  /** The divider gives way to the photo that was opened. */
  function reveal() {
    const { comparison, photo, isOfSecond, viewer } = store.state;
    if (!comparison || !photo?.feature?.geometry || viewer) return;
    sides[isOfSecond ? "second" : "first"].reveal(spotOf(photo.feature));
  }

  store.watch((state) => state.comparison !== null, turn);
  for (const part of /** @type {const} */ (["comparison", "filters"])) store.watch((state) => state[part], name);
  store.watch((state) => state.photo?.feature ?? null, reveal);
  page.room.onChange(() => store.state.comparison && raise());

  return {
    list,

    /** @param {import("../map/map-address.js").Spot} spot */
    isOnSecond({ lon, lat }) {
      const { x } = mapView.project(nearestCopy(lon, mapView.middle().lon), lat);
      return x < divider.at() === isSecondLeft();
    },

    refresh() {
      second.refresh();
      list.refresh();
    },
  };
}

/**
 * @param {import("../map/map-view.js").MapCanvas} mapView @param {import("../features.js").Page["room"]} room
 * @returns {{start: number, width: number}} where the part of the map begins that no panel covers, and its width
 */
function freePart(mapView, room) {
  const { left, right } = room.insets();
  return { start: left, width: mapView.size().width - left - right };
}

/** @param {import("../map/pin-layer.js").PinLayer[]} layers */
function arrange(layers) {
  for (const layer of layers) {
    layer.place();
    layer.settle();
  }
}
