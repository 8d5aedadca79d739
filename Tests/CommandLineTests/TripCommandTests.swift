import Foundation
import TestSupport
import Testing

/// Each command undoes its own acts.
@Suite struct TripCommandTests {
  @Test func theDiaryAndCorrectionsAreUndoneByTheirOwnCommands() throws {
    let library = try Library()
    try library.add("a.jpg")
    let scanned = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(scanned.code == 0, "\(scanned.messages)")
    let notes = library.file("notes.jsonl")
    let lines = [
      #"{"act":"00000000-0000-4000-8000-000000000001","made":"2024-05-01T12:00:00Z","by":"ada","photos":1,"undoes":0}"#,
      #"{"path":"","journey":"diary day 2024-05-01 Figs"}"#,
      #"{"act":"00000000-0000-4000-8000-000000000002","made":"2024-05-02T12:00:00Z","by":"ada","photos":1,"undoes":0}"#,
      #"{"path":"","journey":"made 2024-05-01 2024-05-03"}"#,
    ]
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: notes))
    func geoindex(_ words: String...) throws -> Program.Outcome {
      try Program.run(words + ["--db", library.database])
    }
    let imported = try geoindex("notes", "import", notes)
    try #require(imported.code == 0, "\(imported.messages)")
    #expect(try geoindex("trips", "--undo", "1").code == 1)
    #expect(try geoindex("diary", "--undo", "2").code == 1)
    #expect(try geoindex("trips", "--undo", "2").messages.contains("undid act 2"))
    #expect(try geoindex("diary").output.contains("Figs"))
    #expect(try geoindex("diary", "--undo", "1").messages.contains("undid act 1"))
    #expect(try !geoindex("diary").output.contains("Figs"))
  }

  /// An earlier page would show other pictures under its numbers.
  @Test func aDiaryThatCannotBeWrittenToItsEndHasNoPage() throws {
    let library = try Library()
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2021-egypt/pyramids.jpg")
    let scanned = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(scanned.code == 0, "\(scanned.messages)")
    let folder = library.database + ".diary"
    let order = [
      "diary", "--originals", "--datetime", "2000/2030", folder, "--db", library.database,
    ]
    #expect(try Program.run(order).code == 0)
    let files = FileManager.default
    let page = folder + "/index.html"
    #expect(files.fileExists(atPath: page))
    // A folder in the place of a picture stands for a disk that is full.
    let picture = folder + "/pictures/2.jpg"
    try files.removeItem(atPath: picture)
    try files.createDirectory(atPath: picture, withIntermediateDirectories: false)
    let outcome = try Program.run(order)
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("/pictures/2.jpg"))
    #expect(!files.fileExists(atPath: page))
    #expect(!files.fileExists(atPath: folder + "/diary.md"))
    try files.removeItem(atPath: picture)
    #expect(try Program.run(order).code == 0)
    #expect(files.fileExists(atPath: page))
  }
}
