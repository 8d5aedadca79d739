"""Users who come and go: a removed user is refused, and no user sees a photo outside of the own scope.

One thread adds, changes and removes users by commands, and asks the servers with their tokens and sessions. A command
that fails, because the disk is full, may or may not have changed the list: its user is in doubt until a removal succeeds.
"""

import http.client
import json
import os
import random
import time
import urllib.parse
from collections import Counter
from pathlib import Path

from program import Fault, Program

MOST = 6
# A server applies changes within a second; it may be starved for a while.
PATIENCE = 60
# Each selects some of the photos, by a character that their paths have.
LETTERS = "1357"


class Person:
    def __init__(self, name: str, letter: str | None, role: str, password: str) -> None:
        self.name, self.letter, self.role, self.password = name, letter, role, password
        self.token = ""
        self.cookies: list[str] = []

    @property
    def scope(self) -> list[str]:
        return ["--path", f"*{self.letter}*"] if self.letter else []


class People:
    def __init__(self, program: Program, folder: Path, database: Path, ports: dict[str, int], lot: random.Random) -> None:
        self.program, self.database, self.ports, self.lot = program, database, ports, lot
        self.secret = folder / "password of a user"
        self.present: dict[str, Person] = {}
        self.in_doubt: set[str] = set()
        # Tokens and cookies that must not be valid any more.
        self.gone: list[dict] = []
        self.counts: Counter = Counter()
        self.serial = 0

    def step(self) -> None:
        time.sleep(self.lot.random() * 0.4)
        if self.in_doubt:
            return self.settle(sorted(self.in_doubt)[0])
        if not self.present:
            return self.add()
        person = self.present[self.lot.choice(sorted(self.present))]
        steps = [
            (self.look, 8), (self.change_scope, 2), (self.change_password, 1), (self.sign_in, 2), (self.sign_out, 2),
            (self.remove, 1), (self.try_what_is_gone, 2), (self.try_to_change, 1)]
        if len(self.present) < MOST:
            steps.append((lambda _: self.add(), 2))
        act = self.lot.choices([step for step, _ in steps], [weight for _, weight in steps])[0]
        act(person)

    # --- Commands

    def command(self, person: Person, *words: str) -> str | None:
        """The output of a command about a user; nil, and the user in doubt, if it failed."""
        done = self.program.run("user", *words, "--quiet", "--db", self.database)
        if done.returncode == 0:
            return done.stdout.decode().strip()
        self.counts["commands that failed"] += 1
        self.forget(person)
        self.in_doubt.add(person.name)
        return None

    def write_password(self, text: str) -> str:
        self.secret.write_text(text + "\n")
        return os.fspath(self.secret)

    def add(self) -> None:
        self.serial += 1
        letter = self.lot.choice([*LETTERS, None])
        person = Person(f"user{self.serial}", letter, self.lot.choice(["viewer", "editor"]), f"word {self.serial}")
        words = ["--role", person.role, *person.scope, "--password-file", self.write_password(person.password)]
        if self.command(person, "add", person.name, *words) is None:
            return
        token = self.command(person, "token", person.name, "--expires", "1h")
        if token is None:
            return
        person.token = token
        self.until(lambda: self.status(self.by_token(person)) == 200, f"{person.name} was added, and is refused")
        self.present[person.name] = person
        self.counts["added"] += 1

    def settle(self, name: str) -> None:
        """Removes a user who may be there or not."""
        done = self.program.run("user", "remove", name, "--quiet", "--db", self.database)
        listed = self.program.run("user", "list", "--json", "--db", self.database)
        if done.returncode in (0, 1) and listed.returncode == 0 and f'"{name}"' not in listed.stdout.decode():
            self.in_doubt.discard(name)

    def remove(self, person: Person) -> None:
        if self.command(person, "remove", person.name) is None:
            return
        self.forget(person)
        self.counts["removed"] += 1
        for proof in self.gone[-1 - len(person.cookies):]:
            self.until(lambda proof=proof: self.status(proof) == 401, f"{person.name} was removed, and is still let in")

    def forget(self, person: Person) -> None:
        self.present.pop(person.name, None)
        # In doubt, the user may still be there.
        proofs = [{"Cookie": cookie} for cookie in person.cookies] + [self.by_token(person)]
        self.gone = (self.gone + [dict(proof, name=person.name) for proof in proofs if person.token])[-60:]

    def change_scope(self, person: Person) -> None:
        former, person.letter = person.letter, self.lot.choice([*LETTERS, None])
        words = ["--replace", "--role", person.role, *person.scope]
        if self.command(person, "add", person.name, *words) is None:
            return
        expected = {"path": [f"*{person.letter}*"]} if person.letter else None
        for name in self.ports:
            self.until(
                lambda name=name: self.ask(name, "/me", self.by_token(person), lambda answer: answer.get("scope") == expected),
                f"{person.name} has another scope than before ({former}), and {name} does not know")
        self.counts["scopes changed"] += 1
        self.look(person)

    def change_password(self, person: Person) -> None:
        person.password += "!"
        if self.command(person, "password", person.name, "--password-file", self.write_password(person.password)) is None:
            return
        cookies, person.cookies = person.cookies, []
        for cookie in cookies:
            self.until(
                lambda cookie=cookie: self.status({"Cookie": cookie}) == 401,
                f"{person.name} has another password, and a session goes on")
            self.gone.append({"Cookie": cookie, "name": person.name})
        self.counts["passwords changed"] += 1

    # --- Requests

    def look(self, person: Person) -> None:
        """Each listed photo is in the scope, and the other answers have as many."""
        proof = self.by_cookie(person) if person.cookies and self.lot.random() < 0.5 else self.by_token(person)
        name = self.lot.choice(sorted(self.ports)) if "Authorization" in proof else "elder"

        def is_within(answer: dict) -> bool:
            for feature in answer["features"]:
                path = feature["properties"]["path"]
                if person.letter and person.letter not in path:
                    raise Fault(f"{person.name} may see {person.scope}, and {name} has shown {path!r}")
            self.counts["photos looked at"] += len(answer["features"])
            return True

        self.ask(name, "/collections/photos/items?limit=2000&properties=path", proof, is_within)
        self.ask(name, "/report?limit=1000", proof, lambda answer: is_within(
            {"features": [{"properties": one} for one in answer["files"]]}))
        self.counts["looks"] += 1

    def try_to_change(self, person: Person) -> None:
        """A viewer changes nothing, and neither scans nor lists users' links."""
        headers = {**self.by_token(person), "Content-Type": "application/json"}
        body = json.dumps({"photos": [1], "set": {"title": "never"}})
        if person.role == "viewer" and self.status(headers, "/words", "POST", body) not in (403, None, 429, 503):
            raise Fault(f"a viewer may write: {self.status(headers, '/words', 'POST', body)}")
        for target in ("/shares", "/zones", "/metrics", "/homes"):
            status = self.status(self.by_token(person), target)
            if status not in (403, None, 429, 503):
                raise Fault(f"{target} is answered to a {person.role} with {status}")
        self.counts["refusals"] += 1

    def try_what_is_gone(self, _: Person) -> None:
        for proof in self.lot.sample(self.gone, min(5, len(self.gone))):
            if proof["name"] in self.in_doubt:
                continue
            for name in self.ports:
                status = self.status(proof, server=name)
                if status not in (401, None, 429, 503):
                    raise Fault(f"what {proof['name']} had is valid again: {name} answers {status}")
            self.counts["refused after the removal"] += 1

    def sign_in(self, person: Person) -> None:
        form = urllib.parse.urlencode({"name": person.name, "password": person.password})
        answer = self.request("elder", "/session", {"Content-Type": "application/x-www-form-urlencoded"}, "POST", form)
        if not answer or answer[0] != 200:
            # The new password may take a second, and wrong ones of vandals may have closed the door for a while.
            self.counts["sign-ins refused"] += 1
            return
        person.cookies = [*person.cookies[-3:], answer[2].split(";")[0]]
        self.counts["signed in"] += 1

    def sign_out(self, person: Person) -> None:
        if not person.cookies:
            return
        cookie = person.cookies.pop()
        answer = self.request("elder", "/session", {"Cookie": cookie}, "DELETE")
        if answer and answer[0] == 204:
            self.until(lambda: self.status({"Cookie": cookie}) == 401, f"{person.name} has signed out, and is still in")
            self.gone.append({"Cookie": cookie, "name": person.name})
            self.counts["signed out"] += 1

    # --- Answers

    def by_token(self, person: Person) -> dict:
        return {"Authorization": f"Bearer {person.token}"}

    def by_cookie(self, person: Person) -> dict:
        return {"Cookie": self.lot.choice(person.cookies)}

    def ask(self, server: str, target: str, proof: dict, holds) -> bool:
        """Whether something holds for an answer; an answer that does not come shows nothing."""
        answer = self.request(server, target, proof)
        return bool(answer and answer[0] == 200 and holds(json.loads(answer[1])))

    def status(self, proof: dict, target: str = "/me", method: str = "GET", body: str | None = None,
               server: str = "elder") -> int | None:
        answer = self.request(server, target, proof, method, body)
        return answer and answer[0]

    def request(self, server: str, target: str, proof: dict, method: str = "GET", body: str | None = None):
        """Status, content and cookie; None if the server was killed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[server], timeout=60)
        headers = {name: value for name, value in proof.items() if name != "name"}
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers.get("Set-Cookie", "")
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def until(self, holds, otherwise: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise Fault(otherwise)
            time.sleep(0.1)
