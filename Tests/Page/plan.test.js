import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
const { clockWords, durationText, zoneOffset } = await import("../../static/app/plan/clock-words.js");
const {
  accepted, clocksOf, clockText, daysOf, emptyPlan, isUndone, localMoment, oneOfEachClock, placementsOf, secondsOf, ticked, withMoved,
} = await import("../../static/app/plan/plan-state.js");
const { linesOf, nearestMoment, positionAt, slid } = await import("../../static/app/plan/slide.js");

const entry = (photo, instant, more = {}) => ({ photo, instant, ...more });

test("days are those of the clock of the camera", () => {
  const entries = [entry(1, "2024-05-01T21:59:59Z", { clock: "+02:00:00" }), entry(2, "2024-05-01T22:00:00Z", { clock: "+02:00:00" }), entry(3, "2024-05-01T23:00:00Z")];
  const days = daysOf(entries).map(({ day, entries: members }) => [day, members.map(({ photo }) => photo)]);
  assert.deepEqual(days, [["2024-05-01", [1, 3]], ["2024-05-02", [2]]]);
  assert.equal(localMoment(entry(4, "2024-01-01T00:30:00Z", { clock: "-01:00:30" })), "2023-12-31T23:29:30");
});

test("offsets are read with and without seconds and sign, and written as the server reads them", () => {
  assert.deepEqual(["+02:07:00", "2:00", "-3:30", "−0:00:05", " +14:00 "].map(secondsOf), [7620, 7200, -12_600, -5, 50_400]);
  assert.deepEqual(["", "two", "+2", "2:60", "2:00:60", "123:00", "+-2:00"].map(secondsOf), Array(7).fill(null));
  for (const seconds of [0, 7620, -5, -12_600, 50_400]) assert.equal(secondsOf(clockText(seconds)), seconds);
});

test("clocks are those that the plan needs, those it found, and those that were entered", () => {
  const entries = [entry(1, "2024-05-01T10:00:00Z", { camera: "B", clock: "+03:07:01", clockEvidence: "8 of 8" }), entry(2, "2024-05-01T10:00:00Z", { camera: "D" })];
  assert.deepEqual(clocksOf({ ...emptyPlan({ C: "+01:00:00" }), entries, withoutClock: { A: 2 }, zones: { B: 10_800 } }), [
    { camera: "A", count: 2, clock: "", isEntered: false, zone: undefined },
    { camera: "B", count: 0, clock: "+03:07:01", isEntered: false, zone: 10_800, evidence: "8 of 8" },
    { camera: "C", count: 0, clock: "+01:00:00", isEntered: true, zone: undefined },
  ]);
});

test("photos are excluded and included, by day or one by one", () => {
  const entries = [1, 2, 3].map((photo) => entry(photo, "2024-05-01T10:00:00Z"));
  const without = ticked(new Set(), entries, false);
  assert.equal(accepted({ ...emptyPlan(), entries, excluded: without }).length, 0);
  const some = ticked(without, [entries[1]], true);
  assert.deepEqual(accepted({ ...emptyPlan(), entries, excluded: some }).map(({ photo }) => photo), [2]);
  assert.equal(without.size, 3);
});

test("placements have the source, accuracy and gap of the plan, and an altitude only if known", () => {
  const planned = { ...entry(1, "2024-05-01T10:00:00Z"), longitude: 2, latitude: 48, source: "track", accuracy: 12, gap: 30, path: "a.jpg" };
  assert.deepEqual(placementsOf([planned, { ...planned, altitude: 0 }]), [
    { photo: 1, longitude: 2, latitude: 48, source: "track", accuracy: 12, gap: 30 },
    { photo: 1, longitude: 2, latitude: 48, source: "track", accuracy: 12, gap: 30, altitude: 0 },
  ]);
});

test("the error of a clock is in words, compared with the zone of the place, else with the nearest half hour", () => {
  assert.deepEqual(clockWords(11_222, 10_800), { error: "7 min 2 s fast", zone: "UTC+3" });
  assert.deepEqual(clockWords(11_222, null), { error: "7 min 2 s fast", zone: "UTC+3" });
  assert.deepEqual(clockWords(7200, 10_800), { error: "1 h slow", zone: "UTC+3" });
  assert.deepEqual(clockWords(-12_600), { error: "right", zone: "UTC−3:30" });
  assert.deepEqual(clockWords(5, 0), { error: "5 s fast", zone: "UTC" });
  assert.equal(durationText(3_725), "1 h 2 min 5 s");
});

