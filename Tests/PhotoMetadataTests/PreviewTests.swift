import Files
import Foundation
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// Builds files with embedded pictures.
private struct RawFile {
  private(set) var bytes: [UInt8] = []

  /// A JPEG with a header only; `marker` is the kind of its frame.
  static func jpeg(_ width: Int, _ height: Int, marker: UInt8 = 0xC0, orientation: UInt8? = nil)
    -> [UInt8]
  {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let orientation {
      let block =
        Array("Exif\0\0II*\0".utf8) + little(8) + little16(1) + little16(0x0112) + little16(3)
        + little(1) + little(Int(orientation)) + little(0)
      bytes += [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
    }
    bytes += [0xFF, marker, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255)]
    bytes += [UInt8(width >> 8), UInt8(width & 255), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    return bytes + [0xFF, 0xDA] + [UInt8](repeating: 7, count: 60) + [0xFF, 0xD9]
  }

  static func little16(_ number: Int) -> [UInt8] {
    [UInt8(number & 255), UInt8(number >> 8 & 255)]
  }
  static func little(_ number: Int) -> [UInt8] {
    little16(number & 0xFFFF) + little16(number >> 16)
  }
  static func big(_ number: Int) -> [UInt8] { little(number).reversed() }

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + Array(type.utf8) + content
  }

  /// A directory of numbers: tag, type (3 or 4), value.
  static func directory(_ entries: [(Int, Int, Int)], next: Int = 0) -> [UInt8] {
    little16(entries.count)
      + entries.flatMap { little16($0.0) + little16($0.1) + little(1) + little($0.2) }
      + little(next)
  }
}

@Suite("The previews of a file") struct PreviewTests {
  private func previews(_ bytes: [UInt8]) throws -> Previews {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/photo"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var reader = PhotoReader()
    return reader.previews(in: try ReadableFile(path: Array(path.utf8)))
  }

  private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  /// Three pictures: under IFD0, in a directory below it, and in the one after it.
  private func tiff(frame: UInt8 = 0xC0) -> (bytes: [UInt8], jpegs: [[UInt8]]) {
    let jpegs = [
      RawFile.jpeg(1_616, 1_080, marker: frame), RawFile.jpeg(6_000, 4_000, marker: frame),
      RawFile.jpeg(160, 120, marker: frame, orientation: 6),
    ]
    let (first, sub, next) = (8, 200, 400)
    var bytes = Array("II*\0".utf8) + RawFile.little(first)
    bytes += RawFile.directory(
      [(0x0103, 3, 6), (0x0111, 4, 1_000), (0x0117, 4, jpegs[0].count), (0x014A, 4, sub)],
      next: next)
    bytes = padded(bytes, to: sub)
    bytes += RawFile.directory([(0x0201, 4, 2_000), (0x0202, 4, jpegs[1].count)])
    bytes = padded(bytes, to: next)
    // Its own successor: a cycle.
    bytes += RawFile.directory([(0x0201, 4, 3_000), (0x0202, 4, jpegs[2].count)], next: first)
    for (jpeg, offset) in zip(jpegs, [1_000, 2_000, 3_000]) {
      bytes = padded(bytes, to: offset) + jpeg
    }
    return (bytes, jpegs)
  }

  @Test("of a raw photo are in its strips, its lower and its next directories")
  func directories() throws {
    let (bytes, jpegs) = tiff()
    let found = try previews(bytes)
    let expected = zip([1_000, 2_000, 3_000], jpegs).map { ByteRange(offset: $0, count: $1.count) }
    #expect(Set(found.pictures.map(\.range)) == Set(expected))
    #expect(Set(found.pictures.map(\.size.width)) == [1_616, 6_000, 160])
    let small = try #require(found.pictures.first { $0.size.width == 160 })
    #expect(small.orientation == .turnedLeft)
  }

  @Test("do not include sensor data in lossless JPEG")
  func lossless() throws {
    #expect(try previews(tiff(frame: 0xC3).bytes).pictures.isEmpty)
  }

  @Test("are found by exiftool where we find them", arguments: [0x0201, 0x002E])
  func exiftool(_ tag: Int) throws {
    let jpeg = RawFile.jpeg(640, 480)
    var bytes = Array((tag == 0x2E ? "IIU\0" : "II*\0").utf8) + RawFile.little(8)
    if tag == 0x2E {
      bytes +=
        RawFile.little16(1) + RawFile.little16(tag) + RawFile.little16(7)
        + RawFile.little(jpeg.count) + RawFile.little(600) + RawFile.little(0)
    } else {
      bytes += RawFile.directory([(0x010F, 3, 1)], next: 100)
      bytes = padded(bytes, to: 100)
      bytes += RawFile.directory([(0x0201, 4, 600), (0x0202, 4, jpeg.count)])
    }
    bytes = padded(bytes, to: 600) + jpeg
    let found = try previews(bytes)
    #expect(found.pictures.map(\.range) == [ByteRange(offset: 600, count: jpeg.count)])
    let directory = try TemporaryDirectory()
    let path = directory.path + (tag == 0x2E ? "/a.rw2" : "/a.tif")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let name = tag == 0x2E ? "-JpgFromRaw" : "-ThumbnailImage"
    let theirs = try Program.run("exiftool", ["-s3", name, path]).output
    #expect(theirs.contains("Binary data \(jpeg.count) bytes"), "\(theirs)")
  }

