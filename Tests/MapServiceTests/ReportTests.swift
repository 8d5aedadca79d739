import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// The files that are not on the map, as the page requests them.
@Suite struct ReportTests {
  private func files(_ answer: [String: Any]) -> [[String: Any]] {
    answer["files"] as? [[String: Any]] ?? []
  }

  @Test func everyFileHasAReason() throws {
    let service = try Service.shared()
    let answer = try service.json("/report?limit=10000")
    let (summary, expected) = try service.index.read { reader in
      var expected: [String: String] = [:]
      try reader.forEachUnlocated { expected[$0.file.description] = $0.reason.name }
      return (try reader.summary(), expected)
    }
    #expect(answer["photos"] as? Int == summary.photos)
    #expect(answer["located"] as? Int == summary.located)
    let unlocated = try #require(answer["unlocated"] as? [String: Int])
    for reason in UnlocatedReason.allCases {
      #expect(unlocated[reason.name] == summary.unlocated[reason])
    }
    #expect(answer["numberMatched"] as? Int == expected.count)
    #expect(answer["numberReturned"] as? Int == expected.count)
    var found: [String: String] = [:]
    for file in files(answer) {
      let path = "\(file["root"] ?? "")/\(file["path"] ?? "")"
      found[path] = file["reason"] as? String
      #expect(path.hasSuffix(file["filename"] as? String ?? "?"))
    }
    #expect(found == expected)
    #expect(!expected.isEmpty)
  }

  @Test(arguments: [1, 2, 3]) func pagesListAllFiles(limit: Int) throws {
    let service = try Service.shared()
    for query in ["", "&reason=no-gps"] {
      var target: String? = "/report?limit=\(limit)\(query)"
      var seen: [Int] = []
      var matched = 0
      while let next = target {
        let answer = try service.json(next)
        let page = files(answer)
        #expect(page.count <= limit)
        #expect(answer["numberReturned"] as? Int == page.count)
        seen += page.compactMap { $0["id"] as? Int }
        matched = answer["numberMatched"] as? Int ?? -1
        let links = answer["links"] as? [[String: Any]] ?? []
        let href = links.first { $0["rel"] as? String == "next" }?["href"] as? String
        target = href?.replacing("http://photos.test:8080", with: "")
      }
      #expect(seen.count == matched)
      #expect(Set(seen).count == matched)
      #expect(matched > 0)
    }
  }

  @Test func aCursorMayBeUsedWithAnotherLimitButNotWithAnotherReason() throws {
    let service = try Service(["odd-cases/no-gps.jpg"])
    for name in ["b.jpg", "c.jpg"] { try service.library.add(name, as: "odd-cases/no-gps.jpg") }
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    let all = files(try service.json("/report?reason=no-gps")).compactMap { $0["id"] as? Int }
    let links = try service.json("/report?reason=no-gps&limit=1")["links"] as? [[String: Any]]
    let next = links?.first { $0["rel"] as? String == "next" }
    let href = try #require(next?["href"] as? String)
    let cursor = try #require(href.split(separator: "cursor=").last)
    let rest = files(try service.json("/report?limit=50&reason=no-gps&cursor=\(cursor)"))
    #expect(rest.compactMap { $0["id"] as? Int } == Array(all.dropFirst()))
    #expect(try service.get("/report?reason=unsupported&cursor=\(cursor)").status == 400)
  }

  @Test(arguments: [
    "reason=weather", "reason=", "cursor=x", "cursor=1-", "cursor=9-1", "limit=0", "limit=x",
    "bbox=0,0,1,1", "reason=no-gps&reason=no-gps",
  ])
  func invalidParametersAreRefused(query: String) throws {
    #expect(try Service.shared().get("/report?\(query)").status == 400)
  }

  @Test func anUnchangedReportIsNotSentAgain() throws {
    let service = try Service(["odd-cases/no-gps.jpg"])
    let etag = try #require(try service.get("/report").headers["ETag"])
    #expect(try service.get("/report", ["If-None-Match": etag]).status == 304)
    let id = try #require(files(try service.json("/report")).first?["id"] as? Int)
    try service.index.write { try $0.remove(Int64(id)) }
    let answer = try service.get("/report", ["If-None-Match": etag])
    #expect(answer.status == 200)
    #expect(try answer.json()["numberMatched"] as? Int == 0)
  }

  @Test func itsLinksLeadToPicturesOnly() throws {
    let service = try Service(["odd-cases/no-gps.jpg"])
    _ = try service.library.write("notes.jpg", Data("not a picture".utf8))
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    let found = files(try service.json("/report"))
    #expect(found.count == 2)
    for file in found {
      let id = try #require(file["id"] as? Int)
      let isPhoto = file["media"] != nil
      #expect((file["thumbnail"] != nil) == isPhoto)
      #expect((file["original"] != nil) == isPhoto)
      for kind in ["thumbnail", "original"] {
        #expect(try service.get("/photos/\(id)/\(kind)").status == (isPhoto ? 200 : 404))
      }
    }
    #expect(found.contains { $0["media"] as? String == "image/jpeg" })
    #expect(found.contains { $0["media"] == nil })
  }

  @Test func pagesOfOtherSitesMayNotReadIt() throws {
    let answer = try Service.shared().get("/report", ["Origin": "https://other.example"])
    #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
  }
}
