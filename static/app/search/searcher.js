/**
 * Answers a text of the search box: at once with what is known, then with what the server finds.
 * @module
 */

import { fileAnswer, isSamePlace, looksLikeCoordinates, placeAnswers, planAnswer, positionIn, rowKey } from "./answers.js";
import { understand } from "./grammar.js";
import { plansFor, titleOf } from "./question.js";
import { TEXTS } from "../core/texts.js";

/** How many readings of a text are offered, and how many rows of each kind. */
const MOST_READINGS = 4;
const MOST_PLACES = 7;
const MOST_ROWS = 9;
/** A reading must be this likely, compared with the most likely. */
const LEAST_LIKELY = 0.6;
/** Less likely readings are guesses. */
const SURE_ENOUGH = 0.5;
/** Files are searched for texts of this length. */
const LEAST_LETTERS = 3;

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./grammar.js").Reading} Reading
 * @typedef {{answers: Answer[], message: string, isSettled: boolean}} Outcome
 *
 * @typedef {object} Sources
 * @property {import("./finder.js").Finder} finder
 * @property {() => import("./grammar.js").Knowledge} knowledge
 * @property {() => import("./places.js").Gazetteer} gazetteer
 * @property {(text: string) => {first: Answer[], others: Answer[]}} named trips and saved views with these words
 * @property {() => {lat: number, lon: number}} centre of the map
 * @property {() => import("../filters/filters.js").Filters} filters that are set
 */

export class Searcher {
  #sources;
  #text;
  #signal;
  #onOutcome;
  /** @type {import("../api/photos.js").Photo[]} */
  #files = [];
  /** The reading whose weakest terms are dropped, because no reading has photos. @type {Reading | null} */
  #weakened = null;
  #isSettled = false;
  #problem = "";

  /**
   * @param {string} text
   * @param {Sources} sources
   * @param {AbortSignal} signal
   * @param {(outcome: Outcome) => void} onOutcome called now, and when more is known
   */
  constructor(text, sources, signal, onOutcome) {
    this.#text = text.trim();
    this.#sources = sources;
    this.#signal = signal;
    this.#onOutcome = onOutcome;
    this.#isSettled = this.#position() !== null;
    this.show();
  }

  get isSettled() {
    return this.#isSettled;
  }

  get hasProblem() {
    return this.#problem !== "";
  }

