import PhotoFacts
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex

@Suite struct ReplicatedTableTests {
  /// A table in neither list would be missing on all machines but one.
  @Test func everyTableIsInTheRecordOrMadeByEachMachine() throws {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    let connection = try Connection(path: index.path, access: .readWrite)
    let names = try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map { $0.text(0) ?? "" }
    let shared = ReplicatedTable.names.filter { !ActTables.names.contains($0) }
    #expect(names.sorted() == (shared + ReplicatedTable.localNames).sorted())
  }
}
