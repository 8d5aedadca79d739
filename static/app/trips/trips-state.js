/**
 * The list of trips: what is shown of it, its years and its search. Pure functions.
 * @module
 */

import { isolated } from "../core/bidi.js";
import { folded } from "../core/fold.js";
import { LANGUAGE, formatDistance, formatPhotos } from "../core/format.js";
import { may, setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("../api/trips.js").Trip} Trip
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} TripList
 * @property {boolean} isOpen whether the panel is open
 * @property {string} text that is searched
 * @property {boolean} isOfDays whether it shows the day trips
 * @property {"unknown" | "loading" | "ready" | "failed"} status
 * @property {Trip[]} trips oldest first, from the last answer
 * @property {Trip[]} dayTrips
 * @property {import("../api/trips.js").Home[] | null} homes null until the panel needs them
 * @property {string} problem
 *
 * @typedef {object} OpenTrip the trip that the photos are filtered by
 * @property {string} id as in the filter
 * @property {Trip | null} trip null until it is known
 * @property {import("../api/trips.js").Stay[]} stays
 * @property {import("../tracks/track-loader.js").Recording[]} recordings tracks of its days
 * @property {string} problem
 * @property {boolean} isPlaying
 * @property {import("../api/trips.js").DiaryEntry[] | null} diary what is written about it; null if that is not known
 */

/**
 * @typedef {object} DiarySubject what the strip shows the diary of
 * @property {Trip} trip
 * @property {string | null} day that is chosen; null for the whole trip
 * @property {import("../api/trips.js").DiaryEntry[]} diary oldest first
 */

/** @param {DiarySubject} subject @returns {import("../api/trips.js").DiaryEntry | undefined} what is said about it */
export function entryIn({ trip, day, diary }) {
  const isAbout = day ? (entry) => entry.day === day : (entry) => entry.trip !== undefined && entry.trip <= trip.to && entry.to >= trip.from;
  return diary.filter(isAbout).at(-1);
}

export const TRIPS = {
  trips: /** @type {TripList} */ (Object.freeze({ isOpen: false, text: "", isOfDays: false, status: "unknown", trips: [], dayTrips: [], homes: null, problem: "" })),
  trip: /** @type {OpenTrip | null} */ (null),
};

/** @type {import("../core/address.js").AddressPart} */
export const TRIPS_ADDRESS = {
  fields: { trips: false },
  isOpening: true,
  read: (fields) => ({ trips: fields.get("trips") === "list" }),
  write: ({ trips }) => (trips ? ["trips=list"] : []),
};

/** @param {Partial<TripList>} changes */
export const tripsChanged = (changes) => setWithin("trips", changes);

/** @param {import("../core/store.js").State} state @returns {boolean} whether there are trips that the visitor may see */
export function maySeeTrips(state) {
  return state.library.status === "ready" && state.library.total > 0 && may(state, "trips");
}

const DATES = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
const YEAR = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", year: "numeric" });
const MONTH = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", month: "long" });

/** @param {string} from a date @param {string} to @returns {string} `14–20 June 2019` */
export function formatDates(from, to) {
  return DATES.formatRange(Date.parse(from), Date.parse(to));
}

/** @param {Trip} trip @returns {string} `14–20 June 2019 · 6 nights · 120 photos` */
export function factsOf({ from, to, nights, photos }) {
  return [formatDates(from, to), nights > 0 && TEXTS.nights(nights), formatPhotos(photos)].filter(Boolean).join(" · ");
}

/** @param {Trip} trip @returns {string} `14–20 June 2019 · 6 nights · Iceland · 1,240 km` */
export function wayOf({ from, to, nights, countries, distance }) {
  return [formatDates(from, to), nights > 0 && TEXTS.nights(nights), countries.join(", "), distance >= 1000 && formatDistance(distance)].filter(Boolean).join(" · ");
}

/** @param {Trip} trip @returns {string} why it is one, such as `6 nights away, 812 km from Berlin, your home since 2017` */
export function wordReason({ nights, farthest, home, homeSince, isMade }) {
  const time = nights > 0 ? TEXTS.nightsAway(TEXTS.nights(nights)) : TEXTS.dayAway;
  if (!homeSince) return isMade ? TEXTS.madeByYou(time) : time;
  const year = YEAR.format(Date.parse(homeSince));
  return TEXTS.farFromHome(time, formatDistance(farthest), home ? TEXTS.namedHome(isolated(home), year) : TEXTS.homeOfYears(year));
}

/** @param {import("../api/trips.js").Home} home @returns {string} `since 2017`, or `2011–2017` */
export function wordYears({ from, to }) {
  return to === null ? TEXTS.sinceYear(YEAR.format(Date.parse(from))) : YEAR.formatRange(Date.parse(from), Date.parse(to));
}

/** @param {Trip} trip @returns {string} all that is searched: names, places, countries, months and years */
function wordsOf({ name, places, countries, from, to }) {
  return folded([name, ...places, ...countries, from.slice(0, 4), to.slice(0, 4), MONTH.format(Date.parse(from)), MONTH.format(Date.parse(to))].join(" "));
}

/**
 * @param {Trip[]} trips
 * @param {string} text
 * @returns {Trip[]} those that have all words of the text, each from the beginning of a word
 */
export function found(trips, text) {
  const wanted = folded(text).split(/[\s,]+/).filter(Boolean);
  if (!wanted.length) return trips;
  return trips.filter((trip) => {
    const words = ` ${wordsOf(trip).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
    return wanted.every((word) => words.includes(` ${word}`));
  });
}

/**
 * @param {Trip[]} trips oldest first
 * @returns {{year: string, trips: Trip[]}[]} newest first; a trip over the turn of the year belongs to the one in which it began
 */
export function yearsOf(trips) {
  /** @type {Map<string, Trip[]>} */
  const years = new Map();
  for (const trip of trips) {
    const year = trip.from.slice(0, 4);
    years.set(year, [trip, ...(years.get(year) ?? [])]);
  }
  return [...years].sort(([one], [other]) => Number(other) - Number(one)).map(([year, some]) => ({ year, trips: some }));
}

/** @param {TripList} list @returns {Trip[]} oldest first */
export function shownIn({ trips, dayTrips, isOfDays, text }) {
  return found(isOfDays ? dayTrips : trips, text);
}

/** @param {TripList} list @returns {Trip | undefined} the trip with this day */
export function tripOn({ trips, dayTrips }, day) {
  return [trips, dayTrips].flatMap((some) => some.find(({ from, to }) => from <= day && day <= to) ?? [])[0];
}

/** @param {TripList} list @returns {string} */
export function emptyText({ status, text, trips, dayTrips, isOfDays, problem }) {
  const all = isOfDays ? dayTrips : trips;
  if (status === "failed") return problem;
  if (status !== "ready") return all.length ? "" : TEXTS.loading;
  if (text && all.length) return TEXTS.noTripMatches(text);
  return isOfDays ? TEXTS.noDayTripsYet : TEXTS.noTripsYet;
}

/**
 * @param {Filters} filters @param {string} id
 * @returns {Filters} with the trip in place of other times and places; other filters stay
 */
export function filtersOfTrip(filters, id) {
  return { ...filters, time: "", undated: "", month: "", date: "", country: "", region: "", place: "", area: "", trip: id };
}
