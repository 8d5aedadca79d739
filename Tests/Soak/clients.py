"""The clients of a soak: readers that check responses, listeners of events, and hostile clients."""

import base64
import gzip
import http.client
import json
import multiprocessing
import queue
import random
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

USER, PASSWORD = "family", "soak"
AUTHORIZATION = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
KNOWN_METHODS = ("GET ", "HEAD ", "POST ", "DELETE ", "OPTIONS ", "PUT ", "TRACE ")
# The time limit of a response on a busy machine.
PATIENCE = 60


def write_passwords(folder: Path) -> Path:
    """A file with the password of all clients."""
    hashed = subprocess.run(
        ["openssl", "passwd", "-6", PASSWORD], capture_output=True, text=True, check=True).stdout.strip()
    passwords = folder / "passwords"
    passwords.write_text(f"{USER}:{hashed}\n")
    return passwords


@dataclass
class Weather:
    """The state that all processes of a run share."""

    ports: dict[str, int]
    stop: object = field(default_factory=lambda: multiprocessing.Value("b", 0))
    rest: object = field(default_factory=lambda: multiprocessing.Value("b", 1))
    # Odd while a fault of the server may break connections.
    epochs: dict[str, object] = field(
        default_factory=lambda: {name: multiprocessing.Value("q", 0) for name in ("young", "elder")})
    # The largest id to request.
    last_id: object = field(default_factory=lambda: multiprocessing.Value("q", 1))

    def is_calm_since(self, name: str, epoch: int) -> bool:
        return epoch % 2 == 0 and self.epochs[name].value == epoch

    def rough(self, name: str):
        """While this lasts, a connection may break."""
        return Rough(self.epochs[name])


@dataclass
class Rough:
    epoch: object

    def __enter__(self):
        self.epoch.value += 1

    def __exit__(self, *_):
        self.epoch.value += 1


class Role:
    """A process with some client threads and their counters."""

    def __init__(self, weather: Weather, seed: str, step, threads: int) -> None:
        self.weather, self.seed, self.step, self.threads = weather, seed, step, threads
        self.outbox = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self) -> None:
        # The parent process handles Ctrl-C.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threads = [threading.Thread(target=self.work, args=(number,), daemon=True) for number in range(self.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def work(self, number: int) -> None:
        asker = Asker(self.weather, random.Random(f"{self.seed} {number}"), self.outbox)
        while not self.weather.stop.value:
            if self.weather.rest.value:
                asker.hang_up()
                time.sleep(0.05)
                continue
            try:
                self.step(asker)
            except Exception as error:  # Every exception is a fault that the soak reports.
                asker.fault(f"{self.step.__name__}: {type(error).__name__}: {error}")
                time.sleep(0.5)
        self.outbox.put(asker.counts)

    def end(self) -> tuple[Counter, list[str]]:
        """The counters and faults; called to stop all."""
        counts, faults, missing = Counter(), [], self.threads
        end = time.monotonic() + 2 * PATIENCE
        while missing and time.monotonic() < end:
            try:
                message = self.outbox.get(timeout=1)
            except queue.Empty:
                continue
            if isinstance(message, str):
                faults.append(message)
            else:
                counts.update({key: value for key, value in message.items() if key != "slowest healthz"})
                counts["slowest healthz"] = max(counts["slowest healthz"], message["slowest healthz"])
                missing -= 1
        self.process.join(5)
        return counts, faults + (["clients that asked do not come to an end"] if missing else [])


