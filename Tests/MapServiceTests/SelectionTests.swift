import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoScanner
import TestSupport
import Testing

/// `properties=` and the time line.
@Suite struct SelectionTests {
  private static let listings = [
    "/collections/photos/items?", "/collections/photos/nearest?lat=48.8&lon=2.3&k=60&",
    "/collections/photos/clusters?zoom=22&bbox=-10,35,30,60&",
    "/collections/photos/clusters/0-0-0/items?",
  ]

  @Test(arguments: listings) func onlyRequestedPropertiesAreWritten(listing: String) throws {
    let service = try Service.shared()
    let full = try service.features(listing)
    #expect(!full.isEmpty)
    let selections = [
      "", "filename", "takenAt,filename", "thumbnail", "original,cameraMake", "distance",
      "country", "size,cameraModel", "altitude,thumbnail", "area,distance",
    ]
    // The second time from the cache, which has room for some selections.
    for names in selections + selections {
      let wanted = Set(names.split(separator: ",").map(String.init))
      let slim = try service.features("\(listing)properties=\(names)")
      #expect(slim.map(\.id) == full.map(\.id))
      for (one, all) in zip(slim, full) where all.properties["cluster"] == nil {
        #expect(one.coordinates == all.coordinates)
        let expected = all.properties.filter { wanted.contains($0.key) }
        #expect(NSDictionary(dictionary: one.properties) == NSDictionary(dictionary: expected))
      }
    }
  }

  @Test(arguments: listings) func aSelectionFollowsTheIndex(listing: String) throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    func names() throws -> [String] {
      try service.features("\(listing)properties=filename")
        .compactMap { $0.properties["filename"] as? String }
    }
    for _ in 0..<2 { #expect(try names() == ["eiffel-tower.jpg"]) }
    try service.library.move("2023-paris/eiffel-tower.jpg", to: "2023-paris/tower.jpg")
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    for _ in 0..<2 { #expect(try names() == ["tower.jpg"]) }
  }

  @Test func aSinglePhotoSupportsItToo() throws {
    let service = try Service.shared()
    let bare = try service.json("/collections/photos/items/1?properties=")
    #expect((bare["properties"] as? [String: Any])?.isEmpty ?? false)
    let named = try service.json("/collections/photos/items/1?properties=filename")
    #expect((named["properties"] as? [String: Any])?.count == 1)
    #expect(named["links"] != nil)
    #expect(named["geometry"] != nil)
  }

  @Test(arguments: [
    "nonsense", "filename,", ",", "filename,,size", "Filename", "id", "filename%20",
  ])
  func anUnknownNameIsRefused(names: String) throws {
    for listing in Self.listings {
      #expect(try Service.shared().get("\(listing)properties=\(names)").status == 400)
    }
  }

  @Test func theSelectionStaysInTheNextLink() throws {
    let page = try Service.shared().json("/collections/photos/items?properties=&limit=5")
    let links = try #require(page["links"] as? [[String: String]])
    #expect(try #require(links.first { $0["rel"] == "next" }?["href"]).contains("properties=&"))
  }

  @Test(arguments: ["", "&bbox=-10,35,30,60", "&datetime=2019-01-01/..", "&camera=aster"])
  func theTimeLineAddsUp(filter: String) throws {
    let service = try Service.shared()
    let photos = try service.features("/collections/photos/items?f=json\(filter)")
    let moments = photos.compactMap(\.moment).map { $0.prefix(19) }
    for buckets in [1, 2, 7, 100, 1_000] {
      let line = try service.json("/collections/photos/timeline?buckets=\(buckets)\(filter)")
      let pieces = try #require(line["buckets"] as? [[String: Any]])
      #expect(pieces.count <= buckets)
      #expect(!pieces.isEmpty)
      #expect(line["undated"] as? Int == photos.count - moments.count)
      #expect(line["from"] as? String == pieces.first?["from"] as? String)
      #expect(line["to"] as? String == pieces.last?["to"] as? String)
      for piece in pieces {
        let from = try #require(piece["from"] as? String).prefix(19)
        let to = try #require(piece["to"] as? String).prefix(19)
        let inside = moments.filter { $0 >= from && $0 <= to }
        #expect(piece["count"] as? Int == inside.count, "\(from) \(to)")
      }
    }
  }

  @Test(arguments: ["", "&bbox=-10,35,30,60", "&datetime=2019-01-01/..", "&camera=aster"])
  func theDaysOfTheTimeLineAddUp(filter: String) throws {
    let service = try Service.shared()
    let photos = try service.features("/collections/photos/items?f=json\(filter)")
    let days = photos.compactMap(\.moment).map { String($0.prefix(10)) }
    let line = try service.json("/collections/photos/timeline?per=day\(filter)")
    let pieces = try #require(line["buckets"] as? [[String: Any]])
    let counts = pieces.map { [($0["from"] as? String ?? "").prefix(10): $0["count"] as? Int] }
    let expected = Dictionary(days.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    #expect(counts == expected.map { [$0.key.prefix(10): $0.value] })
    #expect(line["undated"] as? Int == photos.count - days.count)
  }

  @Test func aLibraryWithoutDatesHasAnEmptyTimeLine() throws {
    let line = try Service([]).json("/collections/photos/timeline")
    #expect((line["buckets"] as? [Any])?.isEmpty ?? false)
    #expect(line["undated"] as? Int == 0)
    #expect(line["from"] == nil)
    #expect(line["to"] == nil)
  }
}
