/// What a file says of itself but for the place; what is not known is nothing.
public struct FileFacts: Hashable, Sendable {
  /// The last part of its path.
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

  /// Knows nothing yet.
  public init() {}
}

extension FileFacts {
  /// Reads the properties of a feature.
  init(_ properties: JSONValue) {
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
  }
}
