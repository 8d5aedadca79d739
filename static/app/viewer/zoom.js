/**
 * Where a picture lies on the stage: pure arithmetic. Lengths are CSS pixels, points count from the
 * middle of the stage, and a zoom of 1 shows the picture whole.
 * @module
 */

/**
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number}} Point
 * @typedef {{zoom: number, x: number, y: number}} Framing the middle of the picture, and how large it is
 * @typedef {object} Layout
 * @property {Size} stage
 * @property {Size} whole the picture's size at a zoom of 1
 * @property {number} actual the zoom at which a pixel of the picture is a pixel of the screen
 * @property {number} most
 */

/** @type {Framing} */
export const WHOLE = Object.freeze({ zoom: 1, x: 0, y: 0 });

/** Zooming to the actual pixels is worth a gesture only when they are this much larger than what is shown. */
const WORTHWHILE = 1.15;
const CLOSER = 2.5;

/**
 * A picture fits the stage and is never blown up to fill it.
 *
 * @param {Size} picture its pixels
 * @param {Size} stage
 * @param {number} density pixels of the screen in a CSS pixel
 * @returns {Layout}
 */
export function layOut(picture, stage, density) {
  const scale = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  const actual = 1 / (scale * density);
  return {
    stage,
    whole: { width: picture.width * scale, height: picture.height * scale },
    actual,
    most: Math.max(4, actual * 4),
  };
}

/**
 * Keeps the picture on the stage: no gap opens beside it while it is larger, and it is in the middle while not.
 *
 * @param {Framing} framing
 * @param {Layout} layout
 * @returns {Framing}
 */
export function keepOnStage({ zoom, x, y }, { stage, whole, most }) {
  const kept = Math.min(most, Math.max(1, zoom));
  const within = (value, length, room) => {
    const slack = Math.max(0, (length * kept - room) / 2);
    return Math.min(slack, Math.max(-slack, value));
  };
  return { zoom: kept, x: within(x, whole.width, stage.width), y: within(y, whole.height, stage.height) };
}

/**
 * Zooms so that what is under a point stays there.
 *
 * @param {Framing} framing
 * @param {number} zoom
 * @param {Point} point
 * @param {Layout} layout
 * @returns {Framing}
 */
export function zoomAbout(framing, zoom, point, layout) {
  const kept = Math.min(layout.most, Math.max(1, zoom));
  const ratio = kept / framing.zoom;
  const x = point.x - (point.x - framing.x) * ratio;
  const y = point.y - (point.y - framing.y) * ratio;
  return keepOnStage({ zoom: kept, x, y }, layout);
}

/**
 * What a double click leads to: the actual pixels, or something closer where those are no larger, and back.
 *
 * @param {Framing} framing
 * @param {Point} point
 * @param {Layout} layout
 * @returns {Framing}
 */
export function toggleZoom(framing, point, layout) {
  if (framing.zoom > 1) return WHOLE;
  return zoomAbout(framing, layout.actual > WORTHWHILE ? layout.actual : CLOSER, point, layout);
}
