import Files
import Foundation
import PhotoFacts
import SQLite
import TestSupport
import Testing

/// The locks of a process on a file outlast what else it does with the file.
@Suite struct OpenFilesTests {
  private let folder: TemporaryDirectory
  private let path: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    path = FilePath(folder.file("open.sqlite"))
  }

  private func open() throws -> Connection {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE IF NOT EXISTS word (text TEXT)")
    return connection
  }

  /// The locks on the file that the kernel lists; in WAL mode, each connection that has read has one.
  private func locks() throws -> Int {
    let inode = try #require(FileStatus(path: path.bytes)).inode
    let all = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return all.split(separator: "\n").count { $0.contains(":\(inode) ") }
  }

  @Test func closingAnImmutableConnectionReleasesNoLock() throws {
    let connection = try open()
    #expect(try locks() == 1)
    do {
      let other = try Connection(path: path, access: .immutable)
      _ = try other.integer("SELECT count(*) FROM sqlite_schema")
    }
    #expect(try locks() == 1)
    try connection.execute("INSERT INTO word VALUES ('one')")
  }

  @Test func itsDescriptorIsClosedWithTheLastOfTheOthers() throws {
    func descriptors() throws -> Int {
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return links.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
          == "\(path)"
      }
    }
    var connection: Connection? = try open()
    do {
      _ = try Connection(path: path, access: .immutable).integer(
        "SELECT count(*) FROM sqlite_schema")
    }
    #expect(try descriptors() == 2)
    connection = nil
    #expect(connection == nil)
    #expect(try descriptors() == 0)
  }

  @Test func aCheckRunsOnlyWhereTheFileIsNotOpen() throws {
    var connection: Connection? = try open()
    let file = try #require(FileStatus(path: path.bytes))
    var isRun = false
    OpenFiles.unlessOpen(file) { _ in isRun = true }
    #expect(!isRun)
    connection = nil
    #expect(connection == nil)
    OpenFiles.unlessOpen(file) { _ in isRun = true }
    #expect(isRun)
  }
}
