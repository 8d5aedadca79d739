import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

@Suite struct AnswerTests {
  private static let targets = [
    "/", "/collections", "/collections/photos", "/collections/photos/items",
    "/collections/photos/items/1", "/collections/photos/nearest?lat=0&lon=0",
    "/collections/photos/clusters?zoom=3",
  ]

  /// Preconditions apply to existing resources (RFC 9110 §13.2.1); a missing one is a 404.
  @Test(arguments: [
    "/collections/photos/items/999999", "/photos/999999", "/photos/999999/thumbnail",
    "/photos/999999/original", "/photos/999999/original?as=jpeg", "/nowhere", "/app/nowhere.js",
    "/collections/others/items", "/scans/none",
  ])
  func aMissingResourceIsNotFoundDespiteIfNoneMatch(target: String) throws {
    let service = try Service(
      ["2023-paris/eiffel-tower.jpg"], staticFiles: SamplePhotos.package + "/static")
    for condition in ["If-None-Match", "If-Match"] {
      for value in ["*", "\"x\"", " * ", "*, \"x\""] {
        let answer = try service.get(target, [condition: value])
        #expect(answer.status == 404, "\(condition): \(value)")
        #expect(try answer.json()["detail"] is String)
      }
    }
    let since = ["If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"] as Headers
    #expect(try service.get(target, since).status == 404)
  }

  @Test(
    arguments: targets.dropFirst() + ["/photos/1/thumbnail", "/photos/1/original", "/app/main.js"])
  func aStarMatchesTheTagOfAnyExistingResource(target: String) throws {
    let service = try Service(
      ["2023-paris/eiffel-tower.jpg"], staticFiles: SamplePhotos.package + "/static")
    #expect(try service.get(target, ["If-None-Match": "*"]).status == 304)
  }

  @Test(arguments: ["/collections/photos/items?camera=a%00b", "/photos/1%00", "/%00"])
  func aNULInARequestIsReported(target: String) {
    let problem = #expect(throws: Problem.self) { try Request(target: target) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.contains("%00") == true)
  }

  @Test(arguments: ["2024", "2024-05", "2019/2021-03", "../2019"])
  func yearsAndMonthsAreSpansOfTime(value: String) throws {
    let service = try Service.shared()
    let answer = try service.get("/collections/photos/items?datetime=\(value)")
    #expect(answer.status == 200)
    for value in ["202", "2024-13", "2024-5", "20244"] {
      #expect(try service.get("/collections/photos/items?datetime=\(value)").status == 400)
    }
  }

  @Test(arguments: targets)
  func anUnchangedLibraryAnswersNotModified(target: String) throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let first = try service.get(target)
    let etag = try #require(first.headers["ETag"])
    let again = try service.get(target, ["If-None-Match": etag])
    #expect(again.status == 304)
    #expect(again.bytes.isEmpty)
    #expect(try service.get(target, ["If-None-Match": "\"other\""]).status == 200)
    try service.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    // The landing page does not depend on the photos.
    #expect(try service.get(target, ["If-None-Match": etag]).status == (target == "/" ? 304 : 200))
  }

  @Test(arguments: targets)
  func aFormatThatIsNotServedIsRefused(target: String) throws {
    let service = try Service.shared()
    let mark = target.contains("?") ? "&" : "?"
    #expect(try service.get(target + mark + "f=xls").status == 400)
    #expect(try service.get(target + mark + "f=json").status != 400)
  }

  @Test func linksAreWholeWhenTheRequestNamesTheHostInItsTarget() throws {
    let service = try Service.shared()
    let target = "/collections/photos/items?limit=5"
    let asked = try service.get("http://photos.test:8080" + target).json()
    let links = try #require(asked["links"] as? [[String: Any]]).compactMap {
      $0["href"] as? String
    }
    #expect(links.contains("http://photos.test:8080" + target))
    #expect(links.allSatisfy { $0.ranges(of: "http://").count == 1 })
  }

  @Test func everyTargetHasAValidatorOfItsOwn() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let tags = try Self.targets.map { try #require(try service.get($0).headers["ETag"]) }
    #expect(Set(tags).count == tags.count)
  }

  @Test func linksAreMadeFromTheAddressThatIsConfigured() throws {
    let service = try Service(
      ["2023-paris/eiffel-tower.jpg"], baseURL: "https://home.example/photos")
    for target in Self.targets {
      let text = try service.get(target).text
      #expect(!text.contains("photos.test"), "\(target)")
    }
    let links = try #require(try service.json("/")["links"] as? [[String: Any]])
    #expect(
      links.allSatisfy {
        ($0["href"] as? String)?.hasPrefix("https://home.example/photos/") ?? false
      })
  }

  @Test func theCollectionHasItsExtent() throws {
    let service = try Service.shared()
    let collection = try service.json("/collections/photos")
    let extent = try #require(collection["extent"] as? [String: Any])
    let box = try #require((extent["spatial"] as? [String: Any])?["bbox"] as? [[Double]])
    #expect(box == [[-179.98, -89.99, 179.98, 69.6944]])
    let span = try #require(
      (extent["temporal"] as? [String: Any])?["interval"] as? [[String]])
    try #require(span.count == 1)
    try #require(span[0].count == 2)
    #expect(span[0][0] < span[0][1])
  }

  @Test func anEmptyLibraryGivesEmptyResponses() throws {
    let service = try Service([])
    #expect(try service.features("/collections/photos/items").isEmpty)
    #expect(try service.features("/collections/photos/clusters?zoom=2").isEmpty)
    #expect(try service.features("/collections/photos/nearest?lat=0&lon=0").isEmpty)
    #expect(try service.json("/collections/photos")["extent"] == nil)
  }

  @Test func aFileNameWithHTMLAndControlCharactersIsPlainJSON() throws {
    let service = try Service([])
    let name = "<img src=x onerror=alert(1)>\"\u{1}\n\u{1F600}.jpg"
    try service.library.add(name)
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    #expect(try service.features("/collections/photos/items").first?.filename == name)
  }

  @Test func theOriginalIsTheFileItself() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let answer = try service.get("/photos/1/original")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "image/jpeg")
    let file = try Data(
      contentsOf: URL(fileURLWithPath: service.library.file("2023-paris/eiffel-tower.jpg")))
    #expect(Data(answer.bytes) == file)
  }

  @Test func aFileThatIsNoPhotoIsNotServed() throws {
    let service = try Service([])
    try service.library.write("passwords.txt", Data("secret".utf8))
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    #expect(try service.index.read { try $0.summary().photos } == 1)
    for target in ["/photos/1/original", "/photos/1/thumbnail"] {
      let answer = try service.get(target)
      #expect(answer.status == 404)
      #expect(!answer.text.contains("secret"))
    }
  }

  @Test func aMissingFileIsNotFoundAndItsPathIsNotRevealed() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    try service.library.remove("2023-paris")
    for target in [
      "/photos/1/original", "/photos/1/thumbnail", "/photos/2/original", "/photos/x/original",
    ] {
      let answer = try service.get(target)
      #expect(answer.status == 404)
      #expect(!answer.text.contains(service.library.root))
    }
  }

  @Test(arguments: [
    "/nothing", "/collections/other", "/collections/photos/items/1/more", "/photos",
  ])
  func unknownResourcesAreNotFound(target: String) throws {
    let answer = try Service.shared().get(target)
    #expect(answer.status == 404)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }

  @Test func healthIncludesTheVersionOfTheIndex() throws {
    let answer = try Service.shared().get("/healthz")
    #expect(answer.status == 200)
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(try answer.json()["status"] as? String == "ok")
  }
}
