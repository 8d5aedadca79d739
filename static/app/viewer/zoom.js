/**
 * The position of a picture on the stage. Pure arithmetic: lengths are CSS pixels, points are relative to the middle of
 * the stage, and a zoom of 1 shows the whole picture.
 * @module
 */

/**
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number}} Point
 * @typedef {{zoom: number, x: number, y: number}} Framing the middle of the picture, and its zoom
 * @typedef {object} Layout
 * @property {Size} stage
 * @property {Size} whole the picture's size at a zoom of 1
 * @property {number} actual the zoom at which a pixel of the picture is a pixel of the screen
 * @property {number} most
 */

/** @type {Framing} */
export const WHOLE = Object.freeze({ zoom: 1, x: 0, y: 0 });

/** Zooming to the actual pixels needs at least this factor, because less is hardly visible. */
const WORTHWHILE = 1.15;
const CLOSER = 2.5;

/**
 * A picture fits the stage, and is never enlarged to fill it.
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
 * Limits a picture's position: no gap beside it if it is larger than the stage, centred otherwise.
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
 * Zooms and keeps the point below the pointer in place.
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
 * The effect of a double click: zooms to the actual pixels, or closer if those are hardly larger, and back.
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
