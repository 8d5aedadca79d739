import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A film")
struct MovieTests {
  private static let apple = "com.apple.quicktime."
  private static let whole = MovieFixture(
    seconds: 3_700_000_000, userData: MovieFixture.text("xyz", "+48.8584+002.2945/"),
    keys: [
      (apple + "location.ISO6709", "+48.8584-002.2945+035.5/"), (apple + "make", "Apple"),
      (apple + "creationdate", "2024-05-01T12:00:00+0200"),
    ])

  @Test("of a telephone says where, when and with what it was made")
  func everything() {
    let facts = read(Self.whole.file)
    let location = facts.place.location
    #expect(location?.coordinate.longitude == -2.2945)
    #expect(location?.altitude == 35.5)
    #expect(location?.source == .quicktime)
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
    #expect(facts.time?.utcOffsetMinutes == 120)
    #expect(facts.camera.make == "Apple")
    #expect(facts.storedSize == PixelSize(width: 1920, height: 1080))
    #expect(facts.format == .mp4)
  }

  @Test("has the time of its header where no text has one, counted from 1904 or else from 1970")
  func header() {
    let user = MovieFixture.text("xyz", "+48.8584+002.2945/")
    let facts = read(MovieFixture(seconds: 3_700_000_000, userData: user).file)
    #expect(facts.place.location?.coordinate.longitude == 2.2945)
    #expect(facts.time?.instantMilliseconds == 1_617_155_200_000)
    #expect(facts.time?.localMilliseconds == nil)
    let fromUnix = read(MovieFixture(seconds: 1_700_000_000).file)
    #expect(fromUnix.time?.instantMilliseconds == 1_700_000_000_000)
    #expect(
      fromUnix.remarks == ["the time in the header is read as seconds since 1970 instead of 1904"])
    // 1975, counted from 1904 and from 1970: too early for a film, so the camera's clock was not set.
    #expect(read(MovieFixture(seconds: 2_240_611_200).file).time == nil)
    #expect(read(MovieFixture(seconds: 157_766_400).file).time == nil)
  }

  @Test(
    "is where its text says, in degrees, minutes or seconds",
    arguments: [
      ("+51.5334-000.1255/", 51.5334, -0.1255, nil),
      ("+5130.5-00007.5/", 51.508333333, -0.125, nil),
      ("+513030.0-0000730.0+010/", 51.508333333, -0.125, 10), ("-12.3-45.6", -12.3, -45.6, nil),
      ("+1.5+2.5CRSWGS_84/", 1.5, 2.5, nil), ("+51.5-000.1-005.5CRSWGS_84/", 51.5, -0.1, -5.5),
    ] as [(String, Double, Double, Double?)])
  func forms(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let facts = read(MovieFixture(userData: MovieFixture.text("xyz", text)).file)
    let location = try #require(facts.place.location)
    #expect(abs(location.coordinate.latitude - latitude) < 1e-7)
    #expect(abs(location.coordinate.longitude - longitude) < 1e-7)
    #expect(location.altitude == altitude)
  }

  @Test(
    "whose text is not a position is refused by name",
    arguments: ["+95.0+001.0/", "51.5,-0.1", "+51.5", "+51.5+1234.5/", "+nan+nan/", "+1+2 north"])
  func refused(text: String) {
    let facts = read(MovieFixture(userData: MovieFixture.text("xyz", text)).file)
    #expect(facts.refusal == "invalid-gps: ©xyz is “\(text)”")
  }

  @Test("of 3GP has its position in fractions of 65,536")
  func map() {
    let numbers = [-2.5, 48.5, 35].flatMap { ContainerFixture.big(Int($0 * 65_536), 4) }
    let content = [0, 0, 0, 0, 0x15, 0xC7] + "Home\0".utf8 + [1] + numbers + "earth\0\0".utf8
    let facts = read(
      MovieFixture(userData: ContainerFixture.box("loci", content), brand: "3gp4").file)
    #expect(facts.format == .threeGP)
    #expect(facts.place.location?.coordinate.latitude == 48.5)
    #expect(facts.place.location?.coordinate.longitude == -2.5)
    #expect(facts.place.location?.altitude == 35)
  }

  @Test("of 3GP has the digits its fractions can hold, however small the number")
  func mapDigits() throws {
    let numbers = [-4_882_432, 2_666_003, 655_360].flatMap { ContainerFixture.big($0, 4) }
    let tiny = [1, -1, 0].flatMap { ContainerFixture.big($0, 4) }
    for (numbers, north, east) in [(numbers, 40.67998, -74.5), (tiny, -0.00002, 0.00002)] {
      let content = [0, 0, 0, 0, 0x15, 0xC7] + "\0".utf8 + [1] + numbers + "earth\0\0".utf8
      let facts = read(MovieFixture(userData: ContainerFixture.box("loci", content)).file)
      let coordinate = try #require(facts.place.location?.coordinate, "\(facts.refusal ?? "")")
      #expect(abs(coordinate.latitude - north) < 1e-7)
      #expect(abs(coordinate.longitude - east) < 1e-7)
    }
  }

  @Test("of 3GP beyond the Earth is refused by name")
  func mapBeyond() {
    let numbers = [2 << 16, 95 << 16, 0].flatMap { ContainerFixture.big($0, 4) }
    let content = [0, 0, 0, 0, 0x15, 0xC7] + "\0".utf8 + [1] + numbers + "earth\0\0".utf8
    let facts = read(MovieFixture(userData: ContainerFixture.box("loci", content)).file)
    #expect(facts.refusal == "invalid-gps: loci is 95, 2")
  }

  @Test("has what the camera wrote before what a tool put into the list of items")
  func userDataFirst() {
    let value = ContainerFixture.box(
      "data", ContainerFixture.big(1, 4) + ContainerFixture.big(0, 4) + "+40.6892-074.0445/".utf8)
    let item = ContainerFixture.big(value.count + 8, 4) + [0xA9] + "xyz".utf8 + value
    let list = ContainerFixture.box("meta", [0, 0, 0, 0] + ContainerFixture.box("ilst", item))
    let camera = MovieFixture.text("xyz", "+40.680-074.500/")
    for userData in [list + camera, camera + list] {
      let facts = read(MovieFixture(userData: userData).file)
      #expect(facts.place.location?.coordinate.longitude == -74.5)
    }
    let alone = read(MovieFixture(userData: list).file)
    #expect(alone.place.location?.coordinate.longitude == -74.0445)
  }

  @Test("has the time in its date box, with the offset, before that of its header")
  func dateBox() {
    let date = ContainerFixture.box("date", "2018-02-07T10:15:08-0500".utf8)
    let facts = read(MovieFixture(seconds: 3_600_861_330, userData: date).file)
    #expect(facts.time?.utcOffsetMinutes == -300)
    #expect(facts.time?.instantMilliseconds == 1_518_016_508_000)
  }

  @Test("has a place in its XMP packet before one of its own")
  func xmp() {
    let packet = Array(XMPFixture.position("1N", "2E").utf8)
    var data = MovieFixture.text("xyz", "+48.8584+002.2945/")
    data += ContainerFixture.box("XMP_", packet)
    let facts = read(MovieFixture(userData: data).file)
    #expect(facts.place.location?.source == .xmp)
  }

  @Test(
    "has the orientation of its matrix",
    arguments: [
      ([1, 0, 0, 1], Orientation.upright), ([0, 1, -1, 0], .turnedLeft),
      ([-1, 0, 0, -1], .upsideDown), ([0, -1, 1, 0], .turnedRight),
    ] as [([Int], Orientation)])
  func turned(matrix: [Int], orientation: Orientation) {
    #expect(read(MovieFixture(matrix: matrix).file).orientation == orientation)
  }

  @Test("without pictures is refused")
  func sound() {
    let facts = read(MovieFixture(handler: "soun").file)
    #expect(facts.format == nil)
    #expect(facts.refusal == "unsupported: sound without a picture")
  }

  @Test("cut short at any byte gives the true place or a reason")
  func cutAnywhere() {
    let bytes = Self.whole.file
    for length in 0..<bytes.count {
      let place = read(Array(bytes.prefix(length))).place
      if let coordinate = place.location?.coordinate {
        #expect(abs(coordinate.longitude) == 2.2945)
      }
    }
  }

  @Test("mutated at random is always answered", arguments: [UInt64(1), 2])
  func mutated(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let original = Self.whole.file
    var reader = PhotoReader()
    for _ in 0..<1000 {
      var bytes = original
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[at] =
          [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if let coordinate = reader.facts(bytes: bytes).place.location?.coordinate {
        #expect(abs(coordinate.latitude) <= 90)
        #expect(abs(coordinate.longitude) <= 180)
      }
    }
  }

  @Test(
    "is where exiftool wrote it",
    arguments: [
      ["-Keys:GPSCoordinates=-33.8568 151.2153 58.5"],
      ["-UserData:GPSCoordinates=-33.8568 151.2153 58.5"],
      ["-XMP-exif:GPSLatitude=-33.8568", "-XMP-exif:GPSLongitude=151.2153"],
    ], ["isom", "qt  "])
  func exiftool(tags: [String], brand: String) throws {
    let photos = try TemporaryPhotos()
    let path = try photos.write(MovieFixture(brand: brand).file, as: "film.mp4")
    try ExifTool.write([tags + [photos.folder.file("film.mp4")]], in: photos.folder.path)
    let answers = try ExifTool.read(photos.folder.path, extensions: ["mp4"])
    let answer = try #require(answers["film.mp4"])
    let latitude =
      answer.number("Composite:GPSLatitude") ?? answer.number("XMP-exif:GPSLatitude")
    #expect(latitude.map { abs($0 + 33.8568) < 1e-6 } == true, "exiftool wrote nothing")
    var reader = PhotoReader()
    let facts = reader.facts(at: path)
    let coordinate = try #require(facts.place.location?.coordinate, "\(facts.refusal ?? "")")
    #expect(abs(coordinate.latitude + 33.8568) < 1e-6)
    #expect(abs(coordinate.longitude - 151.2153) < 1e-6)
  }
}
