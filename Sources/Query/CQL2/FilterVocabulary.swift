package import PhotoFacts

/// The names of properties in a filter.
public enum FilterVocabulary: Sendable {
  /// Those of features.
  case features

  /// Those of STAC items, which add names to those of features.
  case items

  /// The names that only items have, as `PhotoItem` writes them.
  private static let ofItems: [String: PhotoProperty] = [
    "datetime": .takenAt, "view:azimuth": .direction,
  ]

  /// The name of the collection, which is no property of a photo.
  static let collection = "collection"

  /// The only collection.
  static let photos = "photos"

  /// The property of a name; nil if there is none.
  package func property(_ name: String) -> PhotoProperty? {
    guard self == .items else { return PhotoProperty.named(name) }
    let name = name.hasPrefix("properties.") ? String(name.dropFirst(11)) : name
    return Self.ofItems[name] ?? PhotoProperty.named(name)
  }

  /// All names that a filter may have.
  public var names: [String] {
    let known = PhotoProperty.queryable.map(\.name)
    return self == .features ? known : Self.ofItems.keys.sorted() + [Self.collection] + known
  }
}
