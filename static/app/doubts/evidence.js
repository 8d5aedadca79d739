/**
 * The evidence of a doubt in the reader's language. Pure.
 * @module
 */

import { formatDistance, formatDuration, formatMetres } from "../core/format.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {import("../api/doubts.js").Doubt} Doubt */

/** Shorter distances are none for a reader. */
const LEAST_METRES = 1;

const distance = (/** @type {number} */ metres) => formatDistance(Math.max(LEAST_METRES, metres));

/**
 * A sentence for each finding that the page knows; empty if it has a word that the page does not know.
 *
 * @type {Record<string, (doubt: Doubt) => string>}
 */
const SENTENCES = {
  mirrored: ({ metres, correction, metresCorrected }) => withWord(TEXTS.corrections, correction, (word) => TEXTS.doubtEvidence.mirrored(distance(metres), word, distance(metresCorrected))),
  repeated: ({ seconds, secondsToNext, metresToNext }) => TEXTS.doubtEvidence.repeated(formatDuration(seconds), formatDuration(secondsToNext), distance(metresToNext)),
  stopped: ({ seconds }) => TEXTS.doubtEvidence.stopped(formatDuration(seconds)),
  detour: ({ metres, metresBack, seconds }) => TEXTS.doubtEvidence.detour(distance(metres), distance(metresBack), formatDuration(seconds)),
  offshore: ({ metres, seconds }) => TEXTS.doubtEvidence.offshore(distance(metres), formatDuration(seconds)),
  alone: ({ metres }) => TEXTS.doubtEvidence.alone(distance(metres)),
  unreachable: ({ metres, seconds }) => TEXTS.doubtEvidence.unreachable(distance(metres), formatDuration(seconds)),
  shifted: ({ seconds }) => TEXTS.doubtEvidence.shifted(formatDuration(seconds)),
  impossible: ({ altitude }) => TEXTS.doubtEvidence.impossible(formatMetres(altitude)),
  different: ({ altitude, otherAltitude }) => TEXTS.doubtEvidence.different(formatMetres(altitude), formatMetres(otherAltitude)),
  underground: ({ altitude, ground }) => TEXTS.doubtEvidence.underground(formatMetres(altitude), formatMetres(ground)),
  contradicted: ({ metres, metresToNearest }) => TEXTS.doubtEvidence.contradicted(distance(metres), distance(metresToNearest)),
  corrected: ({ metres, metresToNearest }) => TEXTS.doubtEvidence.corrected(distance(metres), distance(metresToNearest)),
  rounded: ({ step, metres }) => withWord(TEXTS.roundedTo, step, (word) => TEXTS.doubtEvidence.rounded(word, distance(metres))),
  apart: ({ of, metres, seconds }) => withWord(TEXTS.doubtEvidence.apart, of, (sentence) => sentence(distance(metres), formatDuration(seconds))),
};

/**
 * @param {Doubt} doubt
 * @returns {{text: string, lang?: "en"}} the sentence of the server, which is in English, if the page does not know the finding
 */
export function evidenceOf(doubt) {
  const { finding = "", evidence } = doubt;
  const text = Object.hasOwn(SENTENCES, finding) && SENTENCES[finding](doubt);
  return text ? { text } : { text: evidence, lang: "en" };
}

/**
 * @template T
 * @param {Record<string, T>} words @param {string | undefined} name @param {(word: T) => string} make
 */
function withWord(words, name, make) {
  return name !== undefined && Object.hasOwn(words, name) ? make(words[name]) : "";
}
