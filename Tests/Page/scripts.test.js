import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import { seededRandom } from "./support.js";
const { createClusters, syllables } = await import("../../static/app/street/clusters.js");
const { field, varint } = await import("../../static/app/street/protobuf.js");

/** The functions that the plug-in registers in MapLibre's workers. */
const layout = (() => {
  let methods;
  const source = readFileSync(new URL("../../static/app/street/right-to-left.js", import.meta.url), "utf8");
  vm.runInNewContext(source, { registerRTLTextPlugin: (given) => (methods = given) });
  return methods;
})();

function laidOut(text) {
  const shaped = layout.applyArabicShaping(text);
  return layout.processBidirectionalText(shaped, [shaped.length]).join("|");
}

/** The expected order by the program of Debian's libfribidi-bin. */
function byFribidi(texts) {
  return execFileSync("fribidi", ["--nopad", "--nobreak", "--clean"], { input: texts.join("\n") + "\n" }).toString().trimEnd().split("\n");
}

test("Arabic and Hebrew names are joined and ordered as fribidi does", () => {
  const names = [
    "القاهرة", "شارع الملك فهد", "لا إله", "ميدان 26 يوليو", "Dubai دبي", "دبي Dubai Mall", "بيروت (Beirut)", "רחוב", "שדרות רוטשילד 16",
    "תל אביב-יפו", "Café الحرية 12", "تهران", "پارک ملت", "گچسار", "خ. ٢٣ آبان", "A1 طريق 12-14", "كلية الآداب", "Main Street 5",
  ];
  assert.deepEqual(names.map(laidOut), byFribidi(names));
});

test("so are random mixtures of scripts, digits and signs", () => {
  const random = seededRandom();
  const alphabets = ["ابتلسمهويى", "אבגדהש", "abcXYZé", "0123456789", "٠١٢٣", "  .,-/()"];
  const letters = () => {
    const alphabet = alphabets[Math.floor(random(0, alphabets.length))];
    return Array.from({ length: Math.ceil(random(0, 4)) }, () => alphabet[Math.floor(random(0, alphabet.length))]).join("");
  };
  const texts = Array.from({ length: 2000 }, () => Array.from({ length: Math.ceil(random(0, 5)) }, letters).join("").trim())
    // For a text without letters, fribidi assumes another direction than the map.
    .filter((text) => /\p{L}/u.test(text));
  const expected = byFribidi(texts);
  texts.forEach((text, index) => assert.equal(laidOut(text), expected[index], JSON.stringify(text)));
});

test("the words of each line of a name stay in that line", () => {
  const shaped = layout.applyArabicShaping("אבג דהו");
  // The arrays are from another JavaScript context, so they are copied before the comparison.
  assert.deepEqual([...layout.processBidirectionalText(shaped, [4, 7])], [" גבא", "והד"]);
  const styled = layout.processStyledBidirectionalText("אב cd", [0, 0, 0, 1, 1], [5]);
  assert.deepEqual(JSON.parse(JSON.stringify(styled)), [["cd בא", [1, 1, 0, 0, 0]]]);
});

test("vowel signs are left out, and texts in other scripts stay as they are", () => {
  assert.equal(layout.applyArabicShaping("مَسْقَط"), layout.applyArabicShaping("مسقط"));
  assert.equal(layout.applyArabicShaping("Straße 東京 मुम्बई"), "Straße 東京 मुम्बई");
});

test("consonants that join are one syllable", () => {
  assert.deepEqual(syllables("मुम्बई"), ["मु", "म्ब", "ई"]);
  assert.deepEqual(syllables("दिल्ली"), ["दि", "ल्ली"]);
});

test("a syllable has the same private code point everywhere, which maps back to it", () => {
  const clusters = createClusters();
  const [one, other] = [clusters.replaced("दिल्ली x"), clusters.replaced("नई दि")];
  assert.equal(one[0], other.at(-1));
  assert.equal(clusters.clusterOf(one.charCodeAt(0)), "दि");
  assert.equal(one.slice(2), " x");
  assert.equal(clusters.replaced("Paris 東京"), "Paris 東京");
});

test("syllables that are found after a range was drawn are in the next range", () => {
  const clusters = createClusters();
  assert.equal(clusters.replaced("दि").charCodeAt(0), 0xe000);
  clusters.close(0xe000);
  assert.equal(clusters.replaced("कि").charCodeAt(0), 0xe100);
  assert.equal(clusters.replaced("दि").charCodeAt(0), 0xe000);
  clusters.close(0xe500);
  assert.equal(clusters.replaced("ति").charCodeAt(0), 0xe101);
});

test("syllables beyond the private area are drawn letter by letter", () => {
  const clusters = createClusters();
  for (let start = 0xe000; start < 0xf900; start += 256) {
    clusters.replaced(`क${"ि".repeat((start - 0xe000) / 256 + 1)}`);
    clusters.close(start);
  }
  assert.equal(clusters.replaced("जि"), "जि");
});

const text = (value) => field(4, field(1, new TextEncoder().encode(value)));
const layer = (...values) => field(3, [...field(1, new TextEncoder().encode("place")), ...values.flatMap(text), 5 << 3, ...varint(4096)]);
const bytes = (tile) => new Uint8Array(tile);

test("only the texts of a tile are changed", () => {
  const clusters = createClusters();
  const tile = Uint8Array.from([...layer("Paris", "दिल्ली"), ...layer("東京")]).buffer;
  const expected = Uint8Array.from([...layer("Paris", clusters.replaced("दिल्ली")), ...layer("東京")]);
  assert.deepEqual(bytes(clusters.inTile(tile)), expected);
});

test("a tile without such texts is unchanged", () => {
  const tile = Uint8Array.from(layer("Paris")).buffer;
  assert.equal(createClusters().inTile(tile), tile);
});

test("a truncated tile is refused or read, and never read beyond its end", () => {
  const whole = layer("दिल्ली", "मुम्बई");
  for (let length = 0; length < whole.length; length++) {
    try {
      assert(createClusters().inTile(Uint8Array.from(whole.slice(0, length)).buffer).byteLength <= whole.length);
    } catch (error) {
      assert(error instanceof RangeError, `${length}: ${error}`);
    }
  }
});
