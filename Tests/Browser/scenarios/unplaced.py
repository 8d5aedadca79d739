"""The files that are not on the map, and why."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


def expect_files(page: MapPage, count: int) -> None:
    page.page.locator("dialog.unplaced[open]").wait_for()
    page.until(lambda: page.page.locator(".files .file").count() == count, f"{count} files are listed")


def chip(page: MapPage, reason: str):
    return page.page.locator(f'.reason-chip[data-reason="{reason}"]')


@scenario("the masthead tells how many files are not on the map, and lists them by reason")
def masthead_leads_there(page: MapPage, library: Library) -> None:
    report = library.get("report", limit=1)
    unlocated = {reason: count for reason, count in report["unlocated"].items() if count}
    total = sum(unlocated.values())
    expect(total > 0, "The library has nothing that is not on the map")
    page.open()
    link = page.page.get_by_role("button", name=f"{total} not on the map")
    link.click()
    expect_files(page, total)
    page.until(lambda: "unplaced=all" in page.page.url, "the address says it")
    for reason, count in unlocated.items():
        chip(page, reason).click()
        page.until(lambda: f"unplaced={reason}" in page.page.url, f"the address says {reason}")
        expect_files(page, count)
        page.equals(lambda: chip(page, reason).get_attribute("aria-pressed"), "true", f"whether {reason} is chosen")
        page.until(lambda: chip(page, reason).inner_text().endswith(str(count)), f"{reason} says {count}")
        for part in page.page.locator(".unplaced-explanation p").all_inner_texts():
            expect(len(part) > 30, f"{reason} is not explained: {part!r}")
    page.page.keyboard.press("Escape")
    page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the files are put away")
    page.focused(link, "what opened them, in the masthead")
    page.until(lambda: "unplaced" not in page.page.url, "the address no longer asks for the files")


@scenario("a file that is not on the map opens in the viewer with facts and without a map")
def file_opens(page: MapPage, library: Library) -> None:
    wanted = library.get("report", reason="null-island", limit=1)["files"][0]
    page.open("#unplaced=null-island")
    page.page.get_by_role("button", name=wanted["filename"]).click()
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == wanted["filename"], "the viewer shows it")
    page.until(
        lambda: page.page.evaluate("document.querySelector('.stage-frame img')?.naturalWidth > 0"), "the picture is there")
    page.page.keyboard.press("i")
    details = page.page.locator(".details")
    page.until(lambda: wanted["path"] in details.inner_text(), "its facts are told")
    page.until(lambda: "Not on the map" in details.inner_text(), "the facts say that it has no place")
    expect_equal(page.page.locator(".small-map canvas").count(), 0, "small maps of a file without a place")
    page.page.reload()
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == wanted["filename"], "the viewer shows it again")
    page.page.keyboard.press("Escape")
    page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer is closed")
    page.equals(page.page.locator("dialog.unplaced[open]").count, 1, "lists behind the viewer")


@scenario("Back from a file leads to the list, and to the file in it that was seen last")
def back_from_file(page: MapPage, library: Library) -> None:
    report = library.get("report", reason="invalid-gps", limit=10)["files"]
    page.open()
    page.page.locator("#unplaced-link").click()
    chip(page, "invalid-gps").click()
    expect_files(page, len(report))
    page.page.locator(".files .file").first.click()
    page.page.locator("dialog.viewer[open]").wait_for()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == report[1]["filename"], "the next file is shown")
    page.page.go_back()
    page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer is closed")
    focused = lambda: page.page.evaluate("document.activeElement.dataset.item")  # noqa: E731
    page.until(lambda: focused() == str(report[1]["id"]), "the focus is on the file that was seen last")
    page.page.go_back()
    page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the list is closed")


@scenario("many files come page by page, and a page that fails can be asked for again", expects_failures=True)
def files_are_paged(page: MapPage, library: Library) -> None:
    total = 250
    asked = []

    def answer(route) -> None:
        asked.append(route.request.url)
        start = int(route.request.url.split("cursor=")[1].split("&")[0]) if "cursor=" in route.request.url else 0
        if start == 100 and len([url for url in asked if "cursor=100" in url]) == 1:
            return route.fulfill(status=503, content_type="application/problem+json", json={"detail": "The index is busy. Try again."})
        files = [
            {"id": 10_000 + n, "path": f"a/{n}<b>.jpg", "root": "/photos", "filename": f"{n}<b>.jpg", "reason": "unsupported"}
            for n in range(start, min(total, start + 100))
        ]
        links = [{"rel": "next", "href": f"http://elsewhere.example/report?cursor={start + 100}"}] if start + 100 < total else []
        route.fulfill(json={
            "photos": total, "located": 0, "unlocated": {"unsupported": total}, "files": files,
            "numberMatched": total, "numberReturned": len(files), "links": links})

    page.page.route("**/report?**", answer)
    page.open("#unplaced=unsupported")
    expect_files(page, 100)
    body = page.page.locator(".unplaced-body")
    body.evaluate("it => it.scrollTo(0, it.scrollHeight)")
    page.page.get_by_text("The index is busy. Try again.").wait_for()
    page.page.get_by_role("button", name="Try again").click()
    page.until(lambda: page.page.locator(".files .file").count() >= 200, "the second page is there")

    def has_all() -> bool:
        body.evaluate("it => it.scrollTo(0, it.scrollHeight)")
        return page.page.locator(".files .file").count() == total

    page.until(has_all, "all files are listed")
    expect_equal(page.page.locator(".files b").count(), 0, "elements made from a file name")


@scenario("where every photo is on the map, nothing is said of others")
def nothing_is_missing(page: MapPage, library: Library) -> None:
    page.page.route("**/report?**", lambda route: route.fulfill(json={
        "photos": 3, "located": 3, "unlocated": {"no-gps": 0}, "files": [], "numberMatched": 0, "numberReturned": 0, "links": []}))
    page.open()
    page.until(lambda: any("/report?" in url for url in page.requests), "the files are asked for")
    page.quiet("/report?")
    expect(not page.page.locator("#unplaced-link").is_visible(), "The masthead speaks of files that are not on the map")


@scenario("on a phone the files that are not on the map fit the screen", **PHONE)
def phone_fits(page: MapPage, library: Library) -> None:
    total = sum(library.get("report", limit=1)["unlocated"].values())
    page.open("#unplaced=all")
    expect_files(page, total)
    sideways = "() => ['.unplaced', '.unplaced-body'].some((part) => document.querySelector(part).scrollWidth > innerWidth)"
    expect(not page.page.evaluate(sideways), "The list scrolls sideways")
