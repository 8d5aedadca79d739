/**
 * The position of each heading and photo of the grid. Computed from counts alone, so heights are known before the
 * photos are loaded. Pure functions.
 *
 * Consecutive sections that fit into one row share it, side by side: they are one band. Other sections have their own.
 * @module
 */

export const GAP = 4;
export const HEADING = 38;
export const FOOT = 10;
const LEAST_COLUMNS = 3;
/** In narrower lists, such as those of a comparison, three photos would be too small. */
const NARROW = 260;

/**
 * @typedef {object} Layout
 * @property {import("./shelf.js").Section[]} sections
 * @property {Float64Array} tops the top of each section, and at last the bottom of the grid
 * @property {Uint16Array} offsets the column in which each section begins
 * @property {number} columns
 * @property {number} size the side of a photo
 * @property {number} step from one row or column to the next
 * @property {number} height
 */

/**
 * @param {number} width of the space for photos
 * @returns {number}
 */
export function columnsFor(width) {
  return Math.max(width < NARROW ? LEAST_COLUMNS - 1 : LEAST_COLUMNS, Math.round(width / (104 + width * 0.03)));
}

/**
 * The columns in which sections begin. A section that begins in the first one begins a band.
 *
 * @param {{count: number}[]} sections
 * @param {number} columns
 * @returns {Uint16Array}
 */
function offsetsOf(sections, columns) {
  const offsets = new Uint16Array(sections.length);
  let used = columns;
  sections.forEach(({ count }, number) => {
    const isShared = used + count <= columns;
    offsets[number] = isShared ? used : 0;
    used = isShared ? used + count : count;
  });
  return offsets;
}

/**
 * @param {{count: number}[]} sections
 * @param {number} columns
 * @returns {number} how many bands they need
 */
export function bandsFor(sections, columns) {
  return offsetsOf(sections, columns).reduce((sum, offset) => sum + (offset === 0 ? 1 : 0), 0);
}

/**
 * @param {import("./shelf.js").Section[]} sections
 * @param {number} width
 * @returns {Layout}
 */
export function layOut(sections, width) {
  const columns = columnsFor(width);
  const size = Math.max(40, Math.floor((width - GAP * (columns + 1)) / columns));
  const step = size + GAP;
  const tops = new Float64Array(sections.length + 1);
  const offsets = offsetsOf(sections, columns);
  let bottom = 0;
  sections.forEach(({ count }, number) => {
    tops[number] = offsets[number] ? tops[number - 1] : bottom;
    bottom = tops[number] + HEADING + Math.ceil(count / columns) * step + FOOT;
  });
  tops[sections.length] = bottom;
  return { sections, tops, offsets, columns, size, step, height: bottom };
}

/**
 * @param {Layout} layout
 * @param {number} y
 * @returns {number} the index of the first section at a height; beyond the ends, in the first or last band
 */
export function sectionAt(layout, y) {
  return firstOfBand(layout, lastSectionAt(layout, y));
}

/**
 * @param {Layout} layout
 * @param {number} y
 * @returns {number} the index of the last section at a height
 */
export function lastSectionAt({ tops, sections }, y) {
  return lastNotAfter(sections.length, (number) => tops[number], y);
}

/** @param {Layout} layout @param {number} number */
function firstOfBand({ offsets }, number) {
  let first = number;
  while (offsets[first] > 0) first -= 1;
  return first;
}

/** @param {Layout} layout @param {number} number @returns {number} the index of the last section of its band */
function lastOfBand({ offsets }, number) {
  let last = number;
  while (offsets[last + 1] > 0) last += 1;
  return last;
}

/**
 * @param {Layout} layout
 * @param {number} number
 * @returns {boolean} whether the section has another one beside it
 */
export function isShared({ offsets }, number) {
  return offsets[number] > 0 || offsets[number + 1] > 0;
}

/**
 * @param {Layout} layout
 * @param {number} index the index of a photo in the grid
 * @returns {number} the index of its section
 */
export function sectionOf({ sections }, index) {
  return lastNotAfter(sections.length, (number) => sections[number].start, index);
}

/**
 * @param {Layout} layout
 * @param {number} number the index of a section
 * @returns {number} the top of its first row
 */
export function bodyTop({ tops }, number) {
  return tops[number] + HEADING;
}

/**
 * @param {Layout} layout
 * @param {number} index the index of a photo in the grid
 * @returns {{x: number, y: number}}
 */
export function positionOf(layout, index) {
  const number = sectionOf(layout, index);
  const within = index - (layout.sections[number]?.start ?? 0);
  return {
    x: GAP + ((layout.offsets[number] ?? 0) + (within % layout.columns)) * layout.step,
    y: bodyTop(layout, number) + Math.floor(within / layout.columns) * layout.step,
  };
}

/**
 * The photos of a section that intersect a vertical range of the grid.
 *
 * @param {Layout} layout
 * @param {number} number the index of the section
 * @param {number} from
 * @param {number} to
 * @returns {{first: number, end: number}} indices
 */
export function indicesWithin(layout, number, from, to) {
  const { start, count } = layout.sections[number];
  const rows = Math.ceil(count / layout.columns);
  const row = (y) => Math.min(rows, Math.max(0, y));
  const firstRow = row(Math.floor((from - bodyTop(layout, number)) / layout.step));
  const endRow = row(Math.ceil((to - bodyTop(layout, number)) / layout.step));
  return { first: start + firstRow * layout.columns, end: start + Math.min(count, Math.max(firstRow, endRow) * layout.columns) };
}

/**
 * @param {Layout} layout
 * @param {number} y
 * @returns {number} the index of the first photo of the row at a height, or of the next row
 */
export function indexAt(layout, y) {
  if (!layout.sections.length) return 0;
  const number = sectionAt(layout, y);
  const { start, count } = layout.sections[number];
  const { first } = indicesWithin(layout, number, Math.max(y, bodyTop(layout, number)), Infinity);
  return Math.min(first, start + count - 1);
}

/**
 * The photo one row up or down in the same column, or the last of a shorter row.
 *
 * @param {Layout} layout
 * @param {number} index
 * @param {-1 | 1} direction
 * @returns {number} the same index if there is no such row
 */
export function indexBeside(layout, index, direction) {
  const number = sectionOf(layout, index);
  const { columns, sections, offsets } = layout;
  const { start, count } = sections[number];
  const column = offsets[number] + ((index - start) % columns);
  const target = index + direction * columns;
  if (target >= start && target < start + count) return target;
  const lastRow = (section) => Math.floor((section.count - 1) / columns) * columns;
  // The last row may have no photo in this column; then its last photo is used.
  if (direction > 0 && index - start < lastRow(sections[number])) return start + count - 1;
  const beside = direction > 0 ? lastOfBand(layout, number) + 1 : firstOfBand(layout, number) - 1;
  if (!sections[beside]) return index;
  let there = lastOfBand(layout, beside);
  while (offsets[there] > column) there -= 1;
  const row = direction > 0 ? 0 : lastRow(sections[there]);
  return sections[there].start + Math.min(row + column - offsets[there], sections[there].count - 1);
}

function lastNotAfter(count, valueOf, limit) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (valueOf(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
