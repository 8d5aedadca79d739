/**
 * The open list of a cluster, of whatever size.
 * @module
 */

import { formatDays } from "../core/format.js";
import { set } from "../core/store.js";
import { boxOfCluster, spotOf } from "../core/viewport.js";
import { isFiltered } from "../filters/filters.js";
import { listChanged } from "../lists/list-state.js";
import { createOrderChoice } from "../order/order-choice.js";
import { h, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";
import { createClusterWall } from "./cluster-wall.js";

/** @typedef {import("../lists/list-state.js").ListSubject} ListSubject */

export class ClusterPane {
  #store;
  #api;
  #actions;
  #orders;
  #nothing = h("p", { class: "list-status", role: "status", hidden: true });
  element;
  /** @type {ListSubject & {type: "cluster"} | null} */
  #subject = null;
  /** @type {import("./cluster-wall.js").ClusterWall | null} */
  #wall = null;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(id: number) => void} options.actions.openPhoto
   * @param {(order: import("../order/order-choice.js").Order) => void} options.actions.sort
   * @param {(id: number | null) => void} options.actions.point
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#api = api;
    this.#actions = actions;
    this.#orders = createOrderChoice({ orders: ["newest", "oldest"], onChoose: actions.sort, className: "list-orders" });
    this.element = h("div", { class: "panel-body list-pane cluster-pane" }, this.#orders.element, this.#nothing);
    store.watch((state) => state.photo?.feature ?? state.photo?.id ?? null, this.#findOpenPhoto);
    // If the map has an answer again, the server is back, so the list retries.
    store.watch((state) => state.pins, () => this.#wall?.retry());
  }

  /** @param {import("../lists/list-state.js").PhotoList | null} list */
  show(list) {
    const subject = list?.subject.type === "cluster" ? list.subject : null;
    if (subject !== this.#subject) this.#showSubject(subject);
    if (!subject) return;
    this.#orders.element.hidden = (list.total ?? 0) < 2;
    const isEmpty = !this.#wall || list.total === 0;
    this.#nothing.hidden = !isEmpty;
    setText(this.#nothing, isEmpty ? textOfNothing(subject) : "");
    if (this.#wall) this.#wall.element.hidden = isEmpty;
  }

  /** @param {ListSubject & {type: "cluster"} | null} subject */
  #showSubject(subject) {
    const isOther = subject?.cluster !== this.#subject?.cluster;
    this.#subject = subject;
    if (isOther) this.#replaceWall(subject);
    if (!subject) return;
    this.#orders.show(subject.order);
    const box = boxOfCluster(subject.cluster);
    if (box) this.#wall?.show({ box, filters: subject.filters, order: subject.order });
  }

  /** @param {ListSubject & {type: "cluster"} | null} subject */
  #replaceWall(subject) {
    this.#wall?.element.remove();
    this.#wall = subject && boxOfCluster(subject.cluster) ? this.#createWall() : null;
    if (this.#wall) this.element.append(this.#wall.element);
  }

  #createWall() {
    const { openPhoto, point } = this.#actions;
    return createClusterWall({
      api: this.#api, onOpen: openPhoto, onPoint: point, onShelf: this.#counted,
      onProblem: (problem) => this.#subject && this.#store.change(listChanged(this.#subject, { problem })),
    });
  }

  /** @param {import("../grid/shelf.js").Shelf} shelf */
  #counted = (shelf) => {
    if (!this.#subject || !this.#wall) return;
    const moments = shelf.days.map(({ start }) => new Date(start).toISOString()).toSorted();
    const first = this.#wall.photoAt(0);
    const { list } = this.#store.state;
    this.#store.change(listChanged(this.#subject, {
      status: "ready", total: shelf.total, problem: "", spot: list?.spot ?? (first && spotOf(first)),
      span: shelf.kind === "days" ? formatDays(moments[0], moments.at(-1)) : list?.span ?? "",
    }));
    this.#findOpenPhoto();
  };

  /** Finds the neighbours of the open photo in the list. */
  #findOpenPhoto = async () => {
    const { photo } = this.#store.state;
    if (!photo || !this.#wall?.shelf) return;
    try {
      const around = await this.#wall.around(photo.id, photo.feature ?? undefined);
      if (this.#subject && this.#store.state.photo?.id === photo.id) this.#store.change(set({ around }));
    } catch {
      // If the request fails, there are no neighbours. Opening another photo retries.
    }
  };

  /**
   * Focuses a photo of the list.
   *
   * @param {number} id
   * @returns {boolean} whether the list has it
   */
  focus(id) {
    return this.#wall?.focus(id) ?? false;
  }

  /** @param {number} id @param {-1 | 1} direction */
  async neighbour(id, direction) {
    return this.#wall?.neighbour(id, direction, this.#store.state.photo?.feature ?? undefined) ?? null;
  }

  /** @param {number} id the photos around a photo */
  async near(id) {
    return this.#wall?.near(id, this.#store.state.photo?.feature ?? undefined) ?? { first: 1, photos: [] };
  }

  /** @type {import("../choosing/lists.js").ListOfPhotos["between"]} */
  async between(one, other, most) {
    return this.#wall?.between(one, other, most) ?? [];
  }

  /** @param {number} id @returns {any | null} a photo that the list has loaded */
  photo(id) {
    return this.#wall?.photo(id) ?? null;
  }

  refresh() {
    this.#wall?.refresh();
  }
}

/** @param {ListSubject & {type: "cluster"}} subject */
function textOfNothing({ filters }) {
  return isFiltered(filters) ? TEXTS.noPhotosMatch : TEXTS.groupGone;
}
