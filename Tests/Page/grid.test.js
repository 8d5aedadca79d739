import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom, shown } from "./support.js";
const { DAY, parseSpan } = await import("../../static/app/core/span.js");
const { NO_FILTERS } = await import("../../static/app/filters/filters.js");
const { bandsFor, layOut, indexAt, indexBeside, indicesWithin, positionOf } = await import("../../static/app/grid/layout.js");
const { indicesOfDay, sameIndex } = await import("../../static/app/grid/shelf-index.js");
const scale = await import("../../static/app/grid/scroll-scale.js");
const { createSectionPlaces, placesOf } = await import("../../static/app/grid/section-places.js");
const { inDayOrder, sectionsOf, shelfByTime } = await import("../../static/app/grid/shelf.js");

/** Makes random shelves: photos of some days, and undated ones. */
function createShelves() {
  const random = seededRandom();
  const whole = (low, high) => Math.floor(random(low, high));
  const makeShelf = (days, most, order = "newest") => {
    const buckets = [];
    let day = whole(-5000, 15000);
    for (let n = 0; n < days; n += 1) {
      day += whole(1, 40);
      buckets.push({ from: new Date(day * DAY).toISOString(), count: whole(1, most) });
    }
    return shelfByTime({ key: "k", box: [0, 0, 1, 1], filters: NO_FILTERS, order }, { buckets, undated: whole(0, 300) });
  };
  return { random, whole, makeShelf };
}

const photosOf = (days) => days.reduce((sum, { count }) => sum + count, 0);

test("pages and headings contain each photo of the grid once", () => {
  const { whole, makeShelf } = createShelves();
  for (let turn = 0; turn < 60; turn += 1) {
    const order = turn % 2 ? "oldest" : "newest";
    const shelf = makeShelf(whole(0, 200), [3, 40, 900][turn % 3], order);
    assert.equal(shelf.total, photosOf(shelf.days) + shelf.undated);
    checkPages(shelf, order);
    for (const columns of [3, 5, 8]) checkSections(shelf, columns);
  }
});

function checkPages(shelf, order) {
  let next = 0;
  for (const { start, count, matched, ask } of shelf.pages) {
    assert.equal(start, next);
    assert(count > 0 && count <= 100, `a page of ${count}`);
    assert.equal(ask.limit, count);
    next += count;
    if (!ask["datetime-local"]) continue;
    const { from, through: to } = parseSpan(ask["datetime-local"]);
    assert.equal(photosOf(shelf.days.filter((day) => day.start >= from && day.start <= to)), matched, shown(ask));
    assert.equal(indicesOfDay(shelf, order === "oldest" ? from : to).first, start - ask.offset, shown(ask));
  }
  assert.equal(next, shelf.total);
}

function checkSections(shelf, columns) {
  let sum = 0;
  const keys = new Set();
  for (const { key, start, count, title } of sectionsOf(shelf, columns)) {
    assert.equal(start, sum, key);
    assert(count > 0, `${key} is empty`);
    assert.notEqual(title, "", key);
    assert(!keys.has(key), `${key} is there twice`);
    keys.add(key);
    sum += count;
  }
  assert.equal(sum, shelf.total);
}

test("a photo is below the heading of its camera's local day, not of the day in UTC", () => {
  const taken = (id, takenAt, takenAtLocal) => ({ id, properties: { takenAt, takenAtLocal } });
  const fuji = taken("Fuji", "2024-04-12T21:02:00Z", "2024-04-13T06:02:00");
  const manhattan = taken("Manhattan", "2024-04-13T01:00:00Z", "2024-04-12T21:00:00");
  const names = (order, ...photos) => inDayOrder(photos, order).map(({ id }) => id);
  assert.deepEqual(names("newest", manhattan, fuji), ["Fuji", "Manhattan"]);
  assert.deepEqual(names("oldest", fuji, manhattan), ["Manhattan", "Fuji"]);
  const buckets = [{ from: "2024-04-12", count: 40 }, { from: "2024-04-13", count: 60 }];
  const shelf = shelfByTime({ key: "k", box: [0, 0, 1, 1], filters: NO_FILTERS, order: "newest" }, { buckets, undated: 0 });
  const headings = sectionsOf(shelf, 2).map(({ title, start, count }) => `${title}, ${start}, ${count}`);
  assert.deepEqual(headings, ["Sat, 13 April 2024, 0, 60", "Fri, 12 April 2024, 60, 40"]);
});

