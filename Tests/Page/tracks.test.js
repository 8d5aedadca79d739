import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom } from "./support.js";
const { parseSpan } = await import("../../static/app/core/span.js");
const { createStore, set } = await import("../../static/app/core/store.js");
const { TIME, setTime } = await import("../../static/app/time/time-state.js");
const { SPEED_LIMITS, runFeatures, runsOf, speedsOf } = await import("../../static/app/tracks/runs.js");
const { MOST_POSITIONS, tracksOf } = await import("../../static/app/tracks/track-loader.js");
const { SPEEDS, TRACK_PART, dayColour, daysWithin, speedColour, trackLayers, trackLook, trackTiles } = await import("../../static/app/tracks/track-layers.js");
const { createTravel, currentRuns, partOf } = await import("../../static/app/tracks/travel.js");

/** Evaluates a MapLibre expression, with the operators that the page uses. */
function evaluate(expression, day) {
  if (!Array.isArray(expression)) return expression;
  const [name, ...rest] = expression;
  if (name === "get") return day;
  const values = () => rest.map((one) => evaluate(one, day));
  if (name === "%") return values().reduce((a, b) => a % b);
  if (name === "+") return values().reduce((a, b) => a + b);
  assert.equal(name, "match");
  const key = evaluate(rest[0], day);
  for (let index = 1; index < rest.length - 1; index += 2) if (rest[index] === key) return rest[index + 1];
  return rest.at(-1);
}

test("eight consecutive days have different colours, also before 1970", () => {
  for (const theme of ["light", "dark"]) {
    for (const first of [19_000, -5]) {
      const colours = Array.from({ length: 8 }, (_, index) => evaluate(dayColour(theme), first + index));
      assert.equal(new Set(colours).size, 8);
    }
  }
});

test("the tiles are those of the page's server", () => {
  assert.equal(trackTiles("http://host/photos/#map=1/2/3"), "http://host/photos/tiles/tracks/{z}/{x}/{y}.mvt");
});

test("while tracks are hidden, and for guests, nothing is drawn or requested", () => {
  const state = /** @type {any} */ ({ tracks: "", hasTracks: true, filters: { time: "" }, time: TIME.time });
  assert.equal(trackLook(state), null);
  assert.equal(trackLook({ ...state, tracks: "day", hasTracks: null }), null);
  assert.equal(TRACK_PART.look(state), null);
});

test("lines are drawn over their casing, and those with speeds over both", () => {
  const ids = (colour) => trackLayers({ look: { colour, days: null, isPlayed: false }, theme: "dark", base: "http://host/" }).lines.map(({ id }) => id);
  assert.deepEqual(ids("day"), ["tracks-casing", "tracks-line"]);
  assert.deepEqual(ids("speed"), ["tracks-casing", "tracks-line", "tracks-speed"]);
});

test("only tracks of the days in the span of the filters are drawn", () => {
  const day = ["get", "day"];
  assert.deepEqual(daysWithin(parseSpan("1970-01-02/1970-01-03")), ["all", [">=", day, 1], ["<=", day, 2]]);
  assert.deepEqual(daysWithin(parseSpan("1969-12-31T12:00:00/..")), ["all", [">=", day, -1]]);
  assert.equal(daysWithin(parseSpan("")), null);
  const look = trackLook(/** @type {any} */ ({ tracks: "speed", hasTracks: true, filters: { time: "1970" }, time: TIME.time }));
  for (const { filter } of trackLayers({ look, theme: "dark", base: "http://host/" }).lines) {
    assert.deepEqual(filter, ["all", [">=", day, 0], ["<=", day, 364]]);
  }
});

/** A track along the equator: each step is a time in seconds, and a speed in km/h. */
function track(steps, { id = 1, start = Date.UTC(2024, 4, 1, 10), lon = 0 } = {}) {
  const points = [[lon, 0, 35.5]];
  const times = [new Date(start).toISOString()];
  let at = start;
  for (const [seconds, speed] of steps) {
    at += seconds * 1000;
    points.push([points.at(-1)[0] + (speed * seconds) / 3600 / 111.195, 0]);
    times.push(new Date(at).toISOString());
  }
  return { id, geometry: { coordinates: [points] }, properties: { coordTimes: [times] } };
}

