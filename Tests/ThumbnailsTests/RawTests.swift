import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A raw photo without a preview") struct RawTests {
  @Test("is developed")
  func developed() throws {
    let file = try TemporaryFile(Negative.quarters(width: 320, height: 200), name: "a.dng")
    let picture = try decode(file.thumbnail(width: 64))
    #expect(picture.width == 64 && picture.height == 40)
    let (red, green, blue, white) = try corners(picture)
    #expect(red.red > 150 && red.green < 110 && red.blue < 110, "\(red)")
    #expect(green.green > 150 && green.red < 110 && green.blue < 110, "\(green)")
    #expect(blue.blue > 150 && blue.red < 110 && blue.green < 110, "\(blue)")
    #expect(min(white.red, white.green, white.blue) > 200, "\(white)")
  }

  @Test("is turned upright")
  func turned() throws {
    let file = try TemporaryFile(Negative.quarters(width: 320, height: 200), name: "a.dng")
    let picture = try decode(file.thumbnail(orientation: .turnedLeft, width: 64))
    #expect(picture.width == 40 && picture.height == 64)
    let (blue, red, white, green) = try corners(picture)
    #expect(blue.blue > 150)
    #expect(red.red > 150)
    #expect(green.green > 150)
    #expect(white.red > 200)
  }

  @Test("that is damaged or huge has a reason")
  func hostile() throws {
    let whole = Negative.quarters(width: 64, height: 48)
    var thumbnailer = Thumbnailer()
    thumbnailer.limits.libraryBytes = 200_000_000
    thumbnailer.limits.wholePixels = 64 * 48
    var generator = Seeded(state: 5)
    for round in 0..<200 {
      var bytes = whole
      if round < 60 {
        bytes.removeLast(round * bytes.count / 60)
      } else {
        for _ in 0..<4 {
          bytes[Int.random(in: 0..<500, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
      }
      let file = try TemporaryFile(bytes)
      do throws(ThumbnailError) {
        _ = try file.thumbnail(width: 32, by: thumbnailer)
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
    thumbnailer.limits.wholePixels -= 1
    thumbnailer.limits.pixels = thumbnailer.limits.wholePixels
    let error = #expect(throws: ThumbnailError.self) {
      try TemporaryFile(whole).thumbnail(width: 32, by: thumbnailer)
    }
    #expect(error?.code == .tooLarge)
  }

  private func corners(_ picture: Picture) throws -> (Colour, Colour, Colour, Colour) {
    let corners = picture.corners
    try #require(corners.count == 4)
    return (corners[0], corners[1], corners[2], corners[3])
  }
}

/// A DNG file (Adobe's specification 1.4) with the raw samples of a sensor whose colours are those of sRGB.
private enum Negative {
  /// Red at the top left, green at the top right, blue below and white beside it.
  static func quarters(width: Int, height: Int) -> [UInt8] {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let lit: [Int] =
          y < height / 2 ? (x < width / 2 ? [0] : [1]) : (x < width / 2 ? [2] : [0, 1, 2])
        // The pattern of filters is red, green; green, blue.
        let filter = (x % 2) + (y % 2)
        samples += word(lit.contains(filter) ? 40_000 : 1_000)
      }
    }
    return file(width: width, height: height, samples)
  }

  private static func file(width: Int, height: Int, _ samples: [UInt8]) -> [UInt8] {
    // XYZ to the camera's colours, which are those of sRGB.
    let matrix = [
      32_406, -15_372, -4_986, -9_689, 18_758, 415, 557, -2_040, 10_570,
    ].flatMap { long($0) + long(10_000) }
    let neutral = [1, 1, 1].flatMap { long($0) + long(1) }
    let entries: [(tag: Int, type: Int, count: Int, value: [UInt8])] = [
      (254, 4, 1, long(0)), (256, 4, 1, long(width)), (257, 4, 1, long(height)),
      (258, 3, 1, word(16)), (259, 3, 1, word(1)), (262, 3, 1, word(32_803)),
      (271, 2, 4, Array("Foo\0".utf8)), (272, 2, 4, Array("Bar\0".utf8)),
      (273, 4, 1, []), (277, 3, 1, word(1)), (278, 4, 1, long(height)),
      (279, 4, 1, long(samples.count)), (33_421, 3, 2, word(2) + word(2)),
      (33_422, 1, 4, [0, 1, 1, 2]), (50_706, 1, 4, [1, 4, 0, 0]),
      (50_708, 2, 8, Array("Foo Bar\0".utf8)), (50_717, 4, 1, long(65_535)),
      (50_721, 10, 9, matrix), (50_728, 5, 3, neutral), (50_778, 3, 1, word(21)),
    ]
    let tableEnd = 8 + 2 + 12 * entries.count + 4
    let samplesAt = tableEnd + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    var table = word(entries.count)
    var values: [UInt8] = []
    for entry in entries {
      table += word(entry.tag) + word(entry.type) + long(entry.count)
      let value = entry.tag == 273 ? long(samplesAt) : entry.value
      if value.count <= 4 {
        table += value + [UInt8](repeating: 0, count: 4 - value.count)
      } else {
        table += long(tableEnd + values.count)
        values += value
      }
    }
    return Array("II*\0".utf8) + long(8) + table + long(0) + values + samples
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func long(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
