import Foundation
import TestSupport
import Testing

@Suite("Positions that people enter, in a record", .serialized) struct ActTests {
  private static let place = ["--at", "47.5, 8.25", "--apply"]

  /// A record with one photo of machine one.
  private static func start() throws -> (Cluster, Library) {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try scan(cluster, library)
    return (cluster, library)
  }

  private static func scan(_ cluster: Cluster, _ library: Library) throws {
    let outcome = try cluster.run(["scan", "--quiet", "--jobs", "1", library.root])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  /// The position of the only photo, as a machine shows it.
  private static func shown(_ cluster: Cluster, as machine: String, replica: String? = nil) throws
    -> String
  {
    let table = try cluster.run(["export", "--format", "csv"], as: machine, replica: replica).output
    let lines = table.split(whereSeparator: \.isNewline)
    let fields = lines.last?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    #expect(lines.count == 2, "\(table)")
    return fields.dropFirst().prefix(2).joined(separator: ",")
  }

  @Test("are shown on every machine, and are undone from any")
  func everyMachine() throws {
    let (cluster, library) = try Self.start()
    let before = try Self.shown(cluster, as: "one")
    #expect(try Self.shown(cluster, as: "two") == before)
    let photo = "one:" + library.file("a.jpg")
    let placed = try cluster.run(["place", photo] + Self.place, as: "two")
    #expect(placed.code == 0, "\(placed.messages)")
    let after = try Self.shown(cluster, as: "two")
    #expect(after.contains("47.5"))
    #expect(try Self.shown(cluster, as: "one") == after)
    #expect(try Self.shown(cluster, as: "three") == after)
    let undone = try cluster.run(["place", "--undo", "1", library.file("a.jpg")])
    #expect(undone.code == 0, "\(undone.messages)")
    for machine in ["one", "two", "three"] {
      #expect(try Self.shown(cluster, as: machine) == before)
    }
    let again = try cluster.run(["place", "--undo", "1"], as: "two")
    #expect(again.messages.contains("nothing to undo"))
  }

  @Test("may be words, which are shown and undone on every machine")
  func words() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["query", "--json"], as: "two").code == 0)
    let photo = "one:" + library.file("a.jpg")
    let tag = ["tag", photo, "--title", "Snow", "--add-keyword", "Winter", "--apply"]
    let written = try cluster.run(tag, as: "two")
    #expect(written.code == 0, "\(written.messages)")
    func found(_ machine: String) throws -> Bool {
      let answer = try cluster.run(["query", "--keyword", "Winter", "--json"], as: machine)
      #expect(answer.code == 0, "\(answer.messages)")
      return answer.output.contains("\"title\":\"Snow\"")
    }
    for machine in ["one", "two", "three"] { #expect(try found(machine), "\(machine)") }
    // A scan merges the words with the file again.
    try Self.scan(cluster, library)
    #expect(try found("two"))
    let backup = try cluster.run(["notes", "export"], as: "three")
    #expect(backup.output.contains(#""add":{"keywords":["Winter"]}"#))
    let undone = try cluster.run(["tag", "--undo", "1", library.file("a.jpg")])
    #expect(undone.code == 0, "\(undone.messages)")
    for machine in ["one", "two", "three"] { #expect(try !found(machine), "\(machine)") }
  }

  @Test("may be words, which are written to sidecars by the machine that has the photo")
  func sidecarsWithWords() throws {
    let (cluster, library) = try Self.start()
    let photo = "one:" + library.file("a.jpg")
    let tag = ["tag", photo, "--title", "Snow", "--add-keyword", "Winter", "--apply"]
    #expect(try cluster.run(tag, as: "two").code == 0)
    let elsewhere = try cluster.run(["place", "--write-sidecars", "--apply"], as: "two")
    #expect(elsewhere.code == 0)
    #expect(elsewhere.messages.contains("write their sidecars on one"), "\(elsewhere.messages)")
    let written = try cluster.run(["place", "--write-sidecars", "--apply"])
    #expect(written.code == 0, "\(written.messages)")
    #expect(written.messages == "1 sidecars written\n")
    let sidecar = library.file("a.jpg.xmp")
    let read = try Program.run("exiftool", ["-s3", "-Title", "-Subject", sidecar])
    #expect(read.output.hasPrefix("Snow\n"))
    #expect(read.output.contains("Winter"))
    // After a scan the words count as those of the act, also when another machine undoes it.
    try Self.scan(cluster, library)
    #expect(try cluster.run(["place", "--write-sidecars", "--apply"]).messages.hasPrefix("0 "))
    #expect(try cluster.run(["tag", "--undo", "1"], as: "two").code == 0)
    try Self.scan(cluster, library)
    for machine in ["one", "two"] {
      let found = try cluster.run(["query", "--keyword", "Winter", "--json"], as: machine)
      #expect(!found.output.contains("Snow"), "\(machine): \(found.output)")
    }
    let removed = try cluster.run(["place", "--write-sidecars", "--apply"])
    #expect(removed.messages == "0 sidecars written, 1 removed\n", "\(removed.messages)")
    #expect(!FileManager.default.fileExists(atPath: sidecar))
  }

  @Test(
    "hide a position that the file has lost, also from a machine that undoes them without the file")
  func lostPosition() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["place", library.file("a.jpg")] + Self.place).code == 0)
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-gps:all=", "-q", library.file("a.jpg")])
    #expect(edited.code == 0, "\(edited.messages)")
    try Self.scan(cluster, library)
    let undone = try cluster.run(["place", "--undo", "1"], as: "two")
    #expect(undone.code == 0, "\(undone.messages)")
    for machine in ["one", "two", "three"] {
      let table = try cluster.run(["export", "--format", "csv"], as: machine).output
      #expect(table.split(whereSeparator: \.isNewline).count == 1, "\(table)")
    }
  }

  @Test("survive scans, moved files and deleted local indexes")
  func scans() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["place", library.file("a.jpg")] + Self.place).code == 0)
    let placed = try Self.shown(cluster, as: "one")
    try library.move("a.jpg", to: "b/moved.jpg")
    try Self.scan(cluster, library)
    #expect(try Self.shown(cluster, as: "one") == placed)
    try FileManager.default.removeItem(atPath: cluster.replicas(of: "one"))
    try Self.scan(cluster, library)
    #expect(try Self.shown(cluster, as: "one") == placed)
    #expect(try cluster.run(["forget", library.root]).code == 0)
    try Self.scan(cluster, library)
    #expect(try Self.shown(cluster, as: "one") == placed)
    #expect(try Self.shown(cluster, as: "two", replica: "new") == placed)
  }

  @Test("on the same photo are both kept, and the later one is shown")
  func samePhoto() throws {
    let (cluster, library) = try Self.start()
    let photos = ["one": library.file("a.jpg"), "two": "one:" + library.file("a.jpg")]
    // Both machines place at once, so their transactions meet.
    let running = try photos.map { machine, photo in
      let latitude = machine == "one" ? "11" : "22"
      let process = try cluster.process(
        ["place", photo, "--at", "\(latitude), 5", "--apply"], as: machine)
      try process.run()
      return process
    }
    for process in running {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.placement") == "2")
    let last = try cluster.sql("SELECT latitude FROM geoindex.placement ORDER BY act DESC LIMIT 1")
    for machine in ["one", "two"] {
      #expect(try Self.shown(cluster, as: machine).contains(last.prefix(2)))
    }
  }

  @Test("are never changed or deleted in the database")
  func appendOnly() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["place", library.file("a.jpg")] + Self.place).code == 0)
    try cluster.sql("DELETE FROM geoindex.placement")
    try cluster.sql("UPDATE geoindex.act SET author = 'x'")
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.placement") == "1")
    #expect(
      try cluster.sql("SELECT count(*) FROM geoindex.act WHERE author = convert_to('x', 'UTF8')")
        == "0")
  }

  @Test("move from an index with a notes file into a record, and back")
  func exchange() throws {
    let (cluster, library) = try Self.start()
    let folder = try TemporaryDirectory()
    let alone = ["--db", folder.file("photos.sqlite")]
    #expect(try Program.run(["scan", "--quiet", library.root] + alone).code == 0)
    #expect(try Program.run(["place", library.file("a.jpg")] + Self.place + alone).code == 0)
    let notes = folder.file("notes.jsonl")
    let lines = try Program.run(["notes", "export"] + alone).output
    try Data(lines.utf8).write(to: URL(fileURLWithPath: notes))
    let added = try cluster.run(["notes", "import", notes])
    #expect(added.messages.contains("1 new act"), "\(added.messages)")
    #expect(try cluster.run(["notes", "import", notes]).messages.contains("0 new acts"))
    #expect(try Self.shown(cluster, as: "two").contains("47.5"))
    // On the machine of the photos, the paths are the same.
    #expect(try cluster.run(["notes", "export"]).output == lines)
    #expect(try cluster.run(["notes", "export"], as: "two").output.contains("one:/"))
  }

  @Test("are in a backup, which is restored to another record or to the same one")
  func backup() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["place", library.file("a.jpg")] + Self.place).code == 0)
    let folder = try TemporaryDirectory()
    let archive = folder.file("backup.tar")
    let saved = try cluster.run(["backup", archive])
    #expect(saved.code == 0, "\(saved.messages)")
    #expect(saved.messages.contains("pg_dump"))
    let (other, others) = (try Cluster(), try Library())
    try others.add("elsewhere/b.jpg")
    try Self.scan(other, others)
    let restored = try other.run(["restore", archive])
    #expect(restored.code == 0, "\(restored.messages)")
    // The photo is known by its content.
    #expect(try Self.shown(other, as: "one").contains("47.5"))
    #expect(try cluster.run(["restore", archive]).messages.contains("0 new acts"))
    let alone = try Program.run(["restore", archive, "--db", folder.file("photos.sqlite")])
    #expect(alone.code == 1)
    #expect(alone.messages.contains("postgres"))
  }

  @Test("become sidecars only on the machine of the files")
  func sidecars() throws {
    let (cluster, library) = try Self.start()
    #expect(try cluster.run(["place", library.file("a.jpg")] + Self.place).code == 0)
    let elsewhere = try cluster.run(["place", "--write-sidecars", "--apply"], as: "two")
    #expect(elsewhere.messages.contains("write their sidecars on one"), "\(elsewhere.messages)")
    #expect(!FileManager.default.fileExists(atPath: library.file("a.jpg.xmp")))
    let here = try cluster.run(["place", "--write-sidecars", "--apply"])
    #expect(here.messages.contains("1 sidecars written"), "\(here.messages)")
  }

  @Test("are refused while the database is down, and nothing is stored by half")
  func databaseDown() throws {
    let (cluster, library) = try Self.start()
    let before = try Self.shown(cluster, as: "one")
    try cluster.kill()
    let refused = try cluster.run(["place", library.file("a.jpg")] + Self.place)
    #expect(refused.code == 1)
    #expect(refused.messages.contains("does not answer"), "\(refused.messages)")
    #expect(try Self.shown(cluster, as: "one") == before)
  }

  @Test("are those of an index in a file after the same acts, byte for byte")
  func sameAnswers() throws {
    let cluster = try Cluster()
    let library = try Library()
    let folder = try TemporaryDirectory()
    let alone = ["--db", folder.file("photos.sqlite")]
    var random = SeededRandom(seed: 23)
    var names: [String] = []
    for number in 0..<12 {
      let sample = number % 2 == 0 ? "2023-paris/eiffel-tower.jpg" : "2024-japan/mount-fuji.jpg"
      names.append("d\(number % 3)/\(number).jpg")
      try library.add(names[number], as: sample)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1.7e9)],
        ofItemAtPath: library.file(names[number]))
    }
    for step in 0..<24 {
      var words = ["scan", "--quiet", "--jobs", "1", library.root]
      let photo = library.file(names.randomElement(using: &random) ?? "")
      switch step % 4 {
      case 1:
        let latitude = Int.random(in: -80...80, using: &random)
        words = ["place", "--quiet", photo, "--at", "\(latitude), \(step)", "--apply"]
      case 2: words = ["place", "--quiet", photo, "--not-here", "--apply"]
      case 3: words = ["place", "--quiet", "--undo", "\(Int.random(in: 1...3, using: &random))"]
      default:
        let old = names.remove(at: Int.random(in: 0..<names.count, using: &random))
        names.append("d\(step % 3)/moved-\(step).jpg")
        try library.move(old, to: names[names.count - 1])
      }
      let expected = try Program.run(words + alone).code
      #expect(try cluster.run(words).code == expected)
      let answer = try Program.run(["export"] + alone).output
      #expect(try cluster.run(["export"]).output == answer, "step \(step)")
      #expect(try cluster.run(["export"], replica: "new-\(step)").output == answer, "step \(step)")
    }
  }
}
