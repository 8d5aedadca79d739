/** Each language has all texts, with the same values in them, a form for each count, and nothing in English. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../static/app/texts/", import.meta.url);
const LANGUAGES = readdirSync(FOLDER).map((name) => name.replace(/\.js$/, ""));
/** What a reader of another language also calls so: names, commands, units and signs. */
const SAME_EVERYWHERE = /^(km\/h|geoindex basemap add FILE|Google Takeout|QuickTime.*|XMP.*|GPX.*|EXIF.*|Plus code.*|[\d\s.,:·–+°→×%“”«»„’'/()A-Za-z]{0,14})$/;
/** Arguments that are easy to find again in a text. */
const VALUES = [7, 8, 9];

/** The texts of a language, made in a process of its own, because modules read the language when they are loaded. */
function textsOf(language) {
  const script = `
    Object.defineProperty(globalThis, "navigator", { value: { language: "${language}", languages: ["${language}"] }, configurable: true });
    const { TEXTS_IN } = await import("${new URL("../core/language.js", FOLDER)}");
    const { TEXTS } = await import("${new URL(`${language}.js`, FOLDER)}");
    const categories = new Intl.PluralRules("${language}").resolvedOptions().pluralCategories;
    const shown = (value) => {
      if (typeof value === "string") return value;
      if (Array.isArray(value)) return value.map(shown);
      if (typeof value !== "object") {
        const source = value.toString();
        const missing = source.includes("plural(") ? categories.filter((one) => !source.includes(one + ": ")) : [];
        let text;
        try { text = value(...${JSON.stringify(VALUES)}.slice(0, value.length)); } catch { text = value(["7", "8"]); }
        return { takes: value.length, missing, text };
      }
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one)]));
    };
    console.log(JSON.stringify({ TEXTS_IN, texts: shown(TEXTS) }));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", maxBuffer: 1 << 24 }));
}

/** @returns {[string, any][]} each text with its path, such as `drawingHints.box` */
function flat(texts, path = "") {
  return Object.entries(texts).flatMap(([key, value]) => {
    const isText = typeof value === "string" || "takes" in value;
    return isText ? [[path + key, value]] : flat(value, `${path}${key}.`);
  });
}

/** Filters whose words an edited chip puts into the search box. */
const FILTERS = {
  month: ["6", "5-7", "winter"], hour: ["17-22", "18-20", "22-4", "9-9"], date: ["12-24", "12-24/12-26", "12-31/01-01"], media: ["image", "video"],
  rating: ["5", "4+", "1+", "1", "0", "-1", "..2", "2..4"], favourite: ["true"],
  time: [
    "2024-01-01/2024-12-31", "2024-06-01/2024-06-30", "2024-06-08/2024-06-08", "2024-06-03/2024-06-09", "2024-05-03/2024-06-09", "2023-12-30/2024-01-02",
    "2015-01-01/2018-12-31", "2019-05-03/..", "../2019-05-09", "2019-05-01/2019-07-31",
  ],
};

/** What the search of a language does not read as the filter of its chip. */
function misreadIn(language) {
  const script = `
    Object.defineProperty(globalThis, "navigator", { value: { language: "${language}", languages: ["${language}"] }, configurable: true });
    const { loadTexts } = await import("${new URL("../core/texts.js", FOLDER)}");
    await loadTexts();
    const { editable } = await import("${new URL("../filters/chip-texts.js", FOLDER)}");
    const { filtersOf } = await import("${new URL("../search/question.js", FOLDER)}");
    const { understand } = await import("${new URL("../search/grammar.js", FOLDER)}");
    const knowledge = { today: 20_000, isSouth: false, hasNames: true, facets: null, areas: () => [] };
    const misread = Object.entries(${JSON.stringify(FILTERS)}).flatMap(([name, values]) => values.flatMap((value) => {
      const words = editable(name, value, {});
      const filters = filtersOf(understand(words, knowledge)[0]?.terms ?? [], false);
      const set = Object.fromEntries(Object.entries(filters).filter(([, one]) => one !== ""));
      return JSON.stringify(set) === JSON.stringify({ [name]: value }) ? [] : [[value, words, set]];
    }));
    console.log(JSON.stringify(misread));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }));
}

const english = new Map(flat(textsOf("en").texts));

test("there are eleven languages", () => {
  assert.deepEqual(LANGUAGES.toSorted(), ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "zh"]);
});

for (const language of LANGUAGES) {
  test(`${language}: has the same texts with the same values, in its own words`, () => {
    const { TEXTS_IN, texts } = textsOf(language);
    assert.equal(TEXTS_IN, language);
    const own = new Map(flat(texts));
    assert.deepEqual([...own.keys()], [...english.keys()], "the texts, in the order of en.js");
    const faults = [];
    for (const [path, text] of own) {
      const original = english.get(path);
      if (typeof text !== typeof original) faults.push(`${path} takes values in one language only`);
      else if (typeof text === "string") {
        if (path === "grammar.numbers" && text.split(" ").length % 10 !== 0) faults.push(`${path} has not ten words for each language: ${text}`);
        if (!text.trim() && original.trim()) faults.push(`${path} is empty`);
        if (language !== "en" && text === original && !path.startsWith("grammar.") && !SAME_EVERYWHERE.test(text)) faults.push(`${path} is in English: ${text}`);
      } else faults.push(...faultsOf(path, text, original, language));
    }
    assert.deepEqual(faults, []);
  });
}

for (const language of LANGUAGES) {
  test(`${language}: the search reads the words of a chip as its filter`, () => {
    assert.deepEqual(misreadIn(language), []);
  });
}

function faultsOf(path, text, original, language) {
  const faults = [];
  if (text.takes !== original.takes) faults.push(`${path} takes ${text.takes} values instead of ${original.takes}`);
  if (text.missing.length > 0) faults.push(`${path} has no form for ${text.missing}`);
  if (typeof text.text !== "string" || /undefined|NaN|\[object/.test(text.text)) faults.push(`${path} gives ${text.text}`);
  else {
    const digits = plainDigits(text.text);
    for (const value of VALUES) if (original.text.includes(String(value)) && !digits.includes(String(value))) faults.push(`${path} leaves out a value: ${text.text}`);
    if (language !== "en" && text.text === original.text && !SAME_EVERYWHERE.test(text.text)) faults.push(`${path} is in English: ${text.text}`);
  }
  return faults;
}

/** Arabic has digits of its own. */
function plainDigits(text) {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

test("the shortcuts of the installed page have the names that the texts have", () => {
  const { shortcuts } = JSON.parse(readFileSync(new URL("../../static/manifest.webmanifest", import.meta.url), "utf8"));
  for (const [at, key] of ["photosNearMe", "onThisDay"].entries()) {
    const named = Object.entries(shortcuts[at].name_localized).map(([language, name]) => [language, name.value ?? name]);
    const others = LANGUAGES.filter((language) => language !== "en");
    assert.deepEqual(Object.fromEntries(named), Object.fromEntries(others.map((language) => [language, textsOf(language).texts[key]])));
  }
});
