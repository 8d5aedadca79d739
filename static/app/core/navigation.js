/**
 * Synchronises the page's state, the address bar and the browser's history. It knows nothing about the features: each
 * declares its part of the address.
 * @module
 */

import { emptyRoute, nothingOpen, readAddress, writeAddress } from "./address.js";

/**
 * The debounce of the address while a slider moves or time is played. Browsers allow about two hundred changes of the
 * address per minute, and may fetch the page's icon again after each.
 */
const ADDRESS_MS = 400;

/**
 * @typedef {import("./address.js").Route} Route
 * @typedef {import("./address.js").Hints} Hints
 */

export class Navigation {
  #parts;
  #closed;
  /** The fields of what closing returns to, with their defaults. */
  #lasting;
  #place;
  #route;
  #isClosing = false;
  /**
   * What runs after the step back in the history that was requested; null if none was.
   *
   * @type {(() => void)[] | null}
   */
  #afterBack = null;
  /** The depth of the step to which closing returns; null if it closes everything. @type {number | null} */
  #floor = history.state?.floor ?? null;
  /** The number in the current history entry. Each jump of the map increases it, so that Back knows when to move it. */
  #journey = history.state?.journey ?? 0;
  /**
   * The route from before the current drag of a slider; null if no slider moves.
   *
   * @type {Route | null}
   */
  #before = null;
  #addressTimer = 0;
  /** Whether the address had a map position when the page was opened or after the last step in the history. */
  #isPlaced;

