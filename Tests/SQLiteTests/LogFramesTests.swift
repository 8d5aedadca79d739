import Foundation
import PhotoFacts
import SQLite
import TestSupport
import Testing

/// What transactions made of a page, read from the log without SQLite.
@Suite struct LogFramesTests {
  private let folder: TemporaryDirectory
  private let path: FilePath
  private let log: FilePath
  private let connection: Connection

  init() throws {
    folder = try TemporaryDirectory()
    path = FilePath(folder.file("a.sqlite"))
    log = FilePath(folder.file("a.sqlite-wal"))
    connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE number (id INTEGER PRIMARY KEY)")
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
  }

  @Test func eachTransactionHasItsVersionOfThePage() throws {
    for number in Int64(1)...4 {
      try connection.execute("INSERT INTO number VALUES (\(number))")
    }
    let frames = try #require(try LogFrames(of: 2, in: log))
    // The number of cells of a leaf of a table, see "B-tree Pages" of https://www.sqlite.org/fileformat.html.
    #expect(frames.versions.map { $0.bigEndian(at: 3, bytes: 2) } == [1, 2, 3, 4])
    #expect(frames.pageSize == 4_096)
    #expect(try LogFrames(of: 3, in: log)?.versions == [])
  }

  @Test func aRolledBackTransactionLeavesNoVersion() throws {
    try connection.execute("BEGIN; INSERT INTO number VALUES (1); ROLLBACK")
    try connection.execute("INSERT INTO number VALUES (2)")
    #expect(try LogFrames(of: 2, in: log)?.versions.count == 1)
  }

  @Test func whereThereIsNoLogThereAreNoFrames() throws {
    #expect(try LogFrames(of: 2, in: log) == nil)
    #expect(try LogFrames(of: 2, in: FilePath(folder.file("none"))) == nil)
    try Data(repeating: 7, count: 300).write(to: URL(filePath: log.description))
    #expect(try LogFrames(of: 2, in: log) == nil)
  }
}
