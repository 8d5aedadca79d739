import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("exiftool and geoindex")
struct ExifToolAgreementTests {
  @Test("read the same from photos that exiftool wrote")
  func writtenByExifTool() throws {
    let photos = try TemporaryPhotos()
    var commands: [[String]] = []
    for (index, tags) in Self.variants.enumerated() {
      let name = String(format: "%03d.jpg", index)
      try photos.write(JPEGFixture.plain, as: name)
      commands.append(tags + [photos.folder.file(name)])
    }
    // A thumbnail is written from a file.
    try photos.write(JPEGFixture.plain, as: "thumbnail.bin")
    try photos.write(JPEGFixture.plain, as: "thumbnail.jpg")
    commands.append([
      "-ThumbnailImage<=\(photos.folder.file("thumbnail.bin"))", "-Make=ACME",
      photos.folder.file("thumbnail.jpg"),
    ])
    try ExifTool.write(commands, in: photos.folder.path)
    let answers = try ExifTool.read(photos.folder.path)
    #expect(answers.count == Self.variants.count + 1)
    #expect(answers["thumbnail.jpg"]?.number("IFD1:ThumbnailOffset") != nil)
    #expect(answers.values.count { $0.number("Composite:GPSLatitude") != nil } > 60)
    #expect(answers.values.count { $0.number("XMP-exif:GPSLatitude") != nil } > 30)
    compare(answers, in: photos.folder.path, variants: Self.variants)
  }

