"""What a person does on each day: where they are at which hours.

A day is a list of segments. A life has homes, and outings: trips, with nights elsewhere, and day trips.
"""

from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from journeys_places import Place, Position, between, kilometres, near, offset_of, towards

DAY = timedelta(days=1)


@dataclass
class Segment:
    """Some hours at a place; `weight` is the share of the day's photos that are taken there."""

    begin: float
    end: float
    position: Position
    spread: float
    zone: str
    weight: float
    what: str


@dataclass
class Home:
    """A place to live; `latest_end` is later than `last` if both can be said of it.

    `liveliness` is how much likelier a day has photos there than in everyday life.
    """

    place: Place
    first: date
    last: date
    latest_end: date | None = None
    liveliness: float = 1


@dataclass
class Outing:
    """A trip (`nights` has an entry) or a day trip; `alone` if the other camera stays at home.

    `unsure` marks what people would not agree upon, such as the days around a move.
    """

    first: date
    last: date
    segments: dict
    nights: dict = field(default_factory=dict)
    alone: bool = False
    unsure: bool = False

    @property
    def is_trip(self):
        return bool(self.nights)


class Life:
    def __init__(self, chance, first, last):
        self.chance, self.first, self.last = chance, first, last
        self.homes, self.outings, self.silences = [], [], []
        self.strangers = []
        self.home_on = lambda day: self.homes[0]
        self.work = None
        self.busy = set()

    def home(self, place, first=None, last=None, latest_end=None, liveliness=1):
        found = Home(place, first or self.first, last or self.last, latest_end, liveliness)
        self.homes.append(found)
        return found

    def is_free(self, first, last, margin=3):
        days = (last - first).days
        if first - margin * DAY <= self.first or last + margin * DAY >= self.last:
            return False
        return all(first + n * DAY not in self.busy for n in range(-margin, days + margin + 1))

    def take(self, outing):
        self.outings.append(outing)
        self.busy.update(outing.first + n * DAY for n in range((outing.last - outing.first).days + 1))
        return outing

    # Ordinary days

    def ordinary(self, day):
        home, before = self.home_on(day), self.home_on(day - DAY)
        if home is not before and kilometres(home.place.position, before.place.position) > 20:
            return self.changeover(before.place, home.place)
        place, chance = home.place, self.chance
        town = towards(place.position, chance.uniform(0, 6.28), chance.uniform(0.5, 6))
        work = self.work(day, home) if self.work else None
        segments = [
            Segment(7, 9, place.position, 0.02, place.zone, 0.3, "home"),
            Segment(18, 22.8, place.position, 0.02, place.zone, 0.8, "home")]
        if work:
            segments.append(Segment(9.5, 16.5, work.position, 0.1, work.zone, 0.5, "work"))
        elif day.weekday() > 4 or chance.random() < 0.6:
            segments.append(Segment(10, 18, town, 0.3, place.zone, 0.8, "town"))
            segments.append(Segment(10, 18, place.position, 0.03, place.zone, 0.4, "home"))
        return segments

    def changeover(self, before, place):
        """From one home to the other: morning here, evening there."""
        middle = between(before.position, place.position, self.chance.uniform(0.3, 0.7))
        return [
            Segment(8, 10, before.position, 0.02, before.zone, 0.5, "home"),
            Segment(12, 15, middle, 3, place.zone, 0.1, "way"),
            Segment(18, 22, place.position, 0.02, place.zone, 0.8, "home")]

    # Outings

    def day_trip(self, day, distance, alone=False, angle=None):
        """A hike, a lake, a town: there and back on the same day."""
        home, chance = self.home_on(day).place, self.chance
        goal = towards(home.position, chance.uniform(0, 6.28) if angle is None else angle, distance)
        travel = distance / 65
        segments = [
            Segment(7, 8.5, home.position, 0.02, home.zone, 0.06, "home"),
            Segment(8.7 + travel, 18.7 - travel / 2, goal, min(3, 0.5 + distance / 60), home.zone, 1, "away"),
            Segment(20, 22.5, home.position, 0.02, home.zone, 0.08, "home")]
        return self.take(Outing(day, day, {day: segments}, alone=alone))

    def trip(self, first, stops, moving=0.05, excursions=0.3, alone=False, late=False, sky=0.1, unsure=False):
        """A trip with nights at each stop: a list of places and nights.

        `moving` is the spread around each stop in kilometres, `late` a departure after work,
        `sky` the weight of photos from the plane.
        """
        home = self.home_on(first - DAY).place
        last = first + sum(nights for _, nights in stops) * DAY
        back = self.home_on(last).place
        outing = Outing(first, last, {}, {}, alone, unsure)
        here, day = home, first
        for number, (place, nights) in enumerate(stops):
            outing.segments[day], arrival = self.journey(here, place, number == 0, False, late and number == 0, sky)
            for night in range(nights):
                outing.nights[day + night * DAY] = place
                if night:
                    outing.segments[day + night * DAY] = after(
                        arrival - 24 * night, self.day_at(place, moving, excursions))
            day += nights * DAY
            here = place
        outing.segments[last], arrival = self.journey(here, back, False, True, False, sky)
        # After a long flight home, the evening is on a later day.
        for late_days in range(1, int(arrival // 24) + 1):
            outing.segments[last + late_days * DAY] = after(
                arrival - 24 * late_days, [Segment(8, 22.8, back.position, 0.02, back.zone, 1, "home")])
            outing.last = last + late_days * DAY
        return self.take(outing)

    def day_at(self, place, moving, excursions):
        chance = self.chance
        segments = [
            Segment(8, 10, place.position, 0.05, place.zone, 0.3, "away"),
            Segment(10, 18, place.position, max(moving, 0.05), place.zone, 1, "away"),
            Segment(18.5, 22.8, place.position, max(0.05, moving / 3), place.zone, 0.5, "away")]
        if chance.random() < excursions:
            goal = towards(place.position, chance.uniform(0, 6.28), chance.uniform(8, 45))
            segments[1] = Segment(10.5, 17.5, goal, 1, place.zone, 1.2, "away")
        return segments

    def journey(self, here, there, leaves_home, comes_home, late, sky):
        """The day of a change of place, by car or train up to 1,100 km, else by plane, and the hour of arrival.

        That hour is by the clock of the goal: it is 30 if the plane lands at six on the next morning, and
        negative if it crosses the date line to the day before.
        """
        distance = kilometres(here.position, there.position)
        leave = 17 if late else self.chance.uniform(8, 10)
        kind, weight = ("home", 0.15) if leaves_home else ("away", 0.3)
        segments = [Segment(7, 8.5 if late else leave - 0.3, here.position, 0.02, here.zone, weight, kind)]
        if distance <= 1100:
            hours = 0.3 + distance / 85
            arrive = leave + hours
            rest = between(here.position, there.position, self.chance.uniform(0.35, 0.65))
            if distance > 60:
                segments.append(Segment(leave + hours * 0.4, leave + hours * 0.6, rest, 0.5, here.zone, 0.1, "away"))
        else:
            hours = 5 + distance / 750
            arrive = leave + hours + (offset_of(there.zone, self.first) - offset_of(here.zone, self.first)) / 60
            airport = towards(here.position, self.chance.uniform(0, 6.28), self.chance.uniform(12, 35))
            kind = "airport" if leaves_home else "away"
            segments.append(Segment(leave + 0.7, leave + 2.2, airport, 0.3, here.zone, 0.12, kind))
            for part in (0.15, 0.4, 0.7, 0.9):
                hour = leave + 3 + part * (hours - 4)
                above = between(here.position, there.position, part)
                segments.append(Segment(hour, hour + 0.2, above, 5, here.zone, sky / 4, "air"))
        kind, weight, spread = ("home", 0.15, 0.02) if comes_home else ("away", 0.7, 0.3)
        if arrive < 22.5:
            segments.append(Segment(arrive, 22.8, there.position, spread, there.zone, weight, kind))
        return segments, arrive


def after(hour, segments):
    """What is left of a day's segments when it begins at this hour."""
    left = [replace(one, begin=max(one.begin, hour)) for one in segments if one.end > hour + 0.5]
    return left or [replace(segments[-1], begin=23, end=23.5)]


def tour(chance, place, stops, leg, nights):
    """A round trip: stops a leg apart, beginning and ending near the place."""
    angle, found, here = chance.uniform(0, 6.28), [], place
    for number in range(stops):
        found.append((here, chance.choice(nights)))
        angle += chance.uniform(0.3, 1.3)
        here = Place(f"{place.name} {number + 1}", towards(here.position, angle, leg * chance.uniform(0.6, 1.3)), place.zone)
    return found


def somewhere(chance, home, low, high, name="near"):
    return near(home, chance.uniform(low, high), chance, name)
