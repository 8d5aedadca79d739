import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// Google Takeout documents.
@Suite struct TakeoutTests {
  private let photos: TemporaryPhotos

  init() throws { photos = try TemporaryPhotos() }

  static func document(
    title: String = "a.jpg", geoData: String = "0.0, 0.0", exif: String? = nil,
    altitude: String = "0.0", timestamp: String = "1588320000"
  ) -> String {
    func group(_ name: String, _ numbers: String) -> String {
      let parts = numbers.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return """
        "\(name)": {"latitude": \(parts[0]), "longitude": \(parts[1]), "altitude": \(altitude),
          "latitudeSpan": 0.0, "longitudeSpan": 0.0}
        """
    }
    return """
      {"title": "\(title)", "description": "a \\"day\\" out \\ud83d\\ude00", "imageViews": "3",
       "creationTime": {"timestamp": "1600000000", "formatted": "13.09.2020, 12:26:40 UTC"},
       "photoTakenTime": {"timestamp": "\(timestamp)", "formatted": "01.05.2020, 08:00:00 UTC"},
       \(group("geoData", geoData)), \(exif.map { group("geoDataExif", $0) + "," } ?? "")
       "people": [{"name": "A"}, {"name": "B"}], "url": "https://photos.google.com/photo/x"}
      """
  }

  private func read(_ document: String, photo: [UInt8]? = nil, as name: String = "a.jpg.json")
    throws -> PhotoFacts
  {
    try photos.write(photo ?? JPEGFixture.picture([]), as: "a.jpg")
    try photos.write(Array(document.utf8), as: name)
    var reader = PhotoReader()
    return reader.facts(
      at: photos.path("a.jpg"), companions: [Companion(.takeout, name: Array(name.utf8))])
  }

  @Test func thePositionFromExifPrecedesTheEditedOne() throws {
    let facts = try read(Self.document(geoData: "1.5, 2.5", exif: "-33.8568, 151.2153"))
    #expect(facts.place.location?.coordinate == Coordinate(latitude: -33.8568, longitude: 151.2153))
    #expect(facts.place.location?.source == .takeout)
    #expect(facts.place.location?.altitude == nil)
    #expect(facts.time?.instantMilliseconds == 1_588_320_000_000)
    #expect(facts.time?.localMilliseconds == nil)
  }

  @Test func zerosMeanNone() throws {
    let second = try read(Self.document(geoData: "1.5, 2.5", exif: "0.0, 0.0", altitude: "7.25"))
    #expect(second.place.location?.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
    #expect(second.place.location?.altitude == 7.25)
    #expect(try read(Self.document(timestamp: "0")).time == nil)
    #expect(try read(Self.document()).refusal == "no-gps: no Exif data")
    // A position on the equator is valid.
    let equator = try read(Self.document(geoData: "0.0, 33.5"))
    #expect(equator.place.location?.coordinate == Coordinate(latitude: 0, longitude: 33.5))
  }

  @Test func thePhotosOwnPlaceAndTimeCountFirst() throws {
    let own = XMPFixture.jpeg(
      XMPFixture.position("48,51.5N", "2,17.5E", "exif:DateTimeOriginal='2019-01-01T10:00:00'"))
    let facts = try read(Self.document(geoData: "1.5, 2.5"), photo: own)
    #expect(facts.place.location?.source == .xmp)
    #expect(facts.time?.localMilliseconds == 1_546_336_800_000)
  }

  @Test func aPlaceFarFromThatOfThePhotoIsARemark() throws {
    let own = XMPFixture.jpeg(XMPFixture.position("48,51.5N", "2,17.5E", ""))
    let far = try read(Self.document(geoData: "1.5, 2.5"), photo: own).remarks
    #expect(far == ["the place in a.jpg.json is 1.5, 2.5"])
    let place = try #require(OtherPlace(remarks: "other\n" + far[0]))
    #expect(place.companion == "a.jpg.json")
    #expect(place.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
    #expect(try read(Self.document(geoData: "48.8584, 2.2917"), photo: own).remarks.isEmpty)
  }

  @Test func anotherPlaceIsReadFromTheRemarkThatItIs() throws {
    let place = try #require(Coordinate(latitude: -1.25, longitude: 170))
    for name in [nil, "a.jpg.json", "this is a.json", " is .json", "the place in b is 1, 2.json"] {
      let other = OtherPlace(place, in: name)
      #expect(OtherPlace(remarks: other.remark) == other)
    }
    let both = [OtherPlace(place, in: "a.json"), OtherPlace(place)].map(\.remark)
    #expect(OtherPlace(remarks: both.joined(separator: "\n"))?.companion == nil)
    for remark in [
      "", "the place in a.json is refused: no", "the place in ", "the place in a is 1",
    ] {
      #expect(OtherPlace(remarks: remark) == nil)
    }
  }

  @Test(arguments: ["91.0, 2.0", "1e300, 2.0", "-12, 180.5"])
  func aPlaceThatIsNotOnEarthIsRefusedByName(position: String) throws {
    let refusal = try #require(try read(Self.document(geoData: position)).refusal)
    #expect(refusal.hasPrefix("invalid-gps: a.jpg.json: geoData "))
  }

  @Test(arguments: [
    "{\"a\": 1}", "[]", "{}", "null", "{\"geoData\": [1, 2]}", "plain text", "",
    "{\"geoData\": {\"latitude\": \"1\", \"longitude\": 2}}",
  ])
  func otherDocumentsAreIgnoredWithoutARemark(document: String) throws {
    let facts = try read(document)
    #expect(facts.place.location == nil)
    #expect(facts.remarks.isEmpty)
  }

  @Test func aTruncatedDocumentGivesNothing() throws {
    let whole = Self.document(geoData: "1.5, 2.5", exif: "-33.8568, 151.2153")
    for length in 0..<whole.utf8.count {
      #expect(TakeoutDocument(Array(whole.utf8.prefix(length))) == nil, "cut at \(length)")
    }
    let cut = try read(String(whole.dropLast(3)))
    #expect(cut.place.location == nil)
    #expect(cut.remarks == ["a.jpg.json is damaged and was ignored"])
  }

  @Test func aCutNameCountsOnlyWithTheRightTitle() throws {
    try photos.write(
      JPEGFixture.picture([]), as: "A long & winding name of a photo that is cut of.jpg")
    let photo = photos.path("A long & winding name of a photo that is cut of.jpg")
    var reader = PhotoReader()
    for (title, isRight) in [
      ("A long \\u0026 winding name of a photo that is cut off.jpg", true),
      ("A long ? winding name of a photo that is cut of it.jpg", true),
      ("A long & winding name of a photo that is cut or not.jpg", false), ("", false),
    ] {
      try photos.write(
        Array(Self.document(title: title, geoData: "1.5, 2.5").utf8), as: "cut.json")
      let facts = reader.facts(
        at: photo,
        companions: [Companion(.takeout, name: Array("cut.json".utf8), isKnownByTitle: true)])
      #expect((facts.place.location != nil) == isRight, "\(title)")
    }
  }
}