  @Test("of a Fujifilm raw photo is the one its header names")
  func fujifilm() throws {
    let jpeg = RawFile.jpeg(1_920, 1_280, orientation: 8)
    var bytes = padded(Array("FUJIFILMCCD-RAW 0201FF383501".utf8), to: 84)
    bytes += RawFile.big(200) + RawFile.big(jpeg.count)
    let found = try previews(padded(bytes, to: 200) + jpeg)
    #expect(found.format == .raf)
    #expect(found.pictures.map(\.range) == [ByteRange(offset: 200, count: jpeg.count)])
    #expect(found.pictures.first?.orientation == .turnedRight)
  }

  @Test("of a Canon raw photo are in its boxes and in its first track")
  func canon() throws {
    let (small, middle, large) = (
      RawFile.jpeg(160, 120), RawFile.jpeg(1_620, 1_080), RawFile.jpeg(6_000, 4_000)
    )
    let start = Array("crx \0\0\0\u{1}crx isom".utf8)
    let offset = 4_000
    let table = RawFile.box(
      "stbl",
      RawFile.box("stsz", RawFile.big(0) + RawFile.big(large.count) + RawFile.big(1))
        + RawFile.box(
          "co64", RawFile.big(0) + RawFile.big(1) + RawFile.big(0) + RawFile.big(offset)))
    let track = RawFile.box("trak", RawFile.box("mdia", RawFile.box("minf", table)))
    let thumbnail = RawFile.box(
      "uuid",
      [UInt8](repeating: 1, count: 16)
        + RawFile.box("THMB", [UInt8](repeating: 0, count: 16) + small))
    let preview = RawFile.box(
      "uuid",
      [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D,
        0x16, 0, 0, 0, 0, 0, 0, 0, 1,
      ] + RawFile.box("PRVW", [UInt8](repeating: 0, count: 16) + middle))
    var bytes = RawFile.box("ftyp", start) + RawFile.box("moov", thumbnail + track) + preview
    let free = offset - bytes.count - 8 - 8
    bytes += RawFile.box("free", [UInt8](repeating: 0, count: free)) + RawFile.box("mdat", large)
    let found = try previews(bytes)
    #expect(found.format == .cr3)
    #expect(Set(found.pictures.map(\.size.width)) == [160, 1_620, 6_000])
    let whole = try #require(found.pictures.first { $0.size.width == 6_000 })
    #expect(whole.range == ByteRange(offset: offset, count: large.count))
    for cut in stride(from: 0, to: bytes.count, by: 7) {
      let ranges = try previews(Array(bytes.prefix(cut))).pictures.map(\.range)
      #expect(ranges.allSatisfy { $0.offset + $0.count <= cut })
    }
  }

  @Test("never lie outside the file, cut short at any byte")
  func cutShort() throws {
    let bytes = tiff().bytes
    for cut in stride(from: 0, to: bytes.count, by: 5) {
      let ranges = try previews(Array(bytes.prefix(cut))).pictures.map(\.range)
      #expect(ranges.allSatisfy { $0.offset + $0.count <= cut })
    }
  }

  @Test("are found in bounded time for any bytes", arguments: 0..<4)
  func mutated(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let whole = tiff().bytes
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<6 {
        bytes[Int.random(in: 0..<500, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(try previews(bytes).pictures.count <= 16)
    }
  }

  @Test("have the orientation of the photo unless they have or show another")
  func orientation() {
    let photo = PixelSize(width: 6_000, height: 4_000)
    func turn(_ width: Int, _ height: Int, own: Orientation? = nil) -> Orientation {
      Preview(
        range: ByteRange(offset: 1, count: 1), size: PixelSize(width: width, height: height),
        orientation: own
      ).orientation(in: photo, turned: .turnedLeft)
    }
    #expect(turn(1_500, 1_000) == .turnedLeft)
    #expect(turn(1_000, 1_500) == .upright)
    #expect(turn(1_500, 1_000, own: .turnedRight) == .turnedRight)
    #expect(turn(1_000, 1_000) == .turnedLeft)
  }
}
