import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("An inspection")
struct InspectionTests {
  @Test("shows every segment and every tag, and comes to the facts a scan stores")
  func all() throws {
    let fixture = ExifFixture(
      image: [(0x010F, .ascii("ACME")), (0x0112, .short([6]))],
      exif: [(0x9003, .ascii("2024:05:01 12:00:00")), (0x829D, .rational([(18, 10)]))],
      gps: ExifFixture.paris, thumbnail: JPEGFixture.plain)
    let photos = try TemporaryPhotos()
    let path = try photos.write(fixture.jpeg, as: "photo.jpg")
    var reader = PhotoReader()
    let inspection = reader.inspect(at: path)

    #expect(inspection.facts == reader.facts(at: path))
    #expect(inspection.segments.map(\.name) == ["APP1 Exif", "DQT", "SOF0", "DHT", "DHT"])
    #expect(inspection.segments.first?.range.offset == 2)
    let tags = inspection.entries.map { "\($0.group) \($0.name ?? "?")" }
    #expect(
      tags == [
        "IFD0 Make", "IFD0 Orientation", "IFD0 ExifIFDPointer", "IFD0 GPSInfoIFDPointer",
        "ExifIFD DateTimeOriginal", "ExifIFD FNumber", "GPS GPSLatitudeRef", "GPS GPSLatitude",
        "GPS GPSLongitudeRef", "GPS GPSLongitude", "IFD1 JPEGInterchangeFormat",
        "IFD1 JPEGInterchangeFormatLength",
      ])
    let aperture = try #require(inspection.entries.first { $0.name == "FNumber" })
    #expect(aperture.value == "18/10")
    #expect(aperture.meaning == "f/1.8")
    let latitude = try #require(inspection.entries.first { $0.name == "GPSLatitude" })
    #expect(latitude.value == "48/1, 51/1, 295/10")
    #expect(latitude.range.count == 24)
  }

  @Test("of a file that cannot be read says so")
  func unreadable() {
    var reader = PhotoReader()
    let inspection = reader.inspect(at: FilePath("/nowhere/photo.jpg"))
    #expect(inspection.facts.refusal == "unreadable: No such file or directory")
    #expect(inspection.entries.isEmpty)
  }

  @Test("of a mutated photo is always answered", arguments: [UInt64(5), 6])
  func mutated(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let original = ExifFixture(
      image: [(0x010F, .ascii("ACME")), (0x0112, .short([6]))],
      exif: [(0x9003, .ascii("2024:05:01 12:00:00")), (0x829D, .rational([(18, 10)]))],
      gps: ExifFixture.paris
    ).jpeg
    let photos = try TemporaryPhotos()
    var reader = PhotoReader()
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<4 {
        let at = Int.random(in: 2..<300, using: &random)
        bytes[at] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try photos.write(bytes, as: "photo.jpg")
      #expect(reader.inspect(at: path).facts == reader.facts(at: path))
    }
  }
}
