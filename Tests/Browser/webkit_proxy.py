"""A proxy between WebKit and the servers: it runs scripts before those of a page, answers requests instead of the server,
and cuts the connection. WebDriver can do none of these.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

SCRIPTS = "/scripts-of-the-driver.js"
OF_A_CONNECTION = ("connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "upgrade", "accept-encoding")
# What WebKitGTK asks for where the locale is C or not installed.
OWN_LANGUAGE = "en-US"
Pattern = str | re.Pattern | Callable[[str], bool]


def fits(pattern: Pattern, url: str) -> bool:
    """Whether a pattern fits an address: in texts, `*` is all but a slash, and `**` everything."""
    if isinstance(pattern, str):
        return re.fullmatch(re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*"), url) is not None
    return bool(pattern.search(url)) if isinstance(pattern, re.Pattern) else bool(pattern(url))


class Answer:
    """What a server has answered, as Playwright's `Response`."""

    def __init__(self, url: str, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.url, self.status, self._headers, self._content = url, status, headers, content

    @property
    def headers(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self._headers}

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    def body(self) -> bytes:
        return self._content

    def text(self) -> str:
        return self._content.decode()

    def json(self):
        return json.loads(self._content)


class Request:
    """As Playwright's `Request`."""

    def __init__(self, url: str, method: str, headers: dict[str, str], content: bytes) -> None:
        self.url, self.method, self.headers = url, method, headers
        self.post_data_buffer = content

    @property
    def post_data(self) -> str:
        return self.post_data_buffer.decode()

    @property
    def post_data_json(self):
        return json.loads(self.post_data_buffer)


class Route:
    """A request that waits for a decision, as Playwright's `Route`. The decision may come later, from another thread."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.decided = threading.Event()
        self.answer: Answer | None = None
        self.is_passed = self.is_for_next = False
        self.url = request.url
        self.method, self.headers, self.post_data = request.method, request.headers, request.post_data_buffer

    def abort(self, *_) -> None:
        self.decided.set()

    def continue_(self, url: str | None = None, headers: dict | None = None, **_) -> None:
        self.url, self.headers = url or self.url, headers or self.headers
        self.is_passed = True
        self.decided.set()

    def fallback(self, **_) -> None:
        self.is_for_next = True
        self.decided.set()

    def fetch(self, url: str | None = None, **_) -> Answer:
        return asked(url or self.url, self.method, self.headers, self.post_data)

    def fulfill(self, *, status: int | None = None, headers: dict | None = None, body: str | bytes | None = None, json: object = None,
                content_type: str | None = None, path: str | Path | None = None, response: Answer | None = None) -> None:
        if json is not None:
            body, content_type = dumped(json), content_type or "application/json"
        if path is not None:
            body = Path(path).read_bytes()
        if body is None:
            body = response.body() if response else b""
        fields = dict(headers if headers is not None else response.headers if response else {})
        fields = {name.lower(): value for name, value in fields.items() if name.lower() not in ("content-length", "content-encoding")}
        if content_type:
            fields["content-type"] = content_type
        content = body.encode() if isinstance(body, str) else body
        self.answer = Answer(self.url, status or (response.status if response else 200), list(fields.items()), content)
        self.decided.set()


def dumped(value: object) -> str:
    return json.dumps(value)


def opened(url: str, method: str, headers: dict[str, str], content: bytes):
    """A connection that has sent a request, and its response."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname, parts.port or 80, timeout=600)
    sent = {name: value for name, value in headers.items() if name.lower() not in OF_A_CONNECTION}
    connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), content or None, sent)
    return connection, connection.getresponse()


def asked(url: str, method: str, headers: dict[str, str], content: bytes) -> Answer:
    connection, response = opened(url, method, headers, content)
    answer = Answer(url, response.status, response.getheaders(), response.read())
    connection.close()
    return answer


class Proxy(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, scripts: list[str], languages: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.scripts = scripts
        self.languages = ", ".join(languages)
        self.routes: list[tuple[Pattern, Callable]] = []
        self.is_offline = False
        # What is called with each "request" and "response".
        self.listeners: dict[str, list[Callable]] = {"request": [], "response": []}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def route(self, pattern: Pattern, handler: Callable) -> None:
        self.routes.insert(0, (pattern, handler))

    def unroute(self, pattern: Pattern, handler: Callable | None = None) -> None:
        self.routes = [one for one in self.routes if one[0] != pattern or handler not in (None, one[1])]

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_) -> None:
        """A page that leaves ends its connections."""


class Handler(BaseHTTPRequestHandler):
    server: Proxy

    def respond(self) -> None:
        self.close_connection = True
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.path, self.command, {name.lower(): value for name, value in self.headers.items()}, content)
        # The page has not said which languages it wants.
        if request.headers.get("accept-language", "").startswith(OWN_LANGUAGE):
            request.headers["accept-language"] = self.server.languages
        if urlsplit(request.url).path == SCRIPTS:
            text = "\n".join(f"try {{ (() => {{ {script}\n }})(); }} catch (error) {{ console.error(error); }}" for script in self.server.scripts)
            return self.send(Answer(request.url, 200, [("content-type", "text/javascript"), ("cache-control", "no-store")], text.encode()))
        for listener in list(self.server.listeners["request"]):
            listener(request)
        if self.server.is_offline:
            return None
        for pattern, handler in list(self.server.routes):
            if not fits(pattern, request.url):
                continue
            route = Route(request)
            handler(route)
            route.decided.wait()
            if route.is_for_next:
                continue
            if route.answer:
                return self.send(route.answer)
            return self.forward(route.url, route.headers, content) if route.is_passed else None
        return self.forward(request.url, request.headers, content)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = respond

    def forward(self, url: str, headers: dict[str, str], content: bytes) -> None:
        try:
            connection, response = opened(url, self.command, headers, content)
        except (OSError, HTTPException):
            return
        fields = [(name, value) for name, value in response.getheaders() if name.lower() not in OF_A_CONNECTION]
        policy = response.getheader("Content-Security-Policy") or ""
        if "text/html" in (response.getheader("Content-Type") or "") and "script-src 'self'" in policy:
            page = re.sub(rb"(<meta charset[^>]*>)", rb'\1<script src="' + SCRIPTS.encode() + rb'"></script>', response.read(), count=1)
            fields = [(name, value) for name, value in fields if name.lower() not in ("content-length", "etag")]
            self.send(Answer(url, response.status, fields, page))
        else:
            self.head(response.status, fields)
            parts = []
            while part := response.read1(65_536):
                self.wfile.write(part)
                if self.server.listeners["response"]:
                    parts.append(part)
            for listener in list(self.server.listeners["response"]):
                listener(Answer(url, response.status, fields, b"".join(parts)))
        connection.close()

    def head(self, status: int, fields: list[tuple[str, str]]) -> None:
        self.send_response_only(status)
        for name, value in fields:
            # A page must not use what it has from before there was a route.
            self.send_header(name, "no-store" if name.lower() == "cache-control" and self.server.routes else value)
        self.send_header("Connection", "close")
        self.end_headers()

    def send(self, answer: Answer) -> None:
        self.head(answer.status, [*answer._headers, ("Content-Length", str(len(answer.body())))])
        if self.command != "HEAD":
            self.wfile.write(answer.body())

    def log_message(self, *_) -> None:
        pass
