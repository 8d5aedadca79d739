/**
 * The colours of streets and land. They match the built-in map: muted, so that photos stand out.
 * @module
 */

/** @typedef {typeof LIGHT} StreetColours */

const LIGHT = {
  /** The image of a point of interest. */
  dot: "dot-light",
  ground: "#f6f3ec",
  water: "#c3d9e6",
  waterLine: "#b4cfdf",
  wood: "#dde8d0",
  grass: "#e7eedb",
  park: "#dfebd2",
  farmland: "#f3efe0",
  sand: "#f4ead0",
  ice: "#f1f7fa",
  rock: "#ebe6dc",
  wetland: "#dfe9e2",
  residential: "#f1ede4",
  industrial: "#edeae5",
  institution: "#f1ebdd",
  hospital: "#f5e9e4",
  pitch: "#d8e7cb",
  paved: "#faf8f3",
  building: "#e6dfd2",
  buildingEdge: "#d6cdbd",
  motorway: "#fbdfa8",
  motorwayEdge: "#dcb872",
  major: "#fdf1d4",
  majorEdge: "#dccdaa",
  minor: "#ffffff",
  minorEdge: "#dfd7c8",
  path: "#c7baa2",
  rail: "#c2bbb0",
  runway: "#e9e6e0",
  ferry: "#8fb3c9",
  border: "#b3a692",
  roadName: "#6f675a",
  waterName: "#5f90ac",
  parkName: "#6d8a57",
  place: "#3f3c36",
  minorPlace: "#6b665c",
  poi: "#80705c",
  houseNumber: "#a1978a",
  halo: "#fbf9f4",
};

/** @type {StreetColours} */
const DARK = {
  dot: "dot-dark",
  ground: "#1f2831",
  water: "#0d151d",
  waterLine: "#14202b",
  wood: "#1e2f2d",
  grass: "#21302d",
  park: "#203430",
  farmland: "#222b31",
  sand: "#2d2f31",
  ice: "#2c3a45",
  rock: "#282f36",
  wetland: "#1d2d30",
  residential: "#212b34",
  industrial: "#242b33",
  institution: "#272d34",
  hospital: "#2d2b32",
  pitch: "#223832",
  paved: "#262f39",
  building: "#2a343f",
  buildingEdge: "#36424e",
  motorway: "#6b6149",
  motorwayEdge: "#191f26",
  major: "#4d5560",
  majorEdge: "#192028",
  minor: "#3a4551",
  minorEdge: "#1a2229",
  path: "#465260",
  rail: "#4a5663",
  runway: "#2c353e",
  ferry: "#2f4758",
  border: "#56636f",
  roadName: "#a9b4bf",
  waterName: "#557f9a",
  parkName: "#7c9f86",
  place: "#d5dde4",
  minorPlace: "#a3b0bc",
  poi: "#a2a9ad",
  houseNumber: "#73808c",
  halo: "#161d24",
};

/** @param {"light" | "dark"} theme @returns {StreetColours} */
export function streetColours(theme) {
  return theme === "dark" ? DARK : LIGHT;
}
