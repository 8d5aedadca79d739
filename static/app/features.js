/**
 * The features of the page. A feature is a folder with a `feature.js`, which this file imports and lists.
 * @module
 */

import { feature as areas } from "./areas/feature.js";
import { feature as controls } from "./controls/feature.js";
import { feature as filters } from "./filters/feature.js";
import { feature as grid } from "./grid/feature.js";
import { feature as help } from "./help/feature.js";
import { feature as layers } from "./layers/feature.js";
import { feature as library } from "./library/feature.js";
import { feature as link } from "./link/feature.js";
import { feature as allPhotos } from "./lists/all-photos.js";
import { feature as lists } from "./lists/feature.js";
import { feature as live } from "./live/feature.js";
import { feature as map } from "./map/feature.js";
import { feature as order } from "./order/feature.js";
import { feature as panel } from "./panel/feature.js";
import { feature as places } from "./places/feature.js";
import { feature as placing } from "./placing/feature.js";
import { feature as plan } from "./plan/feature.js";
import { feature as search } from "./search/feature.js";
import { feature as street } from "./street/feature.js";
import { feature as time } from "./time/feature.js";
import { feature as tracks } from "./tracks/feature.js";
import { feature as unplaced } from "./unplaced/feature.js";
import { feature as viewer } from "./viewer/feature.js";
import { feature as visited } from "./visited/feature.js";

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

/** In the order in which they start, and in which the address has their fields. @type {Feature[]} */
export const FEATURES = [
  map, filters, order, grid, time, street, tracks, layers, lists, unplaced, areas, visited, viewer, panel,
  places, search, library, live, controls, help, link, placing, plan, allPhotos,
];
