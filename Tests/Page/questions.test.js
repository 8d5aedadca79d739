/**
 * The grammar of the search. The questions are like those that readers of photo software ask in public trackers and
 * manuals; the threads are beside them.
 */

import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { NO_FILTERS, FILTERS_ADDRESS, filterParameters } = await import("../../static/app/filters/filters.js");
const { wordFilter } = await import("../../static/app/filters/facets.js");
const { positionIn } = await import("../../static/app/search/answers.js");
const { NO_PLACES, folded } = await import("../../static/app/search/places.js");
const { dayNumber } = await import("../../static/app/search/calendar-points.js");
const { parseDates } = await import("../../static/app/search/dates.js");
const { possibleNames, understand } = await import("../../static/app/search/grammar.js");
const { filtersOf, merged, plansFor, titleOf } = await import("../../static/app/search/question.js");
const { livesInSouth } = await import("../../static/app/search/south.js");

const area = (kind, id, name, more = {}) => ({ kind, id, name, count: 3, bbox: [20, 40, 25, 61], ...more });
const AREAS = [
  area("place", "658225", "Helsinki", { countryCode: "FI", country: "Finland" }), area("country", "FI", "Finland"), area("country", "NO", "Norway"),
  area("country", "AU", "Australia", { bbox: [113, -43, 153, -11] }), area("country", "IS", "Iceland"), area("country", "FR", "France"),
  area("place", "2988507", "Paris", { countryCode: "FR", country: "France" }), area("place", "4717560", "Paris", { countryCode: "US", regionCode: "US.TX", region: "Texas" }),
  area("region", "US.TX", "Texas", { countryCode: "US", country: "United States" }), area("place", "5128581", "New York", { countryCode: "US" }), area("country", "DE", "Germany"),
  area("place", "2950159", "Berlin", { countryCode: "DE", country: "Germany" }), area("country", "ZA", "South Africa", { bbox: [16, -35, 33, -22] }), area("region", "IM", "Isle of Man"),
  area("place", "2643743", "London"), area("country", "GB", "United Kingdom"),
];
const KNOWLEDGE = {
  today: dayNumber(2026, 11, 27), isMonthFirst: false, isSouth: false, hasNames: true,
  facets: {
    camera: ["Lumo Trail 20", "Apple iPhone 13", "Apple iPhone 15", "Canon EOS R5"].map((label) => ({ value: label.replace("Apple ", "").replace("Canon ", ""), label, count: 1 })),
    path: ["2024-helsinki", "Wedding", "holidays/2019"].map((label) => ({ value: `${label}/*`, label, count: 2 })),
    keyword: ["beach", "Beach", "prayer flags", "night", "desert", "été", "长城", "B/W"].map((label) => ({ value: label, label, count: 2 })),
    person: ["Ada Lindqvist", "Mateus Rocha", "森 健二", "نور حداد"].map((label) => ({ value: label, label, count: 2 })),
  },
  areas: (phrase) => AREAS.filter(({ name }) => folded(name) === folded(phrase)).map((one) => ({ area: one, quality: 1 })),
};
const read = (text, more = {}) => understand(text, /** @type {any} */ ({ ...KNOWLEDGE, ...more }));
const isSet = (filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
const asked = (text, more) => {
  const [best] = read(text, more);
  return best ? isSet(filtersOf(best.terms, more?.isSouth ?? false)) : {};
};
const days = (from, through = from) => ({ time: `${from}/${through}` });

/** @type {[string, object][]} */
const QUESTIONS = [
  ["July", { month: "7" }], // pulsejet/memories#1485
  ["2022", days("2022-01-01", "2022-12-31")], // pulsejet/memories#1485
  ["December 25", { date: "12-25" }], // pulsejet/memories#1485
  ["24th December", { date: "12-24" }], // pulsejet/memories#1052
  ["March 3, 2017", days("2017-03-03")], // pulsejet/memories#1052
  ["after:2006-01-02 before:2009-01-02", days("2006-01-03", "2009-01-01")], // photoprism/photoprism#502
  ["january 22nd", { date: "01-22" }], // photoprism/photoprism#502
  ["5 december 2023", days("2023-12-05")], // photoprism/photoprism#4025
  ["between 1/1/2018 and 1/1/2019", days("2018-01-01", "2019-01-01")], // immich-app/immich#15151
  ["12 Aug 2007", days("2007-08-12")], // immich-app/immich#27987
  ["after 01-01-2024", { time: "2024-01-02/.." }], // immich-app/immich#22414
  ["halloween 2024", days("2024-10-31")], // immich-app/immich#23538
  ["12 January 2025 08:00 to 09:30", { ...days("2025-01-12"), hour: "8-9" }], // immich-app/immich#15500
  ["1 year ago", days("2025-01-01", "2025-12-31")], // bpatrik/pigallery2#660
  ["last 4 days", days("2026-11-24", "2026-11-27")], // bpatrik/pigallery2#660
  ["on this day", { date: "11-27" }], // nextcloud/photos#427
  ["1-JAN-2023", days("2023-01-01")], // deckerst/aves#631
  ["before may 2018", { time: "../2018-04-30" }], // sambecker/exif-photo-blog#77
  ["during march 2021", days("2021-03-01", "2021-03-31")], // sambecker/exif-photo-blog#77
  ["xmas", { date: "12-24/12-26" }], // immichFrame/ImmichFrame#557
  ["camera:canon year:2022", { camera: "EOS R5", ...days("2022-01-01", "2022-12-31") }], // photoprism.app/kb/search-filters
  ['city:"Berlin" type:video', { place: "2950159", media: "video" }], // photoprism.app/kb/search-filters
  ["iphone 13 france", { camera: "iPhone 13", country: "FR" }], // immich-app/immich#2982
  ["photos of Iceland in winter", { country: "IS", month: "winter" }],
  ["helsinki june 2024", { place: "658225", ...days("2024-06-01", "2024-06-30") }],
  ["helsinki 2024-06-08", { place: "658225", ...days("2024-06-08") }],
  ["finland june 2024", { country: "FI", ...days("2024-06-01", "2024-06-30") }],
  ["summer 2024", { month: "summer", ...days("2024-01-01", "2024-12-31") }],
  ["norway winter 2016", { country: "NO", month: "winter", ...days("2016-01-01", "2016-12-31") }],
  ["evening helsinki", { place: "658225", hour: "17-22" }],
  ["that evening in Helsinki in June 2024", { place: "658225", hour: "17-22", ...days("2024-06-01", "2024-06-30") }],
  ["yesterday", days("2026-11-26")],
  ["last year", days("2025-01-01", "2025-12-31")],
  ["helsinki 2024", { place: "658225", ...days("2024-01-01", "2024-12-31") }],
  ["australia winter", { country: "AU", month: "winter-south" }],
  ["Helsinki in june", { place: "658225", month: "6" }],
  ["last summer in south africa", { country: "ZA", ...days("2026-06-01", "2026-08-31") }],
  ["Paris, Texas", { place: "4717560" }],
  ["paris france 2019", { place: "2988507", ...days("2019-01-01", "2019-12-31") }],
  ["videos from norway", { country: "NO", media: "video" }],
  ["2015-2018", days("2015-01-01", "2018-12-31")],
  ["may to july 2019 london", { place: "2643743", ...days("2019-05-01", "2019-07-31") }],
  ["berlin not 2020", { place: "2950159", not: "time:2020-01-01/2020-12-31" }],
  ["-france 8.6.2024", { not: "country:FR", ...days("2024-06-08") }],
  ["new york after 6pm", { place: "5128581", hour: "18-23" }],
  ["isle of man 1990s", { region: "IM", ...days("1990-01-01", "1999-12-31") }],
  ["christmas 2019 germany", { country: "DE", ...days("2019-12-24", "2019-12-26") }],
  ["folder:wedding morning", { path: "Wedding/*", hour: "5-11" }],
  ['"IMG_2034"', { q: "IMG_2034" }],
  ['file:"IMG_2034"', { name: "IMG_2034" }],
  ["undated germany", { country: "DE", undated: "only" }],
  ["where was I in october", { month: "10" }],
  ["all photos taken at night in london since 2021", { place: "2643743", hour: "22-4", time: "2021-01-01/.." }],
  ["last saturday", days("2026-11-21")],
  ["saturday helsinki", { place: "658225", weekday: "6" }],
  ["3 weeks ago", days("2026-11-02", "2026-11-08")],
  ["winter 2015/16 norway", { country: "NO", month: "winter", ...days("2015-01-01", "2016-12-31") }],
];

/** @type {[string, object][]} */
const WORDS = [
  ["desert", { keyword: "desert" }],
  ["#desert 2019", { keyword: "desert", ...days("2019-01-01", "2019-12-31") }],
  ["2019 Ada Lindqvist iceland", { person: "Ada Lindqvist", country: "IS", ...days("2019-01-01", "2019-12-31") }],
  ["ada", { person: "Ada Lindqvist" }],
  ["BEACH", { keyword: "beach\nBeach" }],
  ["beach desert", { keyword: "beach\tdesert\nBeach\tdesert" }],
  ["photos with Ada and Mateus in paris", { person: "Ada Lindqvist\tMateus Rocha", place: "2988507" }],
  ["ada -mateus", { person: "Ada Lindqvist", not: "person:Mateus Rocha" }],
  ["森 健二", { person: "森 健二" }],
  ["نور حداد", { person: "نور حداد" }],
  ["长城", { keyword: "长城" }],
  ["ete", { keyword: "été" }],
  ['"prayer flags"', { keyword: "prayer flags" }],
  ["prayer flags", { keyword: "prayer flags" }],
  ["#prayer_flags", { keyword: "prayer flags" }],
  ["-#night", { not: "keyword:night" }],
  ["tag:night", { keyword: "night" }],
  ["night", { hour: "22-4" }],
  ["#sunset", { keyword: "sunset" }],
  ["tag:Places/Sea", { keyword: "Places/Sea" }],
  ['person:"Grace H"', { person: "Grace H" }],
  ["4 stars", { rating: "4" }],
  ["five stars and more", { rating: "5+" }],
  ["four stars or more", { rating: "4+" }],
  ["4+ stars", { rating: "4+" }],
  ["at least 3 stars", { rating: "3+" }],
  ["3 or more stars", { rating: "3+" }],
  ["up to two stars", { rating: "..2" }],
  ["2-4 stars", { rating: "2..4" }],
  ["2 to 4 stars", { rating: "2..4" }],
  ["5-star", { rating: "5" }],
  ["★★★★", { rating: "4" }],
  ["★★★☆☆", { rating: "3" }],
  ["4★+", { rating: "4+" }],
  ["⭐️⭐️", { rating: "2" }],
  ["stars:4+", { rating: "4+" }],
  ["rejected", { rating: "-1" }],
  ["not rejected", { not: "rating:-1" }],
  ["favourites", { favourite: "true" }],
  ["favorites -video", { favourite: "true", not: "media:video" }],
  ["iceland 4 stars ada 2019 favourites", { country: "IS", rating: "4", person: "Ada Lindqvist", favourite: "true", ...days("2019-01-01", "2019-12-31") }],
  ["lanterns", { q: "lanterns" }],
  ["lanterns iceland -fog", { q: "lanterns\n-fog", country: "IS" }],
  ['"old town" ada', { q: '"old town"', person: "Ada Lindqvist" }],
  ["-\"old town\"", { q: '-"old town"' }],
  ["title:desert", { q: "desert" }],
];

for (const [question, wanted] of [...QUESTIONS, ...WORDS]) {
  test(`“${question}” is answered as meant`, () => assert.deepEqual(asked(question), wanted));
}

test("the terms may be in any order", () => {
  const wanted = asked("helsinki evening june 2024 -video lumo");
  for (const text of ["june 2024 helsinki evening lumo -video", "-video lumo evening june 2024 helsinki", "lumo, evening, helsinki, june 2024, not video"]) {
    assert.deepEqual(asked(text), wanted, text);
  }
  assert.deepEqual(Object.keys(wanted).sort(), ["camera", "hour", "not", "place", "time"]);
});

test("a date is read in all usual forms", () => {
  const day = days("2024-06-08");
  for (const text of ["2024-06-08", "2024.6.8", "2024/06/08", "8.6.2024", "08.06.24", "8/6/2024", "8-6-2024", "20240608", "8 June 2024", "8. June 2024", "8th of June, 2024", "June 8, 2024",
    "June 8th 2024", "2024 June 8", "8-Jun-2024", "8 jun 24", "Sat 8 June 2024", "Saturday, June 8, 2024", "2024年6月8日"]) {
    assert.deepEqual(asked(text), day, text);
  }
  assert.deepEqual(asked("6/8/2024", { isMonthFirst: true }), day);
  assert.deepEqual(asked("13/8/2024", { isMonthFirst: true }), days("2024-08-13"));
  assert.deepEqual(asked("8.6.2024", { isMonthFirst: true }), day);
});

test("ranges of dates are read in all usual forms", () => {
  const wanted = { "1-5 june 2024": days("2024-06-01", "2024-06-05"), "June 1 – 5, 2024": days("2024-06-01", "2024-06-05"), "from 1 June to 5 July 2024": days("2024-06-01", "2024-07-05"),
    "2015 – 2018": days("2015-01-01", "2018-12-31"), "November to February 2020": days("2019-11-01", "2020-02-29"), "may to july": { month: "5-7" }, "24 – 26 December": { date: "12-24/12-26" },
    "since 2019": { time: "2019-01-01/.." }, "until june 2019": { time: "../2019-06-30" }, "the 90s": days("1990-01-01", "1999-12-31"), "2018-05 to 2018-07": days("2018-05-01", "2018-07-31") };
  for (const [text, filters] of Object.entries(wanted)) assert.deepEqual(asked(text), filters, text);
});

test("what is no date is not read as one", () => {
  for (const text of ["2018-13", "2018-02-30", "12345", "30 Feb 2018", "1700", "May 2018 to", "13/13/2018", "of", "to 2018 to"]) assert.equal(parseDates(text), "", text);
  assert.equal(parseDates("2018-05-01/2018-05-31"), "2018-05-01/2018-05-31");
});

test("times of day are read in words and figures", () => {
  const wanted = { morning: "5-11", "at 6pm": "18-18", "6-9pm": "18-20", "between 6pm and 9pm": "18-20", "18:30": "18-18", "before 9am": "0-8", "after 22:00": "22-23", "12am": "0-0", "12 pm": "12-12", "10pm to 2am": "22-1" };
  for (const [text, hour] of Object.entries(wanted)) assert.deepEqual(asked(text), { hour }, text);
});

test("a season is that of the hemisphere of its place, else that of the reader", () => {
  assert.deepEqual(asked("summer iceland", { isSouth: true }), { month: "summer", country: "IS" });
  assert.deepEqual(asked("summer", { isSouth: true }), { month: "summer-south" });
  assert.deepEqual(filterParameters({ ...NO_FILTERS, month: "summer-south" }), { month: "12,1,2" });
  assert.equal(wordFilter("month", "winter-south"), "Winter (June – August)");
  assert.equal(livesInSouth("Australia/Sydney"), true);
  assert.equal(livesInSouth("Europe/Helsinki"), false);
});

test("a word with several meanings has a reading for each", () => {
  const readings = read("paris").map(({ terms }) => isSet(filtersOf(terms, false)));
  assert.deepEqual(readings.slice(0, 2), [{ place: "2988507" }, { place: "4717560" }]);
  assert.ok(read("wedding").some(({ terms }) => terms[0].name === "path") && read("wedding").some(({ terms }) => terms[0].name === "name"));
});

test("a photo without the property is among those that must not have a value", () => {
  const { filter } = filterParameters({ ...NO_FILTERS, not: "country:FR\ntime:2020-01-01/2020-12-31\nmedia:video" });
  assert.equal(filter, "(countryCode IS NULL OR NOT countryCode = 'FR') AND (takenAtLocal IS NULL OR NOT takenAtLocal BETWEEN '2020-01-01' AND '2020-12-31') AND (media IS NULL OR NOT media LIKE 'video/%')");
  const recurring = filterParameters({ ...NO_FILTERS, not: "month:winter\nhour:22-4\ndate:03-01/02-27" });
  assert.equal(recurring.filter, "(takenAt IS NULL OR NOT ON_CLOCK('month', '12,1,2')) AND (takenAt IS NULL OR NOT ON_CLOCK('hour', '22-4')) AND (takenAt IS NULL OR NOT ON_CLOCK('date', '03-01/02-27'))");
  const written = FILTERS_ADDRESS.write(/** @type {any} */ ({ filters: { ...NO_FILTERS, not: "country:FR", month: "winter", hour: "22-4", date: "12-24/12-26" } })).join("&");
  assert.deepEqual(isSet(/** @type {any} */ (FILTERS_ADDRESS.read(new URLSearchParams(written))).filters), { not: "country:FR", month: "winter", hour: "22-4", date: "12-24/12-26" });
  for (const wrong of ["not=x", "not=not:a", "not=month:13", "month=0", "month=autumns", "hour=24-3", "hour=5", "date=02-30", "weekday=8", "weekday=0"]) {
    assert.deepEqual(isSet(/** @type {any} */ (FILTERS_ADDRESS.read(new URLSearchParams(wrong))).filters), {}, wrong);
  }
});

test("the weakest term is dropped first, and the filters that are set before all", () => {
  const [{ terms }] = read("evening helsinki june 2024");
  const plans = plansFor(terms, { ...NO_FILTERS, media: "video" }, false);
  assert.deepEqual(plans.map(({ dropped, isRefined }) => `${isRefined} ${dropped.map(({ name }) => name)}`).slice(0, 4), ["true ", "false ", "false hour", "false time"]);
  assert.deepEqual(isSet(plans[0].filters), { ...isSet(filtersOf(terms, false)), media: "video" });
  assert.equal(titleOf(terms, false), "Evening · Helsinki · June 2024");
});

test("words are looked for in all that is written, and without a match there in paths", () => {
  assert.deepEqual(read("old lanterns").map(({ terms }) => isSet(filtersOf(terms, false))), [{ q: "old\nlanterns" }, { name: "old\nlanterns" }]);
  assert.deepEqual(read("lanterns", { hasNames: false }).map(({ terms }) => isSet(filtersOf(terms, false))), [{ q: "lanterns" }]);
});

test("a keyword is added to those that are set, as are words and people", () => {
  const set = { ...NO_FILTERS, keyword: "night\ndesert", person: "Mateus Rocha", q: "tower", not: "keyword:fog" };
  const added = filtersOf(read('#beach ada "old town" -#night')[0].terms, false);
  assert.deepEqual(isSet(merged(set, { ...added, keyword: "beach" })), {
    keyword: "night\tbeach\ndesert\tbeach", person: "Mateus Rocha\tAda Lindqvist", q: 'tower\n"old town"', not: "keyword:fog\nkeyword:night",
  });
});

test("a new place replaces the one that is set, and a new time the time", () => {
  const set = { ...NO_FILTERS, country: "NO", time: "2016-01-01/2016-12-31", month: "winter", not: "media:video" };
  assert.deepEqual(isSet(merged(set, filtersOf(read("helsinki")[0].terms, false))), { place: "658225", time: set.time, month: "winter", not: "media:video" });
  assert.deepEqual(isSet(merged(set, filtersOf(read("yesterday -lumo")[0].terms, false))), { country: "NO", ...days("2026-11-26"), month: "winter", not: "media:video\ncamera:Lumo Trail 20" });
});

test("only texts that may be names of places are asked of the server", () => {
  assert.deepEqual(possibleNames("photos of New York in winter 2016", /** @type {any} */ (KNOWLEDGE), 12).filter((one) => /\d|^winter|^of|in$/.test(one)), []);
  assert.ok(possibleNames("isle of man", /** @type {any} */ (KNOWLEDGE), 12).includes("isle of man"));
  assert.deepEqual(possibleNames("june 2024 18:00", /** @type {any} */ (KNOWLEDGE), 12), []);
});

test("dates are no coordinates", () => {
  for (const text of ["8.6.2024", "2024-06-08", "2015-2018", "6/8/2024", "20240608", "08.06.24", "1-5 june 2024"]) {
    assert.equal(positionIn(text, { centre: { lat: 0, lon: 0 }, gazetteer: NO_PLACES }), null, text);
  }
});

test("a question that is cut anywhere is read without failing, and so is nonsense", () => {
  for (const [question] of [...QUESTIONS, ...WORDS]) for (let end = 0; end <= question.length; end += 1) assert.ok(Array.isArray(read(question.slice(0, end))));
  for (const text of ["", "-", "--", "- -", '"', '""', "“", ":", "::", "a:", ":a", ",,,", "!", "to to to", "between and", "last", "9".repeat(500), "( ".repeat(500), "constructor __proto__ toString", "\u0000", "#", "##", "#:", "tag:", "stars:", "stars:9", "★★★★★★", "at least", "up to stars", "4 to stars"]) {
    assert.ok(Array.isArray(read(text)), text);
  }
});

test("the words of a chip are read as its filter", () => {
  const filters = { month: ["6", "5-7", "winter"], hour: ["17-22", "18-20", "22-4", "9-9"], date: ["12-24", "12-24/12-26", "12-31/01-01"], media: ["image", "video"],
    rating: ["5", "4+", "1+", "1", "0", "-1", "..2", "2..4"], favourite: ["true"],
    time: ["2024-01-01/2024-12-31", "2024-06-01/2024-06-30", "2024-06-08/2024-06-08", "2024-06-03/2024-06-09", "2024-05-03/2024-06-09", "2023-12-30/2024-01-02", "2015-01-01/2018-12-31", "2019-05-03/..", "../2019-05-09", "2019-05-01/2019-07-31"] };
  for (const [name, values] of Object.entries(filters)) {
    for (const value of values) assert.deepEqual(asked(wordFilter(/** @type {any} */ (name), value)), { [name]: value }, wordFilter(/** @type {any} */ (name), value));
  }
});
