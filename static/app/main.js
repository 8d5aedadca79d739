/**
 * Starts the page: its language first, because the other modules read texts when they are loaded.
 * @module
 */

import { DIRECTION, LANGUAGE } from "./core/language.js";
import { TEXTS, loadTexts } from "./core/texts.js";
import { showFailure } from "./failure.js";

// failure.js looks for this once the page has loaded.
document.documentElement.dataset.page = "begun";
document.documentElement.lang = LANGUAGE;
document.documentElement.dir = DIRECTION;

try {
  await loadTexts();
  document.title = TEXTS.pageTitle;
  const { begin } = await import("./begin.js");
  await begin();
} catch (error) {
  showFailure();
  throw error;
}
