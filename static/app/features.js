/**
 * The features of the page. A feature is a folder with a `feature.js`, which this file imports and lists.
 * @module
 */

import { feature as account } from "./account/feature.js";
import { feature as areas } from "./areas/feature.js";
import { feature as choosing } from "./choosing/feature.js";
import { feature as compare } from "./compare/feature.js";
import { feature as controls } from "./controls/feature.js";
import { feature as day } from "./day/feature.js";
import { feature as diary } from "./diary/feature.js";
import { feature as doubts } from "./doubts/feature.js";
import { feature as draw } from "./draw/feature.js";
import { feature as earlier } from "./earlier/feature.js";
import { feature as filters } from "./filters/feature.js";
import { feature as grid } from "./grid/feature.js";
import { feature as help } from "./help/feature.js";
import { feature as layers } from "./layers/feature.js";
import { feature as library } from "./library/feature.js";
import { feature as link } from "./link/feature.js";
import { feature as allPhotos } from "./lists/all-photos.js";
import { feature as lists } from "./lists/feature.js";
import { feature as live } from "./live/feature.js";
import { feature as locate } from "./locate/feature.js";
import { feature as map } from "./map/feature.js";
import { feature as names } from "./names/feature.js";
import { feature as offline } from "./offline/feature.js";
import { feature as order } from "./order/feature.js";
import { feature as panel } from "./panel/feature.js";
import { feature as places } from "./places/feature.js";
import { feature as placing } from "./placing/feature.js";
import { feature as plan } from "./plan/feature.js";
import { feature as print } from "./print/feature.js";
import { feature as pull } from "./pull/feature.js";
import { feature as together } from "./room/feature.js";
import { feature as search } from "./search/feature.js";
import { feature as sharing } from "./sharing/feature.js";
import { feature as sight } from "./sight/feature.js";
import { feature as spot } from "./spot/feature.js";
import { feature as street } from "./street/feature.js";
import { feature as time } from "./time/feature.js";
import { feature as tracks } from "./tracks/feature.js";
import { feature as trips } from "./trips/feature.js";
import { feature as unplaced } from "./unplaced/feature.js";
import { feature as viewer } from "./viewer/feature.js";
import { feature as views } from "./views/feature.js";
import { feature as visited } from "./visited/feature.js";
import { feature as words } from "./words/feature.js";

/**
 * The state: the fields of all slices. A feature adds its slices here, so that the type checker knows their names.
 *
 * @typedef {typeof import("./theme/theme.js").THEME
 *   & typeof import("./library/library.js").LIBRARY
 *   & typeof import("./filters/filters.js").FILTERS
 *   & typeof import("./layers/look.js").LOOK
 *   & typeof import("./map/first-pins.js").MAP
 *   & typeof import("./order/feature.js").ORDER
 *   & typeof import("./grid/feature.js").GRID
 *   & typeof import("./time/time-state.js").TIME
 *   & typeof import("./compare/compare-state.js").COMPARE
 *   & typeof import("./street/feature.js").STREET
 *   & typeof import("./tracks/feature.js").TRACKS
 *   & typeof import("./day/feature.js").DAY
 *   & typeof import("./lists/list-state.js").LISTS
 *   & typeof import("./unplaced/unplaced-state.js").UNPLACED
 *   & typeof import("./doubts/doubts-state.js").DOUBTS
 *   & typeof import("./locate/locate-state.js").LOCATED
 *   & typeof import("./areas/areas-state.js").AREAS
 *   & typeof import("./names/names-state.js").NAMES
 *   & typeof import("./trips/trips-state.js").TRIPS
 *   & typeof import("./diary/places.js").DIARY_PLACES
 *   & typeof import("./views/feature.js").VIEWS
 *   & typeof import("./visited/feature.js").VISITED
 *   & typeof import("./viewer/feature.js").VIEWER
 *   & typeof import("./panel/photo-state.js").PHOTO
 *   & typeof import("./sight/again.js").SIGHT
 *   & typeof import("./places/feature.js").PLACES
 *   & typeof import("./live/live.js").LIVE
 *   & typeof import("./link/feature.js").LINK
 *   & typeof import("./choosing/choice.js").CHOICE
 *   & typeof import("./placing/placing-state.js").PLACING
 *   & typeof import("./plan/plan-state.js").PLAN
 *   & typeof import("./sharing/sharing-state.js").SHARING
 *   & typeof import("./words/words-state.js").WORDS
 *   & typeof import("./draw/feature.js").DRAW
 *   & typeof import("./room/room-state.js").TOGETHER
 *   & typeof import("./earlier/earlier.js").EARLIER} State
 */

