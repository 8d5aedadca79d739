/** A day: which photos it has, and the way through them. */

import "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

const { filtersOfDay, parseDay } = await import("../../static/app/day/day-filters.js");
const { filtersBeside, listDay } = await import("../../static/app/day/day.js");
const { boxOfDay, stopsOf, wayThrough } = await import("../../static/app/day/way.js");
const { recordingsOf } = await import("../../static/app/tracks/track-loader.js");
const { dayFeatures } = await import("../../static/app/day/day-layers.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");

const photo = (id, coordinates, takenAt = undefined) => /** @type {any} */ ({ id, geometry: { type: "Point", coordinates }, properties: { takenAt } });
const photos = (...points) => points.map((coordinates, id) => photo(id, coordinates));

test("only dates that exist are days", () => {
  assert.deepEqual(["2024-02-29", "2023-02-29", "2024-1-1", "x", "", null].map(parseDay), ["2024-02-29", null, null, null, null, null]);
});

test("a day has the filters, and of a chosen span the part on that day", () => {
  const time = (chosen) => filtersOfDay({ ...NO_FILTERS, country: "FI", time: chosen }, "2024-06-08").time;
  assert.equal(time(""), "2024-06-08/2024-06-08");
  assert.equal(time("2024-06-01/2024-06-30"), "2024-06-08/2024-06-08");
  assert.equal(time("2024-06-08T12:00:00/2024-07-01"), "2024-06-08T12:00:00/2024-06-08");
  assert.equal(time("2020"), "2024-06-08/2024-06-08");
  assert.equal(filtersOfDay({ ...NO_FILTERS, country: "FI", undated: "only" }, "2024-06-08").country, "FI");
});

test("the neighbouring days are those before and after, within the chosen span", () => {
  const time = (chosen, direction) => filtersBeside({ ...NO_FILTERS, time: chosen }, "2024-06-08", direction)?.time ?? null;
  assert.deepEqual([time("", -1), time("", 1)], ["../2024-06-07", "2024-06-09/.."]);
  assert.deepEqual([time("2024-06", -1), time("2024-06", 1)], ["2024-06-01/2024-06-07", "2024-06-09/2024-06-30"]);
  assert.deepEqual([time("2024-06-08", -1), time("2024-06-08", 1)], [null, null]);
});

test("the line takes the short way across the antimeridian, and its length is correct", () => {
  const across = photos([179, -17], [-179, -17], [-179, -17], [178, -16]);
  assert.deepEqual(wayThrough(across).line, [[179, -17], [181, -17], [178, -16]]);
  assert.deepEqual([boxOfDay(across), boxOfDay([])], [[178, -17, 181, -16], null]);
  assert.equal(Math.round(wayThrough(photos([10, 0], [11, 0])).metres / 100), 1112);
});

const track = (points, start) => /** @type {any} */ ({
  id: 1, geometry: { coordinates: [points] },
  properties: { coordTimes: [points.map((_, index) => new Date(Date.parse(start) + index * 60_000).toISOString())] },
});

test("between two photos the line follows a track that was recorded with the camera, and is straight elsewhere", () => {
  const recordings = recordingsOf([track([[10, 50, 7], [10.01, 50.01, 7], [10.02, 50]], "2024-06-08T10:00:00Z")]);
  const taken = (minute, place) => photo(minute, place, `2024-06-08T10:0${minute}:00Z`);
  const along = wayThrough([taken(0, [10, 50]), taken(2, [10.02, 50])], recordings);
  assert.deepEqual(along.line, [[10, 50], [10.01, 50.01], [10.02, 50]]);
  assert.ok(along.metres > 2600);
  // The camera was 7 km away, the track had ended, the instant is unknown, there is no track.
  for (const [from, to, tracks] of /** @type {const} */ ([
    [taken(0, [10.1, 50]), taken(2, [10.02, 50]), recordings],
    [taken(0, [10, 50]), taken(9, [10.02, 50]), recordings],
    [photo(1, [10, 50]), taken(2, [10.02, 50]), recordings],
    [taken(0, [10, 50]), taken(2, [10.02, 50]), []],
  ])) assert.equal(wayThrough([from, to], /** @type {any} */ (tracks)).line.length, 2);
});

test("the lines of a track are one, so that a pause in the recording is bridged", () => {
  const [one, other] = [track([[10, 50], [10, 50.01]], "2024-06-08T10:00:00Z"), track([[10, 50.02], [10, 50.03]], "2024-06-08T10:10:00Z")];
  const both = { ...one, geometry: { coordinates: [one, other].flatMap(({ geometry }) => geometry.coordinates) }, properties: { coordTimes: [one, other].flatMap(({ properties }) => properties.coordTimes) } };
  const way = wayThrough([photo(1, [10, 50], "2024-06-08T10:00:00Z"), photo(2, [10, 50.03], "2024-06-08T10:11:00Z")], recordingsOf([both]));
  assert.deepEqual(way.line, [[10, 50], [10, 50.01], [10, 50.02], [10, 50.03]]);
});

test("photos near one another are one stop, also across the antimeridian, and farther ones if the reach is larger", () => {
  const there = [2.2945, 48.8584], step = [2.29451, 48.85841], away = [2.3, 48.86];
  const stops = (points, reach) => stopsOf(photos(...points), reach).map(({ first, order }) => [first.id, order]);
  assert.deepEqual(stops([there, step, away, there]), [[0, 0], [2, 2]]);
  assert.deepEqual(stops([there, step, away, there], 1000), [[0, 0]]);
  assert.deepEqual([stops([[180, -17], [-180, -17]]), stops([])], [[[0, 0]], []]);
});

test("each stop has the number of its first photo", () => {
  const { features } = dayFeatures({ photos: photos([2.2945, 48.8584], [2.29451, 48.85841], [2.3, 48.86]), recordings: [] });
  assert.deepEqual(features.map(({ geometry, properties }) => [geometry.type, properties.number]), [["LineString", undefined], ["Point", "1"], ["Point", "3"]]);
});

test("the list of a day has its photos and the length of its way; other lists stay", () => {
  const day = { date: "2024-06-08", filters: NO_FILTERS, status: "ready", photos: photos([10, 0], [10, 0.0746]), total: 2, problem: "", recordings: [] };
  const state = (subject) => /** @type {any} */ ({ day, list: { subject, photos: [], span: "" } });
  const { list } = listDay(state({ type: "day", date: day.date }));
  assert.deepEqual([list?.photos, list?.span, list?.more], [day.photos, "2 photos, 8.3 km", false]);
  const near = state({ type: "near" });
  assert.equal(listDay(near), near);
});
