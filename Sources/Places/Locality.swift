public import Geography
public import PhotoFacts

/// The names of a position and its time zone, as numbers within one places file.
public struct Locality: Hashable, Sendable {
  /// The time zone; nil if the file has none.
  var zone: Int?

  /// The country; nil on the high seas.
  var country: Int?

  var region: Int?

  /// The settlement that a person would name.
  var settlement: Int?

  /// The name of the smallest polygon of the boundaries.
  var area: Int?
}

/// A country, a region or a settlement.
enum Entity: Hashable, Sendable {
  case country(Int)
  case region(Int)
  case settlement(Int)
}

extension Places {
  /// The number of an entity in the file: countries come first, then regions, then settlements.
  func number(of entity: Entity) -> Int {
    switch entity {
    case .country(let index): index
    case .region(let index): countryCount + index
    case .settlement(let index): countryCount + regionCount + index
    }
  }

  /// The reverse of `number(of:)`; nil if no entity has the number.
  func entity(_ number: Int) -> Entity? {
    let region = number - countryCount
    let settlement = region - regionCount
    if region < 0 { return .country(number) }
    if settlement < 0 { return .region(region) }
    return settlement < settlements.count ? .settlement(settlement) : nil
  }

  /// The name of an entity in a language; if there is none, in English; else its own.
  func name(_ entity: Entity, _ language: Language) throws(PlacesError) -> String {
    let number = number(of: entity)
    for list in languages.lists(for: language) {
      if let name = try languages.name(of: number, in: list) { return name }
    }
    return try ownName(entity)
  }

  /// The names and codes of a position; without a coordinate, those of the locality alone.
  public func describe(
    _ locality: Locality, of coordinate: Coordinate? = nil, in language: Language = .english
  ) throws(PlacesError) -> PlaceDescription {
    var result = PlaceDescription()
    if let zone = locality.zone { result.timeZone = try zoneName(zone) }
    if let area = locality.area { result.area = try boundaries?.text(ofName: area) }
    if let country = locality.country {
      result.countryCode = try countryCode(country)
      result.country = try name(.country(country), language)
    }
    if let region = locality.region {
      result.regionCode = try regionCode(region)
      let name = try name(.region(region), language)
      result.region = name.isEmpty ? nil : name
    }
    if let settlement = locality.settlement {
      result.place = try name(.settlement(settlement), language)
      result.placeID = try settlements.number(of: settlement)
      if let coordinate, let centre = try settlements.coordinate(of: settlement) {
        result.placeDistance = coordinate.geodesic(to: centre).distance
      }
    }
    return result
  }

  /// The number of names in the boundaries; nil if there are none.
  public var areaCount: Int? { boundaries?.nameCount }

  /// The names of boundaries that equal a text, ignoring case and accents.
  public func areas(named text: String) -> [String] {
    guard let boundaries, let folded = try? folding.fold(text) else { return [] }
    return (try? boundaries.names(folded: folded)) ?? []
  }

  /// The centre of the settlement of a locality.
  public func centre(of locality: Locality) throws(PlacesError) -> Coordinate? {
    guard let settlement = locality.settlement else { return nil }
    return try settlements.coordinate(of: settlement)
  }
}
