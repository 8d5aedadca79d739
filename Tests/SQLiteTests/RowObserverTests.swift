import PhotoFacts
import SQLite
import TestSupport
import Testing

/// An observer receives each change of a row, whatever statement makes it.
@Suite struct RowObserverTests {
  /// Keeps the changes as text: table, row ids, and the number in the second column.
  private final class Notes: RowObserver {
    var lines: [String] = []

    func willChange(_ row: RowChange) {
      let old = row.oldInteger(1).map(String.init) ?? "-"
      let new = row.newInteger(1).map(String.init) ?? "-"
      let changed = row.kind == .update ? (0..<row.columnCount).filter(row.differs) : []
      lines.append(
        "\(row.kind) \(row.table) \(row.oldKey)>\(row.newKey) \(old)>\(new) \(changed)")
    }
  }

  private let folder: TemporaryDirectory
  private let connection: Connection
  private let notes = Notes()

  init() throws {
    folder = try TemporaryDirectory()
    connection = try Connection(path: FilePath(folder.file("a.sqlite")), access: .readWrite)
    try connection.execute(
      """
      CREATE TABLE other (id INTEGER PRIMARY KEY);
      CREATE TABLE photo (id INTEGER PRIMARY KEY, size INTEGER, name TEXT UNIQUE, place REAL);
      CREATE TABLE track (id INTEGER PRIMARY KEY, size INTEGER);
      """)
    try connection.observe(["photo", "track"], notes)
  }

  private func lines(_ sql: String) throws -> [String] {
    notes.lines = []
    try connection.execute(sql)
    return notes.lines
  }

  @Test func insertedChangedAndDeletedRowsAreSeen() throws {
    #expect(
      try lines("INSERT INTO photo VALUES (1, 10, 'a', NULL), (2, NULL, 'b', 0.5)") == [
        "insert 0 1>1 ->10 []", "insert 0 2>2 ->- []",
      ])
    #expect(
      try lines("UPDATE photo SET size = 11, name = 'c' WHERE id = 1") == [
        "update 0 1>1 10>11 [1, 2]"
      ])
    #expect(try lines("UPDATE photo SET id = 7 WHERE id = 1") == ["update 0 1>7 11>11 [0]"])
    #expect(try lines("DELETE FROM photo WHERE id = 7") == ["delete 0 7>7 11>- []"])
    #expect(try lines("INSERT INTO track VALUES (1, 2)") == ["insert 1 1>1 ->2 []"])
    #expect(try lines("INSERT INTO other VALUES (1)") == [])
  }

  @Test func anUpdateThatChangesNothingSaysSo() throws {
    _ = try lines("INSERT INTO photo VALUES (1, 10, 'a', 1.5), (2, NULL, 'b', NULL)")
    #expect(
      try lines("UPDATE photo SET size = size, name = name, place = place") == [
        "update 0 1>1 10>10 []", "update 0 2>2 ->- []",
      ])
    #expect(
      try lines("UPDATE photo SET name = 'ab', place = 1 WHERE id = 1") == [
        "update 0 1>1 10>10 [2, 3]"
      ])
  }

  @Test func rowsThatReplaceDeletesAreSeen() throws {
    _ = try lines("INSERT INTO photo VALUES (1, 10, 'a', NULL), (2, 20, 'b', NULL)")
    #expect(
      try lines("INSERT OR REPLACE INTO photo VALUES (2, 30, 'a', NULL)") == [
        "delete 0 2>2 20>- []", "delete 0 1>1 10>- []", "insert 0 2>2 ->30 []",
      ])
    #expect(try lines("INSERT OR IGNORE INTO photo VALUES (2, 40, 'a', NULL)") == [])
  }

  /// SQLite empties a table without looking at its rows, unless they are observed.
  @Test func eachRowOfAnEmptiedTableIsSeen() throws {
    _ = try lines(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO photo SELECT i, i, i, NULL FROM n
      """)
    #expect(try lines("DELETE FROM photo").count == 100)
  }

  @Test func rowsOfABatchAreNotSeenButThoseBetweenThem() throws {
    let insertion = RowBatch.Insertion(
      sql: """
        INSERT INTO photo (id, size) SELECT ?1, ?2 WHERE ?1 IS NOT NULL
        UNION ALL SELECT ?3, ?4 WHERE ?3 IS NOT NULL
        """, rows: 2)
    notes.lines = []
    try connection.load(insertion) {
      for number in Int64(1)...3 {
        try connection.batch?.add { try $0.bind(number, at: Int32(2 * $1 + 1)) }
      }
      try connection.execute("UPDATE photo SET size = 5 WHERE id = 3")
    }
    #expect(notes.lines == ["update 0 3>3 ->5 [1]"])
    #expect(try connection.integer("SELECT count(*) FROM photo") == 3)
  }

  @Test func changesOfAnotherConnectionAreNotSeen() throws {
    let other = try Connection(path: connection.path, access: .readWrite)
    try other.execute("INSERT INTO photo VALUES (1, 10, 'a', NULL)")
    #expect(notes.lines.isEmpty)
    #expect(try lines("DELETE FROM photo") == ["delete 0 1>1 10>- []"])
  }
}
