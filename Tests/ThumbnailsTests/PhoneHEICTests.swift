import Foundation
import PhotoFacts
import PhotoMetadata
import Testing

@testable import Thumbnails

/// The program that writes a HEIC like those of phones, whose tiles libavcodec decodes.
private let phone =
  "python3 "
  + URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("scripts/lib/phone_heic.py").path

extension Recipe {
  /// A grid of 2 × 2 tiles.
  static let tiles = Recipe("a.heic", "\(phone) a.png a.heic --tile 32")
}

@Suite("A HEIC of a phone") struct PhoneHEICTests {
  private func workshop(_ options: String, source: String = "source.ppm") throws -> Workshop {
    let shop = try Workshop()
    try shop.draw(landscape())
    try shop.run("convert source.ppm -negate other.ppm")
    try shop.run("convert source.ppm -quality 95 source.jpg")
    try shop.run("convert other.ppm -resize 160x100 other.jpg")
    try shop.run("exiftool -q -overwrite_original -ThumbnailImage<=other.jpg source.jpg")
    try shop.run("\(phone) \(source) a.heic --crf 4 \(options)")
    return shop
  }

  @Test(
    "looks like its source, in one tile or many",
    arguments: [
      "--tile 512", "--tile 128", "--tile 64 --pixels yuv444p", "--tile 128 --pixels yuv422p",
      "--tile 128 --pixels yuv420p10le", "--tile 128 --pixels yuv444p10le",
    ])
  func shows(_ options: String) throws {
    let shop = try workshop(options)
    for (width, size) in [(160, (160, 100)), (300, (300, 188)), (1_280, (320, 200))] {
      let made = try shop.thumbnail("a.heic", width: width)
      #expect(try shop.difference(made, from: "source.ppm", size) < 4)
    }
  }

  @Test("in grey looks like its source in grey")
  func grey() throws {
    let shop = try workshop("--tile 128 --pixels gray")
    try shop.run("convert source.ppm -grayscale Rec601Luma grey.ppm")
    let made = try shop.thumbnail("a.heic", width: 160)
    #expect(try shop.difference(made, from: "grey.ppm", (160, 100)) < 4)
  }

  @Test("is rotated by its box, and only once", arguments: 0..<4)
  func turned(_ quarters: Int) throws {
    let shop = try workshop("--tile 128 --turns \(quarters)")
    try shop.run("convert source.ppm -rotate \(360 - 90 * quarters) expected.ppm")
    let size = quarters.isMultiple(of: 2) ? (160, 100) : (100, 160)
    let made = try shop.thumbnail("a.heic", width: 160, orientation: .turnedLeft)
    #expect(try shop.difference(made, from: "expected.ppm", size) < 4)
  }

  @Test("shows the thumbnail inside if that is large enough")
  func thumbnailInside() throws {
    let shop = try workshop("--tile 128 --thumbnail 160 --thumbnail-of other.ppm")
    let small = try shop.thumbnail("a.heic", width: 160)
    #expect(try shop.difference(small, from: "other.ppm", (160, 100)) < 4)
    let large = try shop.thumbnail("a.heic", width: 320)
    #expect(try shop.difference(large, from: "source.ppm", (320, 200)) < 4)
  }

  @Test("shows the JPEG in its Exif block if that is large enough", arguments: [0, 1])
  func exifPreview(_ quarters: Int) throws {
    let shop = try workshop("--tile 128 --turns \(quarters)", source: "source.jpg")
    var reader = PhotoReader()
    let path = FilePath(shop.path("a.heic"))
    let facts = reader.facts(at: path)
    try #require(facts.embeddedThumbnail != nil)
    try shop.run("convert other.ppm -rotate \(360 - 90 * quarters) small.ppm")
    try shop.run("convert source.ppm -rotate \(360 - 90 * quarters) large.ppm")
    for (width, expected) in [(160, "small.ppm"), (320, "large.ppm")] {
      let size = quarters == 0 ? (width, width * 5 / 8) : (width * 5 / 8, width)
      let made = try Thumbnailer().thumbnail(of: path, facts: facts, width: width)
      #expect(try shop.difference(made, from: expected, size) < 6)
    }
  }

  @Test("with the colours of a profile keeps it")
  func profile() throws {
    let shop = try workshop("--tile 128")
    let displayP3 = try #require(ICCProfile.of(primaries: 12, transfer: 13)).bytes
    try shop.write(displayP3, as: "p3.icc")
    try shop.run("\(phone) source.ppm a.heic --tile 128 --icc p3.icc")
    let made = try shop.thumbnail("a.heic", width: 160)
    #expect(ICCProfile.find(in: made)?.bytes == displayP3)
  }
}
