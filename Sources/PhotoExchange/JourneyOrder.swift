internal import Geography
public import Journeys
public import JSON
internal import PhotoFacts
public import PhotoIndex

/// A person's correction of homes or trips as JSON: `{"merge":["2019-06-14","2019-06-24"]}`.
public struct JourneyOrder: Sendable {
  private enum Wanted {
    case rename(LocalDay, String?)
    case merge([LocalDay])
    case split(LocalDay, at: LocalDay)
    case dismiss(LocalDay)
    /// What needs no trip to be found.
    case correction(Correction)
  }

  private let wanted: Wanted

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    let json = try JSONValue(parsing: bytes)
    guard let members = json.members else { throw InputProblem("it is not a JSON object") }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      throw InputProblem("\(InputProblem.quoted(member.name.utf8)) is given twice")
    }
    let kinds = seen.intersection(Self.members.keys)
    guard let kind = kinds.first, kinds.count == 1, let others = Self.members[kind] else {
      throw InputProblem(
        "it has none or several of \(Self.members.keys.sorted().joined(separator: ", "))")
    }
    if let unknown = seen.subtracting(others + [kind]).min() {
      throw InputProblem("\(InputProblem.quoted(unknown.utf8)) does not go with \(kind)")
    }
    wanted = try OrderMembers(json).wanted(kind)
  }

  /// The kinds of orders, each with the members that go with it.
  private static let members: [String: [String]] = [
    "rename": ["name"], "merge": [], "split": ["at"], "dismiss": [], "make": [], "home": [],
    "notHome": [],
  ]

  /// The correction, anchored at the days of the trips that it names.
  public func correction(_ journeys: FoundJourneys) throws(InputProblem) -> Correction {
    func days(_ day: LocalDay) throws(InputProblem) -> DaySpan {
      guard let trip = journeys.trip(on: day) else {
        throw InputProblem("there is no trip on \(day); see /trips")
      }
      return trip.days
    }
    switch wanted {
    case .correction(let correction): return correction
    case .rename(let day, let name): return .rename(try days(day), name: name)
    case .dismiss(let day): return .dismiss(try days(day))
    case .split(let day, let at):
      let days = try days(day)
      guard days.contains(at), at > days.lowerBound else {
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

  /// The members of an order or of an object in it.
  private struct OrderMembers {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    func wanted(_ kind: String) throws(InputProblem) -> Wanted {
      switch kind {
      case "rename": return .rename(try day("rename"), try name())
      case "dismiss": return .dismiss(try day("dismiss"))
      case "split": return .split(try day("split"), at: try day("at"))
      case "merge":
        guard let elements = json["merge"]?.elements else {
          throw InputProblem("merge is not a list of ids")
        }
        var days: [LocalDay] = []
        for element in elements { days.append(try Self.day(element, "an element of merge")) }
        return .merge(days)
      default:
        guard let object = json[kind], let members = object.members else {
          throw InputProblem("\(kind) is not an object")
        }
        return .correction(
          try OrderMembers(object).correction(kind, Set(members.map(\.name))))
      }
    }

    private func correction(_ kind: String, _ given: Set<String>) throws(InputProblem) -> Correction
    {
      let known: Set<String> =
        kind == "make"
        ? ["from", "to", "name"] : ["longitude", "latitude", "from", "to", "radius"]
      if let unknown = given.subtracting(known).min() {
        throw InputProblem("\(InputProblem.quoted(unknown.utf8)) is not known in \(kind)")
      }
      let from = try day("from")
      let to = json["to"] ?? .null == .null ? nil : try day("to")
      if let to, to < from { throw InputProblem("to is before from") }
      switch kind {
      case "make": return .made(from...(to ?? from), name: try name())
      case "home": return .home(try place(), radius: try radius(), from: from, to: to)
      default: return .notHome(try place(), from...(to ?? Self.lastDay))
      }
    }

    private static let lastDay = LocalDay(number: 2_932_896)

    private func day(_ name: String) throws(InputProblem) -> LocalDay {
      try Self.day(json[name] ?? .null, name)
    }

    private static func day(_ value: JSONValue, _ name: String) throws(InputProblem) -> LocalDay {
      guard let day = value.text.flatMap({ LocalDay($0) }) else {
        throw InputProblem("\(name) is not a date such as 2019-06-14")
      }
      return day
    }

    /// The name; nil removes it.
    private func name() throws(InputProblem) -> String? {
      guard let value = json["name"], value != .null else { return nil }
      guard let text = value.text else { throw InputProblem("name is not a text") }
      let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard name.utf8.count <= Correction.longestName else {
        throw InputProblem("name is longer than \(Correction.longestName) bytes")
      }
      guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw InputProblem("name has a control character")
      }
      return name.isEmpty ? nil : name
    }

    private func place() throws(InputProblem) -> Coordinate {
      guard let longitude = json["longitude"]?.number, let latitude = json["latitude"]?.number,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { throw InputProblem("longitude and latitude are not a position on Earth") }
      return place
    }

    /// The radius in kilometres; it is given in metres.
    private func radius() throws(InputProblem) -> Double? {
      guard let value = json["radius"], value != .null else { return nil }
      guard let metres = value.number, metres > 0, metres <= 500_000 else {
        throw InputProblem("radius is not a number of metres up to 500,000")
      }
      return metres / 1_000
    }
  }
}
