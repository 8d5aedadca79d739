/// What a position is named by, as numbers within one places file.
public struct Locality: Hashable, Sendable {
  /// The time zone; nil where the file knows none.
  var zone: Int?

  /// The country; nil on the high seas.
  var country: Int?

  var region: Int?

  /// The settlement that a person would name.
  var settlement: Int?

  /// Metres from it.
  var distance = 0.0
}

/// What the names and codes of a position are, in one language.
public struct PlaceDescription: Hashable, Sendable {
  /// The code of ISO 3166-1, such as `DE`; nil on the high seas.
  public var countryCode: String?

  /// The name of the country.
  public var country: String?

  /// The name of the state or province.
  public var region: String?

  /// The code of the region, as GeoNames has it: `DE.02`.
  public var regionCode: String?

  /// The name of the settlement that a person would name.
  public var place: String?

  /// The number that GeoNames gives the settlement.
  public var placeID: Int?

  /// Metres to the centre of the settlement.
  public var placeDistance: Double?

  /// The name in the time zone database, such as `Europe/Berlin`.
  public var timeZone: String?

  /// Makes a description of nothing.
  public init() {}

  /// Whether the place is too far away for the position to lie in it.
  public var isFarFromPlace: Bool { (placeDistance ?? 0) > 25_000 }
}

/// A country, a region or a settlement.
enum Entity: Hashable, Sendable {
  case country(Int)
  case region(Int)
  case settlement(Int)
}

extension Places {
  /// How a file numbers countries, regions and settlements, in this order.
  func number(of entity: Entity) -> Int {
    switch entity {
    case .country(let index): index
    case .region(let index): countryCount + index
    case .settlement(let index): countryCount + regionCount + index
    }
  }

  /// The reverse of `number(of:)`; nil for a number that nothing has.
  func entity(_ number: Int) -> Entity? {
    let region = number - countryCount
    let settlement = region - regionCount
    if region < 0 { return .country(number) }
    if settlement < 0 { return .region(region) }
    return settlement < settlements.count ? .settlement(settlement) : nil
  }

  /// The name of an entity in a language, else in English, else its own.
  func name(_ entity: Entity, _ language: Language) throws(PlacesError) -> String {
    let number = number(of: entity)
    for list in languages.lists(for: language) {
      if let name = try languages.name(of: number, in: list) { return name }
    }
    return try ownName(entity)
  }

  /// The names and codes of a position.
  public func describe(_ locality: Locality, in language: Language) throws(PlacesError)
    -> PlaceDescription
  {
    var result = PlaceDescription()
    if let zone = locality.zone { result.timeZone = try zoneName(zone) }
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
      result.placeDistance = locality.distance
    }
    return result
  }
}
