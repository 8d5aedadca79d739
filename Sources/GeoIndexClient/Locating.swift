internal import JSON
public import Geography
public import PhotoFacts

/// A photo, film or sidecar to upload.
public struct SentFile: Hashable, Sendable {
  /// The file name; sidecars are matched to photos by name.
  public var name: String

  /// The content.
  public var bytes: [UInt8]

  /// Makes a file to upload.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The metadata that the server read from an uploaded file; unknown values are nil.
///
/// Facts are available as direct properties: `located.time` is `located.facts.time`.
@dynamicMemberLookup
public struct LocatedFile: Hashable, Sendable {
  /// The size of the file, and the last component of its name; the name is nil for a single upload.
  public var file = FileFacts()
  /// The metadata.
  ///
  /// Its place is the location or the reason why there is none; an unknown reason becomes `unsupported`.
  public var facts: PhotoFacts

  /// The position; nil if the file has none.
  public var coordinate: Coordinate? { facts.place.location?.coordinate }

  /// A fact of the photo, as a direct property.
  public subscript<Value>(dynamicMember fact: KeyPath<PhotoFacts, Value>) -> Value {
    facts[keyPath: fact]
  }

  /// A fact of the file, as a direct property.
  public subscript<Value>(dynamicMember fact: KeyPath<FileFacts, Value>) -> Value {
    file[keyPath: fact]
  }
}

extension Endpoint where Response == LocatedFile {
  /// Locates a photo or film; the server does not store it.
  public static func locate(_ photo: [UInt8]) -> Endpoint {
    let content = Request.Content(type: "application/octet-stream", bytes: photo)
    return Endpoint(.locating(content)) { reply in
      let files = try LocatedFile.files(reply)
      guard files.count == 1 else {
        throw InputProblem("it has \(files.count) files instead of one")
      }
      return files[0]
    }
  }
}

extension Endpoint where Response == [LocatedFile] {
  /// Locates photos, in the order of the files; the server does not store them.
  ///
  /// Sidecars (`a.jpg.xmp`, Takeout's `a.jpg.json`) are applied to their photos and appear in the response only
  /// if no photo matches. The server limits the number of files (1,000) and the total size.
  public static func locate(_ files: [SentFile]) -> Endpoint {
    Endpoint(.locating(Request.Content(form: files))) { try LocatedFile.files($0) }
  }
}

extension Request {
  fileprivate static func locating(_ content: Content) -> Request {
    Request(.post, "/locate", headers: ["Accept": "application/geo+json"], content: content)
  }
}

extension LocatedFile {
  fileprivate static func files(_ reply: Reply) throws(InputProblem) -> [LocatedFile] {
    var files: [LocatedFile] = []
    for feature in try JSONValue(parsing: reply.body).features() {
      files.append(try LocatedFile(feature))
    }
    return files
  }

  /// Parses a feature, whose geometry may be null.
  private init(_ feature: JSONValue) throws(InputProblem) {
    guard feature["type"]?.text == "Feature", let geometry = feature["geometry"],
      let properties = feature["properties"], properties.members != nil
    else { throw InputProblem("a file is not a feature with a geometry and properties") }
    let coordinate = geometry == .null ? nil : try Coordinate(feature)
    let reason = properties["reason"]?.text
    guard coordinate != nil || reason != nil else {
      throw InputProblem("a file has neither a place nor a reason why not")
    }
    let place: Place =
      coordinate.map { .located(Location($0, source: .import)) }
      ?? .unlocated(
        UnlocatedReason.allCases.first { $0.name == reason } ?? .unsupported,
        detail: properties["detail"]?.text)
    facts = PhotoFacts(place: place)
    PropertyValues(properties).apply(to: &file, &facts)
    facts.remarks = properties["remarks"]?.text.map { [$0] } ?? []
  }
}
