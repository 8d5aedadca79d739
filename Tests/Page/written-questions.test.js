/** Questions as readers of each language write them: inflected months, hours of half a day, and articles without a vowel. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const FOLDER = new URL("../../static/app/", import.meta.url);
const YEAR = { time: "2024-06-01/2024-06-30" };
const AREAS = [["Islande", "IS"], ["Islanda", "IS"], ["L'Aquila", "AQ"], ["Alpe d'Huez", "AH"]];

/** @type {Record<string, [string, Record<string, string>][]>} */
const QUESTIONS = {
  pl: [
    ["w czerwcu 2024", YEAR], ["czerwca 2024", YEAR], ["czerwiec 2024", YEAR], ["8 czerwca 2024", { time: "2024-06-08/2024-06-08" }], ["we wrześniu", { month: "9" }],
    ["w lutym", { month: "2" }], ["w pazdzierniku 2023", { time: "2023-10-01/2023-10-31" }], ["przed czerwcem 2019", { time: "../2019-05-31" }], ["w maju 2019", { time: "2019-05-01/2019-05-31" }],
  ],
  ko: [
    ["오후 3시", { hour: "15-15" }], ["오후3시 30분", { hour: "15-15" }], ["오후 3:00", { hour: "15-15" }], ["오전 12시", { hour: "0-0" }], ["15시", { hour: "15-15" }], ["오전 9시에", { hour: "9-9" }],
    ["오전 9시부터 오후 5시까지", { hour: "9-16" }], ["오후 3:00~5:00", { hour: "15-16" }], ["오후 6시부터", { hour: "18-23" }], ["오전 9시까지", { hour: "0-8" }], ["오후", { hour: "12-17" }],
    ["2024년 6월 8일 오후 3시", { time: "2024-06-08/2024-06-08", hour: "15-15" }], ["2024년 6월", YEAR],
  ],
  ar: [
    ["٣:٠٠ م", { hour: "15-15" }], ["9 ص", { hour: "9-9" }], ["٣:٠٠–٥:٠٠ م", { hour: "15-16" }], ["الساعة 3 مساءً", { hour: "15-15" }], ["12 ص", { hour: "0-0" }],
    ["9:00 ص – 5:00 م", { hour: "9-16" }],
  ],
  ja: [["午後3時", { hour: "15-15" }], ["午前9時から午後5時まで", { hour: "9-16" }], ["15時30分", { hour: "15-15" }], ["午後3時半", { hour: "15-15" }]],
  zh: [["下午3点", { hour: "15-15" }], ["上午9:30", { hour: "9-9" }], ["下午3点到5点", { hour: "15-16" }]],
  fr: [
    ["photos d'Islande", { country: "IS" }], ["l’Islande en juin 2024", { country: "IS", ...YEAR }], ["L'Aquila", { place: "AQ" }], ["Alpe d'Huez", { place: "AH" }],
    ["d'août 2023", { time: "2023-08-01/2023-08-31" }], ["l'hiver", { month: "winter" }], ["jour de l'an", { date: "01-01" }], ["l’année dernière", { time: "2025-01-01/2025-12-31" }],
    ["aujourd'hui", { time: "2026-11-27/2026-11-27" }], ["qu'Islande", { country: "IS" }],
  ],
  it: [
    ["foto dell'Islanda", { country: "IS" }], ["L’Aquila", { place: "AQ" }], ["nell'agosto 2020", { time: "2020-08-01/2020-08-31" }], ["dell'inverno", { month: "winter" }],
    ["all'Aquila", { q: "Aquila" }],
  ],
};

/** What the search of a language makes of questions. */
function readIn(language, questions) {
  const script = `
    Object.defineProperty(globalThis, "navigator", { value: { language: "${language}", languages: ["${language}"] }, configurable: true });
    const { loadTexts } = await import("${new URL("core/texts.js", FOLDER)}");
    await loadTexts();
    const { filtersOf } = await import("${new URL("search/question.js", FOLDER)}");
    const { possibleNames, understand } = await import("${new URL("search/grammar.js", FOLDER)}");
    const { dayNumber } = await import("${new URL("search/calendar-points.js", FOLDER)}");
    const known = new Map(${JSON.stringify(AREAS)});
    const areas = (phrase) => {
      const id = known.get(phrase.replaceAll("’", "'"));
      return id ? [{ area: { kind: id === "IS" ? "country" : "place", id, name: phrase }, quality: 1 }] : [];
    };
    const knowledge = { today: dayNumber(2026, 11, 27), isSouth: false, hasNames: true, facets: null, areas };
    console.log(JSON.stringify(${JSON.stringify(questions)}.map((question) => {
      const filters = filtersOf(understand(question, knowledge)[0]?.terms ?? [], false);
      return [Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")), possibleNames(question, knowledge, 9)];
    })));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }));
}

for (const [language, questions] of Object.entries(QUESTIONS)) {
  test(`${language}: questions are read as they are written`, () => {
    const read = readIn(language, questions.map(([question]) => question));
    questions.forEach(([question, filters], index) => assert.deepEqual(read[index][0], filters, question));
  });
}

test("the page searches for a name with its article, and for the name alone", () => {
  const [[, names], [, known]] = readIn("fr", ["L'Aquila", "photos d'Islande"]);
  assert.deepEqual(names.map((name) => name.replaceAll("’", "'")).sort(), ["Aquila", "L'Aquila"]);
  assert(known.includes("Islande"), known.join(", "));
});