/**
 * A parsed address: the fields of all parts.
 *
 * @typedef {object} Route
 * @property {import("./map/map-address.js").MapView | null} map
 * @property {import("./filters/filters.js").Filters} filters
 * @property {import("./order/order-choice.js").Order} order
 * @property {string} compare the second span of a comparison, as in the filters
 * @property {boolean} isOfSecond whether the open photo or list is of the second span
 * @property {string | null} base the id of the map of pictures
 * @property {boolean} relief
 * @property {boolean} terrain
 * @property {"" | "day" | "speed"} tracks
 * @property {import("./layers/look.js").Look} look
 * @property {string | null} day
 * @property {import("./map/map-address.js").Spot | null} near
 * @property {boolean} nearMe whether the photos near the reader are wanted
 * @property {boolean} isShown whether the photos that show that spot are listed, not those near it
 * @property {string | null} cluster
 * @property {string | null} unplaced a reason, or `all`
 * @property {string | null} doubts the open group of doubted positions
 * @property {boolean} locate whether the list of chosen files is open
 * @property {string | null} areas the opened areas
 * @property {import("./names/names-state.js").ListName | ""} names the open list of names
 * @property {boolean} trips whether the list of trips is open
 * @property {import("./map/map-address.js").Spot | null} about the place whose text is open
 * @property {boolean} full whether the open photo fills the window
 * @property {number | null} photo
 * @property {number | null} against the photo of the same view that is compared with the open one
 * @property {boolean} placing
 * @property {boolean} plan
 * @property {"" | "links" | "places"} sharing the open part of the panel
 * @property {string | null} room the id of the room in which people look together
 * @property {boolean} asGuest whether an owner sees the page as the guest of its link
 */

/**
 * What each feature offers to the others, which find it as `page[name]`.
 *
 * @typedef {object} Services
 * @property {import("./map/feature.js").MapService} map
 * @property {import("./filters/feature.js").FiltersService} filters
 * @property {import("./order/feature.js").OrderService} order
 * @property {import("./grid/grid.js").Grid} grid
 * @property {import("./time/time-bar.js").TimeBarView} time
 * @property {import("./compare/feature.js").CompareService} compare
 * @property {import("./street/feature.js").StreetService} street
 * @property {import("./tracks/feature.js").TracksService} tracks
 * @property {import("./offline/feature.js").OfflineService} offline
 * @property {import("./layers/feature.js").LayersService} layers
 * @property {import("./day/feature.js").DayService} day
 * @property {import("./lists/feature.js").ListsService} lists
 * @property {import("./unplaced/feature.js").UnplacedService} unplaced
 * @property {import("./doubts/feature.js").DoubtsService} doubts
 * @property {import("./locate/feature.js").LocateService} locate
 * @property {{}} account
 * @property {import("./areas/feature.js").AreasService} areas
 * @property {import("./names/feature.js").NamesService} names
 * @property {import("./trips/feature.js").TripsService} trips
 * @property {import("./diary/feature.js").DiaryService} diary
 * @property {import("./views/feature.js").ViewsService} views
 * @property {{}} visited
 * @property {import("./viewer/feature.js").ViewerService} viewer
 * @property {import("./panel/feature.js").PanelService} panel
 * @property {import("./sight/feature.js").SightService} sight
 * @property {{}} spot
 * @property {{}} places
 * @property {import("./search/feature.js").SearchService} search
 * @property {import("./library/feature.js").LibraryService} library
 * @property {{startScan: () => void}} live
 * @property {import("./controls/feature.js").ControlsService} controls
 * @property {{open: () => void}} help
 * @property {import("./link/feature.js").LinkService} link
 * @property {import("./choosing/feature.js").ChoosingService} choosing
 * @property {import("./placing/feature.js").PlacingService} placing
 * @property {import("./plan/feature.js").PlanService} plan
 * @property {{}} print
 * @property {{}} pull
 * @property {import("./sharing/feature.js").SharingService} sharing
 * @property {import("./words/feature.js").WordsService} words
 * @property {import("./draw/feature.js").DrawService} draw
 * @property {import("./earlier/feature.js").EarlierService} earlier
 * @property {import("./room/feature.js").TogetherService} together
 * @property {{focus: () => void}} list
 *
 * @typedef {import("./page.js").Foundations & Services} Page
 *
 * @typedef {object} ServiceHooks functions that the page itself calls
 * @property {() => void} [begin] runs after all features have started
 * @property {(route: Route, hints: import("./core/address.js").Hints) => void} [follow] updates the state after a
 * change of the address
 * @property {() => void} [refresh] the library may have changed
 * @property {(kind: keyof Takable, thing: Takable[keyof Takable]) => boolean} [take] uses what the reader has chosen in
 * place of what usually happens, as a mode does; returns whether it used it
 * @property {() => boolean} [escape] closes what Escape closes; returns whether it closed anything
 */

