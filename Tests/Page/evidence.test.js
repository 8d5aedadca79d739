/** The evidence of doubts, in all languages. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const APP = new URL("../../static/app/", import.meta.url);
const LANGUAGES = ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "zh"];

/** A doubt for each finding, and for each word that one may have. */
const DOUBTS = [
  ...["longitude", "latitude", "both", "swapped", "swappedSign"].map((correction) => ({ finding: "mirrored", metres: 1_813_400, correction, metresCorrected: 40 })),
  { finding: "repeated", seconds: 11_520, secondsToNext: 1800, metresToNext: 80_000 },
  { finding: "stopped", seconds: 259_200 },
  { finding: "detour", metres: 801_200, metresBack: 700_600, seconds: 1200 },
  { finding: "offshore", metres: 40_000, seconds: 3600 },
  { finding: "alone", metres: 400_000 },
  { finding: "unreachable", metres: 9400, seconds: 1 },
  { finding: "shifted", seconds: 18_000 },
  { finding: "impossible", altitude: 65_000 },
  { finding: "different", altitude: 3400, otherAltitude: 98 },
  { finding: "underground", altitude: 12, ground: 1520 },
  { finding: "contradicted", metres: 25_000, metresToNearest: 1240 },
  { finding: "corrected", metres: 25_000, metresToNearest: 1240 },
  ...["degree", "half", "tenth", "minute", "hundredth"].map((step) => ({ finding: "rounded", step, metres: 7000 })),
  ...["camera", "track"].map((of) => ({ finding: "apart", of, metres: 300_000, seconds: 360 })),
];

/** What a language says about doubts; in a process of its own, because modules read the language when they are loaded. */
function said(language, doubts) {
  const script = `
    Object.defineProperty(globalThis, "navigator", { value: { language: "${language}", languages: ["${language}"] }, configurable: true });
    const { loadTexts } = await import("${new URL("core/texts.js", APP)}");
    await loadTexts();
    const { evidenceOf } = await import("${new URL("doubts/evidence.js", APP)}");
    console.log(JSON.stringify(${JSON.stringify(doubts)}.map((doubt) => evidenceOf({ evidence: "It is far.", ...doubt }))));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }));
}

test("there is a doubt for each finding and each word of the server", () => {
  const source = ["Evidence.swift", "Evidence+Facts.swift"].map((name) => readFileSync(new URL(`../../Sources/Plausibility/${name}`, import.meta.url), "utf8")).join("\n");
  const cases = (name) => source.match(new RegExp(`enum ${name}: String[^{]*\\{\\s*case ([^}]*?)\\n\\s*(?:\\}|\\n)`))[1].split(/,\s*/);
  assert.deepEqual(new Set(DOUBTS.map(({ finding }) => finding)), new Set(cases("Finding")));
  const words = (name) => new Set(DOUBTS.map((doubt) => doubt[name]).filter(Boolean));
  assert.deepEqual([words("correction"), words("step"), words("of")], ["Correction", "Step", "Companion"].map((name) => new Set(cases(name))));
});

for (const language of LANGUAGES) {
  test(`${language}: each finding has a sentence of its own, with its values`, () => {
    const found = said(language, DOUBTS);
    assert.deepEqual(found.filter(({ lang }) => lang), [], "no sentence of the server is used");
    const texts = found.map(({ text }) => text);
    assert.equal(new Set(texts).size, DOUBTS.length);
    for (const text of texts) assert.doesNotMatch(text, /undefined|NaN|\$\{|\[object/);
    const plain = texts.join("\n").replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).replace(/[\s.,’\u066b\u066c]/g, "");
    for (const value of ["1813", "801", "701", "65000", "3400", "98", "300", "30"]) assert.ok(plain.includes(value), `${value} is missing`);
  });
}

test("in English the page says what the server says", () => {
  const found = said("en-GB", DOUBTS).map(({ text }) => text);
  assert.ok(found.includes("It is 801 km from the photo before and 701 km from the one after, which are 20 minutes apart."));
  assert.ok(found.includes("Its latitude and longitude are whole tenths of a degree, so it may be 7.0 km away."));
  assert.ok(found.includes("It is 9.4 km from a photo that was taken 1 second before or after it."));
});

test("a finding or a word that the page does not know is said by the server, in English", () => {
  const unknown = [{}, { finding: "haunted" }, { finding: "toString" }, { finding: "rounded", step: "gon", metres: 1 }, { finding: "apart", of: "toString", metres: 1, seconds: 1 }];
  for (const found of said("de", unknown)) assert.deepEqual(found, { text: "It is far.", lang: "en" });
});

test("texts are grammatical where forms differ", () => {
  const [repeated, detour] = said("de", [{ finding: "repeated", seconds: 4 * 86_400, secondsToNext: 60, metresToNext: 80_000 }, { finding: "detour", metres: 801_200, metresBack: 700_600, seconds: 3 * 86_400 }]);
  assert.match(repeated.text, /4 Tage davor/);
  assert.match(detour.text, /nur 3 Tage auseinanderliegen/);
});
