import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A damaged or hostile photo of any format") struct HostileFormatTests {
  private static let recipes = [
    Recipe("a.mp4", "ffmpeg -v error -i a.png -c:v libx264 -pix_fmt yuv420p a.mp4"),
    Recipe("a.mov", "ffmpeg -v error -i a.png -c:v mjpeg -movflags faststart a.mov"),
    Recipe("a.webm", "ffmpeg -v error -i a.png -c:v libvpx-vp9 a.webm"),
    Recipe("a.avi", "ffmpeg -v error -i a.png -c:v mpeg4 a.avi"),
    Recipe("a.heic", "heif-enc a.png -o a.heic"), Recipe.tiles,
    Recipe("a.avif", "avifenc -s 9 a.png a.avif"),
    Recipe("a.webp", "cwebp -quiet a.png -o a.webp"),
    Recipe("a.webp", "cwebp -quiet -lossless a.png -o a.webp"),
    Recipe("a.webp", "img2webp -lossless a.png a.png -o a.webp"),
    Recipe("a.jxl", "cjxl a.png a.jxl"), Recipe("a.gif", "convert a.png a.gif"),
    Recipe("a.png", "convert a.png -depth 8 a.png"),
    Recipe("a.png", "convert a.png -interlace PNG -colors 5 PNG8:a.png"),
    Recipe("a.tif", "convert a.png -compress LZW a.tif"),
    Recipe("a.tif", "convert a.png -compress JPEG a.tif"),
    Recipe("a.bmp", "convert a.png BMP3:a.bmp"),
    Recipe("a.bmp", "convert a.png -colors 9 -compress RLE BMP3:a.bmp"),
  ]

  private var limits: ThumbnailLimits {
    var limits = ThumbnailLimits()
    limits.pixels = 1_000_000
    limits.wholePixels = 1_000_000
    limits.libraryBytes = 100_000_000
    return limits
  }

  /// Whether there is a complete thumbnail; otherwise there is a reason.
  private func isShown(_ bytes: [UInt8]) throws -> Bool {
    let file = try TemporaryFile(bytes)
    var thumbnailer = Thumbnailer()
    thumbnailer.limits = limits
    thumbnailer.hasPlaceholders = false
    do throws(ThumbnailError) {
      let made = try file.thumbnail(width: 48, by: thumbnailer)
      let picture = try? decode(made)
      #expect(picture.map { max($0.width, $0.height) <= 48 } ?? false)
      return true
    } catch {
      #expect(!error.reason.isEmpty)
      #expect(error.code != .unreadable)
      return false
    }
  }

  private func whole(_ recipe: Recipe) throws -> [UInt8] {
    let shop = try Workshop()
    try shop.draw(landscape(width: 64, height: 48))
    try shop.run("convert source.ppm a.png")
    for command in recipe.commands { try shop.run(command) }
    return try shop.read(recipe.name)
  }

  @Test("truncated at any byte, is shown in part or has a reason", arguments: recipes)
  func truncated(_ recipe: Recipe) throws {
    let whole = try whole(recipe)
    #expect(try isShown(whole))
    #expect(try !isShown(Array(whole.prefix(12))))
    for count in stride(from: 1, to: whole.count, by: max(1, whole.count / 80)) {
      _ = try isShown(Array(whole.prefix(count)))
    }
  }

  @Test("with bytes changed at random, never brings the program down", arguments: recipes)
  func mutated(_ recipe: Recipe) throws {
    let whole = try whole(recipe)
    var generator = Seeded(state: UInt64(whole.count))
    for _ in 0..<80 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let isInHead = Bool.random(using: &generator)
        let end = isInHead ? min(200, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &generator)] =
          [
            0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator),
          ][Int.random(in: 0..<6, using: &generator)]
      }
      _ = try isShown(bytes)
    }
  }

  @Test(
    "with a huge size in its header is refused before it is decoded", arguments: recipes.dropLast())
  func huge(_ recipe: Recipe) throws {
    let file = try TemporaryFile(try whole(recipe))
    var thumbnailer = Thumbnailer()
    thumbnailer.limits.pixels = 64 * 48 - 1
    thumbnailer.limits.wholePixels = 64 * 48 - 1
    thumbnailer.hasPlaceholders = false
    let error = #expect(throws: ThumbnailError.self) {
      try file.thumbnail(width: 48, by: thumbnailer)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test("with nothing but a header, is refused at once")
  func headers() throws {
    let gif = Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0]
    #expect(try !isShown(gif + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2]))
    #expect(try !isShown(gif + [0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0x44, 0]))
    let bitmap = Array("BM".utf8) + [UInt8](repeating: 0xFF, count: 60)
    #expect(try !isShown(bitmap))
    #expect(try !isShown(Array("BM".utf8) + [UInt8](repeating: 0, count: 60)))
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(try !isShown(png))
    #expect(try !isShown(png + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8)))
  }
}
