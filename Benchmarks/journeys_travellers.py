"""People by how they travel."""

from journeys_life import DAY, somewhere, tour
from journeys_person import Person
from journeys_photos import Camera
from journeys_places import APIA, CRUISES, FAR, FIJI, RAROTONGA, TOWNS, Place, between, kilometres, near


def rented_house(number):
    """The same rented house in two or three summers."""
    person = Person("rented house", number, years=5)
    person.live()
    chance = person.chance
    house = somewhere(chance, person.town, 250, 900, "rented house near")
    for year in chance.sample(list(person.years())[1:-1], chance.choice([2, 2, 3])):
        length = chance.choice([13, 14, 20])
        day = person.free_day(year, (6, 7, 8), length, weekday=5)
        if day:
            person.life.trip(day, [(house, length)], moving=1, excursions=0.5)
    person.weekends(2)
    person.day_trips(6)
    return person.library()


def hiker(number):
    person = Person("day-tripper", number, years=4, habit=["usual", "keen", "usual", "casual", "hundred"][number % 5])
    person.live()
    person.day_trips(26, 20, 150)
    person.holidays(most=1, nights=(5, 9))
    return person.library()


def weekender(number):
    person = Person("weekend traveller", number, years=4, habit=["casual", "casual", "usual"][number % 3])
    person.live()
    person.weekends(13, 100, 900)
    person.day_trips(4)
    return person.library()


def one_hotel(number):
    """All photos of a trip from one beach."""
    person = Person("one hotel", number, years=4)
    person.live()
    for year in person.years():
        for months in ((2, 3), (9, 10)):
            length = person.chance.randint(6, 14)
            day = person.free_day(year, months, length + 3)
            if day:
                goal = person.chance.choice(list(FAR.values()))
                person.life.trip(day, [(near(goal, 20, person.chance, "hotel near"), length)], moving=0.1, excursions=0)
    return person.library()


def time_zones(number):
    """Journeys over many zones and the date line, with a camera that keeps the time of home."""
    towns = {name: TOWNS[name] for name in ("Auckland", "Seattle", "Nagoya", "Denver", "Melbourne", "Boston")}
    person = Person("time zones", number, years=4, habit="usual", towns=towns)
    home = person.live()
    person.cameras.append(Camera("Corvid DSLR 7", 0.2, 0.6, keeps_zone=home.place.zone))
    goals = [APIA, RAROTONGA, *(FAR[name] for name in ("Honolulu", "Sydney", "Kyoto", "San Francisco", "Queenstown"))]
    goals = [goal for goal in goals if kilometres(goal.position, home.place.position) > 900]
    for year in person.years():
        for months in ((1, 2), (4, 5), (9, 10)):
            goal = person.chance.choice(goals)
            length = person.chance.randint(5, 12)
            day = person.free_day(year, months, length + 4)
            if day:
                person.life.trip(day, [(goal, length)], moving=4)
    person.day_trips(5)
    return person.library()


def antimeridian(number):
    """Fiji, whose islands are on both sides of 180 degrees: as a goal, or as home."""
    person = Person("antimeridian", number, years=4, towns={name: TOWNS[name] for name in ("Auckland", "Melbourne")})
    islands = list(FIJI.values())
    if number == 0:
        # At home on Taveuni, within 2 km of the line.
        person.life.home(FIJI["Taveuni"])
        for year in person.years():
            for months in ((2, 3), (7, 8)):
                day = person.free_day(year, months, 9)
                if day:
                    goal = person.chance.choice([FIJI["Nadi"], FIJI["Suva"], TOWNS["Auckland"]])
                    person.life.trip(day, [(goal, 7)], moving=2)
        return person.library()
    person.live()
    for year in person.years():
        for months in ((3, 4), (7, 8)):
            route = [(island, person.chance.randint(2, 4)) for island in person.chance.sample(islands, 4)]
            day = person.free_day(year, months, 20)
            if day:
                person.life.trip(day, route, moving=2)
    person.weekends(2)
    return person.library()


def cruise(number):
    """A ship: each night elsewhere, a port or a day at sea."""
    person = Person("cruise", number, years=4, habit="usual")
    person.live()
    chance = person.chance
    for year in person.years():
        ports = list(chance.choice(CRUISES).values())
        stops = [(ports[0], 1)]
        for before, port in zip(ports, [*ports[1:], ports[0]]):
            if chance.random() < 0.4:
                sea = Place("sea", between(before.position, port.position, 0.5), port.zone)
                stops.append((sea, 1))
            stops.append((port, 1))
        day = person.free_day(year, (5, 6, 9, 10), len(stops) + 3)
        if day:
            person.life.trip(day, stops, moving=1.5, excursions=0.1)
    person.weekends(2)
    person.day_trips(6)
    return person.library()


def flyer(number):
    """Many photos through the window of the plane."""
    person = Person("flights", number, years=4, habit="keen")
    person.live()
    for year in person.years():
        for months in ((1, 2), (4, 5), (7, 8), (10, 11)):
            length = person.chance.randint(3, 9)
            day = person.free_day(year, months, length + 3)
            if day:
                person.life.trip(day, [(person.chance.choice(list(FAR.values())), length)], moving=4, sky=1.2)
    person.day_trips(4)
    return person.library()


def back_to_back(number):
    """Home for one night between two trips: washing, the cat, another suitcase."""
    person = Person("back to back", number, years=4, habit=["keen", "usual", "hundred", "usual"][number % 4])
    person.live()
    chance = person.chance
    for year in person.years():
        for months in ((5, 6), (8, 9)):
            lengths = chance.randint(3, 9), chance.randint(3, 9)
            day = person.free_day(year, months, sum(lengths) + 6)
            if not day:
                continue
            first = person.life.trip(day, [(somewhere(chance, person.town, 200, 800), lengths[0])], moving=2)
            second = person.life.trip(first.last + DAY, [(somewhere(chance, person.town, 200, 800), lengths[1])], moving=2)
            for outing, edge in ((first, first.last), (second, second.first)):
                # The evening and the morning at home are photographed.
                for segment in outing.segments[edge]:
                    segment.weight *= 5 if segment.what == "home" else 1
    person.day_trips(5)
    return person.library()


def world_trip(number):
    """Most of a year around the world, without a home; the flat is let and taken back afterwards."""
    person = Person("year around the world", number, years=5, habit=["usual", "keen", "casual"][number % 3])
    person.live()
    chance = person.chance
    goals, stops, length = chance.sample(list(FAR.values()), 9), [], 0
    for goal in goals:
        nights = chance.randint(12, 30)
        for place, stay in tour(chance, goal, 4, 180, (3, 5, 8, 11))[:4]:
            if nights <= 0:
                break
            stops.append((place, stay))
            nights -= stay
            length += stay
    person.life.trip(person.life.first + chance.randrange(450, 700) * DAY, stops, moving=3)
    person.holidays(most=1)
    person.day_trips(5)
    return person.library()


def visits(number):
    """Relatives 300 km away, twice a year."""
    person = Person("relatives twice a year", number, years=5)
    home = person.live()
    person.relatives(somewhere(person.chance, home.place, 260, 340, "relatives near"))
    person.holidays(most=1)
    person.day_trips(6)
    return person.library()
