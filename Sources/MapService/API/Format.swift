internal import JSON
internal import PhotoExchange

/// One format of a response: its name for `f=`, its media type and its schema.
struct Format: Hashable, Sendable {
  /// Its name in `f=`; nil if there is no choice.
  var name: String?

  /// The media type, without parameters such as the character set.
  var type: String

  /// The schema, if it has one.
  var schema: JSONValue

  /// Other media types that select it.
  var aliases: [String] = []

  /// The file format, if the response is a list of photos.
  var photos: PhotoFileFormat?

  /// The `Content-Disposition` of a list of photos.
  private(set) var disposition: String?

  init(_ name: String?, _ type: String, _ schema: JSONValue) {
    self.name = name
    self.type = type
    self.schema = schema
  }

  private init(_ photos: PhotoFileFormat, named name: String, _ schema: JSONValue) {
    self.init(name, photos.mediaTypes[0], schema)
    aliases = Array(photos.mediaTypes.dropFirst())
    self.photos = photos
    disposition = photos.disposition
  }

  static func json(_ schema: String) -> Format {
    Format("json", "application/json", .schema(schema))
  }

  /// GeoJSON, by both its names.
  static func geoJSON(_ schema: String) -> [Format] {
    ["json", "geojson"].map { Format(.geojson, named: $0, .schema(schema)) }
  }

  /// All formats of photos; the schema is that of GeoJSON.
  static func photos(_ schema: String) -> [Format] {
    let others = PhotoFileFormat.allCases.filter { $0 != .geojson }
    return geoJSON(schema) + others.map { Format($0, named: $0.name, ["type": "string"]) }
  }
}

extension PhotoFileFormat {
  /// Browsers show the documents that they can show; others are saved under a descriptive name.
  var disposition: String {
    let kind = self == .geojson ? "inline" : "attachment"
    return "\(kind); filename=\"photos.\(fileExtensions[0])\""
  }
}
