import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("The preview embedded in a photo") struct PreviewTests {
  /// The thumbnail of a blue photo with a red preview: its colour shows which of them was used.
  private func colour(
    preview size: (Int, Int), width: Int, orientation: Orientation = .upright,
    main: [UInt8]? = nil, cut: Int = 0
  ) throws -> Picture {
    let main = try main ?? plain(.blue, width: 640, height: 480).jpeg()
    let preview = try plain(.red, width: size.0, height: size.1).jpeg()
    let file = try TemporaryFile(main + preview.dropLast(cut))
    let made = try file.thumbnail(
      orientation: orientation, storedSize: PixelSize(width: 640, height: 480),
      embeddedThumbnail: ByteRange(offset: main.count, count: preview.count - cut), width: width)
    return try decode(made)
  }

  @Test("is used where it is large enough")
  func used() throws {
    let picture = try colour(preview: (160, 120), width: 160)
    #expect(picture.colour(80, 60).isClose(to: .red))
  }

  @Test("is turned upright with the photo")
  func turned() throws {
    let picture = try colour(preview: (160, 120), width: 160, orientation: .turnedLeft)
    #expect(picture.width == 120)
    #expect(picture.height == 160)
    #expect(picture.colour(60, 80).isClose(to: .red))
  }

  @Test("is made smaller like any picture")
  func reduced() throws {
    let picture = try colour(preview: (320, 240), width: 160)
    #expect(picture.width == 160)
    #expect(picture.colour(80, 60).isClose(to: .red))
  }

  @Test("is not used where it is too small")
  func tooSmall() throws {
    let picture = try colour(preview: (160, 120), width: 320)
    #expect(picture.width == 320)
    #expect(picture.colour(80, 60).isClose(to: .blue))
  }

  @Test("is not used if black bars give it another shape", arguments: [(160, 90), (160, 160)])
  func bars(_ size: (Int, Int)) throws {
    #expect(try colour(preview: size, width: 160).colour(80, 60).isClose(to: .blue))
  }

  @Test("is used at any size if the photo itself cannot be decoded")
  func fallback() throws {
    let raw = Array("II*\0 a raw photo of some maker".utf8)
    let picture = try colour(preview: (160, 120), width: 640, main: raw)
    #expect(picture.width == 160)
    #expect(picture.colour(80, 60).isClose(to: .red))
  }

  @Test(
    "outside the file or in another format is ignored",
    arguments: [
      ByteRange(offset: -1, count: 100), ByteRange(offset: 0, count: .max),
      ByteRange(offset: .max, count: .max), ByteRange(offset: 10, count: 0),
      ByteRange(offset: 30, count: 500), ByteRange(offset: 1 << 40, count: 500),
    ])
  func nonsense(_ range: ByteRange) throws {
    let file = try TemporaryFile(plain(.blue, width: 640, height: 480).jpeg())
    let made = try file.thumbnail(
      storedSize: PixelSize(width: 640, height: 480), embeddedThumbnail: range,
      width: 160)
    #expect(try decode(made).colour(80, 60).isClose(to: .blue))
  }
}
