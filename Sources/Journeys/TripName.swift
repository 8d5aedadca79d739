/// The nights of a trip at one place, with its names in the language of the reader.
public struct NamedNights: Hashable, Sendable {
  /// The names; nil if they are unknown.
  public var country, region, place, area: String?

  /// How many nights were spent there.
  public var nights: Int

  /// Makes the nights at a place.
  public init(
    country: String? = nil, region: String? = nil, place: String? = nil, area: String? = nil,
    nights: Int
  ) {
    (self.country, self.region, self.place, self.area) = (country, region, place, area)
    self.nights = nights
  }
}

/// The parts of a trip's name; the caller joins them in the language of the reader and appends the date.
public enum TripName: Hashable, Sendable {
  /// A country, region or place.
  case one(String)

  /// A country, and the area in which most nights were spent.
  case area(String, in: String)

  /// Up to three names in order, and how many more there are.
  case several([String], more: Int)

  /// The name in a language, by its tag: “Norway, Sweden & Finland”, “Norwegen, Schweden und Finnland”.
  ///
  /// In languages whose words are not known here, the names are joined as in English.
  public func text(in language: String) -> String {
    let words = JoiningWords(language)
    switch self {
    case .one(let name): return name
    case .area(let area, let country): return country + words.colon + area
    case .several(let names, let more):
      return more > 0 ? words.join(names, andMore: more) : words.join(names)
    }
  }

  /// Composes the name of a trip from its nights, in order; nil if no name is known.
  ///
  /// Several countries are named in order. Within one country it is the place or the two places; else the area with
  /// more than half of the nights, with the country before it abroad; else the country abroad, and at home the region
  /// with most nights. Places where a seventh of the nights or less was spent are left out.
  public static func compose(_ nights: [NamedNights], homeCountry: String?) -> TripName? {
    let known = nights.filter { $0.nights > 0 }
    let countries = Tally(known, \.country).main
    if countries.count > 1 { return list(countries) }
    guard let country = countries.first else { return unnamedCountry(known) }
    let inside = known.filter { $0.country == country || $0.country == nil }
    let places = Tally(inside, \.place)
    // Two places of which one has no name are not one place.
    let isNamed = inside.allSatisfy { $0.place != nil }
    if isNamed, places.main.count <= 2, !places.main.isEmpty { return list(places.main) }
    let isAbroad = country != homeCountry
    if let area = Tally(inside, \.area).majority {
      return isAbroad ? .area(area, in: country) : .one(area)
    }
    if isAbroad { return .one(country) }
    if let region = Tally(inside, \.region).first { return .one(region) }
    return places.first.map { .one($0) } ?? .one(country)
  }

  /// A name from places, areas or regions alone, as on islands and seas that belong to no country.
  private static func unnamedCountry(_ nights: [NamedNights]) -> TripName? {
    for names in [Tally(nights, \.area), Tally(nights, \.place), Tally(nights, \.region)] {
      if !names.main.isEmpty { return list(names.main) }
    }
    return nil
  }

  private static let mostNames = 3

  private static func list(_ names: [String]) -> TripName {
    if names.count == 1, let name = names.first { return .one(name) }
    return .several(Array(names.prefix(mostNames)), more: max(0, names.count - mostNames))
  }
}

/// The nights of each name, in the order in which the names come.
private struct Tally {
  private var names: [String] = []
  private var nights: [String: Int] = [:]
  private let all: Int

  init(_ parts: [NamedNights], _ name: (NamedNights) -> String?) {
    all = parts.reduce(0) { $0 + $1.nights }
    for part in parts {
      guard let text = name(part) else { continue }
      if nights[text] == nil { names.append(text) }
      nights[text, default: 0] += part.nights
    }
  }

  /// The names with more than a seventh of the nights; all if these have less than three quarters of the nights.
  var main: [String] {
    let main = names.filter { (nights[$0] ?? 0) * 7 > all }
    let covered = main.reduce(0) { $0 + (nights[$1] ?? 0) }
    return covered * 4 >= all * 3 ? main : names
  }

  /// The name with most nights, of several the first.
  var first: String? {
    names.max { one, other in
      (nights[one] ?? 0, -(names.firstIndex(of: one) ?? 0))
        < (nights[other] ?? 0, -(names.firstIndex(of: other) ?? 0))
    }
  }

  /// The name with more than half of the nights, if there is one.
  var majority: String? { first.flatMap { (nights[$0] ?? 0) * 2 > all ? $0 : nil } }
}
