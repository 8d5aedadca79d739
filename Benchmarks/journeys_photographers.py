"""People by how they photograph: seldom, with two cameras, with wrong clocks, with pictures of others."""

from datetime import datetime, timedelta

from journeys_life import DAY, somewhere
from journeys_person import Person
from journeys_photos import Camera
from journeys_places import FAR


def sparse(number):
    person = Person("a photo a week", number, years=7, habit="weekly")
    person.live()
    person.holidays(nights=(7, 18))
    person.weekends(3)
    person.day_trips(6)
    return person.library()


def silent_year(number):
    person = Person("year without photos", number, years=6)
    person.live()
    begin = person.life.first + person.chance.randrange(600, 900) * DAY
    person.life.silences.append((begin, begin + person.chance.randrange(360, 430) * DAY))
    person.holidays()
    person.weekends(2)
    person.day_trips(6)
    return person.library()


def two_cameras(number):
    """Two people: one often travels alone, and the camera of the other stays at home and is used there."""
    person = Person("two cameras", number, years=4, habit=["usual", "keen"][number % 2])
    person.live()
    chance = person.chance
    person.cameras = [Camera("Lumo Phone X"), Camera("Aster Phone 5", at_home=[1, 4][number % 2], away=1, stays=True)]
    for year in person.years():
        for _ in range(3):
            length = chance.randint(2, 8)
            day = person.free_day(year, range(1, 13), length + 3)
            if day:
                goal = chance.choice([somewhere(chance, person.town, 200, 900), chance.choice(list(FAR.values()))])
                person.life.trip(day, [(goal, length)], moving=3, alone=True)
    person.holidays(most=1)
    person.day_trips(5)
    person.day_trips(2, alone=True)
    return person.library()


def wrong_clock(number):
    """A second camera, mostly for trips, whose clock is wrong in one of six ways."""
    person = Person("wrong clock", number, years=4, habit="usual")
    home = person.live()
    kinds = [
        ("5 hours ahead", lambda at: at + timedelta(hours=5), True),
        ("9 hours behind", lambda at: at - timedelta(hours=9), True),
        ("a day ahead", lambda at: at + timedelta(days=1), False),
        ("a day behind", lambda at: at - timedelta(days=1), False),
        ("reset to 2000", since(datetime(2000, 1, 1)), False),
        ("reset to 1970", since(datetime(1970, 1, 1)), False)]
    _, clock, is_dated = kinds[number % 6]
    person.cameras.append(Camera("Corvid DSLR 7", 0.15, 0.7, clock, is_dated, keeps_zone=home.place.zone))
    person.holidays()
    person.weekends(3)
    person.day_trips(6)
    return person.library()


def since(begin):
    """A clock that begins anew whenever the battery is changed, after about ten days of the calendar."""
    return lambda at: begin + timedelta(days=at.toordinal() % 11, hours=at.hour, minutes=at.minute, seconds=at.second)


def imported(number):
    """Friends send their holiday pictures, which have positions, from days that were spent at home."""
    person = Person("imported photos", number, years=4, habit=["usual", "keen"][number % 2])
    person.live()
    person.holidays()
    person.weekends(2)
    person.day_trips(5)
    chance, life = person.chance, person.life
    for year in person.years():
        for friend in ("Otter Phone 2", "Heron Phone 9"):
            length = chance.randint(4, 10)
            day = person.free_day(year, range(1, 13), length, margin=2)
            if day:
                goal = chance.choice([somewhere(chance, person.town, 250, 900), chance.choice(list(FAR.values()))])
                life.strangers.append((day, length, goal, friend, chance.randint(8, 60)))
                life.busy.update(day + n * DAY for n in range(length))
    return person.library()
