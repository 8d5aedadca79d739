import Foundation
import TestSupport
import Testing

@Suite("Zones, views and links of a record", .serialized) struct ListTests {
  private let cluster: Cluster
  private let library: Library

  init() throws {
    cluster = try Cluster()
    library = try Library()
    try library.add("a.jpg")
    try run(["scan", "--quiet", library.root])
  }

  @discardableResult
  private func run(_ words: [String], as machine: String = "one", replica: String? = nil) throws
    -> Program.Outcome
  {
    let outcome = try cluster.run(words, as: machine, replica: replica)
    #expect(outcome.code == 0, "\(words): \(outcome.messages)")
    return outcome
  }

  /// The options with another spelling of the address.
  private func other(_ replica: String) -> [String] {
    ["--db", cluster.address + "?connect_timeout=7", "--replica", cluster.replicas(of: replica)]
  }

  /// Starts a server that asks for a password.
  private func server(_ options: [String]) throws -> RunningServer {
    try RunningServer(
      library, words: ["serve", "--port", "0"] + options,
      environment: cluster.environment.merging(["GEOINDEX_AUTH": "ada:secret"]) { $1 })
  }

  /// What a guest of a link is answered: the number of photos, or the status.
  private func seen(_ server: RunningServer, _ token: String) throws -> String {
    let reply = try Program.run(
      "curl",
      [
        "--silent", "--max-time", "60", "--write-out", "\n%{http_code}", "--header",
        "Authorization: Bearer \(token)", server.url + "collections/photos/items?properties=",
      ]
    ).output
    guard reply.hasSuffix("200") else { return String(reply.suffix(3)) }
    return reply.contains("\"numberMatched\":1") ? "photo" : "nothing"
  }

