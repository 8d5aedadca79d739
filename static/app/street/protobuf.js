/**
 * Encodes the few field types of Protocol Buffers that tiles and glyphs need.
 * @module
 */

/** @param {number} number @returns {number[]} */
export function varint(number) {
  const bytes = [];
  for (; number > 127; number >>= 7) bytes.push((number & 127) | 128);
  return [...bytes, number];
}

/** @param {number} number may be negative @returns {number} */
export const signed = (number) => (number < 0 ? -2 * number - 1 : 2 * number);

/** @param {number} tag @param {ArrayLike<number> & Iterable<number>} content @returns {number[]} */
export const field = (tag, content) => [tag << 3 | 2, ...varint(content.length), ...content];

/** @param {number} tag @param {number} number @returns {number[]} */
export const numberField = (tag, number) => [tag << 3, ...varint(number)];
