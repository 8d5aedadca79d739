"""Scenarios: sentences about what a reader of the map page can rely on, and the code that checks them."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scenario:
    says: str
    check: Callable
    # The options of the browser context, for example a colour scheme or a window size.
    context: dict = field(default_factory=dict)
    # Whether the scenario expects failed requests, which the browser reports on its console.
    expects_failures: bool = False


ALL: list[Scenario] = []


class LeftOut(Exception):
    """Raised by a scenario that this engine, or its driver, cannot play; says why. `run.py` prints it."""


def scenario(says: str, *, expects_failures: bool = False, **context) -> Callable:
    """Registers a function that takes a MapPage and the Library behind it."""

    def register(check: Callable) -> Callable:
        ALL.append(Scenario(says, check, context, expects_failures))
        return check

    return register


def expect_equal(actual, expected, what: str) -> None:
    if actual != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {actual!r}")


def expect(condition, what: str) -> None:
    if not condition:
        raise AssertionError(what)
