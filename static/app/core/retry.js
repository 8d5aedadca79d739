/** @module */

/**
 * Repeats an attempt until it succeeds. There is one timer, however many attempts have failed.
 *
 * @param {() => Promise<boolean>} attempt returns whether it succeeded
 * @param {number} delay in milliseconds
 */
export function createRetry(attempt, delay) {
  let timer = 0;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(now, delay);
  }

  async function now() {
    clearTimeout(timer);
    if (!(await attempt())) later();
  }

  return { now, later };
}
