#!/usr/bin/env python3
"""Follows the recipe of docs/scale.md on five machines, and kills each of them while photos arrive. Needs root.

    sudo Tests/Soak/namespaces.py GEOINDEX [--seconds 120] [--seed 1]

The machines are network namespaces with their own host name, home, /srv and addresses: `db` has PostgreSQL, `nas` and
`attic` have photos and watch them, `web1` and `web2` have servers. At random moments a program ends by kill -9, a
machine loses its power, or its network for some seconds. In the end both servers must show exactly the photos of both
machines, every placement that was acknowledged, and pictures of both, which they fetch over http://, https:// and
behind nginx with a path prefix.
"""
import argparse
import json
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE / "Tests/Proxies"))
import recipes  # noqa: E402

PASSWORD = "seven pears"
NAMES = ("db", "nas", "attic", "web1", "web2")
PORT = 8080
# Runs as the machine: its host name, its names of the others, its photos, and its socket of PostgreSQL.
ENTER = """
hostname "$1" && mount --bind "$2/hosts" /etc/hosts && mount --bind "$2/srv" /srv &&
mkdir -p /run/postgresql && mount --bind "$2/run" /run/postgresql && cd "$2/home" && shift 2 && exec "$@"
"""


class Failure(Exception):
    pass


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options).stdout


