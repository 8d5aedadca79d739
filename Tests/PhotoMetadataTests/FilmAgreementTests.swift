import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("ffmpeg, exiftool and geoindex")
struct FilmAgreementTests {
  /// Files that ffmpeg writes, with the options for each.
  private static let films: [(name: String, options: [String])] = [
    ("a.mp4", []), ("a.mov", []), ("a.m4v", ["-f", "mp4"]),
    ("a.3gp", ["-c:v", "mpeg4"]), ("keys.mov", ["-movflags", "use_metadata_tags"]),
    ("fragments.mp4", ["-movflags", "frag_keyframe+empty_moov"]),
    ("start.mp4", ["-movflags", "faststart"]), ("a.mkv", []), ("a.webm", ["-c:v", "libvpx"]),
    ("copy.mkv", ["-map_metadata", "0"]), ("a.avi", []),
  ]

  @Test("read the same from films that ffmpeg wrote")
  func films() throws {
    let photos = try TemporaryPhotos()
    for film in Self.films {
      let outcome = try Program.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=5", "-t", "2",
          "-metadata", "location=+48.8584+002.2945/",
          "-metadata", "creation_time=2024-05-01T12:00:00Z",
          "-metadata", "date=2024-05-01T12:00:00Z",
        ] + film.options + [photos.folder.file(film.name)])
      #expect(outcome.code == 0, "\(film.name): \(outcome.messages)")
    }
    let answers = try ExifTool.read(
      photos.folder.path, extensions: ["mp4", "mov", "m4v", "3gp", "mkv", "webm", "avi"])
    #expect(answers.count == Self.films.count)
    var reader = PhotoReader()
    for (name, answer) in answers {
      let facts = reader.facts(at: photos.path(name))
      #expect(facts.format?.kind == .video, "\(name)")
      #expect(
        facts.storedSize.map { "\($0.width) \($0.height)" } == answer.text("Composite:ImageSize"),
        "\(name)")
      // AVI cannot store a position.
      guard !name.hasSuffix("avi") else { continue }
      let coordinate = try #require(
        facts.place.location?.coordinate, "\(name) \(facts.refusal ?? "")")
      // A `loci` box has units of 1/65,536: a step is 1.5e-5.
      #expect(abs(coordinate.latitude - 48.8584) < 1.6e-5, "\(name)")
      #expect(abs(coordinate.longitude - 2.2945) < 1.6e-5, "\(name)")
      // exiftool does not interpret Matroska tags.
      if let latitude = answer.number("Composite:GPSLatitude") {
        #expect(abs(latitude - coordinate.latitude) < 1e-6, "\(name)")
      } else {
        #expect(
          name.hasSuffix("mkv") || name.hasSuffix("webm") || name.hasPrefix("keys"), "\(name)")
      }
      #expect(facts.time?.instantMilliseconds == 1_714_564_800_000, "\(name) \(facts.remarks)")
    }
  }
}
