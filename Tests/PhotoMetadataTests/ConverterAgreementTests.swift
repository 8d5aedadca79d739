import Foundation
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("Other people's programs and geoindex")
struct ConverterAgreementTests {
  /// Programs that convert a JPEG to another format with its metadata.
  private static let converters: [(name: String, command: [String])] = [
    ("webp", ["cwebp", "-quiet", "-metadata", "all", "in.jpg", "-o", "out.webp"]),
    ("heic", ["heif-enc", "-q", "50", "in.jpg", "-o", "out.heic"]),
    ("avif", ["avifenc", "in.jpg", "out.avif"]),
    ("jxl", ["cjxl", "--quiet", "in.jpg", "out.jxl"]),
  ]

  private static let tags = [
    "-GPSLatitude=33.8568", "-GPSLatitudeRef=S", "-GPSLongitude=70.2153", "-GPSLongitudeRef=W",
    "-GPSAltitude=58.5", "-GPSAltitudeRef=0", "-GPSImgDirection=12.5", "-GPSImgDirectionRef=T",
    "-Make=ACME", "-Model=Pixie 3", "-LensModel=ACME 28mm", "-DateTimeOriginal=2024:05:01 12:00:00",
    "-OffsetTimeOriginal=-03:30",
  ]
  private static let xmp = [
    "-XMP-exif:GPSLatitude=-33.8568", "-XMP-exif:GPSLongitude=-70.2153", "-XMP-tiff:Make=ACME",
    "-XMP-exif:DateTimeOriginal=2024:05:01 12:00:00+05:45",
  ]

  @Test("read the same from what they converted", arguments: [tags, xmp])
  func converted(tags: [String]) throws {
    let photos = try TemporaryPhotos()
    try photos.write(JPEGFixture.plain, as: "in.jpg")
    try ExifTool.write([tags + [photos.folder.file("in.jpg")]], in: photos.folder.path)
    for converter in Self.converters { try run(converter.command, in: photos.folder.path) }
    // JPEG XL compresses metadata with Brotli, which exiftool cannot unpack without more modules, so the file is converted
    // back to JPEG for it.
    try run(["djxl", "--quiet", "out.jxl", "back.jpg"], in: photos.folder.path)
    try compare(photos, count: 6)
  }

  @Test(
    "read the same from what exiftool wrote into files of every format", arguments: [tags, xmp])
  func written(tags: [String]) throws {
    let photos = try TemporaryPhotos()
    try photos.write(JPEGFixture.plain, as: "in.jpg")
    for converter in Self.converters { try run(converter.command, in: photos.folder.path) }
    try photos.write(ContainerFixture.png(nil, nil), as: "out.png")
    let strip: [(UInt16, ExifFixture.Value)] = [
      (256, .short([2])), (257, .short([2])), (258, .short([8])), (259, .short([1])),
      (262, .short([1])), (273, .long([8])), (277, .short([1])), (278, .short([2])),
      (279, .long([4])),
    ]
    try photos.write(ExifFixture(image: strip).tiff, as: "out.tif")
    let files = ["in.jpg", "out.webp", "out.heic", "out.avif", "out.jxl", "out.png", "out.tif"]
    try ExifTool.write(files.map { tags + [photos.folder.file($0)] }, in: photos.folder.path)
    try compare(photos, count: files.count)
  }

  private func compare(_ photos: TemporaryPhotos, count: Int) throws {
    let answers = try ExifTool.read(
      photos.folder.path, extensions: ["jpg", "webp", "heic", "avif", "jxl", "png", "tif"])
    #expect(answers.count == count)
    var reader = PhotoReader()
    for (name, own) in answers {
      let answer = name == "out.jxl" ? answers["back.jpg"] ?? own : own
      #expect(
        (answer.number("Composite:GPSLatitude") ?? answer.number("XMP-exif:GPSLatitude")) != nil,
        "exiftool finds no position in \(name)")
      let facts = reader.facts(at: photos.path(name))
      let differences = Agreement(answer: answer, facts: facts, comparesPicture: false).differences
      #expect(differences.isEmpty, "\(name) \(facts.refusal ?? "")")
    }
  }

  private func run(_ command: [String], in folder: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command)")
  }
}
