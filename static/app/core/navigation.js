/**
 * Keeps what is open, the address bar and the Back button in step. It knows nothing of what the features open:
 * their parts of the address say that.
 * @module
 */

import { nothingOpen, readAddress, writeAddress } from "./address.js";

/**
 * The address follows a slider, or time that is played, once that has rested for so long: browsers refuse to write
 * the address more often than some two hundred times in a minute, and may fetch the page's icon anew each time.
 */
const ADDRESS_MS = 400;

/**
 * @typedef {import("./address.js").Route} Route
 * @typedef {import("./address.js").Hints} Hints
 */

export class Navigation {
  #parts;
  #closed;
  #place;
  #route;
  #isClosing = false;
  /** Runs once a step back in the history has been made. @type {() => void} */
  #afterBack = () => {};
  /** Steps in the history between which the map was taken elsewhere have different numbers. */
  #journey = history.state?.journey ?? 0;
  /** The route before a slider was taken that still moves. @type {Route | null} */
  #before = null;
  #addressTimer = 0;
  /** Whether the address said where the map is, before the map itself did. */
  #isPlaced;

  /**
   * @param {import("./address.js").AddressPart[]} parts in the order in which they are read and written
   * @param {object} place what is to be in step with the address
   * @param {() => import("../map/map-address.js").MapView | null} place.position where the map is
   * @param {(view: import("../map/map-address.js").MapView) => void} place.onMap the address asks for another view
   * @param {(route: Route, hints: Hints) => void} place.follow brings the state in step
   */
  constructor(parts, place) {
    this.#parts = parts;
    this.#closed = nothingOpen(parts);
    this.#place = place;
    this.#route = readAddress(parts, location.hash);
    this.#isPlaced = this.#route.map !== null;
    addEventListener("popstate", (event) => this.#stepped(event));
  }

  /** What the address says. */
  get route() {
    return this.#route;
  }

  /** @returns {boolean} whether a feature has opened something that can be closed */
  get isOpen() {
    return Object.entries(this.#closed).some(([name, value]) => this.#route[name] !== value);
  }

  /** Opens what the address names. */
  restore() {
    this.#follow();
  }

  /** The map came to rest. */
  mapMoved() {
    this.#write("replace");
  }

  /**
   * Says something else in the address, as a step of the history or instead of the one that is there.
   *
   * @param {Route} changes @param {"push" | "replace"} how @param {Hints} [hints]
   */
  go(changes, how, hints) {
    this.#settle();
    this.#route = { ...this.#route, ...changes };
    this.#write(how);
    this.#follow(hints);
  }

  /** Opens this and nothing else. @param {Route} changes @param {Hints} [hints] @param {"push" | "replace"} [how] */
  open(changes, hints, how = this.isOpen ? "replace" : "push") {
    this.go({ ...this.#closed, ...changes }, how, hints);
  }

  /**
   * Changes how the photos are shown. The history keeps one step for each change, not one for each move of a slider.
   *
   * @param {Route} changes
   * @param {{isMoving?: boolean, isJourney?: boolean}} [how] whether a slider still moves; whether the map goes elsewhere
   * @param {Hints} [hints]
   */
  change(changes, { isMoving = false, isJourney = false } = {}, hints = {}) {
    const next = { ...this.#route, ...changes };
    if (isMoving) return this.#slide(next);
    clearTimeout(this.#addressTimer);
    const before = this.#before ?? this.#route;
    this.#before = null;
    if (!this.#isSame(next, before) || before !== this.#route) {
      // The step that is left says what it said before the slider was taken.
      this.#route = before;
      this.#write("replace");
    }
    if (!this.#isSame(before, next)) {
      this.#route = next;
      if (isJourney) this.#journey += 1;
      this.#write("push", 0);
    }
    this.#follow(hints);
  }

  /**
   * Takes the map elsewhere, and opens what is there. Back then returns to the view that is left.
   *
   * @param {() => boolean} move returns whether the map has far to go
   * @param {Route} [opened]
   */
  leap(move, opened) {
    this.#settle();
    this.#write("replace");
    if (!move()) return void (opened && this.open(opened));
    this.#journey += 1;
    if (opened) this.#route = { ...this.#route, ...this.#closed, ...opened };
    this.#write("push", 0);
    this.#follow();
  }

  /**
   * Undoes the step in the history that opened something, or says what is open without it.
   *
   * @param {Route} changes
   * @param {() => void} [then] runs once it is closed, which going back in the history takes a while for
   */
  stepBack(changes, then = () => {}) {
    if (this.#depth() > 0) {
      this.#afterBack = then;
      return history.back();
    }
    this.go(changes, "replace");
    then();
  }

  /** Closes all that is open, and takes back the steps in the history that opening it made. */
  closeAll() {
    if (!this.isOpen) return;
    const steps = this.#depth();
    if (steps === 0) return this.go(this.#closed, "replace");
    this.#isClosing = true;
    this.#route = { ...this.#route, ...this.#closed };
    this.#follow();
    history.go(-steps);
  }

  #stepped(event) {
    const isOurs = event.state?.geoindex === true;
    // An address that the reader entered is meant as it is.
    const entered = readAddress(this.#parts, location.hash);
    const next = this.#isClosing ? { ...this.#route, ...this.#closed } : isOurs ? this.#keepSeenLast(entered) : entered;
    this.#isClosing = false;
    this.#isPlaced = next.map !== null;
    clearTimeout(this.#addressTimer);
    this.#before = null;
    const before = this.#journey;
    this.#journey = isOurs ? event.state.journey ?? 0 : before + 1;
    // A step that took the map elsewhere is undone with it. All others leave the map where the reader has moved it since.
    if (next.map && this.#journey !== before) this.#place.onMap(next.map);
    this.#route = next;
    this.#follow();
    this.#write("replace");
    const then = this.#afterBack;
    this.#afterBack = () => {};
    then();
  }

  #keepSeenLast(next) {
    return this.#parts.reduce((kept, { keep }) => keep?.(kept, this.#route) ?? kept, next);
  }

  /** How many steps back in the history closing what is open may undo. */
  #depth() {
    return history.state?.depth ?? 0;
  }

  #write(how, steps = this.#depth() + (how === "push" ? 1 : 0)) {
    this.#route = { ...this.#route, map: this.#place.position() ?? this.#route.map };
    const address = writeAddress(this.#parts, this.#route) || location.pathname + location.search;
    const entry = { geoindex: true, depth: steps, journey: this.#journey };
    if (how === "push") history.pushState(entry, "", address);
    else history.replaceState(entry, "", address);
  }

  #follow(hints = {}) {
    this.#place.follow(this.#route, { isPlaced: this.#isPlaced, ...hints });
  }

  /** The page follows at once; the address, which browsers let be written a few times a second, in its time. */
  #slide(next) {
    this.#before ??= this.#route;
    if (this.#isSame(next, this.#route)) return;
    this.#route = next;
    this.#follow({ isMoving: true });
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#write("replace"), ADDRESS_MS);
  }

  /** A slider that still moves has come to its end: something else is done. */
  #settle() {
    if (this.#before) this.change({});
  }

  /** Whether two routes say the same, wherever the map is. */
  #isSame(one, other) {
    const text = (route) => writeAddress(this.#parts, { ...route, map: null });
    return one === other || text(one) === text(other);
  }
}
