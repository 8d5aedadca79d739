/**
 * Limits how many slow requests run at once. A browser opens six connections to a server; the others
 * stay free for quick requests.
 * @module
 */

/**
 * @param {number} most how many run at once
 */
export function createQueue(most) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];

  function next() {
    while (running < most && waiting.length) waiting.shift()();
  }

  return {
    /**
     * Queues a task; if its signal is aborted while it waits, it never runs.
     *
     * @template Answer
     * @param {() => Promise<Answer>} task
     * @param {AbortSignal} [signal]
     * @returns {Promise<Answer>}
     */
    run: (task, signal) => new Promise((resolve, reject) => {
      waiting.push(() => {
        if (signal?.aborted) return reject(signal.reason);
        running += 1;
        task().then(resolve, reject).finally(() => {
          running -= 1;
          next();
        });
      });
      next();
    }),
  };
}