  /** Asks the server. */
  async ask() {
    if (this.#isSettled) return;
    const { finder, knowledge, gazetteer } = this.#sources;
    try {
      // The files do not hold up the rest.
      const files = this.#text.length < LEAST_LETTERS || looksLikeCoordinates(this.#text) ? [] : finder.files(this.#text, this.#signal).catch(() => []);
      await finder.learn(this.#text, knowledge(), gazetteer(), this.#signal);
      this.show();
      await this.#count();
      this.#files = await files;
    } catch (error) {
      this.#problem = error.message;
    }
    if (this.#signal.aborted) return;
    this.#isSettled = true;
    this.show();
  }

  /** Counts the photos of each reading; without any, those of the most likely one without its weakest terms. */
  async #count() {
    const { finder } = this.#sources;
    const readings = this.#readings();
    const whole = readings.flatMap(({ terms }) => this.#plans(terms).filter(({ dropped }) => dropped.length === 0));
    const counted = await Promise.all(whole.map(({ filters }) => finder.count(filters, this.#signal)));
    if (counted.some(({ count }) => count > 0) || readings.length === 0) return;
    this.#weakened = readings[0];
    for (const { filters } of this.#plans(readings[0].terms)) {
      if ((await finder.count(filters, this.#signal)).count > 0) return;
    }
  }

  #position() {
    return positionIn(this.#text, { centre: this.#sources.centre(), gazetteer: this.#sources.gazetteer() });
  }

  /** The likely readings; texts that look like coordinates are not names. */
  #readings() {
    const all = understand(this.#text, this.#sources.knowledge());
    const known = looksLikeCoordinates(this.#text) ? all.filter(({ terms }) => !terms.some(isText)) : all;
    const [first] = known;
    return known.filter((one) => (first.terms.length === 1 ? one.terms.length === 1 : isOther(one, first))).slice(0, MOST_READINGS);
  }

  #plans(terms) {
    return plansFor(terms, this.#sources.filters(), this.#sources.knowledge().isSouth);
  }

  show() {
    const position = this.#position();
    if (position) return this.#onOutcome({ ...position, isSettled: true });
    const readings = this.#readings();
    const rows = readings.flatMap((one, index) => this.#rowsOf(one, index === 0));
    const places = this.#places(readings);
    // A guess comes after places of that name.
    const isGuess = readings.length > 0 && (isName(readings[0]) || readings[0].score < SURE_ENOUGH);
    const named = this.#sources.named(this.#text);
    const listed = [...named.first, ...(isGuess ? [...places, ...rows] : [...rows, ...places]), ...named.others, ...this.#weakRows(), ...this.#files.map(fileAnswer)];
    const answers = listed.filter((one, index) => !listed.slice(0, index).some((other) => rowKey(other) === rowKey(one) || hasSamePhotos(other, one))).slice(0, MOST_ROWS);
    this.#onOutcome({ answers, message: this.#message(answers), isSettled: this.#isSettled });
  }

  /** @param {Reading} reading @param {boolean} isFirst @returns {Answer[]} with the filters that are set, and alone; none if there are no photos */
  #rowsOf({ terms }, isFirst) {
    const { isSouth } = this.#sources.knowledge();
    const isGuess = isName({ terms });
    return this.#plans(terms).filter(({ dropped, isRefined }) => dropped.length === 0 && (isFirst || !isRefined)).flatMap((plan) => {
      const counted = this.#sources.finder.counted(plan.filters);
      const isOffered = counted ? counted.count > 0 : !this.#isSettled && !isGuess;
      return isOffered ? [planAnswer(plan, terms, counted, isSouth)] : [];
    });
  }

  #weakRows() {
    if (!this.#weakened || !this.#isSettled) return [];
    const { terms } = this.#weakened;
    const plan = this.#plans(terms).find(({ filters }) => (this.#sources.finder.counted(filters)?.count ?? 0) > 0);
    return plan ? [planAnswer(plan, terms, this.#sources.finder.counted(plan.filters), this.#sources.knowledge().isSouth)] : [];
  }

  /** Places that the map can show, also without photos. */
  #places(readings) {
    if (looksLikeCoordinates(this.#text)) return [];
    const areas = readings.flatMap(({ terms }) => terms.flatMap(({ area }) => area ?? []));
    const places = placeAnswers(this.#text, this.#sources.gazetteer(), MOST_PLACES);
    // Of the reader's own places only the most likely can also be shown without its filter.
    const others = places.filter((place) => (areas[0] && isSamePlace(place, areas[0])) || !areas.some((area) => isSamePlace(place, area)));
    const isExact = areas.some((area) => others.some((place) => isSamePlace(place, area)));
    if (!isExact) return others;
    return others.filter(({ title }) => title === others[0].title).map((one) => (areas.some((area) => isSamePlace(one, area)) ? { ...one, detail: TEXTS.showOnTheMap(one.detail) } : one));
  }

  #message(answers) {
    if (this.#problem) return this.#problem;
    if (answers.length || !this.#isSettled) return "";
    const [reading] = this.#readings();
    if (reading && !reading.terms.some(isText)) return TEXTS.noPhotosFor(titleOf(reading.terms, this.#sources.knowledge().isSouth));
    return looksLikeCoordinates(this.#text) ? TEXTS.invalidCoordinates : TEXTS.nothingFound(TEXTS.quoted(this.#text));
  }
}

/** Whether a reading is only texts that may occur. */
function isName({ terms }) {
  return terms.every(isText);
}

/** @param {import("./grammar.js").Term} term */
function isText({ name }) {
  return name === "name" || name === "q";
}

/** Whether a reading with several terms is worth offering beside the most likely one: not if it only takes places or times for names. */
function isOther(one, first) {
  const asName = ({ terms }) => terms.filter((term) => isText(term) || term.name === "path").length;
  return one === first || (one.score >= first.score * LEAST_LIKELY && asName(one) <= asName(first));
}

/** Whether two rows have the same photos, as far as is known. A text occurs in all photos that are found by it as a name, so an equal number means the same ones. */
function hasSamePhotos(one, other) {
  if (!one.count || one.count !== other.count) return false;
  return other.changes.name !== "" || other.changes.q !== "" || (one.count === other.pictures.length && other.pictures.every(({ id }) => one.pictures.some((picture) => picture.id === id)));
}
