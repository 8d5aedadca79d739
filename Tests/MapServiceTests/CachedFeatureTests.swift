import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoScanner
import TestSupport
import Testing

/// Cached GeoJSON of a photo must never be out of date.
@Suite struct CachedFeatureTests {
  private let target = "/collections/photos/items"

  @Test func aPhotoThatIsReplacedIsShownAsItIsNow() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    for _ in 0..<2 { #expect(try service.get(target).text.contains("[2.2916,48.8568]")) }
    try service.library.add("2023-paris/eiffel-tower.jpg", as: "2021-egypt/pyramids.jpg")
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    let now = try service.get(target).text
    #expect(now.contains("31.1262"))
    #expect(!now.contains("[2.2916,48.8568]"))
  }

  @Test func eachHostGetsLinksToItself() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    for host in ["one.example", "two.example", "one.example"] {
      let request = try Request(target: target, headers: ["Host": host])
      let text = Answer(try service.service.respond(to: request).response()).text
      #expect(text.contains("\"thumbnail\":\"http://\(host)/photos/1/thumbnail\""))
    }
  }

  @Test func aRepeatedRequestGetsTheSameResponse() throws {
    let service = try Service.shared()
    let first = try service.get(target + "?limit=5").text
    #expect(try service.get(target + "?limit=5").text == first)
    // The other way to write a feature, which is not cached.
    let selected = try service.get(target + "?limit=5&f=ndjson").text.split(separator: "\n")
    for line in selected { #expect(first.contains(line)) }
  }
}
