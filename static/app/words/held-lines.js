/**
 * Says that others have changed what the reader was changing while the server was away, and lets the reader decide.
 * @module
 */

import { h, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";
import { NAMED, worded } from "./file-lines.js";

/** @param {(isMine: boolean) => void} onDecide */
export function createHeldLines(onDecide) {
  const text = h("span", { role: "status", dir: "auto" });
  const button = (/** @type {string} */ label, /** @type {boolean} */ isMine) => h("button", { type: "button", class: "words-more", onclick: () => onDecide(isMine) }, label);
  const element = h("p", { class: "words-status words-held", "data-state": "failed", hidden: true }, text, " ", button(TEXTS.useMine, true), " ", button(TEXTS.keepTheirs, false));

  return {
    element,

    /** @param {import("./change.js").Change["set"]} held */
    show(held) {
      const names = /** @type {(keyof typeof NAMED)[]} */ (Object.keys(held));
      element.hidden = names.length === 0;
      setText(text, names.map((name) => TEXTS.changedMeanwhile(NAMED[name], held[name] === null ? "" : worded(name, held[name]))).join(" "));
    },
  };
}
