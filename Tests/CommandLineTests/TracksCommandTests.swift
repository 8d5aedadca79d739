import Foundation
import TestSupport
import Testing

/// `geoindex tracks` adds, lists and removes tracks.
@Suite struct TracksCommandTests {
  private let library: Library

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    try library.write("among.gpx", Data(Self.gpx(2).utf8))
    try library.write("../away.gpx", Data(Self.gpx(3).utf8))
    #expect(try tracks("list").code == 1)
    #expect(
      try Program.run(["scan", "--quiet", "--db", library.database, library.root]).code == 0)
  }

  private static func gpx(_ count: Int) -> String {
    let points = (0..<count).map {
      "<trkpt lat=\"48.\($0)\" lon=\"11\"><time>2024-05-01T10:0\($0):00Z</time></trkpt>"
    }
    return "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }

  private var away: String { library.file("../away.gpx") }

  private func tracks(_ words: String...) throws -> Program.Outcome {
    try Program.run(["tracks", "--db", library.database] + words)
  }

  private func counts() throws -> [Int] {
    let bytes = Data(try tracks("list", "--json").output.utf8)
    let listed = try JSONSerialization.jsonObject(with: bytes) as? [[String: Any]] ?? []
    return listed.compactMap { $0["fixes"] as? Int }.sorted()
  }

  @Test func aTrackThatWasAddedIsListedUntilItIsRemoved() throws {
    #expect(try tracks("add", away).code == 0)
    #expect(try counts() == [2, 3])
    #expect(try tracks("list").output.contains("added by hand"))
    #expect(try tracks("remove", away).code == 0)
    #expect(try counts() == [2])
  }

  @Test func aTrackThatIsAddedTwiceIsThereOnce() throws {
    #expect(try tracks("add", away).code == 0)
    #expect(try tracks("add", away, library.file("among.gpx")).code == 0)
    #expect(try counts() == [2, 3])
  }

  @Test func aTrackAmongThePhotosIsNotRemoved() throws {
    let outcome = try tracks("remove", library.file("among.gpx"))
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("--exclude"))
    #expect(try counts() == [2])
  }

  @Test func aFileWithoutATrackIsRefusedAndTheOthersAreAdded() throws {
    let outcome = try tracks("add", library.file("a.jpg"), away)
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("a.jpg"))
    #expect(try counts() == [2, 3])
  }

  @Test(arguments: [["add"], ["remove"], ["show"], ["list", "x"]])
  func otherWordsAreAUsageError(words: [String]) throws {
    #expect(try Program.run(["tracks", "--db", library.database] + words).code == 2)
  }

  @Test func tracksAreInABackup() throws {
    #expect(try tracks("add", away).code == 0)
    let file = library.file("../b.tar")
    let database = ["--db", library.database]
    #expect(try Program.run(["backup", "--quiet"] + database + [file]).code == 0)
    #expect(try tracks("remove", away).code == 0)
    #expect(try Program.run(["restore", "--quiet", "--replace"] + database + [file]).code == 0)
    #expect(try counts() == [2, 3])
  }
}
