/// A file that stands beside a photo and says something of it.
public struct Companion: Hashable, Sendable {
  /// What wrote it, and so how it is read.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// An XMP packet in a file of its own, as Lightroom, darktable and digiKam write them.
    case sidecar = 1

    /// What Google Takeout tells of a photo.
    case takeout = 2

    /// The small JPEG with Exif that cameras put beside a film.
    case thumbnail = 3

    /// The word for it.
    public var name: String {
      switch self {
      case .sidecar: "sidecar"
      case .takeout: "takeout"
      case .thumbnail: "thumbnail"
      }
    }
  }

  /// What wrote it.
  public var kind: Kind

  /// Its name, in the directory of the photo.
  public var name: [UInt8]

  /// Whether its name was cut short, so that only the title in it says whose it is.
  public var isKnownByTitle: Bool

  /// Makes a companion.
  public init(_ kind: Kind, name: [UInt8], isKnownByTitle: Bool = false) {
    self.kind = kind
    self.name = name
    self.isKnownByTitle = isKnownByTitle
  }

  /// What a file of this name would be to a photo, if it is anything.
  public static func kind(ofFileNamed name: [UInt8]) -> Kind? {
    // Beside every file macOS puts one that begins like this, with what other disks cannot hold.
    if name.count > 2, name[0] == UInt8(ascii: "."), name[1] == UInt8(ascii: "_") { return nil }
    if name.hasEnding(".xmp") { return .sidecar }
    if name.hasEnding(".json") { return .takeout }
    if name.hasEnding(".thm") { return .thumbnail }
    return nil
  }
}

extension [UInt8] {
  /// Whether a name ends like this, in small letters or large.
  func hasEnding(_ ending: StaticString) -> Bool {
    let length = ending.utf8CodeUnitCount
    guard count > length else { return false }
    let letters = unsafe UnsafeBufferPointer(start: ending.utf8Start, count: length)
    for index in 0..<length
    where unsafe self[count - length + index].lowercased != letters[index] { return false }
    return true
  }
}

extension UInt8 {
  /// The small letter where this is a large one of ASCII.
  var lowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}