  @Test("read the same from every sample photo")
  func samplePhotos() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("sample-photos").path
    let answers = try ExifTool.read(folder)
    #expect(answers.count > 50)
    compare(answers, in: folder)
  }

  private func compare(
    _ answers: [String: ExifTool.Answer], in folder: String, variants: [[String]] = []
  ) {
    var reader = PhotoReader()
    for (name, answer) in answers.sorted(by: { $0.key < $1.key }) {
      let facts = reader.facts(at: FilePath(folder + "/" + name))
      let variant = Int(name.prefix(3)).flatMap {
        variants.indices.contains($0) ? variants[$0] : nil
      }
      let differences = Agreement(answer: answer, facts: facts).differences
      #expect(differences.isEmpty, "\(name) \(variant ?? [])")
    }
  }

  /// The tags that exiftool writes, one photo each.
  private static let variants: [[String]] = {
    var variants: [[String]] = [[], ["-Make=ACME"], ["-GPSLatitude=10"], ["-GPSAltitude=5"]]
    let position = [
      "-GPSLatitude=47.5552", "-GPSLatitudeRef=N", "-GPSLongitude=10.748", "-GPSLongitudeRef=E",
    ]
    var random = SeededRandom(seed: 7)
    for (north, east) in [("N", "E"), ("S", "E"), ("N", "W"), ("S", "W")] {
      for _ in 0..<8 {
        let latitude = Double.random(in: 0...90, using: &random)
        let longitude = Double.random(in: 0...180, using: &random)
        variants.append([
          "-GPSLatitude=\(latitude)", "-GPSLatitudeRef=\(north)", "-GPSLongitude=\(longitude)",
          "-GPSLongitudeRef=\(east)",
        ])
      }
    }
    variants += [
      ["-GPSLatitude=90", "-GPSLatitudeRef=S", "-GPSLongitude=180", "-GPSLongitudeRef=W"],
      ["-GPSLatitude=0", "-GPSLatitudeRef=N", "-GPSLongitude=180", "-GPSLongitudeRef=E"],
      ["-GPSLatitude=0", "-GPSLatitudeRef=N", "-GPSLongitude=0", "-GPSLongitudeRef=E"],
      ["-GPSLatitude=95", "-GPSLatitudeRef=N", "-GPSLongitude=5", "-GPSLongitudeRef=E"],
      ["-GPSLatitude=5", "-GPSLatitudeRef=N", "-GPSLongitude=185", "-GPSLongitudeRef=E"],
      ["-GPSLatitude=5", "-GPSLongitude=5", "-GPSLongitudeRef=E"],
      ["-GPSLatitude=5", "-GPSLatitudeRef=N", "-GPSLongitude=5"],
      ["-GPSLatitude=5", "-GPSLatitudeRef=N"], ["-GPSLongitude=5", "-GPSLongitudeRef=W"],
    ]
    let beside: [[String]] = [
      ["-GPSAltitude=417.25", "-GPSAltitudeRef=0"], ["-GPSAltitude=417.25", "-GPSAltitudeRef=1"],
      ["-GPSImgDirection=12.5", "-GPSImgDirectionRef=T"], ["-GPSHPositioningError=12.5"],
      ["-GPSImgDirection=359.99", "-GPSImgDirectionRef=T"], ["-GPSStatus=A"], ["-GPSStatus=V"],
      ["-LensModel=ACME 28mm f/2.8", "-Make=ACME", "-Model=Pixie 3"],
      ["-Make=  ACME", "-Model=Ünïcode"], ["-XMP:Title=before or after"],
      ["-ExifByteOrder=II"], ["-ExifByteOrder=MM"],
      ["-DateTimeOriginal=2024:05:01 12:00:00"],
      ["-DateTimeOriginal=2024:05:01 12:00:00", "-SubSecTimeOriginal=57"],
      ["-CreateDate=1999:12:31 23:59:59"],
      ["-DateTimeOriginal=2024:02:29 00:00:00", "-CreateDate=2024:03:01 00:00:00"],
      [
        "-DateTimeOriginal=2024:05:01 12:00:00", "-GPSDateStamp=2024:05:01",
        "-GPSTimeStamp=10:00:00",
      ],
    ]
    variants += beside.map { position + $0 }
    variants += (1...8).map { position + ["-Orientation=\($0)"] }
    variants += xmp
    variants += ["+05:45", "-03:30", "Z", "+00:00", "-12:00", "+14:00"].map {
      position + ["-DateTimeOriginal=2021:07:08 09:10:11", "-OffsetTimeOriginal=\($0)"]
    }
    return variants
  }()

  /// The same facts, given only in XMP.
  private static let xmp: [[String]] = {
    let position = ["-XMP-exif:GPSLatitude=47.5552", "-XMP-exif:GPSLongitude=10.748"]
    var random = SeededRandom(seed: 8)
    var variants: [[String]] = []
    for (north, east) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
      let latitude = north * Double.random(in: 0...90, using: &random)
      let longitude = east * Double.random(in: 0...180, using: &random)
      variants.append(["-XMP-exif:GPSLatitude=\(latitude)", "-XMP-exif:GPSLongitude=\(longitude)"])
    }
    let beside: [[String]] = [
      ["-XMP-exif:GPSAltitude=417.25", "-XMP-exif:GPSAltitudeRef=0"],
      ["-XMP-exif:GPSAltitude=417.25", "-XMP-exif:GPSAltitudeRef=1"],
      ["-XMP-exif:GPSImgDirection=12.5", "-XMP-exif:GPSImgDirectionRef=T"],
      ["-XMP-exif:GPSHPositioningError=3.25"],
      ["-XMP-exif:DateTimeOriginal=2024:05:01 12:00:00"],
      ["-XMP-exif:DateTimeOriginal=2024:05:01 12:00:00.57+05:45"],
      ["-XMP-exif:DateTimeDigitized=2024:05:01 12:00:00-03:30"],
      ["-XMP-photoshop:DateCreated=2024:05:01 12:00:00Z"],
      ["-XMP-xmp:CreateDate=2024:05:01 12:00:00+02:00"],
      ["-XMP-tiff:Make=ACME & Söhne", "-XMP-tiff:Model=Pixie <3>"],
      ["-XMP-exifEX:LensModel=ACME 28mm f/2.8"], ["-XMP-aux:Lens=ACME 28mm \"f/2.8\""],
      ["-Make=ACME", "-DateTimeOriginal=2024:02:29 00:00:00"],
    ]
    variants += beside.map { position + $0 }
    // The form with attributes instead of elements.
    return variants + variants.map { $0 + ["-api", "Compact=Shorthand"] }
  }()
}
