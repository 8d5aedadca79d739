import { plain, seededRandom } from "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { LONGEST_DRAWING, drawingText, drawnCondition, fits, partsOf, shapesIn } = await import("../../static/app/draw/shapes.js");
const { boxRing, circleRing, decimalsAt, lineThrough, pixelsFromEdge, pixelsPerDegree, simplified, withRing } = await import("../../static/app/draw/strokes.js");
const { FILTERS_ADDRESS, NO_FILTERS, filterParameters } = await import("../../static/app/filters/filters.js");
const { chipsOf } = await import("../../static/app/filters/chip-texts.js");
const { cameraOver, onScreen } = await import("../../static/app/core/mercator.js");

const { bandsOf, trackAt, unwound, withCorridor, zoomFor } = await import("../../static/app/draw/corridors.js");
const { metresBetween } = await import("../../static/app/core/distance.js");

const random = seededRandom();
const whole = (low, high) => Math.floor(random(low, high + 1));

function someShape() {
  const decimals = whole(0, 7);
  const [lon, lat, reach] = [random(-180, 180), random(-80, 80), random(0.001, 5)];
  const ring = Array.from({ length: whole(3, 12) }, () => [lon + random(-reach, reach), lat + random(-reach, reach)].map((value) => Number(value.toFixed(decimals)) + 0));
  return { isAdded: random(0, 1) < 0.6, decimals, ring };
}

const someShapes = () => Array.from({ length: whole(1, 8) }, someShape);

/** A wobbly line around a place, as a hand draws it. */
function lasso({ lat, lon }, pixels, zoom, count = 400) {
  const reach = pixels / pixelsPerDegree(zoom);
  return Array.from({ length: count }, (_, index) => {
    const [angle, far] = [(2 * Math.PI * index) / count, reach * random(0.7, 1)];
    return { lon: lon + far * Math.cos(angle), lat: lat + far * Math.sin(angle) * Math.cos((lat * Math.PI) / 180) };
  });
}

test("the text of a drawing is read as the same shapes, and is safe in an address", () => {
  for (let round = 0; round < 300; round += 1) {
    const shapes = someShapes();
    const text = drawingText(shapes);
    assert.deepEqual(shapesIn(text), fits(shapes) ? shapes : null);
    assert.equal(encodeURIComponent(text), text);
  }
});

test("a drawing that is cut at any character, or has one too many, is no drawing", () => {
  const text = drawingText(someShapes());
  for (let length = 0; length < text.length; length += 1) assert.equal(shapesIn(text.slice(0, length)), null, `cut after ${length}`);
  for (const more of ["A", "_", "=", " ", "é"]) assert.equal(shapesIn(text + more), null);
});

test("texts that are no drawings do not stop the page, and what is read can be requested", () => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const good = drawingText(someShapes());
  for (let round = 0; round < 20_000; round += 1) {
    const noise = Array.from({ length: whole(1, 60) }, () => digits[whole(0, 63)]).join("");
    const at = whole(0, good.length - 1);
    const changed = good.slice(0, at) + digits[whole(0, 63)] + good.slice(at + 1);
    for (const text of [noise, changed]) {
      const shapes = shapesIn(text);
      if (!shapes) continue;
      assert.ok(new URLSearchParams({ filter: drawnCondition(shapes) }).toString().length <= 6000);
      for (const shape of shapes) for (const [lon, lat] of "ring" in shape ? partsOf(shape.ring).flat() : shape.lines.flat()) assert.ok(Math.abs(lon) <= 180 && Math.abs(lat) <= 90, `${lon} ${lat}`);
    }
  }
  for (const text of ["", "A", "_".repeat(LONGEST_DRAWING), "A".repeat(LONGEST_DRAWING + 1), "BPf_______A"]) assert.equal(shapesIn(text), null);
});

test("the condition adds and subtracts shapes in their order", () => {
  for (let round = 0; round < 500; round += 1) {
    const shapes = someShapes();
    const places = shapes.map(() => random(0, 1) < 0.5);
    const condition = withValues(drawnCondition(shapes), places);
    const expected = shapes.reduce((isIn, { isAdded }, index) => (places[index] ? isAdded : isIn), !shapes[0].isAdded);
    const found = new Function(`return ${condition.replaceAll("AND NOT", "&& !").replaceAll("NOT", "!").replaceAll("OR", "||")}`)();
    assert.equal(found, expected, condition);
  }
});

