#!/usr/bin/env python3
"""Firefox for Playwright: runs `firefox-esr` and relays its WebDriver BiDi.

Playwright drives an unchanged Firefox by WebDriver BiDi, and sends commands that Debian's Firefox does not know yet, for
example for media features. The driver sets those as preferences (engines.py), so the relay answers such commands with
an empty result. Playwright presses no touch screen of Firefox, so the relay makes a finger of the mouse in windows that
have one. It takes the arguments of Firefox.
"""

import asyncio
import json
import os
import re
import shutil
import signal
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

# In the environment if the window has a touch screen.
TOUCH = "GEOINDEX_TOUCH"
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


async def main() -> int:
    firefox = await asyncio.create_subprocess_exec(shutil.which("firefox-esr") or "firefox", *sys.argv[1:], stderr=asyncio.subprocess.PIPE)
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

    async def relay(client) -> None:
        async with connect(f"{address}/session", max_size=None, compression=None) as browser:
            unknown = set()
            await asyncio.gather(forward(client, browser, unknown), answer(browser, client, unknown))

    async with serve(relay, "127.0.0.1", 0, max_size=None, compression=None) as server:
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


async def answer(browser, client, emulations: set[int]) -> None:
    async for message in browser:
        if emulations and '"unknown command"' in message:
            found = json.loads(message)
            if found.get("error") == "unknown command" and found.get("id") in emulations:
                message = json.dumps({"type": "success", "id": found["id"], "result": {}})
        await client.send(message)
    await client.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
