public import Geography
public import PhotoFacts

/// A photo, film or sidecar to be sent along with a question.
public struct SentFile: Hashable, Sendable {
  /// What it is called; sidecars are found by the names they share with their photos.
  public var name: String

  /// What is in it.
  public var bytes: [UInt8]

  /// Makes a file to be sent.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// What a server read from a file that was sent to it; what is not known is nil.
///
/// What is known of the photo can be asked by its own name: `located.time` is `located.facts.time`.
@dynamicMemberLookup
public struct LocatedFile: Hashable, Sendable {
  /// The name of the file, as the last part of the one it was sent with, and its size; nil where it was
  /// sent alone.
  public var file = FileFacts()
  /// What was read from the file.
  ///
  /// Its place is where it was taken, or why the file does not say; a reason that this version does not know
  /// becomes `unsupported`.
  public var facts: PhotoFacts

  /// Where it was taken; nil where the file does not tell.
  public var coordinate: Coordinate? { facts.place.location?.coordinate }

  /// What is known of the photo, by its own name.
  public subscript<Value>(dynamicMember fact: KeyPath<PhotoFacts, Value>) -> Value {
    facts[keyPath: fact]
  }

  /// What is known of its file, by its own name.
  public subscript<Value>(dynamicMember fact: KeyPath<FileFacts, Value>) -> Value {
    file[keyPath: fact]
  }
}

extension Endpoint where Answer == LocatedFile {
  /// Where a photo or film was taken; the server keeps nothing of it.
  public static func locate(_ photo: [UInt8]) -> Endpoint {
    let content = Request.Content(type: "application/octet-stream", bytes: photo)
    return Endpoint(.locating(content)) { (reply) throws(Misread) in
      let files = try LocatedFile.files(reply)
      guard files.count == 1 else { throw Misread("it is about \(files.count) files and not one") }
      return files[0]
    }
  }
}

extension Endpoint where Answer == [LocatedFile] {
  /// Where photos were taken, in their order; the server keeps nothing of them.
  ///
  /// Sidecars (`a.jpg.xmp`, Takeout's `a.jpg.json`) count for the photos they are sent with and are not
  /// in the answer, unless they belong to none of them. A server takes a thousand files at once, and as
  /// many bytes as it was told to take.
  public static func locate(_ files: [SentFile]) -> Endpoint {
    Endpoint(.locating(Request.Content(form: files))) { (reply) throws(Misread) in
      try LocatedFile.files(reply)
    }
  }
}

extension Request {
  fileprivate static func locating(_ content: Content) -> Request {
    Request(target: "/locate", accept: "application/geo+json", content: content)
  }
}

extension LocatedFile {
  fileprivate static func files(_ reply: Reply) throws(Misread) -> [LocatedFile] {
    var files: [LocatedFile] = []
    for feature in try JSONValue(parsing: reply.body).features() {
      files.append(try LocatedFile(feature))
    }
    return files
  }

  /// Reads a feature; its place may be nowhere, but it is said.
  private init(_ feature: JSONValue) throws(Misread) {
    guard feature["type"]?.text == "Feature", let geometry = feature["geometry"],
      let properties = feature["properties"], properties.members != nil
    else { throw Misread("a file is not a feature with a geometry and properties") }
    let coordinate = geometry == .null ? nil : try Coordinate(feature)
    let reason = properties["reason"]?.text
    guard coordinate != nil || reason != nil else {
      throw Misread("a file has neither a place nor a reason why not")
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
