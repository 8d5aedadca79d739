import Foundation
import HTTPServer
import MapService
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing
import Threads
import Query
import Synchronization

/// A page may start a scan.
@Suite struct ScanRouteTests {
  private func ended(_ service: Service, _ target: String) throws -> [String: Any] {
    let end = Date(timeIntervalSinceNow: 20)
    let bell = Doorbell()
    while Date() < end {
      let scan = try service.json(target)
      if !["waiting", "running"].contains(scan["state"] as? String) { return scan }
      bell.wait(.milliseconds(10))
    }
    return [:]
  }

  @Test func aRequestedScanFindsNewPhotos() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    try service.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    let answer = try service.post("/scans", [])
    #expect(answer.status == 202)
    let location = try #require(answer.headers["Location"])
    #expect(location == "http://photos.test:8080/scans/1")
    let scan = try ended(service, "/scans/1")
    #expect(scan["state"] as? String == "finished")
    #expect(scan["added"] as? Int == 1)
    #expect(scan["unchanged"] as? Int == 1)
    #expect(scan["located"] as? Int == 2)
    #expect(try service.features("/collections/photos/items").count == 2)
  }

  @Test func aScanFromAPageKeepsTheExcludes() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg"])
    try service.library.add("private/new.jpg", as: "2021-egypt/pyramids.jpg")
    var options = ScanOptions()
    options.exclude = [Glob("private/**"), Glob("pyramids.jpg")]
    let folders = [FilePath(service.library.root)]
    let report = try PhotoScanner(index: service.index, options: options).scan(folders)
    #expect(report.removed == 1)
    #expect(report.added == 0)
    #expect(try service.post("/scans", []).status == 202)
    let scan = try ended(service, "/scans/1")
    #expect(scan["added"] as? Int == 0)
    #expect(scan["unchanged"] as? Int == 1)
    // A scan without excludes, as from the command line, adds all files.
    #expect(try PhotoScanner(index: service.index).scan(folders).added == 2)
    #expect(try service.post("/scans", []).status == 202)
    #expect(try ended(service, "/scans/2")["unchanged"] as? Int == 3)
  }

  @Test func forgettingAFolderDropsItsOptions() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    var options = ScanOptions()
    options.include = [Glob("*.png")]
    let folder = FilePath(service.library.root)
    _ = try PhotoScanner(index: service.index, options: options).scan([folder])
    _ = try service.index.write { try $0.forget(folder, limit: 100) }
    let left = try service.index.write { writer in try writer.options(of: try writer.root(folder)) }
    #expect(left.isEmpty)
  }

  @Test func aSecondScanJoinsTheFirstWhichWaitsForOtherWritersAndCanBeStopped() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    try service.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    let lock = try ScanLock(for: FilePath(service.library.database))
    let first = try service.post("/scans", [])
    let second = try service.post("/scans", [])
    #expect(first.headers["Location"] == second.headers["Location"])
    #expect(try service.json("/scans/1")["state"] as? String == "waiting")
    #expect(try service.ask(.delete, "/scans/1").status == 200)
    let scan = try ended(service, "/scans/1")
    #expect(scan["state"] as? String == "cancelled")
    withExtendedLifetime(lock) {}
    #expect(try service.features("/collections/photos/items").count == 1)
  }

  @Test func aScanThatIsRequestedWhileTheIndexIsBeingWrittenWaits() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let (writes, mayEnd) = (Doorbell(), Doorbell())
    let index = service.index
    try SystemThread.start {
      try? index.write { _ in
        writes.ring()
        mayEnd.wait()
      }
    }
    writes.wait()
    let answer = Mutex<Answer?>(nil)
    try SystemThread.start { [service] in
      let made = try? service.post("/scans", [])
      answer.withLock { $0 = made }
    }
    #expect(eventually { answer.withLock { $0 != nil } })
    #expect(answer.withLock { $0?.status } == 202)
    #expect(try service.json("/scans/1")["state"] as? String == "waiting")
    mayEnd.ring()
    #expect(try ended(service, "/scans/1")["state"] as? String == "finished")
  }

  @Test(arguments: [
    ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"],
  ])
  func pagesOfOtherHostsMayNotStartOrStopOne(fields: [String: String]) throws {
    let service = try Service.shared()
    var headers = Headers()
    for (name, value) in fields { headers.append(name, value) }
    headers.append("Content-Type", "application/x-www-form-urlencoded")
    #expect(try service.post("/scans", Array("a=b".utf8), headers).status == 403)
    #expect(try service.ask(.delete, "/scans/1", headers).status == 403)
  }

  @Test func withoutScannedFoldersAScanIsRefused() throws {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let service = MapService(index: index)
    let request = try Request(method: .post, target: "/scans", headers: ["Host": "localhost"])
    let answer = Answer(HTTPPolicy().process(request, by: service))
    #expect(answer.status == 409)
    #expect(answer.text.contains("geoindex scan"))
  }

  @Test func aFolderThatOnlyAnImportHasNamedIsNotScanned() throws {
    let library = try Library()
    try library.add("secret.jpg")
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let record = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":\
      {"root":"\(library.root)","path":"x.jpg"}}

      """
    var pieces = [Array(record.utf8), []][...]
    let report = try PhotoImporter(index: index).run(reading: { pieces.popFirst() ?? [] })
    #expect(report.added == 1)
    let service = MapService(index: index)
    let request = try Request(method: .post, target: "/scans", headers: ["Host": "localhost"])
    #expect(HTTPPolicy().process(request, by: service).status == 409)
    let original = try Request(
      method: .get, target: "/photos/1/original", headers: ["Host": "localhost"])
    #expect(HTTPPolicy().process(original, by: service).status == 404)
    #expect(try index.read { try $0.count(PhotoFilter()) } == 1)
  }

  @Test func aReadOnlyIndexIsNotScanned() throws {
    // Root may write everywhere.
    guard getuid() != 0 else { return }
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let folder = (service.library.database as NSString).deletingLastPathComponent
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
    let index = try PhotoIndex(path: FilePath(service.library.database), access: .reading)
    let request = try Request(method: .post, target: "/scans", headers: ["Host": "localhost"])
    #expect(HTTPPolicy().process(request, by: MapService(index: index)).status == 409)
  }

  @Test func anUnknownScanIsNotFound() throws {
    let service = try Service.shared()
    for target in ["/scans/999", "/scans/x", "/scans/-1"] {
      #expect(try service.get(target).status == 404, "\(target)")
    }
    #expect(try service.get("/scans").status == 405)
  }
}
