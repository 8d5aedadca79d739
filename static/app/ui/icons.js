/**
 * The page's icons: strokes on a 24 × 24 grid, in the colour of the surrounding text.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string[]>} */
const STROKES = {
  close: ["M6 6l12 12", "M18 6L6 18"],
  back: ["M15 5l-7 7 7 7"],
  previous: ["M15 5l-7 7 7 7"],
  next: ["M9 5l7 7-7 7"],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  fit: ["M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9", "M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9", "M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15", "M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15"],
  sun: ["M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", "M12 2.5v2", "M12 19.5v2", "M2.5 12h2", "M19.5 12h2", "M5.3 5.3l1.4 1.4", "M17.3 17.3l1.4 1.4", "M18.7 5.3l-1.4 1.4", "M6.7 17.3l-1.4 1.4"],
  moon: ["M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z"],
  auto: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 3.5v17", "M12 8l6.5-2", "M12 12h8.4", "M12 16l6.4 2"],
  clock: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 7.5V12l3 2"],
  undo: ["M9 7L4.5 11.5 9 16", "M4.5 11.5h9a5 5 0 0 1 0 10h-2"],
  place: ["M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11z", "M12 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"],
  mountain: ["M3 19l6-10 4 6 2.5-3.5L21 19z"],
  compass: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M15.5 8.5l-2 5-5 2 2-5z"],
  camera: ["M4.5 8h3l1.5-2.5h6L16.5 8h3A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-8A1.5 1.5 0 0 1 4.5 8z", "M12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z"],
  file: ["M7 3.5h6.5L18 8v11a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19V5A1.5 1.5 0 0 1 7.5 3.5", "M13.5 3.5V8H18"],
  folder: ["M3.5 7A1.5 1.5 0 0 1 5 5.5h4.5l2 2.5H19a1.5 1.5 0 0 1 1.5 1.5V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17z"],
  copy: ["M9.5 8.5h8A1.5 1.5 0 0 1 19 10v8.5a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8 18.5V10a1.5 1.5 0 0 1 1.5-1.5z", "M5 15.5V6A1.5 1.5 0 0 1 6.5 4.5H15"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  open: ["M13.5 4.5h6v6", "M19.5 4.5l-8.5 8.5", "M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10"],
  arrow: ["M12 20V5", "M6.5 10.5L12 5l5.5 5.5"],
  picture: ["M5 5h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 5z", "M8.5 8.5a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z", "M3.5 16.5l5-4 3.5 3 3.5-3.5 5 4.5"],
  film: ["M8.5 6.5l9 5.5-9 5.5z"],
  grid: ["M4.5 4.5h6v6h-6z", "M13.5 4.5h6v6h-6z", "M4.5 13.5h6v6h-6z", "M13.5 13.5h6v6h-6z"],
  sidebar: ["M5 5h14v14H5z", "M14 5v14", "M8 9.5l2.5 2.5L8 14.5"],
  near: ["M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z", "M12 3v3", "M12 18v3", "M3 12h3", "M18 12h3"],
  play: ["M8 5.5v13l10.5-6.5z"],
  pause: ["M8 6v12", "M16 6v12"],
  fold: ["M6 9.5l6 6 6-6"],
  unfold: ["M6 14.5l6-6 6 6"],
  filter: ["M4 6.5h16", "M7 12h10", "M10 17.5h4"],
  layers: ["M12 4l8.5 4.5L12 13 3.5 8.5z", "M4 12.5l8 4.3 8-4.3", "M4 16.2l8 4.3 8-4.3"],
  locate: ["M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z", "M12 2.5v3", "M12 18.5v3", "M2.5 12h3", "M18.5 12h3", "M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"],
  search: ["M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z", "M15.3 15.3L20.5 20.5"],
  way: ["M6 17.5a2 2 0 1 0 0 .1z", "M18 4.5a2 2 0 1 0 0 .1z", "M8.2 18H15a3.3 3.3 0 0 0 0-6.6H9a3.3 3.3 0 0 1 0-6.6h6.6"],
  city: ["M4 20V10.5L9.5 7v13", "M9.5 20V4.5L20 8v12", "M2.5 20h19", "M13 11.5h3.5", "M13 15h3.5"],
  expand: ["M14 4.5h5.5V10", "M19.5 4.5L14 10", "M10 19.5H4.5V14", "M4.5 19.5L10 14"],
  info: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 11v5.5", "M12 7.6v.1"],
  download: ["M12 4v11", "M7 10.5l5 5 5-5", "M5 19.5h14"],
  refresh: ["M19 12a7 7 0 1 1-2.1-5", "M19.5 3.5V8H15"],
  keyboard: ["M4.5 6.5h15A1.5 1.5 0 0 1 21 8v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5z", "M7 10v.1", "M10.3 10v.1", "M13.7 10v.1", "M17 10v.1", "M8.5 14h7"],
  alert: ["M12 4l9 15.5H3z", "M12 10v4.5", "M12 17v.1"],
};

/**
 * Draws an icon.
 *
 * @param {string} name the name of an icon of this file
 * @param {string} [className]
 * @returns {SVGSVGElement}
 */
export function icon(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const stroke of STROKES[name] ?? []) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", stroke);
    svg.append(path);
  }
  return svg;
}
