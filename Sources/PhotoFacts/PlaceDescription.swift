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

  /// Keeps a description out of the facts, which are copied for each photo of a scan and have none there.
  final class Box: Hashable, Sendable {
    let value: PlaceDescription

    init(_ value: PlaceDescription) { self.value = value }

    static func == (left: Box, right: Box) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
}
