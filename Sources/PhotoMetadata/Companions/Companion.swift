public import PhotoFacts

/// A file beside a photo that holds metadata about it.
public struct Companion: Hashable, Sendable {
  /// The kind of companion, which determines how it is read.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// An XMP packet in a file of its own, as Lightroom, darktable and digiKam write them.
    case sidecar = 1

    /// The JSON document of Google Takeout about a photo.
    case takeout = 2

    /// The small JPEG with Exif that cameras write beside a film.
    case thumbnail = 3

    /// The file in which Picasa describes all photos of a folder.
    case picasa = 4

    /// The name of the kind.
    public var name: String {
      switch self {
      case .sidecar: "sidecar"
      case .takeout: "takeout"
      case .thumbnail: "thumbnail"
      case .picasa: "picasa"
      }
    }
  }

  /// The kind of companion.
  public var kind: Kind

  /// The file name, in the directory of the photo.
  public var name: [UInt8]

  /// Whether the name was truncated, so that only the title inside identifies the photo.
  public var isKnownByTitle: Bool

  /// What a file about several photos says about this one; nil if the file has yet to be read.
  public var entry: Entry?

  /// What a file about several photos says about one of them.
  public struct Entry: Hashable, Sendable {
    /// The words about the photo.
    public var words: PhotoWords

    /// A hash of them, which is the same in each run.
    public var mark: UInt64
  }

  /// Makes a companion.
  public init(_ kind: Kind, name: [UInt8], isKnownByTitle: Bool = false, entry: Entry? = nil) {
    self.kind = kind
    self.name = name
    self.isKnownByTitle = isKnownByTitle
    self.entry = entry
  }

  /// The kind of companion that a file name denotes; nil if none.
  public static func kind(ofFileNamed name: [UInt8]) -> Kind? {
    // macOS writes such a file beside each file on foreign file systems, for its extended attributes.
    if name.count > 2, name[0] == UInt8(ascii: "."), name[1] == UInt8(ascii: "_") { return nil }
    if name.hasEnding(".xmp") { return .sidecar }
    if name.hasEnding(".json") { return .takeout }
    if name.hasEnding(".thm") { return .thumbnail }
    if isOfPicasa(name) { return .picasa }
    return nil
  }

  /// Whether a name is `.picasa.ini`, or `Picasa.ini` as of the first versions.
  private static func isOfPicasa(_ name: [UInt8]) -> Bool {
    guard name.hasEnding("icasa.ini") else { return false }
    let first = name.dropLast(9).map(\.lowercased)
    return first == Array(".p".utf8) || first == Array("p".utf8)
  }

  /// Whether a file name alone shows that the file belongs to a photo; other JSON files may be anything.
  public static func isUsualName(_ name: [UInt8]) -> Bool {
    guard let kind = kind(ofFileNamed: name) else { return false }
    guard kind == .takeout else { return true }
    // `a.jpg.json`, or `a.jpg.supplemental-metadata.json`, which may be truncated.
    return name.indices.contains { index in
      name[index] == UInt8(ascii: ".") && MediaFormat.isUsualName(Array(name[..<index]))
    }
  }
}

extension [UInt8] {
  /// Whether a name ends like this, ignoring case.
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
  /// The lower-case letter of an upper-case ASCII letter.
  var lowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}
