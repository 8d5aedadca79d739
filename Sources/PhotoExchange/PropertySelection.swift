internal import PhotoFacts

/// Which properties a feature is to have.
public struct PropertySelection: Hashable, Sendable {
  /// A bit for each property, by its position in `FeatureProperty.all`.
  private var bits: UInt64

  /// Every property.
  public static let all = PropertySelection(bits: .max)

  /// None: where the photo is, and its id.
  public static let none = PropertySelection(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// Those of these names; nothing where one is not the name of a property.
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

  /// Whether nothing is wanted that has to be looked up: links are made of the id, and what was
  /// measured is known.
  public var needsNoRecord: Bool { bits & Self.stored.bits == 0 }

  private static let stored = PropertySelection(
    bits: FeatureProperty.all.enumerated().reduce(0) { bits, property in
      if case .stored = property.element { bits | 1 << UInt64(property.offset) } else { bits }
    })

  /// Those of all properties that are wanted, in their order.
  var properties: [FeatureProperty] {
    FeatureProperty.all.enumerated().filter { bits >> UInt64($0.offset) & 1 != 0 }.map(\.element)
  }
}

/// A property that a feature can have: one of the photo, or one that belongs to the answer.
enum FeatureProperty: Hashable {
  case stored(PhotoProperty)
  case thumbnail, original, distance, bearing

  /// All of them, in the order in which they are written.
  static let all: [FeatureProperty] =
    PhotoProperty.ofFeatures.map(FeatureProperty.stored)
    + [.thumbnail, .original, .distance, .bearing]

  /// The name in GeoJSON.
  var name: String {
    switch self {
    case .stored(let property): property.name
    case .thumbnail: "thumbnail"
    case .original: "original"
    case .distance: "distance"
    case .bearing: "bearing"
    }
  }
}
