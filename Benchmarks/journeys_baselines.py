"""The rules of two other programs, written anew from what they publish.

- ente: trips and base locations of its memories. github.com/ente-io/ente,
  mobile/lib/services/smart_memories_service.dart at 0168118920143070b682ac628967c7804b5a8a7a, `_getTripsResults`;
  the ellipse that it calls a radius: mobile/lib/services/location_service.dart, `isFileInsideLocationTag`.
- immich-power-tools: trips of its potential albums (pull request 268).
  github.com/immich-power-tools/immich-power-tools, src/helpers/trips.helper.ts and
  src/pages/api/albums/potential-trips.ts at 01499e7c4ee33ef65e8fbd21c7cbe45e6187e3b2.

Neither lists day trips. Both get the photos as any program would: as they are dated and placed.
"""

import math
from collections import Counter, defaultdict
from datetime import timedelta

from journeys_places import KM_PER_DEGREE, Position, kilometres
from journeys_score import Detected, DetectedHome, Found

# ente

BASE_RADIUS, TRIP_RADIUS, OVERLAP = 0.6, 100.0, 10.0
DAY = timedelta(days=1)


def ente(library):
    photos = sorted(library.photos, key=lambda photo: photo.shown, reverse=True)
    bases = [base for base in ente_clusters(photos, BASE_RADIUS) if is_ente_base(base[1])]
    blocks = []
    for centre, members in ente_clusters(photos, TRIP_RADIUS):
        if not any(is_inside(base[0], centre, OVERLAP) for base in bases):
            blocks += ente_blocks(members)
    # A trip may be shown when it is a year old; here, all of them are.
    trips = [trip for trip in ente_merged(blocks) if len(trip) >= 20]
    return Found(
        [DetectedHome(centre, min(taken(members)).date(), max(taken(members)).date()) for centre, members in bases],
        [Detected(min(taken(trip)).date(), max(taken(trip)).date(), busiest(trip)) for trip in trips], [])


def ente_clusters(photos, radius):
    """Each photo joins the first cluster around whose first photo it is, or begins one."""
    clusters = []
    for photo in photos:
        position = photo.position
        for centre, members in clusters:
            # Most are excluded by their longitude alone.
            if abs(centre.longitude - position.longitude) * KM_PER_DEGREE <= radius and is_inside(centre, position, radius):
                members.append(photo)
                break
        else:
            clusters.append((position, [photo]))
    return clusters


def is_inside(centre, position, radius):
    """An ellipse in degrees: the program widens latitudes, not longitudes, by the cosine."""
    high = radius / math.cos(math.radians(centre.latitude)) / KM_PER_DEGREE
    wide = radius / KM_PER_DEGREE
    x, y = centre.latitude - position.latitude, centre.longitude - position.longitude
    return (x / high) ** 2 + (y / wide) ** 2 <= 1


def taken(photos):
    return [photo.shown for photo in photos]


def is_ente_base(members):
    """At least ten photos, over 90 days, on a tenth of them, and no gap of more than 60 % of the time."""
    times = sorted(taken(members))
    span = (times[-1] - times[0]).days
    if len(times) < 10 or span < 90 or len({time.date() for time in times}) < span * 0.1:
        return False
    return max(b - a for a, b in zip(times, times[1:])) <= round(span * 0.6) * DAY


def ente_blocks(members):
    """Stays of 2 to 30 days. What returns after 16 to 89 days is no goal of trips from then on."""
    ordered = sorted(members, key=lambda photo: photo.shown)
    blocks, block = [], [ordered[0]]
    for before, photo in zip(ordered, ordered[1:]):
        gap = (photo.shown - before.shown).days
        if gap > 15:
            if gap < 90:
                return blocks
            blocks += [block] if is_ente_trip(block) else []
            block = []
        block.append(photo)
    return blocks + ([block] if is_ente_trip(block) else [])


def is_ente_trip(block):
    return 2 <= (block[-1].shown - block[0].shown).days <= 30


def ente_merged(blocks):
    merged = []
    for block in blocks:
        begin, end = min(taken(block)), max(taken(block))
        for index, other in enumerate(merged):
            if begin < max(taken(other)) + 3 * DAY and end > min(taken(other)) - 3 * DAY:
                merged[index] = other + block
                break
        else:
            merged.append(block)
    return merged


def busiest(photos):
    """Where most days of the photos are, to a tenth of a degree."""
    days, members = defaultdict(set), defaultdict(list)
    for photo in photos:
        cell = round(photo.position.latitude, 1), round(photo.position.longitude, 1)
        days[cell].add(photo.shown.date())
        members[cell].append(photo.position)
    return members[max(days, key=lambda cell: (len(days[cell]), len(members[cell])))][0]


# immich-power-tools

HOME_RADIUS, TRIP_DAYS, GAP = 50.0, 2, 2


def immich_power_tools(library):
    """One home: the city with most photos. A trip: two days further than 50 km, with up to two others between."""
    days = defaultdict(list)
    for photo in library.photos:
        days[photo.shown.date()].append(photo)
    home = power_tools_home(days)
    ordered = sorted(days)
    trips, block, others = [], [], 0
    for day in ordered:
        if kilometres(mean(days[day]), home) > HOME_RADIUS:
            block, others = block + [day], 0
        else:
            others += 1
            if others > GAP:
                trips, block = trips + [block], []
    trips = [block for block in [*trips, block] if len(block) >= TRIP_DAYS]
    return Found(
        [DetectedHome(home, ordered[0], None)],
        [Detected(block[0], block[-1], busiest([p for day in block for p in days[day]])) for block in trips], [])


def power_tools_home(days):
    """The mean of the days in the city with most photos; a city here is a cell of about 10 km."""
    cities, members = Counter(), defaultdict(list)
    for photos in days.values():
        city = Counter(cell(photo.position) for photo in photos).most_common(1)[0][0]
        cities[city] += len(photos)
        members[city] += photos
    return mean(members[cities.most_common(1)[0][0]])


def cell(position):
    high = 10 / KM_PER_DEGREE
    wide = high / max(0.05, math.cos(math.radians(round(position.latitude / high) * high)))
    return round(position.latitude / high), round(position.longitude / wide)


def mean(photos):
    """The average of degrees, as the program's database has it: wrong at the antimeridian."""
    return Position(
        sum(photo.position.latitude for photo in photos) / len(photos),
        sum(photo.position.longitude for photo in photos) / len(photos))
