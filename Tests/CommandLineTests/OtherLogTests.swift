import Foundation
import TestSupport
import Testing

/// An index is never changed by the write-ahead log of the index that it replaces.
@Suite struct OtherLogTests {
  private let library: Library
  private let other: Library
  private let manager = FileManager.default

  init() throws {
    library = try Library()
    other = try Library()
    for number in 0..<20 { try library.add("old\(number % 3)/\(number).jpg") }
    for number in 0..<7 { try other.add("new\(number % 3)/\(number).jpg") }
    try scan(library)
    try scan(other)
  }

  private func scan(_ scanned: Library) throws {
    let outcome = try Program.run(["scan", "--quiet", "--db", scanned.database, scanned.root])
    try #require(outcome.code == 0, "\(outcome.messages)")
  }

  /// A server of the old index, whose log has changes that are in no other file.
  private func serverWithLog() throws -> RunningServer {
    let server = try RunningServer(library, ["--watch", library.root])
    for number in 0..<5 { try library.add("late/\(number).jpg") }
    #expect(eventually { self.photos(of: library.database) == 25 })
    let size = try manager.attributesOfItem(atPath: library.database + "-wal")[.size] as? Int
    #expect(size ?? 0 > 0)
    return server
  }

  private func photos(of index: String) -> Int? {
    try? Program.run(["report", "--json", "--db", index]).json()["photos"] as? Int
  }

  private func names(in index: String) throws -> Set<String> {
    let listed = try Program.run(["export", "--format", "csv", "--db", index])
    #expect(listed.code == 0, "\(listed.messages)")
    return Set(listed.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init))
  }

  private func expectUndamaged() throws {
    let check = try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"])
    #expect(check.output == "ok\n")
    let doctor = try Program.run(["doctor", "--db", library.database])
    #expect(doctor.output.contains("nothing damaged"), "\(doctor.output)")
  }

  private func move(_ file: String) throws {
    let moved = try Program.run("mv", [file, library.database])
    try #require(moved.code == 0, "\(moved.messages)")
  }

  @Test(arguments: [false, true])
  func anIndexThatIsMovedOverAnotherKeepsItsPhotos(isServerKilled: Bool) throws {
    let wanted = try names(in: other.database)
    let server = try serverWithLog()
    if isServerKilled {
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
    }
    try move(other.database)
    #expect(try names(in: library.database) == wanted)
    try scan(other, into: library.database)
    #expect(try names(in: library.database) == wanted)
    try expectUndamaged()
    #expect(manager.fileExists(atPath: library.database + "-wal-of-another-index"))
  }

  private func scan(_ scanned: Library, into index: String) throws {
    let outcome = try Program.run(["scan", "--quiet", "--full", "--db", index, scanned.root])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func theServerItselfServesTheIndexThatReplacesItsOwn() throws {
    let server = try serverWithLog()
    try move(other.database)
    #expect(eventually { self.answer(of: server).contains("\"numberMatched\":32,") })
    #expect(server.stop() == 0)
    try expectUndamaged()
  }

  private func answer(of server: RunningServer) -> String {
    let target = server.url + "collections/photos/items?limit=1"
    return (try? Program.run("curl", ["-sS", target]).output) ?? ""
  }

  /// A plain copy has the identity of the index, but not all that its log builds on.
  @Test(arguments: [false, true])
  func anOlderCopyThatIsMovedBackIsNotChangedByALaterLog(isServerKilled: Bool) throws {
    let wanted = try names(in: library.database)
    let copy = library.database + "-copy"
    try manager.copyItem(atPath: library.database, toPath: copy)
    for number in 0..<3 {
      try library.add("between/\(number).jpg")
      try scan(library)
    }
    let server = try RunningServer(library, ["--watch", library.root])
    for number in 0..<5 { try library.add("late/\(number).jpg") }
    #expect(eventually { self.photos(of: library.database) == 28 })
    if isServerKilled {
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
    } else {
      // A server that watches would add the photos again.
      kill(server.process.processIdentifier, SIGSTOP)
    }
    defer { kill(server.process.processIdentifier, SIGCONT) }
    try move(copy)
    #expect(try names(in: library.database) == wanted)
    try expectUndamaged()
  }

  /// Programs with different files that shared memory would take the locks of one file for those of the other.
  @Test func anIndexThatReplacesAnotherWithAnEmptyLogSharesNothingWithIt() throws {
    let wanted = try names(in: other.database)
    let server = try RunningServer(library)
    #expect(answer(of: server).contains("\"numberMatched\":20,"))
    let memory = library.database + "-shm"
    let old = try manager.attributesOfItem(atPath: memory)[.systemFileNumber] as? Int
    kill(server.process.processIdentifier, SIGSTOP)
    try move(other.database)
    let second = try RunningServer(library)
    #expect(answer(of: second).contains("\"numberMatched\":7,"))
    let new = try manager.attributesOfItem(atPath: memory)[.systemFileNumber] as? Int
    #expect(new != nil)
    #expect(new != old)
    kill(server.process.processIdentifier, SIGCONT)
    #expect(answer(of: server).contains("\"numberMatched\":7,"))
    #expect(try manager.attributesOfItem(atPath: memory)[.systemFileNumber] as? Int == new)
    #expect(try names(in: library.database) == wanted)
    #expect(server.stop() == 0)
    #expect(second.stop() == 0)
    try expectUndamaged()
  }

  @Test func theLogOfAKilledServerIsStillApplied() throws {
    let server = try serverWithLog()
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
    // A copy of all files of an index is as good as the index.
    let folder = try TemporaryDirectory()
    for ending in ["", "-wal"] {
      try manager.copyItem(
        atPath: library.database + ending, toPath: folder.file("copy.sqlite" + ending))
    }
    for index in [library.database, folder.file("copy.sqlite")] {
      #expect(photos(of: index) == 25)
      #expect(!manager.fileExists(atPath: index + "-wal-of-another-index"))
    }
  }

  @Test func whereTheLogCannotBeSetAsideTheIndexIsRefusedAndNotWritten() throws {
    let server = try serverWithLog()
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
    let content = try Data(contentsOf: URL(fileURLWithPath: other.database))
    try move(other.database)
    try manager.createDirectory(
      atPath: library.database + "-wal-of-another-index/x", withIntermediateDirectories: true)
    let asked = try Program.run(["query", "--db", library.database])
    #expect(asked.code == 1)
    #expect(asked.messages.contains("was written for another index"), "\(asked.messages)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.database)) == content)
  }
}