class Machine:
    """A network namespace with the files of a machine."""

    def __init__(self, world, name, number):
        self.world, self.name, self.space = world, name, f"geoindex-{os.getpid()}-{name}"
        self.folder, self.address = world.folder / name, f"10.77.0.{number}"
        self.link = f"gi{os.getpid() % 100000}-{number}"
        self.running = {}
        for part in ("home", "srv/photos", "run", "bin"):
            (self.folder / part).mkdir(parents=True)
        (self.folder / "bin/geoindex").symlink_to(world.program)
        shutil.copy(world.folder / "hosts", self.folder / "hosts")
        run("ip", "netns", "add", self.space)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        run("ip", "link", "set", self.link, "netns", world.switch)
        run("ip", "-n", world.switch, "link", "set", self.link, "master", "bridge", "up")
        for words in (["addr", "add", f"{self.address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"],
                      ["link", "set", "lo", "up"]):
            run("ip", "-n", self.space, *words)
        self.environment = {
            "HOME": str(self.folder / "home"), "LANG": "C.UTF-8", "GEOINDEX_STATIC": str(HERE / "static"),
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}

    @property
    def photos(self):
        return self.folder / "srv" / "photos"

    def command(self, *words):
        return ["ip", "netns", "exec", self.space, "unshare", "--mount", "--uts", "--", "bash", "-c", ENTER, "enter",
                self.name, str(self.folder), *(str(word) for word in words)]

    def run(self, *words, check=True, timeout=120):
        done = subprocess.run(self.command(*words), env=self.environment, capture_output=True, text=True,
                              timeout=timeout)
        if check and done.returncode != 0:
            raise Failure(f"{self.name}: {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def start(self, *words):
        """Starts a program that runs until it is killed, also again."""
        self.kill(*words)
        log = (self.folder / f"{Path(words[0]).name}-{words[1].strip('-')}.log").open("a")
        self.running[words] = subprocess.Popen(self.command(*words), env=self.environment, stdout=log, stderr=log,
                                               start_new_session=True)

    def kill(self, *words):
        process = self.running.pop(words, None)
        if process:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def power_cut(self):
        programs = list(self.running)
        for words in programs:
            self.kill(*words)
        return programs

    def set_network(self, state):
        run("ip", "-n", self.world.switch, "link", "set", self.link, state)

    def get(self, path, *words, url=f"http://127.0.0.1:{PORT}/"):
        """The status and the body of a response, as a program on the machine sees them."""
        with tempfile.NamedTemporaryFile() as file:
            status = self.run("curl", "--silent", "--max-time", "70", "--output", file.name, "--write-out",
                              "%{http_code}", *words, url + path, check=False)
            return status, file.read()


class World:
    def __init__(self, program, seed):
        self.program, self.random = Path(program).resolve(), random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-machines-"))
        os.chmod(self.folder, 0o755)
        hosts = "".join(f"10.77.0.{number} {name}\n" for number, name in enumerate(NAMES, 1))
        (self.folder / "hosts").write_text("127.0.0.1 localhost\n" + hosts)
        self.switch = f"geoindex-{os.getpid()}-switch"
        run("ip", "netns", "add", self.switch)
        run("ip", "-n", self.switch, "link", "add", "bridge", "type", "bridge")
        run("ip", "-n", self.switch, "link", "set", "bridge", "up")
        self.machines = {name: Machine(self, name, number) for number, name in enumerate(NAMES, 1)}
        self.make_certificates()
        self.samples = [path for path in sorted((HERE / "sample-photos").rglob("*.jpg"))
                        if path.stat().st_size < 60_000 and "helsinki" not in str(path) and "odd" not in str(path)]
        self.count, self.acknowledged, self.totals, self.placing = 0, set(), {}, None

    def __getitem__(self, name):
        return self.machines[name]

    def make_certificates(self):
        """An authority of this network, and a certificate of each machine."""
        os.chdir(self.folder)
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=authority",
            "-keyout", "authority.key", "-out", "authority.pem")
        for name in ("db", "nas"):
            run("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key",
                "-out", f"{name}.request")
            Path("names").write_text(f"subjectAltName=DNS:{name}\n")
            run("openssl", "x509", "-req", "-days", "2", "-in", f"{name}.request", "-CA", "authority.pem", "-CAkey",
                "authority.key", "-CAcreateserial", "-extfile", "names", "-out", f"{name}.pem")

    # --- The recipe

    def recipe(self):
        section = (HERE / "docs/scale.md").read_text().split("## Recipe")[1].split("\n## ")[0]
        blocks = dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL)), re.findall(r"```sh\n(.*?)```", section,
                                                                                       re.DOTALL)
        settings, (database, others) = blocks[0], blocks[1][:2]
        self.start_database(settings["ini"], settings["text"])
        for line in database.strip().splitlines():
            answer(self["db"].command("bash", "-c", line), self["db"].environment)
        for machine in list(self.machines.values())[1:]:
            home = Path(machine.environment["HOME"])
            (home / ".pgpass").write_text(f"db:5432:photos:geoindex:{PASSWORD}\n")
            (home / ".pgpass").chmod(0o600)
            (home / ".postgresql").mkdir()
            shutil.copy(self.folder / "authority.pem", home / ".postgresql/root.crt")
        lines = [line.split("#")[0].strip() for line in others.strip().splitlines()]
        export, scan, watch, serve, doctor = lines
        address = re.fullmatch(r"export GEOINDEX_DB='(.*)'", export).group(1)
        for machine in list(self.machines.values())[1:]:
            machine.environment["GEOINDEX_DB"] = address
        for name in ("nas", "attic"):
            for _ in range(20):
                self.arrive(self[name])
            self[name].run(*scan.split())
            self[name].start(*watch.split())
        for name in ("web1", "web2"):
            self[name].start(*serve.split(), "--cacert", self.folder / "authority.pem")
        self.doctor = doctor.split()

    def start_database(self, settings, access):
        """PostgreSQL as Debian installs it, with the settings of the recipe."""
        db, data = self["db"], self["db"].folder / "data"
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        for path in (data, db.folder / "run", self.folder / "db.key"):
            if path == data:
                data.mkdir()
            shutil.chown(path, "postgres", "postgres")
        (self.folder / "db.key").chmod(0o600)
        (db.folder / "bin/sudo").write_text(
            '#!/bin/sh\nshift 2\ncd / && exec setpriv --reuid postgres --regid postgres --init-groups "$@"\n')
        (db.folder / "bin/sudo").chmod(0o755)
        as_postgres = ("sudo", "-u", "postgres")
        db.run(*as_postgres, programs / "initdb", "--pgdata", data, "--auth-local=peer", "--auth-host=scram-sha-256")
        for name, path in (("db.pem", self.folder / "db.pem"), ("db.key", self.folder / "db.key")):
            settings = settings.replace(f"/etc/postgresql/{name}", str(path))
        (data / "postgresql.conf").open("a").write(settings)
        (data / "pg_hba.conf").open("a").write(access)
        # After kill -9 it does not start while processes of the one before it still end.
        self.postgres = (*as_postgres, "bash", "-c", f"while ! {programs}/postgres -D {data}; do sleep 0.2; done")
        db.start(*self.postgres)
        wait("PostgreSQL starts", lambda: db.run(*as_postgres, "psql", "-c", "SELECT 1", check=False))

    # --- What happens

    def arrive(self, machine):
        self.count += 1
        folder = machine.photos / f"d{self.random.randrange(8)}"
        folder.mkdir(exist_ok=True)
        # Complete before it has its name, as a camera program does.
        (folder / ".part").write_bytes(self.random.choice(self.samples).read_bytes() + b"%d" % self.count)
        (folder / ".part").rename(folder / f"p{self.count}.jpg")

    def change(self, machine):
        files = sorted(machine.photos.rglob("p*.jpg"))
        what = self.random.randrange(10)
        if what < 7 or len(files) < 10:
            return self.arrive(machine)
        file = self.random.choice(files)
        if what == 7:
            return file.unlink()
        folder = machine.photos / f"d{self.random.randrange(8)}"
        folder.mkdir(exist_ok=True)
        return file.rename(folder / file.name)

    def place(self):
        """Places a photo by one of the servers; what is acknowledged must stay."""
        web = self[self.random.choice(("web1", "web2"))]
        status, body = web.get("collections/photos/items?limit=500&properties=path")
        features = json.loads(body)["features"] if status == "200" else []
        if not features:
            return
        photo, latitude = self.random.choice(features)["id"], round(self.random.uniform(-80, 80), 5)
        request = json.dumps({"placements": [{"photo": photo, "longitude": 10, "latitude": latitude}]})
        status, body = web.get("placements", "-H", "Content-Type: application/json", "-d", request)
        if status == "201":
            self.acknowledged.add(latitude)

    def disturb(self):
        name = self.random.choice(NAMES)
        machine, what = self[name], self.random.choice(("kill", "power", "network"))
        self.totals[what] = self.totals.get(what, 0) + 1
        if what == "network":
            machine.set_network("down")
            self.wait(self.random.uniform(1, 6))
            return machine.set_network("up")
        programs = [self.random.choice(list(machine.running))] if what == "kill" else list(machine.running)
        for words in programs:
            machine.kill(*words)
        self.wait(self.random.uniform(0.2, 4))
        for words in programs:
            machine.start(*words)

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.change(self[self.random.choice(("nas", "attic"))])
            # A server that cannot reach the database answers late.
            if not (self.placing and self.placing.is_alive()):
                self.placing = threading.Thread(target=self.place)
                self.placing.start()
            time.sleep(0.1)

    # --- What must hold

    def shown(self, name):
        status, body = self[name].get("collections/photos/items?limit=10000&properties=path,root")
        if status != "200":
            return None
        return sorted((p["properties"]["root"], p["properties"]["path"]) for p in json.loads(body)["features"])

    def compare(self):
        if self.placing:
            self.placing.join()
        expected = sorted((f"{name}:/srv/photos", str(path.relative_to(self[name].photos)))
                          for name in ("nas", "attic") for path in self[name].photos.rglob("p*.jpg"))
        for name in ("web1", "web2"):
            wait(f"{name} shows the photos", lambda name=name: self.shown(name) == expected, seconds=90,
                 explain=lambda name=name: str(set(self.shown(name) or ()) ^ set(expected))[:500])
        exports = [self[name].run("geoindex", "export") for name in ("web1", "web2")]
        if exports[0] != exports[1]:
            raise Failure("the servers export different photos")
        stored = {round(int(text) / 1e7, 5) for text in self["db"].run(
            "sudo", "-u", "postgres", "psql", "-qtA", "photos", "-c",
            "SELECT latitude FROM geoindex.placement").split()}
        if self.acknowledged - stored:
            raise Failure(f"placements were lost: {self.acknowledged - stored}")
        for name in NAMES[1:]:
            said = self[name].run(*self.doctor, check=False)
            if "of the record" not in said or "nothing damaged" not in said:
                raise Failure(f"{name}: {said}")

    def pictures(self, announced):
        """Fetches pictures of the nas by the servers, and compares them with the files."""
        for web in ("web1", "web2"):
            _, body = self[web].get("collections/photos/items?limit=10000&properties=path,root")
            features = [feature for feature in json.loads(body)["features"]
                        if feature["properties"]["root"].startswith("nas:")]
            for feature in self.random.sample(features, 3):
                file = self["nas"].photos / feature["properties"]["path"]

                def fetched(feature=feature, file=file, web=web):
                    status, body = self[web].get(f"photos/{feature['id']}/original")
                    thumbnail, _ = self[web].get(f"photos/{feature['id']}/thumbnail")
                    return status == "200" and body == file.read_bytes() and thumbnail in ("200", "404")

                wait(f"{web} has a picture of {announced}", fetched, seconds=30,
                     explain=lambda feature=feature, web=web: str(self[web].get(f"photos/{feature['id']}/original")))

    def announce(self):
        """Announces the nas in all ways, one after the other; the last one remains."""
        nas, folder = self["nas"], self.folder
        run("htpasswd", "-B", "-b", "-c", nas.folder / "home/.htpasswd", "ada", PASSWORD)
        serve = ("geoindex", "serve", "--auth-file", str(nas.folder / "home/.htpasswd"))
        ways = [
            ((*serve, "--host", "0.0.0.0", "--announce", f"http://nas:{PORT}"), None),
            ((*serve, "--host", "0.0.0.0", "--tls-cert", folder / "nas.pem", "--tls-key", folder / "nas.key",
              "--announce", f"https://nas:{PORT}"), None),
            ((*serve, "--trust-proxy", "--allow-host", "nas", "--announce", "https://nas/photos"), self.nginx()),
        ]
        for words, proxy in ways:
            nas.start(*words)
            if proxy:
                nas.start(*proxy)
            self.pictures(words[-1])
            print(f"pictures by {words[-1]}", flush=True)
            if not proxy:
                nas.kill(*words)

    def nginx(self):
        """The recipe of docs/proxies.md with the names of this network."""
        folder = self["nas"].folder / "nginx"
        folder.mkdir()
        text, words = recipes.nginx(folder, 443, PORT)
        text = text.replace("127.0.0.1:443", "443").replace("home.example", "nas")
        (folder / "proxy.conf").write_text("user root;\n" + text)
        shutil.copy(self.folder / "nas.pem", folder / "fullchain.pem")
        shutil.copy(self.folder / "nas.key", folder / "privkey.pem")
        return tuple(words)

    def end(self, failed):
        for machine in self.machines.values():
            machine.power_cut()
            run("ip", "netns", "del", machine.space)
        run("ip", "netns", "del", self.switch)
        if not failed:
            shutil.rmtree(self.folder)


def answer(command, environment):
    """Runs a command on a terminal, and answers its questions with the password."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, environment)
    said = b""
    while True:
        try:
            piece = os.read(terminal, 1000)
        except OSError:
            break
        said += piece
        if piece.rstrip().endswith(b":"):
            os.write(terminal, PASSWORD.encode() + b"\n")
    if os.waitpid(child, 0)[1] != 0:
        raise Failure(said.decode(errors="replace"))


def wait(what, condition, seconds=20, explain=lambda: ""):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"not within {seconds} seconds: {what} {explain()}")
        time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("geoindex")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("namespaces need root: sudo Tests/Soak/namespaces.py …")
    print(f"seed {options.seed}", flush=True)
    world, failed = World(options.geoindex, options.seed), True
    try:
        world.recipe()
        world.compare()
        world.announce()
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            world.wait(world.random.uniform(0.5, 3))
            world.disturb()
        world.compare()
        world.pictures("nginx")
        failed = False
        print(f"{world.count} photos arrived, {len(world.acknowledged)} were placed, {world.totals}")
    except Failure as failure:
        sys.exit(f"seed {options.seed}: {failure}\nleft in {world.folder}")
    finally:
        world.end(failed)


if __name__ == "__main__":
    main()
