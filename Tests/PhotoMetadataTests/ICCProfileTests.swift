import Foundation
import TestSupport
import Testing

@testable import PhotoMetadata

/// A colour profile has its colours and nothing else.
@Suite struct ICCProfileTests {
  private static let secret = "Geheim"

  private static func text(_ type: String) -> [UInt8] {
    RawColourProfile.content(type, Array(repeating: 0, count: 90) + Array(secret.utf8))
  }

  private static func xyz(_ number: UInt8) -> [UInt8] {
    RawColourProfile.content("XYZ ", [0, 0, number, 1, 0, 0, number, 2, 0, 0, number, 3])
  }

  private static let curve = RawColourProfile.content("curv", [0, 0, 0, 1, 2, 0x33])

  /// A display's profile with the texts, dates and numbers that programs write.
  private static func display(version: UInt8) -> [UInt8] {
    let plain = RawColourProfile.content("curv", [0, 0, 0, 1, 2, 0x33])
    return RawColourProfile.bytes(
      [
        ("desc", text("desc")), ("cprt", text("text")), ("dmnd", text("desc")),
        ("dmdd", text("desc")), ("vcgt", text("vcgt")), ("Secr", text("curv")),
        ("calt", text("dtim")), ("chad", text("text")), ("wtpt", xyz(9)), ("rXYZ", xyz(1)),
        ("gXYZ", xyz(2)), ("bXYZ", xyz(3)), ("rTRC", plain), ("gTRC", plain), ("bTRC", curve),
      ], version: version, secret: secret)
  }

  @Test(arguments: [2, 4] as [UInt8])
  func textsDatesAndUnknownTagsAreLeftOut(version: UInt8) throws {
    let raw = Self.display(version: version)
    let profile = try #require(ICCProfile(raw))
    #expect(!profile.bytes.isEmpty && profile.bytes.count < raw.count)
    #expect(profile.bytes.firstRange(of: Array("Geh".utf8)) == nil)
    #expect(profile.bytes.firstRange(of: Array("heim".utf8)) == nil)
    #expect(ICCProfile(profile.bytes)?.bytes == profile.bytes)
  }

  @Test(arguments: [2, 4] as [UInt8])
  func exiftoolReadsTheSameColoursAndNothingElse(version: UInt8) throws {
    let folder = try TemporaryDirectory()
    let raw = Self.display(version: version)
    var read: [[String: String]] = []
    for (name, bytes) in [("raw.icc", raw), ("bare.icc", try #require(ICCProfile(raw)).bytes)] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
      let outcome = try Program.run(
        "exiftool", ["-s", "-b", "-json", "-ICC_Profile:all", "-validate", folder.file(name)])
      let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let tags = try #require((json as? [[String: Any]])?.first)
      read.append(tags.mapValues { "\($0)" })
    }
    let colours = [
      "RedMatrixColumn", "GreenMatrixColumn", "BlueMatrixColumn", "RedTRC", "GreenTRC", "BlueTRC",
      "MediaWhitePoint", "ProfileVersion", "ProfileClass", "ColorSpaceData",
      "ProfileConnectionSpace", "ConnectionSpaceIlluminant", "RenderingIntent",
    ]
    for colour in colours {
      #expect(read[1][colour] != nil, "\(colour)")
      #expect(read[1][colour] == read[0][colour], "\(colour)")
    }
    for (tag, value) in read[1] where !colours.contains(tag) {
      #expect(!value.contains("Geh"), "\(tag)")
    }
  }

  /// Compact profiles have shorter texts than a new one would get, or none.
  @Test func aProfileDoesNotGrow() throws {
    let raw = RawColourProfile.bytes([("rXYZ", Self.xyz(1)), ("rTRC", Self.curve)])
    let profile = try #require(ICCProfile(raw))
    #expect(profile.bytes.count <= raw.count)
    #expect(profile.bytes.firstRange(of: Self.xyz(1)) != nil)
  }

  @Test func aDamagedProfileIsNoneOrShort() {
    let raw = Self.display(version: 4)
    for length in raw.indices {
      #expect(ICCProfile(raw[..<length])?.bytes.count ?? 0 <= length)
    }
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      var bytes = raw
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(ICCProfile(bytes)?.bytes.count ?? 0 <= bytes.count)
    }
    for wrong in [[], [UInt8](repeating: 0, count: 500), RawColourProfile.bytes([])] {
      #expect(ICCProfile(wrong) == nil)
    }
    #expect(ICCProfile([UInt8](repeating: 7, count: ICCProfile.sizeLimit + 1)) == nil)
  }
}
