import Foundation
import TestSupport
import Testing

/// Notes can be copied to another index, and notes of several indexes can be merged.
@Suite struct NotesCommandTests {
  private let library: Library

  init() throws {
    library = try Library()
    for name in ["a.jpg", "b.jpg"] {
      // The comment distinguishes the photos, because copies of a photo share its notes.
      let comment = [0xFF, 0xFE, 0, 7] + Array(name.utf8)
      try library.write(name, Data([0xFF, 0xD8] + comment + [0xFF, 0xD9]))
    }
    try scan(library.database)
  }

  private func scan(_ database: String) throws {
    let outcome = try Program.run(["scan", "--quiet", library.root, "--db", database])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @discardableResult
  private func geoindex(_ words: String..., db: String? = nil) throws -> Program.Outcome {
    try Program.run(words + ["--db", db ?? library.database])
  }

  private func place(_ name: String, _ position: String, db: String? = nil) throws {
    let outcome = try geoindex("place", library.file(name), "--at", position, "--apply", db: db)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  /// The longitudes of the photos that were placed by hand.
  private func longitudes(_ database: String? = nil) throws -> [String: Double] {
    let query = try geoindex("query", "--source", "manual", "--format", "geojson", db: database)
    var found: [String: Double] = [:]
    for case let feature as [String: Any] in try query.json()["features"] as? [Any] ?? [] {
      let path = (feature["properties"] as? [String: Any])?["path"] as? String
      let position = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
      if let path, let longitude = position?.first { found[path] = longitude }
    }
    return found
  }

  private func export(from database: String? = nil) throws -> String {
    let outcome = try geoindex("notes", "export", db: database)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let file = library.file("notes.jsonl")
    try Data(outcome.output.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  @Test func importingNotesTwiceAddsThemOnce() throws {
    try place("a.jpg", "1, 10")
    try place("b.jpg", "2, 20")
    #expect(try geoindex("place", "--undo", "1").code == 0)
    let lines = try export()
    let other = library.file("other.sqlite")
    try scan(other)
    let added = try geoindex("notes", "import", lines, db: other)
    #expect(added.messages.contains("3 new acts"))
    #expect(try longitudes(other) == ["b.jpg": 20])
    let again = try geoindex("notes", "import", lines, "--json", db: other)
    #expect(again.output == "{\"acts\":3,\"added\":0}\n")
    #expect(try geoindex("notes", "export", db: other).output == geoindex("notes", "export").output)
    #expect(try geoindex("doctor", db: other).code == 0)
  }

  @Test func theLaterOfTwoPositionsIsShownOnBothMachines() throws {
    let other = library.file("other.sqlite")
    try scan(other)
    try place("a.jpg", "1, 10", db: other)
    try place("a.jpg", "1, 11")
    let ours = try geoindex("notes", "export").output
    #expect(try geoindex("notes", "import", export(from: other)).code == 0)
    #expect(try longitudes() == ["a.jpg": 11])
    try Data(ours.utf8).write(to: URL(fileURLWithPath: library.file("notes.jsonl")))
    #expect(try geoindex("notes", "import", library.file("notes.jsonl"), db: other).code == 0)
    #expect(try longitudes(other) == ["a.jpg": 11])
  }

  @Test func notesMayComeBeforeThePhotosAndOutliveTheIndex() throws {
    try place("a.jpg", "1, 10")
    let lines = try export()
    let other = library.file("other.sqlite")
    #expect(try geoindex("notes", "import", lines, db: other).code == 0)
    try scan(other)
    #expect(try longitudes(other) == ["a.jpg": 10])
    try FileManager.default.removeItem(atPath: other)
    #expect(try geoindex("notes", "export", db: other).output == geoindex("notes", "export").output)
  }

  @Test func aBrokenFileAddsNothing() throws {
    try place("a.jpg", "1, 10")
    try place("b.jpg", "2, 20")
    let lines = try String(contentsOfFile: export(), encoding: .utf8)
    let other = library.file("other.sqlite")
    try scan(other)
    let foreign = #"{"act":"x","made":"2024-05-01T12:00:00Z","by":"","photos":0,"undoes":1}"#
    for (bad, reason) in [
      ("nonsense", "line 5"), (foreign, "line 5"),
      (foreign + "\n" + #"{"undoes":"nothing","photo":0}"#, "not before it"),
    ] {
      let file = library.file("bad.jsonl")
      try Data((lines + bad + "\n").utf8).write(to: URL(fileURLWithPath: file))
      let outcome = try geoindex("notes", "import", file, db: other)
      #expect(outcome.code == 1)
      #expect(outcome.messages.contains(reason), "\(outcome.messages)")
      #expect(try geoindex("notes", "export", db: other).output.isEmpty)
    }
  }

  @Test(arguments: [["notes"], ["notes", "import"], ["notes", "export", "x"], ["notes", "list"]])
  func wrongUsageIsExplained(words: [String]) throws {
    #expect(try Program.run(words + ["--db", library.database]).code == 2)
  }
}