/** A condition with the value of each test in place of it. */
function withValues(condition, values) {
  return condition.split("S_INTERSECTS").reduce((before, part, index) => {
    let depth = 0;
    const end = [...part].findIndex((sign) => (depth += Number(sign === "(") - Number(sign === ")")) === 0);
    return before + values[index - 1] + part.slice(end + 1);
  });
}

test("many shapes nest no deeper than the server reads", () => {
  const shapes = Array.from({ length: 40 }, (_, index) => ({ isAdded: index % 2 === 0, decimals: 0, ring: [[0, 0], [1, 0], [1, 1]] }));
  const depths = [...drawnCondition(shapes)].reduce(([depth, most], sign) => {
    const next = depth + Number(sign === "(") - Number(sign === ")");
    return [next, Math.max(most, next)];
  }, [0, 0]);
  assert.equal(depths[0], 0);
  assert.ok(depths[1] <= 50, `${depths[1]} brackets`);
});

test("a shape across the antimeridian is divided into two, which together have the same places", () => {
  for (let round = 0; round < 300; round += 1) {
    const middle = 180 + 360 * whole(-1, 0) + random(-2, 2);
    const ring = Array.from({ length: whole(3, 9) }, () => [middle + random(-4, 4), random(-4, 4)]);
    const parts = partsOf(ring);
    for (let place = 0; place < 40; place += 1) {
      const [lon, lat] = [middle + random(-5, 5), random(-5, 5)];
      const east = ((((lon + 180) % 360) + 360) % 360) - 180;
      const isIn = parts.some((part) => encloses(part, [east, lat]));
      assert.equal(isIn, encloses(ring, [lon, lat]), JSON.stringify({ ring, lon, lat }));
    }
  }
  assert.match(drawnCondition([{ isAdded: true, decimals: 0, ring: [[170, 0], [190, 0], [190, 5], [170, 5]] }]), /^S_INTERSECTS\(geometry,MULTIPOLYGON\(/);
});

/** By the rule of even and odd. */
function encloses(ring, [x, y]) {
  return ring.filter(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length];
    return (y1 > y) !== (y2 > y) && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  }).length % 2 === 1;
}

test("simplified outlines stay within the tolerance on the screen", () => {
  for (const zoom of [2, 5, 11, 17]) {
    for (const tolerance of [0.5, 4]) {
      const spot = { lat: random(-65, 65), lon: random(-180, 180) };
      const ring = lineThrough(lasso(spot, 200, zoom));
      const few = simplified(ring, tolerance, zoom);
      assert.ok(few.length < ring.length);
      const camera = cameraOver({ ...spot, zoom }, { width: 1000, height: 1000 });
      const onMap = ([lon, lat]) => onScreen(camera, lon, lat);
      const edges = few.flatMap((from, index) => {
        const to = few[(index + 1) % few.length];
        return Array.from({ length: 60 }, (_, part) => onMap(from.map((value, axis) => value + ((to[axis] - value) * part) / 60)));
      });
      for (const point of ring.map(onMap)) {
        const off = edges.reduce((least, { x, y }) => Math.min(least, Math.hypot(x - point.x, y - point.y)), Infinity);
        assert.ok(off <= tolerance * 1.1 + 0.6, `${off} px at zoom ${zoom}`);
      }
    }
  }
});

test("a drawing for which the address has no space is simplified further, and says how far", () => {
  const [zoom, spot] = [12, { lat: 48.85, lon: 2.35 }];
  const fine = withRing([], lineThrough(lasso(spot, 20, zoom, 40)), { zoom, isAdded: true });
  assert.equal(fine?.metres, 0);
  const coarse = withRing([], lineThrough(lasso(spot, 600, zoom, 4000)), { zoom, isAdded: true });
  assert.ok(coarse && coarse.metres > 0 && fits(coarse.shapes));
  assert.deepEqual(shapesIn(drawingText(coarse.shapes)), coarse.shapes);
});

