import Foundation
import TestSupport
import Testing

@Suite("A record in PostgreSQL", .serialized) struct RecordTests {
  /// The export of an index in a file.
  private static func export(_ file: String) throws -> String {
    try Program.run(["export", "--db", file]).output
  }

  private static func scan(_ cluster: Cluster, _ folder: String, as machine: String = "one") throws
  {
    let outcome = try cluster.run(["scan", "--quiet", "--jobs", "1", folder], as: machine)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test("gives the same answers as an index in a file, byte for byte")
  func sameAnswers() throws {
    let cluster = try Cluster()
    let library = try Library()
    var random = SeededRandom(seed: 7)
    let samples = ["2023-paris/eiffel-tower.jpg", "2024-japan/mount-fuji.jpg"]
    let folder = try TemporaryDirectory()
    let file = folder.file("photos.sqlite")
    for round in 0..<4 {
      for number in 0..<20 {
        let name = "d\(Int.random(in: 0..<4, using: &random))/\(round)-\(number).jpg"
        try library.add(name, as: samples[number % 2])
      }
      if round > 0 {
        let names = try FileManager.default.subpathsOfDirectory(atPath: library.root)
          .filter { $0.hasSuffix(".jpg") }.sorted()
        for name in names.shuffled(using: &random).prefix(5) {
          try FileManager.default.removeItem(atPath: library.file(name))
        }
        for name in names.shuffled(using: &random).prefix(3) {
          try? FileManager.default.moveItem(
            atPath: library.file(name), toPath: library.file("moved-\(round)-\(name.count).jpg"))
        }
      }
      let alone = try Program.run(["scan", "--quiet", "--jobs", "1", "--db", file, library.root])
      #expect(alone.code == 0)
      try Self.scan(cluster, library.root)
      let expected = try Self.export(file)
      #expect(try cluster.run(["export"]).output == expected)
      // One replica has followed since the first round, the other is new.
      #expect(try cluster.run(["export"], replica: "old").output == expected)
      #expect(try cluster.run(["export"], replica: "new-\(round)").output == expected)
      let near = ["nearest", "48.8584, 2.2945", "-k", "7", "--format", "csv"]
      #expect(
        try cluster.run(near, replica: "old").output
          == Program.run(near + ["--db", file]).output)
    }
  }

