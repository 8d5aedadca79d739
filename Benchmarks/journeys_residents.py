"""People by how they live: settled, moving, between two homes, commuting."""

from datetime import date

from journeys_life import DAY, Outing, Segment, somewhere
from journeys_person import Person
from journeys_places import TOWNS, kilometres, near


def settled(number):
    person = Person("settled family", number, years=6)
    person.live()
    person.holidays()
    person.weekends(3)
    person.day_trips(8)
    return person.library()


def movers(kind):
    def build(number):
        person = Person(f"moved {kind}", number, years=5)
        chance, life = person.chance, person.life
        count = {"several times": chance.choice([3, 4, 5])}.get(kind, 2)
        spans = cut(chance, life, count)
        place = somewhere(chance, person.town, 1, 10, "home in")
        homes = []
        for index, (first, last) in enumerate(spans):
            if index:
                step = {"near": (9, 18), "far": (220, 750)}.get(kind) or chance.choice([(9, 18), (150, 600)])
                if kind == "to another continent" or kind == "several times" and chance.random() < 0.15:
                    goals = [town for town in TOWNS.values() if kilometres(town.position, place.position) > 3000]
                    place = somewhere(chance, chance.choice(goals), 1, 8, "home in")
                else:
                    place = somewhere(chance, place, *step, name=f"home {index}")
            homes.append(life.home(place, first, last))
        live_in_turn(life, homes)
        for before, home in zip(homes, homes[1:]):
            life.busy.update(home.first + n * DAY for n in range(-6, 7))
            if kilometres(before.place.position, home.place.position) > 100:
                look_for_a_flat(person, home)
                see_old_friends(person, before, home)
        person.holidays(most=1)
        person.weekends(3)
        person.day_trips(6)
        return person.library()
    return build


def cut(chance, life, count):
    """The life in so many parts of at least seven months."""
    days = (life.last - life.first).days
    while True:
        cuts = sorted(chance.randrange(210, days - 210) for _ in range(count - 1))
        edges = [0, *cuts, days]
        if all(b - a >= 210 for a, b in zip(edges, edges[1:])):
            return [(life.first + a * DAY, life.first + b * DAY) for a, b in zip(edges, edges[1:])]


def live_in_turn(life, homes):
    def home_on(day):
        return next((home for home in reversed(homes) if home.first <= day), homes[0])
    life.home_on = home_on


def look_for_a_flat(person, home):
    """Two nights in the new town, some weeks before the move."""
    day = home.first - person.chance.randrange(35, 70) * DAY
    if person.life.is_free(day, day + 3 * DAY):
        person.life.trip(day, [(near(home.place, 4, person.chance, "hotel"), 2)], moving=2, excursions=0)


def see_old_friends(person, before, home):
    """The flat is handed over two weeks after the move; friends are visited after months."""
    person.life.busy.update(home.first + n * DAY for n in range(12, 17))
    person.life.outings.append(visit(person.life, home.first + 13 * DAY, before.place, home.place))
    day = home.first + person.chance.randrange(120, 170) * DAY
    if person.life.is_free(day, day + 3 * DAY) and person.life.home_on(day) is home:
        person.life.trip(day, [(near(before.place, 3, person.chance, "friends"), 3)], moving=1.5, excursions=0)


def visit(life, day, place, home):
    segment = Segment(9, 21, place.position, 0.05, place.zone, 1, "away")
    return Outing(day, day + DAY, {day: [segment], day + DAY: [segment]}, {day: place}, unsure=True)


def student(number):
    """Term in a college town, weekends and holidays with the parents, then a job elsewhere."""
    person = Person("student", number, years=6.5, habit="usual")
    chance, life = person.chance, person.life
    parents = somewhere(chance, person.town, 1, 10, "parents in")
    college = somewhere(chance, parents, 120, 350, "college near")
    job = somewhere(chance, parents, 250, 500, "job near")
    # Term begins in October; the last one ends in July.
    leaves = date(life.first.year + 1 + (life.first.month > 6), 10, 1)
    graduates = date(leaves.year + 3, 7, 20)
    # It can be said that the parents' house ceased to be home with the studies, or with a visit soon after.
    old = life.home(parents, life.first, graduates + 14 * DAY, latest_end=graduates + 200 * DAY)
    room = life.home(college, leaves, graduates)
    flat = life.home(job, graduates + 14 * DAY)

    def home_on(day):
        if day < leaves or graduates <= day < graduates + 14 * DAY:
            return old
        if day >= graduates:
            return flat
        vacation = day.month in (8, 9) or (day.month == 12 and day.day > 19) or (day.month == 1 and day.day < 5)
        weekend = day.weekday() in (4, 5) and day.toordinal() // 7 % 3 == 0
        return old if vacation or weekend else room
    life.home_on = home_on
    life.busy.update(graduates + n * DAY for n in range(-8, 30))
    person.holidays(most=1, months=(7, 8, 9), nights=(7, 12))
    for year in range(graduates.year, life.last.year + 1):
        for month in (12, 4):
            day = person.free_day(year, (month,), 4)
            if day and day > graduates + 60 * DAY:
                life.trip(day, [(parents, 4)], moving=0.5, excursions=0, unsure=True)
    person.day_trips(5)
    return person.library()


