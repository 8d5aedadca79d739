private import Geography
internal import JSON
internal import PhotoFacts

/// The metadata that Google Takeout has for one photo.
struct TakeoutDocument {
  /// The size limit; a photo's document has about one kilobyte.
  static let longestDocument = 1 << 20

  /// The file name of the photo when it was uploaded.
  private(set) var title: String?

  /// The description, the people and whether it is a favourite.
  private(set) var words = PhotoWords()

  private var members: [String: JSONWalk.Value] = [:]

  /// Parses a document; returns nil if it is damaged or not about a photo.
  init?(_ document: [UInt8]) {
    var walk = JSONWalk(document)
    while let event = walk.next() {
      guard case .value(let value) = event else { continue }
      let path = walk.names
      if path == ["title"], case .text(let text) = value { title = text }
      switch (path, value) {
      case (["description"], .text(let text)): words.caption = paragraphs(text.utf8).known
      case (["favorited"], .word("true")): words.isFavourite = true
      case (["people", "", "name"], .text(let text)):
        let name = oneLine(text.utf8)
        if !name.isEmpty, !words.people.contains(name), words.people.count < PhotoWords.mostNames {
          words.people.append(name)
        }
      default: break
      }
      guard path.count == 2, Self.groups.contains(path[0]) else { continue }
      members[path.joined(separator: ".")] = value
    }
    guard walk.isWhole, !members.isEmpty else { return nil }
  }

  /// Whether a document that cannot be parsed to its end begins like one of Takeout's.
  static func isBegun(in document: [UInt8]) -> Bool {
    String(decoding: document.prefix(4096), as: UTF8.self).contains("\"photoTakenTime\"")
  }

  private static let groups: Set = ["geoData", "geoDataExif", "photoTakenTime"]

  /// The place, or the reason why there is none.
  ///
  /// The position from the photo's Exif data has precedence over an edited one; 0, 0 means none.
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
      // An altitude of exactly 0 means unknown too.
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
    // 0 means unknown.
    guard seconds != 0, abs(seconds) < 1 << 36 else { return nil }
    return CaptureTime(instantMilliseconds: seconds * 1000, source: .offsetTag)
  }

  /// Whether the title can be that of a photo with this name.
  ///
  /// Takeout replaces some characters and truncates long names. So only ASCII letters and digits are compared,
  /// up to the end of the shorter name.
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
