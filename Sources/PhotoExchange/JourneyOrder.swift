internal import Geography
public import Journeys
public import JSON
internal import PhotoFacts
public import PhotoIndex

/// A person's correction of homes or trips as JSON: `{"merge":["2019-06-14","2019-06-24"]}`.
public struct JourneyOrder: Sendable {
  private enum Wanted {
    case rename(LocalDay)
    case merge([LocalDay])
    case split(LocalDay)
    case dismiss(LocalDay)
    /// What needs no trip to be found.
    case correction(Correction)
  }

  /// Its members.
  public static let shape = OrderShape(
    "tripOrder", into: JourneyOrder(), choice: \JourneyOrder.wanted
  ) {
    OrderMember("rename", .day, \.wanted, as: Wanted.rename)
    OrderMember("name", .tripName.orNull, \.name)
    OrderMember("merge", .list(of: .day), \.wanted, as: Wanted.merge)
    OrderMember("split", .day, \.wanted, as: Wanted.split)
    OrderMember("at", .day, \.at)
    OrderMember("dismiss", .day, \.wanted, as: Wanted.dismiss)
    OrderMember("make", .object(Stay.trip, as: Stay.made), \.wanted, as: Wanted.correction)
    OrderMember("home", .object(Stay.home, as: Stay.home), \.wanted, as: Wanted.correction)
    OrderMember(
      "notHome", .object(Stay.notHome, as: Stay.notHome), \.wanted, as: Wanted.correction)
  }

  private var wanted: Wanted?
  private var name: String?
  private var at: LocalDay?

  private init() {}

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    self = try Self.shape.read(bytes)
    let isRenaming = if case .rename = wanted { true } else { false }
    let isSplitting = if case .split = wanted { true } else { false }
    guard isRenaming || name == nil else { throw InputProblem("name goes with rename only") }
    guard isSplitting == (at != nil) else { throw InputProblem("split and at go together") }
  }

  /// The correction, anchored at the days of the trips that it names.
  public func correction(_ journeys: FoundJourneys) throws(InputProblem) -> Correction {
    func days(_ day: LocalDay) throws(InputProblem) -> DaySpan {
      guard let trip = journeys.trip(on: day) else {
        throw InputProblem("there is no trip on \(day); see /trips")
      }
      return trip.days
    }
    switch wanted {
    case nil: throw InputProblem("it corrects nothing")
    case .correction(let correction): return correction
    case .rename(let day): return .rename(try days(day), name: name.nonEmpty)
    case .dismiss(let day): return .dismiss(try days(day))
    case .split(let day):
      let days = try days(day)
      guard let at, days.contains(at), at > days.lowerBound else {
        throw InputProblem("at is not a later day of that trip than its first")
      }
      return .split(at: at)
    case .merge(let all):
      var spans: Set<DaySpan> = []
      for day in all { spans.insert(try days(day)) }
      guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max(),
        spans.count > 1
      else { throw InputProblem("merge names fewer than two trips") }
      return .merge(first...last)
    }
  }
}

/// What is said about a trip or a place where someone stayed.
private struct Stay {
  static let trip = OrderShape(into: Stay(), absent: [.null]) {
    OrderMember("from", .day, \.from)
    OrderMember("to", .day, \.to)
    OrderMember("name", .tripName.orNull, \.name)
  }

  static let home = OrderShape(into: Stay(), absent: [.null]) {
    place
    OrderMember(
      "radius", .number.only("a number of metres up to 500,000") { $0 > 0 && $0 <= 500_000 },
      \.radius)
  }

  static let notHome = OrderShape(into: Stay()) { place }

  private static let place: [OrderMember<Stay>] =
    OrderMember.position(\.position.longitude, \.position.latitude, isOptional: false) + [
      OrderMember("from", .day, \.from), OrderMember("to", .day.orNull, \.to),
    ]

  private static let lastDay = LocalDay(number: 2_932_896)

  private var from = lastDay
  private var to: LocalDay?
  private var name: String?
  private var position = OrderPosition()
  private var radius: Double?

  static func made(_ stay: Stay) throws(InputProblem) -> Correction {
    .made(try stay.days(until: stay.from), name: stay.name.nonEmpty)
  }

  static func home(_ stay: Stay) throws(InputProblem) -> Correction {
    _ = try stay.days(until: lastDay)
    return .home(
      try stay.place(), radius: stay.radius.map { $0 / 1_000 }, from: stay.from, to: stay.to)
  }

  static func notHome(_ stay: Stay) throws(InputProblem) -> Correction {
    .notHome(try stay.place(), try stay.days(until: lastDay))
  }

  private func place() throws(InputProblem) -> Coordinate {
    guard let place = try position.coordinate else { throw InputProblem("it is nowhere") }
    return place
  }

  private func days(until last: LocalDay) throws(InputProblem) -> DaySpan {
    guard from <= to ?? last else { throw InputProblem("to is before from") }
    return from...(to ?? last)
  }
}

extension OrderContent<String> {
  /// The name of a trip; an empty one removes it.
  fileprivate static var tripName: Self {
    Self(String.schema, "a text") { (json) throws(InputProblem) in
      guard let text = json.text else { return nil }
      let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard name.utf8.count <= Correction.longestName else {
        throw InputProblem("it is longer than \(Correction.longestName) bytes")
      }
      guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw InputProblem("it has a control character")
      }
      return name
    }
  }
}

extension String? {
  fileprivate var nonEmpty: String? { self == "" ? nil : self }
}