def two_homes(number):
    """A couple with a flat in each of two cities: weeks here, weeks there."""
    person = Person("two homes", number, years=4)
    chance, life = person.chance, person.life
    a = life.home(somewhere(chance, person.town, 1, 8, "home in"))
    b = life.home(somewhere(chance, a.place, 180, 550, "second home near"))
    rhythm = chance.choice(["weekends", "fortnights"])

    def home_on(day):
        if rhythm == "weekends":
            return b if day.weekday() in (4, 5) and day.toordinal() // 7 % 4 else a
        return b if (day.toordinal() - life.first.toordinal()) // 14 % 2 else a
    life.home_on = home_on
    person.holidays(most=1)
    person.day_trips(6)
    return person.library()


def holiday_home(number):
    """A house in the country, each month for a weekend and in summer for three weeks."""
    person = Person("holiday home owner", number, years=5)
    chance, life = person.chance, person.life
    town = life.home(somewhere(chance, person.town, 1, 8, "home in"))
    bought = life.first + chance.randrange(200, 500) * DAY
    house = life.home(somewhere(chance, town.place, 120, 250, "house near"), bought, liveliness=2.2)
    week = chance.randrange(2)

    def home_on(day):
        if day < bought:
            return town
        summer = day.month == 8 and day.day < 20
        weekend = day.weekday() in (4, 5) and (day.toordinal() // 7) % 3 == week
        return house if summer or weekend else town
    life.home_on = home_on
    person.holidays(most=1, months=(2, 3, 5, 10), nights=(6, 12))
    person.day_trips(6)
    return person.library()


def commuter(number):
    """Works 120 to 160 km away and comes home every evening."""
    person = Person("commuter", number, years=4)
    home = person.live()
    office = somewhere(person.chance, home.place, 120, 160, "office near")
    days = person.chance.choice([(0, 1, 2, 3, 4), (1, 2, 3), (0, 2, 4)])
    person.life.work = lambda day, at: office if day.weekday() in days and person.chance.random() < 0.85 else None
    person.holidays()
    person.day_trips(6)
    return person.library()


def weekly_flat(number):
    """Monday to Friday in a flat near work, the weekend at home."""
    person = Person("flat near work", number, years=4)
    chance, life = person.chance, person.life
    home = life.home(somewhere(chance, person.town, 1, 10, "home in"))
    begins = life.first + chance.randrange(250, 450) * DAY
    ends = life.last - chance.randrange(250, 400) * DAY
    flat = life.home(somewhere(chance, home.place, 250, 550, "flat near"), begins, ends)

    def home_on(day):
        return flat if begins <= day < ends and day.weekday() < 4 and not (day.month == 12 and day.day > 20) else home
    life.home_on = home_on
    person.holidays(most=1)
    person.day_trips(5)
    return person.library()


def expatriate(number):
    """Three years on another continent, with visits to the family, and then back to another part of the old town."""
    person = Person("expatriate", number, years=6.5)
    chance, life = person.chance, person.life
    leaves = life.first + chance.randrange(450, 600) * DAY
    returns = leaves + chance.randrange(950, 1150) * DAY
    abroad = chance.choice([town for town in TOWNS.values() if kilometres(town.position, person.town.position) > 4000])
    before = life.home(somewhere(chance, person.town, 1, 6, "home in"), life.first, leaves)
    away = life.home(somewhere(chance, abroad, 1, 8, "home in"), leaves, returns)
    after = life.home(near(before.place, 17, chance, "home near"), returns)
    live_in_turn(life, [before, away, after])
    family = near(before.place, 9, chance, "family near")
    for edge in (leaves, returns):
        life.busy.update(edge + n * DAY for n in range(-6, 7))
    for year in range(leaves.year, returns.year + 1):
        length = chance.randint(14, 20)
        day = person.free_day(year, (7, 8, 12), length + 3)
        if day and leaves + 60 * DAY < day < returns - 60 * DAY:
            life.trip(day, [(family, length)], moving=3)
    person.holidays(most=1, months=(3, 4, 5, 10))
    person.weekends(2)
    person.day_trips(5)
    return person.library()
