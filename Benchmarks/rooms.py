"""rooms: how soon members of rooms see each other's movements, in one full room and in a thousand rooms."""

import json
import multiprocessing
import random
import re
import resource
import select
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import servers
from report import DATA, Broken, Goal, Table, megabytes, number, run

SECONDS = 10
SENDERS = 2
GOAL = 100

# The position of a movement has the time in seconds, up to this many.
WINDOW = 1_000
VIEW = re.compile(rb'"kind":"view","longitude":([0-9.]+),"latitude":1,')


def measure(settings):
    folder = DATA / "rooms"
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "photos.sqlite"
    run([settings.geoindex, "query", "--db", str(index), "--limit", "1"], allowed=(0, 1), stderr=subprocess.DEVNULL)
    table = Table(
        f"rooms: members who move their maps for {SECONDS} s",
        ("what", "deliveries/s", "p50", "p99", "goal", "", "memory", "server, cores", "movements not sent in time"))
    for rooms, members, rate in ((1, 100, 2), (1_000, 10, 0.1), (1_000, 10, 0.2)):
        with servers.geoindex(settings.geoindex, index, "--connections", "12000") as (process, address):
            add_row(table, process, address, rooms, members, rate)
    table.note("The members are three Python processes on the same cores; one of them reads all events.")
    table.note("Delivery is from the moment the request is sent to the moment the event is read, by one clock.")
    table.note("Several movements of a member within one delivery are one event: only the latest counts.")
    table.print()


def add_row(table, process, address, rooms, members, rate):
    idle = memory(process)
    crowd = Crowd(address, rooms, members)
    quiet = memory(process)
    before, start = servers.core_seconds(process), time.perf_counter()
    late = crowd.move(rate)
    took = time.perf_counter() - start
    cores = (servers.core_seconds(process) - before) / took
    times = sorted(crowd.times)
    if not times:
        raise Broken("no movement was delivered")
    p99 = percentile(times, 99)
    people = f"{rooms:,} room{'s' if rooms > 1 else ''} of {members}, {number(rate)} movements/s each"
    goal = Goal.at_most(p99, GOAL, " ms")
    table.cells(
        people, number(len(times) / took), f"{number(percentile(times, 50))} ms", f"{number(p99)} ms",
        goal.text, "met" if goal.is_met else "MISSED",
        f"{megabytes(memory(process))} ({megabytes(quiet)} before they move, {megabytes(idle)} without them)",
        number(cores), str(late))
    crowd.close()


def percentile(ordered, part):
    return ordered[min(len(ordered) - 1, len(ordered) * part // 100)] * 1_000


def memory(process):
    """Resident memory in KiB."""
    text = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1])


class Crowd:
    """All members of all rooms."""

    def __init__(self, address, rooms, members):
        host, port = address.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)
        self.poll = select.epoll()
        self.streams, self.members, self.times = {}, [], []
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        if rooms * members + 64 > limit:
            raise Broken(f"{rooms * members} connections need a higher limit of open files than {limit}")
        for _ in range(rooms):
            request = urllib.request.Request(f"{address}/rooms", method="POST", data=b"")
            room = json.load(urllib.request.urlopen(request))["id"]
            for _ in range(members):
                self.join(room)

    def join(self, room):
        stream = socket.create_connection((self.host, self.port))
        stream.sendall(f"GET /events?room={room} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        text = b""
        while b"\n\n" not in text:
            piece = stream.recv(65_536)
            if not piece:
                raise Broken(f"a member could not join: {text[:300]}")
            text += piece
        if not text.startswith(b"HTTP/1.1 200"):
            raise Broken(f"a member could not join: {text[:300]}")
        key = re.search(rb'"key":"([^"]+)"', text)[1].decode()
        member = int(re.search(rb'"member":(\d+),"key"', text)[1])
        stream.setblocking(False)
        self.streams[stream.fileno()] = stream
        self.poll.register(stream.fileno(), select.EPOLLIN)
        self.members.append((room, key, member))

    def move(self, rate):
        """Lets all members move for a while; returns how many movements were not sent because the client was late."""
        self.until = time.perf_counter() + SECONDS
        context = multiprocessing.get_context("fork")
        late = context.Queue()
        senders = [
            context.Process(target=lambda part=part: late.put(self.send(part, rate))) for part in range(SENDERS)]
        for sender in senders:
            sender.start()
        self.read()
        for sender in senders:
            sender.join()
            if sender.exitcode:
                raise Broken("a movement was refused")
        return sum(late.get() for _ in senders)

    def send(self, part, rate):
        """Moves the maps of a part of the members, each from a random moment of its period on."""
        chance, late = random.Random(part), 0
        connection = socket.create_connection((self.host, self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        start = time.perf_counter()
        plan = []
        for index in range(part, len(self.members), SENDERS):
            moment = start + chance.random() / rate
            while moment < self.until:
                plan.append((moment, index))
                moment += 1 / rate
        for moment, index in sorted(plan):
            now = time.perf_counter()
            if now > moment + 1:
                late += 1
                continue
            if now < moment:
                time.sleep(moment - now)
            self.post(connection, index)
        return late

    def post(self, connection, index):
        room, key, member = self.members[index]
        # The position is the time, in tenths of a degree: all processes have the same clock.
        longitude = time.perf_counter() % WINDOW / 10
        body = (f'{{"member":{member},"key":"{key}","kind":"view","longitude":{longitude:.7f},"latitude":1,'
                '"zoom":9}').encode()
        head = (f"POST /rooms/{room}/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n").encode()
        connection.sendall(head + body)
        answer = connection.recv(4_096)
        if not answer.startswith(b"HTTP/1.1 201"):
            raise Broken(f"a movement was refused: {answer[:300]}")

    def read(self):
        """Reads the events of all members until a while after the last movement."""
        end = self.until + 1
        rests = {}
        while (now := time.perf_counter()) < end:
            for descriptor, _ in self.poll.poll(min(0.1, end - now)):
                piece = self.streams[descriptor].recv(262_144)
                if not piece:
                    raise Broken("the server has closed a stream")
                now = time.perf_counter()
                text = rests.pop(descriptor, b"") + piece
                last = 0
                for match in VIEW.finditer(text):
                    last = match.end()
                    self.times.append((now - float(match[1]) * 10) % WINDOW)
                # The end may be the first half of an event.
                rests[descriptor] = text[last:][-300:]

    def close(self):
        for stream in self.streams.values():
            stream.close()
        self.poll.close()
