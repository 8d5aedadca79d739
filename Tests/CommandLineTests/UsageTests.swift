import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    ["frobnicate"], ["scan"], ["scan", "--frob", "x"], ["query", "--bbox"], ["query", "extra"],
    ["query", "--bbox", "1,2,3"], ["query", "--bbox", "0,0,200,10"], ["query", "--limit", "0"],
    ["query", "--limit", "99999999999999999999"], ["query", "--format", "xls"],
    ["query", "--datetime", "yesterday"], ["query", "--media", "smell"], ["nearest"],
    ["nearest", "abc"], ["nearest", "91, 0"], ["nearest", "--lat", "1"],
    ["nearest", "1, 2", "--lat", "1", "--lon", "2"], ["nearest", "1, 2", "-k", "-5"],
    ["query", "--json=yes"], ["query", "--bbox", "0,0,1,1", "--bbox", "0,0,1,1"],
    ["serve", "--port", "70000"], ["serve", "--host", "0.0.0.0"],
    ["serve", "--static", "/nowhere"],
    ["serve", "--tiles", "https://tiles.example/0/0/0.png"], ["serve", "--tiles-attribution", "x"],
    ["serve", "--tiles", "https://{s}.tiles.example/{z}/{x}/{y}.png"],
    ["serve", "--base-url", "home"], ["scan", "--jobs", "0", "/tmp"], [],
  ])
  func wrongUsageIsReportedWithExitCodeTwo(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.messages.isEmpty)
    #expect(!outcome.messages.contains("Error("))
  }

  @Test func aMisspeltCommandGetsASuggestion() throws {
    #expect(try Program.run(["scna", "/tmp"]).messages.contains("did you mean scan?"))
    #expect(try Program.run(["query", "--bbx", "1"]).messages.contains("did you mean --bbox?"))
  }

  @Test(arguments: [
    ["query"], ["nearest", "1, 2"], ["report"],
  ])
  func aMissingIndexIsReportedWithTheCommandThatMakesOne(arguments: [String]) throws {
    let outcome = try Program.run(arguments + ["--db", "/nowhere/photos.sqlite"])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("geoindex scan"))
  }

  @Test func aFolderThatIsNotThereExitsWithOne() throws {
    let library = try Library()
    let outcome = try Program.run(["scan", "/nowhere/at/all", "--db", library.database])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("/nowhere/at/all"))
  }

  @Test func aFileThatIsNoIndexIsRefusedAndLeftAlone() throws {
    let library = try Library()
    let bytes = Data("this is a letter to my aunt, not an index\n".utf8)
    try bytes.write(to: URL(fileURLWithPath: library.database))
    for arguments in [["scan", library.root], ["query"], ["report"]] {
      let outcome = try Program.run(arguments + ["--db", library.database])
      #expect(outcome.code == 1)
      #expect(outcome.messages.contains("not a geoindex database"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.database)) == bytes)
  }

  @Test func anIndexOfANewerVersionOrAnotherProgramIsRefused() throws {
    let library = try Library()
    let scan = ["scan", "--quiet", library.root, "--db", library.database]
    #expect(try Program.run(scan).code == 0)
    #expect(
      try Program.run("sqlite3", [library.database, "PRAGMA user_version = 99"]).code == 0)
    let newer = try Program.run(scan)
    #expect(newer.code == 1)
    #expect(newer.messages.contains("newer geoindex"))
    let other = library.database + "-other"
    #expect(try Program.run("sqlite3", [other, "CREATE TABLE recipe (name)"]).code == 0)
    let refused = try Program.run(["scan", library.root, "--db", other])
    #expect(refused.code == 1)
    #expect(refused.messages.contains("another program"))
  }

  @Test func theIndexIsReadableByItsOwnerAlone() throws {
    let library = try Library()
    let database = library.root + "/deep/down/photos.sqlite"
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", database]).code == 0)
    let mode = try #require(
      try FileManager.default.attributesOfItem(atPath: database)[.posixPermissions] as? Int)
    #expect(mode == 0o600)
    let folder = try #require(
      try FileManager.default.attributesOfItem(atPath: library.root + "/deep")[.posixPermissions]
        as? Int)
    #expect(folder == 0o700)
  }

  @Test func theIndexIsFoundByOptionThenVariableThenDataFolder() throws {
    let library = try Library()
    try library.add("a.jpg")
    let data = try TemporaryDirectory()
    let environment = ["XDG_DATA_HOME": data.path, "GEOINDEX_DB": ""]
    #expect(try Program.run(["scan", "--quiet", library.root], environment: environment).code == 0)
    #expect(FileManager.default.fileExists(atPath: data.file("geoindex/photos.sqlite")))
    let named = ["XDG_DATA_HOME": data.path, "GEOINDEX_DB": library.database]
    #expect(try Program.run(["report"], environment: named).code == 1)
    #expect(try Program.run(["report"], environment: environment).code == 0)
  }
}
