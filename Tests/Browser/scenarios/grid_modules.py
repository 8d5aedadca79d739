"""The grid's pure functions, checked inside the browser that runs them."""

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario

from scenarios.modules import evaluate

MAKE_SHELVES = """
  const load = (name) => import(new URL(`app/grid/${name}.js`, document.baseURI));
  const { NO_FILTERS } = await import(new URL("app/filters/filters.js", document.baseURI));
  const { shelfByTime, sectionsOf } = await load("shelf");
  const { DAY, parseSpan } = await load("../core/span");
  const { layOut, positionOf, placeAt, placeBeside, placesWithin, sectionOf } = await load("layout");
  const { pageOf, placesOfDay, samePlace } = await load("places");
  const scale = await load("scroll-scale");
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
  const wrong = [];
  const check = (holds, ...what) => holds || wrong.push(what);
"""


@scenario("pages and headings hold each photo of the grid once")
def pages_are_complete(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, MAKE_SHELVES + """
      for (let turn = 0; turn < 60; turn += 1) {
        const order = turn % 2 ? "oldest" : "newest";
        const shelf = makeShelf(whole(0, 200), [3, 40, 900][turn % 3], order);
        const dated = shelf.days.reduce((sum, { count }) => sum + count, 0);
        let next = 0;
        for (const { start, count, matched, ask } of shelf.pages) {
          check(start === next && count > 0 && count <= 100 && ask.limit === count, "page", start, next);
          next += count;
          if (!ask["datetime-local"]) continue;
          const { from, through: to } = parseSpan(ask["datetime-local"]);
          const inSpan = shelf.days.filter((day) => day.start >= from && day.start <= to);
          check(inSpan.reduce((sum, day) => sum + day.count, 0) === matched, "span", ask);
          check(placesOfDay(shelf, order === "oldest" ? from : to).first === start - ask.offset, "start", ask);
        }
        check(next === shelf.total && shelf.total === dated + shelf.undated, "total", next, shelf.total);
        for (const columns of [3, 5, 8]) {
          let sum = 0;
          const keys = new Set();
          for (const { key, start, count, title } of sectionsOf(shelf, columns)) {
            check(start === sum && count > 0 && title !== "" && !keys.has(key), "section", key);
            keys.add(key);
            sum += count;
          }
          check(sum === shelf.total, "sections", sum, shelf.total);
        }
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "pages and headings that are wrong")


@scenario("photos of the grid stand in rows under their headings, and are found where they stand")
def layout_is_consistent(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, MAKE_SHELVES + """
      for (let turn = 0; turn < 30; turn += 1) {
        const shelf = makeShelf(whole(1, 30), [2, 30][turn % 2]);
        const width = whole(260, 1000);
        const layout = layOut(sectionsOf(shelf, 4), width);
        const at = Array.from({ length: shelf.total }, (_, place) => positionOf(layout, place));
        at.forEach(({ x, y }, place) => {
          check(x >= 0 && x + layout.size <= width && y + layout.size <= layout.height, "outside", place);
          check(at[placeAt(layout, y)].y === y, "row", place);
          // What the keyboard does, by looking at all photos.
          for (const direction of [-1, 1]) {
            const rows = at.filter((one) => Math.sign(one.y - y) === direction).map((one) => one.y);
            const row = direction > 0 ? Math.min(...rows) : Math.max(...rows);
            const inRow = at.map((one, other) => ({ ...one, other })).filter((one) => one.y === row);
            const expected = inRow.length ? (inRow.filter((one) => one.x <= x).at(-1)).other : place;
            check(placeBeside(layout, place, direction) === expected, "beside", place, direction, expected);
          }
        });
        const from = random(-200, layout.height);
        const to = from + random(0, 900);
        const seen = at.flatMap(({ y }, place) => (y + layout.step > from && y < to ? [place] : []));
        const found = layout.sections.flatMap((_, number) => {
          const { first, end } = placesWithin(layout, number, from, to);
          return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);
        });
        check(seen.every((place) => found.includes(place)) && found.length <= seen.length + 2 * layout.columns, "within", from, to);
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "places that are wrong")


@scenario("any height can be scrolled: true at both ends, in order between them")
def scroll_scale_holds(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, MAKE_SHELVES + """
      for (const height of [0, 500, 11_999_999, 12_000_001, 45_000_000, 3e9]) {
        const top = scale.scrolledHeight(height);
        check(top <= 12_000_000 && scale.toScrolled(height, height) === top, "height", height);
        let last = -1;
        for (let n = 0; n <= 1000; n += 1) {
          const y = Math.round((height * n) / 1000);
          const scrolled = scale.toScrolled(y, height);
          check(scrolled >= last && Math.abs(scale.fromScrolled(scrolled, height) - y) <= height / 5e6 + 1, "back", height, y);
          last = scrolled;
        }
        for (const near of [0, 10, 1000].filter((y) => y < height)) {
          check(scale.toScrolled(near, height) === near, "start", height, near);
          check(scale.toScrolled(height - near, height) === top - near, "end", height, near);
        }
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "heights that are wrong")


@scenario("the reader stays at the same day when the grid changes, and spans are read as the API does")
def days_are_found_again(page: MapPage, library: Library) -> None:
    wrong = evaluate(page, MAKE_SHELVES + """
      for (let turn = 0; turn < 100; turn += 1) {
        const order = turn % 2 ? "oldest" : "newest";
        const shelf = makeShelf(whole(2, 80), 30, order);
        const half = { ...shelf, days: shelf.days.filter((_, n) => n % 2 === 0) };
        half.shown = half.days.reduce((sum, { count }) => sum + count, 0) + half.undated;
        const place = whole(0, shelf.shown - shelf.undated);
        const dayOf = ({ days }, at) => {
          let first = 0;
          return days.find(({ count }) => (first += count) > at)?.start ?? -Infinity;
        };
        const day = dayOf(shelf, place);
        const expected = Math.max(...half.days.map(({ start }) => start).filter((start) => start <= day), -Infinity);
        check(dayOf(half, samePlace(shelf, half, place)) === expected || expected === -Infinity, "day", day, expected);
        check(samePlace(shelf, shelf, place) === place, "same", place);
      }
      return wrong.slice(0, 3);
    """)
    expect_equal(wrong, [], "days that are wrong")