test("coordinates are rounded to less than a quarter of a pixel, and to no more decimals than the server has", () => {
  for (let zoom = -1; zoom <= 24; zoom += 0.5) {
    const decimals = decimalsAt(zoom);
    assert.ok(decimals === 7 || 0.5 * 10 ** -decimals * pixelsPerDegree(zoom) <= 0.25);
  }
});

test("a circle has the same distance to its centre everywhere, and ends before the poles", () => {
  const [centre, zoom] = [{ lat: 48, lon: 179.9 }, 10];
  const ring = circleRing(centre, { lat: 48, lon: -179.8 }, zoom);
  const far = ring.map((corner) => pixelsFromEdge([centre.lon, centre.lat], corner, corner, zoom));
  assert.ok(Math.max(...far) - Math.min(...far) < 2, `${Math.min(...far)} to ${Math.max(...far)}`);
  for (const [, lat] of circleRing({ lat: 84, lon: 0 }, { lat: 60, lon: 0 }, 2)) assert.ok(Math.abs(lat) <= 85.06);
});

test("boxes and lines go the short way over the antimeridian", () => {
  assert.deepEqual(boxRing({ lat: 1, lon: 179 }, { lat: 2, lon: -179 }), [[179, 1], [181, 1], [181, 2], [179, 2]]);
  assert.deepEqual(lineThrough([{ lat: 0, lon: -179 }, { lat: 90, lon: 179 }]).map(([lon]) => lon), [-179, -181]);
});

test("a drawn area is a filter like others: a field of the address, a condition and a chip", () => {
  const text = drawingText([{ isAdded: true, decimals: 1, ring: [[2.1, 48], [2.5, 48], [2.5, 49]] }]);
  const { filters } = /** @type {any} */ (FILTERS_ADDRESS.read(new URLSearchParams(`drawn=${text}&camera=Pixel`)));
  assert.deepEqual(filters, { ...NO_FILTERS, drawn: text, camera: "Pixel" });
  assert.deepEqual(filterParameters(filters), { camera: "Pixel", filter: "S_INTERSECTS(geometry,POLYGON((2.1 48,2.5 48,2.5 49,2.1 48)))" });
  assert.equal(plain(chipsOf(filters)[0].text), "Drawn area");
  assert.deepEqual(FILTERS_ADDRESS.read(new URLSearchParams(`drawn=${text.slice(0, -1)}`)), { filters: NO_FILTERS });
});

test("a long drawing is not cut like the texts of other filters", () => {
  const drawn = withRing([], lineThrough(lasso({ lat: 10, lon: 10 }, 600, 9, 4000)), { zoom: 9, isAdded: true });
  const text = drawingText(drawn?.shapes ?? []);
  assert.ok(text.length > 1000, `${text.length} characters`);
  assert.equal(/** @type {any} */ (FILTERS_ADDRESS.read(new URLSearchParams(`drawn=${text}`))).filters.drawn, text);
});

/** A wandering track that may cross itself and the antimeridian, in lines with gaps between. */
function someTrack(count = 400, step = 0.002) {
  let [lon, lat] = [random(0, 1) < 0.3 ? 179.9 : random(-180, 180), random(-70, 70)];
  let bearing = random(0, 6);
  return Array.from({ length: whole(1, 4) }, () => {
    [lon, lat] = [lon + random(-0.05, 0.05), lat + random(-0.05, 0.05)];
    return Array.from({ length: count }, () => {
      bearing += random(-0.5, 0.5);
      [lon, lat] = [lon + step * Math.cos(bearing), lat + step * Math.sin(bearing) * Math.cos((lat * Math.PI) / 180)];
      return [lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, lat];
    });
  });
}

/** How far a position is from the nearest edge of lines, in metres. */
function metresFrom(lines, [lon, lat]) {
  const away = lines.map(unwound).flatMap((line) => line.flatMap((from, index) => [-360, 0, 360].map((turn) =>
    pixelsFromEdge([lon + turn, lat], from, line[index + 1] ?? from, 0))));
  return (Math.min(...away) / pixelsPerDegree(0)) * 111_195 * Math.cos((lat * Math.PI) / 180);
}

