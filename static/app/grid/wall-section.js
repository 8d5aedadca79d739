/**
 * One section of the grid: a heading that stays visible while its photos scroll, a list of tiles, and blank squares for
 * photos that are not loaded.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { FOOT, GAP, HEADING, bodyTop, isShared } from "./layout.js";

/**
 * Of a section with more rows than this, only a part is in the document, because browsers limit the height of elements.
 */
const ROWS_DRAWN = 4000;
const ROWS_AT_ONCE = 1000;

/** @typedef {ReturnType<typeof createWallSection>} WallSection */

export function createWallSection() {
  const title = h("span", { class: "wall-title" });
  const where = h("span", { class: "wall-place" });
  const count = h("span", { class: "wall-count" });
  const heading = h("h3", { class: "wall-heading" }, title, " ", where, " ", count);
  const list = h("ul", { class: "wall-list", role: "list" });
  const last = h("div", { class: "wall-list wall-last", "aria-hidden": "true" });
  const element = h("section", { class: "wall-section" }, heading, last, list);
  const written = { start: NaN, width: NaN, top: NaN, height: NaN, rows: NaN, rest: NaN, step: NaN };
  let firstRow = 0;

  function write(name, value, step) {
    if (written[name] === value) return;
    written[name] = value;
    step();
  }

  return {
    element,
    list,

    /**
     * @param {import("./layout.js").Layout} layout
     * @param {number} number the index of the section
     * @param {number} from the top edge of the screen, in the grid
     * @param {number} offset add it to a position in the grid to get the position in the scrolled content
     * @param {string} places where its photos were taken; empty if unknown
     */
    place(layout, number, from, offset, places) {
      const { columns, step, size } = layout;
      const section = layout.sections[number];
      const rows = Math.ceil(section.count / columns);
      const passed = Math.floor((from - bodyTop(layout, number)) / step / ROWS_AT_ONCE) - 1;
      firstRow = rows > ROWS_DRAWN ? Math.max(0, passed * ROWS_AT_ONCE) : 0;
      const endRow = Math.min(rows, firstRow + ROWS_DRAWN);
      const fullRows = Math.min(endRow, Math.floor(section.count / columns)) - firstRow;
      const rest = endRow === rows ? section.count % columns : 0;

      const shares = isShared(layout, number);
      setText(title, shares ? section.short ?? section.title : section.title);
      element.classList.toggle("is-shared", shares);
      write("start", layout.offsets[number] * step, () => (element.style.insetInlineStart = `${written.start}px`));
      write("width", shares ? section.count * step + GAP : 0, () => (element.style.width = shares ? `${written.width}px` : ""));
      // A single section needs no heading, and neither do sections without a title.
      heading.ariaHidden = String(!section.title);
      // The date of a single photo leaves no space for its place.
      setText(where, places && (!shares || section.count > 1) ? `· ${places}` : "");
      setText(count, section.title && !shares ? formatPhotos(section.count) : "");
      write("top", layout.tops[number] + firstRow * step + offset, () => (element.style.top = `${written.top}px`));
      write("height", HEADING + (endRow - firstRow) * step + FOOT, () => (element.style.height = `${written.height}px`));
      write("step", step, () => {
        element.style.setProperty("--step", `${step}px`);
        element.style.setProperty("--size", `${size}px`);
      });
      write("rows", fullRows * 1000 + columns, () => {
        list.style.height = `${fullRows * step}px`;
        list.style.width = `${columns * step}px`;
        last.style.top = `${HEADING + fullRows * step}px`;
      });
      write("rest", rest * step, () => {
        last.style.width = `${rest * step}px`;
        last.hidden = rest === 0;
      });
    },

    /**
     * The position of a photo within the list.
     *
     * @param {import("./layout.js").Layout} layout
     * @param {number} within its index in the section
     */
    positionOf: ({ columns, step }, within) => ({
      x: (within % columns) * step,
      y: (Math.floor(within / columns) - firstRow) * step,
    }),
  };
}