class Asker:
    """One client with its connections."""

    def __init__(self, weather: Weather, generator: random.Random, outbox) -> None:
        self.weather, self.random, self.outbox = weather, generator, outbox
        self.counts: Counter = Counter()
        self.connections: dict[str, http.client.HTTPConnection] = {}

    def fault(self, text: str) -> None:
        self.outbox.put(text)

    def hang_up(self) -> None:
        for connection in self.connections.values():
            connection.close()
        self.connections.clear()

    def ask(self, name: str, method: str, target: str, headers: dict | None = None, content: bytes | None = None):
        """The response and its body; None if the server was unreachable."""
        epoch = self.weather.epochs[name].value
        connection = self.connections.pop(name, None)
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.weather.ports[name], timeout=PATIENCE)
        try:
            connection.request(method, target, content, {"Authorization": AUTHORIZATION} | (headers or {}))
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            # The server may close an idle connection, or one whose body it refuses; neither is a fault.
            is_allowed = isinstance(error, http.client.RemoteDisconnected) or content is not None
            if self.weather.is_calm_since(name, epoch) and not is_allowed:
                self.fault(f"{method} {target[:200]} of {name}: {type(error).__name__}: {error}")
            self.counts["broken off"] += 1
            time.sleep(0.05)
            return None, b""
        self.connections[name] = connection
        self.judge(answer.status, dict(answer.getheaders()), f"{method} {target[:300]} of {name}", body)
        return answer, body

    def judge(self, status: int, fields: dict, what: str, body: bytes = b"") -> None:
        self.counts["requests"] += 1
        self.counts[f"status {status}"] += 1
        # 501 and 505 are right for unknown methods and versions, which garbage may look like.
        if status < 500 or status == 501 and not what.startswith(KNOWN_METHODS):
            return
        if status == 505 and "HTTP/1." not in what:
            return
        if status != 503 or "Retry-After" not in {name.title() for name in fields}:
            self.fault(f"{what} was answered {status}: {body[:300]!r}")


# --- Readers

def read(asker: Asker) -> None:
    """Sends a request of the page or of a program, and checks the response for consistency."""
    lot = asker.random
    name = "young" if lot.random() < 0.5 else "elder"
    question = lot.choices([question for question, _ in QUESTIONS], [weight for _, weight in QUESTIONS])[0]
    question(asker, name)
    time.sleep(lot.random() * 0.03)


def some_box(lot: random.Random) -> list[float]:
    west, east = (lot.uniform(-180, 180) for _ in range(2))
    south, north = sorted(lot.uniform(-90, 90) for _ in range(2))
    return [-180, -90, 180, 90] if lot.random() < 0.3 else [west, south, east, north]


def written(box: list[float]) -> str:
    return ",".join(f"{edge:.5f}" for edge in box)


def ask_items(asker: Asker, name: str) -> None:
    box = some_box(asker.random)
    more = asker.random.choice(["", "&sortby=takenAt", "&properties=", "&filter=altitude%20IS%20NULL", "&media=image"])
    headers = {"Accept-Encoding": "gzip"} if asker.random.random() < 0.3 else {}
    answer, body = asker.ask(name, "GET", f"/collections/photos/items?limit=10000&bbox={written(box)}{more}", headers)
    if answer is None or answer.status != 200:
        return
    page = json.loads(gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body)
    ids = {feature["id"] for feature in page["features"]}
    if not len(ids) == len(page["features"]) == page["numberReturned"] == page["numberMatched"]:
        asker.fault(f"items of {box}: {len(ids)} ids, {page['numberReturned']} of {page['numberMatched']}")
    for feature in page["features"]:
        if not is_inside(feature["geometry"]["coordinates"], box):
            asker.fault(f"items of {box} has a photo at {feature['geometry']['coordinates']}")


def is_inside(place: list[float], box: list[float]) -> bool:
    (longitude, latitude), (west, south, east, north) = place, (round(edge, 5) for edge in box)
    is_between = west <= longitude <= east if west <= east else longitude >= west or longitude <= east
    return is_between and south <= latitude <= north


