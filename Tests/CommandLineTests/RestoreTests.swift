import Foundation
import TestSupport
import Testing

/// A backup never takes away what was entered after it was made.
@Suite struct RestoreTests {
  private let library: Library
  private let archive: String
  private let folder: TemporaryDirectory

  init() throws {
    library = try Library()
    folder = try TemporaryDirectory()
    archive = folder.file("backup.tar")
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    try run("scan", "--quiet", library.root)
  }

  @discardableResult
  private func run(_ words: String...) throws -> Program.Outcome {
    let outcome = try Program.run(words + ["--db", library.database])
    #expect(outcome.code == 0, "\(words): \(outcome.messages)")
    return outcome
  }

  private func place(_ name: String, at position: String) throws {
    try run("place", library.file(name), "--at", position, "--apply")
  }

  /// Makes a link and returns its ID.
  private func share() throws -> String {
    let link = try run("share", "--json", "--quiet").output
    let object = try JSONSerialization.jsonObject(with: Data(link.utf8)) as? [String: Any]
    return try #require(object?["id"] as? String)
  }

  private func remove(_ ending: String) throws {
    let path = library.database + ending
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test(arguments: [false, true])
  func whatWasEnteredAfterTheBackupStays(isIndexLost: Bool) throws {
    try place("a.jpg", at: "47.5, 8.25")
    try run("zone", "add", "home", "--bbox", "2,48,3,49")
    let revoked = try share()
    try run("backup", "--quiet", archive)
    try place("b.jpg", at: "46.5, 7.75")
    try run("zone", "add", "school", "--bbox", "4,48,5,49", "--coarse", "2000")
    let later = try share()
    try run("share", "--revoke", revoked)
    let notes = try run("notes", "export").output
    if isIndexLost {
      for ending in ["", "-wal", "-shm"] { try remove(ending) }
      // SQLite would apply it to the restored index.
      try Data("old".utf8).write(to: URL(fileURLWithPath: library.database + "-journal"))
    }
    let restored =
      isIndexLost ? try run("restore", archive) : try run("restore", "--replace", archive)
    #expect(restored.messages.contains("geoindex zone remove"), "\(restored.messages)")
    #expect(restored.messages.contains("--revive-link \(revoked)"), "\(restored.messages)")
    #expect(!FileManager.default.fileExists(atPath: library.database + "-journal"))
    #expect(try run("notes", "export").output == notes)
    let shown = try run("export", "--format", "csv").output
    #expect(shown.contains("47.5"))
    #expect(shown.contains("46.5"))
    let zones = try run("zone", "list").output
    #expect(zones.contains("home  hidden"))
    #expect(zones.contains("school  coarse 2000"))
    let links = try run("share", "--list").output
    #expect(links.contains(later))
    #expect(!links.contains(revoked))
    try run("restore", "--replace", "--quiet", "--revive-link", revoked, archive)
    #expect(try run("share", "--list").output.contains(revoked))
  }

  @Test func aZoneOfTheBackupWithTheSameNameAndAnotherAreaIsAdded() throws {
    try run("zone", "add", "home", "--bbox", "2,48,3,49")
    try run("zone", "add", "work", "--bbox", "6,48,7,49", "--coarse", "500")
    try run("backup", "--quiet", archive)
    for name in ["home", "work"] { try run("zone", "remove", name) }
    try run("zone", "add", "home", "--circle", "47.5,8.25,500")
    try run("zone", "add", "office", "--bbox", "6,48,7,49")
    for _ in 0..<2 { try run("restore", "--replace", archive) }
    let zones = try run("zone", "list").output
    #expect(
      zones == """
        home  hidden  circle=47.5,8.25,500.0
        office  hidden  bbox=6.0,48.0,7.0,49.0
        home (2)  hidden  bbox=2.0,48.0,3.0,49.0

        """)
  }