const times = (count, step) => Array.from({ length: count }, () => step);

test("a track is a run for each day and each class of speed, without gaps", () => {
  const runs = runsOf([track([...times(60, [10, 5]), ...times(60, [10, 20]), ...times(60, [10, 90]), ...times(60, [10, 800])])]);
  assert.deepEqual(runs.map(({ speed }) => speed), [0, 1, 2, 3]);
  for (const [index, run] of runs.entries()) {
    assert.equal(run.points.length, run.times.length);
    assert(run.points.every((point) => point.length === 2), "altitudes are left out");
    if (index) assert.deepEqual(runs[index - 1].points.at(-1), run.points[0]);
  }
  const night = runsOf([track(times(4, [3600, 4]), { start: Date.UTC(2024, 4, 1, 22), lon: 0 })]);
  assert.deepEqual(night.map(({ day }) => day - night[0].day), [0, 1]);
});

test("the days of runs are those of the Sun, as in the tiles", () => {
  const day = (lon) => runsOf([track([[60, 4]], { start: Date.UTC(2024, 4, 1, 18), lon })])[0].day;
  assert.equal(day(100) - day(0), 1);
  assert.equal(day(80) - day(0), 0);
});

test("times are those of the clocks there, if the server knows their offset", () => {
  const walk = track(times(2, [60, 4]), { start: Date.UTC(2024, 4, 1, 23), lon: 10 });
  walk.properties.utcOffsets = [120];
  const [run] = runsOf([walk]);
  assert.equal(run.times[0], Date.UTC(2024, 4, 2, 1));
  assert.equal(run.day, Date.UTC(2024, 4, 2) / 86_400_000);
});

test("times never descend, also of an aeroplane that is faster than the Sun", () => {
  const [run] = runsOf([track(times(10, [600, -2500]))]);
  assert(run.times.every((time, index) => index === 0 || time >= run.times[index - 1]));
});

test("the error of fixes of a walk does not make it a drive, and times that are equal do not matter", () => {
  const random = seededRandom();
  const walk = track(times(600, [1, 5]));
  const [points] = walk.geometry.coordinates;
  for (const point of points) point[0] += random(-1, 1) * 2e-6;
  points[300][0] += 5e-5;
  assert.deepEqual([...new Set(runsOf([walk]).map(({ speed }) => speed))], [0]);
  assert.deepEqual(speedsOf([[1, 1], [1, 1]], [5, 5]), [0]);
});

test("the speed of a segment is an average over what is near it", () => {
  const random = seededRandom(7);
  const instants = [0];
  const points = [[0, 0]];
  for (let index = 1; index < 200; index += 1) {
    instants.push(instants.at(-1) + Math.round(random(1, 60)) * 1000);
    points.push([points.at(-1)[0] + random(0, 1e-3), 0]);
  }
  const speeds = speedsOf(points, instants);
  // The same by its definition: the segments that overlap the 30 seconds around the middle.
  for (const [index, speed] of speeds.entries()) {
    const middle = (instants[index] + instants[index + 1]) / 2;
    const first = Math.min(index, instants.findLastIndex((one) => one <= Math.max(0, middle - 15_000)));
    const last = Math.max(index + 1, instants.findIndex((one) => one >= Math.min(instants.at(-1), middle + 15_000)));
    const expected = ((points[last][0] - points[first][0]) * 111.195 * 3600) / ((instants[last] - instants[first]) / 1000);
    assert(Math.abs(speed - expected) < 0.01 * expected + 0.01, `${index}: ${speed}, ${expected}`);
  }
});

test("each run is a line with its day and speed", () => {
  const { features } = runFeatures(runsOf([track([[60, 4], [60, 90]])]));
  assert.deepEqual(features.map(({ geometry, properties }) => [geometry.type, geometry.coordinates.length, properties.speed]), [["LineString", 2, 0], ["LineString", 2, 2]]);
});

