/** @module */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";

/** A width that fits on A4 and Letter between the margins of the style sheet, in CSS pixels. */
const PAPER_WIDTH = 680;

/**
 * Prints what is shown, always light. The page's own command prints the map with the list of its photos; what the
 * browser's menu prints has no list, because the page learns of it too late to load one.
 *
 * @type {import("../features.js").Feature<"print">}
 */
export const feature = {
  name: "print",
  withoutMap: true,
  keys: [{ group: TEXTS.everywhere, rows: [[["Ctrl", "P"], TEXTS.printView]] }],

  /** @returns {import("../features.js").Service<"print">} */
  start(page) {
    const { store, mapView, begun: { theme } } = page;
    const { documentElement: root } = document;
    let isPreparing = false;
    /** @type {HTMLElement | null} */
    let sheet = null;

    /** An open photo and a view over the whole page are printed as they are. */
    function hasSheet() {
      return Boolean(mapView) && store.state.library.total > 0 && !store.state.photo && !document.querySelector("dialog[open]");
    }

    async function printSheet() {
      if (isPreparing) return;
      isPreparing = true;
      const { message } = store.state;
      store.change(set({ message: TEXTS.preparingPrint }));
      theme.lend("light");
      try {
        const { createSheet } = await import("./sheet.js");
        sheet = await createSheet(page);
        document.body.append(sheet);
        store.change(set({ message }));
        print();
      } catch (error) {
        theme.lend(null);
        store.change(set({ message: error.message }));
      } finally {
        isPreparing = false;
      }
    }

    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !hasSheet()) return;
      event.preventDefault();
      printSheet();
    });

    addEventListener("beforeprint", () => {
      if (sheet || !mapView) return theme.lend("light");
      const { width, height } = mapView.size();
      root.style.setProperty("--map-width", `${width}px`);
      root.style.setProperty("--map-height", `${height - page.room.insets().bottom}px`);
      root.style.setProperty("--print-zoom", String(Math.min(1, PAPER_WIDTH / width)));
      // The map needs some frames to become light.
      root.classList.toggle("has-dark-map", store.state.theme === "dark");
      theme.lend("light");
    });

    addEventListener("afterprint", () => {
      theme.lend(null);
      root.classList.remove("has-dark-map");
      sheet?.remove();
      sheet = null;
    });
    return {};
  },
};
