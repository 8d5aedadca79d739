import Foundation
import TestSupport

/// `geoindex watch --json` in the background.
final class RunningWatcher {
  let process = Process()
  private let folder: TemporaryDirectory

  init(_ library: Library, _ words: [String]) throws {
    folder = try TemporaryDirectory()
    for name in ["out", "err"] { try Data().write(to: URL(fileURLWithPath: folder.file(name))) }
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["watch", "--json", "--quiet", "--db", library.database] + words
    process.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.file("out")))
    process.standardError = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.file("err")))
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The reports of its scans and refreshes so far.
  var reports: [[String: Any]] {
    let lines = text("out").split(separator: "\n", omittingEmptySubsequences: true)
    return lines.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  /// The sum of a number of all reports, such as `added`.
  func sum(_ name: String) -> Int { reports.reduce(0) { $0 + ($1[name] as? Int ?? 0) } }

  /// What it has written to standard error.
  var messages: String { text("err") }

  /// Whether it ends by itself within some seconds after SIGTERM, with success.
  func ends(within seconds: Double) -> Bool {
    process.terminate()
    guard eventually(within: seconds, { !process.isRunning }) else { return false }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }
}
