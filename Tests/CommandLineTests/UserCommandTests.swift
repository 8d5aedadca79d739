import Foundation
import TestSupport
import Testing

/// `geoindex user`, and servers with users.
@Suite struct UserCommandTests {
  private let library: Library
  private let password: String

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    try library.add("japan/b.jpg", as: "2024-japan/mount-fuji.jpg")
    password = library.file("password")
    try Data("swordfish\nsecond line\n".utf8).write(to: URL(fileURLWithPath: password))
    #expect(try run("scan", "--quiet", library.root).code == 0)
  }

  @discardableResult private func run(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  private func add(_ name: String, _ role: String, _ more: String...) throws -> Program.Outcome {
    try Program.run(
      ["user", "add", name, "--role", role, "--password-file", password, "--db", library.database]
        + more)
  }

  private func ask(_ server: RunningServer, _ target: String, _ more: [String] = []) throws
    -> String
  {
    try Program.run("curl", ["-s"] + more + [server.url + target]).output
  }

  @Test func usersSignInToARunningServerWithinASecond() throws {
    let server = try RunningServer(library)
    #expect(try ask(server, "me") == "{\"role\":\"owner\"}")
    #expect(try add("ada", "owner").code == 0)
    #expect(try add("bob", "viewer", "--path", "japan").code == 0)
    usleep(1_200_000)
    #expect(try ask(server, "me").contains("401"))
    #expect(
      try ask(server, "me", ["-u", "ada:swordfish"]).contains("\"role\":\"owner\",\"name\":\"ada\"")
    )
    let items = try ask(server, "collections/photos/items", ["-u", "bob:swordfish"])
    #expect(items.contains("\"numberMatched\":1") && items.contains("japan/b.jpg"))
    let token = try run("user", "token", "bob", "--expires", "2h").output.trimmingCharacters(
      in: .newlines)
    let bearer = ["-H", "Authorization: Bearer \(token)"]
    usleep(1_200_000)
    #expect(try ask(server, "me", bearer).contains("\"name\":\"bob\""))
    let listed = try run("user", "list").output
    let id = try #require(listed.firstMatch(of: /token (\S+) until/)?.1)
    #expect(try run("user", "token", "bob", "--revoke", String(id)).code == 0)
    #expect(try run("user", "remove", "ada").code == 0)
    usleep(1_200_000)
    #expect(try ask(server, "me", bearer).contains("401"))
    #expect(try ask(server, "me", ["-u", "ada:swordfish"]).contains("401"))
    // The client of the command line is a program too.
    let found = try Program.run(
      ["query", "--server", server.url, "--json"],
      environment: ["GEOINDEX_AUTH": "bob:swordfish"])
    #expect(found.output.contains("japan/b.jpg"), "\(found.messages)")
  }

  @Test func aServerForOtherMachinesNeedsUsersOrAReason() throws {
    let words = ["serve", "--host", "0.0.0.0", "--port", "0", "--db", library.database]
    let refused = try Program.run(words)
    #expect(refused.code == 2)
    #expect(refused.messages.contains("geoindex user add"), "\(refused.messages)")
    #expect(try add("ada", "owner").code == 0)
    let server = try RunningServer(library, ["--host", "0.0.0.0"])
    #expect(try ask(server, "me").contains("401"))
  }

  @Test func theFileIsPrivateAndHasNoPassword() throws {
    #expect(try add("ada", "owner").code == 0)
    let token = try run("user", "token", "ada").output.trimmingCharacters(in: .newlines)
    let file = library.database + ".users"
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("$y$") && !text.contains("swordfish") && !text.contains(token))
  }

  @Test func aUserIsReplacedOnlyOnRequestAndChangesThePassword() throws {
    #expect(try add("bob", "viewer", "--path", "japan").code == 0)
    let taken = try add("bob", "owner")
    #expect(taken.code == 2)
    #expect(taken.messages.contains("--replace"))
    #expect(
      try add("bob", "editor", "--bbox", "1,2,3,4", "--keyword", "Meer 海", "--replace").code == 0)
    #expect(try run("user", "list").output == "bob  editor  bbox=1,2,3,4  keyword=Meer 海\n")
    let json = try JSONSerialization.jsonObject(
      with: Data(try run("user", "list", "--json").output.utf8))
    #expect(
      json as? NSDictionary == [
        "users": [
          [
            "name": "bob", "role": "editor", "password": true,
            "scope": ["bbox": ["1,2,3,4"], "keyword": ["Meer 海"]], "tokens": [],
          ]
        ]
      ])
    // Without a password, the former one stays.
    #expect(try run("user", "add", "bob", "--role", "viewer", "--replace").code == 0)
    #expect(try run("user", "list").output == "bob  viewer\n")
    try Data("other".utf8).write(to: URL(fileURLWithPath: password))
    #expect(
      try Program.run(
        ["user", "password", "bob", "--password-file", password, "--db", library.database]
      ).code == 0)
    let server = try RunningServer(library)
    #expect(try ask(server, "me", ["-u", "bob:other"]).contains("bob"))
    #expect(try ask(server, "me", ["-u", "bob:swordfish"]).contains("401"))
  }

  @Test(arguments: [
    (["add"], "NAME"), (["add", "x"], "--role"), (["add", "x", "--role", "king"], "--role"),
    (["add", "a:b", "--role", "owner"], "colon"), (["add", "", "--role", "owner"], "empty"),
    (["add", "a\u{202E}b", "--role", "owner"], "invisible"),
    (["add", "x", "--role", "owner", "--path", "a"], "leave out the scope"),
    (["add", "x", "--role", "viewer", "--path", "a[b]"], "pattern"),
    (["add", "x", "--role", "viewer", "--path", "/"], "whole library"),
    (["add", "x", "--role", "viewer", "--bbox", "1,2,3"], "bbox"),
    (["add", "x", "--role", "viewer", "--area", "Atlantis Nowhere"], "geoindex places"),
    (["add", "x", "--role", "viewer"], "--password-file"),
    (["remove", "x"], "there is no user"), (["token", "x"], "there is no user"),
    (["password", "x", "--password-file", "/dev/null"], "empty"), (["drop", "x"], "not add NAME"),
  ])
  func mistakesSayWhatToDo(words: [String], part: String) throws {
    let outcome = try Program.run(["user"] + words + ["--db", library.database])
    #expect(outcome.code == 1 || outcome.code == 2)
    #expect(outcome.messages.contains(part), "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: library.database + ".users"))
  }

  @Test func manyAtOnceLoseNoUser() throws {
    let adding =
      "'\(Program.path)' user add user$n --role viewer --no-password --db '\(library.database)'"
    let outcome = try Program.run(
      "bash", ["-c", "for n in 1 2 3 4 5 6; do \(adding) & done; wait"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try run("user", "list").output.split(separator: "\n").count == 6)
  }
}
