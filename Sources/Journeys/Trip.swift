public import Geography

/// A journey with at least one night away from all homes, or a day trip.
public struct Trip: Hashable, Sendable {
  /// The ISO date of the first day.
  ///
  /// A date within the trip finds it too, so an id stays valid if the trip is found to begin earlier.
  public var id: String { days.lowerBound.description }

  /// The first and the last local day.
  public var days: DaySpan

  /// The nights away; 0 for a day trip.
  public var nights: Int { days.nights }

  /// The name that the owner gave.
  public var name: String?

  /// The index of the home where it started.
  public var home: Int?

  /// The kilometres from that home to the farthest place.
  public var farthestKilometres: Double

  /// The kilometres from place to place, in the order of their times.
  public var travelledKilometres: Double

  /// The smallest box around the sightings; nil if there are none.
  public var box: BoundingBox?

  /// The places of each photographed day, in order of time.
  public var places: [TripPlace]

  /// The ids of the sightings, by day and time.
  public var sightings: [Int64]

  /// The days of the sightings, by clocks that are right, and how many each has.
  public var sightingDays: [SightingDay]

  /// Why it is a trip.
  public var reason: TripReason

  /// The place with most nights, then most days, then most sightings.
  public var mainPlace: Coordinate?
}

/// A place on one day of a trip.
public struct TripPlace: Hashable, Sendable {
  /// The local day.
  public var day: LocalDay

  /// The middle of the sightings, which are within about five kilometres.
  public var coordinate: Coordinate

  /// How many sightings there are.
  public var sightings: Int

  /// Whether the night after the day was spent here.
  public var isNight: Bool
}

/// How many sightings a day of a trip has.
public struct SightingDay: Hashable, Sendable {
  /// The local day.
  public var day: LocalDay

  /// How many sightings there are.
  public var count: Int
}

/// The facts that make days a trip.
public struct TripReason: Hashable, Sendable {
  /// The nights away; 0 for a day trip.
  public var nights: Int

  /// The kilometres from home to the farthest place.
  public var kilometres: Double

  /// Since when the home where it started is known to have been home.
  public var homeSince: LocalDay?

  /// Whether the owner made the trip by hand.
  public var isMade: Bool

  /// The reason in English, such as “6 nights away, 812 km from Berlin, your home since 2017”.
  public func sentence(home name: String? = nil) -> String {
    let time = nights == 0 ? "a day away" : nights == 1 ? "1 night away" : "\(nights) nights away"
    guard let homeSince else { return isMade ? "\(time), made by you" : time }
    let distance = "\(Int(kilometres.rounded())) km"
    let home = name.map { "\($0), your home since \(homeSince.year)" }
    return "\(time), \(distance) from \(home ?? "your home since \(homeSince.year)")"
  }
}

extension HomeReason {
  /// The reason in English.
  public var sentence: String {
    switch self {
    case .settled(let nights): "\(nights) nights seen here"
    case .visited(let times, let nights): "\(times) visits with \(nights) nights seen here"
    case .stated: "stated by you"
    }
  }
}
