"""Clusters: their cover photo, and the order of their lists."""

from urllib.parse import quote

from big_library import made_up, served
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


def large_cluster(page: MapPage, library: Library) -> dict:
    """The largest cluster on the screen, as the server describes it."""
    ids = page.page.locator(".pin[data-cluster]:not(.is-away)").evaluate_all("pins => pins.map(pin => pin.dataset.cluster)")
    view = round(page.map_view()[0])
    known = {str(one["properties"].get("cluster_id")): one for zoom in (view - 1, view, view + 1) for one in library.clusters(max(0, zoom))}
    return max((known[one] for one in ids if one in known), key=lambda one: one["properties"]["point_count"])


@scenario("a cluster whose newest photo has no picture shows another of its photos")
def cover_with_a_picture(page: MapPage, library: Library) -> None:
    page.open("#map=2/20/10")
    cluster = large_cluster(page, library)["properties"]
    blank = cluster["photo"]
    page.page.route(f"**/photos/{blank}/thumbnail**", lambda route: route.fulfill(status=204 if "missing=empty" in route.request.url else 404))
    page.open("#map=2/20/10")
    picture = page.page.locator(f'.pin[data-cluster="{cluster["cluster_id"]}"] img.is-loaded')
    source = page.until(lambda: picture.count() and picture.first.get_attribute("src"), "the cluster has a picture")
    shown = int(source.split("/photos/")[1].split("/")[0])
    expect(shown != blank and shown in library.photos_of(str(cluster["cluster_id"])), f"The cluster shows photo {shown}")


@scenario("a cluster's list begins with the newest photo, like the panel, and its order can be reversed")
def list_order(page: MapPage, library: Library) -> None:
    spot = library.one_spot()["properties"]
    path = f"collections/photos/clusters/{quote(str(spot['cluster_id']), safe='')}/items"
    newest, oldest = (
        [one["id"] for one in library.get(path, limit=10_000, sortby=order)["features"]] for order in ("-takenAt", "takenAt"))
    expect(newest != oldest, "The order makes no difference here")
    page.open(f"#cluster={quote(str(spot['cluster_id']))}")
    page.expect_panel()
    page.equals(page.listed, newest[:len(page.listed())] or newest, "the list as it begins")
    page.page.locator("#panel").get_by_role("button", name="Oldest").click()
    page.until(lambda: page.listed()[:3] == oldest[:3], "the oldest photo comes first")
    expect("order=oldest" in page.page.url, "The address does not say the order")
    expect_equal(page.page.locator('.list-orders [aria-pressed="true"]').inner_text(), "Oldest", "the order that is set")
    page.page.locator("#panel").get_by_role("button", name="Newest").click()
    page.until(lambda: page.listed()[:3] == newest[:3], "the newest photo comes first again")


@scenario("photos without pictures leave nothing on the console")
def no_pictures_no_noise(page: MapPage, library: Library) -> None:
    with served(made_up(60)) as address:
        other = MapPage(page.context, address)
        other.open()
        other.page.locator(".wall .tile").first.wait_for()
        other.quiet("/thumbnail")
        expect(any("/thumbnail" in url for url in other.requests), "No picture was requested")
        other.page.locator(".wall .tile").first.click()
        other.expect_panel()
        other.quiet("/thumbnail")
        other.leave()
        expect_equal(other.complaints, [], "complaints on the console")
