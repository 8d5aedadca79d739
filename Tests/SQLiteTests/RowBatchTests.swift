import PhotoFacts
import SQLite
import TestSupport
import Testing

/// Rows of a bulk load are in the table as soon as anything else looks at it.
@Suite struct RowBatchTests {
  private static let insertion = RowBatch.Insertion(
    sql: """
      INSERT INTO number (id, half)
      SELECT ?1, ?2 WHERE ?1 IS NOT NULL UNION ALL SELECT ?3, ?4 WHERE ?3 IS NOT NULL
      UNION ALL SELECT ?5, ?6 WHERE ?5 IS NOT NULL
      """, rows: 3)

  private let folder: TemporaryDirectory
  private let connection: Connection

  init() throws {
    folder = try TemporaryDirectory()
    connection = try Connection(path: FilePath(folder.file("a.sqlite")), access: .readWrite)
    try connection.execute("CREATE TABLE number (id INTEGER PRIMARY KEY, half INTEGER NOT NULL)")
  }

  private func add(_ number: Int64) throws {
    try connection.batch?.add { statement, row in
      try statement.bind(number, at: Int32(2 * row + 1))
      try statement.bind(number / 2, at: Int32(2 * row + 2))
    }
  }

  @Test(arguments: 0..<8) func eachRowIsInserted(count: Int) throws {
    try connection.load(Self.insertion) {
      try connection.transaction("BEGIN") {
        for number in 0..<Int64(count) { try add(number) }
      }
    }
    let rows = try connection.statement("SELECT id, half FROM number ORDER BY id")
    let found = try rows.map { [$0.integer(0), $0.integer(1)] }
    #expect(found == (0..<Int64(count)).map { [$0, $0 / 2] })
    #expect(connection.batch == nil)
  }

  @Test func aQueryBetweenTwoRowsSeesTheFirst() throws {
    try connection.load(Self.insertion) {
      try connection.transaction("BEGIN") {
        try add(1)
        #expect(try connection.integer("SELECT count(*) FROM number") == 1)
        try add(2)
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM number") == 2)
  }

  @Test func aRowThatIsThereAlreadyEndsTheLoad() throws {
    try connection.execute("INSERT INTO number VALUES (2, 1)")
    #expect(throws: DatabaseError.self) {
      try connection.load(Self.insertion) {
        try connection.transaction("BEGIN") {
          for number in Int64(1)...3 { try add(number) }
        }
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM number") == 1)
  }

  @Test func foreignKeysAreCheckedAgainAfterALoad() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE sum (number INTEGER NOT NULL REFERENCES number)
      """)
    try connection.load(Self.insertion) {}
    try connection.load(nil) {
      _ = #expect(throws: DatabaseError.self) {
        try connection.execute("INSERT INTO sum VALUES (1)")
      }
    }
  }
}
