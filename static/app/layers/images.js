/**
 * Draws the small images of map layers, so that none has to be loaded.
 * @module
 */

const FAN_SIZE = 168;
const HALF_ANGLE = (29 * Math.PI) / 180;
const ARROW_SIZE = 14;
const FAN_COLOURS = { light: "31, 95, 224", dark: "122, 167, 255" };
const ARROW_COLOURS = { light: ["#c2255c", "#ffffff"], dark: ["#ff7aa8", "#141b22"] };
const DOT_SIZE = 9;
const DOT_COLOURS = { light: ["#9a8568", "#fbf9f4"], dark: ["#8f9aa3", "#161d24"] };
const NOTE_SIZE = 18;
const NOTE_COLOURS = { light: ["#7048c6", "#ffffff"], dark: ["#b79cff", "#141b22"] };
/** Images have twice the resolution of CSS pixels. */
export const IMAGE_RATIO = 2;

/**
 * @param {string} name `fan-light`, `fan-dark`, and so on for `arrow`, `dot` and `note`
 * @returns {ImageData | null} null for any other name
 */
export function layerImage(name) {
  const [kind, theme] = name.split("-");
  if (!(theme in FAN_COLOURS)) return null;
  if (kind === "fan") return drawn(FAN_SIZE, (context, size) => drawFan(context, size, FAN_COLOURS[theme]));
  if (kind === "dot") return drawn(DOT_SIZE, (context, size) => drawDot(context, size, DOT_COLOURS[theme]));
  if (kind === "arrow") return drawn(ARROW_SIZE, (context, size) => drawArrow(context, size, ARROW_COLOURS[theme]));
  if (kind === "note") return drawn(NOTE_SIZE, (context, size) => drawNote(context, size, NOTE_COLOURS[theme]));
  return null;
}

function drawn(size, draw) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * IMAGE_RATIO;
  const context = canvas.getContext("2d");
  if (!context) return null;
  draw(context, canvas.width);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The direction that a camera faced. The fan points north; MapLibre rotates it. */
function drawFan(context, size, colour) {
  const middle = size / 2;
  const glow = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
  glow.addColorStop(0, `rgba(${colour}, 0.8)`);
  glow.addColorStop(0.6, `rgba(${colour}, 0.45)`);
  glow.addColorStop(1, `rgba(${colour}, 0)`);
  context.beginPath();
  context.moveTo(middle, middle);
  context.arc(middle, middle, middle, -Math.PI / 2 - HALF_ANGLE, -Math.PI / 2 + HALF_ANGLE);
  context.closePath();
  context.fillStyle = glow;
  context.fill();
}

/** The direction of a line. It points to the right, as MapLibre expects of symbols along lines. */
function drawArrow(context, size, [fill, edge]) {
  context.beginPath();
  context.moveTo(size * 0.25, size * 0.12);
  context.lineTo(size * 0.92, size * 0.5);
  context.lineTo(size * 0.25, size * 0.88);
  context.closePath();
  context.lineJoin = "round";
  context.lineWidth = size * 0.13;
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
}

/** A point of interest on a street map. */
function drawDot(context, size, [fill, edge]) {
  context.beginPath();
  context.arc(size / 2, size / 2, size * 0.36, 0, 2 * Math.PI);
  context.lineWidth = size * 0.2;
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
}

/** A place about which the diary says something: a sheet with lines. */
function drawNote(context, size, [ink, paper]) {
  context.beginPath();
  context.roundRect(size * 0.16, size * 0.08, size * 0.68, size * 0.84, size * 0.14);
  context.fillStyle = paper;
  context.fill();
  context.lineWidth = size * 0.09;
  context.strokeStyle = ink;
  context.stroke();
  context.beginPath();
  for (const [down, across] of [[0.34, 0.68], [0.5, 0.68], [0.66, 0.54]]) {
    context.moveTo(size * 0.32, size * down);
    context.lineTo(size * across, size * down);
  }
  context.stroke();
}
