/**
 * Whether the server can be reached. A machine that is switched off, or a network that is left, refuses nothing: requests
 * just wait.
 * @module
 */

/** How long an answer may take until the worker asks whether the server is there. */
const PATIENCE_MS = 3000;
const PROBE_MS = 2500;
/** How long the worker then answers at once with what it has. */
const AWAY_MS = 15_000;
const PROBE = "healthz";

export class Server {
  #scope;
  #awayUntil = 0;
  /** @type {Promise<boolean> | null} */
  #probe = null;

  /** @param {string} scope the page's address */
  constructor(scope) {
    this.#scope = scope;
  }

  /** Whether a request has just waited in vain. */
  get isAway() {
    return performance.now() < this.#awayUntil;
  }

  /**
   * Waits for an answer.
   *
   * @template Answer
   * @param {Promise<Answer>} answer
   * @returns {Promise<Answer | null>} null if the server does not answer; rejected as the answer is
   */
  async wait(answer) {
    // Even if it is too late for this request, it says that the server is back.
    answer.then(() => (this.#awayUntil = 0), () => {});
    const first = await Promise.race([answer.then((value) => ({ value })), later(this.isAway ? 0 : PATIENCE_MS)]);
    if (first) return this.#found(first.value);
    if (!this.isAway && (await this.#answers())) return this.#found(await answer);
    return null;
  }

  /** @template Answer @param {Answer} answer */
  #found(answer) {
    this.#awayUntil = 0;
    return answer;
  }

  /** Waits as long as it takes. @template Answer @param {Promise<Answer>} answer */
  async hear(answer) {
    return this.#found(await answer);
  }

  #ask() {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), PROBE_MS);
    return fetch(new URL(PROBE, this.#scope), { cache: "no-store", signal: controller.signal }).then(() => true, () => false);
  }

  #answers() {
    this.#probe ??= this.#ask().then((isThere) => {
      this.#probe = null;
      if (!isThere) this.#awayUntil = performance.now() + AWAY_MS;
      return isThere;
    });
    return this.#probe;
  }
}

/** @param {number} milliseconds @returns {Promise<null>} */
function later(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null));
}
