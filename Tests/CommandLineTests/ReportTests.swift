import Foundation
import TestSupport
import Testing

/// The report on a messy folder.
@Suite struct ReportTests {
  private let library: Library

  init() throws { library = try Library() }

  private func report(_ arguments: String...) throws -> Program.Outcome {
    _ = try Program.run(["scan", "--quiet", "--db", library.database, library.root])
    return try Program.run(["report", "--db", library.database] + arguments)
  }

  private func groups() throws -> [[String: Any]] {
    try #require(try report("--json").json()["groups"] as? [[String: Any]])
  }

  @Test func filesWithOneCauseAreOneGroupWithItsCountAndExamples() throws {
    for number in 0..<40 {
      try library.add("trip \(number % 4)/\(number).jpg", as: "odd-cases/no-gps.jpg")
    }
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: SamplePhotos.path("2021-egypt/pyramids.jpg")))
    for number in 1...3 { try library.write("cut \(number).jpg", whole.prefix(30 + number)) }
    try library.write("notes.txt", Data("hello".utf8))
    let groups = try groups()
    #expect(groups.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == 44)
    let plain = try #require(groups.first { $0["reason"] as? String == "no-gps" })
    #expect(plain["count"] as? Int == 40)
    #expect(plain["folders"] as? Int == 4)
    #expect((plain["examples"] as? [String])?.count == 3)
    let cut = groups.filter { $0["reason"] as? String == "unreadable" }
    #expect(cut.map { $0["count"] as? Int } == [3])

    let text = try report().output
    #expect(text.contains("44 files, 0 on the map, 44 not"))
    #expect(text.contains("40  no-gps"))
    #expect(text.contains("in 4 folders"))
    #expect(text.contains("kinds .txt 1"))
    #expect(text.contains("exiftool"))
    #expect(!text.contains("39.jpg"))
    let all = try report("--verbose").output
    for number in 0..<40 { #expect(all.contains("/\(number).jpg")) }
  }

  @Test func valuesThatDifferDoNotMakeCausesDiffer() throws {
    for (name, degrees) in [("a", "-91.5"), ("b", "95"), ("c", "123.25")] {
      try library.write("\(name).jpg", Data([0xFF, 0xD8, 0xFF, 0xD9]))
      try library.add("\(name).jpg", as: "odd-cases/no-gps.jpg")
      try library.write(
        "\(name).jpg.json",
        Data(
          """
          {"title": "\(name).jpg", "geoData": {"latitude": \(degrees), "longitude": 2.5}}
          """.utf8))
    }
    let groups = try groups()
    #expect(groups.map { $0["count"] as? Int } == [3])
    #expect(groups.first?["reason"] as? String == "invalid-gps")
    let cause = try #require(groups.first?["cause"] as? String)
    #expect(cause.contains("geoData"))
    #expect(cause.contains("…"))
    #expect(!cause.contains("95"))
    let files = try #require(try report("--json").json()["files"] as? [[String: Any]])
    #expect(files.contains { ($0["detail"] as? String)?.contains("123.25") == true })
  }

  @Test func placesAreCountedByTheSourceTheyAreFrom() throws {
    try library.add("a.jpg")
    try library.add("b.jpg", as: "odd-cases/no-gps.jpg")
    try library.write(
      "b.jpg.json", Data("{\"geoData\": {\"latitude\": 1.5, \"longitude\": 2.5}}".utf8))
    let outcome = try report("--json").json()
    #expect(outcome["sources"] as? [String: Int] == ["exif": 1, "takeout": 1])
    #expect(try report().output.contains("1  takeout"))
  }

  @Test func whatIgnoreFilesAndExcludesLeaveOutIsCountedPerFolder() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg", "c.xmp", "raw/a.jpg", "out/a.jpg", "out/deep/b.jpg"] {
      try library.add(name)
    }
    try library.write(".geoindexignore", Data("b.jpg\nraw/\n".utf8))
    try library.write("out/.nomedia", Data())
    _ = try Program.run([
      "scan", "--quiet", "--db", library.database, "--exclude", "c.*", library.root,
    ])
    let arguments = ["report", "--db", library.database]
    let roots = try Program.run(arguments + ["--json"]).json()["roots"] as? [[String: Any]]
    let root = try #require(roots?.first)
    #expect(root["path"] as? String == library.root)
    #expect(root["excludedFiles"] as? Int == 3)
    #expect(root["excludedFolders"] as? Int == 2)
    let moment = try #require(root["lastScan"] as? String)
    let end = try #require(ISO8601DateFormatter().date(from: moment))
    #expect(abs(end.timeIntervalSinceNow) < 600)
    let text = try Program.run(arguments).output
    #expect(text.contains("(ignore files and excludes leave out 3 files and 2 folders)"))
    // A scan of a part does not change the counts of the whole; a scan without excludes does.
    _ = try Program.run([
      "scan", "--quiet", "--db", library.database, library.file("out/deep"),
    ])
    #expect(try Program.run(arguments).output.contains("3 files and 2 folders"))
    let again = try Program.run([
      "scan", "--quiet", "--json", "--db", library.database, library.root,
    ]).json()
    #expect(again["excludedFiles"] as? Int == 2)
    #expect(again["excludedDirectories"] as? Int == 2)
    #expect(try Program.run(arguments).output.contains("leave out 2 files and 2 folders)"))
  }

  @Test func anEmptyIndexHasAReportToo() throws {
    let outcome = try report()
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("0 files, 0 on the map, 0 not"))
  }
}
