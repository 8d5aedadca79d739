public import Geography

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

/// What a server read from a file that was sent to it; what is not known is nothing.
public struct LocatedFile: Hashable, Sendable {
  /// The last part of the name it was sent with; nothing where it was sent alone.
  public var filename: String?
  /// Where it was taken; nothing where the file does not tell.
  public var coordinate: Coordinate?
  /// Why the file tells no place, in the words of the report.
  public var reason: String?
  /// What that is about, for people.
  public var detail: String?
  /// What was odd in the file.
  public var remarks: String?
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
    coordinate = geometry == .null ? nil : try Coordinate(feature)
    reason = properties["reason"]?.text
    guard coordinate != nil || reason != nil else {
      throw Misread("a file has neither a place nor a reason why not")
    }
    detail = properties["detail"]?.text
    remarks = properties["remarks"]?.text
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
