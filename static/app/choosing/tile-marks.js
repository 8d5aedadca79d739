/**
 * Marks the chosen photos in lists. Lists make their tiles anew while they scroll, so that those are marked as they
 * come. While photos are being chosen, tiles are buttons that are pressed or not.
 * @module
 */

import { byId } from "../ui/dom.js";

const PARTS = ["grid", "panel"];

export function createTileMarks() {
  /** @type {Set<number>} */
  let chosen = new Set();
  let isOn = false;
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) mark(tilesIn(node));
  });

  /** @param {Iterable<Element>} tiles */
  function mark(tiles) {
    for (const tile of tiles) {
      const isChosen = chosen.has(Number(tile.getAttribute("data-item")));
      tile.classList.toggle("is-chosen", isChosen);
      if (isOn) tile.setAttribute("aria-pressed", String(isChosen));
      else tile.removeAttribute("aria-pressed");
    }
  }

  return {
    /** @param {Set<number>} ids of the chosen photos @param {boolean} isChoosing whether clicks choose also while there are none */
    show(ids, isChoosing) {
      const isNeeded = isChoosing || ids.size > 0;
      if (!isOn && !isNeeded) return;
      chosen = ids;
      if (isOn !== isNeeded) {
        isOn = isNeeded;
        observer.disconnect();
        if (isOn) for (const part of PARTS) observer.observe(byId(part), { childList: true, subtree: true });
      }
      for (const part of PARTS) mark(byId(part).querySelectorAll("[data-item]"));
    },
  };
}

/** @param {Element} node @returns {Element[]} */
function tilesIn(node) {
  return node.matches("[data-item]") ? [node] : [...node.querySelectorAll("[data-item]")];
}
