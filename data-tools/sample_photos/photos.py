"""The table of sample photos: the name, the scene, and the metadata of each."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Callable, Optional

from . import festival, helsinki, scenes_africa as africa, scenes_americas as americas, scenes_asia as asia
from . import scenes_azores as azores, scenes_cities as cities, scenes_europe as europe, scenes_jordan as jordan
from . import scenes_land as land, scenes_lisbon as lisbon, scenes_oceania as oceania, scenes_polar as polar
from . import scenes_slovenia as slovenia, scenes_water as water


@dataclass(frozen=True)
class Camera:
    """A fictional camera. A phone records its position; a camera may not."""

    make: str
    model: str
    lens: str
    aperture: float
    focal_length: float
    equivalent: int  # the focal length with the same angle of view on 35 mm film


PHONE = Camera("Aster", "Aster Phone 5", "Aster Phone 5 main camera", 1.8, 5.6, 26)
NEW_PHONE = Camera("Aster", "Aster Phone 7", "Aster Phone 7 main camera", 1.7, 6.1, 24)
OLD_PHONE = Camera("Aster", "Aster Phone 2", "Aster Phone 2 back camera", 2.2, 4.1, 29)
COMPACT = Camera("Lumo", "Lumo Trail 20", "Lumo 24-120mm F3.5-5.6", 4.0, 8.8, 24)
MIRRORLESS = Camera("Fenwick", "Fenwick F2", "Fenwick 16-50mm F2.8", 8.0, 28.0, 42)
UNDERWATER = Camera("Lumo", "Lumo Reef", "Lumo 25mm F2", 2.8, 4.5, 25)
TRAVEL = Camera("Fenwick", "Fenwick F4", "Fenwick 18-55mm F4", 5.6, 22.0, 33)


@dataclass(frozen=True)
class Photo:
    file: str
    place: str
    draw: Callable
    camera: Camera
    shows: str
    latitude: Optional[float] = None
    longitude: Optional[float] = None
    altitude: Optional[float] = None
    towards: Optional[float] = None  # compass degrees, true north
    taken: Optional[str] = None  # local time
    offset: Optional[str] = None  # of local time from UTC, as EXIF writes it
    satellite_time: Optional[str] = None  # UTC; otherwise computed from `taken` and `offset`
    accuracy: Optional[float] = None  # metres
    orientation: int = 1
    thumbnail: bool = False
    hemispheres: bool = True
    zero_denominators: bool = False
    keep_bytes: Optional[int] = None  # cut the file off here
    long_side: int = 1024
    quality: int = 57

    def satellite_moment(self):
        """The UTC time of the GPS time stamp, or None."""
        if self.satellite_time:
            return datetime.fromisoformat(self.satellite_time)
        if self.taken and self.offset and self.latitude is not None:
            return datetime.fromisoformat(self.taken + self.offset)
        return None


TRIPS = [
    Photo("2013-fiji/rainbow-reef.jpg", "Somosomo Strait, Fiji", oceania.reef, UNDERWATER, "just west of the antimeridian (179.98° E); below sea level",
          -16.7840, 179.9800, -9.0, None, "2013-08-14 11:05:32", "+12:00"),
    Photo("2013-fiji/taveuni-beach.jpg", "Taveuni, Fiji", oceania.palm_beach, COMPACT, "just east of the antimeridian (179.98° W)",
          -16.7690, -179.9800, 3.0, 300.0, "2013-08-15 09:41:10", "+12:00"),
    Photo("2014-antarctica/penguins.jpg", "Paradise Harbour, Antarctica", polar.penguins, COMPACT, "far south; offset −03:00",
          -64.8953, -62.8710, 6.0, 215.0, "2014-12-29 15:22:47", "-03:00", thumbnail=True),
    Photo("2014-antarctica/south-pole.jpg", "Amundsen–Scott Station, South Pole", polar.south_pole, COMPACT, "a pole (89.99° S); offset +13:00",
          -89.9900, -139.2700, 2835.0, None, "2014-03-19 21:12:05", "+13:00"),
    Photo("2015-china/great-wall.jpg", "Mutianyu, China", asia.great_wall, MIRRORLESS, "north and east; direction; offset +08:00",
          40.4370, 116.5650, 640.0, 292.0, "2015-10-24 16:08:51", "+08:00"),
    Photo("2015-namibia/dunes.jpg", "Deadvlei, Namibia", africa.dunes, MIRRORLESS, "south and east; square picture; offset +02:00",
          -24.7592, 15.2923, 565.0, 118.0, "2015-05-03 08:17:26", "+02:00", thumbnail=True),
    Photo("2016-bavaria/neuschwanstein.jpg", "Marienbrücke, Germany", europe.neuschwanstein, MIRRORLESS, "portrait picture; direction",
          47.5552, 10.7480, 932.0, 24.0, "2016-10-11 14:35:19", "+02:00"),
    Photo("2016-norway/geirangerfjord.jpg", "Geirangerfjord, Norway", europe.fjord, MIRRORLESS, "north of 60°; direction",
          62.1128, 7.1706, 430.0, 275.0, "2016-07-02 11:52:40", "+02:00"),
    Photo("2016-norway/northern-lights.jpg", "Ersfjordbotn, Norway", europe.aurora, MIRRORLESS, "north of the Arctic Circle, at night; 16:9",
          69.6944, 18.6239, 12.0, 318.0, "2016-02-08 22:46:03", "+01:00", thumbnail=True),
    Photo("2017-cape-town/table-mountain.jpg", "Table Bay, South Africa", africa.table_mountain, COMPACT, "south and east; direction",
          -33.8870, 18.4390, 2.0, 192.0, "2017-01-21 10:30:15", "+02:00"),
    Photo("2017-serengeti/giraffes.jpg", "Serengeti, Tanzania", africa.giraffe, MIRRORLESS, "south and east; offset +03:00",
          -2.3333, 34.8333, 1540.0, 268.0, "2017-02-03 18:31:44", "+03:00", thumbnail=True),
    Photo("2018-california/golden-gate.jpg", "Marin Headlands, California", americas.golden_gate, PHONE, "north and west; 16:9; offset −07:00",
          37.8324, -122.4795, 90.0, 151.0, "2018-09-08 07:04:58", "-07:00", accuracy=4.7),
    Photo("2018-new-york/skyline.jpg", "Greenpoint, New York", cities.new_york, PHONE, "north and west; direction; offset −04:00",
          40.7301, -73.9619, 4.0, 287.0, "2018-09-19 19:12:30", "-04:00", accuracy=6.2, thumbnail=True),
    Photo("2019-india/taj-mahal.jpg", "Agra, India", asia.taj_mahal, PHONE, "offset +05:30",
          27.1727, 78.0421, 171.0, 0.0, "2019-11-16 06:38:11", "+05:30", accuracy=5.0),
    Photo("2019-nepal/boudhanath.jpg", "Kathmandu, Nepal", asia.boudhanath, PHONE, "offset +05:45",
          27.7211, 85.3620, 1324.0, 2.0, "2019-11-22 10:15:00", "+05:45", accuracy=8.0, thumbnail=True),
    Photo("2020-australia/opera-house.jpg", "Sydney, Australia", oceania.opera_house, PHONE, "south and east; offset +11:00",
          -33.8599, 151.2232, 3.0, 282.0, "2020-01-12 19:58:22", "+11:00", accuracy=4.0),
    Photo("2020-australia/uluru.jpg", "Uluṟu, Australia", oceania.uluru, PHONE, "offset +09:30; 16:9",
          -25.3292, 131.0186, 508.0, 138.0, "2020-01-18 19:21:09", "+09:30", accuracy=4.0, thumbnail=True),
    Photo("2021-egypt/pyramids.jpg", "Giza, Egypt", africa.pyramids, PHONE, "north and east; 16:9; direction",
          29.9705, 31.1262, 98.0, 38.0, "2021-11-05 16:33:27", "+02:00", accuracy=4.2),
    Photo("2021-jordan/dead-sea.jpg", "Sweimeh, Jordan", jordan.dead_sea, PHONE, "below sea level (GPSAltitudeRef 1)",
          31.7160, 35.5850, -432.0, 264.0, "2021-11-12 13:20:36", "+02:00", accuracy=5.5),
    Photo("2021-jordan/petra.jpg", "Petra, Jordan", jordan.petra, PHONE, "portrait picture; direction",
          30.3223, 35.4520, 885.0, 262.0, "2021-11-14 09:26:50", "+02:00", accuracy=22.0, thumbnail=True),
    Photo("2022-andes/machu-picchu.jpg", "Machu Picchu, Peru", americas.machu_picchu, PHONE, "south and west; offset −05:00",
          -13.1650, -72.5447, 2471.0, 328.0, "2022-05-19 07:48:16", "-05:00", accuracy=6.0, thumbnail=True),
    Photo("2022-rio/christ-the-redeemer.jpg", "Rio de Janeiro, Brazil", americas.christ_the_redeemer, PHONE, "south and west; offset −03:00",
          -22.9521, -43.2098, 704.0, 271.0, "2022-06-01 16:59:05", "-03:00", accuracy=5.0),
    Photo("2023-london/big-ben.jpg", "London, England", cities.big_ben, PHONE, "a hair west of Greenwich; offset +01:00",
          51.5006, -0.1207, 8.0, 275.0, "2023-06-12 20:44:31", "+01:00", accuracy=3.9, thumbnail=True),
    Photo("2023-paris/eiffel-tower.jpg", "Paris, France", cities.eiffel_tower, PHONE, "north and east; portrait picture; direction",
          48.8568, 2.2916, 36.0, 52.0, "2023-06-17 21:24:08", "+02:00", accuracy=4.1, thumbnail=True),
    Photo("2024-japan/mount-fuji.jpg", "Fujiyoshida, Japan", asia.fuji, PHONE, "offset +09:00; direction",
          35.5013, 138.8014, 870.0, 211.0, "2024-04-13 06:02:54", "+09:00", accuracy=4.4, thumbnail=True),
]

ODD_CASES = [
    Photo("odd-cases/no-gps.jpg", "a lighthouse, nobody knows where", water.lighthouse, MIRRORLESS, "no GPS tags at all",
          taken="2012-08-30 20:51:13", offset="+02:00"),
    Photo("odd-cases/null-island.jpg", "a buoy in the Gulf of Guinea, or nowhere", water.buoy, OLD_PHONE, "exactly 0, 0, as a phone without a fix writes it",
          0.0, 0.0, None, None, "2012-03-04 12:00:20", "+00:00"),
    Photo("odd-cases/latitude-95.jpg", "Göreme, Türkiye", land.balloons, OLD_PHONE, "out of range: the latitude says 95° N",
          95.0, 34.8289, 1090.0, None, "2012-09-21 06:25:37", "+03:00"),
    Photo("odd-cases/no-hemisphere.jpg", "Oia, Greece", water.white_village, OLD_PHONE, "numbers without N/S and E/W",
          36.4618, 25.3753, 110.0, None, "2012-06-07 18:40:02", "+03:00", hemispheres=False),
    Photo("odd-cases/zero-denominator.jpg", "Venice, Italy", water.gondola, OLD_PHONE, "each part of the coordinates is 0/0",
          45.0, 12.0, None, None, "2012-05-19 18:11:48", "+02:00", zero_denominators=True),
    Photo("odd-cases/cut-short.jpg", "Kinderdijk, Netherlands", land.windmill, OLD_PHONE, "damaged: the file ends inside its EXIF block",
          51.8836, 4.6388, 0.0, None, "2012-04-28 14:02:09", "+02:00", keep_bytes=120),
    Photo("odd-cases/undated.jpg", "Itsukushima, Japan", asia.torii, OLD_PHONE, "a place, but no time of any kind",
          34.2973, 132.3182, 1.0, 135.0),
    Photo("odd-cases/local-time-only.jpg", "Stonehenge, England", europe.stonehenge, COMPACT, "local time; no offset, no GPS time",
          51.1789, -1.8262, 102.0, 48.0, "2011-06-21 04:59:30"),
    Photo("odd-cases/gps-time-no-offset.jpg", "Monument Valley, Arizona", americas.monument_valley, COMPACT,
          "local time and GPS time, no offset tag (it is −06:00)",
          37.1014, -109.9907, 1580.0, 209.0, "2011-09-14 17:45:12", satellite_time="2011-09-14 23:45:12"),
    Photo("odd-cases/rotated-6.jpg", "Skógafoss, Iceland", water.waterfall, PHONE, "Orientation 6: stored lying on its left side",
          63.5310, -19.5116, 30.0, 8.0, "2023-08-03 15:16:28", "+00:00", accuracy=6.0, orientation=6, thumbnail=True),
    Photo("odd-cases/rotated-8.jpg", "Prairie Creek Redwoods, California", land.redwoods, PHONE, "Orientation 8: stored lying on its right side",
          41.3637, -124.0228, 61.0, 80.0, "2018-09-04 10:39:55", "-07:00", accuracy=31.0, orientation=8),
    Photo("odd-cases/rotated-3.jpg", "Ahu Tongariki, Easter Island", oceania.moai, PHONE, "Orientation 3: stored upside down; far south-west",
          -27.1258, -109.2768, 14.0, 300.0, "2022-05-30 18:05:41", "-06:00", accuracy=4.5, orientation=3, thumbnail=True),
    Photo("odd-cases/rough-position.jpg", "Moraine Lake, Canada", land.misty_lake, PHONE, "GPSHPositioningError of 1,400 m",
          51.3270, -116.1810, 1884.0, None, "2018-08-28 06:47:33", "-06:00", accuracy=1400.0),
]


def year_photo(file, place, draw, shows, latitude, longitude, altitude, taken, offset, orientation=1):
    """A photo of a year at home, from which geoindex finds the home and its trips."""
    return Photo(file, place, draw, NEW_PHONE, f"{shows}; offset {offset.replace('-', '−')}", latitude, longitude, altitude, None,
                 taken, offset, accuracy=4.0, orientation=orientation, long_side=600, quality=48)


HOME, ISLAND, ALPS = "a year: at home", "a year: the trip to the Azores", "a year: the trip through Slovenia"

# The photos at home are less than sixty days apart, so that they show more than a hundred nights there.
YEAR = [
    year_photo("2025-azores/city-gates.jpg", "Ponta Delgada, Azores", azores.city_gates, ISLAND,
               37.7397, -25.6686, 6.0, "2025-04-25 17:42:10", "+00:00"),
    year_photo("2025-azores/twin-lakes.jpg", "Sete Cidades, Azores", azores.twin_lakes, ISLAND,
               37.8392, -25.7947, 550.0, "2025-04-26 10:28:31", "+00:00"),
    year_photo("2025-azores/sea-stacks.jpg", "Mosteiros, Azores", azores.sea_stacks, ISLAND,
               37.8907, -25.8213, 3.0, "2025-04-26 20:06:47", "+00:00"),
    year_photo("2025-azores/tea-rows.jpg", "Gorreana, Azores", azores.tea_rows, ISLAND,
               37.8180, -25.4019, 160.0, "2025-04-27 11:05:22", "+00:00"),
    year_photo("2025-azores/hot-springs.jpg", "Furnas, Azores", azores.hot_springs, ISLAND,
               37.7703, -25.3297, 285.0, "2025-04-27 15:40:56", "+00:00"),
    year_photo("2025-azores/arnel-lighthouse.jpg", "Nordeste, Azores", azores.arnel, ISLAND,
               37.8266, -25.1383, 180.0, "2025-04-28 10:15:03", "+00:00", orientation=6),
    year_photo("2025-lisbon/tram.jpg", "Portas do Sol, Lisbon", lisbon.tram, HOME,
               38.7121, -9.1301, 76.0, "2025-02-16 15:10:44", "+00:00"),
    year_photo("2025-lisbon/bridge-evening.jpg", "Santo Amaro, Lisbon", lisbon.bridge(1), HOME,
               38.6981, -9.1774, 4.0, "2025-03-29 18:36:20", "+00:00"),
    year_photo("2025-lisbon/belem-tower.jpg", "Belém, Lisbon", lisbon.belem_tower, HOME,
               38.6921, -9.2154, 3.0, "2025-05-11 11:20:37", "+01:00"),
    year_photo("2025-lisbon/garlands.jpg", "Alfama, Lisbon", lisbon.garlands, HOME,
               38.7112, -9.1287, 24.0, "2025-06-12 22:41:09", "+01:00"),
    year_photo("2025-lisbon/rooftops.jpg", "Senhora do Monte, Lisbon", lisbon.rooftops, HOME,
               38.7192, -9.1327, 105.0, "2025-08-09 20:24:58", "+01:00"),
    year_photo("2025-lisbon/great-wave.jpg", "Nazaré, Portugal", lisbon.great_wave, "a year: a day trip",
               39.6056, -9.0845, 52.0, "2025-11-08 12:47:15", "+00:00"),
    year_photo("2025-lisbon/bridge-morning.jpg", "Santo Amaro, Lisbon", lisbon.bridge(2), HOME,
               38.6983, -9.1768, 4.0, "2025-11-22 08:52:33", "+00:00"),
    year_photo("2025-slovenia/dragon-bridge.jpg", "Ljubljana, Slovenia", slovenia.ljubljana, ALPS,
               46.0520, 14.5104, 296.0, "2025-09-13 18:20:12", "+02:00"),
    year_photo("2025-slovenia/lake-bled.jpg", "Bled, Slovenia", slovenia.bled, ALPS,
               46.3576, 14.0800, 685.0, "2025-09-14 07:12:49", "+02:00"),
    year_photo("2025-slovenia/bohinj.jpg", "Ribčev Laz, Slovenia", slovenia.bohinj, ALPS,
               46.2783, 13.8860, 526.0, "2025-09-15 09:35:27", "+02:00"),
    year_photo("2025-slovenia/vrsic-pass.jpg", "Vršič, Slovenia", slovenia.mountain_pass, ALPS,
               46.4330, 13.7437, 1611.0, "2025-09-16 11:20:05", "+02:00"),
    year_photo("2025-slovenia/soca.jpg", "Velika Korita, Slovenia", slovenia.soca, ALPS,
               46.3386, 13.6470, 450.0, "2025-09-16 15:05:38", "+02:00", orientation=6),
    year_photo("2025-slovenia/piran.jpg", "Piran, Slovenia", slovenia.piran, ALPS,
               45.5273, 13.5723, 38.0, "2025-09-17 18:50:51", "+02:00"),
]


def festival_photos(count=20):
    """A series at exactly one spot, one photo every 97 seconds."""
    start = datetime.fromisoformat("2024-11-15 19:30:04")
    return [
        Photo(f"2024-festival/lanterns-{number:02}.jpg", "Chiang Mai, Thailand", festival.moment(number), PHONE,
              f"one of {count} at exactly the same spot; offset +07:00", 18.7953, 98.9986, 305.0, 85.0,
              str(start + timedelta(seconds=97 * (number - 1))), "+07:00", accuracy=3.5, long_side=600, quality=48)
        for number in range(1, count + 1)
    ]


def helsinki_photos():
    """A trip with a phone, and with a camera that has no GPS and no offset, and whose clock is fast."""
    return [helsinki_photo(shot, stop, time.replace(tzinfo=None)) for shot, stop, time in helsinki.shots()]


def helsinki_photo(shot, stop, local):
    if shot.device == "camera":
        return Photo(shot.file, f"{stop.place}, Helsinki", shot.draw, TRAVEL,
                     "the trip: no GPS, no offset, clock seven minutes fast",
                     taken=str(local + helsinki.CAMERA_FAST), long_side=600, quality=48)
    return Photo(shot.file, f"{stop.place}, Helsinki", shot.draw, PHONE, f"the trip: GPS; offset {helsinki.OFFSET}",
                 stop.latitude, stop.longitude, 8.0, None, str(local), helsinki.OFFSET, accuracy=4.0,
                 long_side=600, quality=48)


PHOTOS = TRIPS + festival_photos() + helsinki_photos() + YEAR + ODD_CASES