  @Test("distinguishes the same folder on two machines, and names the other machine")
  func machines() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library.root, as: "one")
    try Self.scan(cluster, library.root, as: "two")
    let shown = try cluster.run(["export", "--format", "csv"], as: "two").output
    #expect(shown.split(whereSeparator: \.isNewline).count == 3)
    #expect(shown.contains("one:\(library.root)"))
    #expect(!shown.contains("two:\(library.root)"))
  }

  @Test("gives a photo its id back when it moves to another machine")
  func movesBetweenMachines() throws {
    let cluster = try Cluster()
    let (here, there) = (try Library(), try Library())
    try here.add("a.jpg")
    try here.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    try there.add("c.jpg", as: "2020-australia/uluru.jpg")
    try Self.scan(cluster, here.root, as: "one")
    try Self.scan(cluster, there.root, as: "two")
    let id = "SELECT id FROM geoindex.photos WHERE path LIKE '%a.jpg'"
    let before = try cluster.sql(id)
    #expect(!before.isEmpty)
    try FileManager.default.copyItem(atPath: here.file("a.jpg"), toPath: there.file("new-a.jpg"))
    try FileManager.default.removeItem(atPath: here.file("a.jpg"))
    try Self.scan(cluster, here.root, as: "one")
    try Self.scan(cluster, there.root, as: "two")
    #expect(try cluster.sql(id) == before)
    #expect(
      try cluster.sql("SELECT machine FROM geoindex.photos WHERE path = 'new-a.jpg'") == "two")
  }

  @Test("imports and forgets on one machine what all others show")
  func importAndForget() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    let folder = try TemporaryDirectory()
    let table = folder.file("places.csv")
    try Data("path,longitude,latitude,takenAt\nx/y.jpg,7.5,46.5,2024-05-01T12:00:00Z\n".utf8)
      .write(to: URL(fileURLWithPath: table))
    try Self.scan(cluster, library.root)
    #expect(try cluster.run(["import", table]).code == 0)
    #expect(try cluster.run(["export", "--format", "csv"], as: "two").output.contains("x/y.jpg"))
    #expect(try cluster.run(["forget", "one:" + library.root], as: "two").code == 0)
    let left = try cluster.run(["export", "--format", "csv"]).output
    #expect(!left.contains("a.jpg"))
    #expect(left.contains("x/y.jpg"))
  }

  @Test("has the tracks of a folder, and keeps them where their file moves")
  func tracks() throws {
    let cluster = try Cluster()
    let library = try Library()
    let points = (0..<700).map { second in
      """
      <trkpt lat="48.\(1_000 + second)" lon="11.5">\
      <time>2024-05-01T12:\(10 + second / 50):\(10 + second % 50)Z</time></trkpt>
      """
    }
    try library.add("a.jpg")
    try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
      .write(to: URL(fileURLWithPath: library.file("walk.gpx")))
    try Self.scan(cluster, library.root)
    let list = ["tracks", "list", "--json"]
    #expect(try cluster.run(list, replica: "old").output.contains("walk.gpx"))
    let chunks = "SELECT count(*) FROM geoindex.track_chunk"
    let before = try cluster.sql(chunks)
    try FileManager.default.moveItem(
      atPath: library.file("walk.gpx"), toPath: library.file("moved.gpx"))
    try Self.scan(cluster, library.root)
    #expect(try cluster.sql(chunks) == before)
    let moved = try cluster.run(list, replica: "new").output
    #expect(moved.contains("moved.gpx"))
    #expect(moved.contains("700"))
    #expect(try cluster.run(list, replica: "old").output == moved)
    let counts = try ["old", "new"].map { replica in
      let file = try cluster.replica(of: replica)
      return try Program.run("sqlite3", [file, "SELECT count(*) FROM track_chunk"]).output
    }
    #expect(Set(counts).count == 1)
    #expect(counts.first?.trimmingCharacters(in: .whitespacesAndNewlines) == before)
  }

  @Test("that is restored from a backup restores its replicas")
  func history() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library.root)
    let folder = try TemporaryDirectory()
    let dump = folder.file("dump")
    let saved = try Program.run(
      "pg_dump", ["--format", "custom", "--file", dump, cluster.address],
      environment: cluster.environment)
    #expect(saved.code == 0, "\(saved.messages)")
    let before = try cluster.run(["export"]).output
    try library.add("b.jpg")
    try Self.scan(cluster, library.root)
    #expect(try cluster.run(["export"], as: "two").output.contains("b.jpg"))
    let restored = try Program.run(
      "pg_restore", ["--clean", "--dbname", cluster.address, dump],
      environment: cluster.environment)
    #expect(restored.code == 0, "\(restored.messages)")
    #expect(try cluster.run(["export"]).output == before)
    // Scans continue the restored history, past the revision of the other one that the replica of machine two has.
    try FileManager.default.removeItem(atPath: library.file("b.jpg"))
    for name in ["c.jpg", "d.jpg", "e.jpg"] {
      try library.add(name, as: "2024-japan/mount-fuji.jpg")
      try Self.scan(cluster, library.root)
    }
    let shown = try cluster.run(["export"], as: "two").output
    #expect(!shown.contains("b.jpg"))
    #expect(shown.contains("e.jpg"))
  }

  @Test("answers from the local copy while the database is down")
  func databaseDown() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library.root)
    let before = try cluster.run(["export"]).output
    try cluster.kill()
    let outcome = try cluster.run(["export"])
    #expect(outcome.output == before)
    #expect(outcome.messages.contains("local copy"))
    let other = try cluster.run(["export"], as: "new")
    #expect(other.code == 1)
  }

  @Test("is not scanned under the same name by a second machine at a time")
  func lease() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library.root)
    // A scan that has ended leaves no lease.
    try Self.scan(cluster, library.root)
    try cluster.sql(
      """
      INSERT INTO geoindex.lease VALUES ('one', convert_to('\(library.root)', 'UTF8'), 1,
        now() + interval '1 min')
      """)
    let refused = try cluster.run(["scan", library.root])
    #expect(refused.code == 1)
    #expect(refused.messages.contains("--machine"))
    try cluster.sql("UPDATE geoindex.lease SET expires = now() - interval '1 s'")
    try Self.scan(cluster, library.root)
  }

  @Test("never has its password on the command line or in a message")
  func password() throws {
    let refused = try Program.run(["query", "--db", "postgres://anna:hunter2@127.0.0.1:1/photos"])
    #expect(refused.code == 2)
    #expect(!refused.messages.contains("hunter2"))
    let unreachable = try Program.run(
      ["query"], environment: ["GEOINDEX_DB": "postgres://anna:hunter2@127.0.0.1:1/photos"])
    #expect(unreachable.code == 1)
    #expect(unreachable.messages.contains("127.0.0.1"))
    #expect(!unreachable.messages.contains("hunter2"))
  }

  @Test("refuses to change a local index without its record")
  func replicaAlone() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library.root)
    let outcome = try Program.run(["scan", "--db", cluster.replica(of: "one"), library.root])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("replica"))
  }
}
