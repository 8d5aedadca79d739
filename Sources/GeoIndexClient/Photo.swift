public import Geography

/// A photo as the server tells of it; what is not known is nothing.
public struct Photo: Hashable, Sendable, Identifiable {
  /// The number by which it is known for as long as it lives.
  public var id: Int
  /// Where it was taken.
  public var coordinate: Coordinate
  /// The path below the folder that was scanned; nothing where it was not asked for.
  public var path: String?
  /// The folder that was scanned.
  public var root: String?
  /// The last part of the path.
  public var filename: String?
  /// The MIME type of the file.
  public var media: String?
  /// Bytes in the file.
  public var size: Int?
  /// Pixels from left to right, as it is shown.
  public var width: Int?
  /// Pixels from top to bottom, as it is shown.
  public var height: Int?
  /// How the stored picture has to be turned (Exif's numbers).
  public var orientation: Int?
  /// The instant (RFC 3339).
  public var takenAt: String?
  /// What the camera's clock showed.
  public var takenAtLocal: String?
  /// What the instant was made from.
  public var timeSource: String?
  /// Metres above sea level.
  public var altitude: Double?
  /// Degrees from true north.
  public var direction: Double?
  /// Metres.
  public var accuracy: Double?
  /// Where the location was read from.
  public var locationSource: String?
  /// The maker of the camera.
  public var cameraMake: String?
  /// The camera.
  public var cameraModel: String?
  /// The lens.
  public var lens: String?
  /// Metres from the place that was asked about.
  public var distance: Double?
  /// Degrees from true north, as seen from there.
  public var bearing: Double?
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
    filename = properties["filename"]?.text
    media = properties["media"]?.text
    size = properties["size"]?.whole
    width = properties["width"]?.whole
    height = properties["height"]?.whole
    orientation = properties["orientation"]?.whole
    takenAt = properties["takenAt"]?.text
    takenAtLocal = properties["takenAtLocal"]?.text
    timeSource = properties["timeSource"]?.text
    altitude = properties["altitude"]?.number
    direction = properties["direction"]?.number
    accuracy = properties["accuracy"]?.number
    locationSource = properties["locationSource"]?.text
    cameraMake = properties["cameraMake"]?.text
    cameraModel = properties["cameraModel"]?.text
    lens = properties["lens"]?.text
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
