/**
 * Plays the open trip: one day after the other, with the camera and a dot along the line.
 * @module
 */

import { EMPTY } from "../map/map-layers.js";
import { prefersReducedMotion } from "../ui/dom.js";
import { alongWay, daysOf, lineThrough } from "./trip-days.js";
import { TRIP_HEAD } from "./trip-layers.js";

/** How long a day is shown, and how much of that the map moves. */
const DAY_MS = 2600;
const WAY_MS = 1200;

/**
 * @param {object} options
 * @param {() => import("../api/trips.js").Stay[]} options.stays
 * @param {() => import("../tracks/track-loader.js").Recording[]} options.recordings
 * @param {() => string | null} options.date the chosen day
 * @param {(date: string, how: import("./trip-steps.js").How) => void} options.show chooses a day and moves the map there
 * @param {(source: string, data: any) => void} options.setData
 * @param {(isPlaying: boolean) => void} options.onChange
 */
export function createTripPlayer({ stays, recordings, date, show, setData, onChange }) {
  let timer = 0;
  let frame = 0;
  let isPlaying = false;
  /** The day that it has chosen last. */
  let written = "";

  function play() {
    const days = daysOf(stays());
    if (isPlaying || !days.length) return;
    const here = days.findIndex((day) => day.date === date());
    isPlaying = true;
    onChange(true);
    for (const type of ["pointerdown", "wheel", "keydown"]) addEventListener(type, onInput, { capture: true, passive: true });
    step(here < 0 || here === days.length - 1 ? 0 : here, days);
  }

  /** @param {number} place of the day @param {import("./trip-days.js").TripDay[]} days */
  function step(place, days) {
    const isReduced = prefersReducedMotion();
    written = days[place].date;
    // From the last place of the day before, so that all of the way to this day is in view.
    const first = stays().indexOf(days[place].stays[0]);
    const passed = isReduced ? days[place].stays : stays().slice(Math.max(0, first - 1), first + days[place].stays.length);
    show(written, { isMoving: true, duration: isReduced ? 0 : WAY_MS, inView: passed });
    if (!isReduced) walk(lineThrough(passed, recordings()), performance.now());
    timer = setTimeout(() => (place + 1 < days.length ? step(place + 1, days) : stop()), DAY_MS);
  }

  /** @param {[number, number][]} way @param {number} start */
  function walk(way, start) {
    cancelAnimationFrame(frame);
    const draw = (now) => {
      const share = Math.max(0, now - start) / DAY_MS;
      setData(TRIP_HEAD, { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: alongWay(way, share) } }] });
      if (isPlaying && share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
  }

  /** The button itself toggles. */
  function onInput(event) {
    if (/** @type {Element} */ (event.target).closest?.(".trip-play")) return;
    stop();
  }

  function stop() {
    if (!halt()) return;
    show(written, { isMoving: false, duration: -1 });
  }

  /** Stops where another day has been chosen, or the trip is closed. @returns {boolean} whether it was playing */
  function halt() {
    if (!isPlaying) return false;
    isPlaying = false;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    for (const type of ["pointerdown", "wheel", "keydown"]) removeEventListener(type, onInput, { capture: true });
    setData(TRIP_HEAD, EMPTY);
    onChange(false);
    return true;
  }

  return {
    toggle: () => (isPlaying ? stop() : play()),
    halt,

    /** @param {string | null} chosen the day that is chosen now */
    follow: (chosen) => void (isPlaying && chosen !== written && halt()),
  };
}
