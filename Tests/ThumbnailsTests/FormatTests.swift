import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

/// A file made by another program, and the tolerated loss.
struct Recipe: Sendable, CustomTestStringConvertible {
  let name: String
  let commands: [String]
  var tolerance = 4.0

  /// Whether the programs change the colours, so that their result is the reference.
  var comparesWithFile = false

  var testDescription: String { commands.last ?? name }

  init(_ name: String, _ commands: String..., tolerance: Double = 4, comparesWithFile: Bool = false)
  {
    self.name = name
    self.commands = commands
    self.tolerance = tolerance
    self.comparesWithFile = comparesWithFile
  }

  static let all = pictures + pngs + tiffs + bitmaps

  static let pictures = [
    Recipe("a.heic", "convert source.ppm a.png", "heif-enc -q 90 a.png -o a.heic"),
    Recipe("a.heic", "convert source.ppm a.png", "heif-enc -q 90 -t 160 a.png -o a.heic"),
    Recipe("a.avif", "convert source.ppm a.png", "avifenc -s 8 --min 0 --max 10 a.png a.avif"),
    Recipe(
      "a.avif", "convert source.ppm a.png", "avifenc -s 8 -d 10 --min 0 --max 10 a.png a.avif"),
    Recipe("a.webp", "cwebp -quiet -q 92 source.ppm -o a.webp"),
    Recipe("a.webp", "cwebp -quiet -lossless source.ppm -o a.webp"),
    Recipe("a.webp", "convert source.ppm a.png", "img2webp -lossless a.png a.png -o a.webp"),
    Recipe("a.jxl", "cjxl source.ppm a.jxl -d 1"),
    Recipe("a.jxl", "convert source.ppm a.jpg", "cjxl a.jpg a.jxl"),
    Recipe("a.jxl", "cjxl source.ppm a.jxl -d 0 --container=1"),
    Recipe("a.gif", "convert source.ppm +dither a.gif", comparesWithFile: true),
    Recipe("a.gif", "convert source.ppm +dither -interlace GIF a.gif", comparesWithFile: true),
    Recipe("a.gif", "convert source.ppm +dither -colors 3 a.gif", comparesWithFile: true),
  ]

  static let pngs = [
    Recipe("a.png", "convert source.ppm a.png"),
    Recipe("a.png", "convert source.ppm -interlace PNG a.png"),
    Recipe("a.png", "convert source.ppm -depth 16 PNG48:a.png"),
    Recipe("a.png", "convert source.ppm -depth 16 -interlace PNG PNG48:a.png"),
    Recipe("a.png", "convert source.ppm +dither PNG8:a.png", comparesWithFile: true),
    Recipe("a.png", "convert source.ppm +dither -colors 13 PNG8:a.png", comparesWithFile: true),
    Recipe("a.png", "convert source.ppm +dither -colors 3 PNG8:a.png", comparesWithFile: true),
    Recipe(
      "a.png", "convert source.ppm -colorspace Gray -depth 8 -define png:color-type=0 a.png",
      comparesWithFile: true),
    Recipe(
      "a.png", "convert source.ppm -colorspace Gray -depth 16 -define png:color-type=0 a.png",
      comparesWithFile: true),
    Recipe(
      "a.png",
      "convert source.ppm +dither -monochrome -define png:color-type=0 -define png:bit-depth=1 a.png",
      tolerance: 6, comparesWithFile: true),
    Recipe(
      "a.png", "convert source.ppm -alpha set -channel A -fx i/w PNG32:a.png",
      comparesWithFile: true),
    Recipe(
      "a.png",
      "convert source.ppm -colorspace Gray -alpha set -channel A -fx i/w "
        + "-define png:color-type=4 a.png", comparesWithFile: true),
  ]

  static let tiffs = [
    Recipe("a.tif", "convert source.ppm -compress none a.tif"),
    Recipe("a.tif", "convert source.ppm -compress LZW a.tif"),
    Recipe("a.tif", "convert source.ppm -compress Zip -define tiff:tile-geometry=64x64 a.tif"),
    Recipe("a.tif", "convert source.ppm -compress JPEG -quality 92 a.tif"),
    Recipe("a.tif", "convert source.ppm -depth 16 -compress none a.tif"),
    Recipe("a.tif", "convert source.ppm -endian MSB -interlace Plane a.tif"),
    Recipe("a.tif", "convert source.ppm -colorspace Gray a.tif", comparesWithFile: true),
    Recipe(
      "a.tif", "convert source.ppm +dither -monochrome -compress Group4 a.tif", tolerance: 6,
      comparesWithFile: true),
    Recipe(
      "a.tif", "convert source.ppm -alpha set -channel A -fx i/w a.tif", comparesWithFile: true),
  ]

