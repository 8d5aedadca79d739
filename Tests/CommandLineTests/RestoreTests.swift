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

  @Test func notesThatAreMissingAreRestored() throws {
    try place("a.jpg", at: "47.5, 8.25")
    let notes = try run("notes", "export").output
    try run("backup", "--quiet", archive)
    try remove(".notes")
    try run("restore", "--replace", archive)
    #expect(try run("notes", "export").output == notes)
    #expect(try run("export", "--format", "csv").output.contains("47.5"))
  }

  @Test func existingBoundariesAreReplacedOnlyOnRequest() throws {
    let boundaries = library.database + ".boundaries"
    try Data("new".utf8).write(to: URL(fileURLWithPath: boundaries))
    try run("backup", "--quiet", archive)
    try Data("newer".utf8).write(to: URL(fileURLWithPath: boundaries))
    try remove("")
    let restored = try run("restore", archive)
    #expect(restored.messages.contains("--replace"), "\(restored.messages)")
    #expect(try String(contentsOfFile: boundaries, encoding: .utf8) == "newer")
    try run("restore", "--replace", archive)
    #expect(try String(contentsOfFile: boundaries, encoding: .utf8) == "new")
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
