import assert from "node:assert/strict";
import { test } from "node:test";

import { plain, seededRandom } from "./support.js";
const { chipsOf } = await import("../../static/app/filters/chip-texts.js");
const { NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { DAY } = await import("../../static/app/core/span.js");
const { marksOf } = await import("../../static/app/trips/trip-marks.js");
const { alongWay, boxOfStays, dateIn, daysOf, lineThrough, neighbourOf, timeOf, tripFeatures, wayThrough } = await import("../../static/app/trips/trip-days.js");
const { tripAnswers } = await import("../../static/app/trips/trip-search.js");
const { withoutTrip } = await import("../../static/app/trips/trip-steps.js");
const { TRIPS, emptyText, factsOf, filtersOfTrip, formatDates, found, shownIn, tripOn, wordReason, wordYears, yearsOf } = await import("../../static/app/trips/trips-state.js");

const trip = (name, from, to, more = {}) => ({
  id: from, name, from, to, days: 1, nights: (Date.parse(to) - Date.parse(from)) / DAY, photos: 12, countries: [], countryCodes: [], places: [],
  longitude: 0, latitude: 0, distance: 0, farthest: 0, bbox: [0, 0, 0, 0], reason: "", ...more,
});
const TRIP_LIST = [
  trip("Porto & Évora", "2018-09-03", "2018-09-08", { countries: ["Portugal"], places: ["Porto", "Évora"] }),
  trip("Alps", "2018-12-29", "2019-01-03", { countries: ["Austria"], places: ["Sölden"] }),
  trip("Iceland", "2019-06-14", "2019-06-20", { countries: ["Iceland"], places: ["Vík"] }),
];
const stay = (date, longitude, latitude, photos = 1, place = "") => ({ date, longitude, latitude, photos, place, isNight: true });
const STAYS = [stay("2019-06-14", 179, 10, 2, "A"), stay("2019-06-14", 179.5, 10, 5, "B"), stay("2019-06-16", -179, 12, 1, "C")];

test("dates are written as people write them, with nights and photos", () => {
  assert.match(plain(formatDates("2019-06-14", "2019-06-20")), /^14 ?– ?20 June 2019$/);
  assert.match(plain(factsOf(TRIP_LIST[2])), /14.{1,3}20 June 2019 · 6 nights · 12 photos$/);
  assert.match(plain(factsOf(trip("Day", "2019-05-11", "2019-05-11"))), /^11 May 2019 · 12 photos$/);
});

test("the reason of a trip is made of its facts", () => {
  const reason = (more) => plain(wordReason(trip("Iceland", "2019-06-14", "2019-06-20", more)));
  assert.equal(reason({ farthest: 2_433_000, home: "Berlin", homeSince: "2017-03-01" }), "6 nights away, 2,433 km from Berlin, your home since 2017");
  assert.equal(reason({ farthest: 812_400, homeSince: "2017-03-01" }), "6 nights away, 812 km from your home since 2017");
  assert.equal(reason({ isMade: true }), "6 nights away, made by you");
  assert.equal(reason({ nights: 0 }), "a day away");
});

test("trips are in the year in which they began, the newest first", () => {
  const years = yearsOf(TRIP_LIST).map(({ year, trips }) => [year, trips.map(({ name }) => name)]);
  assert.deepEqual(years, [["2019", ["Iceland"]], ["2018", ["Alps", "Porto & Évora"]]]);
});

test("a search finds the beginnings of words in names, places, countries, months and years, ignoring accents", () => {
  const names = (text) => found(TRIP_LIST, text).map(({ name }) => name);
  assert.deepEqual(names("evo"), ["Porto & Évora"]);
  assert.deepEqual(names("solden 2019"), ["Alps"]);
  assert.deepEqual(names("2018"), ["Porto & Évora", "Alps"]);
  assert.deepEqual(names("june, iceland"), ["Iceland"]);
  assert.deepEqual(names("land"), []);
  assert.deepEqual(names("  "), names(""));
});

test("day trips are apart, and an empty list says why it is empty", () => {
  const list = { ...TRIPS.trips, status: "ready", trips: TRIP_LIST, dayTrips: [trip("Hamburg", "2019-05-11", "2019-05-11")] };
  assert.deepEqual(shownIn({ ...list, isOfDays: true }).map(({ name }) => name), ["Hamburg"]);
  assert.equal(tripOn(list, "2019-01-01")?.name, "Alps");
  assert.equal(tripOn(list, "2019-05-11")?.name, "Hamburg");
  assert.equal(tripOn(list, "2017-01-01"), undefined);
  assert.match(emptyText({ ...list, trips: [] }), /photos with dates and positions/);
  assert.match(emptyText({ ...list, text: "x" }), /“x”/);
  assert.equal(emptyText({ ...list, status: "failed", problem: "away" }), "away");
});

test("the days of a trip have their stays and the place with most photos", () => {
  assert.deepEqual(daysOf(STAYS).map(({ date, place, stays }) => [date, place, stays.length]), [["2019-06-14", "B", 2], ["2019-06-16", "C", 1]]);
  assert.deepEqual(daysOf([]), []);
});

test("days are steps, also from a day without photos and from the whole trip", () => {
  const days = daysOf(STAYS);
  assert.equal(neighbourOf(days, null, 1), "2019-06-14");
  assert.equal(neighbourOf(days, null, -1), "2019-06-16");
  assert.equal(neighbourOf(days, "2019-06-15", 1), "2019-06-16");
  assert.equal(neighbourOf(days, "2019-06-15", -1), "2019-06-14");
  assert.equal(neighbourOf(days, "2019-06-16", 1), null);
  assert.equal(neighbourOf([], null, 1), null);
});

test("a day is a filter by time, and only exactly one day is", () => {
  assert.equal(timeOf("2019-06-14"), "2019-06-14/2019-06-14");
  assert.equal(dateIn(timeOf("2019-06-14")), "2019-06-14");
  for (const time of ["", "2019-06", "2019-06-14/2019-06-15", "2019-06-14T10:00:00/2019-06-15T09:59:59"]) assert.equal(dateIn(time), null, time);
});

test("the way and the box go the short way across the antimeridian", () => {
  assert.deepEqual(wayThrough(STAYS), [[179, 10], [179.5, 10], [181, 12]]);
  assert.deepEqual(boxOfStays(STAYS), [179, 10, -179, 12]);
  assert.equal(boxOfStays([]), null);
  const { features } = tripFeatures(STAYS, "2019-06-16");
  assert.deepEqual(features.map(({ geometry: { type }, properties: { isNow = null, isFaint } }) => [type, isNow, isFaint]),
    [["LineString", null, true], ["Point", false, true], ["Point", false, true], ["Point", true, false]]);
  assert.equal(tripFeatures([STAYS[0]], null).features.length, 1);
});

test("the head of the playback begins and ends at the ends of the way, and stays on it", () => {
  const random = seededRandom();
  const way = Array.from({ length: 6 }, () => [random(-50, 50), random(-50, 50)]);
  assert.deepEqual(alongWay(way, 0), way[0]);
  const end = alongWay(way, 1);
  assert.ok(Math.hypot(end[0] - way[5][0], end[1] - way[5][1]) < 1e-9);
  for (let share = 0; share <= 1; share += 0.05) {
    const [x, y] = alongWay(way, share);
    const off = Math.min(...way.slice(1).map((b, index) => {
      const a = way[index];
      return Math.abs(Math.hypot(x - a[0], y - a[1]) + Math.hypot(x - b[0], y - b[1]) - Math.hypot(a[0] - b[0], a[1] - b[1]));
    }));
    assert.ok(off < 1e-9, String(share));
  }
  assert.deepEqual(alongWay([[1, 2]], 0.5), [1, 2]);
  assert.deepEqual(alongWay([[1, 2], [1, 2]], 0.5), [1, 2]);
});

test("a trip takes the place of other times and places, and leaves with its day", () => {
  const filters = filtersOfTrip({ ...NO_FILTERS, time: "2018", country: "FR", person: "Ada" }, "2019-06-14");
  assert.deepEqual(filterParameters(filters), { trip: "2019-06-14", person: "Ada" });
  assert.deepEqual(filterParameters(withoutTrip({ ...filters, time: timeOf("2019-06-15") })), { person: "Ada" });
  assert.deepEqual(filterParameters(withoutTrip({ ...filters, time: "2019" })), { person: "Ada", "datetime-local": "2019" });
  assert.deepEqual(filterParameters({ ...filters, person: "", time: timeOf("2019-06-15") }), { "datetime-local": "2019-06-15/2019-06-15", trip: "2019-06-14" });
});

test("the chip of a trip has its name once that is known", () => {
  const filters = { ...NO_FILTERS, trip: "2019-06-14" };
  assert.deepEqual(chipsOf(filters).map(({ text }) => text), ["Trip"]);
  assert.deepEqual(chipsOf(filters, { "2019-06-14": "Iceland" }).map(({ text }) => text), ["Iceland"]);
});

test("a question with a trip's name and year is answered by the trip first; its name alone after the filters", () => {
  const titles = (text) => Object.values(tripAnswers(TRIP_LIST, text)).map((answers) => answers.map(({ title }) => title));
  assert.deepEqual(titles("iceland 2019"), [["Iceland"], []]);
  assert.deepEqual(titles("porto & evora"), [[], []]);
  assert.deepEqual(titles("iceland"), [[], ["Iceland"]]);
  assert.deepEqual(titles("iceland 2017"), [[], []]);
  // A country or a year alone has filters of its own.
  assert.deepEqual(titles("austria"), [[], []]);
  assert.deepEqual(titles("2019"), [[], []]);
  assert.equal(tripAnswers(TRIP_LIST, "iceland 2019").first[0].changes?.trip, "2019-06-14");
});

test("marks on the time bar are wide enough to be seen, and none covers another", () => {
  const random = seededRandom(7);
  const trips = Array.from({ length: 300 }, () => Math.floor(random(0, 3650))).sort((a, b) => a - b).map((day) => {
    const date = (number) => new Date(Date.UTC(2010, 0, 1) + number * DAY).toISOString().slice(0, 10);
    return trip("x", date(day), date(day + 3));
  });
  const axis = { from: Date.UTC(2010, 0, 1), through: Date.UTC(2020, 0, 1) - 1 };
  const marks = marksOf(trips, axis, 600);
  assert.ok(marks.length > 20);
  marks.forEach(({ x, width }, index) => {
    assert.ok(width >= 5);
    if (index > 0) assert.ok(x >= marks[index - 1].x + marks[index - 1].width);
  });
  // A closer look has those that had no space.
  const near = { from: Date.UTC(2012, 0, 1), through: Date.UTC(2012, 6, 1) };
  const inNear = trips.filter(({ from, to }) => Date.parse(to) + DAY >= near.from && Date.parse(from) <= near.through);
  assert.ok(marksOf(inNear, near, 600).length > marks.filter(({ trip: one }) => inNear.includes(one)).length);
});

test("homes say since when, or from when to when", () => {
  assert.equal(wordYears({ from: "2017-03-01", to: null }), "since 2017");
  assert.equal(plain(wordYears({ from: "2011-01-01", to: "2017-01-01" })).replace(/\s/g, ""), "2011–2017");
});

/** A track along these positions, one a minute. */
const recording = (points, from) => ({ points, times: points.map((_, minute) => Date.parse(from) + minute * 60_000) });

test("between two stays the line follows a track that was near both on their days, and is straight elsewhere", () => {
  const [from, to] = [stay("2019-06-14", 10, 50), stay("2019-06-15", 11, 50)];
  const detour = [[9.9, 50], [10, 50.01], [10.2, 50.6], [10.8, 50.6], [11, 50.01], [11.3, 50]];
  const along = (points, time) => lineThrough([from, to], [recording(points, time)]);
  assert.deepEqual(along(detour, "2019-06-15T09:00:00Z"), [[10, 50], [10, 50.01], [10.2, 50.6], [10.8, 50.6], [11, 50.01], [11, 50]]);
  // From the last position near the one to the first near the other.
  assert.deepEqual(along([[10, 50.01], [10.3, 50], [10, 50.02], [10.5, 50], [11, 50.02], [11, 50.01]], "2019-06-14T09:00:00Z").slice(1, -1), [[10, 50.02], [10.5, 50], [11, 50.02]]);
  for (const [points, time] of [[detour, "2019-06-12T09:00:00Z"], [detour, "2019-06-18T09:00:00Z"], [detour.toReversed(), "2019-06-14T09:00:00Z"], [detour.slice(0, 3), "2019-06-14T09:00:00Z"], [detour.slice(2), "2019-06-14T09:00:00Z"]]) {
    assert.deepEqual(along(points, time), [[10, 50], [11, 50]], time);
  }
  const staying = [from, stay("2019-06-15", 10.01, 50)];
  assert.equal(lineThrough(staying, [recording([[10, 50], [10.5, 50], [10.01, 50]], "2019-06-14T09:00:00Z")]).length, 2);
});

test("a track across the antimeridian goes on beyond it, as the stays do", () => {
  const line = lineThrough([stay("2019-06-14", 179.5, 10), stay("2019-06-15", -179, 12)], [recording([[179.5, 10], [179.9, 11], [-179.5, 11.5], [-179, 12]], "2019-06-14T09:00:00Z")]);
  assert.deepEqual(line.map(([longitude]) => longitude), [179.5, 179.5, 179.9, 180.5, 181, 181]);
  const { features } = tripFeatures([stay("2019-06-14", 179.5, 10), stay("2019-06-15", -179, 12)], null, [recording([[179.5, 10], [179.9, 11], [-179, 12]], "2019-06-14T09:00:00Z")]);
  assert.equal(features[0].geometry.coordinates.length, 5);
  assert.deepEqual(features[2].geometry.coordinates, [181, 12]);
});
