import Foundation
import TestSupport
import Testing

/// Records whose photos are in partitions on three nodes.
@Suite("Photos on several nodes", .serialized) struct NodesTests {
  private let cluster: Cluster
  private let library: Library

  init() throws {
    cluster = try Cluster(nodes: 3)
    library = try Library()
  }

  private func scan() throws {
    let outcome = try cluster.run(["scan", "--quiet", "--jobs", "1", library.root])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  private func add(_ range: Range<Int>) throws {
    let samples = ["2023-paris/eiffel-tower.jpg", "2024-japan/mount-fuji.jpg"]
    for number in range { try library.add("d\(number % 4)/\(number).jpg", as: samples[number % 2]) }
  }

  /// Scans forty photos, moves the partitions to the nodes, and changes, adds and removes photos in the buffer.
  private func fillBuffer() throws {
    try add(0..<40)
    try scan()
    try cluster.spread()
    try add(40..<60)
    for number in 0..<10 {
      try FileManager.default.removeItem(atPath: library.file("d\(number % 4)/\(number).jpg"))
    }
    for number in 10..<20 {
      try library.add("d\(number % 4)/\(number).jpg", as: "2020-australia/uluru.jpg")
    }
    try scan()
    #expect(try buffered() >= 40)
  }

  private func buffered() throws -> Int {
    try Int(cluster.sql("SELECT count(*) FROM geoindex.photo_buffer")) ?? -1
  }

  /// Sets how many photos may be in the buffer before a flush.
  private func limitBuffer(_ count: Int) throws {
    try cluster.sql("ALTER DATABASE photos SET geoindex.buffered_photos = \(count)")
  }

  @Test("give the same answers as an index in a file, byte for byte")
  func sameAnswers() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("photos.sqlite")
    for round in 0..<5 {
      try add(round * 20..<round * 20 + 20)
      if round > 0 {
        for number in stride(from: round * 20 - 20, to: round * 20, by: 3) {
          try FileManager.default.removeItem(atPath: library.file("d\(number % 4)/\(number).jpg"))
        }
        try library.add("d1/\(round * 20 - 19).jpg", as: "2020-australia/uluru.jpg")
      }
      let alone = try Program.run(["scan", "--quiet", "--jobs", "1", "--db", file, library.root])
      #expect(alone.code == 0)
      try scan()
      let expected = try Program.run(["export", "--db", file]).output
      for replica in ["one", "old", "new-\(round)"] {
        #expect(try cluster.run(["export"], replica: replica).output == expected, "\(replica)")
      }
      if round == 1 { try cluster.spread() }
      if round == 2 { try limitBuffer(0) }
    }
    #expect(try buffered() < 40)
    let onNodes = try (1...3).map { try photos(node: $0) }
    #expect(onNodes.allSatisfy { !$0.hasPrefix("0") }, "\(onNodes)")
    let doctor = try cluster.run(["doctor"]).output
    #expect(doctor.contains("files of the record"))
    try moveBack()
  }

  /// Moves the partitions back, and scans without the nodes.
  private func moveBack() throws {
    let expected = try cluster.run(["export"]).output
    try cluster.sql(
      "SELECT geoindex.move_partition(number, NULL) FROM generate_series(0, 15) AS number")
    for node in 1...3 { try cluster.kill(node: node) }
    #expect(try cluster.run(["export"], replica: "back").output == expected)
    let before = try cluster.sql("SELECT count(*) FROM geoindex.photo")
    try add(200..<210)
    try scan()
    #expect(try buffered() == 0)
    #expect(try cluster.sql("SELECT count(*) - 10 FROM geoindex.photo") == before)
  }

  /// The number of photos on a node, and the sums of their ids and sizes.
  private func photos(node: Int) throws -> String {
    let found = try cluster.sql(
      "SELECT tablename FROM pg_tables WHERE tablename ~ '^photo_[0-9]'", node: node)
    let tables = found.split(separator: "\n")
    let all = tables.map { "SELECT id, size FROM geoindex.\($0)" }.joined(separator: " UNION ALL ")
    return try cluster.sql(
      "SELECT count(*), sum(id), sum(size) FROM (\(all)) AS photo", node: node)
  }

