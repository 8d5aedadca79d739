"""roles: a thousand users with ten scopes, beside an owner: how soon they are answered, and what memory they take."""

import http.client
import json
import random
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import servers
from report import DATA, Broken, Goal, Table, megabytes, number, run

USERS = 1_000
ROUNDS = 3_000
SHARE_MEGABYTES = 200

# Each has about a tenth of the photos; a condition on all tables would be slower, one on boxes alone quicker.
SCOPES = [("--path", f"{digit}*") for digit in range(5)] + [
    ("--bbox", "-180,-90,-108,90"), ("--bbox", "-20,-90,40,90"), ("--bbox", "100,0,180,90"),
    ("--keyword", "Club"), ("--keyword", "Places/Sea")]
KEYWORDS = ["Club", "Places/Sea", "Garden", "Work", "Music"]
WORLD = "/collections/photos/clusters?bbox=-180,-90,180,90&zoom=2"


def measure(settings):
    folder = DATA / f"roles-{settings.points}"
    index = folder / "photos.sqlite"
    owner, users = prepare(settings, folder, index)
    table = Table(
        f"roles: {USERS:,} users with {len(SCOPES)} scopes; {settings.points:,} photos; median / 99th percentile",
        ("what", "users", "owner", "ratio", "goal", ""))
    alone = by_owner_alone(settings, index, owner)
    with servers.geoindex(settings.geoindex, index) as (process, address):
        with_users(table, Client(address), process, owner, users, alone)
    table.note("The owner and the users ask in turn, on one connection; each user has a token.")
    table.note("Their memory is what the server takes more than one that only the owner has asked the same.")
    table.print()


def by_owner_alone(settings, index, owner):
    """The memory in KiB after each step of a server that only the owner asks."""
    with servers.geoindex(settings.geoindex, index) as (process, address):
        client, memory = Client(address), []
        client.ask(owner, WORLD)
        for question in questions(2 * ROUNDS):
            client.ask(owner, question)
        memory.append(resident(process))
        for path in ("/collections/photos/facets", "/trips"):
            client.ask(owner, path)
        memory.append(resident(process))
        return memory


def with_users(table, client, process, owner, users, alone):
    _, worlds = client.ask(owner, WORLD), [client.time(owner, WORLD) for _ in range(20)]
    firsts, again, seen = [], [], set()
    for user, scope in users:
        if scope not in seen:
            seen.add(scope)
            firsts.append(client.time(user, WORLD))
        again.append(client.time(user, WORLD))
    table.row("first world of a scope", spread(firsts))
    add_ratio(table, "world again", again, worlds)
    add_counts(client, owner, users)
    chance = random.Random(3)
    times = {"boxes": ([], []), "clusters": ([], [])}
    for position, question in enumerate(questions(2 * ROUNDS)):
        kind = "boxes" if "items" in question else "clusters"
        user, _ = users[chance.randrange(len(users))]
        # Neither is always the first who asks it.
        for is_owner in ((True, False) if position % 2 else (False, True)):
            times[kind][is_owner].append(client.time(owner if is_owner else user, question))
    for kind, (of_users, of_owner) in times.items():
        add_ratio(table, f"random {kind}", of_users, of_owner)
    add_memory(table, "memory for counts and boxes", process, alone[0])
    for path in ("/collections/photos/facets", "/trips"):
        client.ask(owner, path)
        of_owner, of_users = [client.time(owner, path) for _ in range(20)], []
        table.row(f"first {path.rsplit(chr(47))[-1]} of a scope", spread([client.time(user, path) for user in one_of_each(users)]))
        for user in one_of_each(users):
            of_users.append(client.time(user, path))
        add_ratio(table, f"{path.rsplit(chr(47))[-1]} again", of_users, of_owner)
    add_memory(table, "memory with facets and trips", process, alone[1], goal=True)


def add_counts(client, owner, users):
    """The users of a scope see a part of what the owner sees, and all of them the same."""
    everything = client.count(owner)
    counts = {}
    for user, scope in users:
        counts.setdefault(scope, set()).add(client.count(user))
    if any(len(found) != 1 or not 0 < max(found) < everything for found in counts.values()):
        raise Broken(f"the scopes see {counts} of {everything} photos")


def one_of_each(users):
    return list({scope: user for user, scope in users}.values())


