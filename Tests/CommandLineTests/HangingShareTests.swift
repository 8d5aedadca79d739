import Foundation
import TestSupport
import Testing

/// A share whose server is gone must not keep anything else from working.
@Suite(.enabled(if: StallingShare.isPossible), .serialized) struct HangingShareTests {
  @Test(arguments: [
    "stat /b.jpg", "open /b.jpg", "read /b.jpg", "readdir /sub", "readdir /", "stat /", "stat /sub",
  ])
  func aScanLeavesOutTheRestOfItAndGoesOn(call: String) throws {
    let photos = try SharedPhotos()
    #expect(try photos.scan().code == 0)
    try FileManager.default.removeItem(atPath: photos.share.content + "/a.jpg")
    try photos.library.add("later.jpg", as: "2021-egypt/pyramids.jpg")
    try photos.share.stall(call)
    let outcome = try photos.scan("--full")
    #expect(outcome.code == 3)
    #expect(
      outcome.messages.contains("\(photos.share.path): its disk or share has not answered for 1 s"))
    let report = try outcome.json()
    #expect(report["hanging"] as? [String] == [photos.share.path])
    #expect(report["added"] as? Int == 1)
    #expect(report["removed"] as? Int == 0)
    let text = try Program.run(["report", "--db", photos.library.database])
    #expect(text.output.contains("\(photos.share.path) (its disk or share did not answer"))
    try photos.share.answer()
    let after = try photos.scan()
    #expect(after.code == 0)
    #expect(try after.json()["removed"] as? Int == 1)
    let healed = try Program.run(["report", "--json", "--db", photos.library.database])
    #expect((try healed.json()["hanging"] as? [Any])?.isEmpty == true)
  }

  @Test func aScanOfItAloneSaysSo() throws {
    let photos = try SharedPhotos()
    try photos.share.stall("stat /")
    let outcome = try Program.run(
      ["scan", "--disk-timeout", "1", "--db", photos.library.database, photos.share.path])
    #expect(outcome.code == 3)
    #expect(outcome.messages.contains("umount -f \(photos.share.path)"))
  }

  @Test func doctorNamesItAndDoesNotWait() throws {
    let photos = try SharedPhotos()
    #expect(try photos.scan().code == 0)
    try photos.share.stall("stat /", "readdir /")
    let outcome = try Program.run(["doctor", "--db", photos.library.database])
    #expect(outcome.output.contains("the disk or share of \(photos.share.path) does not answer"))
    #expect(outcome.output.contains("✓ folder"))
  }

  @Test func aServerAnswersEverythingElse() throws {
    let photos = try SharedPhotos()
    let server = try RunningServer(
      photos.library,
      ["--disk-timeout", "1", "--poll", "1", photos.share.path, photos.library.root])
    let items = "collections/photos/items?properties=filename&limit=100"
    #expect(try eventually { try text(server, items).components(separatedBy: ".jpg").count == 6 })
    let hanging = try #require(try id(of: "b.jpg", server, items))
    let other = try #require(try id(of: "here.jpg", server, items))
    try photos.share.stall("open /b.jpg", "read /c.jpg", "stat /c.jpg")
    // More requests than any pool has threads.
    let waiting = try (0..<24).map { _ in try Curl(server.url + "photos/\(hanging)/original") }
    #expect(try status(server, "photos/\(other)/original") == "200")
    #expect(try status(server, "photos/\(other)/thumbnail") == "200")
    for curl in waiting { #expect(curl.status() == "503") }
    #expect(try status(server, "photos/\(hanging)/thumbnail") == "503")
    try photos.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(try eventually(within: 60) { try text(server, items).contains("new.jpg") })
    #expect(
      try eventually(within: 60) {
        try text(server, "metrics").contains("geoindex_hanging_folders 1\n")
      })
    #expect(try text(server, "report").contains(photos.share.path))
    try photos.share.answer()
    #expect(try eventually { try status(server, "photos/\(hanging)/original") == "200" })
    #expect(server.stop() == 0)
  }

  @Test(arguments: ["open /b.jpg", "read /b.jpg", "readdir /sub", "stat /c.jpg"])
  func aServerThatWaitsForItEndsWhenAsked(call: String) throws {
    let photos = try SharedPhotos()
    try photos.share.stall(call)
    let server = try RunningServer(photos.library, [photos.share.path, photos.library.root])
    let scans = "scans/1"
    #expect(try eventually { try text(server, scans).contains(#""state":"running""#) })
    server.process.terminate()
    #expect(eventually(within: 15) { !server.process.isRunning })
    #expect(server.process.isRunning || server.process.terminationStatus == 0)
    let check = try Program.run(["doctor", "--db", photos.library.database])
    #expect(check.output.contains("nothing damaged"))
  }

  /// A request in the background.
  private final class Curl {
    private let process = Process()
    private let output = Pipe()

    init(_ url: String) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      process.arguments = ["-s", "-o", "/dev/null", "-w", "%{http_code}", url]
      process.standardOutput = output
      try process.run()
    }

    func status() -> String {
      String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }

  private func status(_ server: RunningServer, _ target: String) throws -> String {
    try Curl(server.url + target).status()
  }

  private func text(_ server: RunningServer, _ target: String) throws -> String {
    try Program.run("curl", ["-s", server.url + target]).output
  }

  private func id(of name: String, _ server: RunningServer, _ target: String) throws -> Int? {
    let json = try JSONSerialization.jsonObject(with: Data(try text(server, target).utf8))
    let features = (json as? [String: Any])?["features"] as? [[String: Any]] ?? []
    let feature = features.first { feature in
      (feature["properties"] as? [String: Any])?["filename"] as? String == name
    }
    return feature?["id"] as? Int
  }
}
