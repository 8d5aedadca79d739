internal import Caches
public import Geography
public import Journeys
public import PhotoFacts
public import PhotoIndex
public import Places
internal import Synchronization

/// Names homes and trips by where they are, in the reader's language.
public struct JourneyNamer: Sendable {
  private let places: Places?
  let language: Language
  private let known: KnownNames?

  /// Makes a namer; without a places file nothing has a name but what people have named.
  public init(_ places: Places?, in language: Language, known: KnownNames? = nil) {
    (self.places, self.language, self.known) = (places, language, known)
  }

  /// The names of a position; nil if it has none.
  public func names(of position: Coordinate) -> PlaceDescription? {
    guard let places else { return nil }
    guard let known else { return Self.names(of: position, places, language) }
    let key = KnownNames.Key(
      places: places.identity, longitudeE7: position.longitudeE7, latitudeE7: position.latitudeE7,
      language: language.tag)
    return known.names(key) { Self.names(of: position, places, language) }
  }

  private static func names(
    of position: Coordinate, _ places: Places, _ language: Language
  ) -> PlaceDescription? {
    guard let locality = try? places.locate(position),
      let names = try? places.describe(locality)
    else { return nil }
    return language.isEnglish ? names : places.translate(names, to: language)
  }

  /// The place of a home.
  public func place(of home: Home) -> String? {
    names(of: home.coordinate).flatMap { $0.place ?? $0.region ?? $0.country }
  }

  /// The names of a trip.
  public func named(_ trip: FoundTrip, _ journeys: FoundJourneys) -> NamedTrip {
    var found: [(names: PlaceDescription, nights: Int)] = []
    for place in trip.places {
      guard let names = names(of: place.coordinate) else { continue }
      found.append((names, place.isNight ? 1 : 0))
    }
    let home = trip.home.map { journeys.homes[$0] }
    return NamedTrip(trip, found, at: home.flatMap { names(of: $0.coordinate) }, in: language)
  }
}

/// The names of positions that were looked up last, whatever the version of the index.
public final class KnownNames: Sendable {
  /// What names depend on: a position, the content of the places file and the boundaries, and a language.
  struct Key: Hashable {
    var places: Int64
    var longitudeE7, latitudeE7: Int32
    var language: String
  }

  private let names: Mutex<RecentlyUsed<Key, PlaceDescription?>>

  /// Makes an empty list with a limit on the number of positions; one takes about half a kilobyte.
  public init(limit: Int = 20_000) { names = Mutex(RecentlyUsed(limit: limit)) }

  /// How many positions are known.
  public var count: Int { names.withLock { $0.count } }

  func names(_ key: Key, _ find: () -> PlaceDescription?) -> PlaceDescription? {
    if let known = names.withLock({ $0[key] }) { return known }
    let found = find()
    names.withLock { $0.insert(found, for: key) }
    return found
  }
}

/// The names of a trip and of its places.
public struct NamedTrip: Sendable {
  /// What people say: the name that they gave, or one of the places where they slept; nil if neither is known.
  public var name: String?

  /// The countries in the order of the trip, with their codes.
  public var countries: [(code: String, name: String)] = []

  /// The places where the nights were, or else those of the days, in order.
  public var places: [String] = []

  /// The place of the home where it started.
  public var home: String?

  fileprivate init(
    _ trip: FoundTrip, _ found: [(names: PlaceDescription, nights: Int)],
    at home: PlaceDescription?, in language: Language
  ) {
    self.home = home.flatMap { $0.place ?? $0.region ?? $0.country }
    let slept = found.contains { $0.nights > 0 } ? found.filter { $0.nights > 0 } : found
    for part in found {
      guard let code = part.names.countryCode, let country = part.names.country,
        !countries.contains(where: { $0.code == code })
      else { continue }
      countries.append((code, country))
    }
    for part in slept {
      guard let place = part.names.area ?? part.names.place ?? part.names.region,
        !places.contains(place)
      else { continue }
      places.append(place)
    }
    let nights = slept.map { part in
      NamedNights(
        country: part.names.country, region: part.names.region, place: part.names.place,
        area: part.names.area, nights: max(part.nights, 1))
    }
    let composed = TripName.compose(nights, homeCountry: home?.country)
    name = trip.name ?? composed?.text(in: language.tag)
  }
}
