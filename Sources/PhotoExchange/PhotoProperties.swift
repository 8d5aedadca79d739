internal import PhotoFacts
public import PhotoIndex

/// What a description of the collection says of one property, in the words of JSON Schema.
public struct PhotoPropertySchema: Hashable, Sendable {
  /// The property.
  public var property: PhotoProperty

  /// A few words for people.
  public var title: String

  /// What there is to know beyond the title.
  public var description: String?

  /// `string`, `integer` or `number`; nothing for the geometry, which `format` describes.
  public var type: String?

  /// `date-time` or `geometry-point`.
  public var format: String?

  /// All values there can be, where they are few; empty otherwise.
  public var values: [String] = []

  /// The name in GeoJSON and in filters.
  public var name: String { property.name }
}

/// The properties that photos can be filtered by: the one table behind queryables and schema.
///
/// Whatever is in it can stand in a `filter`, and nothing else can.
public enum PhotoProperties {
  /// All of them, in the order in which features have them.
  public static let all: [PhotoPropertySchema] = PhotoProperty.allCases.map(schema)

  /// The property of a name, or nothing.
  public static func find(_ name: some StringProtocol) -> PhotoProperty? {
    PhotoProperty(rawValue: String(name))
  }

  private static func schema(_ property: PhotoProperty) -> PhotoPropertySchema {
    let (title, description) = words(property)
    var schema = PhotoPropertySchema(property: property, title: title, description: description)
    switch property.kind {
    case .text, .clock: schema.type = "string"
    case .word:
      schema.type = "string"
      schema.values = values(of: property)
    case .integer: schema.type = "integer"
    case .number: schema.type = "number"
    case .moment:
      schema.type = "string"
      schema.format = "date-time"
    case .geometry: schema.format = "geometry-point"
    }
    return schema
  }

  private static func values(of property: PhotoProperty) -> [String] {
    switch property {
    case .media: MediaFormat.allCases.map(\.mimeType)
    case .timeSource: TimeSource.allCases.map(\.name)
    case .locationSource: LocationSource.allCases.map(\.name)
    default: []
    }
  }

  private static func words(_ property: PhotoProperty) -> (title: String, description: String?) {
    switch property {
    case .id: ("Number of the photo", "Stable for the life of the photo, wherever its file moves.")
    case .geometry: ("Where it was taken", nil)
    case .path: ("Path below the scanned folder", nil)
    case .root: ("Scanned folder", nil)
    case .filename: ("Name of the file", nil)
    case .media: ("MIME type", nil)
    case .size: ("Bytes in the file", nil)
    case .width: ("Width in pixels as shown", nil)
    case .height: ("Height in pixels as shown", nil)
    case .orientation: ("Exif orientation, 1 to 8", nil)
    case .takenAt:
      (
        "When it was taken",
        """
        In a filter and in sortby, a photo of which only the camera's clock is known stands where \
        it would if the clock had shown UTC, as in datetime; timeSource = 'local' finds those.
        """
      )
    case .takenAtLocal: ("What the camera's clock showed", "Such as 2024-05-01T12:00:00.")
    case .timeSource: ("How the time is known", nil)
    case .altitude: ("Metres above sea level", nil)
    case .direction: ("Where the camera looked, degrees from true north", nil)
    case .accuracy: ("Radius in metres within which the position is right", nil)
    case .locationSource: ("What the position was read from", nil)
    case .cameraMake: ("Maker of the camera", nil)
    case .cameraModel: ("Model of the camera", nil)
    case .lens: ("Lens", nil)
    }
  }
}
