"""The page's pure functions, checked inside the browser that runs them."""

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario

RANDOM = """
  let seed = 20240501;
  const random = (low, high) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return low + (seed / 2 ** 32) * (high - low);
  };
"""


def evaluate(page: MapPage, script: str):
    page.open()
    return page.page.evaluate(f"async () => {{ {RANDOM} {script} }}")


@scenario("the box asked for covers the view, lies on the Earth, and cuts no cluster cell")
def box_covers_view(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      const { viewportRequest, covers } = await import(new URL("app/core/viewport.js", document.baseURI));
      const wrong = [];
      for (let n = 0; n < 3000; n += 1) {
        const zoom = random(0, 20);
        const wide = Math.min(720, (1440 / 512 / 2 ** zoom) * 360);
        const west = random(-900, 900);
        const south = random(-85, 84);
        const view = { west, east: west + wide, south, north: Math.min(85, south + wide / 2), zoom };
        const request = viewportRequest(view);
        const [w, s, e, north] = request.bbox;
        const inRange = Math.abs(w) <= 180 && Math.abs(e) <= 180 && s >= -90 && north <= 90 && s < north;
        const width = w < e ? e - w : e - w + 360;
        const cell = 360 / 2 ** (request.zoom + 2);
        const onGrid = Math.abs(width / cell - Math.round(width / cell)) < 1e-2;
        const start = (((west - w) % 360) + 360) % 360;
        const covered = width >= 360 || start + wide <= width + 1e-6;
        const tall = s <= Math.max(-85.05, view.south) && north >= Math.min(85.05, view.north);
        const turned = viewportRequest({ ...view, west: west + 720, east: west + wide + 720 });
        if (!(inRange && onGrid && covered && tall && covers(request, view) && turned.key === request.key))
          wrong.push({ view, request });
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "boxes that are wrong")


@scenario("the box around photos goes the short way round the Earth")
def box_is_smallest(page: MapPage, library: Library) -> None:
    told = evaluate(page, """
      const { boxAround, aroundLongitudes } = await import(new URL("app/core/box-around.js", document.baseURI));
      const photo = (lon, lat) => ({ geometry: { coordinates: [lon, lat] }, properties: {} });
      const wrong = [];
      for (let n = 0; n < 2000; n += 1) {
        const spans = Array.from({ length: 1 + n % 7 }, () => {
          const west = Math.round(random(-180, 180));
          const east = west + 1 + Math.round(random(0, n % 3 ? 30 : 1));
          return [west, east > 180 ? east - 360 : east];
        });
        const [west, east] = aroundLongitudes(spans);
        const on = (from, to, lon) => (from <= to ? lon >= from && lon <= to : lon >= from || lon <= to);
        // Degree by degree: none of a span is left out, and the longest run of degrees without any is.
        const taken = Array.from({ length: 360 }, (_, k) => spans.some(([from, to]) => on(from, to, k - 179.5)));
        const inside = Array.from({ length: 360 }, (_, k) => on(west, east, k - 179.5));
        let longest = 0;
        for (let k = 0, run = 0; k < 720; k += 1) longest = Math.max(longest, (run = taken[k % 360] ? 0 : run + 1));
        const missing = taken.some((is, k) => is && !inside[k]);
        const left = inside.filter((is) => !is).length;
        if (missing || left !== Math.min(360, longest)) wrong.push({ spans, box: [west, east], longest, left });
      }
      return { wrong: wrong.slice(0, 3), none: boxAround([]), fiji: boxAround([photo(179, -17), photo(-179, -16)]),
        europe: boxAround([photo(2, 48), { geometry: { coordinates: [10, 50] }, properties: { bbox: [9, 47, 12, 55] } }]) };
    """)
    expect_equal(told, {"wrong": [], "none": None, "fiji": [179, -17, -179, -16], "europe": [2, 47, 12, 55]}, "boxes")


@scenario("an address is read as it was written")
def addresses_round_trip(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      const { emptyRoute, readAddress, writeAddress } = await import(new URL("app/core/address.js", document.baseURI));
      const { FEATURES } = await import(new URL("app/features.js", document.baseURI));
      const parts = FEATURES.flatMap(({ address = [] }) => address);
      const NOWHERE = emptyRoute(parts);
      const sorted = (route) => JSON.stringify(Object.entries(route).sort());
      const routes = [
        NOWHERE,
        { ...NOWHERE, photo: 7 },
        { ...NOWHERE, order: "distance" },
        { ...NOWHERE, photo: 7, full: true },
        { ...NOWHERE, unplaced: "no-gps" },
        { ...NOWHERE, unplaced: "all", photo: 7, full: true },
        { ...NOWHERE, cluster: "5/3&#%=é", photo: 0 },
        { ...NOWHERE, near: { lat: -33.856, lon: 151.215 }, photo: 12 },
        { ...NOWHERE, filters: { ...NOWHERE.filters, time: "2024-05-01/..", camera: "A&B = ü", path: "*/[#]?" } },
      ];
      const wrong = routes.filter((route) => sorted(readAddress(parts, writeAddress(parts, route))) !== sorted(route));
      for (const text of ["#map=1/2", "#map=1/91/0", "#map=//", "#photo=1e3", "#photo=", "#near=1", "#near=,", "#full=1", "#unplaced=", "#unplaced=A<b>"])
        if (sorted(readAddress(parts, text)) !== sorted(NOWHERE)) wrong.push(text);
      return wrong;
    """)
    expect_equal(wrong, [], "addresses that are read otherwise")


@scenario("facts are told as people say them")
def facts_are_worded(page: MapPage, library: Library) -> None:
    page.open()
    told = page.page.evaluate("""async () => {
      const f = await import(new URL("app/core/format.js", document.baseURI));
      const local = { takenAtLocal: "2024-05-01T12:03:04" };
      const zone = (more) => f.formatTaken({ ...local, ...more }).zone;
      return [
        f.formatCoordinates(-33.8568, 151.2153), f.plainCoordinates(48.8584, 2.2945),
        f.sexagesimalCoordinates(48.8584, 2.2945), f.sexagesimalCoordinates(-0.9999999, -179.99999999), f.formatTimeSource({ timeSource: "gps" }),
        f.formatDistance(0), f.formatDistance(0.5), f.formatDistance(12.4), f.formatDistance(3449), f.formatDistance(12345678),
        f.formatDirection(359.9), f.compassPoint(-45), f.formatAltitude(-12.4), f.formatAltitude(35), f.formatAltitude(0.2),
        f.formatTaken(local).day.replace(",", ""), zone({}), zone({ takenAt: "2024-05-01T12:03:04", timeSource: "local" }),
        zone({ takenAt: "2024-05-01T12:03:04+02:00", timeSource: "offset-tag" }),
        zone({ takenAt: "2024-05-01T12:03:04+05:30", timeSource: "gps" }),
        zone({ takenAt: "2024-05-01T12:03:04-03:00", timeSource: "place" }),
        zone({ takenAt: "2024-05-01T12:03:04Z", timeSource: "gps" }),
        f.formatCamera({ cameraMake: "Canon", cameraModel: "Canon EOS R5" }),
        f.formatCamera({ cameraMake: "NIKON CORPORATION", cameraModel: "NIKON Z 6" }),
        f.formatCamera({ cameraMake: "Apple", cameraModel: "iPhone 15 Pro" }),
        f.formatPhotos(1), f.formatPhotos(1234), f.formatTaken({}), f.formatSpan("2024-05-03T10:00:00Z", "2024-05-09T10:00:00Z"),
      ].map((text) => text && text.normalize("NFKC").replace(/\\s/g, " "));
    }""")
    expect_equal(told, [
        "33.85680° S, 151.21530° E", "48.8584, 2.2945",
        "48° 51′ 30.2′′ N, 2° 17′ 40.2′′ E", "1° 0′ 0.0′′ S, 180° 0′ 0.0′′ W", "From the GPS clock",
        "here", "under 1 m", "12 m", "3.4 km", "12,346 km",
        "0° N", "NW", "12 m below sea level", "35 m above sea level", "At sea level",
        "Wednesday 1 May 2024", "Time zone unknown", "Time zone unknown",
        "UTC+2", "UTC+5:30, from the GPS clock", "UTC−3, from the location", "UTC, from the GPS clock",
        "Canon EOS R5", "NIKON Z 6", "Apple iPhone 15 Pro",
        "1 photo", "1,234 photos", None, "3 – 9 May 2024",
    ], "what is told")


@scenario("the page's own map arithmetic is MapLibre's, to a tenth of a pixel")
def arithmetic_is_the_maps(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      const at = (path) => import(new URL(path, document.baseURI));
      const { cameraOver, heldInWorld, mapLatitude, onScreen, viewUnder } = await at("app/core/mercator.js");
      const { positionAround } = await at("app/map/fit.js");
      const wrong = [];
      const check = (what, found, expected, slack) => {
        if (!(Math.abs(found - expected) <= slack)) wrong.push([what, found, expected]);
      };
      const style = { version: 8, sources: {}, layers: [] };
      for (const size of [{ width: 640, height: 480 }, { width: 380, height: 700 }]) {
        const container = document.createElement("div");
        Object.assign(container.style, { position: "fixed", top: 0, width: `${size.width}px`, height: `${size.height}px` });
        document.body.append(container);
        const map = new maplibregl.Map({ container, style, center: [0, 0], zoom: 3, maxZoom: 20 });
        for (let n = 0; n < 300; n += 1) {
          const wanted = { lon: random(-180, 180), lat: random(-85, 85), zoom: random(-2, 20) };
          map.jumpTo({ center: [wanted.lon, wanted.lat], zoom: wanted.zoom });
          const held = heldInWorld(wanted, size);
          check("zoom", held.zoom, map.getZoom(), 1e-6);
          const camera = cameraOver(held, size);
          const middle = map.project([held.lon, held.lat]);
          check("middle", middle.x, size.width / 2, 0.1);
          check("middle", middle.y, size.height / 2, 0.1);
          const [lon, lat] = [held.lon + random(-1, 1) * 300 / 2 ** held.zoom, mapLatitude(held.lat + random(-1, 1) * 80 / 2 ** held.zoom)];
          const theirs = map.project([lon, lat]);
          const ours = onScreen(camera, lon, lat);
          check("x", ours.x, theirs.x, 0.1);
          check("y", ours.y, theirs.y, 0.1);
          const [view, bounds] = [viewUnder(camera), map.getBounds()];
          for (const side of ["West", "East", "South", "North"]) {
            const theirs = bounds[`get${side}`]();
            // Beyond the world there is nothing to ask for.
            check(side, view[side.toLowerCase()], /th$/.test(side) ? mapLatitude(theirs) : theirs, 1e-4);
          }
          const [west, south] = [random(-180, 60), random(-80, 60)];
          const box = [west, south, west + random(0.001, 290) ** (n % 2 ? 1 : 0.3), south + random(0.001, 20)];
          const padding = { top: 60, left: 10, right: 40, bottom: 33 };
          const fitted = positionAround(box, { size, paddings: [padding, padding], maxZoom: 12 });
          const fitting = map.cameraForBounds([[box[0], box[1]], [box[2], box[3]]], { padding, maxZoom: 12 });
          check("fitted zoom", fitted.zoom, fitting.zoom, 1e-6);
          check("fitted latitude", fitted.lat, fitting.center.lat, 1e-5);
          check("fitted longitude", ((fitted.lon - fitting.center.lng) % 360 + 540) % 360 - 180, 0, 1e-5);
        }
        map.remove();
        container.remove();
      }
      return wrong.slice(0, 5);
    """)
    expect_equal(wrong, [], "numbers that differ")


@scenario("an answer is known to be older than an event whatever digits their versions have")
def versions_are_compared(page: MapPage, library: Library) -> None:
    told = evaluate(page, """
      const { versionOf } = await import(new URL("app/api.js", document.baseURI));
      const { isBehind } = await import(new URL("app/live/live.js", document.baseURI));
      const wrong = [];
      const text = (number) => `fbyxr1m2u-${number.toString(36)}`;
      const tagged = (tag) => versionOf({ headers: new Headers(tag === null ? {} : { ETag: tag }) });
      for (let n = 0; n < 3000; n += 1) {
        const [seen, later] = [Math.floor(random(0, 36 ** (1 + n % 6))), Math.floor(random(0, 36 ** (1 + n % 6)))];
        for (const prefix of ["", "W/"]) {
          const version = tagged(`${prefix}"${text(seen)}-1flrbsjtpmfsf"`);
          if (version !== text(seen) || isBehind(version, text(later)) !== seen < later) wrong.push({ prefix, seen, later, version });
        }
      }
      const answers = await fetch(new URL("collections/photos/items?limit=1", document.baseURI));
      const events = new EventSource(new URL("events", document.baseURI));
      const hello = await new Promise((told) => events.addEventListener("hello", (event) => told(event.lastEventId)));
      events.close();
      return { wrong: wrong.slice(0, 3), server: versionOf(answers) === hello, none: [tagged(null), tagged('"abc"')],
        unknown: isBehind(null, "a-1"), other: isBehind("a-9", "b-1") };
    """)
    expect_equal(told, {"wrong": [], "server": True, "none": [None, None], "unknown": False, "other": True}, "versions")


@scenario("a line is cut to the rectangle it is drawn in, and keeps what lies there")
def lines_are_cut(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      const { clipLine } = await import(new URL("app/map/clip.js", document.baseURI));
      const room = { left: -80, top: -80, right: 1360, bottom: 880 };
      const isIn = (x, y, air) => x >= room.left - air && x <= room.right + air && y >= room.top - air && y <= room.bottom + air;
      const wrong = [];
      for (let n = 0; n < 2000; n += 1) {
        const far = 10 ** (2 + n % 6);
        const spot = () => ({ x: Math.round(random(-far, far)), y: n % 5 ? Math.round(random(-far, far)) : 100 });
        const [from, to] = [spot(), spot()];
        const part = clipLine(from, to, room);
        // Point by point: what lies in the rectangle lies between the ends of the part.
        let [first, last] = [null, null];
        for (let k = 0; k <= 4000; k += 1) {
          const [x, y] = [from.x + (to.x - from.x) * k / 4000, from.y + (to.y - from.y) * k / 4000];
          if (isIn(x, y, 0)) [first, last] = [first ?? { x, y }, { x, y }];
        }
        const step = Math.hypot(to.x - from.x, to.y - from.y) / 4000 + 1e-6;
        const isNear = (a, x, y) => Math.hypot(a.x - x, a.y - y) <= step;
        const holds = part
          ? isIn(part.x1, part.y1, 1e-6) && isIn(part.x2, part.y2, 1e-6)
            && (!first || (isNear(first, part.x1, part.y1) && isNear(last, part.x2, part.y2)))
            && Math.abs(Math.hypot(part.x1 - from.x, part.y1 - from.y) - part.cut) < 1e-3
          : first === null;
        if (!holds) wrong.push({ from, to, part, first, last });
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "lines that are cut wrongly")
