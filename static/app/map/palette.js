/**
 * The colours of the base map. They are muted, so that photos stand out.
 * @module
 */

/**
 * @typedef {typeof LIGHT} Palette
 */

const LIGHT = {
  water: "#c3d9e6",
  glow: "#d9e8f0",
  coast: "#9dbccd",
  land: "#f6f3ec",
  landFar: "#f2eee5",
  river: "#b4cfdf",
  lake: "#c3d9e6",
  border: "#b3a692",
  borderHalo: "#fbf9f4",
  state: "#cdc3b3",
  country: "#6f6759",
  countryHalo: "#f8f5ee",
  place: "#3f3c36",
  placeHalo: "#fbf9f4",
  minor: "#6b665c",
  dot: "#6d6759",
  dotRing: "#ffffff",
  spotLine: "#2f6df0",
};

/** @type {Palette} */
const DARK = {
  water: "#0d151d",
  glow: "#14212c",
  coast: "#33495a",
  land: "#1f2831",
  landFar: "#212b34",
  river: "#16232f",
  lake: "#0f1922",
  border: "#56636f",
  borderHalo: "#1b232b",
  state: "#36424d",
  country: "#93a1ae",
  countryHalo: "#1a222a",
  place: "#d5dde4",
  placeHalo: "#161d24",
  minor: "#a3b0bc",
  dot: "#8b99a6",
  dotRing: "#161d24",
  spotLine: "#7aa7ff",
};

/**
 * @param {"light" | "dark"} theme
 * @returns {Palette}
 */
export function palette(theme) {
  return theme === "dark" ? DARK : LIGHT;
}
