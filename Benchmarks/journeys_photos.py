"""From a life to its photos: how much the person photographs, with which cameras and clocks."""

import math
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from journeys_life import DAY
from journeys_places import Position, kilometres, offset_of, scattered


@dataclass(frozen=True)
class Photo:
    """`shown` is what the camera's clock says, `day` the true local date, `outing` the number of the outing or None."""

    shown: datetime
    offset: int
    position: Position
    camera: str
    name: str
    day: date
    hour: float
    what: str
    outing: int | None
    is_dated: bool

    @property
    def iso(self):
        sign, minutes = "-" if self.offset < 0 else "+", abs(self.offset)
        return f"{self.shown.isoformat()}{sign}{minutes // 60:02d}:{minutes % 60:02d}"


@dataclass(frozen=True)
class Habit:
    """How likely a day has photos, and the median of their number: at home, on a day trip, on a trip."""

    ordinary: float
    few: float
    day_trip: float
    some: float
    trip: float
    many: float


HABITS = {
    "weekly": Habit(0.14, 1.2, 0.55, 1.5, 0.6, 2),
    "casual": Habit(0.3, 2, 0.85, 5, 0.85, 7),
    "usual": Habit(0.42, 2.5, 0.95, 9, 0.93, 13),
    "keen": Habit(0.65, 5, 1, 25, 0.98, 35),
    "hundred": Habit(0.8, 8, 1, 60, 1, 90),
}


@dataclass
class Camera:
    """A camera: its shares of the photos at home and on outings, and its clock.

    `clock` maps the true local time to the shown one; a clock that is wrong by a day or more is not `is_dated`.
    `keeps_zone` is the zone of a camera that is never set to another, `stays` is true if it never travels alone.
    """

    name: str
    at_home: float = 1
    away: float = 1
    clock: object = None
    is_dated: bool = True
    keeps_zone: str | None = None
    stays: bool = False
    first: date = date(1990, 1, 1)


class Photographer:
    def __init__(self, chance, life, habit, cameras):
        self.chance, self.life, self.habit, self.cameras = chance, life, HABITS[habit], cameras
        self.numbers = {camera.name: chance.randrange(1, 5000) for camera in cameras}
        self.photos = []

    def photograph(self):
        outing_on = {}
        for number, outing in enumerate(self.life.outings):
            for day in outing.segments:
                outing_on[day] = number
        mood, quiet = 1.0, self.quiet_days()
        day = self.life.first
        while day <= self.life.last:
            if day.day == 1:
                mood = math.exp(self.chance.gauss(0, 0.4))
            if not any(first <= day <= last for first, last in self.life.silences):
                self.photograph_day(day, outing_on.get(day), mood, day in quiet)
            day += DAY
        self.take_strangers()
        return sorted(self.photos, key=lambda photo: (photo.shown, photo.camera, photo.name))

    def quiet_days(self):
        """Weeks in which nothing happens that is worth a photo."""
        days, found = (self.life.last - self.life.first).days, set()
        for _ in range(days // 200):
            begin, length = self.chance.randrange(days), int(self.chance.expovariate(1 / 16))
            found.update(self.life.first + n * DAY for n in range(begin, begin + min(length, 50)))
        return found

    def photograph_day(self, day, outing_number, mood, is_quiet):
        habit, chance = self.habit, self.chance
        if outing_number is None:
            likely = habit.ordinary * mood * self.life.home_on(day).liveliness
            if not is_quiet and chance.random() < min(0.97, likely):
                self.take(day, self.life.ordinary(day), self.count(habit.few, 60), None, self.camera_at(day, False))
            return
        outing = self.life.outings[outing_number]
        likely, median = (habit.trip, habit.many) if outing.is_trip else (habit.day_trip, habit.some)
        if chance.random() < likely:
            self.take(day, outing.segments[day], self.count(median, 250), outing_number, None)
        stays = [camera for camera in self.cameras if camera.stays]
        if outing.alone and stays and chance.random() < min(0.97, habit.ordinary * mood):
            self.take(day, self.at_home(day), self.count(habit.few, 60), None, stays[0])

    def at_home(self, day):
        """An ordinary day of the one who stays at home."""
        home = self.life.home_on(day)
        return [one for one in self.life.ordinary(day) if kilometres(one.position, home.place.position) < 20]

    def count(self, median, most):
        return max(1, min(most, round(median * math.exp(self.chance.gauss(0, 0.8)))))

    def camera_at(self, day, away, among=None):
        cameras = [camera for camera in among or self.cameras if camera.first <= day]
        return self.chance.choices(cameras, [camera.away if away else camera.at_home for camera in cameras])[0]

    def take(self, day, segments, count, outing_number, camera):
        """Takes photos in bursts, at moments spread over the segments of the day."""
        chance = self.chance
        outing = self.life.outings[outing_number] if outing_number is not None else None
        among = [one for one in self.cameras if not (outing and outing.alone and one.stays)]
        while count > 0:
            segment = chance.choices(segments, [one.weight for one in segments])[0]
            position = scattered(segment.position, segment.spread, chance)
            burst = min(count, 1 + int(chance.expovariate(1 / 2.5)))
            hour = chance.uniform(segment.begin, segment.end)
            used = camera or self.camera_at(day, outing is not None, among)
            for _ in range(burst):
                self.shoot(day, hour, scattered(position, 0.008, chance), segment, used, outing_number)
                hour += chance.expovariate(1 / 0.01)
            count -= burst

    def shoot(self, day, hour, position, segment, camera, outing_number):
        local = datetime.combine(day, time()) + timedelta(seconds=round(hour * 3600))
        true_day = local.date()
        zone = camera.keeps_zone or segment.zone
        if camera.keeps_zone:
            local += timedelta(minutes=offset_of(zone, day) - offset_of(segment.zone, day))
        shown = camera.clock(local) if camera.clock else local
        self.numbers[camera.name] += 1
        name = f"{'IMG' if 'Phone' in camera.name else 'DSC'}_{self.numbers[camera.name]:05d}.jpg"
        self.photos.append(Photo(
            shown.replace(microsecond=0), offset_of(zone, day), position, camera.name, name, true_day,
            local.hour + local.minute / 60, segment.what, outing_number, camera.is_dated))

    def take_strangers(self):
        """Pictures that friends sent, with their positions and times, while the owner was at home."""
        for day, days, place, name, count in self.life.strangers:
            for number in range(count):
                at = datetime.combine(day + self.chance.randrange(days) * DAY, time(8)) + timedelta(
                    minutes=self.chance.randrange(13 * 60))
                self.photos.append(Photo(
                    at, offset_of(place.zone, at.date()), scattered(place.position, 4, self.chance), name,
                    f"{name.replace(' ', '')}-{number:04d}.jpg", at.date(), at.hour, "stranger", None, False))
