"""The page sends no request to other hosts."""

from library import Library
from map_page import MapPage
from scenario import expect, scenario


@scenario("the page comes with a policy that allows requests to its own server only")
def policy_is_strict(page: MapPage, library: Library) -> None:
    policy = page.context.request.get(page.base, headers={"Accept": "text/html"}).headers.get("content-security-policy", "")
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
    expect(rules.get("default-src") == ["'none'"], f"The policy allows by default: {policy!r}")
    for name, sources in rules.items():
        foreign = [source for source in sources if source not in ("'none'", "'self'", "data:", "blob:")]
        expect(not foreign, f"{name} allows {foreign}")


@scenario("a tour of the page asks no other host for anything")
def tour_stays_home(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open()
    page.open(f"#map=9/{lat}/{lon}")
    page.pin(photo["id"]).click()
    page.expect_panel(photo["properties"]["filename"])
    page.page.get_by_role("button", name="Nearby").click()
    page.until(lambda: len(page.listed()) > 0, "the nearest photos are listed")
    expect(len(page.requests) > 20, "Too few requests for a tour")
    expect(not page.foreign_requests(), f"Other hosts were asked: {page.foreign_requests()}")
