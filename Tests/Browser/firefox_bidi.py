#!/usr/bin/env python3
"""Firefox for Playwright: runs `firefox-esr` and relays its WebDriver BiDi.

Playwright drives an unchanged Firefox by WebDriver BiDi, and sends commands that Debian's Firefox does not know yet, for
example for media features. The driver sets those as preferences (engines.py), so the relay answers such commands with
an empty result. Playwright presses no touch screen of Firefox, so the relay makes a finger of the mouse in windows that
have one. It takes the arguments of Firefox.

The functions `perform`, `double_click` and `emulate` do for the driver what Playwright cannot do in Firefox. Their
commands reach the relay through a socket.
"""

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from itertools import count

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve, unix_serve
from websockets.sync.client import unix_connect

# In the environment if the window has a touch screen.
TOUCH = "GEOINDEX_TOUCH"
# In the environment: the path of the socket for the driver's commands.
SOCKET = "GEOINDEX_RELAY"
# Commands have numbers, which Firefox repeats in its answers. Playwright's begin at 1.
FIRST_NUMBER = 1_000_000_000
# What Firefox calls the features of Playwright's `emulate_media`.
FEATURES = {
    "media": "mediumOverride",
    "color_scheme": "prefersColorSchemeOverride",
    "forced_colors": "forcedColorsOverride",
    "reduced_motion": "prefersReducedMotionOverride",
}
EMULATE = """
for (const window of Services.wm.getEnumerator("navigator:browser"))
  for (const tab of window.gBrowser.browsers) Object.assign(tab.browsingContext, %s);
"""
# Without pings: on a busy machine Firefox answers them too late, and the connection would be closed.
PATIENT = {"max_size": None, "compression": None, "ping_interval": None}
PRESS, LIFT = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


async def main() -> int:
    firefox = await asyncio.create_subprocess_exec(
        shutil.which("firefox-esr") or "firefox", "--remote-allow-system-access", *sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)
    async for line in firefox.stderr:
        text = line.decode(errors="replace")
        found = LISTENS.search(text)
        if not found:
            sys.stderr.write(text)
            continue
        address = found[1]
        break
    else:
        return await firefox.wait()

    own = OwnCommands()

    async def relay(client) -> None:
        async with connect(f"{address}/session", **PATIENT) as browser:
            own.browser = browser
            unknown = set()
            await asyncio.gather(forward(client, browser, unknown), answer(browser, client, unknown, own))

    async with unix_serve(own.serve, os.environ[SOCKET], **PATIENT), serve(relay, "127.0.0.1", 0, **PATIENT) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        # Firefox must not wait for a reader of what it prints.
        async for _ in firefox.stderr:
            pass
        return await firefox.wait()


async def forward(client, browser, emulations: set[int]) -> None:
    """Passes commands on, and notes those that only emulate something."""
    async for message in client:
        command = json.loads(message)
        if command["method"].startswith("emulation."):
            emulations.add(command["id"])
        if command["method"] == "input.performActions" and TOUCH in os.environ:
            message = json.dumps(touched(command))
        await browser.send(message)
    await browser.close()


def touched(command: dict) -> dict:
    """The command with a finger in place of the mouse."""
    for source in command["params"]["actions"]:
        if source["type"] == "pointer":
            source |= {"id": "finger", "parameters": {"pointerType": "touch"}}
    return command


class OwnCommands:
    """Commands of the driver, which Firefox gets between those of Playwright."""

    def __init__(self) -> None:
        self.browser = None
        self.numbers = count(FIRST_NUMBER)
        self.waiting: dict[int, asyncio.Future] = {}

    async def serve(self, driver) -> None:
        async for message in driver:
            await driver.send(json.dumps(await self.send(**json.loads(message))))

    async def send(self, method: str, params: dict) -> dict:
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.browser.send(json.dumps({"id": number, "method": method, "params": params}))
        return await self.waiting[number]

    def takes(self, message: str) -> bool:
        """Whether the message answers a command of the driver."""
        if not any(f'"id":{number},' in message for number in self.waiting):
            return False
        found = json.loads(message)
        waiting = self.waiting.pop(found.get("id"), None)
        if waiting:
            waiting.set_result(found)
        return waiting is not None


async def answer(browser, client, emulations: set[int], own: OwnCommands) -> None:
    async for message in browser:
        if own.takes(message):
            continue
        if emulations and '"unknown command"' in message:
            found = json.loads(message)
            if found.get("error") == "unknown command" and found.get("id") in emulations:
                message = json.dumps({"type": "success", "id": found["id"], "result": {}})
        await client.send(message)
    await client.close()


def send(method: str, **params) -> dict:
    """Sends Firefox a command of the driver, and returns its result."""
    with unix_connect(os.environ[SOCKET], uri="ws://relay/", **PATIENT) as relay:
        relay.send(json.dumps({"method": method, "params": params}))
        answer = json.loads(relay.recv())
    if answer["type"] != "success" or answer["result"].get("type") == "exception":
        raise RuntimeError(f"{method}: {answer}")
    return answer["result"]


def tabs(scope: str = "content") -> list[dict]:
    return send("browsingContext.getTree", **{"moz:scope": scope})["contexts"]


def perform(url: str, kind: str, *pointers: list[dict]) -> None:
    """Performs actions of pointers at once, in the newest page with this address; of its fragment Firefox may know an earlier one."""
    tab = sorted(tabs(), key=lambda one: (one["url"].split("#")[0] == url.split("#")[0], one["url"] == url))[-1]
    sources = [
        {"type": "pointer", "id": f"{kind}-{number}", "parameters": {"pointerType": kind}, "actions": actions}
        for number, actions in enumerate(pointers)
    ]
    send("input.performActions", context=tab["context"], actions=sources)


def to(x: float, y: float) -> dict:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


def double_click(url: str, x: float, y: float) -> None:
    """Two clicks of Playwright are two single ones for Firefox, which counts clicks within one command only."""
    perform(url, "mouse", [to(x, y), PRESS, LIFT, PRESS, LIFT])


def emulate(**features: str) -> None:
    """Changes media features in all tabs."""
    values = {FEATURES[name]: value for name, value in features.items()}
    send("script.evaluate", expression=EMULATE % json.dumps(values), target={"context": tabs("chrome")[0]["context"]}, awaitPromise=False)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