def ask_clusters(asker: Asker, name: str) -> None:
    box, zoom = some_box(asker.random), asker.random.randint(0, 12)
    answer, body = asker.ask(name, "GET", f"/collections/photos/clusters?bbox={written(box)}&zoom={zoom}")
    if answer is None or answer.status != 200:
        return
    page = json.loads(body)
    count = sum(feature["properties"].get("point_count", 1) for feature in page["features"])
    if count != page["numberMatched"]:
        asker.fault(f"clusters of {box} at {zoom} add up to {count} of {page['numberMatched']}")


def ask_export(asker: Asker, name: str) -> None:
    answer, body = asker.ask(name, "GET", "/collections/photos/export?f=ndjson&properties=")
    if answer is None or answer.status != 200:
        return
    ids = [json.loads(line)["id"] for line in body.splitlines()]
    if ids != sorted(set(ids)):
        asker.fault("an export has duplicate ids, or another order")


def ask_timeline(asker: Asker, name: str) -> None:
    how = asker.random.choice(["per=day", f"buckets={asker.random.randint(1, 500)}"])
    asker.ask(name, "GET", f"/collections/photos/timeline?{how}")


def ask_tile(asker: Asker, name: str) -> None:
    zoom = asker.random.randint(0, 6)
    column, row = (asker.random.randrange(2 ** zoom) for _ in range(2))
    asker.ask(name, "GET", f"/tiles/photos/{zoom}/{column}/{row}.mvt")


def ask_picture(asker: Asker, name: str) -> None:
    number = asker.random.randint(1, asker.weather.last_id.value)
    asker.ask(name, "GET", asker.random.choice([
        f"/photos/{number}/thumbnail?width={asker.random.choice([160, 320, 640])}",
        f"/photos/{number}/original", f"/photos/{number}/original?as=jpeg", f"/collections/photos/items/{number}"]))


def ask_range(asker: Asker, name: str) -> None:
    number, start = asker.random.randint(1, asker.weather.last_id.value), asker.random.randint(0, 20_000)
    asker.ask(name, "GET", f"/photos/{number}/original", {"Range": f"bytes={start}-{start + 99}"})


def ask_other(asker: Asker, name: str) -> None:
    longitude, latitude = asker.random.uniform(-180, 180), asker.random.uniform(-90, 90)
    asker.ask(name, asker.random.choice(["GET", "GET", "HEAD", "OPTIONS"]), asker.random.choice([
        f"/collections/photos/nearest?lon={longitude:.4f}&lat={latitude:.4f}&k=20", "/collections/photos/facets",
        "/report?limit=1000", "/", "/?f=json", "/api", "/conformance", "/collections/photos", "/tiles/photos.json",
        "/app/main.js", "/collections/photos/items?f=csv", "/collections/photos/items?f=kml&limit=50"]))


def ask_located(asker: Asker, name: str) -> None:
    asker.ask(name, "POST", "/locate", {"Content-Type": "image/jpeg"}, asker.random.randbytes(asker.random.randint(0, 60_000)))


def ask_scan(asker: Asker, name: str) -> None:
    """Requests scans of the library, and cancels some."""
    answer, body = asker.ask(name, "POST", "/scans")
    if answer is None or answer.status != 202:
        return
    asker.counts["scans requested"] += 1
    target = f"/scans/{json.loads(body)['id']}"
    if asker.random.random() < 0.4:
        time.sleep(asker.random.random() * 0.3)
        asker.ask(name, "DELETE", target)
        asker.counts["scans cancelled"] += 1
    asker.ask(name, "GET", target)
    time.sleep(asker.random.random())


QUESTIONS = [
    (ask_items, 20), (ask_clusters, 15), (ask_tile, 10), (ask_picture, 15), (ask_range, 4), (ask_timeline, 5),
    (ask_other, 15), (ask_export, 2), (ask_located, 2), (ask_scan, 1)]


def probe(asker: Asker) -> None:
    """Requests the health of the servers and measures the time."""
    for name in ("young", "elder"):
        epoch, start = asker.weather.epochs[name].value, time.monotonic()
        answer, _ = asker.ask(name, "GET", "/healthz")
        taken = time.monotonic() - start
        if answer and answer.status == 200 and asker.weather.is_calm_since(name, epoch):
            asker.counts["slowest healthz"] = max(asker.counts["slowest healthz"], taken)
            asker.counts["healthz"] += 1
    time.sleep(0.2)


