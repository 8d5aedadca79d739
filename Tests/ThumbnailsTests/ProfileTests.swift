import PhotoFacts
import PhotoMetadata
import TestSupport
import Testing

@testable import Thumbnails

@Suite("The colour profile of a photo") struct ProfileTests {
  /// A profile for a colour space with a table, too long for one segment.
  private func profile(_ space: String, count: Int = 150_000) throws -> ICCProfile {
    var generator = Seeded(state: 7)
    let bytes = (0..<count - 152).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let table = RawColourProfile.content("mft2", bytes)
    let profile = try #require(ICCProfile(RawColourProfile.bytes([("A2B0", table)], space: space)))
    try #require(profile.bytes.count == count)
    return profile
  }

  private func kept(_ jpeg: [UInt8]) throws -> [UInt8]? {
    let made = try TemporaryFile(jpeg).thumbnail(width: 160)
    return ICCProfile.find(in: made)?.bytes
  }

  @Test("is in its thumbnail, byte for byte", arguments: [600, 65_516, 65_520, 150_000])
  func isKept(_ count: Int) throws {
    let display = try profile("RGB ", count: count)
    #expect(try kept(quarters(width: 200, height: 100).jpeg(profile: display)) == display.bytes)
  }

  @Test("is omitted if it is not for the thumbnail's kind of colours")
  func otherSpace() throws {
    let printer = try profile("CMYK", count: 600)
    #expect(try kept(quarters(width: 200, height: 100).jpeg(profile: printer)) == nil)
  }

  @Test("is omitted if a segment of it is missing")
  func incomplete() throws {
    var jpeg = try quarters(width: 200, height: 100).jpeg(profile: try profile("RGB "))
    // After SOI and JFIF's 18 bytes comes the first of the profile's segments.
    let count = Int(jpeg[22]) << 8 + Int(jpeg[23])
    try #require(jpeg[20] == 0xff && jpeg[21] == 0xe2)
    jpeg.removeSubrange(20..<(22 + count))
    #expect(try kept(jpeg) == nil)
  }

  @Test("applies to the embedded preview too")
  func preview() throws {
    let display = try profile("RGB ", count: 600)
    let main = try plain(.blue, width: 640, height: 480).jpeg(profile: display)
    let preview = try plain(.red, width: 160, height: 120).jpeg()
    let file = try TemporaryFile(main + preview)
    let made = try file.thumbnail(
      storedSize: PixelSize(width: 640, height: 480),
      embeddedThumbnail: ByteRange(offset: main.count, count: preview.count), width: 160)
    #expect(ICCProfile.find(in: made)?.bytes == display.bytes)
  }
}
