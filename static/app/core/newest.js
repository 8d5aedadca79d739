/**
 * Sends one request at a time: while one is in flight, only the newest further question waits.
 *
 * So a view that follows a slider gets one answer after the other, however fast the slider moves. If each move
 * aborted the request in flight, no answer would ever arrive.
 * @module
 */

import { LeastRecentlyUsed } from "./lru.js";

const REMEMBERED = 32;
const RETRY_MS = 4000;

/**
 * @template Question, Answer
 * @param {object} options
 * @param {(question: Question) => string} options.keyOf equal for equal questions
 * @param {(question: Question, signal: AbortSignal) => Promise<Answer>} options.ask
 * @param {(answer: Answer, question: Question) => void} options.onAnswer
 * @param {(error: any, question: Question) => boolean} [options.onFailure] returns whether to retry after a delay; the default is true
 * @param {(inFlight: Question, wanted: Question) => boolean} [options.isStale] whether the answer to the request in flight would be useless
 */
export function createNewest({ keyOf, ask, onAnswer, onFailure = () => true, isStale = () => false }) {
  /** @type {LeastRecentlyUsed<string, {key: string, answer: Answer}>} */
  const remembered = new LeastRecentlyUsed(REMEMBERED);
  /** @type {Question | null} */
  let wanted = null;
  /** @type {{question: Question, controller: AbortController} | null} */
  let inFlight = null;

  let retryTimer = 0;

  function next() {
    clearTimeout(retryTimer);
    if (wanted === null) return;
    const question = wanted;
    const key = keyOf(question);
    const known = remembered.find((one) => one.key === key);
    if (known) {
      cancel();
      wanted = null;
      onAnswer(known.answer, question);
    } else if (!inFlight) {
      send(question);
    } else if (keyOf(inFlight.question) !== key && isStale(inFlight.question, question)) {
      cancel();
      send(question);
    }
  }

  async function send(question) {
    const mine = (inFlight = { question, controller: new AbortController() });
    try {
      const answer = await ask(question, mine.controller.signal);
      if (inFlight !== mine) return;
      const key = keyOf(question);
      remembered.set(key, { key, answer });
      if (wanted !== null && keyOf(wanted) === key) wanted = null;
      inFlight = null;
      onAnswer(answer, question);
      next();
    } catch (error) {
      // The map reports the error, because its requests fail in the same way.
      if (inFlight !== mine) return;
      inFlight = null;
      const retries = onFailure(error, question);
      if (wanted !== null && keyOf(wanted) !== keyOf(question)) next();
      else if (retries) retryTimer = setTimeout(next, RETRY_MS);
    }
  }

  function cancel() {
    inFlight?.controller.abort();
    inFlight = null;
  }

  return {
    /** @param {Question} question */
    want(question) {
      wanted = question;
      next();
    },

    /** Aborts the request in flight and clears the cache, because the library has changed. */
    forget() {
      cancel();
      remembered.clear();
    },
  };
}
