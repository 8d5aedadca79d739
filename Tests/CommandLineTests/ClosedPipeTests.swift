import Foundation
import TestSupport
import Testing

/// A command that changes something does so even if the reader of its output has gone.
@Suite struct ClosedPipeTests {
  /// A command, and how to see that it has made its change.
  struct Change: CustomTestStringConvertible, Sendable {
    /// The words of the command; `%` is the folder of photos.
    var words: [String]
    /// Commands that precede it.
    var after: [[String]] = []
    var code: Int32 = 0
    /// A command whose output shows the change; without one, the file that the command writes.
    var seenBy: [String] = []
    /// What that output contains; the name of the file without a command.
    var sight: String

    var testDescription: String { words.joined(separator: " ") }

    init(
      _ words: String, after: [String] = [], code: Int32 = 0, seenBy: String = "",
      showing sight: String
    ) {
      func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
      (self.words, self.after) = (split(words), after.map(split))
      (self.code, self.seenBy, self.sight) = (code, split(seenBy), sight)
    }
  }

  private static let placing = "place %/a.jpg --at 48,11 --apply"
  private static let manual = "query --source manual --format csv"

  static let changes = [
    Change("scan --json %", seenBy: "report --json", showing: "\"located\":1"),
    Change("scan --json % %/missing", code: 3, seenBy: "report --json", showing: "\"located\":1"),
    Change("import --json %/list.csv", seenBy: "query --source import", showing: "c.jpg"),
    Change("forget --json %", after: ["scan %"], seenBy: "report --json", showing: "\"located\":0"),
    Change(placing, after: ["scan %"], seenBy: manual, showing: "a.jpg"),
    Change(placing + " --json", after: ["scan %"], seenBy: manual, showing: "a.jpg"),
    Change(
      "place --from-neighbours --apply", after: ["scan %"], seenBy: "query --source neighbour",
      showing: "a.jpg"),
    Change(
      "place --from-neighbours --apply --json", after: ["scan %"],
      seenBy: "query --source neighbour", showing: "a.jpg"),
    Change(
      "place --undo 1", after: ["scan %", placing], seenBy: "notes export", showing: "\"undoes\":1"),
    Change("place --write-sidecars --apply", after: ["scan %", placing], showing: "a.jpg.xmp"),
    Change("notes import --json %/notes.jsonl", seenBy: "notes export", showing: "abc"),
    Change("tracks add %/walk.gpx", seenBy: "tracks list", showing: "added by hand"),
    Change("share --json", after: ["scan %"], seenBy: "share --list", showing: "all photos"),
    Change(
      "zone add home --circle 48,11,400", after: ["scan %"], seenBy: "zone list", showing: "home"),
    Change(
      "places --boundaries %/parks.gpkg", after: ["scan %"], seenBy: "where 1,1", showing: "Park"),
    Change("basemap add %/town.pmtiles", seenBy: "basemap list", showing: "town"),
    Change("backup %/b.tar", after: ["scan %"], showing: "b.tar"),
    Change(
      "restore --replace %/b.tar", after: ["scan %", "backup %/b.tar", "forget %"],
      seenBy: "report --json", showing: "\"located\":1"),
    Change("export --output %/all.csv", after: ["scan %"], showing: "all.csv"),
  ]

  private let library: Library

  /// Two photos of one moment, of which one has no position, and files to import.
  init() throws {
    library = try Library()
    for name in ["a.jpg", "phone.jpg"] {
      try library.add(name)
      let camera = ["-Make=\(name)", "-Model=\(name)", "-ImageDescription=\(name)"]
      let words = (name == "a.jpg" ? ["-gps:all="] : []) + camera
      let outcome = try Program.run(
        "exiftool", words + ["-overwrite_original", "-q", library.file(name)])
      #expect(outcome.code == 0, "\(outcome.messages)")
    }
    let act = #"{"act":"abc","made":"2024-05-01T12:00:00Z","by":"","photos":0,"undoes":0}"#
    try library.write("notes.jsonl", Data((act + "\n").utf8))
    try library.write("list.csv", Data("path,longitude,latitude,takenAt\nc.jpg,11,48,\n".utf8))
    let points = (0...3).map {
      "<trkpt lat=\"48\" lon=\"11\"><time>2024-05-28T12:0\($0):00Z</time></trkpt>"
    }
    try library.write(
      "walk.gpx", Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
    try PolygonPackage.write(
      [("Park", PolygonPackage.blob([PolygonPackage.square(1, 1, 1)]))],
      to: library.file("parks.gpkg"))
    try PMTilesWriter([.init(2, 1, 1): [1]]).write(to: library.file("town.pmtiles"))
  }

  private func words(_ words: [String]) -> [String] {
    words.map { $0.replacingOccurrences(of: "%", with: library.root) } + ["--db", library.database]
  }

  @Test(arguments: changes) func aClosedPipeDoesNotKeepACommandFromItsChange(change: Change) throws
  {
    for earlier in change.after {
      let outcome = try Program.run(words(earlier))
      #expect(outcome.code == 0, "\(earlier): \(outcome.messages)")
    }
    #expect(try Program.runUnread(words(change.words)) == change.code)
    guard !change.seenBy.isEmpty else {
      #expect(FileManager.default.fileExists(atPath: library.file(change.sight)))
      return
    }
    let shown = try Program.run(words(change.seenBy))
    #expect(shown.output.contains(change.sight), "\(shown.output) \(shown.messages)")
  }

  @Test func anActIsStoredAndReportedEvenIfItsPlanCannotBePrinted() throws {
    #expect(try Program.run(words(["scan", "--quiet", "%"])).code == 0)
    let place = words(["place", "%/a.jpg", "--at", "48,11", "--apply", "--json"])
    let outcome = try Program.run(
      "sh", ["-c", "\"$0\" \"$@\" > /dev/full", Program.path] + place)
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("act 1: placed 1 photo"))
    #expect(outcome.messages.contains("cannot write"))
    #expect(try Program.run(words(["notes", "export"])).output.contains("\"latitude\":48"))
  }
}
