internal import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as items of STAC 1.1: features with the same properties, and the names of STAC for what it knows.
public struct PhotoItem: Sendable {
  /// The version of STAC.
  public static let version = "1.1.0"

  /// The address of the server without a trailing slash.
  public let baseURL: String

  /// The parts to write.
  public let fields: ItemFields

  /// Whether a name of the position is written.
  public let needsNames: Bool

  private let members: PropertyMembers
  private let parts: Set<Part>
  private let assets: [Asset]

  /// The links, split where the id of the photo is inserted.
  private let links: [[UInt8]]

  /// The parts that are no list of others.
  private enum Part: String, CaseIterable {
    case type, id, geometry, bbox, properties, assets, collection
    case version = "stac_version"
    case extensions = "stac_extensions"
    case datetime = "properties.datetime"
    case start = "properties.start_datetime"
    case end = "properties.end_datetime"
    case azimuth = "properties.view:azimuth"
    case offNadir = "properties.view:off_nadir"
    case interior = "properties.pers:interior_orientation"
  }

  /// The angles of the view extension that are written.
  private struct ViewAngles {
    private(set) var azimuth: Double?
    private(set) var offNadir: Double?

    /// From straight down to the horizon; the extension has no angles above it.
    private static let offNadirs = 0.0...90

    init(_ location: Location, _ view: PhotoView, _ parts: Set<Part>) {
      if parts.contains(.azimuth) {
        azimuth = location.direction.flatMap { (0...360).contains($0) ? $0 : nil }
      }
      if parts.contains(.offNadir), let pitch = view.pitch, Self.offNadirs.contains(90 + pitch) {
        offNadir = 90 + pitch
      }
    }

    var areKnown: Bool { azimuth != nil || offNadir != nil }
  }

  /// Makes a writer.
  public init(baseURL: String, fields: ItemFields = .all) {
    (self.baseURL, self.fields) = (baseURL, fields)
    let properties = PhotoProperty.ofFeatures.filter { fields.has("properties", $0.name) }
    members =
      properties.count == PhotoProperty.ofFeatures.count ? .all : PropertyMembers(properties)
    needsNames = properties.contains(where: \.isNamed)
    parts = Set(Part.allCases.filter { fields.has(path: $0.rawValue) })
    assets = Asset.all.map { $0.limited(to: fields) }.filter { fields.has("assets", $0.name) }
    links = fields.has("links") ? Self.links(baseURL) : []
  }

  private static func links(_ baseURL: String) -> [[UInt8]] {
    let catalog = baseURL + "/stac"
    let collection = catalog + "/collections/photos"
    var json = JSONWriter()
    json.object { json in
      json.objects(
        "links",
        [
          ("self", mediaType, collection + "/items/" + gap),
          ("root", "application/json", catalog), ("parent", "application/json", collection),
          ("collection", "application/json", collection),
        ]
      ) { json, link in
        json.member("rel", link.0)
        json.member("type", link.1)
        json.member("href", link.2)
      }
    }
    return String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
      .split(separator: "\\u000a").map { Array($0.utf8) }
  }

  private static let mediaType = "application/geo+json"

  /// What stands for the id of a photo in a prepared text; no address has a line break.
  private static let gap = "\n"

  /// Writes an item; nothing if the photo has no position.
  public func write(_ photo: PhotoRecord, to json: inout JSONWriter) {
    guard let location = photo.facts.place.location else { return }
    let angles = ViewAngles(location, photo.facts.view, parts)
    json.object { json in
      if parts.contains(.type) { json.member("type", "Feature") }
      if parts.contains(.version) { json.member("stac_version", Self.version) }
      if parts.contains(.extensions) {
        json.name("stac_extensions")
        json.array { json in
          if angles.areKnown { json.value(Self.view) }
          if hasInterior(photo) { json.value(Self.perspective) }
          if photo.size != nil, assets.contains(where: \.hasSize) { json.value(Self.file) }
        }
      }
      if parts.contains(.id) { json.member("id", String(photo.id)) }
      writePosition(location.coordinate, to: &json)
      if parts.contains(.properties) { writeProperties(photo, angles, to: &json) }
      if !links.isEmpty { json.members(links, around: photo.id) }
      if parts.contains(.assets) {
        json.name("assets")
        json.object { json in
          for asset in assets { asset.write(photo, baseURL, to: &json) }
        }
      }
      if parts.contains(.collection) { json.member("collection", "photos") }
    }
  }

  /// The extensions that an item uses.
  private static let view = "https://stac-extensions.github.io/view/v1.0.0/schema.json"
  private static let perspective =
    "https://stac-extensions.github.io/perspective-imagery/v1.0.0/schema.json"
  private static let file = "https://stac-extensions.github.io/file/v2.1.0/schema.json"

