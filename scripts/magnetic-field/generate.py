#!/usr/bin/env python3
"""Writes the magnetic field of the Earth as Swift, from IAGA's model in the package `ppigrf`.

    python3 -m venv /tmp/igrf
    /tmp/igrf/bin/pip install ppigrf==2.1.0
    /tmp/igrf/bin/python scripts/magnetic-field/generate.py

Run it when a new generation of the model comes out, every five years. It writes the coefficients
that geoindex is built with, and the declinations that its tests compare with: those are computed
by ppigrf, from the same coefficients and with other code.
"""

import math
import random
from datetime import datetime, timedelta
from pathlib import Path

import ppigrf

ROOT = Path(__file__).resolve().parents[2]
MODEL = Path(ppigrf.__file__).with_name("IGRF14.shc")
COEFFICIENTS = ROOT / "Sources/Geography/MagneticField+Coefficients.swift"
REFERENCE = ROOT / "Tests/GeographyTests/MagneticReference.swift"

HEAD = """\
extension MagneticField {
  /// The Gauss coefficients of IGRF-14 in nanotesla, by the International Association of
  /// Geomagnetism and Aeronomy (https://doi.org/10.5281/zenodo.14012302).
  ///
  /// A row has the values of one coefficient in 1900, 1905 … 2030. The rows come in the order
  /// g(1,0) g(1,1) h(1,1) g(2,0) g(2,1) h(2,1) g(2,2) … h(13,13).
  ///
  /// Written by `scripts/magnetic-field/generate.py`.
  // swift-format-ignore
  static let coefficients: [Float] = [
"""

REFERENCE_HEAD = """\
/// A place, a height and a day with the declination there.
struct MagneticReference: Sendable {
  let latitude, longitude, metres: Double

  /// Milliseconds since 1970.
  let date: Int64

  /// Degrees that magnetic north lies east of true north.
  let declination: Double

  init(_ latitude: Double, _ longitude: Double, _ metres: Double, _ date: Int64, _ east: Double) {
    (self.latitude, self.longitude, self.metres) = (latitude, longitude, metres)
    (self.date, declination) = (date, east)
  }
}

/// Declinations computed by ppigrf 2.1.0 from PyPI, at random places and times.
///
/// Written by `scripts/magnetic-field/generate.py`.
let magneticReferences: [MagneticReference] = [
"""


def shortest(text):
    """A number without trailing zeros."""
    number = float(text)
    return str(int(number)) if number == int(number) else repr(number)


def write_coefficients():
    rows = [line.split() for line in MODEL.read_text().splitlines() if not line.startswith("#")]
    epochs = [float(year) for year in rows[1]]
    assert epochs == [1900 + 5 * i for i in range(27)], "the model has other epochs"
    with COEFFICIENTS.open("w") as file:
        file.write(HEAD)
        for row in rows[2:]:
            assert len(row) == 2 + len(epochs)
            file.write("    " + ", ".join(map(shortest, row[2:])) + ",\n")
        file.write("  ]\n}\n")


def write_reference():
    chance = random.Random(20260)
    with REFERENCE.open("w") as file:
        file.write(REFERENCE_HEAD)
        written = 0
        while written < 80:
            # Every fourth lies near a pole.
            latitude = chance.uniform(75, 89.9) * chance.choice((-1, 1)) if written % 4 == 0 else \
                chance.uniform(-75, 75)
            latitude, longitude = round(latitude, 5), round(chance.uniform(-180, 180), 5)
            metres = round(chance.uniform(-400, 12_000)) if written % 3 == 0 else 0
            day = datetime(1900, 1, 1) + timedelta(days=chance.randrange(130 * 365))
            east, north, _ = (
                float(part.squeeze())
                for part in ppigrf.igrf(longitude, latitude, metres / 1000, day))
            # Near a magnetic pole the horizontal field is too weak for a declination.
            if (east**2 + north**2) ** 0.5 < 2500:
                continue
            declination = math.degrees(math.atan2(east, north))
            milliseconds = (day - datetime(1970, 1, 1)).days * 86_400_000
            file.write(
                f"  MagneticReference({latitude}, {longitude}, {metres}, {milliseconds}, "
                f"{declination:.4f}),\n")
            written += 1
        file.write("]\n")


if __name__ == "__main__":
    write_coefficients()
    write_reference()
