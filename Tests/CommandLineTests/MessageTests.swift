import Foundation
import MapService
import TestSupport
import Testing

/// Every message of an error names the next step.
@Suite struct MessageTests {
  @Test func everyMessageInTheSourcesNamesTheNextStepUnlessTheProgramAddsOne() throws {
    let outcome = try Program.run(SamplePhotos.package + "/scripts/lib/check-messages", [])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  private func messages(_ words: [String], beside library: Library) throws -> String {
    let outcome = try Program.run(words + ["--db", library.database])
    #expect(outcome.code != 0, "\(words)")
    return outcome.messages
  }

  @Test(arguments: [
    (["query", "--bbox", "1"], "Try: geoindex --help"),
    (["query", "--limit", "x"], "Try: geoindex query --help"),
    (["import", "/nowhere/places.csv"], "Check the path."),
    (["import", "/tmp"], "name a file"),
    (["report", "--config", "/nowhere/config"], "Check the path."),
    (["backup", "/nowhere/backup.tar"], "Check the path."),
    (
      ["serve", "--port", "0", "--host", "192.0.2.1", "--insecure"],
      "Give an address of this machine"
    ),
  ]) func theReportSaysWhatToDo(words: [String], step: String) throws {
    let library = try Library()
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    let messages = try messages(words, beside: library)
    #expect(messages.contains(step), "\(messages)")
  }

  @Test func anIndexThatCannotBeUsedSaysWhatToDo() throws {
    let library = try Library()
    let missing = try messages(["report"], beside: library)
    #expect(missing.contains("geoindex scan"))
    try Data("a letter, not a database".utf8).write(to: URL(fileURLWithPath: library.database))
    let foreign = try messages(["report"], beside: library)
    #expect(foreign.contains("Give the index with --db"), "\(foreign)")
  }

  @Test func anInvalidBaseMapSaysWhatToDo() throws {
    let library = try Library()
    let map = library.file("../letter.mbtiles")
    try Data("a letter, not a map".utf8).write(to: URL(fileURLWithPath: map))
    let messages = try messages(["basemap", "add", map], beside: library)
    #expect(messages.contains("Give a PMTiles or MBTiles file."), "\(messages)")
  }
}
