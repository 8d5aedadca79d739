import Foundation
import PhotoFacts
import SQLite
import TestSupport
import Testing

/// A connection, its statements and its errors.
@Suite struct ConnectionTests {
  private let folder: TemporaryDirectory
  private let path: FilePath
  private let connection: Connection

  init() throws {
    folder = try TemporaryDirectory()
    path = FilePath(folder.file("a b?#%.sqlite"))
    connection = try Connection(path: path, access: .readWrite)
    try connection.execute("CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)")
  }

  private func put(_ text: [UInt8]?) throws {
    let insert = try connection.statement("INSERT INTO word (text) VALUES (?1)")
    try insert.bind(text: text, at: 1)
    try insert.run()
  }

  private func count() throws -> Int64? { try connection.integer("SELECT count(*) FROM word") }

  @Test(arguments: [[], [0], [0x61, 0, 0x62], [0xFF, 0xFE], Array("Zürich".utf8)] as [[UInt8]])
  func textsAreReturnedByteForByte(text: [UInt8]) throws {
    try put(text)
    let row = try connection.statement("SELECT text, length(CAST(text AS BLOB)) FROM word")
    let (bytes, length) = try #require(try row.first { ($0.bytes(0), $0.integer(1)) })
    #expect(bytes == text)
    #expect(length == Int64(text.count))
  }

  @Test func anEmptyTextIsNotNull() throws {
    try put([])
    try put(nil)
    let row = try connection.statement("SELECT text FROM word ORDER BY id")
    #expect(try row.map { $0.isNull(0) } == [false, true])
  }

  @Test func aCachedStatementStartsWithoutBindings() throws {
    try put(Array("first".utf8))
    let again = try connection.statement("INSERT INTO word (text) VALUES (?1)")
    try again.run()
    #expect(try connection.integer("SELECT count(*) FROM word WHERE text IS NULL") == 1)
  }

  @Test func aTransactionThatThrowsChangesNothing() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction("BEGIN IMMEDIATE") {
        try put([1])
        throw Stop()
      }
    }
    #expect(try count() == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func aWriterThatWaitsTooLongFails() throws {
    let other = try Connection(path: path, access: .readWrite)
    other.limitWaiting(.milliseconds(1))
    try connection.transaction("BEGIN IMMEDIATE") {
      let error = #expect(throws: DatabaseError.self) { try other.execute("BEGIN IMMEDIATE") }
      #expect(error?.code == .busy)
    }
    try other.execute("BEGIN IMMEDIATE")
  }

  @Test func errorsAreThoseOfTheRoomThatOpenedTheDatabase() throws {
    struct Refused: Error, Equatable { let text: String }
    let own = try Connection(path: path, access: .readOnly) { Refused(text: $0.text) }
    #expect(throws: Refused(text: "no such table: missing")) {
      try own.statement("SELECT * FROM missing")
    }
    #expect(throws: Refused.self) { try own.execute("DELETE FROM word") }
    #expect(throws: Refused.self) {
      try Connection(path: FilePath(folder.file("none/a")), access: .readOnly) { _ in
        Refused(text: "")
      }
    }
  }

  @Test func aFileThatIsNoDatabaseIsSaidToBeNone() throws {
    let text = FilePath(folder.file("text"))
    try Data(repeating: 0x61, count: 5_000).write(to: URL(filePath: text.description))
    let error = #expect(throws: DatabaseError.self) {
      try Connection(path: text, access: .readOnly).integer("SELECT count(*) FROM sqlite_schema")
    }
    #expect(error?.description == "\(text) is no SQLite database")
  }

  @Test func anImmutableFileIsReadWhateverItsName() throws {
    try put(Array("x".utf8))
    let reader = try Connection(path: path, access: .immutable)
    #expect(try reader.integer("SELECT count(*) FROM word") == 1)
    #expect(reader.isCurrent())
    try put(Array("y".utf8))
    #expect(!reader.isCurrent())
  }

  @Test func aReplacedFileIsNotCurrent() throws {
    #expect(connection.isCurrent())
    try Data().write(to: URL(filePath: path.description), options: .atomic)
    #expect(!connection.isCurrent())
  }

  @Test func rowsThatReferToMissingOnesAreNamed() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE letter (word INTEGER NOT NULL REFERENCES word DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction("BEGIN") {
        try connection.execute("INSERT INTO letter VALUES (7)")
      }
    }
    #expect(error?.text.contains("letter 1 to word") == true)
  }

  @Test func textsLongerThanTheLimitAreRefused() throws {
    connection.limitLength(1_000)
    try put(Array(repeating: 0x61, count: 900))
    let error = #expect(throws: DatabaseError.self) {
      try put(Array(repeating: 0x61, count: 1_100))
    }
    #expect(error?.code == .tooLong)
  }

  // An endless query.
  private static let counting =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  @Test func aQueryEndsWithItsInstructions() throws {
    let error = #expect(throws: DatabaseError.self) {
      try connection.interrupting(at: InstructionLimit(100_000)) {
        try connection.integer(Self.counting)
      }
    }
    #expect(error?.code == .interrupted)
    // The limit is that of one query.
    try put([0x61])
    #expect(try count() == 1)
  }

  @Test func aQueryEndsAtItsDeadline() throws {
    let error = #expect(throws: DatabaseError.self) {
      try connection.interrupting(at: Deadline(after: .milliseconds(20))) {
        try connection.integer(Self.counting)
      }
    }
    #expect(error?.code == .interrupted)
  }
}
