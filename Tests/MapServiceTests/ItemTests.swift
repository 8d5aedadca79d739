import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

@Suite struct ItemTests {
  @Test func everyLocatedPhotoIsAFeature() throws {
    let service = try Service.shared()
    let items = try service.json("/collections/photos/items")
    #expect(items["type"] as? String == "FeatureCollection")
    #expect(items["numberMatched"] as? Int == 52)
    #expect(items["numberReturned"] as? Int == 52)
    #expect((items["features"] as? [Any])?.count == 52)
  }

  @Test(arguments: [(1_000, false), (1_001, true)])
  func aLongPageIsMadeOnASlowThread(limit: Int, isLater: Bool) throws {
    let request = try Request(method: .get, target: "/collections/photos/items?limit=\(limit)")
    let response = try Service.shared().service.respond(to: request)
    if case .later = response { #expect(isLater) } else { #expect(!isLater) }
  }

  @Test func aFeatureSaysAllThatIsKnown() throws {
    let service = try Service(["2021-jordan/dead-sea.jpg"])
    let feature = try #require(try service.features("/collections/photos/items").first)
    #expect(feature.coordinates == [35.585, 31.716])
    let expected: [String: AnyHashable] = [
      "path": "2021-jordan/dead-sea.jpg", "filename": "dead-sea.jpg", "media": "image/jpeg",
      "altitude": -432, "locationSource": "exif", "timeSource": "offset-tag",
      "thumbnail": "http://photos.test:8080/photos/\(feature.id)/thumbnail",
      "original": "http://photos.test:8080/photos/\(feature.id)/original",
      "root": AnyHashable(service.library.root),
    ]
    for (name, value) in expected {
      #expect(feature.properties[name] as? AnyHashable == value, "\(name)")
    }
    #expect(feature.properties["lens"] != nil)
    #expect(feature.properties["cameraMake"] != nil)
  }

  @Test func widthAndHeightAreThoseOfThePictureAsItIsShown() throws {
    let service = try Service(["odd-cases/rotated-6.jpg"])
    let properties = try #require(
      try service.features("/collections/photos/items").first?.properties)
    let size = try #require(properties["width"] as? Int), height = properties["height"] as? Int
    #expect(properties["orientation"] as? Int == 6)
    #expect(size > 0)
    #expect(height ?? 0 > 0)
    let stored = try JPEGSize.of(SamplePhotos.path("odd-cases/rotated-6.jpg"))
    #expect(size == stored.height)
    #expect(height == stored.width)
  }

  @Test func pagesFollowTheNextLinkToTheEnd() throws {
    let service = try Service.shared()
    for limit in [1, 7, 51, 52, 53] {
      var target: String? = "/collections/photos/items?limit=\(limit)&bbox=-180,-90,180,90"
      var ids: [Int] = []
      while let current = target {
        let page = try service.json(current)
        ids += try #require(page["features"] as? [[String: Any]]).map { Feature(raw: $0).id }
        #expect(page["numberMatched"] as? Int == 52)
        let links = try #require(page["links"] as? [[String: Any]])
        let next = links.first { $0["rel"] as? String == "next" }?["href"] as? String
        #expect(next?.hasPrefix("http://photos.test:8080/collections/photos/items?") ?? true)
        target = next.map { String($0.dropFirst("http://photos.test:8080".count)) }
      }
      #expect(ids.count == 52)
      #expect(Set(ids).count == 52)
    }
  }

  @Test func aBoxAcrossTheAntimeridianFindsBothSides() throws {
    let service = try Service.shared()
    let names = try service.features("/collections/photos/items?bbox=177,-20,-178,-15")
      .map(\.filename)
    #expect(Set(names) == ["taveuni-beach.jpg", "rainbow-reef.jpg"])
    let polar = try service.features("/collections/photos/items?bbox=-180,-90,180,-85")
    #expect(polar.map(\.filename) == ["south-pole.jpg"])
    let six = try service.features("/collections/photos/items?bbox=177,-20,0,-178,-15,100")
    #expect(six.count == 2)
  }

