import Files
import Foundation
import Geography
import PhotoFacts
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex
@testable import Record

@Suite("The log of a record", .serialized) struct LogTests {
  private let cluster: Cluster
  private let folder: TemporaryDirectory

  init() throws { (cluster, folder) = (try Cluster(), try TemporaryDirectory()) }

  private func replica(_ name: String, _ log: RecordLog = RecordLog()) throws -> PhotoIndex {
    let address = try #require(RecordAddress(cluster.addressWithPassword()))
    let record = Record(address, machine: "one", holder: name, log: log)
    return try record.replica(at: FilePath(folder.file(name)))
  }

  /// All rows of photos and directories, and the shared state.
  private func contents(_ index: PhotoIndex) throws -> [String] {
    try index.read { reader in
      try ["photo", "directory", "departed", "state"].flatMap { table in
        let columns = try reader.connection.statement(
          "SELECT name FROM pragma_table_info('\(table)')"
        )
        .map { $0.text(0) ?? "" }.filter { $0 != "listed_in_scan" }
        let shared = ReplicatedTable.sharedState.map { "'\($0)'" }.joined(separator: ", ")
        let limit = table == "state" ? "WHERE key IN (\(shared))" : ""
        let row = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
        return try reader.connection.statement(
          "SELECT \(row) AS row FROM \(table) \(limit) ORDER BY row"
        )
        .map { table + " " + ($0.text(0) ?? "") }
      }
    }
  }

  private func identity(_ index: PhotoIndex) throws -> Int64? {
    try index.read { try $0.connection.integer("SELECT value FROM state WHERE key = 'identity'") }
  }

