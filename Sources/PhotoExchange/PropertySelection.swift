/// Which properties a feature is to have.
public struct PropertySelection: Hashable, Sendable {
  private var bits: UInt32

  /// Every property.
  public static let all = PropertySelection(bits: .max)

  /// None: where the photo is, and its id.
  public static let none = PropertySelection(bits: 0)

  private init(bits: UInt32) { self.bits = bits }

  /// Those of these names; nothing where one is not the name of a property.
  public init?(_ names: some Sequence<some StringProtocol>) {
    bits = 0
    for name in names {
      guard let property = FeatureProperty(name: name) else { return nil }
      bits |= property.bit
    }
  }

  /// The names of all properties a feature can have.
  public static var names: [String] { FeatureProperty.allCases.map { "\($0)" } }

  /// Whether nothing is wanted that has to be looked up: links are made of the id, and what was
  /// measured is known.
  public var needsNoRecord: Bool { bits & ~Self.known == 0 }

  private static let known =
    FeatureProperty.thumbnail.bit | FeatureProperty.original.bit | FeatureProperty.distance.bit
    | FeatureProperty.bearing.bit

  func contains(_ property: FeatureProperty) -> Bool { bits & property.bit != 0 }
}

/// The properties of a feature, in the order in which they are written.
enum FeatureProperty: UInt32, CaseIterable {
  case path, root, filename, media, size, width, height, orientation
  case takenAt, takenAtLocal, timeSource
  case altitude, direction, accuracy, locationSource
  case cameraMake, cameraModel, lens, pathBytes, rootBytes
  case thumbnail, original, distance, bearing

  /// The property of a name.
  init?(name: some StringProtocol) {
    guard let property = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = property
  }

  fileprivate var bit: UInt32 { 1 << rawValue }
}
