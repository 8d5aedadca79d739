/// The names and codes of a position, in one language.
public struct PlaceDescription: Hashable, Sendable {
  /// The code of ISO 3166-1, such as `DE`; nil on the high seas.
  public var countryCode: String?

  /// The name of the country.
  public var country: String?

  /// The name of the state or province.
  public var region: String?

  /// The code of the region by GeoNames, such as `DE.02`.
  public var regionCode: String?

  /// The name of the settlement that a person would name.
  public var place: String?

  /// The number of the settlement by GeoNames.
  public var placeID: Int?

  /// Metres to the centre of the settlement.
  public var placeDistance: Double?

  /// The name of the smallest polygon around the position, of the boundaries that the user has added.
  public var area: String?

  /// The name in the time zone database, such as `Europe/Berlin`.
  public var timeZone: String?

  /// The flight of the photo, such as `flight Berlin – Lisbon`; nil if no request names this property.
  public var flight: String?

  /// Why the position is doubted; nil if no request names this property.
  public var doubt: DoubtReason?

  /// Makes an empty description.
  public init() {}

  /// Whether the settlement is so far away that the position is not in it.
  public var isFarFromPlace: Bool { (placeDistance ?? 0) > 25_000 }

  /// Stores a description outside the facts, which are copied for each photo of a scan and have none there.
  final class Box: Hashable, Sendable {
    let value: PlaceDescription

    init(_ value: PlaceDescription) { self.value = value }

    static func == (left: Box, right: Box) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
}
