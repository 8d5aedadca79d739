internal import PhotoFacts

/// The set of properties to write.
public struct PropertySelection: Hashable, Sendable {
  /// One bit per property, by its position in `FeatureProperty.all`.
  private var bits: UInt64

  /// Every property.
  public static let all = PropertySelection(bits: .max)

  /// Only id and position.
  public static let none = PropertySelection(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// The properties of these names; nil if a name is unknown.
  public init?(_ names: some Sequence<some StringProtocol>) {
    bits = 0
    for name in names {
      guard let position = FeatureProperty.all.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      bits |= 1 << UInt64(position)
    }
  }

  /// The names of all properties a feature can have.
  public static var names: [String] { FeatureProperty.all.map(\.name) }

  /// Whether no stored property is selected: links need only the id, and distances are known.
  public var needsNoRecord: Bool { bits & Self.stored.bits == 0 }

  /// Whether a name of the position, the flight or the doubt is selected.
  public var needsNames: Bool { bits & Self.named.bits != 0 }

  /// Whether the flight or the doubt is selected by its name: to find them, all photos are judged, so no other selection
  /// has them.
  public var needsJudgement: Bool { self != .all && bits & Self.judged.bits != 0 }

  private static let judged = PropertySelection { $0 == .flight || $0 == .doubt }
  private static let stored = PropertySelection { _ in true }
  private static let named = PropertySelection(where: \.isNamed)

  /// Selects the stored properties for which a test holds.
  private init(where isSelected: (PhotoProperty) -> Bool) {
    bits = FeatureProperty.all.enumerated().reduce(0) { bits, property in
      guard case .stored(let stored) = property.element, isSelected(stored) else { return bits }
      return bits | 1 << UInt64(property.offset)
    }
  }

  /// The selected properties in order.
  var properties: [FeatureProperty] {
    if self == .all { return FeatureProperty.all }
    return FeatureProperty.all.enumerated().filter { bits >> UInt64($0.offset) & 1 != 0 }
      .map(\.element)
  }

  /// Whether this property is selected.
  func contains(_ property: FeatureProperty) -> Bool {
    if self == .all { return true }
    return FeatureProperty.all.firstIndex(of: property).map { bits >> UInt64($0) & 1 != 0 } ?? false
  }
}

/// A property of a feature: one of the photo, or one that belongs to the response.
enum FeatureProperty: Hashable {
  case stored(PhotoProperty)
  case thumbnail, original, distance, bearing, offAxis, hidden

  /// All of them in the order of writing.
  static let all: [FeatureProperty] =
    PhotoProperty.ofFeatures.map(FeatureProperty.stored)
    + [.thumbnail, .original, .distance, .bearing, .offAxis, .hidden]

  /// The name in GeoJSON.
  var name: String {
    switch self {
    case .stored(let property): property.name
    case .thumbnail: "thumbnail"
    case .original: "original"
    case .distance: "distance"
    case .bearing: "bearing"
    case .offAxis: "offAxis"
    case .hidden: "hidden"
    }
  }
}
