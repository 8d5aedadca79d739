/**
 * Reads a number of stars at a position of the words. Pure.
 * @module
 */

import { isDash } from "./tokens.js";
import { numberNamed, wordSet } from "./words.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {import("./tokens.js").Token} Token */

const { grammar } = TEXTS;
const STARS = wordSet(grammar.stars);
const TO = wordSet(grammar.to);
const AT_LEAST = wordSet(grammar.atLeast, "|");
const AT_MOST = wordSet(grammar.atMost, "|");
const OR_MORE = wordSet(grammar.orMore, "|");
const OR_FEWER = wordSet(grammar.orFewer, "|");
const LONGEST_PHRASE = 2;
const MOST = 5;

/**
 * `4 stars`, `four stars or more`, `at least 4 stars`, `4+ stars`, `★★★★`, `2 to 4 stars`; `stars:4+`, `stars:2..4`.
 *
 * @param {Token[]} tokens @param {number} at
 * @returns {{value: string, length: number} | null} the value of the filter `rating`
 */
export function starsAt(tokens, at) {
  if (!tokens[at] || tokens[at].isQuoted) return null;
  const [, from, through] = (tokens[at].name === "rating" && /^([0-5])?(?:\.\.|-)([0-5])?$/.exec(tokens[at].raw)) || [];
  if (from !== undefined || through !== undefined) return { value: `${from ?? ""}..${through ?? ""}`, length: 1 };
  let next = at;
  /** @param {Set<string>} phrases @returns {boolean} whether one of them is next; goes beyond it */
  const isNext = (phrases) => {
    const length = Array.from({ length: LONGEST_PHRASE }, (_, index) => LONGEST_PHRASE - index).find((one) => next + one <= tokens.length && phrases.has(phraseAt(tokens, next, one)));
    next += length ?? 0;
    return length !== undefined;
  };
  let [hasMore, hasFewer] = [isNext(AT_LEAST), isNext(AT_MOST)];
  const first = numberAt(tokens[next]);
  if (!first) return null;
  next += 1;
  const last = isDash(tokens[next]) || TO.has(tokens[next]?.word ?? "") ? numberAt(tokens[next + 1]) : null;
  if (last) next += 2;
  const isMarked = first.isMarked || last?.isMarked;
  for (let step = 0; step < 2; step += 1) {
    hasMore = isNext(OR_MORE) || hasMore;
    hasFewer = isNext(OR_FEWER) || hasFewer;
    if (step === 0 && !isNext(STARS) && !isMarked) return null;
  }
  const value = last ? `${first.stars}..${last.stars}` : hasFewer ? `..${first.stars}` : first.stars + (hasMore || first.hasPlus ? "+" : "");
  return last && last.stars < first.stars ? null : { value, length: next - at };
}

function phraseAt(tokens, at, length) {
  return tokens.slice(at, at + length).map(({ word }) => word).join(" ");
}

/**
 * @param {Token | undefined} token
 * @returns {{stars: number, hasPlus: boolean, isMarked: boolean} | null} marked if it needs no word for stars
 */
function numberAt(token) {
  const isNamed = token?.name === "rating";
  const raw = token?.raw.replaceAll("\uFE0F", "") ?? "";
  const drawn = /^([★⭐]{1,5})☆*(\+?)$/u.exec(raw);
  if (drawn) return { stars: [...drawn[1]].length, hasPlus: drawn[2] !== "", isMarked: true };
  const [number, unit] = (token?.word ?? "").split(" ");
  const [, digit, mark, plus] = /^([0-5])([★⭐]?)(\+?)$/u.exec(raw) ?? [];
  const stars = digit ?? (/^[0-5]$/.test(number) && STARS.has(unit) ? number : numberNamed(number) || NaN);
  const isWhole = digit !== undefined || unit === undefined || STARS.has(unit);
  if (!isWhole || !(Number(stars) <= MOST)) return null;
  return { stars: Number(stars), hasPlus: plus === "+", isMarked: isNamed || mark === "★" || mark === "⭐" || STARS.has(unit) };
}
