/**
 * How the map shows photos: as pins, heat or points, flat or on a globe, with or without directions.
 * Pure functions.
 * @module
 */

/**
 * @typedef {object} Look
 * @property {"pins" | "heat" | "points"} layer
 * @property {boolean} globe
 * @property {boolean} fans whether photos show where they face
 * @property {boolean} visited whether countries with photos are coloured
 */

export const LAYERS = /** @type {const} */ (["pins", "heat", "points"]);

/** @type {Look} */
export const DEFAULT_LOOK = Object.freeze({ layer: "pins", globe: false, fans: false, visited: false });

export const LOOK = { look: DEFAULT_LOOK };

/** @type {import("../core/address.js").AddressPart} */
export const LOOK_ADDRESS = {
  fields: { look: DEFAULT_LOOK },
  read: (fields) => ({ look: parseLook(fields) }),
  write: ({ look }) => formatLook(look),
};

/**
 * @param {URLSearchParams} fields of an address
 * @returns {Look}
 */
function parseLook(fields) {
  return { layer: LAYERS.find((layer) => layer === fields.get("layer")) ?? DEFAULT_LOOK.layer, globe: fields.get("globe") === "1", fans: fields.get("fans") === "1", visited: fields.get("visited") === "1" };
}

/**
 * @param {Look} look
 * @returns {string[]} the fields of an address; none for default values
 */
function formatLook({ layer, globe, fans, visited }) {
  return [layer !== DEFAULT_LOOK.layer && `layer=${layer}`, globe && "globe=1", fans && "fans=1", visited && "visited=1"].filter(Boolean);
}

/**
 * @param {Look} look
 * @param {Look} other
 * @returns {Look} the first if both are equal
 */
export function sameLook(look, other) {
  return formatLook(look).join() === formatLook(other).join() ? look : other;
}
