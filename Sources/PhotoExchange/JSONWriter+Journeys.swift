public import Journeys
internal import PhotoFacts
public import PhotoIndex

/// Homes and trips as the API and the command line write them.
extension JSONWriter {
  /// Writes the lists of trips and day trips.
  public mutating func lists(of journeys: FoundJourneys, _ namer: JourneyNamer) {
    objects("trips", journeys.trips) { $0.members(of: $1, journeys, namer) }
    objects("dayTrips", journeys.dayTrips) { $0.members(of: $1, journeys, namer) }
  }

  /// Writes the members of a trip in a list.
  public mutating func members(
    of trip: FoundTrip, _ journeys: FoundJourneys, _ namer: JourneyNamer
  ) {
    let named = namer.named(trip, journeys)
    let (from, to) = (trip.days.lowerBound, trip.days.upperBound)
    member("id", trip.id)
    member("name", named.name ?? (from == to ? "\(from)" : "\(from) – \(to)"))
    member("from", from.description)
    member("to", to.description)
    member("days", to.number - from.number + 1)
    member("nights", trip.nights)
    member("photos", trip.photos.count)
    values("countries", named.countries) { $0.value($1.name) }
    values("countryCodes", named.countries) { $0.value($1.code) }
    values("places", named.places) { $0.value($1) }
    if let place = trip.mainPlace { members(of: place) }
    member("distance", Int((trip.travelledKilometres * 1_000).rounded()))
    member("farthest", Int((trip.farthestKilometres * 1_000).rounded()))
    if let box = trip.box { member(box: box) }
    member("cover", trip.cover.map { Int($0) })
    member("home", named.home)
    member("homeSince", trip.reason.homeSince?.description)
    if trip.reason.isMade { member("isMade", true) }
    member("reason", trip.reason.sentence(home: named.home))
  }

  /// Writes the places of a trip, day by day.
  public mutating func places(of trip: FoundTrip, _ namer: JourneyNamer) {
    objects("stays", trip.places) { json, place in
      let names = namer.names(of: place.coordinate)
      json.member("date", place.day.description)
      json.member("place", names.flatMap { $0.area ?? $0.place ?? $0.region })
      json.member("country", names?.country)
      json.members(of: place.coordinate)
      json.member("photos", place.sightings)
      json.member("isNight", place.isNight)
    }
  }

  /// Writes the members of a home.
  public mutating func members(of home: Home, _ namer: JourneyNamer) {
    member("place", namer.place(of: home))
    members(of: home.coordinate)
    member("from", home.from.description)
    name("to")
    if let to = home.to { value(to.description) } else { null() }
    member("days", home.photographedDays)
    member("nights", home.nights)
    member("radius", Int((home.radius * 1_000).rounded()))
    member("reason", home.reason.sentence)
  }
}

extension JSONWriter {
  /// Writes the members of an entry of the diary.
  public mutating func members(of entry: DiaryEntry) {
    switch entry.subject {
    case .day(let day): member("day", day.description)
    case .trip(let days):
      member("trip", days.lowerBound.description)
      member("to", days.upperBound.description)
    case .place(let place): members(of: place)
    }
    member("text", entry.text)
    member("html", Markdown.html(entry.text))
  }
}
