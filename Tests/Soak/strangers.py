"""Crowds: thousands of connections of one process that are idle, send or read slowly, or send garbage.
Closed ones reconnect."""

import errno
import multiprocessing
import random
import select
import signal
import socket
import time
from dataclasses import dataclass

from clients import request
from program import allow_descriptors

# Each connection acts once a second, a twentieth of them at a time.
TURNS = 20
# A closed connection reconnects after about three turns.
PATIENCE_TURNS = 3
# Lets the kernel choose the port at connect, so that it must be free only for this pair of addresses.
IP_BIND_ADDRESS_NO_PORT = 24
# A TLS hello says in five bytes that five hundred more will come.
HALF_A_HELLO = bytes([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]) + bytes(range(40))


@dataclass(frozen=True)
class Habit:
    """What a client sends after connecting, and what it sends and reads at each turn."""

    name: str
    greeting: bytes = b""
    drip: bytes = b""
    # The bytes read at each turn; a client that reads nothing only checks whether it was disconnected.
    sip: int = 0


def asking(target: str, method: str = "GET", **fields) -> bytes:
    """A request without a password."""
    return request(method, target, {"Connection": "keep-alive", "Authorization": None} | fields)


SILENT = Habit("is silent")
WAITING = Habit("asked once and waits", asking("/healthz"), sip=4_096)
SLOW = [
    Habit("a byte of a header a second", asking("/healthz")[:-4] + b"\r\nX-Slow: ", drip=b"a"),
    # Slightly faster than the limit for slow clients.
    Habit("content at 600 bytes a second", asking("/scans", "POST", **{"Content-Length": "1000000"}), drip=b"a" * 600),
    Habit("much content, then next to none", asking("/scans", "POST", **{"Content-Length": "1000000"}) + b"a" * 200_000,
          drip=b"a" * 600),
    Habit("an export at 1 KB a second", asking("/collections/photos/export"), sip=1_024),
    Habit("10,000 photos at 1 KB a second", asking("/collections/photos/items?limit=10000"), sip=1_024),
    Habit("/events, never read", asking("/events")),
    Habit("half a TLS hello", HALF_A_HELLO),
    Habit("bytes without sense", bytes(random.Random(1).choices(range(128, 256), k=900)), sip=4_096),
]


def many_addresses(number: int) -> str:
    """One of 250 addresses of this machine, none of them its usual one."""
    return f"127.1.0.{number % 250 + 1}"


def one_address(_: int) -> str:
    return "127.2.0.1"


class Strangers:
    """A crowd in a process of its own."""

    FIGURES = ("open", "came", "hung up on", "refused", "cannot come")

    def __init__(self, port: int, habits: list[Habit], count: int, address) -> None:
        self.port, self.habits, self.count, self.address = port, habits, count, address
        self.stopping = multiprocessing.Event()
        self.shared = multiprocessing.Array("q", len(self.FIGURES))
        self.process = multiprocessing.Process(target=self.run, daemon=True)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_) -> None:
        self.stopping.set()
        self.process.join(60)
        self.process.kill()

    @property
    def figures(self) -> dict[str, int]:
        return dict(zip(self.FIGURES, self.shared))

    def wait_until_all_came(self, seconds: float) -> bool:
        """Whether each has connected at least once, or tried to."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.is_alive():
            if self.figures["came"] + self.figures["cannot come"] >= self.count:
                return True
            time.sleep(0.1)
        return False

    # --- In its own process

    def run(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        allow_descriptors(self.count + 200)
        self.poll = select.epoll()
        self.guests: dict[int, Stranger] = {}
        self.count_of = dict.fromkeys(self.FIGURES, 0)
        crowd = [Stranger(self.habits[number % len(self.habits)], self.address(number)) for number in range(self.count)]
        random.Random(1).shuffle(crowd)
        turn = 0
        while not self.stopping.is_set():
            began = time.monotonic()
            for stranger in crowd[turn % TURNS::TURNS]:
                self.take_turn(stranger)
            turn += 1
            self.look(began + 1 / TURNS)
            self.shared[:] = [self.count_of[figure] for figure in self.FIGURES]

    def take_turn(self, stranger: "Stranger") -> None:
        if stranger.socket is None:
            stranger.away += 1
            if stranger.away >= stranger.stays_away:
                self.come(stranger)
        elif not stranger.go_on():
            self.leave(stranger)

    def come(self, stranger: "Stranger") -> None:
        if not stranger.come(self.port):
            self.count_of["cannot come"] += 1
            return
        self.guests[stranger.socket.fileno()] = stranger
        # Not registered for readable data, because most do not read.
        self.poll.register(stranger.socket, select.EPOLLRDHUP)
        self.count_of["came"] += 1
        self.count_of["open"] += 1

    def look(self, until: float) -> None:
        """Detects closed connections until the next turn."""
        while (left := until - time.monotonic()) > 0:
            for descriptor, _ in self.poll.poll(left, 256):
                stranger = self.guests[descriptor]
                if b"503" in stranger.last_words()[:12]:
                    self.count_of["refused"] += 1
                self.leave(stranger)

    def leave(self, stranger: "Stranger") -> None:
        self.poll.unregister(stranger.socket)
        del self.guests[stranger.socket.fileno()]
        stranger.leave()
        self.count_of["hung up on"] += 1
        self.count_of["open"] -= 1


class Stranger:
    """A client of a crowd, with its connection if it has one."""

    def __init__(self, habit: Habit, address: str) -> None:
        self.habit, self.address = habit, address
        self.socket: socket.socket | None = None
        self.away, self.stays_away = 0, 1
        self.unsaid = b""

    def come(self, port: int) -> bool:
        self.away, self.stays_away = 0, random.randint(1, 2 * PATIENCE_TURNS - 1)
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        if self.habit.sip or not self.habit.drip:
            # A small buffer, so that the kernel does not accept unread data.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.setsockopt(socket.SOL_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        try:
            connection.bind((self.address, 0))
            failure = connection.connect_ex(("127.0.0.1", port))
        except OSError as error:
            failure = error.errno
        if failure not in (0, errno.EINPROGRESS):
            connection.close()
            return False
        self.socket, self.unsaid = connection, self.habit.greeting
        return True

    def go_on(self) -> bool:
        """Sends the next bytes and reads a little; returns False if the connection is broken."""
        try:
            if self.unsaid:
                self.unsaid = self.unsaid[self.socket.send(self.unsaid):]
            elif self.habit.drip:
                self.socket.send(self.habit.drip)
        except BlockingIOError:
            pass
        except OSError:
            return False
        return not self.habit.sip or self.read(self.habit.sip) is not None

    def read(self, count: int) -> bytes | None:
        """The received bytes; None if the connection is closed."""
        try:
            return self.socket.recv(count) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def last_words(self) -> bytes:
        return self.read(100) or b""

    def leave(self) -> None:
        self.socket.close()
        self.socket = None