# --- Hostile clients

BAD_TARGETS = [
    "/collections/photos/items?bbox=1", "/collections/photos/items?limit=-1", "/collections/photos/items?x=y",
    "/collections/photos/items?cursor=%00", "/photos/0/original", "/photos/99999999999999999999/thumbnail",
    "/photos/1/thumbnail?width=7", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/app/..%5c..%5cx",
    "/collections/photos/items?filter=" + "(" * 60, "/collections/photos/items?filter=path%20LIKE%20'%25",
    "/collections/photos/clusters?bbox=nan,0,1,1&zoom=3", "/tiles/photos/30/0/0.mvt", "/tiles/photos/2/9/9.mvt",
    "/scans/999999", "/events?x=1", "/collections/photos/clusters/zzz/items", "/" + "a" * 9_000, "/%", "/\x7f",
    "/collections/photos/items?datetime=2024-13-45", "/collections/photos/nearest?lon=999&lat=0",
]


def vandalise(asker: Asker) -> None:
    """Does something hostile."""
    lot = asker.random
    name = lot.choice(["young", "elder"])
    lot.choice([ask_badly, ask_badly, send_rubbish, leave_early, guess_password, sit_idle, drip])(asker, name)
    asker.counts["bad requests"] += 1
    time.sleep(lot.random() * 0.05)


def ask_badly(asker: Asker, name: str) -> None:
    method = asker.random.choice(["GET", "GET", "GET", "POST", "DELETE", "BREW", "TRACE"])
    target = asker.random.choice(BAD_TARGETS)
    headers = asker.random.choice([{}, {"Host": "evil.example"}, {"Accept": "x/y"}, {"Range": "bytes=9-1"},
                                   {"If-None-Match": '"' * 50}, {"Cookie": "x" * 3_000}, {"Origin": "https://evil.example"}])
    send(asker, name, request(method, target, headers))


