import Foundation
import PhotoFacts
import Record
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex

/// Several processes may use one local index: a scan, a server, and the commands of people.
@Suite("A local index that several programs use", .serialized) struct SharedReplicaTests {
  private let cluster: Cluster
  private let folder: TemporaryDirectory

  init() throws { (cluster, folder) = (try Cluster(), try TemporaryDirectory()) }

  private func replica(_ name: String = "replica") throws -> PhotoIndex {
    let address = try #require(RecordAddress(cluster.addressWithPassword()))
    let record = Record(address, machine: "one", holder: "test")
    return try record.replica(at: FilePath(folder.file(name)))
  }

  private func state(_ key: String, _ index: PhotoIndex) throws -> Int64? {
    try index.read { try $0.connection.integer("SELECT value FROM state WHERE key = '\(key)'") }
  }

  @Test("is never brought back by one that follows while another writes")
  func neverBack() async throws {
    let (writer, follower) = (try replica(), try replica())
    try writer.write { try $0.noteScanEnd(at: 0) }
    let identity = try state("identity", writer)
    let writing = Task {
      for time in 1...300 { try writer.write { try $0.noteScanEnd(at: Int64(time)) } }
    }
    var seen: [Int64] = []
    while (seen.last ?? 0) < 301 {
      try follower.followRecord()
      seen.append(try #require(try state("record_revision", follower)))
    }
    try await writing.value
    #expect(seen == seen.sorted())
    #expect(try state("identity", writer) == identity)
    #expect(try state("last_scan_end", follower) == 300)
  }

  /// A running scan removes the photos of directories that it has not listed.
  @Test("keeps the marks of the directories that a scan has listed when it is made again")
  func marks() throws {
    let index = try replica()
    let marks = "SELECT group_concat(path || ' ' || listed_in_scan, ', ') FROM directory"
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      for name in ["a", "b"] { _ = try writer.markListed(FilePath(name), in: root, scan: 1) }
    }
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      _ = try writer.markListed(FilePath("a"), in: root, scan: 7)
    }
    let path = folder.file("replica")
    let forget = "DELETE FROM state WHERE key LIKE 'record%'"
    #expect(try Program.run("sqlite3", [path, forget]).code == 0)
    try cluster.sql("UPDATE geoindex.directory SET path = 'c' WHERE path = 'b'")
    try index.followRecord()
    let found = try index.read { try $0.connection.statement(marks).first { $0.text(0) } }
    #expect(found == "a 7, c 1")
  }
}
