/** The search understands dates in the reader's languages, and in English. */

import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "navigator", { value: { language: "de-DE", languages: ["de-DE", "fi", "ru"] }, configurable: true });
const { loadTexts } = await import("../../static/app/core/texts.js");
await loadTexts();
const { filtersOf } = await import("../../static/app/search/question.js");
const { dayNumber } = await import("../../static/app/search/calendar-points.js");
const { understand } = await import("../../static/app/search/grammar.js");
const { inEnglish } = await import("../../static/app/core/bidi.js");
const { TEXTS } = await import("../../static/app/core/texts.js");
const { wordAbsence } = await import("../../static/app/unplaced/reasons.js");

const KNOWLEDGE = { today: dayNumber(2026, 11, 27), isSouth: false, hasNames: true, facets: null, areas: () => [] };
const asked = (text) => {
  const filters = filtersOf(understand(text, /** @type {any} */ (KNOWLEDGE))[0].terms, false);
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
};

test("names of months and phrases of time are read in each language", () => {
  const june = { time: "2024-06-01/2024-06-30" };
  for (const text of ["Juni 2024", "June 2024", "kesäkuu 2024", "июнь 2024", "JUNI 2024", "Jun 2024"]) assert.deepEqual(asked(text), june, text);
  const day = { time: "2024-06-08/2024-06-08" };
  for (const text of ["8. Juni 2024", "8 июня 2024", "Samstag, 8. Juni 2024", "8. kesäkuuta 2024", "8.6.2024", "8/6/2024"]) assert.deepEqual(asked(text), day, text);
  assert.deepEqual(asked("März"), { month: "3" });
  assert.deepEqual(asked("gestern"), { time: "2026-11-26/2026-11-26" });
  assert.deepEqual(asked("letztes Jahr"), { time: "2025-01-01/2025-12-31" });
  assert.deepEqual(asked("vor 3 Jahren"), { time: "2023-01-01/2023-12-31" });
  assert.deepEqual(asked("вчера"), { time: "2026-11-26/2026-11-26" });
});

test("words of the search are read in the language of the page and in English, folded", () => {
  assert.deepEqual(asked("Sommer 2023"), asked("summer 2023"));
  assert.deepEqual(asked("seit 2019"), { time: "2019-01-01/.." });
  assert.deepEqual(asked("since 2019"), { time: "2019-01-01/.." });
  assert.deepEqual(asked("Frühling"), asked("spring"));
  assert.deepEqual(asked("fünf Sterne"), { rating: "5" });
  assert.deepEqual(asked("five stars"), { rating: "5" });
  assert.deepEqual(asked("after the 2019"), asked("after 2019"));
  assert.deepEqual(asked("٢٠١٩"), { time: "2019-01-01/2019-12-31" });
  assert.deepEqual(asked("２０１９年"), { time: "2019-01-01/2019-12-31" });
});

test("why a file has no position is said in the language of the page, before the server's sentence", () => {
  assert.equal(wordAbsence({ reason: "no-gps", detail: "no Exif data" }), `${TEXTS.noGPS} · ${inEnglish("No Exif data")}`);
  assert.equal(wordAbsence({ reason: "unreadable" }), TEXTS.unreadable);
  assert.equal(wordAbsence({}), "");
});