  private func token(_ link: Program.Outcome) -> String {
    String(link.output.split(separator: "=").last ?? "").trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  private static let zone = ["zone", "add", "home", "--bbox", "2,48,3,49"]

  @Test(
    "apply to all servers, whatever their machines are called and however the address is spelled")
  func everyServer() throws {
    let link = token(try run(["share", "--quiet"], as: "two"))
    let servers = [
      try server(cluster.options(as: "one")),
      try server(["--machine", "renamed"] + other("one")),
    ]
    for server in servers { #expect(try seen(server, link) == "photo") }
    let added = try Program.run(Self.zone + other("three"), environment: cluster.environment)
    #expect(added.code == 0, "\(added.messages)")
    for server in servers {
      let isHidden = eventually { (try? seen(server, link)) == "nothing" }
      #expect(isHidden)
    }
    try run(["zone", "remove", "home"])
    for server in servers {
      let isShown = eventually { (try? seen(server, link)) == "photo" }
      #expect(isShown)
    }
    let id = String(try run(["share", "--list"]).output.prefix { $0 != " " })
    try run(["share", "--revoke", id], as: "four")
    for server in servers {
      let isRefused = eventually { (try? seen(server, link)) == "401" }
      #expect(isRefused)
    }
  }

  @Test("stay hidden while the database is down, and guests of a server without a copy see nothing")
  func databaseDown() throws {
    let link = token(try run(["share", "--quiet"]))
    try run(Self.zone)
    let replica = try cluster.replica(of: "one")
    try cluster.kill()
    do {
      let server = try server(cluster.options(as: "one"))
      #expect(try seen(server, link) == "nothing")
    }
    try FileManager.default.removeItem(atPath: replica + ".zones")
    let server = try server(cluster.options(as: "one"))
    #expect(try seen(server, link) == "503")
    let listed = try cluster.run(["zone", "list"])
    #expect(listed.code == 1)
    #expect(listed.messages.contains("start the database"), "\(listed.messages)")
    let added = try cluster.run(["zone", "add", "more", "--bbox", "4,48,5,49"])
    #expect(added.code == 1)
  }

  @Test(
    "that an earlier version stored beside local indexes are taken over, also from those of other spellings"
  )
  func earlierVersion() throws {
    try run(["zone", "add", "kept", "--bbox", "6,48,7,49"])
    _ = try Program.run(["export"] + other("one"), environment: cluster.environment)
    let files = try FileManager.default.contentsOfDirectory(atPath: cluster.replicas(of: "one"))
    let replicas = files.filter { $0.hasSuffix(".sqlite") }.map {
      cluster.replicas(of: "one") + "/" + $0
    }
    #expect(replicas.count == 2)
    for (number, replica) in replicas.enumerated() {
      let text = "7\nhidden\tbbox \(number).0,48.0,\(number).5,49.0\thome\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: replica + ".zones"))
    }
    // The local index of another record in the same folder.
    let foreign = cluster.replicas(of: "one") + "/record-0.sqlite"
    let scanned = try Program.run(["scan", "--quiet", library.root, "--db", foreign])
    #expect(scanned.code == 0)
    try Data("7\nhidden\tbbox 9.0,48.0,9.5,49.0\tforeign\n".utf8)
      .write(to: URL(fileURLWithPath: foreign + ".zones"))
    for machine in ["one", "two"] {
      let zones = try run(["zone", "list"], as: machine).output
      for part in ["kept  hidden", "home  hidden", "home (2)  hidden", "bbox=0.0", "bbox=1.0"] {
        #expect(zones.contains(part), "\(zones)")
      }
      #expect(!zones.contains("foreign"))
    }
    // What was taken over once can be removed.
    for name in ["home", "home (2)"] { try run(["zone", "remove", name], as: "two") }
    #expect(try run(["zone", "list"]).output == "kept  hidden  bbox=6.0,48.0,7.0,49.0\n")
  }

  @Test("stay when the record goes back to an earlier state or a backup is restored")
  func earlierState() throws {
    try run(Self.zone)
    let folder = try TemporaryDirectory()
    let archive = folder.file("backup.tar")
    let first = token(try run(["share", "--quiet"]))
    let id = String(try run(["share", "--list"]).output.prefix { $0 != " " })
    try run(["backup", archive])
    try cluster.sql("CREATE TABLE public.saved AS SELECT * FROM geoindex.list")
    try run(["zone", "add", "later", "--bbox", "4,48,5,49"])
    try run(["share", "--revoke", id])
    try cluster.sql(
      """
      UPDATE geoindex.list SET content = saved.content, former = saved.former
      FROM public.saved WHERE saved.name = list.name
      """)
    let server = try server(cluster.options(as: "one"))
    for machine in ["one", "two"] {
      #expect(try run(["zone", "list"], as: machine).output.contains("later"))
      #expect(try run(["share", "--list"], as: machine).output.isEmpty)
    }
    let restored = try run(["restore", archive], as: "three")
    #expect(restored.messages.contains("--revive-link \(id)"), "\(restored.messages)")
    #expect(try run(["zone", "list"]).output.contains("later"))
    #expect(try seen(server, first) == "401")
    try run(["restore", "--revive-link", id, archive], as: "three")
    let isValid = eventually { (try? seen(server, first)) == "nothing" }
    #expect(isValid)
  }

  @Test("are the same views on all machines, also while they change and after a restore")
  func views() throws {
    let archive = try TemporaryDirectory()
    try run(["view", "add", "all", "--media", "image"])
    try run(["backup", archive.file("backup.tar")])
    let adding = try (1...6).map {
      try cluster.process(
        ["view", "add", "view \($0)", "--keyword", "k\($0)"], as: $0 < 4 ? "two" : "three")
    }
    for process in adding { try process.run() }
    for process in adding {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    for machine in ["one", "two", "four"] {
      let views = try run(["view", "list"], as: machine).output.split(separator: "\n")
      #expect(
        Set(views) == Set(["all  media=image"] + (1...6).map { "view \($0)  keyword=k\($0)" }))
      let found = try run(["query", "--view", "all", "--json"], as: machine).output
      #expect(found.contains("a.jpg"), "\(found)")
    }
    let server = try server(cluster.options(as: "five"))
    func matched(_ view: String) throws -> String {
      try Program.run(
        "curl",
        [
          "--silent", "--max-time", "60", "--user", "ada:secret",
          server.url + "collections/photos/items?limit=1&view=\(view)",
        ]
      ).output
    }
    #expect(try matched("all").contains("\"numberMatched\":1"))
    try run(["view", "add", "all", "--replace", "--media", "video"])
    let hasChanged = eventually { (try? matched("all"))?.contains("\"numberMatched\":0") == true }
    #expect(hasChanged)
    let restored = try run(["restore", archive.file("backup.tar")], as: "six")
    #expect(restored.messages.contains("the view \"all (2)\""), "\(restored.messages)")
    let views = try run(["view", "list"]).output
    #expect(views.contains("all  media=video\n"))
    #expect(views.contains("all (2)  media=image\n"))
  }

  @Test("are the same users and sessions on all machines")
  func users() throws {
    let secret = try TemporaryDirectory()
    try Data("swordfish\n".utf8).write(to: URL(fileURLWithPath: secret.file("password")))
    try run([
      "user", "add", "ada", "--role", "owner", "--password-file", secret.file("password"),
    ])
    try run(["user", "add", "robot", "--role", "viewer", "--no-password"], as: "two")
    let servers = try ["one", "two"].map { machine in
      try RunningServer(
        library, words: ["serve", "--port", "0", "--machine", machine] + other(machine),
        environment: cluster.environment)
    }
    func status(_ server: RunningServer, _ more: [String]) throws -> String {
      try Program.run(
        "curl", ["-s", "-o", secret.file("out"), "-w", "%{http_code}"] + more + [server.url + "me"]
      ).output
    }
    for server in servers {
      #expect(try status(server, []) == "401")
      #expect(try status(server, ["-u", "ada:swordfish"]) == "200")
    }
    let signedIn = try Program.run(
      "curl",
      [
        "-s", "-c", secret.file("jar"), "--data", "name=ada&password=swordfish",
        servers[0].url + "session",
      ])
    #expect(signedIn.output.contains("\"session\":true"), "\(signedIn.output)")
    let cookie = try String(contentsOfFile: secret.file("jar"), encoding: .utf8)
      .split(separator: "\n").compactMap { $0.split(separator: "\t").last }.last
    let session = ["-H", "Cookie: geoindex-session=\(try #require(cookie))"]
    #expect(eventually { (try? status(servers[1], session)) == "200" })
    _ = try Program.run("curl", ["-s", "-X", "DELETE"] + session + [servers[1].url + "session"])
    #expect(eventually { (try? status(servers[0], session)) == "401" })
    try run(["user", "remove", "ada"], as: "two")
    #expect(eventually { (try? status(servers[0], ["-u", "ada:swordfish"])) == "401" })
    // A copy that the record does not know, as of a session that was ended long ago, adds nothing to it.
    let former = try cluster.sql(
      "SELECT cardinality(former) FROM geoindex.list WHERE name = 'sessions'")
    #expect((Int(former) ?? 0) >= 2)
  }

  @Test("of users and sessions that a machine never had make its server wait for the database")
  func unknownUsers() throws {
    let secret = try TemporaryDirectory()
    try Data("swordfish\n".utf8).write(to: URL(fileURLWithPath: secret.file("password")))
    try run([
      "user", "add", "ada", "--role", "owner", "--password-file", secret.file("password"),
    ])
    // As an earlier version has left it: with a local index and its other lists.
    let manager = FileManager.default
    let replicas = cluster.replicas(of: "one")
    let names = try manager.subpathsOfDirectory(atPath: replicas)
      .filter { $0.hasSuffix(".users") || $0.hasSuffix(".sessions") }
    #expect(names.count == 2, "\(names)")
    for name in names { try manager.removeItem(atPath: replicas + "/" + name) }
    try cluster.kill()
    let server = try RunningServer(
      library, words: ["serve", "--port", "0"] + cluster.options(as: "one"),
      environment: cluster.environment)
    func status(_ path: String, _ more: [String] = []) throws -> String {
      try Program.run(
        "curl", ["-s", "-o", secret.file("out"), "-w", "%{http_code}"] + more + [server.url + path]
      ).output
    }
    let paths = ["", "me", "collections/photos/items", "session", "photos/1/original", "metrics"]
    for path in paths {
      #expect(try status(path) == "503", "\(path)")
      #expect(try status(path, ["-u", "ada:swordfish"]) == "503", "\(path)")
    }
    #expect(try status("healthz") == "200")
    try cluster.crash()
    #expect(eventually { (try? status("me")) == "401" })
    #expect(try status("me", ["-u", "ada:swordfish"]) == "200")
  }

  @Test("can be used by those who may use photos, and the key by those who may fetch pictures")
  func permissions() throws {
    let privileges = """
      SELECT has_table_privilege('reader', 'geoindex.list', 'SELECT'),
        has_table_privilege('reader', 'geoindex.list', 'UPDATE'),
        has_table_privilege('reader', 'geoindex.share_key', 'SELECT'),
        has_table_privilege('viewer', 'geoindex.share_key', 'SELECT')
      """
    try cluster.sql(
      """
      CREATE ROLE reader; CREATE ROLE viewer;
      DROP TABLE geoindex.list, geoindex.share_key;
      DELETE FROM geoindex.migration WHERE name IN ('zones and links', 'saved views', 'users');
      GRANT SELECT ON geoindex.photo_buffer TO reader;
      GRANT SELECT ON geoindex.picture_key TO viewer
      """)
    try run(["zone", "list"])
    #expect(try cluster.sql(privileges) == "t|f|f|t")
  }
}