  @Test func viewsStayAndThoseOfTheBackupAreAdded() throws {
    try run("view", "add", "sea", "--keyword", "Sea")
    try run("view", "add", "best", "--rating", "5")
    try run("backup", "--quiet", archive)
    try run("view", "remove", "best")
    try run("view", "add", "sea", "--keyword", "Baltic", "--replace")
    try run("view", "add", "later", "--media", "video")
    for round in 0..<2 {
      let restored = try run("restore", "--replace", archive)
      #expect(restored.messages.contains("the view \"best\"") == (round == 0))
    }
    #expect(
      try run("view", "list").output == """
        sea  keyword=Baltic
        later  media=video
        sea (2)  keyword=Sea
        best  rating=5

        """)
    for ending in ["", "-wal", "-shm", ".views"] { try remove(ending) }
    try run("restore", archive)
    #expect(try run("view", "list").output == "sea  keyword=Sea\nbest  rating=5\n")
  }

  @Test func usersStayAndRemovedOnesComeBackOnlyByName() throws {
    for name in ["ada", "bob", "cleo"] {
      try run("user", "add", name, "--role", "owner", "--no-password")
    }
    try run("user", "token", "bob")
    try run("backup", "--quiet", archive)
    try run("user", "remove", "bob")
    try run("user", "remove", "cleo")
    try run("user", "add", "ada", "--role", "viewer", "--no-password", "--replace")
    let restored = try run("restore", "--replace", archive)
    #expect(restored.messages.contains("the user \"bob\""), "\(restored.messages)")
    #expect(try run("user", "list").output == "ada  viewer  no password\n")
    let revived = try run("restore", "--replace", "--revive-user", "bob", archive)
    #expect(revived.messages.contains("\"bob\" has no tokens now"), "\(revived.messages)")
    #expect(
      try run("user", "list").output == "ada  viewer  no password\nbob  owner  no password\n")
    // Also after all were removed.
    try run("user", "remove", "ada")
    try run("user", "remove", "bob")
    try run("restore", "--replace", archive)
    #expect(try run("user", "list").output.isEmpty)
    for ending in ["", "-wal", "-shm", ".users"] { try remove(ending) }
    try run("restore", archive)
    #expect(try run("user", "list").output.split(separator: "\n").count == 3)
  }

  @Test func notesThatAreMissingAreRestored() throws {
    try place("a.jpg", at: "47.5, 8.25")
    let notes = try run("notes", "export").output
    try run("backup", "--quiet", archive)
    try remove(".notes")
    try run("restore", "--replace", archive)
    #expect(try run("notes", "export").output == notes)
    #expect(try run("export", "--format", "csv").output.contains("47.5"))
  }

  private func writeBoundaries(_ name: String) throws {
    let package = folder.file("parks.gpkg")
    try? FileManager.default.removeItem(atPath: package)
    try PolygonPackage.write(
      [(name, PolygonPackage.blob([PolygonPackage.square(11, 47, 3)]))], to: package)
    try run("places", "--quiet", "--boundaries", package)
  }

  @Test func existingBoundariesAreReplacedOnlyOnRequest() throws {
    let boundaries = URL(fileURLWithPath: library.database + ".boundaries")
    try writeBoundaries("Alps")
    let old = try Data(contentsOf: boundaries)
    try run("backup", "--quiet", archive)
    try writeBoundaries("Ammergau")
    let new = try Data(contentsOf: boundaries)
    try remove("")
    let restored = try run("restore", archive)
    #expect(restored.messages.contains("--replace"), "\(restored.messages)")
    #expect(try Data(contentsOf: boundaries) == new)
    try run("restore", "--replace", archive)
    #expect(try Data(contentsOf: boundaries) == old)
  }

  /// The content of the index and of each file beside it.
  private func contents() throws -> [String: Data] {
    let index = URL(fileURLWithPath: library.database)
    let folder = index.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".lock") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  @Test(arguments: [".zones", ".views", ".users", ".shares", ".share-key", ".notes", ".boundaries"])
  func aDamagedFileOfTheBackupIsRefusedBeforeAnythingChanges(ending: String) throws {
    try place("a.jpg", at: "47.5, 8.25")
    try run("zone", "add", "home", "--bbox", "2,48,3,49")
    try run("view", "add", "sea", "--keyword", "Sea")
    try run("user", "add", "ada", "--role", "owner", "--no-password")
    _ = try share()
    try writeBoundaries("Alps")
    try run("backup", "--quiet", archive)
    let unpacked = try TemporaryDirectory()
    let member = "photos.sqlite" + ending
    #expect(try Program.run("tar", ["-C", unpacked.path, "-xf", archive]).code == 0)
    let file = URL(fileURLWithPath: unpacked.file(member))
    var content = try Data(contentsOf: file)
    // The header of a notes file stays whole.
    if ending == ".notes" {
      content.replaceSubrange(4_096..<content.count, with: Data(count: content.count - 4_096))
    } else {
      content = Data("damaged".utf8)
    }
    try content.write(to: file)
    #expect(
      try Program.run("tar", ["-C", unpacked.path, "-cf", archive, "."]).code == 0)
    try run("zone", "remove", "home")
    try remove(".notes")
    let before = try contents()
    let refused = try Program.run(["restore", "--replace", archive, "--db", library.database])
    #expect(refused.code == 1)
    #expect(refused.messages.contains(member + " in the backup is damaged"), "\(refused.messages)")
    #expect(refused.messages.contains("use another backup"), "\(refused.messages)")
    #expect(try contents() == before)
  }

  @Test func aRestoredIndexIsNeverTakenForTheOneThatItReplaces() throws {
    try run("backup", "--quiet", archive)
    func request(_ tag: String?) throws -> (status: String, tag: String) {
      let server = try RunningServer(library, ["--base-url", "http://photos.example/"])
      let headers = folder.file("headers")
      let condition = tag.map { ["-H", "If-None-Match: \($0)"] } ?? []
      let answer = try Program.run(
        "curl",
        ["-sS", "--max-time", "20", "-o", "/dev/null", "-D", headers, "-w", "%{http_code}"]
          + condition + [server.url + "collections/photos/items?limit=10"])
      _ = server.stop()
      let line = try String(contentsOfFile: headers, encoding: .utf8).split(separator: "\r\n")
        .first { $0.lowercased().hasPrefix("etag:") }
      return (answer.output, String(try #require(line).dropFirst(6)))
    }
    // The same steps after each restore lead to the same version.
    try run("restore", "--quiet", "--replace", archive)
    let first = try request(nil)
    #expect(try request(first.tag).status == "304")
    try run("restore", "--quiet", "--replace", archive)
    #expect(try request(first.tag).status == "200")
  }

  @Test func aDamagedArchiveEndsWithANextStep() throws {
    try run("backup", "--quiet", archive)
    let whole = try Data(contentsOf: URL(fileURLWithPath: archive))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: archive))
    let refused = try Program.run(["restore", "--replace", archive, "--db", library.database])
    #expect(refused.code == 1)
    #expect(refused.messages.contains("or another backup"), "\(refused.messages)")
  }
}
