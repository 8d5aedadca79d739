import Foundation
import TestSupport
import Testing

/// A backup restores the index, its zones and its links.
@Suite struct BackupTests {
  private let library: Library
  private let folder: TemporaryDirectory

  init() throws {
    library = try Library()
    folder = try TemporaryDirectory()
    for name in ["a.jpg", "b.jpg"] { try library.add(name) }
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    #expect(try geoindex("zone", "add", "home", "--bbox", "2,48,3,49").code == 0)
    #expect(try geoindex("share", "--path", "a*").code == 0)
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  private func export(_ database: String) throws -> String {
    try Program.run(["export", "--db", database]).output
  }

  @Test func aBackupCanBeRestoredUnderAnotherName() throws {
    let archive = folder.file("backup.tar")
    let made = try geoindex("backup", archive)
    #expect(made.code == 0, "\(made.messages)")
    let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let other = folder.file("deep/down/other.sqlite")
    let restored = try Program.run(["restore", archive, "--db", other])
    #expect(restored.code == 0, "\(restored.messages)")
    #expect(try export(other) == export(library.database))
    for ending in [".zones", ".shares", ".share-key"] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: other + ending))
          == Data(contentsOf: URL(fileURLWithPath: library.database + ending)))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("deep/down"))
    #expect(names.allSatisfy { $0.hasPrefix("other.sqlite") && !$0.contains(".tmp") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "backup.tar", "deep",
      ])
    // Scans can update the restored index.
    try library.add("c.jpg")
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", other]).code == 0)
    #expect(try export(other).contains("c.jpg"))
  }

  @Test func thePasswordFileOfTheConfigurationIsPartOfABackup() throws {
    let (passwords, config) = (folder.file("passwords"), folder.file("config"))
    try Data("ada:$6$old\n".utf8).write(to: URL(fileURLWithPath: passwords))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: passwords)
    try Data("auth-file = \(passwords)\n".utf8).write(to: URL(fileURLWithPath: config))
    let archive = folder.file("backup.tar")
    let made = try geoindex("backup", archive, "--config", config)
    #expect(made.code == 0, "\(made.messages)")
    #expect(made.messages.contains("passwords"))
    try Data("ada:$6$new\n".utf8).write(to: URL(fileURLWithPath: passwords))
    let text = { try String(contentsOfFile: $0, encoding: .utf8) }
    let restore = { try Program.run(["restore", archive] + $0) }
    let without = try restore(["--db", folder.file("a.sqlite")])
    #expect(without.messages.contains("--auth-file"), "\(without.messages)")
    let kept = try restore(["--db", folder.file("b.sqlite"), "--config", config])
    #expect(kept.messages.contains("--replace"), "\(kept.messages)")
    #expect(try text(passwords) == "ada:$6$new\n")
    let elsewhere = folder.file("elsewhere")
    let moved = try restore(["--db", folder.file("c.sqlite"), "--auth-file", elsewhere])
    #expect(moved.code == 0, "\(moved.messages)")
    #expect(try text(elsewhere) == "ada:$6$old\n")
    let replaced = try restore(["--db", folder.file("b.sqlite"), "--config", config, "--replace"])
    #expect(replaced.code == 0, "\(replaced.messages)")
    #expect(try text(passwords) == "ada:$6$old\n")
    let mode =
      try FileManager.default.attributesOfItem(atPath: passwords)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    let missing = try geoindex("backup", archive, "--auth-file", folder.file("nowhere"))
    #expect(missing.code == 2)
    #expect(missing.messages.contains("nowhere"))
  }

  @Test func aBackupIsMadeWhileAServerAndAScanRun() throws {
    let server = try RunningServer(library, ["--watch", library.root])
    for round in 0..<5 {
      try library.add("more\(round).jpg")
      let archive = folder.file("\(round).tar")
      #expect(try geoindex("backup", archive).code == 0)
      let other = folder.file("\(round).sqlite")
      #expect(try Program.run(["restore", "--quiet", archive, "--db", other]).code == 0)
      #expect(
        try Program.run(["doctor", "--json", "--db", other]).output.contains("nothing damaged"))
    }
    _ = server
  }

  @Test func anIndexIsReplacedOnlyOnRequestAndOnlyIfNoProgramHasItOpen() throws {
    let archive = folder.file("backup.tar")
    #expect(try geoindex("backup", archive).code == 0)
    let before = try export(library.database)
    try library.add("c.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let refused = try geoindex("restore", archive)
    #expect(refused.code == 1)
    #expect(refused.messages.contains("--replace"))
    let server = try RunningServer(library)
    _ = try Data(contentsOf: #require(URL(string: server.url + "collections/photos/items")))
    let busy = try geoindex("restore", "--replace", archive)
    #expect(busy.code == 1)
    #expect(busy.messages.contains("end it first"), "\(busy.messages)")
    #expect(try export(library.database).contains("c.jpg"))
    #expect(server.stop() == 0)
    let replaced = try geoindex("restore", "--replace", archive)
    #expect(replaced.code == 0, "\(replaced.messages)")
    #expect(try export(library.database) == before)
  }

  @Test func anInvalidBackupDoesNotChangeTheIndex() throws {
    let before = try export(library.database)
    let archive = folder.file("backup.tar")
    #expect(try geoindex("backup", archive).code == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: archive))
    let cases: [(String, Data)] = [
      ("cut.tar", whole.prefix(whole.count / 2)), ("empty.tar", Data()),
      ("text.tar", Data("a letter".utf8)),
    ]
    for (name, data) in cases {
      try data.write(to: URL(fileURLWithPath: folder.file(name)))
      let outcome = try geoindex("restore", "--replace", folder.file(name))
      #expect(outcome.code == 1, "\(name)")
    }
    // A link to a file elsewhere in place of a side file.
    let script = """
      cd '\(folder.path)'; mkdir x; tar -xf backup.tar -C x; rm x/photos.sqlite.zones
      ln -s /etc/passwd x/photos.sqlite.zones; tar -cf link.tar -C x .
      rm x/photos.sqlite; ln -s '\(library.database)' x/photos.sqlite; tar -cf links.tar -C x .
      """
    #expect(try Program.run("bash", ["-ec", script]).code == 0)
    #expect(try geoindex("restore", "--replace", folder.file("links.tar")).code == 1)
    #expect(try export(library.database) == before)
    #expect(try geoindex("restore", "--replace", folder.file("link.tar")).code == 0)
    #expect(try export(library.database) == before)
    let zones = try String(contentsOfFile: library.database + ".zones", encoding: .utf8)
    #expect(zones.contains("home"))
  }

  @Test func aBackupGoesThroughAPipe() throws {
    let script = """
      '\(Program.path)' backup - --db '\(library.database)' \
        | '\(Program.path)' restore --quiet - --db '\(folder.file("other.sqlite"))'
      """
    let piped = try Program.run("bash", ["-eo", "pipefail", "-c", script])
    #expect(piped.code == 0, "\(piped.messages)")
    #expect(try export(folder.file("other.sqlite")) == export(library.database))
  }

  @Test func uninstallListsAllThatWasWritten() throws {
    let home = folder.file("home")
    let environment = [
      "HOME": home, "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": "",
    ]
    try FileManager.default.createDirectory(
      atPath: home + "/.config/geoindex", withIntermediateDirectories: true)
    try Data("port = 0\n".utf8).write(to: URL(fileURLWithPath: home + "/.config/geoindex/config"))
    let run = { try Program.run($0, environment: environment) }
    #expect(try run(["scan", "--quiet", library.root]).code == 0)
    #expect(try run(["zone", "add", "home", "--bbox", "2,48,3,49"]).code == 0)
    #expect(try run(["share"]).code == 0)
    let listed = try run(["uninstall", "--dry-run"])
    #expect(listed.code == 0)
    let found = try Program.run("find", [home, "-type", "f"]).output.split(separator: "\n").sorted()
    #expect(!found.isEmpty)
    #expect(listed.output.split(separator: "\n").sorted() == found)
    #expect(try run(["uninstall"]).code == 2)
  }
}
