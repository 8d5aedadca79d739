import Foundation
import TestSupport
import Testing

/// One index under several names: its zones, links and locks are the same for all of them.
@Suite struct IndexNameTests {
  private let library: Library
  private let names: [String]

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    let files = FileManager.default
    let folder = (library.database as NSString).deletingLastPathComponent
    let top = (folder as NSString).deletingLastPathComponent
    for (name, target) in [
      ("link.sqlite", "index/photos.sqlite"), ("elsewhere", "index"),
      ("chain.sqlite", "link.sqlite"),
    ] {
      try files.createSymbolicLink(atPath: top + "/" + name, withDestinationPath: target)
    }
    // The links dangle until the index has been made through one of them.
    names = [
      top + "/link.sqlite", top + "/elsewhere/photos.sqlite", top + "/chain.sqlite",
      library.database,
    ]
  }

  private func run(_ words: String...) throws -> Program.Outcome { try Program.run(words) }

  @Test func zonesAndLinksAreTheSameForAllPathsOfAnIndex() throws {
    for (number, name) in names.enumerated() {
      let outcome = try run("scan", "--quiet", library.root, "--db", name)
      #expect(outcome.code == 0, "\(name): \(outcome.messages)")
      let zone = "zone \(number)"
      #expect(
        try run("zone", "add", zone, "--circle", "48.85,2.29,3000", "--hide", "--db", name).code
          == 0)
      let link = try run("share", "--db", name)
      #expect(link.code == 0, "\(link.messages)")
      for other in names {
        #expect(try run("zone", "list", "--db", other).output.contains(zone), "\(name) \(other)")
      }
    }
    let ids = try run("share", "--list", "--db", library.database).output.split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(ids.count == names.count)
    for (id, name) in zip(ids, names) {
      let outcome = try run("share", "--revoke", id, "--db", name)
      #expect(outcome.code == 0, "\(outcome.messages)")
    }
    #expect(try run("share", "--list", "--db", names[0]).output.isEmpty)
    // All files are beside the index, none beside the links.
    let top = ((library.database as NSString).deletingLastPathComponent as NSString)
      .deletingLastPathComponent
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: top).sorted()
        == ["chain.sqlite", "elsewhere", "index", "link.sqlite", "photos"])
  }

  @Test func aServerKeepsToZonesThatWereAddedThroughAnotherName() throws {
    #expect(try run("scan", "--quiet", library.root, "--db", library.database).code == 0)
    let link = try run("share", "--db", names[0]).output
    let token = try #require(link.split(separator: "=").last).filter { !$0.isWhitespace }
    let server = try RunningServer(
      library, environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    func count() throws -> String {
      try Program.run(
        "curl",
        ["-sS", "-b", "geoindex-share=\(token)", server.url + "collections/photos/items"]
      ).output
    }
    #expect(try count().contains("\"numberMatched\":1"))
    let zone = ["zone", "add", "home", "--circle", "48.85,2.29,3000", "--hide", "--db", names[2]]
    #expect(try Program.run(zone).code == 0)
    #expect(try count().contains("\"numberMatched\":0"))
  }
}
