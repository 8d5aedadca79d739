import Foundation
import PhotoFacts
import SQLite
import TestSupport
import Testing

/// Readers map all of a database, however large it is, and follow its size.
@Suite struct MappingTests {
  private static let pageSize: UInt64 = 4096

  private let folder = Result { try TemporaryDirectory() }

  @Test func aReaderMapsMoreThanTwoGigabytes() throws {
    let path = try makeDatabase(rows: 10)
    try extend(path, toPages: 3 << 30 / Self.pageSize)
    do {
      // New pages follow the last one, so these rows lie beyond three gigabytes.
      let writer = try Connection(path: path, access: .readWrite)
      try insert(2_000, with: writer)
    }
    let reader = try openReader(path)
    #expect(try readRows(reader) == 2_010)
    #expect(try mappedBytes(of: path) == size(of: path))
    #expect(size(of: path) > 3 << 30)
  }

  @Test func theMappingGrowsWithTheFile() throws {
    let path = try makeDatabase(rows: 100)
    let writer = try Connection(path: path, access: .readWrite)
    let reader = try openReader(path)
    var (rows, sizes): (Int, Set<UInt64>) = (100, [])
    for _ in 0..<8 {
      #expect(try readRows(reader) == rows)
      // Some rows are in the log only, some in the file too.
      try insert(500, with: writer)
      #expect(try readRows(reader) == rows + 500)
      #expect(try writer.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
      #expect(try readRows(reader) == rows + 500)
      #expect(try mappedBytes(of: path) == size(of: path))
      sizes.insert(size(of: path))
      rows += 500
    }
    #expect(sizes.count == 8)
  }

  @Test func aReaderReadsOnWhileItsFileGrows() throws {
    let path = try makeDatabase(rows: 3_000)
    let writer = try Connection(path: path, access: .readWrite)
    let reader = try openReader(path)
    let row = try reader.statement("SELECT id, bytes FROM row ORDER BY id")
    var read = 0
    try row.forEachRow { row in
      read += 1
      #expect(row.bytes(1) == content(of: row.integer(0)))
      // Not all of the log can be copied, because this query still reads its version.
      if read % 1_000 == 1 {
        try insert(1_000, with: writer)
        _ = try writer.integer("PRAGMA wal_checkpoint(PASSIVE)")
      }
    }
    #expect(read == 3_000)
    #expect(try readRows(reader) == 6_000)
  }

  @Test func theMappingEndsWithAFileThatBecameShorter() throws {
    let path = try makeDatabase(rows: 5_000)
    let writer = try Connection(path: path, access: .readWrite)
    let reader = try openReader(path)
    #expect(try readRows(reader) == 5_000)
    let before = size(of: path)
    try writer.execute("DELETE FROM row WHERE id > 50")
    try writer.execute("VACUUM")
    #expect(try writer.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
    #expect(try readRows(reader) == 50)
    #expect(size(of: path) < before / 10)
    #expect(try mappedBytes(of: path) == size(of: path))
  }

  @Test func readersThatCloseUnmapTheFile() throws {
    let path = try makeDatabase(rows: 1_000)
    for access in [Connection.Access.readOnly, .immutable] {
      do {
        let reader = try openReader(path, access)
        #expect(try readRows(reader) == 1_000)
        #expect(try mappedBytes(of: path) == size(of: path))
      }
      #expect(try mappedBytes(of: path) == 0)
    }
  }

  private func makeDatabase(rows: Int) throws -> FilePath {
    let path = FilePath(try folder.get().file("a.sqlite"))
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA page_size = \(Self.pageSize)")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
    try insert(rows, with: connection)
    return path
  }

  private func openReader(_ path: FilePath, _ access: Connection.Access = .readOnly) throws
    -> Connection
  {
    let reader = try Connection(path: path, access: access, mappingFrom: 0)
    try reader.execute("PRAGMA mmap_size = 1073741824")
    return reader
  }

  private func insert(_ count: Int, with writer: Connection) throws {
    try writer.transaction("BEGIN IMMEDIATE") {
      let next = try writer.integer("SELECT coalesce(max(id), 0) + 1 FROM row") ?? 0
      let statement = try writer.statement("INSERT INTO row (id, bytes) VALUES (?1, ?2)")
      for id in next..<next + Int64(count) {
        try statement.bind(id, at: 1)
        try statement.bind(blob: content(of: id), at: 2)
        try statement.run()
      }
    }
  }

  private func content(of id: Int64) -> [UInt8] {
    (0..<200).map { UInt8(truncatingIfNeeded: id &* 31 &+ $0) }
  }

  /// Checks all rows and counts them.
  private func readRows(_ reader: Connection) throws -> Int {
    var count = 0
    try reader.statement("SELECT id, bytes FROM row ORDER BY id").forEachRow { row in
      count += 1
      #expect(row.integer(0) == Int64(count))
      #expect(row.bytes(1) == content(of: row.integer(0)))
    }
    return count
  }

  /// Makes a database larger; the new pages take no room on the disk and belong to no table.
  private func extend(_ path: FilePath, toPages pages: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path.description))
    defer { try? file.close() }
    try file.truncate(atOffset: pages * Self.pageSize)
    // "The in-header database size" of https://www.sqlite.org/fileformat.html.
    try file.seek(toOffset: 28)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: pages >> (24 - 8 * $0)) }
    try file.write(contentsOf: bytes)
  }

  private func size(of path: FilePath) -> UInt64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.description)
    return attributes?[.size] as? UInt64 ?? 0
  }

  /// The size of the largest mapping of a file by this process, which the kernel rounds up to whole pages; 0 without one.
  private func mappedBytes(of path: FilePath) throws -> UInt64 {
    // Foundation reads only the beginning of a file that claims to be empty.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    let sizes = maps.split(separator: "\n").filter { $0.hasSuffix(path.description) }
      .compactMap { line -> UInt64? in
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap {
          UInt64($0, radix: 16)
        }
        return ends.count == 2 ? ends[1] - ends[0] : nil
      }
    return sizes.max() ?? 0
  }
}
