public import Geography
public import PhotoFacts

/// A photo as the server describes it; what is unknown or was not requested is nil.
///
/// What is known of the photo and of its file can be asked by its own name: `photo.time` is
/// `photo.facts.time`, and `photo.filename` is `photo.file.filename`.
@dynamicMemberLookup
public struct Photo: Hashable, Sendable, Identifiable {
  /// The number by which it is known for as long as it lives.
  public var id: Int
  /// Where it was taken.
  public var coordinate: Coordinate
  /// Where its file lies in the library, and how large it is.
  ///
  /// If only the name was requested, the path is the name.
  public var file = FileFacts()
  /// What is known of the photo.
  public var facts: PhotoFacts
  /// Metres from the place that was asked about.
  public var distance: Double?
  /// Degrees from true north, as seen from there.
  public var bearing: Double?

  /// What is known of the photo, by its own name.
  public subscript<Value>(dynamicMember fact: KeyPath<PhotoFacts, Value>) -> Value {
    facts[keyPath: fact]
  }

  /// What is known of its file, by its own name.
  public subscript<Value>(dynamicMember fact: KeyPath<FileFacts, Value>) -> Value {
    file[keyPath: fact]
  }
}

extension Photo {
  /// Reads a feature.
  init(_ feature: JSONValue) throws(Misread) {
    guard feature["type"]?.text == "Feature", let id = feature["id"]?.whole,
      let properties = feature["properties"], properties.members != nil
    else { throw Misread("a photo is not a feature with an id and properties") }
    let place = try Coordinate(feature)
    self.init(
      id: id, coordinate: place,
      facts: PhotoFacts(place: .located(Location(place, source: .import))))
    PropertyValues(properties).apply(to: &file, &facts)
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
