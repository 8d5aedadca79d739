/**
 * Sends files one after the other, a few at a time. Pure, except that it waits for a busy server.
 * @module
 */

const AT_ONCE = 2;
/** The server reads a limited number of bytes at once, for all its users. */
const BUSY = 503;
const TRIES = 5;
const PAUSE_MS = 2000;
/** After these the server would refuse all other files too. */
const REFUSED = [401, 403, 404];
/** After this many files without an answer, no more are sent. */
const SILENT = 3;

/**
 * @template Answer
 * @typedef {{answer: Answer} | {problem: string}} Outcome
 */

/**
 * @template Job, Answer
 * @param {Job[]} jobs
 * @param {object} options
 * @param {(job: Job) => Promise<Answer>} options.send rejects with an error that has a message and the status of the answer, 0 without one
 * @param {AbortSignal} options.signal once it is aborted, nothing more is sent or told
 * @param {(place: number) => void} options.onSend
 * @param {(place: number, outcome: Outcome<Answer>) => void} options.onDone
 * @param {(milliseconds: number) => Promise<void>} [options.pause]
 * @returns {Promise<void>} when all are done
 */
export async function sendAll(jobs, { send, signal, onSend, onDone, pause = later }) {
  let next = 0;
  let silent = 0;
  /** Why the rest is not sent. */
  let refusal = "";

  /** @param {Job} job @returns {Promise<Outcome<Answer>>} */
  async function outcomeOf(job, tries = TRIES) {
    if (refusal) return { problem: refusal };
    try {
      const answer = await send(job);
      silent = 0;
      return { answer };
    } catch (error) {
      if (error.status === BUSY && tries > 1 && !signal.aborted) {
        await pause(PAUSE_MS);
        return signal.aborted ? { problem: error.message } : outcomeOf(job, tries - 1);
      }
      silent = error.status === 0 ? silent + 1 : 0;
      if (REFUSED.includes(error.status) || silent >= SILENT) refusal = error.message;
      return { problem: error.message };
    }
  }

  async function work() {
    while (next < jobs.length && !signal.aborted) {
      const place = next;
      next += 1;
      onSend(place);
      const outcome = await outcomeOf(jobs[place]);
      if (!signal.aborted) onDone(place, outcome);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** @param {number} milliseconds @returns {Promise<void>} */
function later(milliseconds) {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
