/**
 * The two lists of a comparison: the grid of photos in view, and beside it the same for the second span.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { boxOf, middleOf } from "../core/box.js";
import { IS_FROM_THE_RIGHT } from "../core/language.js";
import { set } from "../core/store.js";
import { KINDS } from "../filters/kinds.js";
import { isCovered } from "../grid/grid.js";
import { createClusterWall } from "../panel/cluster-wall.js";
import { byId, h, setText } from "../ui/dom.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {(id: number) => void} options.onOpen
 * @param {(id: number | null) => void} options.onPoint
 */
export function createSecondList({ store, api, onOpen, onPoint }) {
  const grid = byId("grid");
  const wall = createClusterWall({
    api, onOpen, onPoint,
    onShelf({ total }) {
      store.change(set({ secondCount: total }));
      findOpenPhoto();
    },
    onProblem: () => store.change(set({ secondCount: null })),
  });
  const [first, second] = ["is-first", "is-second"].map((name) => h("h3", { class: `compared-heading ${name}` }));
  wall.element.classList.add("is-second");

  function ask() {
    const { comparison, shown, order, time } = store.state;
    if (!comparison || !shown || (wall.shelf && isCovered(store.state))) return;
    wall.show({ box: boxOf(shown), middle: middleOf(shown), filters: comparison.filters, order, isMoving: time.isMoving });
  }

  function title() {
    const { comparison, filters, countInGrid, secondCount } = store.state;
    grid.classList.toggle("is-compared", comparison !== null);
    if (!comparison) return [first, second, wall.element].forEach((part) => part.remove());
    if (!second.isConnected) grid.append(first, second, wall.element);
    grid.classList.toggle("is-second-first", comparison.isEarlier !== IS_FROM_THE_RIGHT);
    setText(first, headingOf(filters.time, countInGrid?.total ?? null));
    setText(second, headingOf(comparison.filters.time, secondCount));
  }

  /** Finds the neighbours of the open photo. */
  async function findOpenPhoto() {
    const { photo, list, isOfSecond } = store.state;
    if (!photo || list || !isOfSecond || !wall.shelf) return;
    // If the request fails, there are no neighbours. Opening another photo retries.
    const around = await wall.around(photo.id, photo.feature ?? undefined).catch(() => null);
    if (store.state.photo?.id === photo.id) store.change(set({ around }));
  }

  for (const part of /** @type {const} */ (["comparison", "filters", "countInGrid", "secondCount"])) store.watch((state) => state[part], title);
  for (const part of /** @type {const} */ (["comparison", "shown", "order"])) store.watch((state) => state[part], ask);
  store.watch(isCovered, (covered) => !covered && ask());
  store.watch((state) => state.pins, () => wall.retry());
  store.watch((state) => state.photo?.feature ?? state.photo?.id ?? null, findOpenPhoto);

  return wall;
}

/** @param {string} time @param {number | null} total */
function headingOf(time, total) {
  return [KINDS.time.word(time), ...(total === null ? [] : [formatPhotos(total)])].join(" · ");
}
