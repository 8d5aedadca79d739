import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A record behind pgbouncer in transaction mode", .serialized) struct PoolerTests {
  private let cluster: Cluster
  private let pooler: Pooler

  init() throws {
    cluster = try Cluster()
    pooler = try Pooler(cluster)
  }

  private func options(_ machine: String) -> [String] {
    ["--db", pooler.address, "--machine", machine, "--replica", cluster.replicas(of: machine)]
  }

  @discardableResult
  private func run(_ words: [String], as machine: String = "one") throws -> String {
    let outcome = try Program.run(words + options(machine), environment: cluster.environment)
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test("is scanned, placed in and followed; no state of a session reaches another client")
  func works() throws {
    let library = try Library()
    for name in ["a.jpg", "b.jpg"] { try library.add(name) }
    try run(["scan", "--quiet", library.root])
    try run(["place", "--at", "60.1, 24.9", "--apply", library.file("b.jpg")])
    let server = try RunningServer(
      library, words: ["serve", "--port", "0"] + options("two"), environment: cluster.environment)
    func shown() throws -> String {
      try Program.run("curl", ["--silent", server.url + "collections/photos/items?f=csv"]).output
    }
    #expect(try shown().contains("a.jpg"))
    for name in ["a.jpg", "c.jpg", "d.jpg"] {
      if name == "a.jpg" {
        try FileManager.default.removeItem(atPath: library.file(name))
      } else {
        try library.add(name, as: "2024-japan/mount-fuji.jpg")
      }
      try run(["scan", "--quiet", library.root])
      #expect(try eventually { try shown().contains(name) == (name != "a.jpg") })
    }
    #expect(try cluster.run(["export"], as: "four").output == run(["export"], as: "three"))
    #expect(try shown().contains("60.1"))
    // Notifications would reach the next client of the connection; without one, pgbouncer closes it.
    #expect(try !pooler.log().contains("not linked"))
  }

  @Test("is recognised by doctor")
  func doctor() throws {
    let library = try Library()
    try library.add("a.jpg")
    try run(["scan", "--quiet", library.root])
    let behind = "behind a pooler"
    #expect(
      try Program.run(["doctor"] + options("one"), environment: cluster.environment).output
        .contains(behind))
    #expect(try !cluster.run(["doctor"]).output.contains(behind))
  }
}

/// A pgbouncer in front of a server, stopped with the last reference.
private final class Pooler {
  let address: String
  private let folder: TemporaryDirectory
  private let process = Process()

  init(_ cluster: Cluster) throws {
    folder = try TemporaryDirectory()
    let port = try Program.run("Tests/free_port.py", []).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let original = try #require(URLComponents(string: cluster.address))
    address = "postgres://geoindex@127.0.0.1:\(port)\(original.path)"
    let server = try #require(URLComponents(string: cluster.addressWithPassword()))
    try write("users", "\"geoindex\" \"\(server.password ?? "")\"")
    try write(
      "settings",
      """
      [databases]
      photos = host=127.0.0.1 port=\(server.port ?? 0)
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      auth_type = scram-sha-256
      auth_file = \(folder.file("users"))
      pool_mode = transaction
      default_pool_size = 3
      unix_socket_dir =
      logfile = \(folder.file("log"))
      \(getuid() == 0 ? "user = postgres" : "")
      """)
    try write("log", "")
    if getuid() == 0 {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o666], ofItemAtPath: folder.file("log"))
    }
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/pgbouncer")
    process.arguments = ["--quiet", folder.file("settings")]
    try process.run()
    let isReady = try eventually {
      try Program.run("psql", ["--command", "SELECT 1", address], environment: cluster.environment)
        .code == 0
    }
    let problems = try log()
    #expect(isReady, "\(problems)")
  }

  // Threads of tests may block SIGTERM, and a program that they start inherits that.
  deinit { kill(process.processIdentifier, SIGKILL) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  func log() throws -> String { try String(contentsOfFile: folder.file("log"), encoding: .utf8) }
}
