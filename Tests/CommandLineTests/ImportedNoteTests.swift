import Foundation
import TestSupport
import Testing

/// What a person has entered takes precedence over an import, in whatever order they come.
@Suite struct ImportedNoteTests {
  private let library: Library

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    let outcome = try Program.run(
      "exiftool", ["-q", "-overwrite_original", "-gps:all=", library.file("a.jpg")])
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try run("scan", "--quiet", library.root).code == 0)
  }

  @discardableResult
  private func run(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// Imports a position for a path, without a time.
  private func importRow(_ path: String, _ latitude: Int) throws {
    let file = library.file("rows.csv")
    let rows = "root,path,longitude,latitude\n\(library.root),\(path),7,\(latitude)\n"
    try Data(rows.utf8).write(to: URL(fileURLWithPath: file))
    let outcome = try run("import", "--quiet", file)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  private func shown() throws -> [String] {
    let table = try run("query", "--format", "csv").output.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let head = table.first else { return [] }
    func column(_ name: String) -> Int { head.firstIndex { $0 == name } ?? 0 }
    return table.dropFirst().map { "\($0[column("path")]) \($0[column("latitude")])" }
  }

  @Test func anImportOverAPlacedPhotoDoesNotHideItsPlace() throws {
    #expect(try run("place", library.file("a.jpg"), "--at", "48,11", "--apply").code == 0)
    try importRow("a.jpg", 46)
    #expect(try shown() == ["a.jpg 48"])
    #expect(try run("scan", "--quiet", library.root).code == 0)
    #expect(try shown() == ["a.jpg 48"])
    #expect(try run("scan", "--quiet", "--full", library.root).code == 0)
    #expect(try shown() == ["a.jpg 48"])
  }

  @Test func aPlaceOfAnImportedPhotoSurvivesAnotherImport() throws {
    try importRow("gone/b.jpg", 46)
    #expect(try shown() == ["gone/b.jpg 46"])
    let place = ["place", library.file("gone/b.jpg"), "--apply", "--quiet"]
    for latitude in ["3", "9"] {
      #expect(
        try Program.run(place + ["--at", "\(latitude),4", "--db", library.database]).code == 0)
    }
    #expect(try shown() == ["gone/b.jpg 9"])
    try importRow("gone/b.jpg", 47)
    #expect(try shown() == ["gone/b.jpg 9"])
    // Undoing an act that another has replaced changes nothing.
    #expect(try run("place", "--undo", "1").code == 0)
    #expect(try shown() == ["gone/b.jpg 9"])
    #expect(try Program.run(place + ["--not-here", "--db", library.database]).code == 0)
    try importRow("gone/b.jpg", 48)
    #expect(try shown().isEmpty)
  }
}