test("short days share rows, each with its date, and a day that does not fit begins a row", () => {
  const buckets = [3, 1, 1, 2, 7, 1].map((count, day) => ({ from: `2024-06-0${day + 1}`, count }));
  const shelf = shelfByTime({ key: "k", box: [0, 0, 1, 1], filters: NO_FILTERS, order: "oldest" }, { buckets, undated: 0 });
  const sections = sectionsOf(shelf, 4);
  assert.deepEqual(sections.map(({ short }) => short), [1, 2, 3, 4, 5, 6].map((day) => `${day} Jun 2024`));
  const wide = layOut(sections, 480);
  assert.equal(wide.columns, 4);
  assert.deepEqual([...wide.offsets], [0, 3, 0, 1, 0, 0]);
  const tops = [...wide.tops];
  assert.deepEqual([tops[0] === tops[1], tops[2] === tops[3], tops[1] < tops[2], tops[4] < tops[5]], [true, true, true, true]);
  assert.equal(bandsFor(sections, 4), 4);
});

test("photos of the grid are in rows below their headings, and are found by position", () => {
  const { random, whole, makeShelf } = createShelves();
  for (let turn = 0; turn < 30; turn += 1) {
    const shelf = makeShelf(whole(1, 30), [2, 30][turn % 2]);
    const width = whole(260, 1000);
    const layout = layOut(sectionsOf(shelf, 4), width);
    const at = Array.from({ length: shelf.total }, (_, place) => positionOf(layout, place));
    at.forEach(({ x, y }, place) => {
      assert(x >= 0 && x + layout.size <= width, `${place} is beside the grid`);
      assert(y + layout.size <= layout.height, `${place} is below the grid`);
      assert.equal(at[indexAt(layout, y)].y, y, `the row of ${place}`);
      for (const direction of [-1, 1])
        assert.equal(indexBeside(layout, place, direction), besideByLooking(at, place, direction), `beside ${place}`);
    });
    const from = random(-200, layout.height);
    const to = from + random(0, 900);
    const seen = at.flatMap(({ y }, place) => (y + layout.step > from && y < to ? [place] : []));
    const found = layout.sections.flatMap((_, number) => {
      const { first, end } = indicesWithin(layout, number, from, to);
      return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);
    });
    assert.deepEqual(seen.filter((place) => !found.includes(place)), [], `between ${from} and ${to}`);
    assert(found.length <= seen.length + 2 * layout.columns, `${found.length} for ${seen.length} in view`);
  }
});

/** The expected effect of an arrow key, by a search of all photos. */
function besideByLooking(at, place, direction) {
  const { x, y } = at[place];
  const rows = at.filter((one) => Math.sign(one.y - y) === direction).map((one) => one.y);
  const row = direction > 0 ? Math.min(...rows) : Math.max(...rows);
  const inRow = at.map((one, other) => ({ ...one, other })).filter((one) => one.y === row);
  return inRow.length ? inRow.filter((one) => one.x <= x).at(-1).other : place;
}

