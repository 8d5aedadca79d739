import PhotoFacts
import SQLite
import Synchronization
import TestSupport
import Testing

/// Files become those of the newest version, step by step.
@Suite struct MigrationsTests {
  private static let kind: Int64 = 0x7465_7374

  private static let steps = [
    Migration(name: "first", reason: "Words.", sql: "CREATE TABLE word (text TEXT)"),
    Migration(
      name: "second", reason: "Lengths.", sql: "ALTER TABLE word ADD COLUMN length INTEGER",
      rebuild: { try $0.execute("UPDATE word SET length = length(text)") }),
  ]

  private let folder: TemporaryDirectory
  private let path: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    path = FilePath(folder.file("a.sqlite"))
  }

  private func open(_ access: Connection.Access = .readWrite) throws -> Connection {
    try Connection(path: path, access: access)
  }

  private func migrations(_ steps: [Migration] = Self.steps, kind: Int64 = Self.kind) -> Migrations
  {
    Migrations(applicationID: kind, steps: steps)
  }

  @Test func anEmptyFileGoesThroughAllSteps() throws {
    let connection = try open()
    #expect(try migrations().identify(connection) == 0)
    try migrations().migrate(connection)
    #expect(try migrations().identify(connection) == 2)
    #expect(try connection.integer("SELECT count(length) FROM word") == 0)
  }

  @Test func anOlderFileGoesThroughTheStepsThatItLacks() throws {
    let connection = try open()
    try migrations(Array(Self.steps.prefix(1))).migrate(connection)
    try connection.execute("INSERT INTO word VALUES ('light')")
    try migrations().migrate(connection)
    #expect(try connection.integer("SELECT length FROM word") == 5)
  }

  @Test func aCompleteFileIsNotWritten() throws {
    try migrations().migrate(open())
    try migrations().migrate(open(.readOnly))
    #expect(throws: DatabaseError.self) {
      let third = Migration(name: "third", reason: "None.", sql: "CREATE TABLE a (b)")
      try migrations(Self.steps + [third]).migrate(open(.readOnly))
    }
  }

  @Test func aStepThatFailsIsNamedAndLeavesTheFileAsItWas() throws {
    let connection = try open()
    let wrong = Migration(name: "wrong", reason: "None.", sql: "DROP TABLE missing")
    let error = #expect(throws: DatabaseError.self) {
      try migrations(Self.steps + [wrong]).migrate(connection)
    }
    #expect(
      error?.description.hasSuffix("it failed while it was brought up to date (wrong)") == true)
    #expect(try migrations().identify(connection) == 0)
    let later = #expect(throws: DatabaseError.self) { try connection.execute("DROP TABLE missing") }
    #expect(later?.description.contains("brought up to date") == false)
  }

  @Test func filesOfOtherProgramsAndOfNewerVersionsAreRefused() throws {
    let connection = try open()
    try migrations().migrate(connection)
    let foreign = #expect(throws: DatabaseError.self) {
      try migrations(kind: 7).migrate(connection)
    }
    #expect(foreign?.description == "\(path) is a database of another program")
    let newer = #expect(throws: DatabaseError.self) {
      try migrations(Array(Self.steps.prefix(1))).migrate(connection)
    }
    #expect(newer?.description.contains("newer geoindex (format 2, this one knows 1)") == true)
    try connection.execute("PRAGMA user_version = -3")
    let damaged = #expect(throws: DatabaseError.self) { try migrations().migrate(connection) }
    #expect(damaged?.description == "\(path) is damaged: its format is -3")
  }

  /// A file that another process is making is either empty or complete.
  @Test func severalThreadsMayMakeTheSameFile() async throws {
    for round in 0..<20 {
      let path = FilePath(folder.file("\(round).sqlite"))
      try Connection(path: path, access: .readWrite).execute("PRAGMA journal_mode = WAL")
      try await withThrowingTaskGroup(of: Int64.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let connection = try Connection(path: path, access: .readWrite)
            _ = try self.migrations().identify(connection)
            try self.migrations().migrate(connection)
            return try self.migrations().identify(connection)
          }
        }
        for try await version in group { #expect(version == 2) }
      }
    }
  }
}
