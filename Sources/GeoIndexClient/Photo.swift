internal import JSON
public import Geography
public import PhotoFacts

/// A photo of the server; values that are unknown or were not requested are nil.
///
/// Facts are available as direct properties: `photo.time` is `photo.facts.time`, and `photo.filename` is
/// `photo.file.filename`.
@dynamicMemberLookup
public struct Photo: Hashable, Sendable, Identifiable {
  /// The id, which does not change when the file is moved.
  public var id: Int
  /// The position.
  public var coordinate: Coordinate
  /// The path in the library and the size.
  ///
  /// If only the name was requested, the path is the name.
  public var file = FileFacts()
  /// The metadata.
  public var facts: PhotoFacts
  /// The distance in metres from the requested position.
  public var distance: Double?
  /// The direction from the requested position, in degrees clockwise from true north; from the photo to it if the
  /// photo was found by what it shows.
  public var bearing: Double?
  /// The angle between the middle of the picture and the requested position, in degrees; clockwise is positive.
  public var offAxis: Double?
  /// Whether the ground hides the requested position from the camera; nil if the server has no elevations of the ground
  /// between.
  public var isHidden: Bool?

  /// A fact of the photo, as a direct property.
  public subscript<Value>(dynamicMember fact: KeyPath<PhotoFacts, Value>) -> Value {
    facts[keyPath: fact]
  }

  /// A fact of the file, as a direct property.
  public subscript<Value>(dynamicMember fact: KeyPath<FileFacts, Value>) -> Value {
    file[keyPath: fact]
  }
}

extension Photo {
  init(_ reply: Reply) throws(InputProblem) { try self.init(JSONValue(parsing: reply.body)) }

  /// Parses a feature.
  init(_ feature: JSONValue) throws(InputProblem) {
    guard feature["type"]?.text == "Feature", let id = feature["id"]?.whole,
      let properties = feature["properties"], properties.members != nil
    else { throw InputProblem("a photo is not a feature with an id and properties") }
    let place = try Coordinate(feature)
    self.init(
      id: id, coordinate: place,
      facts: PhotoFacts(place: .located(Location(place, source: .import))))
    PropertyValues(properties).apply(to: &file, &facts)
    distance = properties["distance"]?.number
    bearing = properties["bearing"]?.number
    offAxis = properties["offAxis"]?.number
    isHidden = properties["hidden"]?.truth
  }
}

extension Coordinate {
  /// Parses the geometry of a feature.
  init(_ feature: JSONValue) throws(InputProblem) {
    guard let numbers = feature["geometry"]?["coordinates"]?.elements, numbers.count >= 2,
      let longitude = numbers[0].number, let latitude = numbers[1].number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw InputProblem("a feature has no place on Earth") }
    self = coordinate
  }
}
