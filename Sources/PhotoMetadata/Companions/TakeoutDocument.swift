private import Geography
internal import PhotoFacts

/// What Google Takeout tells of one photo.
struct TakeoutDocument {
  /// Longer documents are not read: a photo's has about one kilobyte.
  static let longestDocument = 1 << 20

  /// The name the photo had when it came to Google.
  private(set) var title: String?

  private var members: [String: JSONWalk.Value] = [:]

  /// Reads a document; nothing where it is damaged or about something other than a photo.
  init?(_ document: [UInt8]) {
    var walk = JSONWalk(document)
    while let (path, value) = walk.next() {
      if path == ["title"], case .text(let text) = value { title = text }
      guard path.count == 2, Self.groups.contains(path[0]) else { continue }
      members[path.joined(separator: ".")] = value
    }
    guard walk.isWhole, !members.isEmpty else { return nil }
  }

  /// Whether a document that cannot be read to its end was meant to be one of Takeout's.
  static func isBegun(in document: [UInt8]) -> Bool {
    String(decoding: document.prefix(4096), as: UTF8.self).contains("\"photoTakenTime\"")
  }

  private static let groups: Set = ["geoData", "geoDataExif", "photoTakenTime"]

  /// The place it gives, or the reason why it gives none.
  ///
  /// What Google found in the photo comes before what it has made of it since; 0, 0 stands for none.
  func place() -> Place {
    var refusal: Place?
    for group in ["geoDataExif", "geoData"] {
      guard let latitude = degrees(group, "latitude"), let longitude = degrees(group, "longitude"),
        latitude != 0 || longitude != 0
      else { continue }
      guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        let detail = "\(group) \(shortest(latitude)), \(shortest(longitude)) is not on Earth"
        refusal = refusal ?? .unlocated(.invalidGPS, detail: detail)
        continue
      }
      // A height of exactly 0 stands for none too.
      let altitude = degrees(group, "altitude").flatMap { $0 == 0 ? nil : $0 }
      return .located(
        Location(
          coordinate, altitude: altitude.flatMap { abs($0) <= 1_000_000 ? $0 : nil },
          source: .takeout))
    }
    return refusal ?? .unlocated(.noGPS, detail: nil)
  }

  /// When it was taken.
  var time: CaptureTime? {
    let seconds: Int64
    switch members["photoTakenTime.timestamp"] {
    case .text(let text): seconds = Int64(text) ?? 0
    case .number(let number): seconds = Int64(exactly: number.rounded()) ?? 0
    default: return nil
    }
    // 0 is what stands there where nothing is known.
    guard seconds != 0, abs(seconds) < 1 << 36 else { return nil }
    return CaptureTime(instantMilliseconds: seconds * 1000, source: .offsetTag)
  }

  /// Whether the document can be that of a photo of this name.
  ///
  /// In names some characters are replaced and long ones are cut, so only the letters and digits
  /// of ASCII are compared, up to the end of the shorter.
  func isTitled(like name: [UInt8]) -> Bool {
    guard let title else { return false }
    let own = PhotoName(Array(title.utf8))
    let photo = PhotoName(name)
    let (wanted, full) = (Self.letters(photo.stem), Self.letters(own.wholeStem[...]))
    return !wanted.isEmpty && full.starts(with: wanted)
  }

  private func degrees(_ group: String, _ member: String) -> Double? {
    guard case .number(let number) = members[group + "." + member] else { return nil }
    return number
  }

  private static func letters(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.filter { (48...57).contains($0) || (97...122).contains($0) }
  }
}