test("any height can be scrolled: exact at both ends, monotonic between them", () => {
  for (const height of [0, 500, 11_999_999, 12_000_001, 45_000_000, 3e9]) {
    const top = scale.scrolledHeight(height);
    assert(top <= 12_000_000, `${height} is scrolled to ${top}`);
    assert.equal(scale.toScrolled(height, height), top);
    let last = -1;
    for (let n = 0; n <= 1000; n += 1) {
      const y = Math.round((height * n) / 1000);
      const scrolled = scale.toScrolled(y, height);
      assert(scrolled >= last, `${y} of ${height} is above what stands above it`);
      assert(Math.abs(scale.fromScrolled(scrolled, height) - y) <= height / 5e6 + 1, `${y} of ${height} and back`);
      last = scrolled;
    }
    for (const near of [0, 10, 1000].filter((y) => y < height)) {
      assert.equal(scale.toScrolled(near, height), near);
      assert.equal(scale.toScrolled(height - near, height), top - near);
    }
  }
});

test("a heading names the places of its photos, or what they have in common", () => {
  const at = (place, region, country, placeDistance = 0) => ({ properties: { place, region, country, placeDistance } });
  const london = at("London", "England", "United Kingdom");
  const oxford = at("Oxford", "England", "United Kingdom");
  const bath = at("Bath", "England", "United Kingdom");
  const glasgow = at("Glasgow", "Scotland", "United Kingdom");
  const paris = at("Paris", "Île-de-France", "France");
  for (const [photos, words] of [
    [[london, london], "London"],
    [[oxford, london, london], "London & Oxford"],
    [[oxford, london, bath], "England"],
    [[oxford, london, glasgow], "United Kingdom"],
    [[paris, paris, oxford, glasgow], "Paris & 2 more"],
    [[at("Vík", "South", "Iceland", 40_000)], "Near Vík"],
    [[at(undefined, undefined, "France")], "France"],
    [[london, at()], ""],
  ]) {
    assert.equal(placesOf(photos), words);
  }
});

test("a heading names no place before all its photos are loaded, and reads each page once", () => {
  const day = (number, count) => ({ start: number * DAY, count });
  const pages = [{ start: 0, count: 100 }, { start: 100, count: 20 }];
  const shelf = { kind: "days", days: [day(2, 90), day(1, 30)], pages, shown: 120 };
  const photos = (count, place) => Array.from({ length: count }, () => ({ properties: { place } }));
  const there = new Map([[pages[0], [...photos(90, "London"), ...photos(10, "Bath")]]]);
  const asked = [];
  const placesIn = createSectionPlaces((_, page) => (asked.push(page), there.get(page)));
  const [first, second] = [{ key: "2", start: 0, count: 90 }, { key: "1", start: 90, count: 30 }];
  assert.equal(placesIn(shelf, first), "London");
  assert.equal(placesIn(shelf, second), "");
  there.set(pages[1], photos(20, "Bath"));
  assert.equal(placesIn(shelf, second), "Bath");
  const before = asked.length;
  assert.equal(placesIn(shelf, first), "London");
  assert.equal(asked.length, before);
  assert.equal(placesIn({ ...shelf, kind: "ranked" }, first), "");
  assert.equal(placesIn(shelf, { ...first, count: 301 }), "");
});

test("the reader stays at the same day when the grid changes", () => {
  const { whole, makeShelf } = createShelves();
  for (let turn = 0; turn < 100; turn += 1) {
    const order = turn % 2 ? "oldest" : "newest";
    const shelf = makeShelf(whole(2, 80), 30, order);
    const half = { ...shelf, days: shelf.days.filter((_, n) => n % 2 === 0) };
    half.shown = photosOf(half.days) + half.undated;
    const place = whole(0, shelf.shown - shelf.undated);
    const day = dayOf(shelf, place);
    const expected = Math.max(...half.days.map(({ start }) => start).filter((start) => start <= day), -Infinity);
    if (expected !== -Infinity) assert.equal(dayOf(half, sameIndex(shelf, half, place)), expected, `from ${day}`);
    assert.equal(sameIndex(shelf, shelf, place), place);
  }
});

function dayOf({ days }, place) {
  let first = 0;
  return days.find(({ count }) => (first += count) > place)?.start ?? -Infinity;
}
