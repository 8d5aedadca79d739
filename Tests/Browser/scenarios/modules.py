"""Modules that need the whole page, MapLibre or the server. Those that need none of these are tested in Tests/Page."""

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


@scenario("an address is read as it was written")
def addresses_round_trip(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
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
        { ...NOWHERE, plan: true },
        { ...NOWHERE, near: { lat: -33.856, lon: 151.215 }, photo: 12 },
        { ...NOWHERE, filters: { ...NOWHERE.filters, time: "2024-05-01/..", camera: "A&B = ü", path: "*/[#]?" } },
      ];
      const wrong = routes.filter((route) => sorted(readAddress(parts, writeAddress(parts, route))) !== sorted(route));
      for (const text of ["#map=1/2", "#map=1/91/0", "#map=//", "#photo=1e3", "#photo=", "#near=1", "#near=,", "#full=1", "#unplaced=", "#unplaced=A<b>"])
        if (sorted(readAddress(parts, text)) !== sorted(NOWHERE)) wrong.push(text);
      return wrong;
    """)
    expect_equal(wrong, [], "addresses that are read otherwise")


@scenario("the page's own map arithmetic is MapLibre's, to a tenth of a pixel")
def arithmetic_is_the_maps(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, """
      const at = (path) => import(new URL(path, document.baseURI));
      await (await at("app/core/texts.js")).loadTexts();
      const { cameraOver, heldInWorld, mapLatitude, onScreen, viewUnder } = await at("app/core/mercator.js");
      const { positionBeside } = await at("app/map/fit.js");
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
          const fitted = positionBeside(box, { size, paddings: [padding, padding], maxZoom: 12 });
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


@scenario("an answer has the version that is in the server's events")
def versions_are_the_servers(page: MapPage, library: Library) -> None:
    result = evaluate(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { versionOf } = await import(new URL("app/api.js", document.baseURI));
      const answer = await fetch(new URL("collections/photos/items?limit=1", document.baseURI));
      const events = new EventSource(new URL("events", document.baseURI));
      const hello = await new Promise((resolve) => events.addEventListener("hello", (event) => resolve(event.lastEventId)));
      events.close();
      return [versionOf(answer), hello];
    """)
    expect_equal(result[0], result[1], "the version of an answer")
