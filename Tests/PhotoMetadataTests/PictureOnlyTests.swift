import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// A copy of a JPEG has its picture and no metadata.
@Suite struct PictureOnlyTests {
  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  private var tables: [UInt8] { segment(0xDB, [0, 1, 2]) + segment(0xC0, [8, 0, 1, 0, 1, 1]) }
  private var scan: [UInt8] { segment(0xDA, [1, 1, 0]) + [7, 0xFF, 0, 8, 0xFF, 0xD3, 9] }
  private let secret = Array("48.8584 N".utf8)

  @Test(arguments: [UInt8](0xE0...0xEF) + [0xFE, 0xC8, 0xF0])
  func allMetadataSegmentsAreRemoved(marker: UInt8) throws {
    for name in ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "JFIF\0", "MPF\0", "Adobe", ""] {
      let note = segment(marker, Array(name.utf8) + secret + [1, 2, 3])
      // Before the picture, between its scans, and after it.
      let file =
        [0xFF, 0xD8] + note + tables + note + scan + note + [0xFF, 0xFF] + scan.dropFirst()
        + [0xFF, 0xD9] + note + secret
      let copy = try #require(PictureOnly.jpeg(file, orientation: .upright))
      #expect(copy == [0xFF, 0xD8] + tables + scan + scan + [0xFF, 0xD9])
    }
  }

  private func profile(_ part: some Sequence<UInt8>, _ number: UInt8 = 1, of count: UInt8 = 1)
    -> [UInt8]
  {
    segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + part)
  }

  @Test func colourProfileAndOrientationAreKept() throws {
    let table = RawColourProfile.content("mft2", Array(repeating: 7, count: 500))
    let bare = try #require(ICCProfile(RawColourProfile.bytes([("A2B0", table)])))
    let colours = profile(bare.bytes)
    let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let file = [0xFF, 0xD8] + colours + adobe + tables + scan + [0xFF, 0xD9]
    #expect(PictureOnly.jpeg(file, orientation: .upright) == file)
    let turned = try #require(PictureOnly.jpeg(file, orientation: .turnedLeft))
    #expect(turned.suffix(file.count - 2) == file.dropFirst(2))
    #expect(read(turned).orientation == .turnedLeft)
  }

  @Test func aColourProfileIsCopiedOnceAndWithoutItsTexts() throws {
    let secret = String(decoding: secret, as: UTF8.self)
    let raw = RawColourProfile.bytes(
      [
        ("desc", RawColourProfile.content("desc", Array(repeating: 7, count: 90) + self.secret)),
        ("A2B0", RawColourProfile.content("mft2", Array(repeating: 7, count: 70_000))),
        ("vued", RawColourProfile.content("text", self.secret)),
      ], secret: secret)
    let bare = try #require(ICCProfile(raw))
    let halves = profile(raw[..<40_000], 1, of: 2) + profile(raw[40_000...], 2, of: 2)
    let file = [0xFF, 0xD8] + halves + tables + halves + scan + profile([1]) + [0xFF, 0xD9]
    let copy = try #require(PictureOnly.jpeg(file, orientation: .upright))
    #expect(copy == [0xFF, 0xD8] + bare.segments + tables + scan + [0xFF, 0xD9])
    #expect(ICCProfile.find(in: copy)?.bytes == bare.bytes)
    #expect(copy.firstRange(of: self.secret) == nil)
    let filled = PictureOnly.filled(file, orientation: .upright)
    #expect(filled.count == file.count)
    // Without a part of it, no colours are known.
    let half = [0xFF, 0xD8] + profile(raw[..<40_000], 1, of: 2) + tables + scan + [0xFF, 0xD9]
    let without = [0xFF, 0xD8] + tables + scan + [0xFF, 0xD9]
    #expect(PictureOnly.jpeg(half, orientation: .upright) == without)
  }

  @Test func aFilledCopyHasTheLengthThatIsKnownBeforehand() throws {
    let note = segment(0xE1, Array("Exif\0\0".utf8) + secret)
    let file = [0xFF, 0xD8] + note + tables + scan + [0xFF, 0xD9] + secret
    for orientation in [Orientation.upright, .turnedLeft] {
      let plain = try #require(PictureOnly.jpeg(file, orientation: orientation))
      let filled = PictureOnly.filled(file, orientation: orientation)
      #expect(
        filled.count == PictureOnly.filledCount(ofFile: file.count, orientation: orientation))
      #expect(filled.starts(with: plain.dropLast(2)))
      #expect(filled.dropFirst(plain.count - 2).dropLast().allSatisfy { $0 == 0xFF })
      #expect(filled.last == 0xD9)
    }
  }

  @Test func theOrientationTakesTheRoomOfTheMetadata() throws {
    let note = segment(0xE1, Array("Exif\0\0".utf8) + secret + Array(repeating: 7, count: 40))
    let file = [0xFF, 0xD8] + note + tables + scan + [0xFF, 0xD9]
    for orientation in [Orientation.upright, .turnedLeft] {
      let plain = try #require(PictureOnly.jpeg(file, orientation: orientation))
      let filled = PictureOnly.filledToSize(file, orientation: orientation)
      #expect(filled.count == file.count)
      #expect(filled.starts(with: plain.dropLast(2)))
      #expect(filled.last == 0xD9)
    }
    // Without metadata there is no room for the orientation.
    let bare = [0xFF, 0xD8] + tables + scan + [0xFF, 0xD9]
    #expect(PictureOnly.filledToSize(bare, orientation: .turnedLeft) == bare)
  }

  @Test func aFilledCopyOfAnIncompletePictureEndsAndHasNoMetadata() throws {
    let note = segment(0xE1, Array("Exif\0\0".utf8) + secret)
    let file = [0xFF, 0xD8] + note + tables + scan + note + scan + [0xFF, 0xD9]
    for orientation in [Orientation.upright, .turnedLeft] {
      for length in 4...file.count {
        let filled = PictureOnly.filled(Array(file.prefix(length)), orientation: orientation)
        #expect(filled.count == PictureOnly.filledCount(ofFile: length, orientation: orientation))
        #expect(filled.starts(with: [0xFF, 0xD8]))
        #expect(filled.suffix(2) == [0xFF, 0xD9])
        #expect(filled.firstRange(of: secret) == nil)
        let same = PictureOnly.filledToSize(Array(file.prefix(length)), orientation: orientation)
        #expect(same.count == length)
        #expect(same.suffix(2) == [0xFF, 0xD9])
        #expect(same.firstRange(of: secret) == nil)
      }
    }
  }

  @Test func anIncompletePictureIsRefused() throws {
    let file = [0xFF, 0xD8] + tables + scan + scan + [0xFF, 0xD9]
    for length in file.indices {
      #expect(PictureOnly.jpeg(Array(file.prefix(length)), orientation: .upright) == nil)
    }
    for broken in [
      [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8] + scan + [0xFF, 0xD9],
      [0xFF, 0xD8] + tables + [0xFF, 0xD9], [0xFF, 0xD8] + tables + secret + scan + [0xFF, 0xD9],
      [0xFF, 0xD8] + tables + [0xFF, 0xE1, 0, 1] + scan + [0xFF, 0xD9],
      [0xFF, 0xD8] + tables + [0xFF, 0xD8] + scan + [0xFF, 0xD9],
    ] {
      #expect(PictureOnly.jpeg(broken, orientation: .upright) == nil)
    }
  }
}
