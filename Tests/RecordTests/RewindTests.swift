import Foundation
import PhotoFacts
import PhotoIndex
import Record
import Synchronization
import TestSupport
import Testing

@Suite("A record that went back to an earlier state", .serialized) struct RewindTests {
  /// The rows that a scan has committed are gone, so their ids may get another meaning.
  @Test("ends a scan that has committed later revisions, once")
  func scanEnds() throws {
    let cluster = try Cluster()
    let folder = try TemporaryDirectory()
    let address = try #require(RecordAddress(cluster.addressWithPassword()))
    let record = Record(address, machine: "one", holder: "test")
    let index = try record.replica(at: FilePath(folder.file("replica.sqlite")))
    try index.lease([FilePath("/photos")])
    for time in 1...3 { try index.write { try $0.noteScanEnd(at: Int64(time)) } }
    try cluster.sql(
      """
      DELETE FROM geoindex.batch WHERE revision = 3; DELETE FROM geoindex.change WHERE revision = 3;
      UPDATE geoindex.head SET revision = 2; UPDATE geoindex.state SET value = 2 WHERE key = 'last_scan_end'
      """)
    let error = #expect(throws: IndexError.self) {
      try index.write { try $0.noteScanEnd(at: 4) }
    }
    #expect(error?.code == .replaced)
    #expect(error?.message.contains("scan again") == true)
    try index.write { try $0.noteScanEnd(at: 5) }
    #expect(try cluster.sql("SELECT revision FROM geoindex.head") == "3")
    #expect(
      try cluster.sql("SELECT value FROM geoindex.state WHERE key = 'last_scan_end'") == "5")
  }

  /// The writer waits for the other program's transaction, after it has locked the record.
  @Test("is seen by a change whose replica another program has just renewed")
  func renewedMeanwhile() throws {
    let cluster = try Cluster()
    let folder = try TemporaryDirectory()
    let address = try #require(RecordAddress(cluster.addressWithPassword()))
    let path = FilePath(folder.file("replica.sqlite"))
    let record = OvertakenReplica(Record(address, machine: "one", holder: "test"))
    let index = try PhotoIndex(path: path, access: .writing, record: record)
    try index.write { try $0.noteScanEnd(at: 1) }
    record.meddle.withLock {
      $0 = {
        let change = "DELETE FROM state WHERE key = 'record_revision'"
        let outcome = try Program.run("sqlite3", ["-bail", path.description, change])
        #expect(outcome.code == 0)
      }
    }
    let attempts = Mutex(0)
    try index.writeRepeatedly { writer in
      attempts.withLock { $0 += 1 }
      #expect(try writer.replicaPosition() != nil)
      try writer.noteScanEnd(at: 2)
    }
    #expect(attempts.withLock { $0 } == 1)
    #expect(
      try cluster.sql("SELECT value FROM geoindex.state WHERE key = 'last_scan_end'") == "2")
  }
}

/// A record whose replica another program changes once between `begin` and the transaction.
private final class OvertakenReplica: IndexRecord {
  private let record: Record
  let meddle = Mutex<(@Sendable () throws -> Void)?>(nil)

  init(_ record: Record) { self.record = record }

  func follow(_ replica: IndexWriter) throws -> Bool { try record.follow(replica) }

  func begin(_ replica: IndexWriter) throws {
    try record.begin(replica)
    let meddle = meddle.withLock { meddle in
      defer { meddle = nil }
      return meddle
    }
    try meddle?()
  }

  func confirm(_ replica: IndexWriter) throws { try record.confirm(replica) }
  func commit(_ replica: IndexWriter) throws { try record.commit(replica) }
  func lease(_ roots: [[UInt8]], _ replica: IndexWriter) throws { try record.lease(roots, replica) }
  func endLeases() { record.endLeases() }
  func end() { record.end() }
}
