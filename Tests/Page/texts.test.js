/** The texts of the page: one table, a form for each count, and numbers as the reader writes them. */

import "./support.js";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const { TEXTS } = await import("../../static/app/core/texts.js");
const { formatPhotos } = await import("../../static/app/core/format.js");
const { plural } = await import("../../static/app/core/language.js");

test("one photo is not counted as many, and thousands are grouped", () => {
  assert.equal(formatPhotos(1), "1 photo");
  assert.equal(formatPhotos(0, "file"), "0 files");
  assert.equal(formatPhotos(1234, "folder"), "1,234 folders");
  assert.equal(TEXTS.filesNotOnMap(1), "1 file is not on the map");
  assert.equal(TEXTS.filesNotOnMap(2000), "2,000 files are not on the map");
  assert.equal(TEXTS.nearestShown(1), "This is the nearest photo.");
  assert.equal(TEXTS.fartherAway(1), "1 more photo is farther away.");
});

test("a language without a plural form for a count uses the general one", () => {
  assert.equal(plural(1, { other: "枚" }), "枚");
});

test("no text is empty", () => {
  const empty = Object.entries(TEXTS).filter(([, text]) => typeof text === "string" && !text.trim()).map(([name]) => name);
  assert.deepEqual(empty, []);
});

test("words that readers did not understand are not on the page", () => {
  const root = new URL("../../static/", import.meta.url);
  const modules = readdirSync(new URL("app/", root), { recursive: true }).filter((name) => name.endsWith(".js"));
  const page = ["index.html", ...modules.map((name) => `app/${name}`)];
  const replaced = ["passes the filters", "no place on Earth", "says where only to", "of that name here", "screens", "Place read from",
    "Anywhere", "what is in view", "poles and all", "unit of the axis", "are no photos or films", "of a kind that is not read", "Null island", "as the system"];
  for (const name of page) {
    const text = readFileSync(new URL(name, root), "utf8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    assert.deepEqual(replaced.filter((words) => text.includes(words)), [], name);
  }
});

test("a name from right to left has an order of its own in a sentence; others are as they are", () => {
  assert.equal(TEXTS.quoted("Sea 2021"), "“Sea 2021”");
  assert.equal(TEXTS.quoted("京都"), "“京都”");
  assert.equal(TEXTS.quoted("مصر (2021)"), "“\u2068مصر (2021)\u2069”");
});
