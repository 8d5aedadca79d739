import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// XMP sidecars, written by exiftool.
@Suite struct SidecarTests {
  private let photos: TemporaryPhotos
  private static let here = [
    "-GPSLatitude=48.8584", "-GPSLatitudeRef=N", "-GPSLongitude=2.2945", "-GPSLongitudeRef=E",
  ]

  init() throws { photos = try TemporaryPhotos() }

  /// Writes a photo with some tags, and sidecars with others.
  private func facts(_ photo: [String], _ sidecars: [(name: String, tags: [String])]) throws
    -> PhotoFacts
  {
    try photos.write(JPEGFixture.picture([]), as: "a.jpg")
    var commands = [photo + [photos.folder.file("a.jpg")]]
    for sidecar in sidecars {
      commands.append(sidecar.tags + [photos.folder.file(sidecar.name)])
    }
    try ExifTool.write(commands, in: photos.folder.path)
    return read(sidecars.map(\.name))
  }

  private func read(_ names: [String]) -> PhotoFacts {
    var reader = PhotoReader()
    let finder = CompanionFinder(names.map { Array($0.utf8) })
    return reader.facts(
      at: photos.path("a.jpg"), companions: finder.companions(of: Array("a.jpg".utf8)))
  }

  private func isAt(_ facts: PhotoFacts, _ latitude: Double, _ longitude: Double) -> Bool {
    guard let coordinate = facts.place.location?.coordinate else { return false }
    return abs(coordinate.latitude - latitude) < 1e-6
      && abs(coordinate.longitude - longitude) < 1e-6
  }

  @Test func aSidecarPutsAPhotoOnTheMap() throws {
    let facts = try facts(
      [],
      [
        (
          "a.xmp",
          ["-XMP:GPSLatitude=-33.8568", "-XMP:GPSLongitude=151.2153", "-XMP:GPSAltitude=12"]
        )
      ])
    #expect(isAt(facts, -33.8568, 151.2153))
    #expect(facts.place.location?.source == .sidecar)
    #expect(facts.place.location?.altitude == 12)
  }

  @Test func aSidecarPrecedesThePhotoAndTheOneWithTheFullNamePrecedesTheOther() throws {
    let facts = try facts(
      Self.here,
      [
        ("a.xmp", ["-XMP:GPSLatitude=1", "-XMP:GPSLongitude=1"]),
        ("a.jpg.xmp", ["-XMP:GPSLatitude=10.5", "-XMP:GPSLongitude=20.25"]),
      ])
    #expect(isAt(facts, 10.5, 20.25))
    #expect(facts.place.location?.source == .sidecar)
  }

  @Test func aSidecarWithoutAPlaceLeavesThePhotosOwn() throws {
    let facts = try facts(Self.here, [("a.xmp", ["-XMP:Rating=3"])])
    #expect(isAt(facts, 48.8584, 2.2945))
    #expect(facts.place.location?.source == .exif)
  }

  @Test func aCopiedPositionKeepsWhatOnlyThePhotoHas() throws {
    let facts = try facts(
      Self.here + [
        "-GPSAltitude=33", "-GPSAltitudeRef=0", "-GPSImgDirection=90", "-GPSImgDirectionRef=T",
      ],
      [("a.xmp", ["-XMP:GPSLatitude=48.8584", "-XMP:GPSLongitude=2.2945"])])
    #expect(facts.place.location?.source == .sidecar)
    #expect(facts.place.location?.altitude == 33)
    #expect(facts.place.location?.direction == 90)
    let elsewhere = try self.facts(
      Self.here + ["-GPSAltitude=33", "-GPSAltitudeRef=0"],
      [("a.jpg.xmp", ["-XMP:GPSLatitude=40", "-XMP:GPSLongitude=2.2945"])])
    #expect(elsewhere.place.location?.altitude == nil)
  }

  @Test func nullIslandInASidecarIsRefusedWithARemark() throws {
    let facts = try facts(Self.here, [("a.xmp", ["-XMP:GPSLatitude=0", "-XMP:GPSLongitude=0"])])
    #expect(isAt(facts, 48.8584, 2.2945))
    #expect(facts.remarks.contains { $0.contains("a.xmp") && $0.contains("GPSLongitude are 0") })
  }

  @Test func aCorrectedClockInASidecarIsUsed() throws {
    let own = ["-DateTimeOriginal=2020:05:01 10:00:00", "-OffsetTimeOriginal=+02:00"]
    let corrected = try facts(own, [("a.xmp", ["-XMP-exif:DateTimeOriginal=2020:05:01 11:30:00"])])
    #expect(corrected.time?.localMilliseconds == 1_588_332_600_000)
    #expect(corrected.time?.utcOffsetMinutes == 120)
    let copied = try facts(own, [("a.jpg.xmp", ["-XMP-exif:DateTimeOriginal=2020:05:01 10:00:00"])])
    #expect(copied.time?.instantMilliseconds == 1_588_320_000_000)
    let made = try facts(own, [("a.jpg.xmp", ["-XMP-xmp:CreateDate=2022:05:01 10:00:00"])])
    #expect(made.time?.instantMilliseconds == 1_588_320_000_000)
  }

  @Test(arguments: ["", "<x:xmpmeta", "not XML at all", "<a><b></a></b>"])
  func aDamagedSidecarGivesARemarkAndThePhotosOwnPlaceStays(text: String) throws {
    _ = try facts(Self.here, [])
    try photos.write(Array(text.utf8), as: "a.xmp")
    let facts = read(["a.xmp"])
    #expect(isAt(facts, 48.8584, 2.2945))
    #expect(facts.remarks == ["a.xmp is damaged and was ignored"])
  }

  @Test func aSidecarThatIsNoFileOrTooLongGivesARemark() throws {
    _ = try facts(Self.here, [])
    try FileManager.default.createDirectory(
      atPath: photos.folder.file("a.xmp"), withIntermediateDirectories: false)
    #expect(read(["a.xmp"]).remarks == ["a.xmp cannot be read: a directory, not a file"])
    try photos.write([], as: "a.jpg.xmp")
    #expect(unsafe truncate(photos.folder.file("a.jpg.xmp"), 40 << 30) == 0)
    #expect(read(["a.jpg.xmp"]).remarks.first?.contains("it is too large") == true)
  }

  @Test func aTruncatedSidecarGivesTheWholePlaceOrNone() throws {
    _ = try facts(
      Self.here, [("a.xmp", ["-XMP:GPSLatitude=-33.8568", "-XMP:GPSLongitude=-70.25"])])
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: photos.folder.file("a.xmp"))))
    for length in 0..<whole.count {
      try photos.write(Array(whole[..<length]), as: "a.xmp")
      let facts = read(["a.xmp"])
      #expect(isAt(facts, 48.8584, 2.2945) || isAt(facts, -33.8568, -70.25), "cut at \(length)")
    }
  }
}
