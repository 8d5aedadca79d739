public import Foundation

/// A PostgreSQL server for one test, made by `scripts/cluster` and removed with the last reference.
public final class DatabaseServer {
  /// The address of its database.
  public let address: String

  /// What a program needs to connect.
  public let environment: [String: String]

  private let folder: TemporaryDirectory

  private let nodes: Int

  /// Starts it, with a streaming standby or nodes for partitions of photos if wanted.
  public init(hasStandby: Bool = false, nodes: Int = 0) throws {
    self.nodes = nodes
    folder = try TemporaryDirectory()
    // The server runs as another user if the tests run as root.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let outcome = try Program.run(
      Self.script,
      ["start", folder.file("server")] + (hasStandby ? ["--standby"] : [])
        + (nodes > 0 ? ["--nodes", String(nodes)] : []))
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

  deinit {
    let parts = ["server/standby"] + (0..<nodes).map { "server/node\($0 + 1)" } + ["server"]
    for server in parts {
      _ = try? Program.run(Self.script, ["kill", folder.file(server)])
    }
  }

  /// The address with its password, for connections of the test itself.
  public func addressWithPassword() throws -> String {
    let password = try String(contentsOfFile: folder.file("server/password"), encoding: .utf8)
    return address.replacingOccurrences(of: "geoindex@", with: "geoindex:\(password)@")
  }

  /// The folder of the local indexes of a machine.
  public func replicas(of machine: String) -> String { folder.file(machine) }

  /// The options with which a program finds the record, as a machine with a local index of its own.
  public func options(as machine: String, replica: String? = nil) -> [String] {
    ["--db", address, "--machine", machine, "--replica", folder.file(replica ?? machine)]
  }

  /// Ends the primary as a power cut would, and makes the standby the primary.
  public func failOver() throws {
    try kill()
    _ = try Program.run(Self.script, ["promote", folder.file("server/standby")])
  }

  /// Moves the partitions of photos to the nodes.
  public func spread() throws {
    let outcome = try Program.run(Self.script, ["spread", folder.file("server")])
    struct NotMoved: Error { let messages: String }
    if outcome.code != 0 { throw NotMoved(messages: outcome.messages) }
  }

  /// Ends a node as a power cut would.
  public func kill(node: Int) throws {
    _ = try Program.run(Self.script, ["kill", folder.file("server/node\(node)")])
  }

  /// Starts a node again.
  public func start(node: Int) throws {
    _ = try Program.run(Self.script, ["start", folder.file("server/node\(node)")])
  }

  /// Ends the server as a power cut would, and starts it again.
  public func crash() throws {
    _ = try Program.run(Self.script, ["kill", folder.file("server")])
    _ = try Program.run(Self.script, ["start", folder.file("server")])
  }

  /// Ends the server as a power cut would.
  public func kill() throws { _ = try Program.run(Self.script, ["kill", folder.file("server")]) }

  /// Runs statements, and returns what they print.
  @discardableResult
  public func sql(_ text: String) throws -> String {
    try Self.sql(text, at: address, environment)
  }

  /// Runs statements on a node.
  @discardableResult
  public func sql(_ text: String, node: Int) throws -> String {
    let (address, environment) = try access(toNode: node)
    return try Self.sql(text, at: address, environment)
  }

  /// The address of a node, and what a program needs to connect.
  public func access(toNode node: Int) throws -> (address: String, environment: [String: String]) {
    let server = folder.file("server/node\(node)")
    let port = try String(contentsOfFile: server + "/port", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return ("postgres://geoindex@127.0.0.1:\(port)/photos", ["PGPASSFILE": server + "/pgpass"])
  }

  private static func sql(_ text: String, at address: String, _ environment: [String: String])
    throws -> String
  {
    try Program.run(
      "psql", ["--no-psqlrc", "--tuples-only", "--no-align", "--command", text, address],
      environment: environment
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs geoindex with the record, as a machine with a local index of its own.
  @discardableResult
  public func run(_ arguments: [String], as machine: String = "one", replica: String? = nil) throws
    -> Program.Outcome
  {
    try Program.run(
      arguments + options(as: machine, replica: replica), environment: environment)
  }

  /// A process of geoindex that runs on.
  public func process(_ arguments: [String], as machine: String = "one") throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments + options(as: machine)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Its messages say why a test fails.
    process.standardOutput = FileHandle.nullDevice
    return process
  }

  /// The file of a local index.
  public func replica(of machine: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(machine))
    return folder.file(machine) + "/" + (names.first { $0.hasSuffix(".sqlite") } ?? "")
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/cluster").path
}
