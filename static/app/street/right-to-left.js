/**
 * Lays out Arabic and Hebrew for MapLibre, which itself draws letters from left to right and does not join them.
 *
 * MapLibre loads this file into its workers, so it is not a module; it calls `registerRTLTextPlugin`. Letters are
 * replaced by their joined forms (Unicode, Arabic Presentation Forms). Then each line is put into visual order by the
 * rules of Unicode's bidirectional algorithm (UAX 9), for texts without control characters.
 */
"use strict";

// A block, so that its names do not collide with those of MapLibre.
{
  /** The forms of each letter: isolated, final, initial and medial, as far as it has them. */
  const FORMS = new Map();
  const add = (letters, form, count) => [...letters].forEach((letter, index) => FORMS.set(letter, Array.from({ length: count }, (_, next) => form + index * count + next)));
  add("ء", 0xfe80, 1);
  add("آأؤإ", 0xfe81, 2);
  add("ئ", 0xfe89, 4);
  add("ا", 0xfe8d, 2);
  add("ب", 0xfe8f, 4);
  add("ة", 0xfe93, 2);
  add("تثجحخ", 0xfe95, 4);
  add("دذرز", 0xfea9, 2);
  add("سشصضطظعغ", 0xfeb1, 4);
  add("فقكلمنه", 0xfed1, 4);
  add("و", 0xfeed, 2);
  FORMS.set("ى", [0xfeef, 0xfef0, 0xfbe8, 0xfbe9]);
  add("ي", 0xfef1, 4);
  // Persian, Urdu, Kurdish, Uyghur.
  for (const [letter, form, count] of /** @type {[string, number, number][]} */ ([
    ["پ", 0xfb56, 4], ["ٹ", 0xfb66, 4], ["چ", 0xfb7a, 4], ["ڈ", 0xfb88, 2], ["ژ", 0xfb8a, 2], ["ڑ", 0xfb8c, 2], ["ک", 0xfb8e, 4],
    ["گ", 0xfb92, 4], ["ں", 0xfb9e, 2], ["ۀ", 0xfba4, 2], ["ہ", 0xfba6, 4], ["ھ", 0xfbaa, 4], ["ے", 0xfbae, 2], ["ۓ", 0xfbb0, 2],
    ["ڭ", 0xfbd3, 4], ["ۇ", 0xfbd7, 2], ["ۆ", 0xfbd9, 2], ["ې", 0xfbe4, 4], ["ی", 0xfbfc, 4],
  ])) add(letter, form, count);
  const LAM = "ل";
  /** Lam and a following alef have one combined form. */
  const LAM_ALEF = { "آ": 0xfef5, "أ": 0xfef7, "إ": 0xfef9, "ا": 0xfefb };
  const TATWEEL = "ـ";
  /** Vowel signs and similar marks, which names on maps can do without. */
  const MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;
  const ARABIC = /[\u0600-\u06ff]/;

  const joinsNext = (letter) => letter === TATWEEL || FORMS.get(letter)?.length === 4;
  const joinsPrevious = (letter) => letter === TATWEEL || FORMS.get(letter)?.length > 1;

  function applyArabicShaping(text) {
    if (!ARABIC.test(text)) return text;
    const letters = [...text.replace(MARKS, "")];
    let shaped = "";
    for (let at = 0; at < letters.length; at++) {
      const letter = letters[at];
      const isAfter = at > 0 && joinsNext(letters[at - 1]) && joinsPrevious(letter);
      const known = FORMS.get(letter);
      const ligature = letter === LAM && LAM_ALEF[letters[at + 1]];
      if (ligature) {
        shaped += String.fromCharCode(ligature + (isAfter ? 1 : 0));
        at++;
        continue;
      }
      const isBefore = at + 1 < letters.length && joinsNext(letter) && joinsPrevious(letters[at + 1]);
      shaped += known ? String.fromCharCode(known[(isBefore ? 2 : 0) + (isAfter ? 1 : 0)]) : letter;
    }
    return shaped;
  }

  const RIGHT = /[\u0590-\u05ff\u0600-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;
  const DIGIT = /[0-9\u06f0-\u06f9]/;
  const ARABIC_DIGIT = /[\u0660-\u0669]/;
  const LEFT = /\p{L}/u;
  /** Part of a number if between its digits. The signs below are so only for European digits not after Arabic letters. */
  const WITHIN_NUMBER = /[.,:/\u066b\u066c]/;
  const WITHIN_PLAIN_NUMBER = /[+-]/;
  const ARABIC_LETTER = /[\u0600-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb50-\ufdff\ufe70-\ufefe]/;
  const MIRRORED = { "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«" };

  /** @returns {("R" | "L" | "D" | "A" | "N")[]} right, left, digits, Arabic digits, neutral */
  function kindsOf(characters) {
    const isDigit = (character) => character !== undefined && (DIGIT.test(character) || ARABIC_DIGIT.test(character));
    let isAfterArabic = false;
    return characters.map((character, index) => {
      if (isDigit(character)) return ARABIC_DIGIT.test(character) ? "A" : "D";
      const isArabicNumber = (digit) => isAfterArabic || ARABIC_DIGIT.test(digit);
      const [before, after] = [characters[index - 1], characters[index + 1]];
      if (isDigit(before) && isDigit(after) && isArabicNumber(before) === isArabicNumber(after)) {
        if (WITHIN_NUMBER.test(character) || (!isArabicNumber(before) && WITHIN_PLAIN_NUMBER.test(character))) return isArabicNumber(before) ? "A" : "D";
      }
      if (LEFT.test(character)) isAfterArabic = ARABIC_LETTER.test(character);
      if (RIGHT.test(character)) return "R";
      return LEFT.test(character) ? "L" : "N";
    });
  }

  /** The embedding level of each character: odd levels run from right to left. */
  function levelsOf(characters) {
    const kinds = kindsOf(characters);
    const base = kinds.find((kind) => kind === "R" || kind === "L") === "R" ? "R" : "L";
    // For neutrals beside them, digits count as right-to-left after Arabic or Hebrew, and as left-to-right otherwise.
    let strong = base;
    const sides = kinds.map((kind) => {
      if (kind === "R" || kind === "L") strong = kind;
      if (kind === "A") return "R";
      return kind === "D" ? (strong === "L" ? "L" : "R") : kind;
    });
    const resolved = sides.map((side, index) => {
      if (side !== "N") return side;
      const before = sides.slice(0, index).findLast((one) => one !== "N") ?? base;
      const after = sides.slice(index + 1).find((one) => one !== "N") ?? base;
      return before === after ? before : base;
    });
    strong = base;
    return kinds.map((kind, index) => {
      if (kind === "R" || kind === "L") strong = kind;
      if (kind === "A") return 2;
      if (kind === "D") return strong === "R" || base === "R" ? 2 : 0;
      if (resolved[index] === "R") return 1;
      return base === "R" ? 2 : 0;
    });
  }

  /** The visual order of the characters of a line, from the left. */
  function seenOrder(levels) {
    let order = levels.map((_, index) => index);
    for (let level = Math.max(0, ...levels); level >= 1; level--) {
      for (let start = 0; start < order.length; start++) {
        if (levels[order[start]] < level) continue;
        let end = start;
        while (end + 1 < order.length && levels[order[end + 1]] >= level) end++;
        order = [...order.slice(0, start), ...order.slice(start, end + 1).reverse(), ...order.slice(end + 1)];
        start = end;
      }
    }
    return order;
  }

  /** @returns {number[][]} for each line the indices of its characters in the text, in visual order */
  function lines(characters, breaks) {
    const levels = levelsOf(characters);
    let start = 0;
    return breaks.map((end) => {
      const from = start;
      start = end;
      return seenOrder(levels.slice(from, end)).map((place) => from + place);
    });
  }

  const seen = (characters, levels, place) => (levels[place] % 2 ? MIRRORED[characters[place]] ?? characters[place] : characters[place]);

  function processBidirectionalText(text, breaks) {
    const characters = text.split("");
    const levels = levelsOf(characters);
    return lines(characters, breaks).map((line) => line.map((place) => seen(characters, levels, place)).join(""));
  }

  function processStyledBidirectionalText(text, sections, breaks) {
    const characters = text.split("");
    const levels = levelsOf(characters);
    return lines(characters, breaks).map((line) => [line.map((place) => seen(characters, levels, place)).join(""), line.map((place) => sections[place])]);
  }

  /** @type {any} */ (globalThis).registerRTLTextPlugin({ applyArabicShaping, processBidirectionalText, processStyledBidirectionalText });
}
