import Foundation
import PhotoFacts
import PhotoIndex
import Record
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
}