  private func photo(_ number: Int, at latitude: Double) throws -> ReadFile {
    let place = try #require(Coordinate(latitude: latitude, longitude: 10))
    return ReadFile(
      name: Array("\(number).jpg".utf8),
      stamp: FileStamp(size: 1, modified: Int64(number), inode: UInt64(number + 1)),
      facts: PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg))
  }

  /// Changes some photos in one revision.
  private func change(
    _ index: PhotoIndex, _ photos: inout [Int64], _ number: inout Int, _ random: inout SeededRandom
  ) throws {
    let (known, first) = (photos, number)
    var shuffled = random
    (photos, number) = try index.write { writer in
      var (photos, number) = (known, first)
      let directory = try writer.markListed(
        FilePath("d\(Int.random(in: 0..<6, using: &shuffled))"),
        in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      for _ in 0..<Int.random(in: 1...6, using: &shuffled) {
        number += 1
        let place = Double.random(in: -80...80, using: &shuffled)
        let file = try photo(number, at: place)
        switch Int.random(in: 0..<3, using: &shuffled) {
        case 0 where !photos.isEmpty:
          try writer.removeKeepingTombstone(
            photos.remove(at: Int.random(in: 0..<photos.count, using: &shuffled)))
        case 1 where !photos.isEmpty:
          let id = try #require(photos.randomElement(using: &shuffled))
          try writer.update(id, with: file, in: directory)
        default: photos.append(try writer.add(file, in: directory))
        }
      }
      return (photos, number)
    }
    random = shuffled
  }

  @Test("is merged and cut; local indexes of all ages equal a new one")
  func model() throws {
    let log = RecordLog(
      step: 8, days: 30, keptRevisions: 24, removedAtOnce: 16, mostRanges: 200_000)
    let writer = try replica("writer", log)
    // Each follows after another number of revisions.
    let followers = try [1, 3, 7, 12, 20, 45, 90].map { ($0, try replica("\($0)", log)) }
    var random = SeededRandom(seed: 23)
    var photos: [Int64] = []
    var number = 0
    for revision in 1...200 {
      try change(writer, &photos, &number, &random)
      // All but the newest hours are older than the log may be.
      try cluster.sql(
        "UPDATE geoindex.batch SET committed = now() - interval '31 days' WHERE revision < \(revision - 10)"
      )
      for (pause, follower) in followers where revision % pause == 0 {
        try follower.followRecord()
        #expect(try contents(follower) == contents(writer), "after each \(pause), at \(revision)")
      }
    }
    let oldest = try #require(Int(cluster.sql("SELECT min(revision) FROM geoindex.batch")))
    #expect(oldest > 150)
    #expect(try cluster.sql("SELECT min(revision) FROM geoindex.change") > String(oldest))
    for (_, follower) in followers { try follower.followRecord() }
    let new = try replica("new")
    try new.followRecord()
    let expected = try contents(new)
    for (pause, follower) in followers { #expect(try contents(follower) == expected, "\(pause)") }
    for index in followers.map(\.1) + [writer, new] {
      #expect(try index.integrityProblems().isEmpty)
    }
  }

  @Test("lets a local index that is not behind the cut catch up, and has one that is made again")
  func cut() throws {
    let log = RecordLog(step: 4, keptRevisions: 8, removedAtOnce: 100)
    let (writer, near, far) = (
      try replica("writer", log), try replica("near", log), try replica("far", log)
    )
    var random = SeededRandom(seed: 5)
    var photos: [Int64] = []
    var number = 0
    for revision in 1...40 {
      try change(writer, &photos, &number, &random)
      if revision == 10 { try far.followRecord() }
      if revision == 34 { try near.followRecord() }
    }
    let before = (near: try identity(near), far: try identity(far))
    try cluster.sql("UPDATE geoindex.batch SET committed = now() - interval '29 days'")
    for _ in 1...4 { try change(writer, &photos, &number, &random) }
    #expect(try cluster.sql("SELECT min(revision) FROM geoindex.batch") == "1")
    try cluster.sql("UPDATE geoindex.batch SET committed = now() - interval '31 days'")
    for _ in 1...4 { try change(writer, &photos, &number, &random) }
    #expect(try cluster.sql("SELECT min(revision) FROM geoindex.batch") == "40")
    try near.followRecord()
    try far.followRecord()
    #expect(try identity(near) != before.near)
    #expect(try identity(far) != before.far)
    #expect(try contents(near) == contents(writer))
    #expect(try contents(far) == contents(writer))
    let after = try identity(near)
    for _ in 1...4 { try change(writer, &photos, &number, &random) }
    try near.followRecord()
    #expect(try identity(near) == after)
    #expect(try contents(near) == contents(writer))
  }

  @Test("has at most as many ranges as a local index would fetch")
  func size() throws {
    let log = RecordLog(step: 4, keptRevisions: 4, removedAtOnce: 100, mostRanges: 60)
    let (writer, follower) = (try replica("writer", log), try replica("follower", log))
    var random = SeededRandom(seed: 9)
    var photos: [Int64] = []
    var number = 0
    for revision in 1...80 {
      try change(writer, &photos, &number, &random)
      if revision == 5 { try follower.followRecord() }
    }
    #expect(try #require(Int(cluster.sql("SELECT count(*) FROM geoindex.change"))) < 100)
    let before = try identity(follower)
    try follower.followRecord()
    #expect(try identity(follower) != before)
    #expect(try contents(follower) == contents(writer))
  }

  @Test("keeps rows that were changed repeatedly once")
  func merging() throws {
    let log = RecordLog(step: 10)
    let writer = try replica("writer", log)
    for time in 1...100 {
      try writer.write { writer in
        _ = try writer.markListed(
          FilePath("d\(time % 2)"), in: try writer.root(FilePath("/photos")), scan: 1)
        if time > 2 { try writer.markScanned(try writer.root(FilePath("/photos"))) }
        try writer.connection.execute("UPDATE directory SET path = path || 'x' WHERE id = 1")
      }
    }
    let ranges = try #require(Int(cluster.sql("SELECT count(*) FROM geoindex.change")))
    // One of the directories in each of nine steps, and the revisions of the last.
    #expect(ranges < 30)
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.batch") == "100")
  }
}
