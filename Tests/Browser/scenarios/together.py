"""Rooms, in which people look at the map together: each scenario has several pages at once, some of them phones and guests."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import sign_in
from scenarios.editing import PHONE
from scenarios.guests import SHARED, shared

WINDOW = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
EUROPE = "#map=4/48/8"


def bar(page: MapPage):
    return page.page.locator(".room-bar")


def tool(page: MapPage, name: str):
    return bar(page).get_by_role("button", name=name)


def members(page: MapPage) -> list[str]:
    # On phones the names are only for screen readers.
    return page.page.locator(".room-member > .room-name").evaluate_all("all => all.map((one) => one.textContent)")


def lines(page: MapPage) -> list[str]:
    return [" ".join(text.split()) for text in page.page.locator(".room-line").all_inner_texts()]


@contextmanager
def another(page: MapPage, **context) -> Iterator[MapPage]:
    """The page in another browser, which knows nothing of the first."""
    other = page.context.browser.new_context(**(WINDOW | context))
    try:
        yield MapPage(other, page.base)
    finally:
        other.close()


def open_room(page: MapPage, name: str, fragment: str = EUROPE) -> str:
    """Opens a room on the page; returns its address."""
    page.open(fragment)
    page.page.get_by_role("button", name="Look together").click()
    say_name(page, name)
    field = page.page.get_by_label("Address of the room", exact=True)
    field.wait_for()
    return field.input_value()


def say_name(page: MapPage, name: str) -> None:
    field = bar(page).get_by_label("Your name")
    page.focused(field, "the field for the name")
    field.fill(name)
    page.page.keyboard.press("Enter")
    page.until(lambda: f"{name} (you)" in members(page), "the member is in the room")


def join(page: MapPage, address: str, name: str) -> None:
    page.page.goto(address)
    page.settle()
    say_name(page, name)


def more(page: MapPage, name: str):
    """A button of the part that opens below the members."""
    one = bar(page).get_by_role("button", name=name, exact=True)
    if not one.is_visible():
        tool(page, "Invite, lead or leave").click()
    return one


def close_room(page: MapPage) -> None:
    more(page, "Close for all").click()
    page.until(lambda: "This room is over" in bar(page).text_content(), "the room is over")


@scenario("two people look together: the second comes by the link, both see each other’s maps, point at places and write, one on a phone")
def two(page: MapPage, library: Library) -> None:
    address = open_room(page, "Ada")
    with another(page, **PHONE) as phone:
        join(phone, address, "Ben")
        page.until(lambda: members(page) == ["Ada (you)", "Ben"], "the first page shows both")
        page.until(lambda: page.page.locator(".room-cursor:not([hidden])").count() == 1, "Ben's map is marked")
        expect_accessible(page, "a room with its address")
        expect_accessible(phone, "a room on a phone")
        tool(phone, "Point at a place").tap()
        spot = phone.clear_spot()
        phone.page.touchscreen.tap(spot["x"], spot["y"])
        page.until(lambda: page.page.locator(".room-point:not([hidden])").count() == 1, "the place that Ben points at")
        expect("near=" not in phone.page.url, "the tap also lists photos")
        tool(page, "Conversation").click()
        page.focused(page.page.get_by_label("Write a line"), "the field for a line")
        page.page.keyboard.type("Look <b>there</b>")
        page.page.keyboard.press("Enter")
        page.until(lambda: len(lines(page)) == 2, "two lines")
        phone.until(lambda: bar(phone).locator(".room-unread").inner_text() == "1", "a new line")
        tool(phone, "Conversation").tap()
        phone.until(lambda: len(lines(phone)) == 2 and lines(phone)[1].endswith("Look <b>there</b>"), "the line is on the phone")
        expect_accessible(phone, "the conversation on a phone")
        for part in phone.page.locator(".room-bar button:visible").all():
            box = phone.box(part)
            expect(box["height"] >= 34 and (box["width"] >= 44 or box["height"] >= 44), f"a control of {box}")
        box = phone.box(bar(phone))
        expect(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] < 422, f"the bar {box} covers the map")
        button = phone.page.locator(".room-line button")
        phone.go(button.tap)
        expect(phone.map_view()[0] > 13, "the line leads to the place")
        photo = library.lonely()["id"]
        page.page.goto(f"{address.split('#')[0]}{EUROPE}&photo={photo}&full=1&room={address.split('room=')[1]}")
        page.page.locator(".viewer-header").get_by_role("button", name="Show to all").click()
        page.page.locator(".viewer-header").get_by_role("button", name="Shown to all").wait_for()
        phone.until(lambda: phone.page.locator('[data-chip="room"]').inner_text().startswith("Ada shows a photo"), "the photo is offered on the phone")
        page.page.keyboard.press("Escape")
        close_room(page)
        phone.until(lambda: "This room is over" in bar(phone).inner_text(), "the room is over on the phone")
        expect_equal(page.page.locator(".room-cursor").count(), 0, "marks of members")
        bar(page).get_by_role("button", name="Close", exact=True).click()
        page.gone(bar(page), "the bar")
        expect("room=" not in page.page.url, "the room is in the address")
        expect_equal(phone.policy_violations(), [], "violations on the phone")
        phone.leave()


@scenario("a member is followed until the reader moves the map, and the map of who leads by all but those who look elsewhere", **PHONE)
def following(page: MapPage, _: Library) -> None:
    address = open_room(page, "Ada")
    with another(page) as ben, another(page) as cleo:
        join(ben, address, "Ben")
        join(cleo, address, "Cleo")
        tool(ben, "Follow Ada").click()
        page.page.goto(f"{address.split('#')[0]}#map=7/52.5/13.4&room={address.split('room=')[1]}")
        ben.until(lambda: ben.map_view()[:2] == (7.0, 52.5), "Ben's map follows")
        expect(abs(cleo.map_view()[0] - 4) < 0.1, f"Cleo's map is at {cleo.map_view()}")
        expect("Following Ada" in bar(ben).inner_text(), "the bar does not say whom Ben follows")
        ben.press_on_map("ArrowRight")
        ben.until(lambda: "Following" not in bar(ben).inner_text(), "Ben has moved the map, and follows no more")
        more(page, "Lead: all maps follow mine").tap()
        for one in (ben, cleo):
            one.until(lambda one=one: one.map_view()[:2] == (7.0, 52.5), "all maps are where that of Ada is")
        expect_equal(tool(ben, "Lead: all").count(), 0, "others who may lead")
        cleo.press_on_map("-")
        cleo.until(lambda: "Following" not in bar(cleo).inner_text(), "Cleo looks elsewhere")
        page.page.goto(f"{address.split('#')[0]}#map=9/41.9/12.5&room={address.split('room=')[1]}")
        ben.until(lambda: ben.map_view()[:2] == (9.0, 41.9), "Ben's map follows")
        expect(cleo.map_view()[1] > 50, "Cleo's map moves, too")
        tool(cleo, "Follow Ada").click()
        cleo.until(lambda: cleo.map_view()[:2] == (9.0, 41.9), "Cleo is back")
        more(ben, "Leave").click()
        page.until(lambda: members(page) == ["Ada (you)", "Cleo"], "Ben has left")
        # Left by mistake: the button leads back, not to another room.
        ben.page.get_by_role("button", name="Look together").click()
        say_name(ben, "Ben")
        expect(address.split("room=")[1] in ben.page.url, "Ben is in another room")
        more(ben, "Leave").click()
        page.until(lambda: members(page) == ["Ada (you)", "Cleo"], "Ben has left again")
        cleo.page.reload()
        cleo.settle()
        cleo.until(lambda: "Cleo (you)" in members(cleo), "a reload is the same member, and asks for no name")
        page.quiet()
        expect_equal(members(page), ["Ada (you)", "Cleo"], "members after a reload")
        close_room(page)
        for one in (ben, cleo):
            one.leave()


@scenario("a guest joins by the link with a name, sees shown photos only if they are shared, and no name or line becomes markup")
def with_guest(page: MapPage, library: Library) -> None:
    with shared(page) as link, another(page) as owner, another(page, **PHONE) as guest:
        library = Library(page.base)
        sign_in(owner, "anna", EUROPE)
        owner.page.get_by_role("button", name="Look together").click()
        owner.until(lambda: members(owner) == ["anna (you)"], "the owner joins with her name")
        field = owner.page.get_by_label("Address of the room", exact=True)
        owner.page.get_by_label("For whom").select_option(index=1)
        address = field.input_value()
        expect(address.startswith(link) and "#room=" in address, f"the address for guests is {address}")
        name = '<img src=x onerror="document.title=1">'
        join(guest, address, name)
        owner.until(lambda: members(owner) == ["anna (you)", f"{name} (guest)"], "the guest is in the room")
        owner.until(lambda: name in owner.page.locator(".room-layer").inner_text(), "the guest's map has the name")
        hidden, visible = (owner.page.evaluate(
            "async (path) => (await (await fetch(`collections/photos/items?limit=1&path=${path}`)).json()).features[0].id", path) for path in ("2021-*/*", SHARED))
        guest.requests.clear()
        for photo, words in ((hidden, "anna shows a photo that is not shared with you"), (visible, "anna shows a photo")):
            owner.page.goto(f"{page.base}{EUROPE}&photo={photo}&room={address.split('room=')[1]}")
            owner.page.get_by_role("button", name="Show to all").click()
            owner.page.get_by_text("Shown to all").first.wait_for()
            chip = guest.page.locator('[data-chip="room"] .map-chip-text')
            guest.until(lambda words=words: chip.is_visible() and chip.inner_text() == words, words)
        guest.page.get_by_role("button", name="Open", exact=True).tap()
        guest.page.locator("#panel.is-open .photo-pane").wait_for()
        guest.quiet()
        expect_equal([url for url in guest.requests if url.endswith(f"/items/{hidden}") or f"/photos/{hidden}/" in url], [], "requests for the photo that is not shared")
        expect(f"photo={visible}" in guest.page.url, "the photo that is shared is open")
        expect_equal(guest.page.title() == "1" or owner.page.title() == "1", False, "whether markup has run")
        for one in (owner, guest):
            expect_equal(one.policy_violations(), [], "violations")
        # The tab of an owner who looks as the guest would join as the owner.
        with another(page) as tab:
            sign_in(tab, "anna")
            tab.requests.clear()
            tab.page.goto(f"{address}&as=guest")
            tab.page.reload()
            tab.settle()
            tab.until(lambda: "joins no room" in bar(tab).text_content(), "the tab says that it joins no room")
            expect_equal([url for url in tab.requests if "/events?" in url], [], "events of the tab")
            expect(not tab.page.get_by_role("button", name="Look together").is_visible(), "guests cannot open rooms")
            bar(tab).get_by_role("button", name="Close", exact=True).click()
            tab.gone(bar(tab), "the bar")
            tab.leave()
        with another(page, **PHONE) as second:
            join_as(second, address, "anna", "anna (2)")
            owner.until(lambda: "anna (2) (guest)" in members(owner), "a guest does not take the name of the owner")
            expect_equal(tool(second, "Close for all").count(), 0, "buttons of a guest that close the room")
            second.leave()
        # On a phone the panel covers the bar.
        guest.page.keyboard.press("Escape")
        more(guest, "Leave").tap()
        guest.gone(bar(guest), "the bar of the guest")
        guest.page.get_by_role("button", name="Look together").tap()
        say_name(guest, name)
        close_room(owner)
        guest.until(lambda: "This room is over" in bar(guest).text_content(), "the room is over")
        for one in (owner, guest):
            one.leave()


def join_as(page: MapPage, address: str, name: str, shown: str) -> None:
    page.page.goto(address)
    page.settle()
    field = bar(page).get_by_label("Your name")
    page.focused(field, "the field for the name")
    field.fill(name)
    page.page.keyboard.press("Enter")
    page.until(lambda: f"{shown} (you)" in members(page), f"the member is {shown}")


class Wire:
    """A connection to a server that can be cut, and the port of its end."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.isCut = False
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                end, _ = self.listener.accept()
            except OSError:
                return
            if self.isCut:
                end.close()
                continue
            other = socket.create_connection(("127.0.0.1", self.to))
            self.ends += [end, other]
            for one, to in ((end, other), (other, end)):
                threading.Thread(target=self._pass, args=(one, to), daemon=True).start()

    def _pass(self, one: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                to.sendall(data)
        with suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.isCut = True
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def mend(self) -> None:
        self.isCut = False


@scenario("when the server is away, the bar says so; the page comes back to the room with what it has missed, and says when the room is over", expects_failures=True)
def server_away(page: MapPage, library: Library) -> None:
    address = open_room(page, "Ada")
    room = address.split("#")[1]
    wire = Wire(urlsplit(page.base).port)
    with another(page) as ben:
        ben.base = f"http://127.0.0.1:{wire.port}/"
        join(ben, f"{ben.base}#{room}", "Ben")
        page.until(lambda: members(page) == ["Ada (you)", "Ben"], "both are in the room")
        wire.cut()
        ben.until(lambda: "Coming back to the room" in bar(ben).inner_text(), "the bar says that the server is away")
        tool(page, "Conversation").click()
        page.page.keyboard.type("Are you there?")
        page.page.keyboard.press("Enter")
        page.until(lambda: len(lines(page)) == 1, "the line")
        page.page.goto(f"{address.split('#')[0]}{EUROPE}&photo={library.lonely()['id']}&room={address.split('room=')[1]}")
        page.page.get_by_role("button", name="Show to all").click()
        page.page.get_by_text("Shown to all").first.wait_for()
        wire.mend()
        ben.until(lambda: "Coming back" not in bar(ben).inner_text(), "Ben is back")
        tool(ben, "Conversation").click()
        ben.until(lambda: len(lines(ben)) == 2, "the lines that Ben has missed, once")
        offer = ben.page.locator('[data-chip="room"] .map-chip-text')
        ben.until(lambda: offer.is_visible() and offer.inner_text() == "Ada shows a photo", "the photo that was shown meanwhile is offered")
        expect_equal(members(page), ["Ada (you)", "Ben"], "members: Ben has never left")
        wire.cut()
        ben.until(lambda: "Coming back to the room" in bar(ben).inner_text(), "the server is away again")
        close_room(page)
        wire.mend()
        ben.until(lambda: "This room is over" in bar(ben).inner_text(), "Ben learns that the room is over")
        ben.leave()
    wire.listener.close()
    with another(page) as late:
        late.page.goto(address)
        late.settle()
        field = bar(late).get_by_label("Your name")
        field.fill("Late")
        late.page.keyboard.press("Enter")
        late.until(lambda: "This room is over" in bar(late).inner_text(), "who comes too late reads that")
        late.leave()


@scenario("a room is joined, used and left with the keyboard alone, and an address with a broken room opens the map")
def by_keyboard(page: MapPage, _: Library) -> None:
    address = open_room(page, "Ada")
    with another(page) as other:
        join(other, address, "Ben")
        press = other.page.keyboard.press
        tool(other, "Point at a place").focus()
        press("Enter")
        other.until(lambda: "Choose the place" in bar(other).inner_text(), "the bar says what to do")
        other.page.locator("#map canvas").focus()
        press("Enter")
        page.until(lambda: page.page.locator(".room-point").count() == 1, "the place in the middle of Ben's map")
        tool(other, "Point at a place").focus()
        press("Enter")
        press("Escape")
        other.until(lambda: "Choose the place" not in bar(other).inner_text(), "Escape ends pointing")
        tool(other, "Conversation").focus()
        press("Enter")
        other.page.keyboard.type("c, f and ? are letters")
        press("Enter")
        other.until(lambda: len(lines(other)) == 2, "the line")
        press("Escape")
        other.focused(tool(other, "Conversation"), "the button of the conversation")
        tool(other, "Follow Ada").focus()
        press("Enter")
        other.until(lambda: "Following Ada" in bar(other).inner_text(), "Ben follows Ada")
        press("Enter")
        other.until(lambda: "Following" not in bar(other).inner_text(), "and no more")
        tool(other, "Invite, lead or leave").focus()
        press("Enter")
        more(other, "Leave").focus()
        press("Enter")
        other.gone(bar(other), "the bar")
        page.until(lambda: members(page) == ["Ada (you)"], "Ben has left")
        other.page.go_back()
        other.open("#room=nonsense")
        expect_equal(bar(other).is_visible(), False, "the bar of a room that cannot be")
        other.leave()
    close_room(page)
