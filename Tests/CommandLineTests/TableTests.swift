import Foundation
import PhotoFacts
import TestSupport
import Testing

@testable import geoindex

/// The table for people, and GeoPackages, of the commands that list photos.
@Suite struct TableTests {
  private let library: Library

  init() throws { library = try Library() }

  private func geoindex(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments + ["--db", library.database])
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱｲｳ", 3), ("ＡＢ", 4), ("한글", 4), ("🗻", 2),
    ("…", 1), ("", 0), ("👨‍👩‍👧", 2), ("𠀀", 2), ("あ　", 4),
  ])
  func theWidthOfATextIsThatOfATerminal(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func everyCharacterHasTheWidthThatPythonSays() throws {
    let outcome = try Program.run(
      "python3",
      [
        "-c",
        """
        import unicodedata as u
        for c in [*range(0x300, 0xD800), *range(0xF900, 0x30000)]:
            if u.category(chr(c))[0] in "LN":
                print(c, 2 if u.east_asian_width(chr(c)) in "WF" else 1)
        """,
      ])
    var wrong: [Int] = []
    for line in outcome.output.split(separator: "\n") {
      let pair = line.split(separator: " ").compactMap { Int($0) }
      let scalar = try #require(Unicode.Scalar(UInt32(pair[0])))
      if String(Character(scalar)).displayWidth != pair[1] { wrong.append(pair[0]) }
    }
    #expect(outcome.output.count > 1_000_000)
    #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0, radix: 16) })")
  }

  @Test func columnsStayAlignedWithWideCharacters() throws {
    for name in ["a.jpg", "日本/富士山 2024.jpg", "한글.jpg"] { try library.add(name) }
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let table = try geoindex("query", "--format", "table")
    #expect(table.code == 0)
    let lines = table.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("taken"))
    #expect(lines[0].hasSuffix("file"))
    let files = lines.dropFirst().compactMap { $0.range(of: library.root)?.lowerBound }
    #expect(files.count == 3)
    let starts = Set(zip(lines.dropFirst(), files).map { String($0[..<$1]).displayWidth })
    #expect(starts == [lines[0].dropLast("file".count).count])
    let nearest = try geoindex("nearest", "--format", "table", "0, 0", "-k", "1")
    #expect(nearest.output.contains(" km  "))
  }

  @Test func photosFromWhichTheGroundHidesAPositionAreMarked() throws {
    try library.add("2023-paris/eiffel-tower.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let file = library.file("wall.pmtiles")
    let table = library.file("seeing.gpkg")
    func seeing() throws -> String {
      try geoindex("seeing", "48.8584, 2.2945", "--format", "table").output
    }
    #expect(try !seeing().contains("hidden"))
    for (metres, answer) in [(31.0, "0\n"), (300, "1\n")] {
      try ReliefWriter(wall: metres).write(to: file)
      #expect(try geoindex("basemap", "add", file).code == 0)
      #expect(try seeing().contains("eiffel-tower.jpg (hidden by the ground)") == (answer == "1\n"))
      #expect(try geoindex("seeing", "48.8584, 2.2945", "--output", table).code == 0)
      #expect(try Program.run("sqlite3", [table, "SELECT hidden FROM photos"]).output == answer)
      let columns = try Program.run("sqlite3", [table, "PRAGMA table_info(photos)"]).output
      #expect(columns.contains("|hidden|BOOLEAN|"))
      #expect(try geoindex("basemap", "remove", "wall").code == 0)
    }
  }

  @Test func aTerminalShortensPathsAtTheirBeginning() throws {
    try library.add("日本/a long folder name that does not fit at all/富士山.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let outcome = try Program.run(
      "script",
      ["-qec", "stty cols 100; \(Program.path) query --db \(library.database)", "/dev/null"])
    let lines = outcome.output.split(separator: "\r\n").map(String.init)
    #expect(lines.count == 2, "\(outcome.output)")
    #expect(lines.allSatisfy { $0.displayWidth <= 100 })
    #expect(lines.last?.contains("…") == true)
    #expect(lines.last?.hasSuffix("富士山.jpg") == true)
  }

  @Test func aGeoPackageNeedsAFile() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    for arguments in [["export"], ["query"], ["nearest", "0, 0"]] {
      for output in [[], ["--output", "-"], ["--output", "/dev/null"]] {
        let outcome = try Program.run(
          arguments + output + ["--format", "gpkg", "--db", library.database])
        #expect(outcome.code == 2)
        #expect(outcome.messages.contains("--output photos.gpkg"))
      }
      let file = library.file("\(arguments[0]).gpkg")
      let outcome = try Program.run(arguments + ["--output", file, "--db", library.database])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(outcome.output.isEmpty)
      let count = try Program.run("sqlite3", [file, "SELECT count(*) FROM photos"]).output
      #expect(count == (arguments[0] == "nearest" ? "10\n" : "52\n"))
      let columns = try Program.run("sqlite3", [file, "PRAGMA table_info(photos)"]).output
      #expect(columns.contains("|distance|REAL|") == (arguments[0] == "nearest"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: library.root)
    #expect(names.sorted() == ["export.gpkg", "nearest.gpkg", "query.gpkg"])
    let again = try geoindex("export", "--output", library.file("export.gpkg"))
    #expect(again.code == 0)
    let refused = try geoindex("query", "--output", library.database, "--format", "csv")
    #expect(refused.code == 2)
    #expect(refused.messages.contains("is the index itself"))
  }
}
