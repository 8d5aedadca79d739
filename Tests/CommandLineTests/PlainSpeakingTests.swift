import Foundation
import TestSupport
import Testing

/// Commands warn about surprising effects, and do not print secrets.
@Suite struct PlainSpeakingTests {
  private func scanned() throws -> Library {
    let library = try Library()
    try library.add("a.jpg")
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    return library
  }

  @Test func anExportToAnUnknownKindOfFileIsRefusedAndTheKnownOnesAreNamed() throws {
    let library = try scanned()
    for name in ["photos.shp", "places", "photos.csv.gz", ".csv"] {
      let file = library.file("../" + name)
      let outcome = try Program.run(["export", "--output", file, "--db", library.database])
      #expect(outcome.code == 2, "\(name)")
      #expect(outcome.messages.contains(".geojson"))
      #expect(outcome.messages.contains("--format"))
      #expect(!FileManager.default.fileExists(atPath: file))
      let named = ["--format", "csv", "--output", file, "--db", library.database]
      #expect(try Program.run(["export"] + named).code == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("a.jpg"))
    }
    for name in ["-", "/dev/null"] {
      let outcome = try Program.run(["export", "--output", name, "--db", library.database])
      #expect(outcome.code == 0, "\(name): \(outcome.messages)")
    }
  }

  @Test func aLinkThatMatchesNoPhotoIsMadeWithAWarning() throws {
    let library = try scanned()
    let empty = try Program.run(["share", "--path", "nothing/*", "--db", library.database])
    #expect(empty.code == 0)
    #expect(empty.output.contains("/?share="))
    #expect(empty.messages.contains("no photo"))
    let full = try Program.run(["share", "--path", "a*", "--db", library.database])
    #expect(full.code == 0)
    #expect(!full.messages.contains("no photo"))
  }

  @Test func shareWarnsThatAServerWithoutPasswordsIgnoresLinks() throws {
    let library = try scanned()
    let open = try RunningServer(library, [])
    #expect(!open.log.contains("there are share links"))
    let words = ["share", "--db", library.database, "--base-url", open.url]
    #expect(try Program.run(words).messages.contains("restricts nothing"))
    #expect(try !Program.run(words + ["--quiet"]).messages.contains("restricts nothing"))
    // A server that is started after links were made warns too.
    let later = try RunningServer(library, [])
    #expect(eventually { later.log.contains("there are share links") })
    let guarded = try RunningServer(
      library, [], environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    let kept = try Program.run(["share", "--db", library.database, "--base-url", guarded.url])
    #expect(!kept.messages.contains("restricts nothing"))
    #expect(!guarded.log.contains("share links"))
  }

  @Test func aPasswordInAnAddressIsInNoMessage() throws {
    for address in [
      "http://ada:swordfish@127.0.0.1:1/", "ada:swordfish@host", "http://ada:sword@fish@host:1/",
      "ftp://ada:swordfish@host", "http://ada:swordfish@",
    ] {
      for words in [["query", "--server", address], ["doctor", "--server", address]] {
        let outcome = try Program.run(words)
        #expect(outcome.code == 2, "\(words)")
        #expect(outcome.messages.contains("--server"), "\(words)")
        #expect(!(outcome.messages + outcome.output).contains("fish"), "\(outcome.messages)")
      }
    }
  }

  @Test func doctorAsksARunningServerForHealthChecks() throws {
    let server = try RunningServer(
      try scanned(), [], environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    #expect(try Program.run(["doctor", "--server", server.url]).code == 0)
    let none = try Program.run(["doctor", "--server", "http://127.0.0.1:1/"])
    #expect(none.code == 1)
    #expect(none.output.contains("127.0.0.1:1"))
  }

  @Test func installingWhereNothingMayBeWrittenIsRefusedBeforeAnythingIsBuilt() throws {
    let folder = try TemporaryDirectory()
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let outcome = try Program.run(
      SamplePhotos.package + "/scripts/install", [folder.file("file/prefix")])
    #expect(outcome.code != 0)
    #expect(outcome.messages.contains("no permission to write to"))
    #expect(!(outcome.output + outcome.messages).contains("uild"))
  }
}
