"""The files that are not on the map, and why."""

import re

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import FOR_OWNERS, another, company, refused, sign_in

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


def expect_files(page: MapPage, count: int) -> None:
    page.page.locator("dialog.unplaced[open]").wait_for()
    page.until(lambda: page.page.locator(".unplaced .file").count() == count, f"{count} files are listed")


def chip(page: MapPage, reason: str):
    return page.page.locator(f'.reason-chip[data-reason="{reason}"]')


@scenario("the masthead shows how many files are not on the map, and lists them by reason")
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
    page.until(lambda: wanted["path"] in details.inner_text(), "its facts are shown")
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
    page.page.locator(".unplaced .file").first.click()
    page.page.locator("dialog.viewer[open]").wait_for()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == report[1]["filename"], "the next file is shown")
    page.page.go_back()
    page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer is closed")
    focused = lambda: page.page.evaluate("document.activeElement.dataset.item")  # noqa: E731
    page.until(lambda: focused() == str(report[1]["id"]), "the focus is on the file that was seen last")
    page.page.go_back()
    page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the list is closed")


@scenario("a page of the files that fails can be retried", expects_failures=True)
def page_is_asked_again(page: MapPage, library: Library) -> None:
    asked = serve_files(page, 250, fails_at=100)
    page.open("#unplaced=unsupported")
    page.page.locator(".unplaced .file").first.wait_for()
    to_the_end(page)
    page.page.get_by_text("The server is busy. Try again in a moment.").wait_for()
    page.page.get_by_role("button", name="Try again").click()
    last = page.page.locator('.unplaced .long-list > li[aria-posinset="250"]')

    def is_there() -> bool:
        to_the_end(page)
        return last.count() == 1

    page.until(is_there, "the last file is listed")
    page.until(lambda: "249<b>.jpg" in last.inner_text(), "it is the last")
    expect_equal(len([url for url in asked if "cursor=100" in url]), 2, "how often the page that failed was requested")
    expect_equal(page.page.locator(".unplaced .long-list b").count(), 0, "elements made from a file name")


@scenario("of 30,000 files that are not on the map only the visible ones are in the page, to the last of them")
def many_files(page: MapPage, library: Library) -> None:
    total = 30_000
    asked = serve_files(page, total)
    page.open("#unplaced=unsupported")
    items = page.page.locator(".unplaced .long-list > li")
    last = page.page.locator(f'.unplaced .long-list > li[aria-posinset="{total}"]')

    def is_there() -> bool:
        to_the_end(page)
        expect(items.count() < 150, f"{items.count()} files are in the page")
        return last.count() == 1

    page.until(is_there, "the last file is listed")
    page.until(lambda: f"{total - 1}<b>.jpg" in last.inner_text(), "it is the last")
    page.until(lambda: page.box(last)["y"] < 800, "it is visible")
    page.equals(lambda: last.get_attribute("aria-setsize"), str(total), "how many there are for screen readers")
    expect(len(asked) < 20, f"{len(asked)} pages were requested")
    page.page.locator(".unplaced-body").evaluate("body => body.scrollTo(0, 0)")
    first = page.page.locator('.unplaced .long-list > li[aria-posinset="1"]')
    page.until(lambda: first.count() == 1 and first.is_visible(), "the first file is there again")
    places = items.evaluate_all("items => items.map(item => Number(item.ariaPosInSet))")
    expect_equal(places, list(range(1, len(places) + 1)), "the order of the files for the keyboard")


def to_the_end(page: MapPage) -> None:
    page.page.locator(".unplaced-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")


def serve_files(page: MapPage, total: int, fails_at: int | None = None) -> list[str]:
    """Answers with this many files that are not on the map; one page can fail at the first attempt."""
    asked = []

    def answer(route) -> None:
        asked.append(route.request.url)
        parameters = {name: int(value) for name, value in re.findall(r"(cursor|limit)=(\d+)", route.request.url)}
        start = parameters.get("cursor", 0)
        end = min(total, start + parameters["limit"])
        if start == fails_at and len([url for url in asked if f"cursor={start}" in url]) == 1:
            return route.fulfill(status=503, content_type="application/problem+json", json={"detail": "The index is busy. Try again."})
        files = [
            {"id": 10_000 + n, "path": f"{n % 7}/{n}<b>.jpg", "root": "/photos", "filename": f"{n}<b>.jpg", "reason": "unsupported"}
            for n in range(start, end)
        ]
        links = [{"rel": "next", "href": f"http://elsewhere.example/report?cursor={end}"}] if end < total else []
        route.fulfill(json={
            "photos": total, "located": 0, "unlocated": {"unsupported": total}, "files": files,
            "numberMatched": total, "numberReturned": len(files), "links": links})

    page.page.route("**/report?**", answer)
    return asked


