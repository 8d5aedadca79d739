"""The vector tiles of the photos, drawn by MapLibre."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

# A map of only the photos' tiles, with the page's own copy of MapLibre.
DRAW = """
async ({url, centre, zoom}) => {
  const box = document.createElement("div");
  box.id = "tiles";
  box.style.cssText = "position:fixed;inset:0;z-index:9999;background:white";
  document.body.append(box);
  const layer = (id, filter, paint) => ({id, type: "circle", source: "photos", "source-layer": "photos", filter, paint});
  const map = new maplibregl.Map({
    container: box, center: centre, zoom, attributionControl: false, fadeDuration: 0,
    style: {version: 8, sources: {photos: {type: "vector", url}}, layers: [
      layer("photo", ["!", ["has", "cluster"]], {"circle-color": "#c2410c", "circle-radius": 6}),
      layer("cluster", ["has", "cluster"], {"circle-color": "#1d4ed8",
        "circle-radius": ["interpolate", ["linear"], ["get", "point_count"], 2, 10, 20, 22]}),
    ]},
  });
  await new Promise((done, failed) => { map.once("idle", done); map.once("error", (event) => failed(event.error)); });
  return map.queryRenderedFeatures().map(({id, properties, geometry}) => ({id, properties, at: geometry.coordinates}));
}
"""


def draw(page: MapPage, centre: list[float], zoom: float) -> list[dict]:
    page.page.evaluate("document.getElementById('tiles')?.remove()")
    return page.page.evaluate(DRAW, {"url": page.base + "tiles/photos.json", "centre": centre, "zoom": zoom})


@scenario("MapLibre draws the vector tiles: every photo of the world is in a circle")
def the_world_is_drawn(page: MapPage, library: Library) -> None:
    page.open()
    found = draw(page, [0, 20], 0.5)
    # The same tile may be drawn again in the next copy of the world.
    shown = {one["properties"].get("cluster_id", one["id"]): one["properties"].get("point_count", 1) for one in found}
    expect_equal(sum(shown.values()), library.total(), "photos in the circles")


@scenario("MapLibre draws a single photo of the vector tiles where it was taken, with its id and date")
def a_photo_is_drawn_in_its_place(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    page.open()
    found = draw(page, photo["geometry"]["coordinates"], 12)
    own = [one for one in found if one["properties"].get("id") == photo["id"]]
    expect(own, "The photo is not drawn")
    expect_equal(own[0]["id"], photo["id"], "the id of the feature")
    for there, here in zip(own[0]["at"], photo["geometry"]["coordinates"]):
        expect(abs(there - here) < 1e-4, f"It is drawn at {there}, not {here}")


@scenario("photos at one spot stay a circle with their count at any zoom of MapLibre")
def one_spot_is_one_circle(page: MapPage, library: Library) -> None:
    spot = library.one_spot()
    page.open()
    found = draw(page, spot["geometry"]["coordinates"], 22)
    counts = [one["properties"].get("point_count") for one in found]
    expect(spot["properties"]["point_count"] in counts, f"No circle has the count: {counts}")
