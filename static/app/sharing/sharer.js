/**
 * Lists and changes links and hidden places.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { TEXTS } from "../core/texts.js";
import { spotOf } from "../core/viewport.js";
import { isNarrow } from "../ui/dom.js";
import { inOrder, sharingChanged } from "./sharing-state.js";
import { SharingView } from "./sharing-view.js";
import { ZoneShapes } from "./zone-shapes.js";
import { boxAroundCircle, boxOfZone, circleIn, circleText, freeName, isCovered, rounded, shiftedAround } from "./zones.js";
import { boxIn } from "./terms.js";

const MAX_ZOOM = 15;
/** Of the smaller side of the map, the radius of a new circle. */
const RADIUS_SHARE = 0.2;
const GONE = 404;

/** @typedef {import("./zones.js").Draft} Draft */

export class Sharer {
  #page;
  #store;
  /** @type {SharingView} */
  #view;
  /** @type {ZoneShapes} */
  #shapes;
  #latest = { links: createLatest(), zones: createLatest() };
  /** The proposal was added or declined, and is not made again while the page is open. */
  #isDecided = false;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#store = page.store;
    const { store, mapView, api, sharing, navigation } = page;
    const change = this.change;
    this.#view = new SharingView({
      store, api, extent: page.library.extent,
      actions: {
        close: () => sharing.escape(),
        open: (part) => navigation.go({ sharing: part }, "replace"),
        retry: () => this.load(),
        make: this.#make, revoke: this.#revoke,
        showBox: (bbox) => mapView.fit(boxIn(bbox), { maxZoom: MAX_ZOOM }),
        startDraft: this.#start, change, cancel: this.#cancel, add: this.#add, remove: this.#remove, restore: this.#restore,
        showZone: (zone) => mapView.fit(boxOfZone(zone), { maxZoom: MAX_ZOOM }),
        moveByKeys: () => this.#shapes.focus(),
      },
    });
    this.#shapes = new ZoneShapes({ store, mapView, change, leave: () => this.#view.focusDraft() });
    store.watch((state) => state.sharing !== null, (isOpen) => isOpen || this.#close());
    store.watch((state) => state.sharing?.part, () => this.#propose());
  }

  #close() {
    this.#latest.links.abort();
    this.#latest.zones.abort();
  }

  #set = (changes) => this.#store.change(sharingChanged(changes));

  get #now() {
    return this.#store.state.sharing;
  }

  load() {
    const { api } = this.#page;
    this.#set({ status: "loading", problem: "" });
    this.#latest.zones.load(api.zones, ({ zones, proposal = null }) => {
      this.#set({ zones, proposal });
      this.#propose();
    }, () => {});
    return this.#latest.links.load(api.shares, ({ asksForPassword, shares }) => this.#set({ status: "ready", asksForPassword, shares: inOrder(shares) }),
      (error) => this.#set({ status: "failed", problem: error.message }));
  }

  // Links

  /** @param {import("../api/sharing.js").Terms & {expires: string}} order */
  #make = async (order) => {
    const made = await this.#send(() => this.#page.api.share(order));
    if (made && this.#now) this.#set({ made: made.id, shares: inOrder([made, ...this.#now.shares]) });
  };

  /** @param {string} id */
  #revoke = async (id) => {
    const done = await this.#send(() => this.#page.api.revokeShare(id).catch(ignoreGone));
    if (done !== undefined && this.#now) this.#set({ shares: this.#now.shares.filter((one) => one.id !== id) });
  };

  // Hidden places

  /** Draws the proposed circle when the places are opened, unless a zone covers it already. */
  #propose() {
    const { part, zones, proposal, draft } = this.#now ?? {};
    if (part !== "places" || !zones || !proposal || draft || this.#isDecided) return;
    const circle = circleIn(proposal.circle);
    if (isCovered(zones, circle)) return;
    this.#draw({ circle, name: freeName(zones, TEXTS.home), coarse: "", days: proposal.days });
  }

  /** Draws a circle in the middle of the map. */
  #start = () => {
    const { mapView } = this.#page;
    const { lat, lon } = mapView.position();
    const radius = rounded(RADIUS_SHARE * metresAcross(mapView));
    this.#draw({ circle: shiftedAround({ lat, lon }, radius), name: freeName(this.#now?.zones ?? [], TEXTS.hiddenPlace), coarse: "", days: 0 });
  };

  /** @param {Draft} draft */
  #draw(draft) {
    this.#set({ draft, refusal: "", removed: null });
    this.#page.mapView.fit(boxAroundCircle(draft.circle), { maxZoom: MAX_ZOOM });
  }

  /** @param {Partial<Draft>} changes */
  change = (changes) => {
    const draft = this.#now?.draft;
    if (draft) this.#set({ draft: { ...draft, ...changes }, refusal: "" });
  };

  #cancel = () => {
    this.#isDecided = true;
    this.#set({ draft: null, refusal: "" });
  };

  #add = async () => {
    const draft = this.#now?.draft;
    if (!draft) return;
    const { circle, name, coarse } = draft;
    const added = await this.#addZone({ name: name.trim(), circle: circleText(circle), ...(coarse && { coarse }) });
    if (!added) return;
    this.#isDecided = true;
    this.#set({ draft: null });
  };

  /** @param {import("../api/sharing.js").Zone} zone */
  async #addZone(zone) {
    const added = await this.#send(() => this.#page.api.addZone(zone));
    if (added && this.#now) this.#set({ zones: [...(this.#now.zones ?? []), added], removed: null });
    return added;
  }

  /** @param {import("../api/sharing.js").Zone} zone */
  #remove = async (zone) => {
    const done = await this.#send(() => this.#page.api.removeZone(zone.name).catch(ignoreGone));
    if (done !== undefined && this.#now) this.#set({ zones: (this.#now.zones ?? []).filter(({ name }) => name !== zone.name), removed: zone });
  };

  #restore = () => {
    const removed = this.#now?.removed;
    if (removed) this.#addZone(removed);
  };

  /**
   * Sends a change. If the server refuses it, the panel says why.
   *
   * @template Answer
   * @param {() => Promise<Answer>} request
   * @returns {Promise<Answer | undefined>} undefined if it failed or another change is being sent
   */
  async #send(request) {
    if (!this.#now || this.#now.isSending) return undefined;
    this.#set({ isSending: true, refusal: "" });
    try {
      return await request();
    } catch (error) {
      this.#set({ refusal: error.message });
      return undefined;
    } finally {
      this.#set({ isSending: false });
    }
  }

  /**
   * While a circle is drawn, what the reader chooses on the map or in the search moves it there.
   *
   * @type {import("../features.js").ServiceHooks["take"]}
   */
  take(kind, thing) {
    const draft = this.#now?.draft;
    const { mapView } = this.#page;
    const { spot, box } = targetOf(kind, thing, mapView);
    if (!draft || (!spot && !box)) return false;
    if (!spot) return mapView.fit(box) || true;
    const circle = shiftedAround(spot, draft.circle.radius);
    this.change({ circle, days: 0 });
    if (kind === "answer") mapView.fit(boxAroundCircle(circle), { maxZoom: MAX_ZOOM });
    return true;
  }

  /** How much of the map the panel covers. */
  insets() {
    const { width, height } = this.#view.element.getBoundingClientRect();
    if (isNarrow()) return { beside: 0, bottom: height };
    const hasGrid = document.documentElement.classList.contains("has-grid");
    return { beside: hasGrid ? 0 : width, bottom: 0 };
  }
}

/** The link or zone does not exist any more, which is what the reader wanted. */
function ignoreGone(error) {
  if (error.status === GONE) return null;
  throw error;
}

/** @param {import("../map/map-view.js").MapCanvas} mapView @returns {number} the metres across the smaller side of the map */
function metresAcross(mapView) {
  const { width, height } = mapView.size();
  const { zoom, lat } = mapView.position();
  return (Math.min(width, height) * 78_271.5 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;
}

/**
 * @param {keyof import("../features.js").Takable} kind
 * @param {any} thing
 * @param {import("../map/map-view.js").MapCanvas} mapView
 * @returns {{spot?: import("../map/map-address.js").Spot, box?: number[]}} a place, or a box to go to first
 */
function targetOf(kind, thing, mapView) {
  if (kind === "spot") return { spot: thing };
  if (kind === "pin") {
    const { cluster, bbox } = thing.properties;
    return cluster && !mapView.isNearest() && mapView.largestExtent(bbox) > 0 ? { box: bbox } : { spot: spotOf(thing) };
  }
  if (kind !== "answer" || thing.kind === "filter") return {};
  return { box: thing.box, spot: thing.spot ?? (thing.feature && spotOf(thing.feature)) };
}
