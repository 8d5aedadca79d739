"""What a person who sees only the photos must be able to say: homes, trips and day trips.

An outing is certain, or open: then finding it is neither right nor wrong. It is open if the photos leave a doubt:

- a trip with photos on only one day, or with more than ten days without a photo in it;
- a trip with photos on two days, less than 120 km away, and none in the evening or in the morning;
- two outings without a photo at home between them, less than 15 days apart (31 if they went to the same place);
- a day trip of less than 50 km, or without a photo at home in the three days before and after it;
- a day trip with photos of a camera whose clock shows another day;
- what people do not agree on: handing over the old flat, visits of a former student to the parents.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta

from journeys_life import DAY
from journeys_places import Position, kilometres

AWAY = 20.0
MOVING = timedelta(days=30)


@dataclass
class Expected:
    """A trip or a day trip; `mains` are the positions that can be called its main stay.

    `slack` is the allowed error of its ends in days: two if a camera shows a day that is not of the trip.
    """

    first: date
    last: date
    is_trip: bool
    is_certain: bool
    mains: list
    positions: list
    doubt: str = ""
    slack: int = 1


@dataclass
class ExpectedHome:
    """A home, with the dates between which it can be said to begin and to end; `still` if it is home at the end."""

    position: Position
    begin: tuple
    end: tuple
    still: bool


@dataclass
class Truth:
    homes: list
    outings: list = field(default_factory=list)

    def certain(self, is_trip):
        return [one for one in self.outings if one.is_certain and one.is_trip == is_trip]

    @property
    def doubtful(self):
        """What may be reported or not: a doubtful trip also as a day trip."""
        return [one for one in self.outings if not one.is_certain]


def truth(library):
    found, evidence, taken = [], [], {}
    for photo in library.photos:
        taken.setdefault(photo.outing, []).append(photo)
    for number, outing in enumerate(library.life.outings):
        away = [photo for photo in taken.get(number, []) if is_away(library.life, outing, photo)]
        photos = [photo for photo in away if photo.is_dated]
        if photos:
            found.append(expected(outing, photos, library.life))
            doubt_clock(found[-1], away)
            evidence.append(photos)
    doubt_separation(library, found, evidence)
    doubt_loose_ends(library, found)
    homes = [expected_home(home, library) for home in library.life.homes if is_seen(home, library)]
    return Truth(homes, found + on_the_way(library))


def doubt_loose_ends(library, found):
    at_home = sorted({photo.day for photo in library.photos if photo.is_dated and photo.what in ("home", "town")})
    for one in found:
        if one.is_certain and not one.is_trip and not is_enclosed(one.first, at_home):
            one.is_certain, one.doubt = False, "not enclosed by photos at home"


def doubt_clock(one, away):
    """What a clock that is wrong by up to a day does: the ends of trips are less sure, day trips are open."""
    days = [photo.shown.date() for photo in away if abs(photo.shown.date() - photo.day) <= 2 * DAY]
    if one.first <= min(days) and max(days) <= one.last:
        return
    if one.is_trip:
        one.slack = 2
    else:
        one.is_certain, one.doubt = False, "a camera shows another day"


def on_the_way(library):
    """Days between two homes, at the airport of a trip that seems to begin in the air, or by a clock a day off.

    All of them are open.
    """
    places = {}
    for photo in library.photos:
        is_a_day_off = photo.outing is not None and not photo.is_dated and abs(photo.shown.date() - photo.day) <= DAY
        if photo.what in ("way", "airport") or is_a_day_off:
            places.setdefault(photo.shown.date(), []).append(photo.position)
    return [Expected(day, day, False, False, [], positions, "on the way") for day, positions in places.items()]


def is_away(life, outing, photo):
    home = life.home_on(outing.first - DAY).place.position
    back = life.home_on(outing.last).place.position
    return photo.what in ("away", "air", "airport") and min(
        kilometres(photo.position, home), kilometres(photo.position, back)) > (AWAY if outing.is_trip else 5)


def expected(outing, photos, life):
    days = sorted({photo.day for photo in photos})
    home = life.home_on(outing.first - DAY).place.position
    distance = max(kilometres(photo.position, home) for photo in photos)
    result = Expected(days[0], days[-1], outing.is_trip, True, main_stays(outing, photos), [one.position for one in photos])
    gap = max([(b - a).days for a, b in zip(days, days[1:])], default=0)
    if outing.unsure:
        result.doubt = "a visit to a former home"
    elif outing.is_trip and len(days) == 1:
        result.doubt = "photos on one day only"
    elif outing.is_trip and gap > 10:
        result.doubt = "more than ten days without a photo"
    elif outing.is_trip and len(days) == 2 and distance < 120 and not shows_night(photos, days):
        result.doubt = "two days near home, no night is seen"
    elif not outing.is_trip and distance < 50:
        result.doubt = "less than 50 km away"
    result.is_certain = not result.doubt
    return result


def shows_night(photos, days):
    return any(photo.hour >= 19 for photo in photos if photo.day == days[0]) or any(
        photo.hour < 10 for photo in photos if photo.day == days[1])


def main_stays(outing, photos):
    """The places with at least half as many nights, or days with photos, as the one with most.

    A stop on the way can be called so, too, if it was photographed on as many days as any place of a night.
    If no photo shows where a night was spent, every place that was photographed can be called so.
    """
    if not outing.is_trip or not shows_stay(outing, photos):
        return [photo.position for photo in photos]
    nights, seen, stops = Counter(place.position for place in outing.nights.values()), {}, {}
    for photo in photos:
        place = nearest(photo.position, nights)
        where, key = (seen, place) if kilometres(place, photo.position) < 60 else (stops, rounded(photo.position))
        where.setdefault(key, set()).add(photo.day)
    most = max((len(days) for days in seen.values()), default=0)
    return [
        position for position in nights
        if nights[position] >= max(nights.values()) / 2 or len(seen.get(position, ())) >= max(1, most / 2)
    ] + [photo.position for photo in photos if len(stops.get(rounded(photo.position), ())) >= most]


def rounded(position):
    return round(position.latitude), round(position.longitude)


def shows_stay(outing, photos):
    """Whether there are photos of an evening or an early morning at a place of a night, or of two days."""
    for place in set(outing.nights.values()):
        here = [photo for photo in photos if kilometres(photo.position, place.position) < 30]
        if len({photo.day for photo in here}) > 1 or any(photo.hour >= 19 or photo.hour < 10 for photo in here):
            return True
    return False


def nearest(position, among):
    return min(among, key=lambda one: kilometres(position, one))


def doubt_separation(library, found, evidence):
    """Outings that follow each other without a photo at home between them may be one."""
    shown = sorted(
        (photo for photo in library.photos if photo.is_dated and photo.what in ("home", "town", "work")),
        key=lambda photo: (photo.day, photo.hour))
    for (a, a_photos), (b, b_photos) in zip(zip(found, evidence), list(zip(found, evidence))[1:]):
        end = max((photo.day, photo.hour) for photo in a_photos)
        begin = min((photo.day, photo.hour) for photo in b_photos)
        gap = (begin[0] - end[0]).days
        same = min(kilometres(p, q) for p in a.mains for q in b.mains) < 50
        if gap >= (31 if same else 15) or any(end < (photo.day, photo.hour) < begin for photo in shown):
            continue
        for one in (a, b):
            one.is_certain, one.doubt = False, "no photo at home between two outings"


def is_enclosed(day, at_home):
    """Whether photos show home in the three days up to the day, and in the three days from it."""
    return any(timedelta(0) <= day - other <= 3 * DAY for other in at_home) and any(
        timedelta(0) <= other - day <= 3 * DAY for other in at_home)


def home_days(home, library):
    """The days on which photos show the home while it was one."""
    return sorted({
        photo.day for photo in library.photos
        if photo.is_dated and photo.what in ("home", "town") and kilometres(photo.position, home.place.position) < 8
        and home.first <= photo.day <= (home.latest_end or home.last)})


def is_seen(home, library):
    return len(home_days(home, library)) >= 5


def expected_home(home, library):
    days, life = home_days(home, library), library.life
    ends = [home.last, days[-1], *([home.latest_end] if home.latest_end else [])]
    return ExpectedHome(
        home.place.position, (min(home.first, days[0]) - MOVING, max(home.first, days[0]) + MOVING),
        (min(ends) - MOVING, max(ends) + MOVING), home.last >= life.last)