  /**
   * @param {import("./address.js").AddressPart[]} parts in the order of reading and writing
   * @param {object} place the map and the state, which follow the address
   * @param {() => import("../map/map-address.js").MapView | null} place.position the map's current view
   * @param {(view: import("../map/map-address.js").MapView) => void} place.onMap moves the map
   * @param {(route: Route, hints: Hints) => void} place.follow updates the state from the route
   */
  constructor(parts, place) {
    this.#parts = parts;
    this.#closed = nothingOpen(parts);
    this.#lasting = emptyRoute(parts.filter(({ isLasting }) => isLasting));
    this.#place = place;
    this.#route = readAddress(parts, location.hash);
    this.#isPlaced = this.#route.map !== null;
    addEventListener("popstate", (event) => this.#stepped(event));
  }

  /** The current address, parsed. */
  get route() {
    return this.#route;
  }

  /** @returns {boolean} whether a feature has opened something that can be closed */
  get isOpen() {
    return this.#differs(this.#closed);
  }

  /** Updates the state from the page's address. */
  restore() {
    this.#follow();
  }

  /** Call it when the map has come to rest. */
  mapMoved() {
    this.#write("replace");
  }

  /**
   * Changes the address, as a new step in the history or in place of the current one.
   *
   * @param {Partial<Route>} changes @param {"push" | "replace"} how @param {Hints} [hints]
   */
  go(changes, how, hints) {
    this.#settle();
    this.#route = { ...this.#route, ...changes };
    this.#write(how);
    this.#follow(hints);
  }

  /**
   * Opens this and nothing else. Back returns to what was open before.
   *
   * @param {Partial<Route>} changes @param {Hints} [hints] @param {"push" | "replace"} [how]
   */
  open(changes, hints, how = "push") {
    this.#settle();
    const next = { ...this.#route, ...this.#closed, ...changes };
    const isSame = this.#isSame(next, this.#route);
    // Closing what opens now returns to the step that is left.
    if (!isSame && how === "push" && this.#differs(this.#lasting)) this.#floor = this.#depth();
    this.go(next, isSame ? "replace" : how, hints);
  }

  /**
   * Changes how the photos are shown. The history gets one step for each change, not one for each move of a slider.
   *
   * @param {Partial<Route>} changes
   * @param {{isMoving?: boolean, isJourney?: boolean}} [how] whether a slider still moves; whether the map jumps
   * @param {Hints} [hints]
   */
  change(changes, how = {}, hints = {}) {
    const { isMoving = false, isJourney = false } = how;
    const next = { ...this.#route, ...changes };
    if (isMoving) return this.#slide(next);
    clearTimeout(this.#addressTimer);
    const before = this.#before ?? this.#route;
    this.#before = null;
    if (!this.#isSame(next, before) || before !== this.#route) {
      // Restores the current step to the route from before the drag.
      this.#route = before;
      this.#write("replace", this.#depth(), isJourney ? before.map : undefined);
    }
    if (!this.#isSame(before, next)) {
      this.#route = next;
      if (isJourney) this.#journey += 1;
      this.#write("push", 0);
    }
    this.#follow(hints);
  }

  /**
   * Moves the map elsewhere, and may open something there. Back then returns to the view from before.
   *
   * @param {() => boolean} move returns whether the map moves far
   * @param {Partial<Route>} [opened]
   * @param {Hints} [hints]
   */
  leap(move, opened, hints) {
    this.#settle();
    this.#write("replace");
    if (!move()) return void (opened && this.open(opened, hints));
    this.#journey += 1;
    if (opened) this.#route = { ...this.#route, ...this.#closed, ...opened };
    this.#write("push", 0);
    this.#follow(hints);
  }

  /**
   * Goes back to before the step in the history that opened something. Without such a step, applies the changes.
   *
   * @param {Partial<Route>} changes
   * @param {() => void} [then] runs after closing, because going back in the history is asynchronous
   */
  stepBack(changes, then = () => {}) {
    // The page has not changed since the first request, so this one is about the same step.
    if (this.#afterBack) return void this.#afterBack.push(then);
    if (this.#depth() > 0) {
      this.#afterBack = [then];
      return history.back();
    }
    this.go(changes, "replace");
    then();
  }

  /** Closes everything, or what was opened over something lasting, and goes back over the steps in the history that opened it. */
  closeAll() {
    if (!this.isOpen) return;
    if (this.#floor !== null) return history.go(this.#floor - this.#depth());
    const steps = this.#depth();
    if (steps === 0) return this.go(this.#closed, "replace");
    this.#isClosing = true;
    this.#route = { ...this.#route, ...this.#closed };
    this.#follow();
    history.go(-steps);
  }

  #stepped(event) {
    const isOurs = event.state?.geoindex === true;
    // An address that the reader entered is used unchanged.
    const entered = readAddress(this.#parts, location.hash);
    const next = this.#isClosing ? { ...this.#route, ...this.#closed } : isOurs ? this.#keepSeenLast(entered) : entered;
    this.#isClosing = false;
    this.#isPlaced = next.map !== null;
    clearTimeout(this.#addressTimer);
    this.#before = null;
    this.#floor = event.state?.floor ?? null;
    const before = this.#journey;
    this.#journey = isOurs ? event.state.journey ?? 0 : before + 1;
    // The map moves back only if the step had moved it. Otherwise it stays where the reader has moved it since.
    if (next.map && this.#journey !== before) this.#place.onMap(next.map);
    this.#route = next;
    this.#follow({ isEntered: !isOurs });
    this.#write("replace");
    const steps = this.#afterBack ?? [];
    this.#afterBack = null;
    steps.forEach((step) => step());
  }

  #keepSeenLast(next) {
    return this.#parts.reduce((kept, { keep }) => keep?.(kept, this.#route) ?? kept, next);
  }

  /** How many steps back in the history closing may undo. */
  #depth() {
    return history.state?.depth ?? 0;
  }

  #write(how, steps = this.#depth() + (how === "push" ? 1 : 0), map = this.#place.position()) {
    this.#route = { ...this.#route, map: map ?? this.#route.map };
    const address = writeAddress(this.#parts, this.#route) || location.pathname + location.search;
    if (steps === 0) this.#floor = null;
    const entry = { geoindex: true, depth: steps, journey: this.#journey, floor: this.#floor };
    if (how === "push") history.pushState(entry, "", address);
    else history.replaceState(entry, "", address);
  }

  #follow(hints = {}) {
    this.#place.follow(this.#route, { isPlaced: this.#isPlaced, ...hints });
  }

  /** Updates the state at once, and the address after a debounce, because browsers limit changes of the address. */
  #slide(next) {
    this.#before ??= this.#route;
    if (this.#isSame(next, this.#route)) return;
    this.#route = next;
    this.#follow({ isMoving: true });
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#write("replace"), ADDRESS_MS);
  }

  /** Ends the drag of a slider, because another change follows. */
  #settle() {
    if (this.#before) this.change({});
  }

  /** @param {Partial<Route>} fields */
  #differs(fields) {
    return Object.entries(fields).some(([name, value]) => this.#route[name] !== value);
  }

  /** Whether two routes are equal except for the map's position. */
  #isSame(one, other) {
    const text = (/** @type {import("../features.js").Route} */ route) => writeAddress(this.#parts, { ...route, map: null });
    return one === other || text(one) === text(other);
  }
}
