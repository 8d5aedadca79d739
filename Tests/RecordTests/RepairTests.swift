import Foundation
import PhotoFacts
import PhotoIndex
import SQLite
import TestSupport
import Testing

@testable import Record

/// Rows that refer to missing ones, as early versions could leave them.
@Suite("A damaged record", .serialized) struct RepairTests {
  private let cluster: Cluster
  private let library: Library

  init() throws {
    cluster = try Cluster()
    library = try Library()
    for name in ["a.jpg", "trip/b.jpg", "trip/c.jpg"] { try library.add(name) }
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "one").code == 0)
    #expect(try cluster.run(["export"], as: "two").code == 0)
  }

  private func count(as machine: String) throws -> Int {
    try cluster.run(["export", "--format", "ndjson"], as: machine).output
      .split(separator: "\n").count
  }

  private func doctor(_ arguments: [String] = [], as machine: String = "three") throws
    -> Program.Outcome
  {
    try cluster.run(["doctor"] + arguments, as: machine)
  }

  /// What each reference of a photo, a track or a folder looks like when it is broken.
  private static let damages = [
    ("photo.camera", "UPDATE geoindex.photo SET camera = 999 WHERE name = 'a.jpg'"),
    ("photo.locality", "UPDATE geoindex.photo SET locality = 999 WHERE name = 'a.jpg'"),
    ("photo.directory", "DELETE FROM geoindex.directory WHERE path = 'trip'"),
    ("directory.root", "UPDATE geoindex.directory SET root = 999 WHERE path = 'trip'"),
    ("directory.file_system", "UPDATE geoindex.directory SET file_system = 999"),
    ("root_option.root", "INSERT INTO geoindex.root_option VALUES (999, 999, 'include', '*')"),
    (
      "track_chunk.track",
      """
      INSERT INTO geoindex.track_chunk
        (id, track, level, cell, west, south, east, north, first, last, count, repeats, fixes)
      VALUES (999, 999, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, '')
      """
    ),
  ]

  @Test("is reported, repaired once, and followed", arguments: damages)
  func repair(_ column: String, _ damage: String) throws {
    try cluster.sql(damage)
    #expect(try cluster.run(["export"], as: "three").code != 0)
    let report = try doctor()
    #expect(report.code == 1)
    #expect(report.output.contains("missing row in \(column)"), "\(report.output)")
    #expect(report.output.contains("doctor --repair"))

    let repaired = try doctor(["--repair"])
    #expect(repaired.code == 0, "\(repaired.output)")
    #expect(
      repaired.output.contains("rows that referred to a missing row in \(column)"),
      "\(repaired.output)")
    let revision = try cluster.sql("SELECT revision FROM geoindex.head")
    #expect(try doctor(["--repair"]).code == 0)
    #expect(try cluster.sql("SELECT revision FROM geoindex.head") == revision)

    let left = ["photo.directory", "directory.root"].contains(column) ? 1 : 3
    #expect(try count(as: "three") == left)
    #expect(try count(as: "two") == left)
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "one").code == 0)
    #expect(try count(as: "two") == 3)
    #expect(try doctor(as: "two").code == 0)
  }

  @Test("is repaired where a photo has lost all that it refers to, also in the buffer")
  func buffered() throws {
    try cluster.sql(
      """
      ALTER DATABASE photos SET geoindex.buffers_photos = 'on';
      INSERT INTO geoindex.photo_buffer SELECT false, * FROM geoindex.photo WHERE name = 'a.jpg';
      UPDATE geoindex.photo_buffer SET camera = 998, locality = 999;
      """)
    #expect(try doctor(["--repair"]).code == 0)
    #expect(try count(as: "three") == 3)
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "one").code == 0)
    let shown = try cluster.run(["export", "--format", "csv"], as: "two").output
    #expect(try cluster.run(["export", "--format", "csv"], as: "four").output == shown)
    #expect(
      try cluster.sql(
        "SELECT count(*) FROM geoindex.photo_merged WHERE camera IS NULL OR locality IS NULL")
        == "0")
  }

  @Test("keeps what people have entered")
  func acts() throws {
    #expect(
      try cluster.run(["place", library.file("a.jpg"), "--at", "47.5, 8.25", "--apply"]).code == 0)
    try cluster.sql(
      """
      ALTER TABLE geoindex.placement DISABLE TRIGGER placement_stays;
      UPDATE geoindex.placement SET act = 999
      """)
    let outcome = try doctor(["--repair"])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("placement.act"))
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.placement") == "1")
  }

  @Test("without a record is not repaired")
  func withoutRecord() throws {
    let outcome = try Program.run(["doctor", "--repair", "--db", library.root + "/photos.sqlite"])
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("postgres://"))
    let remote = try doctor(["--repair", "--server", "http://127.0.0.1:1"])
    #expect(remote.code == 2)
    #expect(remote.messages.contains("--server"))
  }

  @Test("has each reference of its tables in the list")
  func references() throws {
    let folder = try TemporaryDirectory()
    let record = ContestedRecord { _ in false }
    let path = FilePath(folder.file("a"))
    _ = try PhotoIndex(path: path, access: .writing, record: record)
    let connection = try Connection(path: path, access: .readOnly)
    let found = try ReplicatedTable.names.flatMap { table in
      try connection.statement("SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1)")
        .bind(table).map { "\(table).\($0.text(0) ?? "") \($0.text(1) ?? "")" }
    }
    #expect(Set(found) == Set(RecordReference.all.map { "\($0.table).\($0.column) \($0.parent)" }))
    #expect(found.count == RecordReference.all.count)
  }
}
