internal import Geography
internal import JSON
public import Journeys
internal import PhotoFacts
public import PhotoIndex

/// The trips and day trips as the API and the command line write them.
public struct TripsAnswer: Answer {
  /// Its members.
  public static let shape = AnswerShape<TripsAnswer> {
    AnswerMember("trips") { answer in
      answer.journeys.trips.map { TripAnswer($0, answer.journeys, answer.namer) }
    }
    AnswerMember("dayTrips") { answer in
      answer.journeys.dayTrips.map { TripAnswer($0, answer.journeys, answer.namer) }
    }
  }

  private let journeys: FoundJourneys
  private let namer: JourneyNamer

  /// Makes lists.
  public init(_ journeys: FoundJourneys, _ namer: JourneyNamer) {
    (self.journeys, self.namer) = (journeys, namer)
  }
}

/// A trip, with its places day by day or without.
public struct TripAnswer: Answer {
  /// Its members.
  public static let shape = AnswerShape<TripAnswer>("trip") {
    AnswerMember("id", .date) { $0.trip.id }
    AnswerMember("name") { $0.named.name ?? $0.dates }
    AnswerMember("from", .date) { $0.trip.days.lowerBound.description }
    AnswerMember("to", .date) { $0.trip.days.upperBound.description }
    AnswerMember("days", .count) {
      $0.trip.days.upperBound.number - $0.trip.days.lowerBound.number + 1
    }
    AnswerMember("nights", .count) { $0.trip.nights }
    AnswerMember("photos", .count) { $0.trip.photos.count }
    AnswerMember("countries") { $0.named.countries.map(\.name) }
    AnswerMember("countryCodes") { $0.named.countries.map(\.code) }
    AnswerMember("places") { $0.named.places }
    AnswerMember.optionalPosition { $0.trip.mainPlace }
    AnswerMember("distance", .count) { $0.trip.travelledKilometres.wholeMetres }
    AnswerMember("farthest", .count) { $0.trip.farthestKilometres.wholeMetres }
    AnswerMember("bbox") { $0.trip.box }
    AnswerMember("cover") { $0.trip.cover.map { Int($0) } }
    AnswerMember("home") { $0.named.home }
    AnswerMember("homeSince", .date) { $0.trip.reason.homeSince?.description }
    AnswerMember("isMade") { $0.trip.reason.isMade ? true : nil }
    AnswerMember("reason") { $0.trip.reason.sentence(home: $0.named.home) }
    AnswerMember("stays") { $0.stays }
  }

  private let trip: FoundTrip
  private let named: NamedTrip
  private let stays: [TripStay]?

  /// Makes an answer.
  public init(
    _ trip: FoundTrip, _ journeys: FoundJourneys, _ namer: JourneyNamer, withStays: Bool = false
  ) {
    (self.trip, named) = (trip, namer.named(trip, journeys))
    stays =
      withStays
      ? trip.places.map { TripStay(place: $0, names: namer.names(of: $0.coordinate)) } : nil
  }

  private var dates: String {
    let (from, to) = (trip.days.lowerBound, trip.days.upperBound)
    return from == to ? "\(from)" : "\(from) – \(to)"
  }
}

/// A place of a day.
private struct TripStay: Answer {
  static let shape = AnswerShape<TripStay> {
    AnswerMember("date", .date) { $0.place.day.description }
    AnswerMember("place") { $0.names.flatMap { $0.area ?? $0.place ?? $0.region } }
    AnswerMember("country") { $0.names?.country }
    AnswerMember.position { $0.place.coordinate }
    AnswerMember("photos", .count) { $0.place.sightings }
    AnswerMember("isNight") { $0.place.isNight }
  }

  let place: TripPlace
  let names: PlaceDescription?
}

/// The homes as the API and the command line write them.
public struct HomesAnswer: Answer {
  /// Its members.
  public static let shape = AnswerShape<HomesAnswer>("homes") {
    AnswerMember("homes") { answer in answer.homes.map { NamedHome(home: $0, namer: answer.namer) }
    }
  }

  private let homes: [Home]
  private let namer: JourneyNamer

  /// Makes a list.
  public init(_ journeys: FoundJourneys, _ namer: JourneyNamer) {
    (homes, self.namer) = (journeys.homes, namer)
  }
}

private struct NamedHome: Answer {
  static let shape = AnswerShape<NamedHome> {
    AnswerMember("place") { $0.namer.place(of: $0.home) }
    AnswerMember.position { $0.home.coordinate }
    AnswerMember("from", .date) { $0.home.from.description }
    AnswerMember(nullable: "to", .date) { $0.home.to?.description }
    AnswerMember("days", .count) { $0.home.photographedDays }
    AnswerMember("nights", .count) { $0.home.nights }
    AnswerMember("radius", .count) { $0.home.radius.wholeMetres }
    AnswerMember("reason") { $0.home.reason.sentence }
  }

  let home: Home
  let namer: JourneyNamer
}

extension Double {
  /// Kilometres as whole metres.
  fileprivate var wholeMetres: Int { Int((self * 1_000).rounded()) }
}

/// The diary as the API and the command line write it.
public struct DiaryList: Answer {
  /// Its members.
  public static let shape = AnswerShape<DiaryList> { AnswerMember("entries") { $0.entries } }

  private let entries: [DiaryEntry]

  /// Makes a list.
  public init(_ entries: [DiaryEntry]) { self.entries = entries }
}

extension DiaryEntry: Answer {
  /// Its members.
  public static let shape = AnswerShape<DiaryEntry> {
    AnswerMember("day", .date) { $0.day?.description }
    AnswerMember("trip", .date) { $0.trip?.lowerBound.description }
    AnswerMember("to", .date) { $0.trip?.upperBound.description }
    AnswerMember.optionalPosition { $0.place }
    AnswerMember("text") { $0.text }
    // Its Markdown is a small part of the usual one.
    AnswerMember("html") { Markdown.html($0.text) }
  }

  private var day: LocalDay? { if case .day(let day) = subject { day } else { nil } }
  private var trip: DaySpan? { if case .trip(let days) = subject { days } else { nil } }
  private var place: Coordinate? { if case .place(let place) = subject { place } else { nil } }
}