test("time zones have the offset of the day; names that the browser does not know have none", () => {
  assert.deepEqual(["2024-06-08T10:00:00Z", "2024-01-08T10:00:00Z"].map((instant) => zoneOffset("Europe/Helsinki", instant)), [10_800, 7200]);
  assert.equal(zoneOffset("America/St_Johns", "2024-01-08T10:00:00Z"), -12_600);
  assert.equal(zoneOffset("UTC", "2024-01-08T10:00:00Z"), 0);
  assert.equal(zoneOffset("Nowhere/Atall", "2024-01-08T10:00:00Z"), null);
  assert.equal(zoneOffset("", "2024-01-08T10:00:00Z"), null);
});

/** A walk to the east and back along the same street, a degree in a minute. */
const WALK = linesOf([{ id: 1, geometry: { coordinates: [[[0, 0], [10, 0], [0, 0]], [[50, 5], [60, 5]]] }, properties: {
  coordTimes: [["2024-05-01T10:00:00Z", "2024-05-01T10:10:00Z", "2024-05-01T10:20:00Z"], ["2024-05-01T12:00:00Z", "2024-05-01T12:10:00Z"]],
} }]);
const at = (time) => Date.parse(`2024-05-01T${time}Z`);
const project = (lon, lat) => ({ x: 10 * lon, y: -10 * lat, isHidden: false });

test("a position on a track is between its fixes; at other times there is none", () => {
  assert.deepEqual(positionAt(WALK, at("10:05:00")), { longitude: 5, latitude: 0 });
  assert.deepEqual(positionAt(WALK, at("10:15:00")), { longitude: 5, latitude: 0 });
  assert.deepEqual(["10:00:00", "10:20:00", "12:10:00"].map((time) => positionAt(WALK, at(time)).longitude), [0, 0, 60]);
  assert.deepEqual(["09:59:59", "11:00:00", "12:10:01"].map((time) => positionAt(WALK, at(time))), [null, null, null]);
});

test("of the times at which a track passes a point, the one nearest to the photo's own is meant", () => {
  const moment = (around) => nearestMoment(WALK, { x: 30, y: 8 }, { project, around: at(around) });
  assert.deepEqual(moment("10:00:00"), { instant: at("10:03:00"), distance: 8 });
  assert.deepEqual(moment("10:19:00"), { instant: at("10:17:00"), distance: 8 });
  assert.equal(nearestMoment([], { x: 0, y: 0 }, { project, around: 0 }), null);
});

test("with its clock, all photos of a camera slide along the track, but for those with another clock", () => {
  const entries = [
    entry(1, "2024-05-01T10:01:00Z", { camera: "F4", clock: "+03:00:00" }), entry(2, "2024-05-01T10:04:00Z", { camera: "F4", clock: "+03:00:00" }),
    entry(3, "2024-05-01T10:19:30Z", { camera: "F4", clock: "+03:00:00" }), entry(4, "2024-05-01T10:01:00Z", { camera: "F2", clock: "+03:00:00" }),
    entry(5, "2024-05-01T10:01:00Z", { camera: "F4" }),
  ];
  assert.deepEqual([...slid(entries, "F4", 120_000, WALK)], [[1, { longitude: 3, latitude: 0 }], [2, { longitude: 6, latitude: 0 }]]);
});

test("a photo that was dragged keeps its position in the next plan, and is placed by hand", () => {
  const planned = { ...entry(1, "2024-05-01T10:00:00Z"), longitude: 2, latitude: 48, source: "track", accuracy: 12, gap: 30, altitude: 5 };
  const [moved] = withMoved([planned], new Map([[1, { longitude: 3.00000004, latitude: 49 }]]));
  assert.deepEqual(placementsOf([moved]), [{ photo: 1, longitude: 3, latitude: 49, source: "manual" }]);
  assert.equal(withMoved([planned], new Map())[0], planned);
});

test("an act is undone once all of its photos are; one photo stands for each clock", () => {
  const acts = [{ act: 3, placed: 8, undone: 8 }, { act: 2, placed: 5, undone: 4 }];
  assert.deepEqual([3, 2, 1].map((act) => isUndone({ act, placed: 8, box: [] }, acts)), [true, false, false]);
  assert.equal(isUndone(null, acts), false);
  const entries = [entry(1, "", { camera: "A", clock: "+01:00:00" }), entry(2, "", { camera: "A", clock: "+01:00:00" }), entry(3, "", { camera: "B" })];
  assert.deepEqual(oneOfEachClock(entries).map(({ photo }) => photo), [1]);
});
