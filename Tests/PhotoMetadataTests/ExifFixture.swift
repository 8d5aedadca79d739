/// A hand-made Exif block, for cases that no tool writes.
struct ExifFixture {
  /// How a value is written into the block.
  enum Value {
    case ascii(String)
    case bytes([UInt8])
    case short([UInt16])
    case long([UInt32])
    case rational([(UInt32, UInt32)])
    case signedRational([(Int32, Int32)])
    /// A type, a count and bytes, which may be inconsistent.
    case raw(type: UInt16, count: UInt32, bytes: [UInt8])
  }

  var isBigEndian = false
  var image: [(UInt16, Value)] = []
  var exif: [(UInt16, Value)] = []
  var gps: [(UInt16, Value)] = []
  var thumbnail: [UInt8] = []

  /// A valid position: 48° 51′ 29.5″ N, 2° 17′ 40.2″ E.
  static let paris: [(UInt16, Value)] = [
    (1, .ascii("N")), (2, .rational([(48, 1), (51, 1), (295, 10)])),
    (3, .ascii("E")), (4, .rational([(2, 1), (17, 1), (402, 10)])),
  ]

  /// The TIFF file inside the block.
  var tiff: [UInt8] {
    var bytes = isBigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)
    put(8, 4, into: &bytes)
    // The length of each directory follows from its tags and values, so the pointers can be written first.
    let exifAt = 8 + length(image.count + 2) + dataLength(image)
    let gpsAt = exifAt + length(exif.count) + dataLength(exif)
    let thumbnailAt = gpsAt + length(gps.count) + dataLength(gps)
    let pointers: [(UInt16, Value)] = [
      (0x8769, .long([UInt32(exifAt)])), (0x8825, .long([UInt32(gpsAt)])),
    ]
    put(image + pointers, next: thumbnail.isEmpty ? 0 : thumbnailAt, into: &bytes)
    put(exif, next: 0, into: &bytes)
    put(gps, next: 0, into: &bytes)
    if !thumbnail.isEmpty {
      let at = UInt32(thumbnailAt + length(2))
      put(
        [(0x0201, .long([at])), (0x0202, .long([UInt32(thumbnail.count)]))], next: 0, into: &bytes)
      bytes += thumbnail
    }
    return bytes
  }

  /// The block inside the test picture.
  var jpeg: [UInt8] { JPEGFixture.picture(app1: Array("Exif\0\0".utf8) + tiff) }

  private func length(_ entries: Int) -> Int { 2 + 12 * entries + 4 }

  private func dataLength(_ tags: [(UInt16, Value)]) -> Int {
    tags.map { encoded($0.1).bytes.count }.filter { $0 > 4 }.reduce(0, +)
  }

  private func put(_ tags: [(UInt16, Value)], next: Int, into block: inout [UInt8]) {
    var data: [UInt8] = []
    let dataAt = block.count + length(tags.count)
    put(tags.count, 2, into: &block)
    for (tag, value) in tags {
      let (type, count, bytes) = encoded(value)
      put(Int(tag), 2, into: &block)
      put(Int(type), 2, into: &block)
      put(Int(count), 4, into: &block)
      if bytes.count > 4 {
        put(dataAt + data.count, 4, into: &block)
        data += bytes
      } else {
        block += bytes + Array(repeating: 0, count: 4 - bytes.count)
      }
    }
    put(next, 4, into: &block)
    block += data
  }

  func encoded(_ value: Value) -> (type: UInt16, count: UInt32, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    switch value {
    case .ascii(let text):
      bytes = Array(text.utf8) + [0]
      return (2, UInt32(bytes.count), bytes)
    case .bytes(let values): return (1, UInt32(values.count), values)
    case .short(let values):
      for value in values { put(Int(value), 2, into: &bytes) }
      return (3, UInt32(values.count), bytes)
    case .long(let values):
      for value in values { put(Int(value), 4, into: &bytes) }
      return (4, UInt32(values.count), bytes)
    case .rational(let values):
      for (above, below) in values {
        put(Int(above), 4, into: &bytes)
        put(Int(below), 4, into: &bytes)
      }
      return (5, UInt32(values.count), bytes)
    case .signedRational(let values):
      for (above, below) in values {
        put(Int(above), 4, into: &bytes)
        put(Int(below), 4, into: &bytes)
      }
      return (10, UInt32(values.count), bytes)
    case .raw(let type, let count, let bytes): return (type, count, bytes)
    }
  }

  private func put(_ number: Int, _ width: Int, into bytes: inout [UInt8]) {
    let little = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    bytes += isBigEndian ? little.reversed() : little
  }
}
