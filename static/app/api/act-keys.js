/**
 * Keys of requests that make an act. The server acts once for a key, so that a request whose answer was lost can be
 * repeated.
 * @module
 */

import { isRefusal, randomKey } from "../core/random-key.js";

export function createActKeys() {
  /** Keys of requests without an answer, by what they ask. @type {Map<string, string>} */
  const unanswered = new Map();

  return {
    /**
     * @template Answer
     * @param {object} content
     * @param {(content: object) => Promise<Answer>} request called with the content and its key
     * @returns {Promise<Answer>}
     */
    async send(content, request) {
      const asked = JSON.stringify(content);
      const key = unanswered.get(asked) ?? randomKey();
      unanswered.set(asked, key);
      try {
        const answer = await request({ ...content, key });
        unanswered.delete(asked);
        return answer;
      } catch (error) {
        if (isRefusal(error)) unanswered.delete(asked);
        throw error;
      }
    },

    /** After an undo the same request is a new one. */
    forget: () => unanswered.clear(),
  };
}
