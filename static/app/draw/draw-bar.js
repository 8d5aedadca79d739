/**
 * The bar of the drawing mode: its tools, what a shape does, and what can be undone.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @typedef {"lasso" | "box" | "circle" | "corridor"} Tool */

const TOOLS = /** @type {Tool[]} */ (["lasso", "box", "circle", "corridor"]);

/**
 * @param {{onTool: (tool: Tool) => void, onSign: (isAdded: boolean) => void, onUndo: () => void, onClear: () => void, onDone: () => void}} actions
 * @param {HTMLElement} corridor what the tool for tracks needs
 */
export function createDrawBar({ onTool, onSign, onUndo, onClear, onDone }, corridor) {
  const status = h("p", { class: "placing-status", role: "status" });
  const button = (label, sign, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: action }, icon(sign));
  const undo = button(TEXTS.undoStroke, "undo", onUndo);
  const clear = button(TEXTS.clearDrawing, "trash", onClear);
  const element = h("section", { class: "placing-card draw-bar", "aria-label": TEXTS.drawing, hidden: true },
    h("div", { class: "draw-head" }, status, h("button", { type: "button", class: "button is-primary", onclick: onDone }, TEXTS.done)),
    h("div", { class: "draw-tools" },
      choices(TEXTS.drawingTool, "draw-tool", TOOLS.map((tool) => ({ sign: tool, label: TEXTS.drawingTools[tool], choose: () => onTool(tool) }))),
      choices(TEXTS.drawingEffect, "draw-effect", [
        { sign: "plus", label: TEXTS.addToDrawing, choose: () => onSign(true) },
        { sign: "minus", label: TEXTS.subtractFromDrawing, choose: () => onSign(false) },
      ]),
      h("div", { class: "draw-undo" }, undo, clear)),
    corridor);
  const alongTracks = /** @type {HTMLElement} */ (element.querySelector(".is-corridor"));

  return {
    element,
    /** @param {string} words */
    say: (words) => setText(status, words),
    /** @param {boolean} isOffered whether there are tracks that this user may see */
    offerTracks: (isOffered) => (alongTracks.hidden = !isOffered),
    /** @param {boolean} hasShapes */
    show(hasShapes) {
      for (const one of [undo, clear]) one.disabled = !hasShapes;
    },
  };
}

/** @param {string} label @param {string} name @param {{sign: string, label: string, choose: () => void}[]} options the first is chosen */
function choices(label, name, options) {
  return h("div", { class: `draw-choices is-${name}`, role: "radiogroup", "aria-label": label }, ...options.map((one, index) =>
    h("label", { class: `draw-choice is-${one.sign}`, title: one.label },
      h("input", { type: "radio", name, checked: index === 0, "aria-label": one.label, onchange: () => one.choose() }), icon(one.sign))));
}