  /// A trigger refuses the commit of one node, after others have committed.
  @Test("are those of the last revision before, during and after a flush that is interrupted")
  func interruptedFlush() throws {
    try fillBuffer()
    try flushWithReader()
    let expected = try cluster.run(["export"]).output
    let before = try (1...3).map { try photos(node: $0) }
    let rows = try buffered()
    var reached = 0
    for node in 1...3 {
      try cluster.sql(Self.refuseCommits, node: node)
      try cluster.sql("SELECT geoindex.flush_photos()")
      #expect(try buffered() == rows)
      #expect(try cluster.run(["export"], replica: "during-\(node)").output == expected)
      for other in 1...3 where try photos(node: other) != before[other - 1] { reached += 1 }
      try cluster.sql("DROP FUNCTION geoindex.refuse CASCADE", node: node)
    }
    #expect(reached > 0)
    try cluster.sql("SELECT geoindex.flush_photos()")
    #expect(try buffered() == 0)
    #expect(try cluster.run(["export"], replica: "after").output == expected)
  }

  /// A flush does not change partitions under a reader.
  private func flushWithReader() throws {
    try limitBuffer(30)
    let rows = try buffered()
    let reader = Process()
    let (input, output) = (Pipe(), Pipe())
    reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    reader.arguments = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", cluster.address]
    reader.environment = ProcessInfo.processInfo.environment.merging(cluster.environment) { $1 }
    (reader.standardInput, reader.standardOutput) = (input, output)
    try reader.run()
    input.fileHandleForWriting.write(
      Data("BEGIN; LOCK TABLE geoindex.photo_buffer IN ACCESS SHARE MODE; SELECT 1;\n".utf8))
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    try cluster.sql("SELECT geoindex.flush_full_buffer()")
    #expect(try buffered() == rows)
    try input.fileHandleForWriting.close()
    reader.waitUntilExit()
    #expect(try cluster.sql("SELECT * FROM geoindex.flush_full_buffer()").isEmpty)
    #expect(try buffered() == 0)
    try add(60..<90)
    for number in 20..<25 {
      try FileManager.default.removeItem(atPath: library.file("d\(number % 4)/\(number).jpg"))
    }
    try limitBuffer(100)
    try scan()
    #expect(try buffered() >= 35)
  }

  private static let refuseCommits = """
    CREATE FUNCTION geoindex.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no space left'; END $$;
    DO $$
    DECLARE name text;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE tablename ~ '^photo_[0-9]' LOOP
        EXECUTE format('CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON geoindex.%I
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION geoindex.refuse()', name);
      END LOOP;
    END $$
    """

  @Test("are upgraded once each node has the new column, and the message says how it gets it")
  func newColumn() throws {
    try add(0..<20)
    try scan()
    try cluster.spread()
    let expected = try cluster.run(["export"]).output
    // As before the step: the nodes lack the column.
    let onNodes = "SELECT tablename FROM pg_tables WHERE tablename ~ '^photo_[0-9]'"
    try cluster.sql("DELETE FROM geoindex.migration WHERE name = 'samples of files'")
    var added: [String] = []
    for node in 1...3 {
      for table in try cluster.sql(onNodes, node: node).split(separator: "\n") {
        try cluster.sql("ALTER TABLE geoindex.\(table) DROP COLUMN samples", node: node)
        added.append("\(node) ALTER TABLE geoindex.\(table) ADD COLUMN samples bigint")
      }
    }
    #expect(added.count == 16)
    for statement in added {
      let refused = try cluster.run(["export"], replica: "new")
      #expect(refused.code == 1)
      #expect(refused.messages.contains("the node node"), "\(refused.messages)")
      #expect(refused.messages.contains("ADD COLUMN samples bigint"), "\(refused.messages)")
      let node = try #require(Int(statement.prefix(1)))
      try cluster.sql(String(statement.dropFirst(2)), node: node)
    }
    #expect(try cluster.run(["export"], replica: "new").output == expected)
    try scan()
  }

