import assert from "node:assert/strict";
import { test } from "node:test";

import { plain } from "./support.js";
const format = await import("../../static/app/core/format.js");

const says = (cases) => cases.forEach(([found, expected]) => assert.equal(plain(found), expected));

test("coordinates are written as maps print them", () => says([
  [format.formatCoordinates(-33.8568, 151.2153), "33.85680° S, 151.21530° E"],
  [format.plainCoordinates(48.8584, 2.2945), "48.8584, 2.2945"],
  [format.sexagesimalCoordinates(48.8584, 2.2945), "48° 51′ 30.2′′ N, 2° 17′ 40.2′′ E"],
  [format.sexagesimalCoordinates(-0.9999999, -179.99999999), "1° 0′ 0.0′′ S, 180° 0′ 0.0′′ W"],
]));

test("a place is named by settlement, region and country, each once, and far from it as near", () => {
  const schwangau = { place: "Schwangau", placeDistance: 1200, region: "Bavaria", country: "Germany" };
  assert.deepEqual(format.formatPlace(schwangau), { name: "Schwangau", within: "Bavaria, Germany" });
  assert.deepEqual(format.formatPlace({ ...schwangau, placeDistance: 25_000 }), { name: "Near Schwangau", within: "Bavaria, Germany" });
  assert.deepEqual(format.formatPlace({ place: "Singapore", country: "Singapore" }), { name: "Singapore", within: "" });
  assert.deepEqual(format.formatPlace({ country: "Antarctica", placeDistance: 90_000 }), { name: "Antarctica", within: "" });
  assert.deepEqual(format.formatPlace({ ...schwangau, placeDistance: 25_000, flight: "flight Berlin – Lisbon" }), { name: "Above Schwangau", within: "Bavaria, Germany" });
  assert.equal(format.formatPlace({}), null);
  assert.equal(format.formatPlaceAndDay({ ...schwangau, takenAtLocal: "2024-05-01T12:00:00" }), "Schwangau, 1 May 2024");
  assert.equal(format.formatPlaceAndDay({ takenAtLocal: "2024-05-01T12:00:00" }), "1 May 2024");
});

test("distances, directions and altitudes are rounded for people", () => says([
  [format.formatDistance(0), "here"],
  [format.formatDistance(0.5), "under 1 m"],
  [format.formatDistance(12.4), "12 m"],
  [format.formatDistance(3449), "3.4 km"],
  [format.formatDistance(12345678), "12,346 km"],
  [format.formatDirection(359.9), "0° N"],
  [format.compassPoint(-45), "NW"],
  [format.formatAltitude(-12.4), "12 m below sea level"],
  [format.formatAltitude(35), "35 m above sea level"],
  [format.formatAltitude(0.2), "At sea level"],
]));

test("a time has its zone and the source of that", () => {
  const local = { takenAtLocal: "2024-05-01T12:03:04" };
  const zone = (more) => format.formatTaken({ ...local, ...more }).zone;
  says([
    [format.formatTaken(local).day.replace(",", ""), "Wednesday 1 May 2024"],
    [zone({}), "Time zone unknown"],
    [zone({ takenAt: "2024-05-01T12:03:04", timeSource: "local" }), "Time zone unknown"],
    [zone({ takenAt: "2024-05-01T12:03:04+02:00", timeSource: "offset-tag" }), "UTC+2"],
    [zone({ takenAt: "2024-05-01T12:03:04+05:30", timeSource: "gps" }), "UTC+5:30, from the GPS clock"],
    [zone({ takenAt: "2024-05-01T12:03:04-03:00", timeSource: "place" }), "UTC−3, from the location"],
    [zone({ takenAt: "2024-05-01T12:03:04Z", timeSource: "gps" }), "UTC, from the GPS clock"],
    [format.formatTimeSource({ timeSource: "gps" }), "From the GPS clock"],
    [format.formatTimeSource({ timeSource: "offset-tag" }), "From the camera’s clock and time zone"],
    [format.formatTimeSource({ timeSource: "local", locationSource: "import" }), "From the imported data"],
    [format.formatTimeSource({ timeSource: "gps", locationSource: "import" }), "From the imported data"],
    [format.formatTimeSource({ locationSource: "import" }), ""],
    [format.formatTaken({}), null],
    [format.formatDays("2024-05-03T10:00:00Z", "2024-05-09T10:00:00Z"), "3 – 9 May 2024"],
  ]);
});

test("a camera is named once, and photos are counted", () => says([
  [format.formatCamera({ cameraMake: "Canon", cameraModel: "Canon EOS R5" }), "Canon EOS R5"],
  [format.formatCamera({ cameraMake: "NIKON CORPORATION", cameraModel: "NIKON Z 6" }), "NIKON Z 6"],
  [format.formatCamera({ cameraMake: "Apple", cameraModel: "iPhone 15 Pro" }), "Apple iPhone 15 Pro"],
  [format.formatPhotos(1), "1 photo"],
  [format.formatPhotos(1234), "1,234 photos"],
]));

test("a reason begins with a capital, unless it begins with the name of a file or a field", () => says([
  [format.asSentence("no location in the file"), "No location in the file"],
  [format.asSentence("incomplete"), "Incomplete"],
  [format.asSentence("eiffel.jpg: the file is cut short"), "eiffel.jpg: the file is cut short"],
  [format.asSentence("eiffel.jpg is cut short"), "eiffel.jpg is cut short"],
  [format.asSentence("summer trip.xmp: not XML"), "summer trip.xmp: not XML"],
  [format.asSentence("cut short."), "Cut short."],
  [format.asSentence("exif:GPSLatitude is 91"), "exif:GPSLatitude is 91"],
  [format.asSentence("iPhone's album"), "iPhone's album"],
  [format.asSentence("“none” was set"), "“none” was set"],
  [format.asSentence(undefined), ""],
]));
