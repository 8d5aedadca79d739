import Foundation
import TestSupport
import Testing

/// A scan can be killed at any moment.
@Suite struct KillTests {
  @Test func aScanThatIsKilledLeavesAnIndexThatTheNextOneCompletes() throws {
    let library = try Library()
    for number in 0..<600 { try library.add("d\(number % 30)/\(number).jpg") }
    let scan = ["scan", "--quiet", "--json", library.root, "--db", library.database]
    for round in 0..<12 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = scan
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      // Killed after increasing parts of its work; the checks must hold at every moment.
      wait(for: process) { size(library.database + "-wal") >= round * 30_000 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard FileManager.default.fileExists(atPath: library.database) else { continue }
      let check = try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"])
      #expect(check.output == "ok\n")
    }
    let report = try Program.run(scan).json()
    #expect(report["files"] as? Int == 600)
    #expect(report["located"] as? Int == 600)
    #expect(report["removed"] as? Int == 0)
    let doctor = try Program.run(["doctor", "--json", "--db", library.database]).json()
    let index = (doctor["findings"] as? [[String: Any]])?.filter {
      $0["subject"] as? String == "index"
    }
    #expect(index?.count == 1)
    #expect(index?.first?["state"] as? String == "ok")
  }

  @Test func anInterruptedScanSaysSoAndStoresWhatItHasRead() throws {
    let library = try Library()
    for number in 0..<3_000 { try library.write("d\(number % 300)/\(number).jpg", Data("x".utf8)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["scan", "--json", library.root, "--db", library.database]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The write-ahead log appears once the scan has begun.
    wait(for: process) { size(library.database + "-wal") > 0 }
    kill(process.processIdentifier, SIGINT)
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let report = try #require(
      try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let wasInterrupted = try #require(report["interrupted"] as? Bool)
    #expect(process.terminationStatus == (wasInterrupted ? 1 : 0))
    let next = try Program.run(
      ["scan", "--quiet", "--json", library.root, "--db", library.database]
    ).json()
    #expect(next["files"] as? Int == 3_000)
    #expect((next["unchanged"] as? Int ?? 0) >= (report["files"] as? Int ?? 0) - 1_000)
  }

  /// Waits until a condition is true or the program has ended by itself.
  private func wait(for process: Process, until holds: () -> Bool) {
    _ = eventually { !process.isRunning || holds() }
  }

  private func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }
}
