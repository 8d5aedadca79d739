/**
 * The features of the page. A feature is a folder with a `feature.js`, and a line in this file.
 * @module
 */

/**
 * @typedef {object} Feature
 * @property {string} name other features find it as `page[name]`
 * @property {Record<string, any>[]} [state] its slices of the state, with initial values
 * @property {import("./core/address.js").AddressPart[]} [address] its fields of the address
 * @property {Keys[]} [keys]
 * @property {PhotoAction[]} [photoActions] its buttons for the open photo
 * @property {import("./map/map-layers.js").MapPart[]} [mapParts] what it draws on the map
 * @property {boolean} [withoutMap] whether it also starts in browsers that cannot draw the map
 * @property {boolean} [insteadOfMap] whether it starts only in those browsers
 * @property {(page: Page) => Service | void} start makes its views. Features before it in the list have started; the
 * others have when `begin` is called
 *
 * @typedef {object} Keys
 * @property {string} group the heading in the list of shortcuts
 * @property {[string[], string][]} rows keys, and their effect
 * @property {Record<string, (page: Page) => void>} [run] the effect of single keys outside of text fields
 *
 * @typedef {object} PhotoAction a button
 * @property {string} label
 * @property {string} sign the name of an icon
 * @property {(photo: any, page?: Page) => boolean} [suits] whether it is offered for a photo; if missing, it is offered for all
 * @property {(photo: any, page?: Page) => any} run may return a text, or a promise of one, which the button shows for a moment
 *
 * @typedef {object} ServiceHooks functions that the page itself calls
 * @property {() => void} [begin] runs after all features have started
 * @property {(route: import("./core/address.js").Route, hints: import("./core/address.js").Hints) => void} [follow]
 *   updates the state after a change of the address
 * @property {() => void} [refresh] the library may have changed
 * @property {() => boolean} [leave] closes what Escape closes; returns whether it closed anything
 *
 * @typedef {ServiceHooks & Record<string, any>} Service the functions that a feature offers to others
 *
 * @typedef {import("./page.js").Page} Page
 *
 * @typedef {Record<string, any>} State the fields of all slices
 */

/** In the order in which they start, and in which the address has their fields. */
export const FEATURES = (await Promise.all([
  import("./map/feature.js"),
  import("./filters/feature.js"),
  import("./order/feature.js"),
  import("./grid/feature.js"),
  import("./time/feature.js"),
  import("./street/feature.js"),
  import("./tracks/feature.js"),
  import("./layers/feature.js"),
  import("./lists/feature.js"),
  import("./unplaced/feature.js"),
  import("./areas/feature.js"),
  import("./visited/feature.js"),
  import("./viewer/feature.js"),
  import("./panel/feature.js"),
  import("./places/feature.js"),
  import("./search/feature.js"),
  import("./library/feature.js"),
  import("./live/feature.js"),
  import("./controls/feature.js"),
  import("./help/feature.js"),
  import("./link/feature.js"),
  import("./placing/feature.js"),
  import("./plan/feature.js"),
  import("./lists/all-photos.js"),
])).map(({ feature }) => /** @type {Feature} */ (feature));