@scenario("if every photo is on the map, other files are not mentioned")
def nothing_is_missing(page: MapPage, library: Library) -> None:
    page.page.route("**/report?**", lambda route: route.fulfill(json={
        "photos": 3, "located": 3, "unlocated": {"no-gps": 0}, "files": [], "numberMatched": 0, "numberReturned": 0, "links": []}))
    page.open()
    page.until(lambda: any("/report?" in url for url in page.requests), "the files are requested")
    page.quiet("/report?")
    expect(not page.page.locator("#unplaced-link").is_visible(), "The masthead speaks of files that are not on the map")


@scenario("an empty index does not say that every photo is on the map")
def nothing_was_read(page: MapPage, library: Library) -> None:
    empty = {"type": "FeatureCollection", "features": [], "numberMatched": 0, "numberReturned": 0, "links": []}
    for path in ("items?**", "clusters?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.fulfill(json=empty))
    page.page.route("**/report?**", lambda route: route.fulfill(json={
        "photos": 0, "located": 0, "scanCommand": "geoindex scan", "unlocated": {"no-gps": 0}, "files": [], "numberMatched": 0, "numberReturned": 0, "links": []}))
    page.open()
    page.page.get_by_role("button", name="Show reasons").click()
    page.equals(page.page.locator(".unplaced-title").inner_text, "No files scanned yet", "the title")
    page.equals(page.page.locator(".unplaced-explanation").inner_text, "", "reasons to choose where there are none")


@scenario("on a phone the files that are not on the map fit the screen", **PHONE)
def phone_fits(page: MapPage, library: Library) -> None:
    total = sum(library.get("report", limit=1)["unlocated"].values())
    page.open("#unplaced=all")
    expect_files(page, total)
    sideways = "() => ['.unplaced', '.unplaced-body'].some((part) => document.querySelector(part).scrollWidth > innerWidth)"
    expect(not page.page.evaluate(sideways), "The list scrolls sideways")


@scenario("the files that are not on the map can be searched, and narrowed to a folder, to the last of 30,000")
def files_are_searched(page: MapPage, library: Library) -> None:
    files = library.get("report", limit=100)["files"]
    wanted = next(one for one in files if one["reason"] == "no-gps")
    page.open("#unplaced=all")
    expect_files(page, len(files))
    search = page.page.get_by_role("searchbox", name="Search files")
    search.fill(wanted["filename"].upper()[:-4])
    page.until(lambda: wanted["filename"] in page.page.locator(".unplaced .file-name").all_inner_texts(), "the file is found")
    page.until(lambda: page.page.locator(".unplaced .file").count() < len(files), "the others are not listed")
    search.fill("xyzzy")
    page.page.get_by_text("No matching files.").wait_for()
    search.fill("")
    expect_files(page, len(files))
    asked = serve_files(page, 30_000)
    page.open("#unplaced=unsupported")
    page.page.get_by_role("searchbox", name="Search files").fill("29999")
    page.until(lambda: page.page.locator(".unplaced .file-name").all_inner_texts() == ["29999<b>.jpg"], "the last file is found")
    expect(len(asked) < 20, f"{len(asked)} pages were requested")


@scenario("the files that are not on the map can be grouped by folder, all 30,000 of them")
def files_are_grouped(page: MapPage, library: Library) -> None:
    serve_files(page, 30_000)
    page.open("#unplaced=unsupported")
    page.page.get_by_role("button", name="Group by folder").click()
    rows = page.page.locator(".unplaced .is-folder")
    counted = """rows => Object.fromEntries(rows.map((row) =>
      [row.dataset.folder, parseInt(row.lastElementChild.lastElementChild.textContent.replaceAll(",", ""))]))"""
    folders = {f"/photos/{n}": len(range(n, 30_000, 7)) for n in range(7)}
    page.equals(lambda: rows.evaluate_all(counted), folders, "folders with their counts")
    page.page.locator('.unplaced [data-folder="/photos/3"]').click()
    page.until(lambda: page.page.locator(".unplaced .file-name").first.inner_text() == "3<b>.jpg", "the folder's files are listed")
    page.page.get_by_text("4,286 files found.").wait_for(state="attached")
    page.page.get_by_role("button", name="All folders").click()
    page.until(lambda: rows.count() == 7, "the folders are listed again")
    page.focused(page.page.locator('.unplaced [data-folder="/photos/3"]'), "the folder that was left")
    page.page.get_by_role("searchbox", name="Search files").fill("29999")
    page.equals(lambda: rows.evaluate_all(counted), {"/photos/4": 1}, "the folder of the file that is searched")


@scenario("a long path is cut where it begins, so that its end can be read")
def paths_are_cut(page: MapPage, library: Library) -> None:
    page.open("#unplaced=all")
    expect_files(page, len(library.get("report", limit=100)["files"]))
    result = page.page.locator(".file-detail.is-path").first.evaluate("""line => {
      line.style.width = "90px";
      const [outer, inner] = [line.getBoundingClientRect(), line.firstElementChild.getBoundingClientRect()];
      return [inner.width > outer.width, Math.abs(inner.right - outer.right) < 2];
    }""")
    expect_equal(result, [True, True], "whether the path is too long, and its end is visible")


@scenario("an editor finds the photos of the scope that are not on the map and places one; a viewer, on a phone, finds them without the means to place", expects_failures=True)
def of_users(page: MapPage, _: Library) -> None:
    with company(page) as server, another(page, **PHONE) as viewer:
        for name, role in (("emil", "editor"), ("vera", "viewer")):
            server.user("add", name, "--role", role, "--path", "odd-cases", "--path", "2021-jordan")
        sign_in(page, "emil", "#map=5/31/36")
        sign_in(viewer, "vera")
        lists = {}
        for one in (page, viewer):
            link = one.page.locator("#unplaced-link")
            link.wait_for()
            total = int(link.inner_text().split()[0])
            link.click()
            one.until(lambda one=one, total=total: one.page.locator(".unplaced .file").count() == total, "the files are listed")
            lists[one] = [" ".join(text.split()) for text in one.page.locator(".unplaced .file-name").all_inner_texts()]
            expect("README.md" not in lists[one], "a file that is no photo of the scope is listed")
            expect("geoindex" not in one.page.locator(".unplaced-explanation").inner_text(), "commands for owners")
            chip(one, "no-gps").click()
            expect_files(one, 1)
            expect("geoindex" not in one.page.locator(".unplaced-explanation").inner_text(), "commands for owners")
            expect_accessible(one, "the files of a scope")
        expect_equal(lists[page], lists[viewer], "the files of the two")
        expect("no-gps.jpg" in lists[page], f"the files are {lists[page]}")
        bar = viewer.page.locator(".unplaced .choice-bar")
        expect_equal((bar.is_visible(), viewer.page.locator(".unplaced input[type=checkbox]").count()), (False, 0), "what a viewer chooses files with")
        width, window = viewer.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        expect(width <= window, f"the list is {width} pixels wide in a window of {window}")

        expect(not page.page.locator(".choice-plan").is_visible(), "an editor cannot place by tracks")
        page.page.locator(".unplaced input[type=checkbox]").first.check()
        page.page.get_by_role("button", name="Place on the map").click()
        page.page.locator(".placing-card:not(.picks-bar)").wait_for()
        page.focused(page.page.get_by_role("textbox", name="Coordinates, a map link or a place"), "the field for the place")
        page.page.keyboard.press("Enter")
        page.focused(page.page.locator("#map canvas"), "the map")
        page.page.keyboard.press("Enter")
        page.page.locator(".undo-toast.is-shown").wait_for()
        viewer.page.keyboard.press("Escape")
        left = f"{len(lists[page]) - 1} not on the map"
        for one in (page, viewer):
            one.equals(one.page.locator("#unplaced-link").inner_text, left, "the files that are left")
        for one in (page, viewer):
            one.quiet("/")
            expect_equal(refused(one, FOR_OWNERS), [], "requests that are for owners")
            expect_equal(one.complaints, [], "complaints on the console")
