"""The mouse pans the map without pause; how long the tasks of the main thread are, and what they do."""

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
    table.row("  that task on a core", f"{number(longest.core)} ms")
    table.row(f"  tasks over {BLOCKED_MS} ms", f"{sum(task.wall > BLOCKED_MS for task in tasks)} of {len(tasks):,}")
    busiest = max(task.core for task in tasks)
    table.row("most time on a core in one task", f"{number(busiest)} ms", goal=Goal.at_most(busiest, BLOCKED_MS, " ms"))
    for whose, what in (("page", "the page's own code"), ("maplibre", "MapLibre's"), ("browser", "the browser's")):
        table.row(f"  of {what}, at most", f"{number(max(task.on_core(whose) for task in tasks))} ms")
    waits = max(task.shares.get("graphics", 0) for task in tasks)
    table.row("longest wait for the graphics in one task", f"{number(waits)} ms")
    table.note(f"Panned in a window of {SMALL['width']} × {SMALL['height']}: {drags} drags, {frames / SECONDS:.1f} frames a "
               "second. The rest of a task's time is waiting, for the graphics or for other programs.")


def pan(browser, address):
    with opened(browser, f"{address}/{VIEW}", SMALL) as page:
        page.wait_for_load_state("networkidle")
        browser.start_tracing(page=page, categories=page_trace.CATEGORIES)
        # The start of the profiler blocks the main thread once; wait until that is over.
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
    """Drags the map left, up, right or down in turn, so that it stays among photos."""
    dx, dy = ((-200, 0), (0, -120), (200, 0), (0, 120))[number_of_drag % 4]
    page.mouse.move(280, 220)
    page.mouse.down()
    page.mouse.move(280 + dx, 220 + dy, steps=STEPS)
    page.mouse.up()
