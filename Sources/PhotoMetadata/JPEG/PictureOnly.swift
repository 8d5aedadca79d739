public import PhotoFacts

/// Copies JPEG files without their metadata.
///
/// Locations may be in more kinds of segments than can be listed, so nothing is removed. Instead only the
/// segments that the picture needs are copied.
public enum PictureOnly {
  /// The longest file that should be copied in memory.
  public static let longestFile = 64 << 20

  /// The file with its pixels, colour profile and orientation; nil if it is not a complete JPEG.
  ///
  /// Data behind the picture, such as a film or another picture, is left out. Takes time linear in the length.
  public static func jpeg(_ file: [UInt8], orientation: Orientation) -> [UInt8]? {
    var copy = Copy(file, orientation)
    return copy.make() ? copy.bytes : nil
  }

  /// The length of a `filled` copy, which is known before the file is read.
  public static func filledCount(ofFile size: Int, orientation: Orientation) -> Int {
    size + (orientation == .upright ? 0 : Copy.exif(orientation).count)
  }

  /// The same with as many fill bytes before its end as make its length `filledCount`.
  ///
  /// JPEG allows such bytes before any marker. An incomplete picture is copied as far as it goes, and ended.
  public static func filled(_ file: [UInt8], orientation: Orientation) -> [UInt8] {
    let count = filledCount(ofFile: file.count, orientation: orientation)
    return filled(Copy(file, orientation), count)
  }

  /// The same in as many bytes as the file has.
  ///
  /// The orientation takes the bytes of the metadata that said it. If there were none, it is left out.
  public static func filledToSize(_ file: [UInt8], orientation: Orientation) -> [UInt8] {
    var copy = Copy(file, orientation)
    let isTooLong = copy.make() && copy.bytes.count > file.count
    return filled(Copy(file, isTooLong ? .upright : orientation), file.count)
  }

  private static func filled(_ begun: Copy, _ count: Int) -> [UInt8] {
    var copy = begun
    let end: [UInt8] = [0xFF, 0xD9]
    let room = max(0, count - end.count)
    // An incomplete picture may reach into the last two bytes.
    let picture = copy.make() ? copy.bytes.dropLast(end.count) : copy.bytes.prefix(room)
    return picture + Array(repeating: 0xFF, count: room - picture.count) + end
  }

  private struct Copy {
    private let file: [UInt8]
    private var position = 2
    private var hasFrame = false
    private var hasScan = false
    private var hasProfile = false
    var bytes: [UInt8] = [0xFF, 0xD8]

    init(_ file: [UInt8], _ orientation: Orientation) {
      self.file = file
      bytes.reserveCapacity(file.count)
      if orientation != .upright { bytes += Self.exif(orientation) }
    }

    /// An Exif block with the orientation only.
    static func exif(_ orientation: Orientation) -> [UInt8] {
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue, 0, 0] + [0, 0, 0, 0]
    }

    /// Copies the picture; returns whether it was complete.
    mutating func make() -> Bool {
      guard file.starts(with: [0xFF, 0xD8]) else { return false }
      while let marker = nextMarker() {
        switch marker {
        case 0xD9:
          bytes += [0xFF, 0xD9]
          return hasScan
        case 0x01, 0xD0...0xD8: return false
        default:
          guard let segment = nextSegment() else { return false }
          if keeps(marker, file[segment]) {
            bytes += [0xFF, marker]
            bytes += file[segment]
          } else if marker == 0xE2, ICCProfile.isPart(file[segment].dropFirst(2)) {
            addProfile()
          }
          if marker == 0xDA {
            guard hasFrame else { return false }
            hasScan = true
            copyScan()
          }
        }
      }
      return false
    }

    /// The byte after the `FF` and any fill bytes.
    private mutating func nextMarker() -> UInt8? {
      guard position < file.count, file[position] == 0xFF else { return nil }
      while position < file.count, file[position] == 0xFF { position += 1 }
      guard position < file.count, file[position] != 0 else { return nil }
      defer { position += 1 }
      return file[position]
    }

    /// The range of a segment, including its length field.
    private mutating func nextSegment() -> Range<Int>? {
      guard position + 2 <= file.count else { return nil }
      let length = Int(file[position]) << 8 | Int(file[position + 1])
      guard length >= 2, position + length <= file.count else { return nil }
      defer { position += length }
      return position..<(position + length)
    }

    /// Whether decoding the picture needs a segment.
    private mutating func keeps(_ marker: UInt8, _ segment: ArraySlice<UInt8>) -> Bool {
      let content = segment.dropFirst(2)
      switch marker {
      case 0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD: return true
      case 0xC8: return false
      case 0xC0...0xCF:
        hasFrame = true
        return true
      // Only without a thumbnail.
      case 0xE0: return content.starts(with: Array("JFIF\0".utf8)) && content.count == 14
      case 0xEE: return content.starts(with: Array("Adobe".utf8)) && content.count == 12
      default: return false
      }
    }

    /// Adds the colours of the profile, in no more bytes than its segments have.
    private mutating func addProfile() {
      guard !hasProfile else { return }
      hasProfile = true
      bytes += ICCProfile.find(in: file)?.segments ?? []
    }

    /// Copies the data after the header of a scan, up to the next marker.
    private mutating func copyScan() {
      let start = position
      while position + 1 < file.count {
        let next = file[position + 1]
        if file[position] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { break }
        position += 1
      }
      bytes += file[start..<position]
    }
  }
}