/** An API whose tracks have more positions at higher zooms. */
function apiWith(positionsAt, { refusesAbove = Infinity } = {}) {
  const asked = [];
  const api = {
    async trackLines({ zoom, cursor }) {
      asked.push(zoom);
      if (positionsAt(zoom) > refusesAbove) throw Object.assign(new Error("too many"), { status: 422 });
      return { features: [{ geometry: { coordinates: [Array.from({ length: positionsAt(zoom) / 2 }, () => [0, 0])] } }], cursor: cursor ? null : "1" };
    },
  };
  return { api, asked };
}

test("tracks have as much detail as the zoom needs, unless these are too many positions", async () => {
  const few = apiWith((zoom) => zoom * 100);
  assert.equal((await tracksOf(few.api, { zoom: 9, bbox: "" })).length, 2);
  assert.deepEqual(few.asked, [11, 11]);
  const many = apiWith((zoom) => (zoom > 8 ? MOST_POSITIONS * 4 : 100));
  await tracksOf(many.api, { zoom: 17, bbox: "" });
  assert.deepEqual(many.asked, [20, 14, 11, 8, 8]);
  const refused = apiWith((zoom) => (zoom > 5 ? 1e6 : 100), { refusesAbove: 500_000 });
  await tracksOf(refused.api, { zoom: 12, bbox: "" });
  assert.deepEqual(refused.asked, [14, 11, 8, 5, 5]);
});

test("very many tracks are drawn in part, and an error at the coarsest zoom is one", async () => {
  const huge = apiWith(() => MOST_POSITIONS * 4);
  assert.equal((await tracksOf(huge.api, { zoom: 3, bbox: "" })).length, 1);
  await assert.rejects(tracksOf(apiWith(() => 1e6, { refusesAbove: 1 }).api, { zoom: 1, bbox: "" }));
});

// How colour-blind people see linear RGB (Machado, Oliveira and Fernandes, 2009).
const SIGHTS = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));

function lab(rgb) {
  const [x, y, z] = [[0.4339, 0.3762, 0.19], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8729]]
    .map((row) => row.reduce((sum, share, index) => sum + share * rgb[index], 0))
    .map((one) => (one > 0.008856 ? Math.cbrt(one) : 7.787 * one + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("the colours of speeds differ for colour-blind people too, and from the ground", () => {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      const seen = SPEEDS[theme].map((hex) => lab(matrix.map((row) => Math.min(1, Math.max(0, row.reduce((sum, share, index) => sum + share * linear(hex)[index], 0))))));
      seen.forEach((a, index) => seen.slice(0, index).forEach((b) => {
        const difference = Math.hypot(...a.map((value, axis) => value - b[axis]));
        assert(difference >= 30, `${theme}, ${sight}: ${difference}`);
      }));
    }
    const luminance = (hex) => linear(hex).reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0) + 0.05;
    const ground = luminance({ light: "#ffffff", dark: "#141b22" }[theme]);
    for (const hex of SPEEDS[theme]) assert(Math.max(luminance(hex) / ground, ground / luminance(hex)) >= 3, hex);
    assert.equal(SPEEDS[theme].length, SPEED_LIMITS.length + 1);
    assert.equal(speedColour(theme).length, 2 + 2 * SPEED_LIMITS.length + 1);
  }
});

/** A run along the equator with a position for each time. */
const run = (times, track = 1) => ({ track, day: 0, speed: 0, times, points: /** @type {[number, number][]} */ (times.map((time) => [time, 0])) });

test("the part of a run is what a moment after the other has passed, with interpolated ends", () => {
  const one = run([10, 20, 20, 40]);
  const lons = (since, now) => partOf(one, since, now).map(([lon]) => lon);
  assert.deepEqual(lons(-Infinity, 9), []);
  assert.deepEqual(lons(0, 10), [10, 10]);
  assert.deepEqual(lons(0, 25), [10, 20, 20, 25]);
  assert.deepEqual(lons(12, 15), [12, 15]);
  assert.deepEqual(lons(15, 99), [15, 20, 20, 40]);
  assert.deepEqual(lons(40, 99), []);
  // By brute force: each position on the way, and no other.
  const random = seededRandom();
  for (let count = 0; count < 200; count += 1) {
    const since = random(0, 50);
    const now = random(since, 50);
    const expected = [since, ...one.times.filter((time) => time > since && time <= now), now].map((time) => Math.min(40, Math.max(10, time)));
    const found = lons(since, now);
    assert.deepEqual([...new Set(found)], now < 10 || since >= 40 ? [] : [...new Set(expected)]);
  }
});

