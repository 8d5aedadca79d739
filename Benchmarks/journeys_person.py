"""The usual parts of a life, from which the archetypes are made."""

import random
from dataclasses import dataclass
from datetime import date

from journeys_life import DAY, Life, somewhere, tour
from journeys_photos import Camera, Photographer
from journeys_places import FAR, TOWNS, kilometres, near


@dataclass
class Library:
    name: str
    archetype: str
    life: Life
    photos: list


PHONES = ["Aster Phone 5", "Lumo Phone X", "Corvid Phone 12", "Birch Phone 3"]


# Makes other people of the same kinds.
seed = ""


class Person:
    """A person of an archetype, whose habits are drawn by the number."""

    def __init__(self, archetype, number, years=None, habit=None, towns=TOWNS):
        self.chance = random.Random(f"{archetype} {number}{seed}")
        self.name, self.archetype = f"{archetype}-{number}", archetype
        first = date(self.chance.randrange(2009, 2019), self.chance.randrange(1, 13), self.chance.randrange(1, 28))
        self.life = Life(self.chance, first, first + int(365.25 * (years or self.chance.uniform(3.2, 6))) * DAY)
        self.town = self.chance.choice([towns[name] for name in towns])
        self.habit = habit or self.chance.choice(["casual", "usual", "usual", "keen"])
        self.cameras = [Camera(self.chance.choice(PHONES))]

    def live(self):
        """One home, in or near a town."""
        return self.life.home(somewhere(self.chance, self.town, 1, 12, "home in"))

    def years(self):
        return range(self.life.first.year, self.life.last.year + 1)

    def free_day(self, year, months, length, weekday=None, margin=3):
        """A date in these months from which so many days are free; None if none was found."""
        for _ in range(40):
            day = date(year, self.chance.choice(months), self.chance.randrange(1, 29))
            if weekday is not None:
                day += (weekday - day.weekday()) % 7 * DAY
            if self.life.is_free(day, day + length * DAY, margin):
                return day
        return None

    def holidays(self, most=2, months=(6, 7, 8), nights=(7, 14)):
        """A long holiday a year, by car, by plane or as a round trip, and perhaps a second one."""
        chance = self.chance
        for year in self.years():
            for number in range(most):
                if number and chance.random() < 0.4:
                    continue
                length = chance.randint(*nights)
                day = self.free_day(year, months if number == 0 else (1, 2, 3, 4, 5, 9, 10, 11), length + 3)
                if day is None:
                    continue
                home = self.life.home_on(day).place
                kind = chance.choice(["house", "plane", "tour"])
                if kind == "plane":
                    self.life.trip(day, [(chance.choice(list(FAR.values())), length)], moving=4)
                elif kind == "house":
                    self.life.trip(day, [(somewhere(chance, home, 200, 1000), length)], moving=1)
                else:
                    centre = somewhere(chance, home, 300, 900)
                    self.life.trip(day, tour(chance, centre, max(2, length // 4), 110, (2, 3, 4)), moving=3)

    def weekends(self, a_year, low=90, high=600, nights=(1, 2)):
        for year in self.years():
            for _ in range(a_year):
                length = self.chance.choice(nights)
                day = self.free_day(year, range(1, 13), length, weekday=self.chance.choice([4, 4, 5]))
                if day:
                    distance = self.chance.uniform(low, high if length > 1 else min(high, 400))
                    place = near(self.life.home_on(day - DAY).place, distance, self.chance)
                    # Not further than three hours after work.
                    is_late = day.weekday() == 4 and distance < 330
                    self.life.trip(day, [(place, length)], moving=1.5, excursions=0.1, late=is_late)

    def day_trips(self, a_year, low=25, high=140, alone=False):
        for year in self.years():
            for _ in range(a_year):
                weekday = self.chance.choice([5, 6, 6, self.chance.randrange(7)])
                day = self.free_day(year, range(1, 13), 0, weekday, margin=2)
                home_on = self.life.home_on
                if day and home_on(day - DAY) is home_on(day) is home_on(day + DAY):
                    self.life.day_trip(day, self.chance.uniform(low, high), alone)

    def relatives(self, place, a_year=2, nights=(3, 6)):
        """Visits to relatives, who live at one place: Christmas, Easter, birthdays."""
        for year in self.years():
            for month in self.chance.sample([4, 12, 10, 5, 8], a_year):
                length = self.chance.randint(*nights)
                day = self.free_day(year, (month,), length)
                if day and kilometres(self.life.home_on(day).place.position, place.position) > 90:
                    self.life.trip(day, [(place, length)], moving=0.6, excursions=0.15)

    def library(self):
        self.life.outings.sort(key=lambda one: one.first)
        photos = Photographer(self.chance, self.life, self.habit, self.cameras).photograph()
        return Library(self.name, self.archetype, self.life, photos)
