"""Words: what is written about photos, in the open photo, in the filters and in the search box."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.filters import chips, choices, choose, counted, field, matched, open_filters
from scenarios.search import box, offered

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
CAPTION = "First line\nשורה בעברית 2019\n" + "A long caption describes the day, the way and the weather. " * 8


def photo_of(library: Library, path: str) -> dict:
    return library.get("collections/photos/items", path=path, limit=1)["features"][0]


def words(page: MapPage, part: str = ".photo-pane"):
    return page.page.locator(f"{part} .photo-words")


def press(page: MapPage, name: str, part: str = ".photo-pane") -> None:
    words(page, part).get_by_role("button", name=name, exact=True).click()


def matches(page: MapPage, count: int, library: Library) -> None:
    page.until(lambda: page.page.inner_text("#counts").startswith(f"{count} of {library.total()} match"), f"{count} photos match")


def open_photo_leads_on(page: MapPage, library: Library) -> None:
    """What is written about a photo is shown; a person and a part of a path lead to their photos, and Back returns."""
    petra = photo_of(library, "2021-jordan/petra.jpg")
    said = petra["properties"]
    page.open(f"#photo={petra['id']}")
    words(page).wait_for()
    expect_equal(words(page).locator(".words-title").inner_text(), said["title"], "the title")
    expect_equal(words(page).locator(".words-caption").inner_text(), said["caption"], "the caption")
    expect_equal(words(page).get_by_role("group", name="Stars: 5 stars").count(), 1, "the stars")
    right_to_left = "title => getComputedStyle(title).direction"
    expect_equal(words(page).locator(".words-title").evaluate(right_to_left), "rtl", "the direction of an Arabic title")
    expect(said["copyright"] in page.page.locator(".photo-pane .facts").inner_text(), "The copyright is missing")
    press(page, "Show photos with نور حداد")
    page.equals(lambda: chips(page), ["Person: نور حداد"], "the chips")
    page.expect_no_panel()
    matches(page, matched(library, person="نور حداد"), library)
    page.settle()
    page.page.go_back()
    page.expect_panel("petra.jpg")
    page.equals(lambda: chips(page), [], "the chips after one step back")
    press(page, "Show photos with Buildings")
    page.equals(lambda: field(page, "keyword"), "Buildings", "the keyword in the address")
    below = matched(library, keyword="Buildings")
    expect(below > 1, "No other photo is below the keyword")
    matches(page, below, library)


@scenario("what is written about a photo is beside it, and a person or keyword leads to its photos and back")
def photo_leads_on(page: MapPage, library: Library) -> None:
    open_photo_leads_on(page, library)


@scenario("on a phone what is written about a photo is in its sheet, and a person or keyword leads to its photos and back", **PHONE)
def photo_leads_on_by_touch(page: MapPage, library: Library) -> None:
    open_photo_leads_on(page, library)


def long_words(page: MapPage, library: Library) -> None:
    """A long caption and many keywords are folded; rejected, favourite and label are named; the viewer has the same."""
    petra = photo_of(library, "2021-jordan/petra.jpg")
    more = {"caption": CAPTION, "rating": -1, "favourite": True, "label": "Red", "creator": "Ada Lindqvist", "keywords": [f"word {number}" for number in range(30)]}

    def with_more(route) -> None:
        answer = route.fetch()
        body = answer.json()
        for feature in body.get("features", [body]):
            if feature.get("id") == petra["id"]:
                feature["properties"] |= more
        if "shown" in body:
            body["shown"] |= more
        route.fulfill(response=answer, json=body)

    page.page.route(f"**/words?photo={petra['id']}", with_more)
    # Alone, in lists and on the map.
    for part in ("items", "clusters"):
        page.page.route(f"**/collections/photos/{part}**", with_more)
    page.open(f"#photo={petra['id']}")
    words(page).wait_for()
    marks = words(page).locator(".words-marks")
    for mark in ("Rejected", "Favourite"):
        page.equals(lambda mark=mark: marks.get_by_role("button", name=mark).get_attribute("aria-pressed"), "true", f"whether it is {mark}")
    expect("Red" in marks.inner_text(), "The label is missing")
    caption = words(page).locator(".words-caption")
    folded = page.box(caption)["height"]
    show = words(page).get_by_role("button", name="Show more")
    expect_equal(show.get_attribute("aria-expanded"), "false", "whether the caption is unfolded")
    show.click()
    page.until(lambda: page.box(caption)["height"] > folded, "the caption is unfolded")
    words(page).get_by_role("button", name="Show less").click()
    page.until(lambda: page.box(caption)["height"] == folded, "the caption is folded again")
    listed = words(page).get_by_role("list", name="Keywords").get_by_role("button")
    before = listed.count()
    words(page).get_by_role("button", name="more", exact=False).last.click()
    page.until(lambda: listed.count() > before + 20, "all keywords are shown")
    expect("Ada Lindqvist" in page.page.locator(".photo-pane .facts").inner_text(), "The photographer is missing")
    page.page.locator(".photo-pane button.hero").click()
    page.page.get_by_role("button", name="Details", exact=True).click()
    words(page, "dialog.viewer").wait_for()
    press(page, "Show photos with Ada Lindqvist", "dialog.viewer")
    page.gone(page.page.locator("dialog.viewer"), "the viewer")
    page.equals(lambda: chips(page), ["Person: Ada Lindqvist"], "the chips")


@scenario("long captions and many keywords are folded, and the viewer leads to a person's photos")
def long_words_fold(page: MapPage, library: Library) -> None:
    long_words(page, library)


@scenario("on a phone long captions and many keywords are folded, and the viewer leads to a person's photos", **PHONE)
def long_words_fold_by_touch(page: MapPage, library: Library) -> None:
    long_words(page, library)


def words_filter(page: MapPage, library: Library) -> None:
    """Keywords, people and stars are chosen from lists with exact counts; several keywords add photos."""
    page.open()
    open_filters(page)
    keywords, people, _ = (choices(page, title) for title in ("Keywords", "People", "Stars"))
    for name, count in list(keywords.items())[:4]:
        expect_equal(matched(library, keyword=name), count, f"the photos with {name}")
    expect_equal(people["Ada Lindqvist"], matched(library, person="Ada Lindqvist"), "the photos with a person")
    # In a slow browser some rows have no count yet.
    page.until(lambda: {"4 stars or more", "Rejected"} <= set(counted(page, "Stars")), "the stars have counts")
    stars = counted(page, "Stars")
    expect_equal((stars["4 stars or more"], stars["Rejected"]), (matched(library, rating="4+"), matched(library, rating="-1")), "the photos by stars")
    search = page.page.get_by_role("searchbox", name="Search keywords")
    search.fill("ete")
    page.equals(lambda: list(counted(page, "Keywords")), ["été"], "the keywords that are found")
    search.fill("")
    choose(page, "Keywords", "desert")
    matches(page, keywords["desert"], library)
    choose(page, "Keywords", "night")
    either = matched(library, filter="A_OVERLAPS(keywords, ('desert', 'night'))")
    expect(either > keywords["desert"], "No photo has the other keyword")
    matches(page, either, library)
    choose(page, "Stars", "5 stars")
    matches(page, matched(library, rating="5", filter="A_OVERLAPS(keywords, ('desert', 'night'))"), library)
    page.page.get_by_role("button", name="Done").click()
    page.equals(lambda: sorted(chips(page)), ["5 stars", "Keyword: desert", "Keyword: night"], "the chips")
    page.page.reload()
    page.settle()
    page.equals(lambda: sorted(chips(page)), ["5 stars", "Keyword: desert", "Keyword: night"], "the chips after a reload")


@scenario("keywords, people and stars are filters with exact counts, and several keywords add up")
def lists_of_words(page: MapPage, library: Library) -> None:
    words_filter(page, library)


@scenario("on a phone keywords, people and stars are filters with exact counts, and several keywords add up", **PHONE)
def lists_of_words_by_touch(page: MapPage, library: Library) -> None:
    words_filter(page, library)


def having(library: Library, name: str) -> set[int]:
    """The photos with a keyword or one below it, found in the list of all photos."""
    features = library.get("collections/photos/items", limit=1000, properties="keywords,keywordPaths")["features"]

    def has(properties: dict) -> bool:
        paths = properties.get("keywordPaths", [])
        return name in properties.get("keywords", []) + paths or any(path.startswith(name + "/") for path in paths)

    return {feature["id"] for feature in features if has(feature["properties"])}


@scenario("a keyword or stars that photos must not have leave those without any keyword or star")
def without_words(page: MapPage, library: Library) -> None:
    total = library.total()
    for denied, has in {"keyword:desert": {"keyword": "desert"}, "person:Ada Lindqvist": {"person": "Ada Lindqvist"}, "rating:4%2B": {"rating": "4+"}, "favourite:true": {"favourite": "true"}}.items():
        page.open(f"#not={denied}")
        matches(page, total - matched(library, **has), library)
    # Several keywords select as each of them does alone, with all that lies below.
    nature, night = having(library, "Nature"), having(library, "night")
    expect(nature and night and nature & night, "The keywords select no photos")
    for address, wanted in {"keyword=Nature&keyword=night": nature | night, "keyword=Nature%09night": nature & night}.items():
        page.open(f"#{address}")
        matches(page, len(wanted), library)
    page.open("#not=keyword:Nature")
    matches(page, total - len(nature), library)
    page.open("#person=Ada%20Lindqvist%09Mateus%20Rocha")
    matches(page, matched(library, filter="A_CONTAINS(people, ('Ada Lindqvist', 'Mateus Rocha'))"), library)
    page.equals(lambda: chips(page), ["Person: Ada Lindqvist and Mateus Rocha"], "the chip of two people")


def asks(page: MapPage, question: str, wanted: str) -> None:
    box(page).fill("")
    box(page).fill(question)
    page.until(lambda: offered(page)[:1] == [wanted], f"{question!r} is answered with {wanted!r}, and not {offered(page)}")


def question_with_words(page: MapPage, library: Library) -> None:
    """People, keywords, stars and other words are terms of one question, in any order, with counts and pictures."""
    page.open("#map=3/20/0")
    page.page.locator(".search-field").click()
    both = matched(library, filter="A_CONTAINS(people, ('Ada Lindqvist', 'Mateus Rocha'))")
    best = matched(library, person="Ada Lindqvist", rating="4+")
    asks(page, "ada mateus", f"Ada Lindqvist · Mateus Rocha · {both} photos")
    asks(page, "four stars or more ada", f"4 stars or more · Ada Lindqvist · {best} photos")
    expect_equal(page.page.locator(".search-option").first.locator("img").count(), 3, "pictures")
    asks(page, "#desert", f"desert · Keyword · {matched(library, keyword='desert')} photos")
    asks(page, "rejected", "Rejected · 1 photo")
    # Only its title has the word.
    box(page).fill("redentor")
    page.until(lambda: "“redentor” · 1 photo" in offered(page), "the word of a title is found")
    lanterns = matched(library, q="lantern", filter="keywords IS NULL OR NOT A_CONTAINS(keywords, ('festival'))")
    asks(page, "lantern -#festival", f"“lantern” · Not festival · {lanterns} photos")
    asks(page, "4+ stars #night ada", f"4 stars or more · night · Ada Lindqvist · {matched(library, rating='4+', keyword='night', person='Ada Lindqvist')} photos")
    box(page).press("Enter")
    page.equals(lambda: chips(page), ["Keyword: night", "Person: Ada Lindqvist", "4 stars or more"], "the chips")
    page.settle()
    page.page.get_by_role("button", name="Edit filter Person: Ada Lindqvist").click()
    page.equals(box(page).input_value, 'person:"Ada Lindqvist"', "the words in the box")
    box(page).fill("mateus")
    page.until(lambda: any("with your other filters" in row for row in offered(page)), "the other filters count")
    box(page).press("Enter")
    page.equals(lambda: chips(page), ["Keyword: night", "Person: Mateus Rocha", "4 stars or more"], "the chips after the change")


@scenario("a question has people, keywords, stars and other words in any order, with exact counts and pictures")
def whole_question_with_words(page: MapPage, library: Library) -> None:
    question_with_words(page, library)


@scenario("on a phone a question has people, keywords, stars and other words in any order, with exact counts and pictures", **PHONE)
def whole_question_with_words_by_touch(page: MapPage, library: Library) -> None:
    question_with_words(page, library)
