import Foundation
import TestSupport

/// A PostgreSQL server for one test, made by `scripts/cluster` and removed with the last reference.
final class Cluster {
  /// The address of its database.
  let address: String

  /// What a program needs to connect.
  let environment: [String: String]

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // The server runs as another user if the tests run as root.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let outcome = try Program.run(Self.script, ["start", folder.file("server")])
    var found: [String: String] = [:]
    for line in outcome.output.split(separator: "\n") {
      let parts = line.dropFirst("export ".count).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { found[String(parts[0])] = String(parts[1]) }
    }
    struct NotStarted: Error { let messages: String }
    guard let address = found.removeValue(forKey: "GEOINDEX_DB") else {
      throw NotStarted(messages: outcome.messages)
    }
    self.address = address
    environment = found
  }

  deinit { _ = try? Program.run(Self.script, ["kill", folder.file("server")]) }

  /// Ends the server as a power cut would, and starts it again.
  func crash() throws {
    _ = try Program.run(Self.script, ["kill", folder.file("server")])
    _ = try Program.run(Self.script, ["start", folder.file("server")])
  }

  /// Ends the server as a power cut would.
  func kill() throws { _ = try Program.run(Self.script, ["kill", folder.file("server")]) }

  /// Runs statements, and returns what they print.
  @discardableResult
  func sql(_ text: String) throws -> String {
    try Program.run(
      "psql", ["--no-psqlrc", "--tuples-only", "--no-align", "--command", text, address],
      environment: environment
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs geoindex with the record, as a machine with a local index of its own.
  @discardableResult
  func run(_ arguments: [String], as machine: String = "one", replica: String? = nil) throws
    -> Program.Outcome
  {
    try Program.run(
      arguments + [
        "--db", address, "--machine", machine, "--replica", folder.file(replica ?? machine),
      ], environment: environment)
  }

  /// A process of geoindex that runs on.
  func process(_ arguments: [String], as machine: String = "one") throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments =
      arguments + [
        "--db", address, "--machine", machine, "--replica", folder.file(machine),
      ]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// The folder of a machine's local index.
  func folder(of machine: String) -> String { folder.file(machine) }

  /// The file of a local index.
  func replica(of machine: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(machine))
    return folder.file(machine) + "/" + (names.first { $0.hasSuffix(".sqlite") } ?? "")
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/cluster").path
}