  @Test(arguments: [
    ("datetime=2023-06-17", 1), ("datetime=2023-06-17T19:24:08Z", 1),
    ("datetime=2023-06-17T21:24:08%2B02:00", 1), ("datetime=2023-06-17T19:24:09Z", 0),
    ("datetime=../2011-12-31", 2), ("datetime=/2011-12-31", 2), ("datetime=2024-01-01/..", 21),
    ("datetime=2023-06-12%2F2023-06-17", 2), ("datetime=0000-01-01T00:00:00Z/2011-12-31", 2),
    ("datetime=2024-01-01/9999-12-31T00:00:00Z", 21), ("camera=aster", 34),
    ("media=image", 52), ("media=video", 0), ("source=exif", 52), ("source=xmp", 0),
    ("path=2023-*", 2), ("path=2024-festival/*&datetime=2024-01-01/..", 20), ("limit=5", 52),
    ("limit=99999999", 52), ("offset=50", 52),
  ])
  func filtersSelectTheirPhotos(query: String, count: Int) throws {
    let service = try Service.shared()
    let total = try service.json("/collections/photos/items?\(query)")["numberMatched"] as? Int
    if query == "camera=aster" {
      let all = try service.features("/collections/photos/items")
      let asters = all.filter { ($0.properties["cameraMake"] as? String) == "Aster" }
      #expect(total == asters.count)
    } else {
      #expect(total == count)
    }
  }

  @Test(arguments: [
    "bbox=1,2,3", "bbox=1,2,3,4,5", "bbox=a,b,c,d", "bbox=0,0,181,10", "bbox=0,-91,10,10",
    "bbox=0,10,10,0", "bbox=nan,0,1,1", "bbox=0x1,0,1,1", "bbox=", "limit=0", "limit=-1",
    "limit=1.5", "limit=", "offset=-1", "cursor=zz", "cursor=", "datetime=yesterday",
    "datetime=2023-02-30", "datetime=2023-13-01", "datetime=2023-06-17T25:00:00Z",
    "datetime=2024/2023", "datetime=2024-01-01/2023-01-01", "datetime=a/b/c", "datetime=",
    "media=sound", "source=guess", "camera=", "path=", "colour=red", "f=xml",
    "limit=1&limit=2", "bbox=0,0,1,1&bbox=0,0,1,1", "BBOX=0,0,1,1",
  ])
  func invalidParametersAreRefusedWithAReason(query: String) throws {
    let service = try Service.shared()
    let answer = try service.get("/collections/photos/items?\(query)")
    #expect(answer.status == 400)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    let detail = try #require(try answer.json()["detail"] as? String)
    #expect(detail.count > 10)
    #expect(detail.hasSuffix("."))
  }

  @Test func onePhotoIsFoundByItsId() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg", "odd-cases/no-gps.jpg"])
    let located = try #require(try service.features("/collections/photos/items").first)
    let feature = Feature(raw: try service.json("/collections/photos/items/\(located.id)"))
    #expect(feature.id == located.id)
    #expect(feature.coordinates == located.coordinates)
    for id in ["0", "-1", "999", "x", "1.0", "99999999999999999999"] {
      #expect(try service.get("/collections/photos/items/\(id)").status == 404, "\(id)")
    }
    // The other photo has no position, so it is not a feature.
    let other = located.id == 1 ? 2 : 1
    #expect(try service.get("/collections/photos/items/\(other)").status == 404)
  }
}

/// The size in the header of a JPEG, parsed independently of the reader under test.
private enum JPEGSize {
  static func of(_ path: String) throws -> (width: Int, height: Int) {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var offset = 2
    while bytes[offset + 1] != 0xC0, bytes[offset + 1] != 0xC2 {
      offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
    }
    return (
      Int(bytes[offset + 7]) << 8 + Int(bytes[offset + 8]),
      Int(bytes[offset + 5]) << 8 + Int(bytes[offset + 6])
    )
  }
}