def add_ratio(table, what, of_users, of_owner):
    ratio = middle(of_users) / middle(of_owner)
    table.row(what, spread(of_users), spread(of_owner), ratio)


def add_memory(table, what, process, alone, goal=False):
    share = resident(process) - alone
    bound = Goal.at_most(share / 1024, SHARE_MEGABYTES, " MB") if goal else None
    table.row(what, megabytes(share), megabytes(alone), goal=bound)


def middle(times):
    return sorted(times)[len(times) // 2]


def spread(times):
    ordered = sorted(times)
    return f"{number(middle(ordered))} / {number(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)])} ms"


def questions(count):
    """Boxes of about a hundredth of the width of the world, where photos are, with their pins or clusters."""
    chance = random.Random(2)
    for number_of in range(count):
        longitude, latitude = place(chance)
        size = chance.choice([0.1, 1, 5])
        box = ",".join(f"{value:.4f}" for value in (
            max(-180, longitude - size), max(-90, latitude - size), min(180, longitude + size),
            min(90, latitude + size)))
        yield (f"/collections/photos/items?bbox={box}&limit=100&properties=" if number_of % 2
               else f"/collections/photos/clusters?bbox={box}&zoom=8")


def place(chance):
    """A position near one of a thousand places."""
    town = random.Random(chance.randrange(1_000))
    return (
        max(-180.0, min(179.9, town.uniform(-180, 180) + chance.gauss(0, 0.2))),
        max(-85.0, min(85.0, town.uniform(-60, 70) + chance.gauss(0, 0.2))))


def resident(process):
    """Resident memory in KiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1])


# --- The library and its users

def prepare(settings, folder, index):
    """The tokens of the owner, and of each user with the number of the scope; made on the first call."""
    tokens = folder / "tokens.json"
    if not tokens.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("photos.sqlite*"):
            path.unlink()
        fill(settings, index)
        made = add_users(settings, index)
        tokens.write_text(json.dumps(made))
    made = json.loads(tokens.read_text())
    return made[0][0], [tuple(one) for one in made[1:]]


def fill(settings, index):
    process = subprocess.Popen(
        [settings.geoindex, "import", "--quiet", "--db", str(index), "-"], stdin=subprocess.PIPE, text=True)
    chance = random.Random(1)
    for photo in range(settings.points):
        longitude, latitude = place(chance)
        when = time.gmtime(1_200_000_000 + chance.randrange(480_000_000))
        process.stdin.write(json.dumps({
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [round(longitude, 6), round(latitude, 6)]},
            "properties": {
                "path": f"{photo % 100:02}/{photo // 10_000:03}/IMG_{photo:07}.jpg",
                "takenAtLocal": time.strftime("%Y-%m-%dT%H:%M:%S", when), "cameraModel": f"Camera {photo % 7}",
                "keywords": chance.sample(KEYWORDS, 1) if chance.random() < 0.5 else []}}) + "\n")
    process.stdin.close()
    if process.wait():
        raise Broken(f"import ended with {process.returncode}")


def add_users(settings, index):
    def add(number_of):
        if number_of == 0:
            name, options = "owner", ["--role", "owner"]
        else:
            scope = SCOPES[number_of % len(SCOPES)]
            name, options = f"user{number_of}", ["--role", "viewer", *scope]
        run([settings.geoindex, "user", "add", name, "--no-password", "--quiet", "--db", str(index), *options])
        token = run([settings.geoindex, "user", "token", name, "--expires", "52w", "--quiet", "--db", str(index)])
        return token.strip(), number_of % len(SCOPES)

    # The owner first.
    with ThreadPoolExecutor(4) as pool:
        return [add(0), *pool.map(add, range(1, USERS + 1))]


class Client:
    """One connection to the server."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=120)

    def ask(self, token, target):
        self.connection.request("GET", target, headers={"Authorization": f"Bearer {token}"})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise Broken(f"{target} was answered with {answer.status}: {content[:300]}")
        return content

    def time(self, token, target):
        """How long an answer takes, in milliseconds."""
        start = time.perf_counter()
        self.ask(token, target)
        return (time.perf_counter() - start) * 1_000

    def count(self, token):
        return json.loads(self.ask(token, "/collections/photos/items?limit=1&properties="))["numberMatched"]
