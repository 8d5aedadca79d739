"""The languages of the page: which one it is in, and that no text is cut off in any of them."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "ja", "ko", "zh", "ar")

PARTS = (
    ("#unplaced=no-gps", "the files that are not on the map"), ("#trips=list", "the trips"), ("#names=keywords", "the keywords"),
    ("#sharing=links", "the links"), ("#sharing=places", "the hidden places"), ("#places=FR", "the places"), ("#map=4/48/8&time=2015-01-01/2024-12-31", "a filter"),
)

# Texts that the reader cannot read whole: outside of the window, cut off by a part that does not scroll and shows no
# ellipsis, or covered by another text.
UNREADABLE = """() => {
  const clips = (one, way) => ["hidden", "clip"].includes(getComputedStyle(one)[way]);
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest("[inert], .pin, .attribution, option, template, noscript, .visually-hidden, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom, width, height } of range.getClientRects()) {
      if (width > 1 && height > 1) texts.push({ node, one, text: node.data.trim().slice(0, 60), left, top, right, bottom });
    }
  }
  const faults = [];
  const shown = texts.filter((text) => {
    let isInScroller = false;
    for (let part = text.one; part && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      const box = part.getBoundingClientRect();
      // For screen readers only.
      if (box.width < 3 || box.height < 3) return false;
      isInScroller ||= ["auto", "scroll"].includes(style.overflowX) && part.scrollWidth > part.clientWidth + 1;
      const isAside = text.right < box.left + 2 || text.left > box.right - 2 || text.bottom < box.top + 4 || text.top > box.bottom - 4;
      if (isAside && ["auto", "scroll", "hidden", "clip"].includes(style.overflowY)) return false;
      const isCut = (clips(part, "overflowX") && (text.left < box.left - 1.5 || text.right > box.right + 1.5)) ||
        (clips(part, "overflowY") && (text.top < box.top - 4 || text.bottom > box.bottom + 4));
      if (isCut && !isInScroller) {
        if (style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") faults.push(["cut off", text.text, part.className || part.tagName]);
        return false;
      }
    }
    if (isInScroller) return false;
    if (text.left < -1 || text.right > innerWidth + 1) faults.push(["outside", text.text, text.one.className]);
    return true;
  });
  const visible = shown.filter(({ one, left, right, top, bottom }) => {
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return over && (over === one || one.contains(over) || over.contains(one));
  });
  for (const [at, one] of visible.entries()) {
    for (const other of visible.slice(at + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (one.node !== other.node && across > 2 && along > 5) faults.push(["covers", one.text, other.text]);
    }
  }
  return faults;
}"""


def in_france(library: Library) -> int:
    return library.get("collections/photos/items", country="FR", limit=1)["features"][0]["id"]


def open_in(page: MapPage, language: str, fragment: str = "") -> None:
    """Opens the page in a language that the reader has chosen."""
    page.page.add_init_script(f"if (location.host) localStorage.setItem('geoindex.language', '{language}')")
    page.open(fragment)
    page.quiet()


def unreadable(page: MapPage, where: str) -> list:
    return [[where, *fault] for fault in page.page.evaluate(UNREADABLE)]


def texts_in_use(page: MapPage) -> dict:
    return page.page.evaluate("""async () => {
      const root = document.documentElement;
      return { lang: root.lang.slice(0, 2), dir: root.dir, title: document.title, layers: document.querySelector("#controls .layer-control button")?.ariaLabel };
    }""")


@scenario("the page is in the language of the browser, of the setting in the layers, or of the address", locale="de-AT")
def language_of_the_page(page: MapPage, library: Library) -> None:
    page.open()
    page.quiet()
    german = texts_in_use(page)
    expect_equal((german["lang"], german["dir"]), ("de", "ltr"), "the language of the browser")
    expect("Ebenen" in german["layers"] or "Karten" in german["layers"], f"The button of the layers is called {german['layers']}")
    page.page.locator(".layer-control button").first.click()
    choice = page.page.locator(".layer-language select")
    expect_equal(choice.input_value(), "", "the choice at first")
    with page.page.expect_navigation():
        choice.select_option("ja")
    page.settle()
    expect_equal(texts_in_use(page)["lang"], "ja", "the chosen language")
    page.open()
    page.quiet()
    expect_equal(texts_in_use(page)["lang"], "ja", "the chosen language later")
    page.page.goto(page.base + "?lang=ar")
    page.settle()
    arabic = texts_in_use(page)
    expect_equal((arabic["lang"], arabic["dir"]), ("ar", "rtl"), "the language of the address")
    page.page.locator(".layer-control button").first.click()
    with page.page.expect_navigation():
        page.page.locator(".layer-language select").select_option("")
    page.settle()
    expect_equal((texts_in_use(page)["lang"], "lang=" in page.page.url), ("de", False), "the language of the browser again, and the address")


@scenario("names of places are in the chosen language, also if the browser prefers another", locale="en-GB")
def names_follow(page: MapPage, library: Library) -> None:
    open_in(page, "de", "#photo=" + str(in_france(library)))
    page.expect_panel()
    page.until(lambda: "Frankreich" in page.panel().inner_text(), "the country has its German name")


@scenario("each language loads its own texts and those of no other")
def one_file_of_texts(page: MapPage, library: Library) -> None:
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    open_in(page, "fr")
    files = [name for name in asked if name.split(".")[0].split("-")[0] in LANGUAGES and name.endswith(".js")]
    expect(len(files) == 1 and files[0].startswith("fr"), f"These files of texts were loaded: {files}")


def all_readable(page: MapPage, library: Library, language: str) -> None:
    faults = []
    open_in(page, language)
    faults += unreadable(page, "the first view")
    page.page.locator(".layer-control button").first.tap()
    page.page.locator(".layer-card").wait_for()
    faults += unreadable(page, "the layers")
    page.page.keyboard.press("Escape")
    page.page.locator(".filters-button").tap()
    page.page.locator(".filters-panel").wait_for()
    page.quiet()
    faults += unreadable(page, "the filters")
    page.open("#photo=" + str(in_france(library)))
    page.expect_panel()
    page.quiet()
    faults += unreadable(page, "a photo")
    for fragment, where in PARTS:
        page.page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        page.frames(3)
        page.quiet()
        faults += unreadable(page, where)
    expect_equal(faults, [], f"texts that cannot be read in {language}")


for _language in LANGUAGES:
    scenario(f"on a narrow phone no text is cut off, covered or outside of the window: {_language}", **NARROW)(
        lambda page, library, language=_language: all_readable(page, library, language))
