"""The mouse drags the map about without a rest; how long the main thread is busy at a time, and with what."""

import time

import page_trace
from page_browser import SMALL, opened
from report import Goal, number

SECONDS = 10
STEPS = 8
BLOCKED_MS = 50
VIEW = "#map=5/46/8"

FRAMES = "window.frames_drawn = 0; (function next() { frames_drawn += 1; requestAnimationFrame(next); })()"


def measure(browser, address, table):
    drags, frames, tasks = pan(browser, address)
    longest = max(tasks, key=lambda task: task.wall)
    table.row(f"longest task while panning for {SECONDS} s", f"{number(longest.wall)} ms",
              goal=Goal.at_most(longest.wall, BLOCKED_MS, " ms"))
    table.row("  of that on a core", f"{number(longest.core)} ms")
    table.row(f"  tasks over {BLOCKED_MS} ms", str(sum(task.wall > BLOCKED_MS for task in tasks)))
    table.row("  most time on a core in one task", f"{number(max(task.core for task in tasks))} ms")
    ours = most(tasks, "page")
    table.row("most that the page's own code takes in one task", f"{number(ours)} ms",
              goal=Goal.at_most(ours, BLOCKED_MS, " ms"))
    table.row("most that MapLibre's code takes", f"{number(most(tasks, 'maplibre'))} ms")
    table.row("most that it waits for the graphics", f"{number(most(tasks, 'graphics'))} ms")
    table.row("most that is the browser's own", f"{number(most(tasks, 'browser'))} ms")
    table.note(f"Panned in a window of {SMALL['width']} × {SMALL['height']}: {drags} drags, {frames / SECONDS:.1f} frames a "
               "second. Shares are by samples of the stack, and count waits for a core too.")


def most(tasks, whose):
    return max(task.shares.get(whose, 0) for task in tasks)


def pan(browser, address):
    with opened(browser, f"{address}/{VIEW}", SMALL) as page:
        page.wait_for_load_state("networkidle")
        browser.start_tracing(page=page, categories=page_trace.CATEGORIES)
        # The sampler has to begin, which blocks the thread once.
        page.evaluate("new Promise((done) => requestIdleCallback(done))")
        page.evaluate(f"{FRAMES}; performance.mark('panning begins')")
        until = time.perf_counter() + SECONDS
        drags = 0
        while time.perf_counter() < until:
            drag(page, drags)
            drags += 1
        frames = page.evaluate("performance.mark('panning ends'); frames_drawn")
        return drags, frames, page_trace.tasks(browser.stop_tracing(), "panning begins", "panning ends")


def drag(page, number_of_drag):
    """One pan with the mouse, to the left, up, right and down in turn, so that it stays among photos."""
    dx, dy = ((-200, 0), (0, -120), (200, 0), (0, 120))[number_of_drag % 4]
    page.mouse.move(280, 220)
    page.mouse.down()
    page.mouse.move(280 + dx, 220 + dy, steps=STEPS)
    page.mouse.up()
