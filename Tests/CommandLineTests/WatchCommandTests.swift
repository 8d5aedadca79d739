import Foundation
import TestSupport
import Testing

/// `geoindex watch` on the command line.
@Suite struct WatchCommandTests {
  @Test func aCopiedPhotoIsIndexedUntilTheWatcherStops() throws {
    let library = try Library()
    try library.add("a.jpg")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["watch", "--json", "--quiet", "--db", library.database, library.root]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    #expect(try Self.line(output)["added"] as? Int == 1)
    try library.add("trip/b.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(try Self.line(output)["added"] as? Int == 1)
    // Another scan of the same index works meanwhile.
    let scan = try Program.run(["scan", "--json", "--db", library.database, library.root])
    #expect(scan.code == 0)
    #expect(try scan.json()["unchanged"] as? Int == 2)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func aMissingFolderIsReportedAndNothingIsWatched() throws {
    let library = try Library()
    let outcome = try Program.run(
      ["watch", "--db", library.database, library.file("no-such-folder")])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("no-such-folder"))
  }

  /// The next line of JSON.
  private static func line(_ pipe: Pipe) throws -> [String: Any] {
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let part = pipe.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += part
    }
    return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
  }
}