test("the corridor of a track is read as the same shape, and no part of its line is farther from the track than is said", () => {
  const said = new Set();
  for (let round = 0; round < 24; round += 1) {
    const lines = someTrack(whole(1, 500), [0.0002, 0.002, 0.01][round % 3]);
    const metres = [200, 1000, 5000][whole(0, 2)];
    const drawn = withCorridor([], lines, { metres, isAdded: round % 2 === 0 });
    if (!drawn) continue;
    const text = drawingText(drawn.shapes);
    assert.deepEqual(shapesIn(text), drawn.shapes);
    assert.equal(drawn.shapes.length, 1);
    const most = (drawn.metres || metres * 0.02) * 1.4;
    for (const corner of lines.flat().filter((_, index) => index % 7 === 0)) assert.ok(metresFrom(drawn.shapes[0].lines, corner) <= most, `${metresFrom(drawn.shapes[0].lines, corner)} m, not ${most}`);
    said.add(drawn.metres > 0);
    for (let length = 0; length < text.length; length += 7) assert.equal(shapesIn(text.slice(0, length)), null);
  }
  assert.deepEqual([...said].sort(), [false, true]);
});

test("a track that is too long for the address at this distance is refused, and gets a corridor at a greater one", () => {
  const lines = [Array.from({ length: 4000 }, (_, index) => [index / 500, 45 + 0.02 * (index % 2)])];
  assert.equal(withCorridor([], lines, { metres: 200, isAdded: true }), null);
  assert.ok((withCorridor([], lines, { metres: 5000, isAdded: true })?.metres ?? 0) > 0);
  assert.equal(withCorridor([], [], { metres: 200, isAdded: true }), null);
});

test("the condition of a corridor has its lines and its distance, and combines with areas", () => {
  const corridor = { isAdded: true, decimals: 1, metres: 500, lines: [[[1, 2], [3.5, 4]]] };
  assert.equal(drawnCondition([corridor]), "S_DWITHIN(geometry,LINESTRING(1 2,3.5 4),500)");
  const apart = { ...corridor, isAdded: false, lines: [...corridor.lines, [[179, 0], [-179, 1]]] };
  const box = { isAdded: true, decimals: 0, ring: [[0, 0], [9, 0], [9, 9]] };
  assert.equal(drawnCondition([box, apart]), "(S_INTERSECTS(geometry,POLYGON((0 0,9 0,9 9,0 0))) AND NOT S_DWITHIN(geometry,MULTILINESTRING((1 2,3.5 4),(179 0,-179 1)),500))");
  assert.deepEqual(shapesIn(drawingText([box, apart])), [box, apart]);
});

test("the areas of a corridor are at its distance from the line, all in the same direction", () => {
  const corridor = { isAdded: true, decimals: 5, metres: 1000, lines: someTrack(40, 0.02).map((line) => line.map(([lon, lat]) => [lon, lat * 0.8])) };
  for (const ring of bandsOf(corridor)) {
    for (const corner of ring) assert.ok(metresFrom(corridor.lines, corner) < 1010);
    const doubled = ring.reduce((sum, [x, y], index) => sum + x * ring[(index + 1) % ring.length][1] - ring[(index + 1) % ring.length][0] * y, 0);
    assert.ok(doubled < 0);
  }
  const [point] = bandsOf({ ...corridor, lines: [[[10, 50]]] });
  for (const corner of point) assert.ok(Math.abs(metresBetween([10, 50], corner) - 1000) < 10);
});

test("the track at a spot is the nearest one within reach, also across the antimeridian", () => {
  const track = (id, ...coordinates) => ({ id, geometry: { coordinates }, properties: { coordTimes: [] } });
  const tracks = [track(1, [[10, 50], [11, 50]]), track(2, [[10, 50.01], [11, 50.01]]), track(3, [[179.9, 0], [180, 0]], [[-180, 0], [-179.9, 0]])];
  const at = (lon, lat) => trackAt(tracks, { lon, lat }, 20, 10)?.id ?? null;
  assert.deepEqual([at(10.5, 50.001), at(10.5, 50.009), at(10.5, 50.2), at(-179.99, 0.001), at(179.95, 0.001)], [1, 2, null, 3, 3]);
});

test("lines are requested with as much detail as their distance needs", () => {
  assert.deepEqual([50, 200, 5000].map(zoomFor), [17, 15, 10]);
});
