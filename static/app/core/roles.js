/**
 * What each role may do: the only list of it in the page. The server decides; the page offers nothing, and requests nothing, that
 * it would refuse.
 * @module
 */

/**
 * @typedef {"owner" | "editor" | "viewer" | "guest"} Role each may do what those after it may
 *
 * @typedef {keyof typeof LEAST} Deed
 */

/** @type {Role[]} */
const ROLES = ["guest", "viewer", "editor", "owner"];

/** The least role for each deed. */
const LEAST = {
  /** Conditions on folders, whose names guests of most links do not see. */
  folders: /** @type {Role} */ ("viewer"),
  /** Placing by hand, moving, and undoing that. */
  place: /** @type {Role} */ ("editor"),
  /** Titles, keywords and the like. */
  write: /** @type {Role} */ ("editor"),
  /** Placing by tracks and photos of other devices. */
  plan: /** @type {Role} */ ("owner"),
  /** Links for guests, and places that are hidden from them. */
  share: /** @type {Role} */ ("owner"),
  /** Doubted positions: the evidence says where other photos are. */
  doubts: /** @type {Role} */ ("owner"),
  /** Sending files to learn where they were taken. */
  locate: /** @type {Role} */ ("owner"),
  views: /** @type {Role} */ ("owner"),
  trips: /** @type {Role} */ ("viewer"),
  /** The diary, the homes, and correcting trips and homes. */
  diary: /** @type {Role} */ ("owner"),
  tracks: /** @type {Role} */ ("owner"),
  /** Changes while the page is open. */
  events: /** @type {Role} */ ("viewer"),
  /** Opening rooms; guests with the address join them. */
  room: /** @type {Role} */ ("editor"),
  scan: /** @type {Role} */ ("owner"),
  /** The files that are not on the map. */
  report: /** @type {Role} */ ("viewer"),
  /** Advice on how to set up the server. */
  setUp: /** @type {Role} */ ("owner"),
};

/**
 * Whether the visitor may do something; false while the page does not know who the visitor is.
 *
 * @param {Pick<import("./store.js").State, "visitor">} state
 * @param {Deed} deed
 * @returns {boolean}
 */
export function may({ visitor }, deed) {
  return visitor !== null && ROLES.indexOf(visitor.role) >= ROLES.indexOf(LEAST[deed]);
}

/**
 * Whether the server would refuse something; false while the page does not know who the visitor is.
 *
 * @param {Pick<import("./store.js").State, "visitor">} state
 * @param {Deed} deed
 * @returns {boolean}
 */
export function mayNot(state, deed) {
  return state.visitor !== null && !may(state, deed);
}
