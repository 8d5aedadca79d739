"""One hundred people, deterministic by their number: how they live and travel. Not how this could be detected.

Left out: the digital nomad. If one stays for one to three months at each of a dozen places, some people say
“one journey of two years”, others “twelve homes”; no answer would be wrong.
"""

from journeys_photographers import imported, silent_year, sparse, two_cameras, wrong_clock
from journeys_residents import (
    commuter, expatriate, holiday_home, movers, settled, student, two_homes, weekly_flat)
from journeys_travellers import (
    antimeridian, back_to_back, cruise, flyer, hiker, one_hotel, rented_house, time_zones, visits, weekender, world_trip)

ARCHETYPES = [
    (settled, 4), (movers("near"), 3), (movers("far"), 3), (movers("to another continent"), 3),
    (movers("several times"), 3), (student, 4), (two_homes, 3), (holiday_home, 4), (rented_house, 3), (commuter, 5),
    (hiker, 5), (weekender, 5), (one_hotel, 3), (sparse, 5), (silent_year, 4), (two_cameras, 4), (wrong_clock, 6),
    (time_zones, 4), (antimeridian, 3), (cruise, 3), (flyer, 3), (imported, 4), (back_to_back, 4), (world_trip, 3),
    (weekly_flat, 3), (visits, 3), (expatriate, 3)]


def libraries():
    """The hundred libraries, one after the other."""
    for build, count in ARCHETYPES:
        for number in range(count):
            yield build(number)
