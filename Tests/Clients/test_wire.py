"""Details of HTTP that clients of a higher level hide (`http` of the abstract test suite)."""

import gzip
import http.client
import json
import unittest
from urllib.parse import urlsplit

from library import ITEMS, positions, url


class Wire(unittest.TestCase):
    def ask(self, method: str, target: str, **fields: str) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(urlsplit(url()).netloc, timeout=30)
        self.addCleanup(connection.close)
        connection.request(method, target, headers=fields)
        answer = connection.getresponse()
        return answer, answer.read()

    def test_speaks_http_1_1(self):
        answer, _ = self.ask("GET", ITEMS)
        self.assertEqual((answer.version, answer.status), (11, 200))

    def test_compresses_for_clients_that_accept_it(self):
        plain = json.loads(self.ask("GET", ITEMS)[1])
        answer, content = self.ask("GET", ITEMS, **{"Accept-Encoding": "gzip"})
        self.assertEqual(answer.getheader("Content-Encoding"), "gzip")
        self.assertEqual(json.loads(gzip.decompress(content)), plain)

    def test_answers_304_if_nothing_changed(self):
        answer, _ = self.ask("GET", ITEMS)
        again, content = self.ask("GET", ITEMS, **{"If-None-Match": answer.getheader("ETag")})
        self.assertEqual((again.status, content), (304, b""))

    def test_counts_for_head(self):
        answer, content = self.ask("HEAD", ITEMS + "?limit=1")
        self.assertEqual((answer.status, content), (200, b""))
        self.assertEqual(answer.getheader("OGC-NumberMatched"), str(len(positions())))

    def test_refuses_with_problems(self):
        for method, target, status in [
            ("GET", "/nothing", 404), ("POST", ITEMS, 405), ("TRACE", ITEMS, 405), ("QUERY", ITEMS, 405),
            ("GET", ITEMS + "?bbox=1", 400), ("GET", ITEMS + "?x=" + "y" * 9_000, 414), ("BREW", "/", 501),
        ]:
            answer, content = self.ask(method, target)
            self.assertEqual(answer.status, status, target[:60])
            self.assertEqual(answer.getheader("Content-Type"), "application/problem+json")
            self.assertEqual(json.loads(content)["status"], status)


if __name__ == "__main__":
    unittest.main()