test("a marker is on each track under way, and otherwise rests where one ended within the span", () => {
  const [a, b, c] = [run([0, 10]), run([5, 20], 2), run([30, 40])];
  const at = (from, now) => currentRuns([a, b, c], from, now);
  assert.deepEqual(at(0, 7), [a, b]);
  assert.deepEqual(at(0, 15), [b]);
  assert.deepEqual(at(12, 25), [b]);
  assert.deepEqual(at(22, 25), []);
  assert.deepEqual(at(22, 35), [c]);
});

/** A playback whose frames the test draws. */
function playback(runs) {
  const store = createStore();
  const frames = [];
  const updates = [];
  store.add({ ...TIME, trackRuns: { status: "ready", runs, problem: "" } });
  createTravel({ store, setData: (source, data) => updates.push([source, data.features]), nextFrame: (draw) => frames.push(draw) });
  updates.length = 0;
  return {
    store, updates,
    play: (now, since = 0) => store.change(setTime({ played: { since, from: since, now } })),
    async frame() {
      await null;
      const count = updates.length;
      for (const draw of frames.splice(0)) draw();
      return updates.slice(count).map(([source]) => source);
    },
  };
}

test("a frame updates one source, and no frame is requested while nothing moves", async () => {
  const many = Array.from({ length: 2001 }, (_, index) => 10 + index / 200);
  const { play, frame, updates } = playback([run([0, 10]), run(many), run([20, 30])]);
  const drawn = () => updates.at(-1)[1].map(({ geometry }) => geometry.coordinates);
  assert.deepEqual(await frame(), []);
  play(5);
  assert.deepEqual(await frame(), ["track-travelled"]);
  assert.deepEqual(await frame(), ["track-moving"]);
  assert.deepEqual(await frame(), []);
  play(10.0025);
  assert.deepEqual(await frame(), ["track-moving"]);
  assert.deepEqual(drawn(), [[[0, 0], [10, 0]], [[10, 0], [10.0025, 0]], [10.0025, 0]]);
  play(25);
  assert.deepEqual(await frame(), ["track-travelled"]);
  assert.deepEqual(drawn().map((line) => line.length), [2, 2001]);
  assert.deepEqual(await frame(), ["track-moving"]);
  assert.deepEqual(drawn(), [[[20, 0], [25, 0]], [25, 0]]);
});

test("when a playback is over, or begins again, nothing of it is left", async () => {
  const { store, play, frame, updates } = playback([run([0, 10]), run([10, 20])]);
  play(15);
  await frame();
  await frame();
  store.change(setTime({ played: null }));
  assert.deepEqual(await frame(), []);
  assert.deepEqual(updates.slice(-2).map(([, features]) => features), [[], []]);
  play(3);
  await frame();
  assert.deepEqual(updates.at(-1), ["track-travelled", []]);
  store.change(set({ trackRuns: { status: "ready", runs: [run([0, 2])], problem: "" } }));
  await frame();
  assert.equal(updates.at(-1)[1].length, 1);
});

test("while tracks are played, those of all days of the time bar are faint, and only the travelled part is bright", () => {
  const state = /** @type {any} */ ({ tracks: "day", hasTracks: true, filters: { time: "1970-01-02" }, time: { ...TIME.time, played: { since: 0, from: 0, now: 1 } } });
  assert.equal(trackLook(state).days, null);
  assert.deepEqual(trackLook({ ...state, time: { ...state.time, axis: parseSpan("1970") } }).days, daysWithin(parseSpan("1970")));
  const { lines, sources } = trackLayers({ look: trackLook(state), theme: "light", base: "http://host/" });
  const opacity = (id) => lines.find((layer) => layer.id === id).paint["line-opacity"] ?? 1;
  assert(opacity("tracks-line") < 0.5 && opacity("track-moving-line") === 1);
  assert.deepEqual(Object.keys(sources), ["tracks", "track-travelled", "track-moving"]);
});