/**
 * What the reader chooses on the map or in the search, by its kind.
 *
 * @typedef {object} Takable
 * @property {import("./api/photos.js").Pin} pin
 * @property {import("./map/map-address.js").Spot} spot a position without a pin
 * @property {any} drawn MapLibre's feature of a layer
 * @property {import("./search/answers.js").Answer} answer of the search
 */

/**
 * @template {keyof Services} Name
 * @typedef {Services[Name] & ServiceHooks} Service
 */

/**
 * @template {keyof Services} [Name=keyof Services]
 * @typedef {object} Feature
 * @property {Name} name other features find it as `page[name]`
 * @property {Partial<State>[]} [state] its slices of the state, with initial values
 * @property {import("./core/address.js").AddressPart[]} [address] its fields of the address
 * @property {Keys[]} [keys]
 * @property {PhotoAction[]} [photoActions] its buttons for the open photo
 * @property {import("./map/map-layers.js").MapPart[]} [mapParts] what it draws on the map
 * @property {boolean} [withoutMap] whether it also starts in browsers that cannot draw the map
 * @property {boolean} [insteadOfMap] whether it starts only in those browsers
 * @property {(page: Page) => Service<Name> | void} start makes its views. Features before it in the list have started;
 * the others have when `begin` is called
 */

/**
 * @typedef {object} Keys
 * @property {string} group the heading in the list of shortcuts
 * @property {[string[], string][]} rows keys, and their effect
 * @property {Record<string, (page: Page) => void>} [run] the effect of single keys outside of text fields
 *
 * @typedef {import("./api/photos.js").Photo} Photo
 *
 * @typedef {object} PhotoAction a button
 * @property {string} label
 * @property {string} sign the name of an icon
 * @property {(photo: Photo, page?: Page) => boolean} [suits] whether it is offered for a photo; if missing, it is
 * offered for all
 * @property {(photo: Photo, page?: Page) => unknown} run may return a text, or a promise of one, which the button shows
 * for a moment
 */

/**
 * In the order in which they start, and in which the address has their fields.
 *
 * @type {Feature[]}
 */
export const FEATURES = [
  map, filters, order, grid, time, compare, street, tracks, earlier, offline, layers, day, lists, unplaced, doubts, locate, areas, trips, diary, views, names, visited, viewer, panel, sight, spot,
  places, search, library, live, controls, help, link, print, choosing, pull, placing, plan, sharing, words, draw, account, together, allPhotos,
];
