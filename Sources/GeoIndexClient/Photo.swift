public import Geography

/// A photo as the server tells of it; what is not known is nothing.
@dynamicMemberLookup
public struct Photo: Hashable, Sendable, Identifiable {
  /// The number by which it is known for as long as it lives.
  public var id: Int
  /// Where it was taken.
  public var coordinate: Coordinate
  /// The path below the folder that was scanned; nothing where it was not asked for.
  public var path: String?
  /// The folder that was scanned.
  public var root: String?
  /// What is known of its file.
  public var facts = FileFacts()
  /// Metres from the place that was asked about.
  public var distance: Double?
  /// Degrees from true north, as seen from there.
  public var bearing: Double?

  /// What is known of its file, by its own name.
  public subscript<Value>(dynamicMember fact: WritableKeyPath<FileFacts, Value>) -> Value {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }
}

extension Photo {
  /// Reads a feature.
  init(_ feature: JSONValue) throws(Misread) {
    guard feature["type"]?.text == "Feature", let id = feature["id"]?.whole,
      let properties = feature["properties"], properties.members != nil
    else { throw Misread("a photo is not a feature with an id and properties") }
    self.init(id: id, coordinate: try Coordinate(feature))
    path = properties["path"]?.text
    root = properties["root"]?.text
    facts = FileFacts(properties)
    distance = properties["distance"]?.number
    bearing = properties["bearing"]?.number
  }
}

extension Coordinate {
  /// Reads the place of a feature.
  init(_ feature: JSONValue) throws(Misread) {
    guard let numbers = feature["geometry"]?["coordinates"]?.elements, numbers.count >= 2,
      let longitude = numbers[0].number, let latitude = numbers[1].number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw Misread("a feature has no place on Earth") }
    self = coordinate
  }
}