  private func writePosition(_ position: Coordinate, to json: inout JSONWriter) {
    if parts.contains(.geometry) {
      json.name("geometry")
      json.object { json in
        json.member("type", "Point")
        json.name("coordinates")
        json.array { json in
          json.degrees(position.longitudeE7)
          json.degrees(position.latitudeE7)
        }
      }
    }
    if parts.contains(.bbox) { json.member(box: BoundingBox(around: position)) }
  }

  private func writeProperties(
    _ photo: PhotoRecord, _ angles: ViewAngles, to json: inout JSONWriter
  ) {
    json.name("properties")
    json.object { json in
      writeTime(photo.facts.time, to: &json)
      json.member("view:azimuth", angles.azimuth)
      json.member("view:off_nadir", angles.offNadir)
      if hasInterior(photo) { writeInterior(photo, to: &json) }
      members.write(photo.fileFacts, photo.facts, to: &json)
    }
  }

  private func hasInterior(_ photo: PhotoRecord) -> Bool {
    photo.facts.view.fieldOfView != nil && parts.contains(.interior)
  }

  /// Writes the camera with its field of view, which the view extension lacks.
  private func writeInterior(_ photo: PhotoRecord, to json: inout JSONWriter) {
    json.name("pers:interior_orientation")
    json.object { json in
      json.member("camera_manufacturer", photo.facts.camera.make)
      json.member("camera_model", photo.facts.camera.model)
      json.member("field_of_view", photo.facts.view.fieldOfView)
    }
  }

  /// Writes the instant in UTC; if it is unknown, null and the span in which it is.
  ///
  /// A local time without an offset is between 14 hours ahead of UTC and 12 hours behind. The span of an undated photo has all times that clients can read.
  private func writeTime(_ time: CaptureTime?, to json: inout JSONWriter) {
    let instant = time?.instantMilliseconds
    if parts.contains(.datetime) {
      json.name("datetime")
      if let instant { json.value(Timestamp.utc(instant)) } else { json.null() }
    }
    guard instant == nil else { return }
    let hour: Int64 = 3_600_000
    let local = time?.localMilliseconds
    if parts.contains(.start) {
      json.member(
        "start_datetime", local.map { Timestamp.utc($0 - 14 * hour) } ?? "0001-01-01T00:00:00Z")
    }
    if parts.contains(.end) {
      json.member(
        "end_datetime", local.map { Timestamp.utc($0 + 12 * hour) } ?? "9999-12-31T23:59:59Z")
    }
  }
}

/// A file of an item.
private struct Asset: Sendable {
  var name: String
  var address: String
  var title: String
  var roles: [String]

  /// Whether it is the file of the photo itself.
  var isFile = false

  private var hasAddress = true
  private var hasType = true
  private var hasTitle = true
  private var hasRoles = true
  private(set) var hasSize = false

  private init(_ name: String, _ address: String, _ title: String, _ roles: [String]) {
    (self.name, self.address, self.title, self.roles) = (name, address, title, roles)
  }

  static let all: [Asset] = [
    .original,
    Asset(
      "visual", "/thumbnail?width=1280", "A picture of at most 1280 pixels",
      ["visual", "overview"]),
    Asset("thumbnail", "/thumbnail", "A small picture", ["thumbnail"]),
  ]

  private static let original: Asset = {
    var file = Asset("original", "/original", "The file", ["data"])
    (file.isFile, file.hasSize) = (true, true)
    return file
  }()

  /// The same with the parts that are requested.
  func limited(to fields: ItemFields) -> Asset {
    var asset = self
    asset.hasAddress = fields.has("assets", name, "href")
    asset.hasType = fields.has("assets", name, "type")
    asset.hasTitle = fields.has("assets", name, "title")
    asset.hasRoles = fields.has("assets", name, "roles")
    asset.hasSize = hasSize && fields.has("assets", name, "file:size")
    return asset
  }

  func write(_ photo: PhotoRecord, _ baseURL: String, to json: inout JSONWriter) {
    json.name(name)
    json.object { json in
      if hasAddress { json.member("href", "\(baseURL)/photos/\(photo.id)\(address)") }
      if hasType {
        let file = photo.format?.mimeType ?? "application/octet-stream"
        json.member("type", isFile ? file : "image/jpeg")
      }
      if hasTitle { json.member("title", title) }
      if hasRoles { json.values("roles", roles) { $0.value($1) } }
      if hasSize { json.member("file:size", photo.size.map(Int.init)) }
    }
  }
}
