internal import PhotoFacts

/// The cache key of a picture, made from the content of the photo, so that copies share a picture.
///
/// It is made from samples of the content: the head with the metadata, the middle, and the end. In formats
/// with uncompressed pixels (TIFF, BMP) a change may not show there, so the modification time is included
/// too. `version` is included as well: raise it if the program shows photos differently. Videos and raw
/// photos have a version of their own. A placeholder that was made because a library was missing has another
/// key than the frame, so the frame replaces it once the library is installed.
struct ContentKey: Hashable, Sendable {
  private static let version = 2
  private static let sample = 8_192

  /// 32 letters and digits.
  let name: String

  init(
    _ file: PhotoFile, _ orientation: Orientation, _ storedSize: PixelSize?,
    _ thumbnailer: Thumbnailer, width: Int
  ) throws(Failure) {
    let size = file.size
    let head = try file.read(0..<Self.sample)
    let middle = try file.read((size / 2)..<(size / 2 + Self.sample / 2))
    let end = try file.read(max(0, size - Self.sample)..<size)
    let (isPlain, version) =
      switch PictureKind(Array(head.prefix(256))) {
      case .bmp: (true, Self.version)
      case .library(.tiff): (true, 3)
      case nil: (false, Thumbnailer.decodesFilms ? 5 : 4)
      default: (false, Self.version)
      }
    var sums = Sums()
    for number in [
      version, size, isPlain ? file.modified : 0, Int(orientation.rawValue),
      storedSize?.width ?? 0, storedSize?.height ?? 0, width, thumbnailer.quality,
      thumbnailer.hasPlaceholders ? 1 : 0,
    ] {
      sums.add(UInt64(truncatingIfNeeded: number))
    }
    for part in [head, middle, end] { sums.add(part) }
    name = sums.name
  }
}

/// Two hashes with different multipliers, in the manner of FNV-1a but eight bytes at a time.
private struct Sums {
  private var one: UInt64 = 0xCBF2_9CE4_8422_2325
  private var two: UInt64 = 0x9AE1_6A3B_2F90_404F

  mutating func add(_ word: UInt64) {
    let first = (one ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let second = (two ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    // Without this, a zero in the low half of the product would drop the former state.
    one = first.high ^ first.low &+ 0x1000_0000_01B3
    two = second.high ^ second.low &+ 0x1000_0000_0193
  }

  mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    var index = 0
    while index < bytes.count {
      var word: UInt64 = 0
      for byte in bytes[index..<min(index + 8, bytes.count)] { word = word << 8 | UInt64(byte) }
      add(word)
      index += 8
    }
  }

  var name: String {
    [one, two].map { sum in
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
