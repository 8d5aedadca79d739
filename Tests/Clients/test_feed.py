"""The Atom feed, read by feedparser."""

import unittest
import urllib.request

import feedparser

from library import ITEMS, get, url


def feed(query: str = "") -> feedparser.FeedParserDict:
    with urllib.request.urlopen(f"{url()}/feed.atom{query}", timeout=30) as answer:
        assert answer.headers["Content-Type"] == "application/atom+xml"
        read = feedparser.parse(answer.read())
    assert not read.bozo, read.get("bozo_exception")
    return read


class Feed(unittest.TestCase):
    def test_has_the_photos_that_were_added_last_first(self):
        known = {one["id"]: one for one in get(f"{ITEMS}?limit=1000")["features"]}
        read = feed("?limit=20")
        self.assertEqual(read.version, "atom10")
        numbers = [int(entry.id.rsplit("/", 1)[1]) for entry in read.entries]
        self.assertEqual(numbers, sorted(known, reverse=True)[:20])
        for number, entry in zip(numbers, read.entries):
            photo = known[number]
            longitude, latitude = entry.where["coordinates"]
            self.assertAlmostEqual(longitude, photo["geometry"]["coordinates"][0], places=6)
            self.assertAlmostEqual(latitude, photo["geometry"]["coordinates"][1], places=6)
            self.assertEqual(entry.title, photo["properties"]["filename"])
            self.assertTrue(entry.updated_parsed)
            self.assertIn(f"/photos/{number}/thumbnail", entry.content[0].value)

    def test_its_links_lead_somewhere(self):
        entry = feed("?limit=1").entries[0]
        with urllib.request.urlopen(entry.enclosures[0].href, timeout=30) as answer:
            self.assertEqual(answer.read(2), b"\xff\xd8")
        self.assertTrue(entry.link.startswith(url()))

    def test_has_filters(self):
        found = get(f"{ITEMS}?bbox=2,48,3,49&limit=1000")["numberMatched"]
        self.assertEqual(len(feed("?bbox=2,48,3,49").entries), found)
        self.assertEqual(feed("?bbox=-40,-60,-39,-59").entries, [])


if __name__ == "__main__":
    unittest.main()
