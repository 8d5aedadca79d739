public import Journeys
internal import Grid

/// The homes and trips of a library, with their photos.
public struct FoundJourneys: Sendable {
  /// What the journeys of a later version are made of; nil if they are found without it.
  let history: TravelHistory?

  /// The homes, by the first day of each.
  public let homes: [Home]

  /// The trips, by day.
  public var trips: [FoundTrip]

  /// The day trips, by day.
  public var dayTrips: [FoundTrip]

  /// The trip or the day trip with a day; nil if there is none.
  public func trip(on day: LocalDay) -> FoundTrip? {
    Self.find(day, trips) ?? Self.find(day, dayTrips)
  }

  /// The trip or the day trip that has most days in common with others, of several the earliest; nil if none has one.
  public func trip(sharing days: DaySpan) -> FoundTrip? {
    var best: (shared: Int, trip: FoundTrip?) = (0, nil)
    for trip in trips + dayTrips {
      let shared = trip.days.sharedDays(with: days)
      if shared > best.shared { best = (shared, trip) }
    }
    return best.trip
  }

  /// The trip that has most days in common with others, and those of its photos that the rule assigns to one of these
  /// days; nil if there is none.
  public func shared(_ days: DaySpan) -> (trip: FoundTrip, photos: [Int64: LocalDay])? {
    trip(sharing: days).map { ($0, $0.photoDays.filter { days.contains($0.value) }) }
  }

  /// The memory that they take, without the history.
  var bytes: Int { (trips + dayTrips).reduce(256) { $0 + $1.bytes } }

  private static func find(_ day: LocalDay, _ trips: [FoundTrip]) -> FoundTrip? {
    let after = trips.partitioningIndex { $0.days.upperBound >= day }
    return after < trips.count && trips[after].days.contains(day) ? trips[after] : nil
  }

  /// The photos of the trip or the day trip with a day.
  func photos(onDay day: Int) -> PhotoSet {
    var set = PhotoSet()
    for photo in trip(on: LocalDay(number: day))?.photos ?? [] { set.insert(photo) }
    return set
  }
}

/// A trip or a day trip with its photos.
@dynamicMemberLookup
public struct FoundTrip: Sendable {
  private let trip: Trip

  /// Its photos, by day and time.
  public var photos: [Int64] { trip.sightings }

  /// Its photos with their days, by clocks that are right: a camera may have dated them otherwise.
  public var photoDays: [Int64: LocalDay] {
    var days: [Int64: LocalDay] = [:]
    var rest = photos[...]
    for day in trip.sightingDays {
      for photo in rest.prefix(day.count) { days[photo] = day.day }
      rest = rest.dropFirst(day.count)
    }
    return days
  }

  /// The best of them: favourites before others, then those with more stars, then one in the middle of the trip; nil
  /// if a trip that was made by hand has none.
  public var cover: Int64?

  init(_ trip: Trip, cover: Int64?) { (self.trip, self.cover) = (trip, cover) }

  /// The memory that it takes.
  fileprivate var bytes: Int {
    MemoryLayout<Trip>.stride + 8 * trip.sightings.capacity
      + trip.places.capacity * MemoryLayout<TripPlace>.stride
      + trip.sightingDays.capacity * MemoryLayout<SightingDay>.stride
  }

  /// What is known of the trip.
  public subscript<Value>(dynamicMember member: KeyPath<Trip, Value>) -> Value {
    trip[keyPath: member]
  }
}
