/**
 * Sends one request after another for the same thing: a new one aborts the one in flight, whose late answer is dropped.
 * For what the reader opens. Views that follow a slider use `createNewest`, which lets the request in flight finish.
 * @module
 */

export function createLatest() {
  let controller = new AbortController();

  return {
    /**
     * @template Answer
     * @param {(signal: AbortSignal) => Promise<Answer>} ask
     * @param {(answer: Answer) => void} onAnswer
     * @param {(error: any) => void} onFailure
     */
    async load(ask, onAnswer, onFailure) {
      controller.abort();
      const { signal } = (controller = new AbortController());
      try {
        const answer = await ask(signal);
        if (!signal.aborted) onAnswer(answer);
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
    },

    /** Aborts the request in flight; nothing comes of it. */
    abort: () => controller.abort(),
  };
}
