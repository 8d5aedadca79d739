import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
import { accepted, clocksOf, clockText, daysOf, emptyPlan, localMoment, placementsOf, secondsOf, ticked } from "../../static/app/plan/plan-state.js";

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
  assert.deepEqual(clocksOf({ ...emptyPlan({ C: "+01:00:00" }), entries, withoutClock: { A: 2 } }), [
    { camera: "A", count: 2, clock: "" },
    { camera: "B", count: 0, clock: "+03:07:01", evidence: "8 of 8" },
    { camera: "C", count: 0, clock: "+01:00:00" },
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
