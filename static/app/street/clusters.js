/**
 * Names in scripts whose letters change with their neighbours, such as Devanagari. MapLibre draws letters separately.
 * So each syllable gets a code point of Unicode's private area, and the browser draws it as a whole.
 *
 * A range of 256 glyphs is loaded only once, so syllables that are found later get code points of the next range.
 * @module
 */

import { varint } from "./protobuf.js";

const FIRST = 0xe000;
const LAST = 0xf8ff;
/** Indic scripts and Sinhala, Tibetan and Myanmar, Khmer. */
const COMPLEX = /[\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff]/;
/** A cluster that ends in such a sign is joined with the next one. */
const JOINS_NEXT = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]\u200d?$/;
const segmenter = new Intl.Segmenter("hi", { granularity: "grapheme" });

export function createClusters() {
  /** @type {Map<string, string>} */
  const letters = new Map();
  /** @type {Map<number, string>} */
  const clusters = new Map();
  let next = FIRST;

  function letterFor(cluster) {
    let letter = letters.get(cluster);
    if (!letter && next <= LAST) {
      letter = String.fromCharCode(next);
      letters.set(cluster, letter);
      clusters.set(next++, cluster);
    }
    return letter ?? cluster;
  }

  /** @param {string} text @returns {string} with a letter for each syllable */
  function replaced(text) {
    if (!COMPLEX.test(text)) return text;
    return syllables(text).map((one) => (one.length > 1 && COMPLEX.test(one) ? letterFor(one) : one)).join("");
  }

  return {
    replaced,

    /**
     * The syllable of a private code point.
     *
     * @param {number} code @returns {string | undefined}
     */
    clusterOf: (code) => clusters.get(code),

    /** @param {number} start of a range of 256 letters that is drawn now */
    close(start) {
      if (next > start && next <= start + 256) next = start + 256;
    },

    /** @param {ArrayBuffer} tile @returns {ArrayBuffer} the vector tile with such letters in its texts */
    inTile(tile) {
      const bytes = new Uint8Array(tile);
      return hasComplex(bytes) ? Uint8Array.from(rewritten(bytes, 0, bytes.length, [LAYER, VALUE, TEXT], replaced)).buffer : tile;
    },
  };
}

/** @param {string} text @returns {string[]} */
export function syllables(text) {
  /** @type {string[]} */
  const parts = [];
  for (const { segment } of segmenter.segment(text)) {
    if (parts.length && JOINS_NEXT.test(parts[parts.length - 1]) && COMPLEX.test(segment)) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}

/** The field numbers of a tile that lead to its texts: layer, value, string value. */
const [LAYER, VALUE, TEXT] = [3, 4, 1];

/** Whether bytes may contain such scripts in UTF-8. */
function hasComplex(bytes) {
  for (let at = 0; at + 2 < bytes.length; at++) {
    const next = bytes[at + 1];
    if (bytes[at] === 0xe0 && ((next >= 0xa4 && next <= 0xb7) || next >= 0xbc)) return true;
    if (bytes[at] === 0xe1 && (next <= 0x82 || next === 0x9e || next === 0x9f)) return true;
  }
  return false;
}

/**
 * Copies a message and replaces its texts.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number[]} path the field numbers that lead to texts
 * @param {(text: string) => string} change
 * @returns {number[]}
 */
function rewritten(bytes, start, end, path, change) {
  const result = /** @type {number[]} */ ([]);
  let at = start;
  const copy = (from, to) => { for (let index = from; index < to; index++) result.push(bytes[index]); };
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end) throw new RangeError("a tile ends within a number");
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < end) {
    const from = at;
    const key = number();
    const kind = key & 7;
    if (kind === 2) {
      const length = number();
      const content = at;
      at += length;
      if (at > end) throw new RangeError("a tile ends within a field");
      if (key >>> 3 !== path[0]) {
        copy(from, at);
        continue;
      }
      const inner = path.length > 1 ? rewritten(bytes, content, at, path.slice(1), change)
        : [...new TextEncoder().encode(change(new TextDecoder().decode(bytes.subarray(content, at))))];
      result.push(...varint(key), ...varint(inner.length));
      for (const byte of inner) result.push(byte);
      continue;
    }
    if (kind === 0) number();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else throw new RangeError("a tile has a field of an unknown kind");
    copy(from, at);
  }
  return result;
}
