"""A normal client: sends requests of the page and of programs, expects every response, and measures times."""

import http.client
import multiprocessing
import random
import threading
import time
from statistics import median, quantiles

from clients import AUTHORIZATION, written

# The time limit of a response for a normal client.
LONGEST_SECONDS = 5
# After this a response counts as missing.
PATIENCE = 30
PAUSE_SECONDS = 0.01
# A loopback address that no other client uses.
ADDRESS = "127.0.0.3"


def view(lot: random.Random) -> tuple[int, str]:
    """A zoom level, and the box of a window at a random place."""
    zoom = lot.randint(2, 10)
    width, west, south = 360 / 2 ** zoom * 3, lot.uniform(-180, 180), lot.uniform(-70, 70)
    return zoom, written([west, south, min(180, west + width), min(85, south + width / 2)])


def box_of_items(lot: random.Random) -> str:
    return f"/collections/photos/items?limit=50&bbox={view(lot)[1]}"


def clusters(lot: random.Random) -> str:
    zoom, box = view(lot)
    return f"/collections/photos/clusters?bbox={box}&zoom={zoom}"


def tile(lot: random.Random) -> str:
    zoom = lot.randint(0, 6)
    return f"/tiles/photos/{zoom}/{lot.randrange(2 ** zoom)}/{lot.randrange(2 ** zoom)}.mvt"


QUESTIONS = {
    "a box of items": box_of_items, "clusters": clusters, "a tile": tile, "/healthz": lambda _: "/healthz",
    "index.html": lambda _: "/"}


class Meeting:
    """The results of a period: the seconds of each response, and the faults."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {what: [] for what in QUESTIONS}
        self.faults: list[str] = []
        # A persistent connection that was closed before its next request, which browsers retry.
        self.asked_again = 0

    def add(self, other: "Meeting") -> None:
        for what, seconds in other.seconds.items():
            self.seconds[what] += seconds
        self.faults += other.faults
        self.asked_again += other.asked_again

    @property
    def all_seconds(self) -> list[float]:
        return [second for seconds in self.seconds.values() for second in seconds]

    @property
    def median(self) -> float:
        return median(self.all_seconds or [0])

    @property
    def percentile_99(self) -> float:
        return quantiles(self.all_seconds, n=100)[98] if len(self.all_seconds) > 1 else 0

    @property
    def longest(self) -> float:
        return max(self.all_seconds, default=0)

    def problems(self) -> list[str]:
        slow = [f"{what} took {max(seconds):.1f} s" for what, seconds in self.seconds.items()
                if max(seconds, default=0) > LONGEST_SECONDS]
        unanswered = [f"{what} was never answered" for what, seconds in self.seconds.items() if not seconds]
        return self.faults + slow + unanswered


def meet(port: int, seconds: float, seed: str) -> Meeting:
    """Sends requests for a time in a separate process: one client with a persistent connection, one with new ones."""
    inbox, outbox = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=ask_for, args=(port, seconds, seed, outbox), daemon=True)
    process.start()
    met = inbox.recv() if inbox.poll(seconds + 3 * PATIENCE) else None
    process.kill()
    process.join()
    if met is None:
        met = Meeting()
        met.faults.append(f"a normal client that was to send requests for {seconds} s did not end")
    return met


def ask_for(port: int, seconds: float, seed: str, outbox) -> None:
    clients = [Client(port, f"{seed} {keeps}", keeps) for keeps in (True, False)]
    threads = [threading.Thread(target=client.ask_until, args=(time.monotonic() + seconds,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    met = Meeting()
    for client in clients:
        met.add(client.met)
    outbox.send(met)


class Client:
    def __init__(self, port: int, seed: str, keeps_connection: bool) -> None:
        self.port, self.lot, self.keeps_connection = port, random.Random(seed), keeps_connection
        self.met = Meeting()
        self.connection: http.client.HTTPConnection | None = None

    def ask_until(self, end: float) -> None:
        while time.monotonic() < end:
            # In turn, so that each kind of request is equally frequent.
            for what, target in QUESTIONS.items():
                self.ask(what, target(self.lot))
                time.sleep(PAUSE_SECONDS)

    def ask(self, what: str, target: str) -> None:
        start, is_kept = time.monotonic(), self.connection is not None
        try:
            status, body = self.exchange(target)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
            if not is_kept:
                return self.met.faults.append(f"{target}: {type(error).__name__}: {error}")
            self.met.asked_again += 1
            return self.ask_again(what, target, start)
        except (OSError, http.client.HTTPException) as error:
            return self.met.faults.append(f"{target}: {type(error).__name__}: {error}")
        self.judge(what, target, status, body, start)

    def ask_again(self, what: str, target: str, start: float) -> None:
        try:
            status, body = self.exchange(target)
        except (OSError, http.client.HTTPException) as error:
            return self.met.faults.append(f"{target}, asked again: {type(error).__name__}: {error}")
        self.judge(what, target, status, body, start)

    def exchange(self, target: str) -> tuple[int, bytes]:
        connection, self.connection = self.connection, None
        connection = connection or http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(ADDRESS, 0))
        try:
            connection.request("GET", target, headers={"Authorization": AUTHORIZATION, "Accept": "text/html,*/*"})
            answer = connection.getresponse()
            body = answer.read()
        except BaseException:
            connection.close()
            raise
        if self.keeps_connection and not answer.will_close:
            self.connection = connection
        else:
            connection.close()
        return answer.status, body

    def judge(self, what: str, target: str, status: int, body: bytes, start: float) -> None:
        if status not in (200, 204):
            self.met.faults.append(f"{target} was answered {status}: {body[:200]!r}")
        else:
            self.met.seconds[what].append(time.monotonic() - start)
