/**
 * The features of the page. Each is a folder with a `feature.js`; a new one is a folder and a line here.
 * @module
 */

/**
 * @typedef {object} Feature
 * @property {string} name what the other features find it by, as `page[name]`
 * @property {Record<string, any>[]} [state] its slices of the state, as they are at first
 * @property {import("./core/address.js").AddressPart[]} [address] its fields of the address
 * @property {Keys[]} [keys]
 * @property {PhotoAction[]} [photoActions] what it adds to what can be done with a photo
 * @property {boolean} [withoutMap] whether it is there in browsers that cannot draw the map, too
 * @property {boolean} [insteadOfMap] whether it is there only in those
 * @property {(page: Page) => Service | void} start makes its views. Features before it in the list are there already;
 *   all others are once the page has begun
 *
 * @typedef {object} Keys
 * @property {string} group the heading in the list of keys
 * @property {[string[], string][]} rows keys, and what they do
 * @property {Record<string, (page: Page) => void>} [run] what single keys do outside of text fields
 *
 * @typedef {object} PhotoAction a button
 * @property {string} label
 * @property {string} sign one of the icons
 * @property {(photo: any, page?: Page) => boolean} [suits] whether it is offered for a photo; for all if it is missing
 * @property {(photo: any, page?: Page) => any} run may come to a word that the button says for a moment
 *
 * @typedef {object} ServiceHooks what the page itself calls
 * @property {() => void} [begin] all features have started
 * @property {(route: import("./core/address.js").Route, hints: import("./core/address.js").Hints) => void} [follow]
 *   brings the state in step with the address
 * @property {() => void} [refresh] the library may have changed
 * @property {() => boolean} [leave] closes what Escape is to close; returns whether there was anything
 *
 * @typedef {ServiceHooks & Record<string, any>} Service what a feature does for others
 *
 * @typedef {import("./page.js").Page} Page
 *
 * @typedef {Record<string, any>} State the fields of all slices
 */

/** In the order in which they start, and in which their fields stand in the address. */
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
