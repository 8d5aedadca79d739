/**
 * Trips and homes, which the server finds in the photos, and the owners' corrections. Guests get neither.
 * @module
 */

/**
 * @typedef {object} Trip
 * @property {string} id its first day; any of its days is accepted for it
 * @property {string} name
 * @property {string} from a local date
 * @property {string} to
 * @property {number} days
 * @property {number} nights
 * @property {number} photos
 * @property {string[]} countries
 * @property {string[]} countryCodes
 * @property {string[]} places
 * @property {number} longitude of its main place
 * @property {number} latitude
 * @property {number} distance travelled, in metres
 * @property {number} farthest from home, in metres
 * @property {number[]} bbox
 * @property {number} [cover] a photo
 * @property {string} [home] its name
 * @property {string} [homeSince] a date
 * @property {boolean} [isMade] whether the owner made it
 * @property {string} reason in English
 *
 * @typedef {object} Stay
 * @property {string} date
 * @property {string} [place]
 * @property {string} [country]
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} photos
 * @property {boolean} isNight
 *
 * @typedef {Trip & {stays: Stay[]}} TripWithStays
 *
 * @typedef {object} Home
 * @property {string} [place]
 * @property {number} longitude
 * @property {number} latitude
 * @property {string} from
 * @property {string | null} to
 * @property {number} days
 * @property {number} nights
 * @property {number} radius
 * @property {string} reason
 *
 * @typedef {{longitude: number, latitude: number, from: string, to: string | null}} HomeSpan
 *
 * @typedef {{rename: string, name: string | null} | {merge: string[]} | {split: string, at: string} | {dismiss: string}
 *   | {make: {from: string, to: string, name?: string}} | {home: HomeSpan} | {notHome: HomeSpan}} Correction
 *
 * @typedef {object} DiaryEntry has a day, or the first and last day of a trip, or a position
 * @property {string} [day]
 * @property {string} [trip]
 * @property {string} [to]
 * @property {number} [longitude]
 * @property {number} [latitude]
 * @property {string} text in Markdown
 * @property {string} html the same
 *
 * @typedef {{day?: string, trip?: string, longitude?: number, latitude?: number, text: string}} DiaryOrder an empty text removes the former one
 */

/** @param {import("./transport.js").Transport} transport */
export function createTrips({ json, post, remove }) {
  return {
    /** @param {AbortSignal} [signal] @returns {Promise<{trips: Trip[], dayTrips: Trip[]}>} oldest first */
    trips: (signal) => json("trips", {}, signal),

    /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<TripWithStays>} */
    trip: (id, signal) => json(`trips/${encodeURIComponent(id)}`, {}, signal),

    /** @param {AbortSignal} [signal] @returns {Promise<{homes: Home[]}>} */
    homes: (signal) => json("homes", {}, signal),

    /** @param {Correction} correction @returns {Promise<{id: number}>} the act, which can be undone */
    correctTrips: (correction) => post("trips", correction),

    /** @param {string | null} trip only what is about it and its days @param {AbortSignal} [signal] @returns {Promise<{entries: DiaryEntry[]}>} oldest first */
    diary: (trip, signal) => json("diary", trip === null ? {} : { trip }, signal),

    /** @param {DiaryOrder} order @returns {Promise<{id: number}>} the act, which can be undone */
    writeDiary: (order) => post("diary", order),

    /** @param {number} act @returns {Promise<{undone: number}>} */
    undoTrips: (act) => remove(`trips/${act}`),

    /** @param {number} act @returns {Promise<{undone: number}>} */
    undoDiary: (act) => remove(`diary/${act}`),
  };
}