  /// A lock on the tables of a node stands for a node that accepts connections and never answers.
  @Test(
    "can be changed while a node hangs: a flush ends at its limit, and holds neither head nor buffer"
  )
  func nodeHangs() throws {
    try fillBuffer()
    try cluster.sql("ALTER DATABASE photos SET geoindex.flush_limit = '1s'")
    try limitBuffer(10)
    let rows = try buffered()
    let machines = ["one", "two", "three"]
    for machine in machines { #expect(try cluster.run(["export"], as: machine).code == 0) }
    let node = try cluster.access(toNode: 2)
    let holder = Process()
    let (input, output) = (Pipe(), Pipe())
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", node.address]
    holder.environment = ProcessInfo.processInfo.environment.merging(node.environment) { $1 }
    (holder.standardInput, holder.standardOutput) = (input, output)
    try holder.run()
    let tables = try cluster.sql(
      "SELECT tablename FROM pg_tables WHERE tablename ~ '^photo_[0-9]'", node: 2
    ).split(separator: "\n").map { "geoindex.\($0)" }
    try #require(!tables.isEmpty)
    input.fileHandleForWriting.write(
      Data(
        "BEGIN; LOCK TABLE \(tables.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE; SELECT 1;\n"
          .utf8))
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    // Each of them finds the buffer full, tries to flush it, and goes on without that.
    let writers = try machines.enumerated().map { number, machine in
      let prefix = machine == "one" ? "" : "one:"
      let file = prefix + library.file("d1/\(number * 4 + 41).jpg")
      let writer = try cluster.process(
        ["place", file, "--at", "47.5, 8.2\(number)", "--apply"], as: machine)
      try writer.run()
      return writer
    }
    for writer in writers {
      #expect(eventually { !writer.isRunning })
      if writer.isRunning { writer.terminate() }
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
    #expect(try buffered() >= rows)
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    try cluster.sql("SELECT geoindex.flush_photos()")
    #expect(try buffered() == 0)
    let notes = try cluster.run(["notes", "export"]).output.split(separator: "\n")
    #expect(notes.count { $0.contains("47.5") } == 3, "\(notes)")
    #expect(try cluster.run(["export"]).output.contains("47.5"))
  }

  @Test("can be changed while a node is down, until the buffer is full; messages name the node")
  func nodeDown() throws {
    try fillBuffer()
    try cluster.run(["export"], replica: "old")
    try cluster.kill(node: 2)
    let file = library.file("d1/41.jpg")
    let placed = try cluster.run(["place", file, "--at", "47.5, 8.25", "--apply"])
    #expect(placed.code == 0, "\(placed.messages)")
    let shown = try cluster.run(["export"]).output
    #expect(shown.contains("47.5"))
    // A local index that has followed needs no node for new changes.
    #expect(try cluster.run(["export"], replica: "old").output == shown)
    let new = try cluster.run(["export"], replica: "new")
    #expect(new.code == 1)
    #expect(new.messages.contains("node2"), "\(new.messages)")
    let rows = try buffered()
    try limitBuffer(1)
    let waiting = try cluster.process(["place", file, "--at", "46.5, 8.25", "--apply"])
    let messages = Pipe()
    waiting.standardError = messages
    try waiting.run()
    let message = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
    #expect(message.contains("node2"), "\(message)")
    try cluster.start(node: 2)
    waiting.waitUntilExit()
    #expect(waiting.terminationStatus == 0)
    #expect(try cluster.run(["export"], replica: "new").output.contains("46.5"))
    #expect(try buffered() < rows)
    let after = try cluster.run(["export"]).output
    #expect(after.contains("46.5"))
    #expect(try cluster.run(["export"], replica: "another").output == after)
  }
}
