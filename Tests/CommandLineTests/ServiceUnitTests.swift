import Foundation
import TestSupport
import Testing

/// The systemd units match the program.
@Suite(.serialized) struct ServiceUnitTests {
  private static let units = ["geoindex.service", "geoindex@.service"]

  @Test(arguments: units) func systemdDoesNotRestartAServiceWithInvalidSettings(unit: String) throws
  {
    let outcome = try Program.run(["serve", "--prot", "80"])
    #expect(try setting("RestartPreventExitStatus", of: unit) == String(outcome.code))
  }

  @Test(arguments: units) func systemdRestartsAServiceThatDoesNotAnswer(unit: String) throws {
    #expect(try Int(setting("WatchdogSec", of: unit)) == 90)
    #expect(try setting("Restart", of: unit) == "on-failure")
  }

  @Test(arguments: units) func aReloadReopensTheLog(unit: String) throws {
    let folder = try TemporaryDirectory()
    let (log, old) = (folder.file("log"), folder.file("log.1"))
    let server = try RunningServer(try Library(), ["--access-log", log])
    try FileManager.default.moveItem(atPath: log, toPath: old)
    let outcome = try Program.run(
      "sh", ["-c", try setting("ExecReload", of: unit)],
      environment: ["MAINPID": String(server.process.processIdentifier)])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(eventually { FileManager.default.fileExists(atPath: log) })
    #expect(server.stop() == 0)
  }

  /// systemd makes the folders that the program uses.
  @Test func theSystemServiceWritesOnlyToItsFolders() throws {
    let unit = "geoindex@.service"
    let text = try text(of: unit)
    #expect(try setting("StateDirectory", of: unit) == "geoindex/%i")
    #expect(text.contains("\nEnvironment=GEOINDEX_DB=/var/lib/geoindex/%i/photos.sqlite\n"))
    #expect(try setting("CacheDirectory", of: unit) == "geoindex/%i")
    #expect(text.contains("\nEnvironment=XDG_CACHE_HOME=/var/cache/geoindex/%i\n"))
    #expect(try setting("LogsDirectory", of: unit) == "geoindex/%i")
    let docs = try String(
      contentsOfFile: SamplePhotos.package + "/docs/running.md", encoding: .utf8)
    #expect(docs.contains("/var/log/geoindex/photos/requests.log {"))
  }

  /// A folder that is only scanned at the start gets no new photos.
  @Test(arguments: [
    ("packaging/systemd/geoindex.service", "watch = "),
    ("packaging/systemd/geoindex@.service", "GEOINDEX_WATCH="),
    ("packaging/Containerfile", "\"--watch\""), ("docs/running.md", "GEOINDEX_WATCH="),
    ("docs/running.md", "watch = "),
  ])
  func recipesOfServicesWatchTheirFolders(file: String, setting: String) throws {
    let text = try packageFile(file)
    #expect(text.contains(setting))
    for scan in ["scan = ", "GEOINDEX_SCAN=", "\"--scan\"", "serve --scan"] {
      #expect(!text.contains(scan), "\(scan)")
    }
  }

  private func packageFile(_ name: String) throws -> String {
    try String(contentsOfFile: SamplePhotos.package + "/" + name, encoding: .utf8)
  }

  private func setting(_ name: String, of unit: String) throws -> String {
    let line = try text(of: unit).split(separator: "\n").first { $0.hasPrefix(name + "=") }
    return String(try #require(line).dropFirst(name.count + 1))
  }

  private func text(of unit: String) throws -> String {
    try String(
      contentsOfFile: SamplePhotos.package + "/packaging/systemd/" + unit, encoding: .utf8)
  }
}
