import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A thumbnail") struct ThumbnailTests {
  /// Stores an upright picture with an Exif orientation: where its row 0 and its column 0 appear.
  private func stored(_ upright: Picture, _ orientation: Orientation) -> Picture {
    let swaps = orientation.swapsAxes
    let width = swaps ? upright.height : upright.width
    let height = swaps ? upright.width : upright.height
    let (right, bottom) = (upright.width - 1, upright.height - 1)
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let (x, y): (Int, Int) =
          switch orientation {
          case .upright: (column, row)  // row 0 at the top, column 0 at the left
          case .mirrored: (right - column, row)  // top, right
          case .upsideDown: (right - column, bottom - row)  // bottom, right
          case .mirroredUpsideDown: (column, bottom - row)  // bottom, left
          case .mirroredLeft: (row, column)  // left, top
          case .turnedLeft: (right - row, column)  // right, top
          case .mirroredRight: (right - row, bottom - column)  // right, bottom
          case .turnedRight: (row, bottom - column)  // left, bottom
          }
        let start = (y * upright.width + x) * 3
        bytes += upright.bytes[start..<(start + 3)]
      }
    }
    return Picture(width: width, height: height, samples: .rgb, bytes: bytes)
  }

  @Test("is upright, whichever way the photo is stored", arguments: Orientation.allCases)
  func upright(_ orientation: Orientation) throws {
    let file = try TemporaryFile(
      stored(quarters(width: 240, height: 150), orientation).jpeg())
    let made = try file.thumbnail(orientation: orientation, width: 160)
    let picture = try decode(made)
    #expect(picture.width == 160)
    #expect(picture.height == 100)
    for (colour, expected) in zip(picture.corners, [Colour.red, .green, .blue, .white]) {
      #expect(colour.isClose(to: expected), "\(orientation): \(colour) is not \(expected)")
    }
  }

  @Test(
    "is decoded by djpeg to the same pixels",
    arguments: Orientation.allCases)
  func sameForDjpeg(_ orientation: Orientation) throws {
    let file = try TemporaryFile(stored(quarters(width: 240, height: 150), orientation).jpeg())
    let made = try file.thumbnail(orientation: orientation, width: 160)
    let decoder = try #require(program("djpeg"))
    let ppm = try run(decoder, ["-pnm"], on: made)
    let header = Array("P6\n160 100\n255\n".utf8)
    try #require(ppm.starts(with: header) && ppm.count == header.count + 160 * 100 * 3)
    let theirs = Picture(
      width: 160, height: 100, samples: .rgb, bytes: Array(ppm.dropFirst(header.count)))
    for (colour, expected) in zip(theirs.corners, [Colour.red, .green, .blue, .white]) {
      #expect(colour.isClose(to: expected))
    }
  }

  @Test(
    "fits the width by its longer side, keeps its shape, and is never enlarged",
    arguments: [(400, 300), (330, 500), (3_000, 10), (17, 2_001), (100, 80), (1, 1)],
    Thumbnailer.widths)
  func size(_ size: (width: Int, height: Int), _ width: Int) throws {
    let file = try TemporaryFile(plain(.green, width: size.width, height: size.height).jpeg())
    let picture = try decode(file.thumbnail(width: width))
    let long = max(size.width, size.height)
    let scale = min(1, Double(width) / Double(long))
    #expect(max(picture.width, picture.height) == min(long, width))
    #expect(abs(Double(picture.width) - Double(size.width) * scale) <= 1)
    #expect(abs(Double(picture.height) - Double(size.height) * scale) <= 1)
    #expect(picture.colour(picture.width / 2, picture.height / 2).isClose(to: .green))
  }

  @Test("has nothing of the photo but its pixels and its colour profile")
  func nothingElse() throws {
    var jpeg = try quarters(width: 400, height: 300).jpeg()
    // A comment, and an APP1 as Exif and XMP use it.
    let secret = Array("Exif\0\0 GPS 48.8584 2.2945".utf8)
    for marker in [UInt8(0xe1), 0xfe, 0xed] {
      jpeg.insert(contentsOf: [0xff, marker, 0, UInt8(secret.count + 2)] + secret, at: 2)
    }
    let file = try TemporaryFile(jpeg)
    let made = try file.thumbnail(width: 160)
    #expect(!Data(made).range(of: Data("GPS".utf8)).isFound)
    #expect(markers(made) == [0xe0, 0xdb, 0xdb, 0xc0, 0xc4, 0xc4, 0xc4, 0xc4, 0xda])
  }

  @Test(
    "has no place in it that exiftool could find")
  func noPlace() throws {
    let tool = try #require(program("exiftool"))
    let file = try TemporaryFile(quarters(width: 400, height: 300).jpeg())
    _ = try run(
      tool,
      [
        "-q", "-overwrite_original", "-GPSLatitude=48.8584", "-GPSLatitudeRef=N", "-Make=Maker",
        "-XMP:GPSLatitude=48.8584", "-ThumbnailImage<=\(file.path)", file.path.description,
      ], on: [])
    let before = try run(tool, ["-a", "-G0", "-gps*", "-make", file.path.description], on: [])
    #expect(String(decoding: before, as: UTF8.self).contains("GPS Latitude"))
    let made = try file.thumbnail(width: 160)
    let after = String(decoding: try run(tool, ["-a", "-G0", "-s"], on: made), as: UTF8.self)
    #expect(!after.contains("[EXIF]"))
    #expect(!after.contains("[XMP]"))
    #expect(!after.contains("GPS"))
  }

  @Test("of a grey photo is grey, with one channel")
  func gray() throws {
    let grey = Picture(
      width: 300, height: 200, samples: .gray, bytes: [UInt8](repeating: 90, count: 60_000))
    let file = try TemporaryFile(grey.jpeg())
    let picture = try decode(file.thumbnail(width: 160))
    #expect(picture.samples == .gray)
    #expect(picture.colour(80, 50).isClose(to: Colour(red: 90, green: 90, blue: 90), within: 2))
  }

  @Test("of a CMYK photo is RGB, whether 255 is full ink or none")
  func inks() throws {
    // 32 × 16, left magenta and yellow (red), right half black; as Adobe's programs write it.
    let adobe = try #require(
      Data(
        base64Encoded:
          "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAFAwQEBAMFBAQEBQUFBgcMCAcHBwcPCwsJDBEPEhIRDxERExYcFxMUGhURERghGBodHR8fHxMXIiQiHiQcHh8e/8AAFAgAEAAgBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD7Lr4yr4yr7Looooor9mK/ZivjKiiiiivxnr8Z6+zaKKKKK/Ziv2Yr4yoooor/2Q=="
      ))
    // Without the Adobe marker the same samples mean the opposite amount of ink.
    let plain = Array(adobe.prefix(2) + adobe.dropFirst(18))
    let made = try [Array(adobe), plain].map { bytes in
      try decode(TemporaryFile(bytes).thumbnail(width: 160))
    }
    #expect(made[0].colour(6, 8).isClose(to: Colour(red: 255, green: 0, blue: 0)))
    #expect(made[0].colour(26, 8).isClose(to: Colour(red: 127, green: 127, blue: 127)))
    #expect(made[1].colour(6, 8).isClose(to: Colour(red: 0, green: 0, blue: 0)))
  }
}

/// The markers of a JPEG's header, including the start of its scan.
func markers(_ jpeg: [UInt8]) -> [UInt8] {
  var found: [UInt8] = []
  var position = 2
  while position + 4 <= jpeg.count, jpeg[position] == 0xff {
    found.append(jpeg[position + 1])
    if jpeg[position + 1] == 0xda { break }
    position += 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
  }
  return found
}

extension Optional {
  fileprivate var isFound: Bool { self != nil }
}