def request(method: str, target: str, headers: dict, version: str = "1.1") -> bytes:
    fields = {"Host": "127.0.0.1", "Authorization": AUTHORIZATION, "Connection": "close"} | headers
    said = (f"{key}: {value}" for key, value in fields.items() if value is not None)
    lines = [f"{method} {target} HTTP/{version}", *said, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def send_rubbish(asker: Asker, name: str) -> None:
    content = bytearray(request("GET", "/collections/photos/items?limit=5", {}))
    for _ in range(asker.random.randint(1, 40)):
        content[asker.random.randrange(len(content))] = asker.random.randrange(256)
    send(asker, name, asker.random.choice([bytes(content), asker.random.randbytes(2_000)]) + b"\r\n\r\n")


def send(asker: Asker, name: str, content: bytes) -> None:
    """Sends raw bytes, and checks only that the response is not a server error."""
    try:
        with stranger(asker, name) as connection:
            connection.sendall(content)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while part := connection.recv(65_536):
                answer = (answer + part)[:65_536]
    except OSError:
        return
    line, _, rest = answer.partition(b"\r\n")
    if line.startswith(b"HTTP/") and len(line.split()) > 1 and line.split()[1].isdigit():
        fields = dict.fromkeys(part.split(b":")[0].decode("latin-1") for part in rest.split(b"\r\n\r\n")[0].split(b"\r\n"))
        asker.judge(int(line.split()[1]), fields, repr(content[:200])[2:], rest[-300:])


def stranger(asker: Asker, name: str) -> socket.socket:
    """A connection from another address, so that its penalties do not affect the readers."""
    return socket.create_connection(
        ("127.0.0.1", asker.weather.ports[name]), timeout=20, source_address=("127.0.0.2", 0))


def leave_early(asker: Asker, name: str) -> None:
    """Requests much and disconnects during the request or the response."""
    content = request("GET", asker.random.choice(
        ["/collections/photos/export", "/collections/photos/zip", "/photos/1/original", "/photos/2/thumbnail?width=1280",
         "/events"]), {})
    try:
        with stranger(asker, name) as connection:
            connection.sendall(content[:asker.random.randint(1, len(content) * 2)])
            if asker.random.random() < 0.7:
                connection.settimeout(0.2)
                connection.recv(100)
    except OSError:
        pass


def guess_password(asker: Asker, name: str) -> None:
    guess = base64.b64encode(f"{USER}:{asker.random.random()}".encode()).decode()
    send(asker, name, request("GET", "/collections", {"Authorization": f"Basic {guess}"}))


def sit_idle(asker: Asker, name: str) -> None:
    """Many connections that send nothing."""
    crowd = []
    try:
        for _ in range(asker.random.randint(1, 60)):
            crowd.append(stranger(asker, name))
        time.sleep(asker.random.random())
    except OSError:
        pass
    for connection in crowd:
        connection.close()


def drip(asker: Asker, name: str) -> None:
    try:
        with stranger(asker, name) as connection:
            for byte in request("GET", "/collections", {})[:asker.random.randint(1, 40)]:
                connection.sendall(bytes([byte]))
                time.sleep(0.02)
    except OSError:
        pass


# --- Listeners

class Listener:
    """Reads events, reconnects, and remembers the last event."""

    def __init__(
            self, weather: Weather, name: str, faults: list[str], *, is_slow: bool, address: str = "127.0.0.1") -> None:
        self.weather, self.name, self.faults, self.is_slow, self.address = weather, name, faults, is_slow, address
        self.last_id: str | None = None
        self.heard: Counter = Counter()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        while not self.stopping.is_set():
            try:
                self.listen_once()
            except OSError:
                pass
            self.heard["connections"] += 1
            time.sleep(0.1)

    def listen_once(self) -> None:
        with socket.socket() as connection:
            if self.is_slow:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            connection.settimeout(40)  # A comment comes every 15 s.
            connection.bind((self.address, 0))
            connection.connect(("127.0.0.1", self.weather.ports[self.name]))
            last = {"Last-Event-ID": self.last_id} if self.last_id else {}
            # In HTTP/1.0 the response has no chunks.
            connection.sendall(request("GET", "/events", last, version="1.0"))
            rest, is_first = b"", True
            while not self.stopping.is_set():
                part = connection.recv(1_024)
                if not part:
                    return
                rest += part
                *blocks, rest = rest.split(b"\n\n")
                for block in blocks:
                    is_first = self.take(block.decode(errors="replace"), is_first)
                if self.is_slow:
                    self.stopping.wait(1)

    def take(self, block: str, is_first: bool) -> bool:
        kinds = [line[7:] for line in block.splitlines() if line.startswith("event: ")]
        if not kinds:
            return is_first
        if is_first and kinds[0] != "hello":
            self.faults.append(f"the first event of {self.name} was {kinds[0]}")
        self.heard[kinds[0]] += 1
        for line in block.splitlines():
            if line.startswith("id: "):
                self.last_id = line[4:]
        return False

    def stop(self) -> None:
        self.stopping.set()


def current_event_id(port: int) -> str | None:
    """The version of the index that a new listener receives."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request("GET", "/events", {}, version="1.0"))
        answer = b""
        while b"\nid: " not in answer or not answer.endswith(b"\n\n"):
            part = connection.recv(4_096)
            if not part:
                return None
            answer += part
    return answer.split(b"\nid: ")[1].split(b"\n")[0].decode()


def get_json(port: int, target: str) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", target, headers={"Authorization": AUTHORIZATION})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise OSError(f"{target} was answered {answer.status}: {body[:200]!r}")
        return json.loads(body)
    finally:
        connection.close()