  static let bitmaps = [
    Recipe("a.bmp", "convert source.ppm BMP3:a.bmp"),
    Recipe("a.bmp", "convert source.ppm BMP2:a.bmp"),
    Recipe("a.bmp", "convert source.ppm -alpha set BMP:a.bmp"),
    Recipe("a.bmp", "convert source.ppm +dither -colors 200 BMP3:a.bmp", comparesWithFile: true),
    Recipe(
      "a.bmp", "convert source.ppm +dither -colors 200 -compress RLE BMP3:a.bmp",
      comparesWithFile: true),
    Recipe("a.bmp", "convert source.ppm +dither -colors 12 BMP3:a.bmp", comparesWithFile: true),
    Recipe(
      "a.bmp", "convert source.ppm +dither -monochrome BMP3:a.bmp", tolerance: 6,
      comparesWithFile: true),
  ]
}

@Suite("A photo of any format") struct FormatTests {
  @Test("looks like its source", arguments: Recipe.all)
  func shows(_ recipe: Recipe) throws {
    let shop = try Workshop()
    try shop.draw(landscape())
    for command in recipe.commands { try shop.run(command) }
    let source = recipe.comparesWithFile ? recipe.name : "source.ppm"
    for (width, size) in [(160, (160, 100)), (320, (320, 200))] {
      let made = try shop.thumbnail(recipe.name, width: width)
      let difference = try shop.difference(made, from: source, size)
      #expect(difference < recipe.tolerance, "\(width): \(difference)")
    }
  }

  @Test("is detected by its content, not by its name", arguments: Recipe.pictures)
  func content(_ recipe: Recipe) throws {
    let shop = try Workshop()
    try shop.draw(landscape())
    for command in recipe.commands { try shop.run(command) }
    try shop.write(try shop.read(recipe.name), as: "holiday.txt")
    #expect(try !shop.thumbnail("holiday.txt", width: 160).isEmpty)
  }

  @Test("is rotated by AVIF's own boxes, and only once", arguments: 0..<4, [nil, 0, 1])
  func turnedByBoxes(_ quarters: Int, _ axis: Int?) throws {
    let shop = try Workshop()
    try shop.draw(landscape())
    try shop.run("convert source.ppm a.png")
    let mirror = axis.map { " --imir \($0)" } ?? ""
    let turn = quarters == 0 ? "" : " --irot \(quarters)"
    try shop.run("avifenc -s 8 --min 0 --max 10\(turn)\(mirror) a.png a.avif")
    // AVIF rotates to the left by quarter turns, then mirrors; axis 0 swaps top and bottom.
    let flip = axis == 0 ? " -flip" : axis == 1 ? " -flop" : ""
    try shop.run("convert source.ppm -rotate \(360 - 90 * quarters)\(flip) expected.png")
    let size = quarters.isMultiple(of: 2) ? (160, 100) : (100, 160)
    // The orientation in the index comes from the same boxes, and is not applied again.
    for orientation in [Orientation.upright, .turnedLeft] {
      let made = try shop.thumbnail("a.avif", width: 160, orientation: orientation)
      #expect(try shop.difference(made, from: "expected.png", size) < 4)
    }
  }

  @Test(
    "is rotated by its orientation if the format has none of its own",
    arguments: ["png", "tif", "webp", "bmp"], 1...8)
  func turnedByExif(_ format: String, _ number: UInt8) throws {
    let shop = try Workshop()
    try shop.draw(landscape())
    try shop.run("convert source.ppm a.\(format)")
    // ImageMagick gets the same options.
    let orientations = [
      "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom",
      "LeftBottom",
    ]
    let name = orientations[Int(number) - 1]
    try shop.run("convert source.ppm -orient \(name) -auto-orient expected.png")
    let orientation = try #require(Orientation(rawValue: number))
    let made = try shop.thumbnail("a.\(format)", width: 160, orientation: orientation)
    let size = orientation.swapsAxes ? (100, 160) : (160, 100)
    #expect(try shop.difference(made, from: "expected.png", size) < 6)
  }

  @Test("keeps the orientation of a JPEG that was transcoded to JPEG XL", arguments: 1...8)
  func turnedInJPEGXL(_ number: UInt8) throws {
    let shop = try Workshop()
    try shop.draw(landscape())
    try shop.run("convert source.ppm -quality 95 a.jpg")
    try shop.run("exiftool -q -overwrite_original -n -Orientation=\(number) a.jpg")
    try shop.run("convert a.jpg -auto-orient expected.png")
    try shop.run("cjxl a.jpg a.jxl")
    let orientation = try #require(Orientation(rawValue: number))
    let size = orientation.swapsAxes ? (100, 160) : (160, 100)
    let made = try shop.thumbnail("a.jxl", width: 160, orientation: orientation)
    #expect(try shop.difference(made, from: "expected.png", size) < 4)
  }

  @Test(
    "is never enlarged",
    arguments: Recipe.all.filter { !$0.testDescription.contains("-t 160") })
  func neverEnlarged(_ recipe: Recipe) throws {
    let shop = try Workshop()
    try shop.draw(landscape(width: 70, height: 50))
    for command in recipe.commands { try shop.run(command) }
    let picture = try decode(shop.thumbnail(recipe.name, width: 1_280))
    #expect(picture.width == 70)
    #expect(picture.height == 50)
  }
}
