import Foundation
import TestSupport
import Testing

/// Export and import on the command line.
@Suite struct ExchangeTests {
  let library: Library

  init() throws { library = try Library() }

  private func geoindex(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments + ["--db", library.database])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: library.file(name), encoding: .utf8)
  }

  private func line(_ number: Int, _ more: String = "") -> String {
    """
    {"type":"Feature","geometry":{"type":"Point","coordinates":[\(number % 170),3]},\
    "properties":{"path":"\(number).jpg"\(more)}}

    """
  }

  @Test func aPipeOfExportAndImportMakesACopy() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    for format in ["geojson", "geojsonseq", "ndjson", "csv", "tsv"] {
      let copy = library.database + "-\(format)"
      let pipe = try Program.run(
        "sh",
        [
          "-c",
          "\"$0\" export --db \"$1\" --format \(format) | \"$0\" import - --json --quiet --db \"$2\"",
          Program.path, library.database, copy,
        ])
      let report = try pipe.json()
      #expect(pipe.code == 0)
      #expect(pipe.messages.isEmpty)
      #expect(report["added"] as? Int == 52)
      #expect(report["format"] as? String == format)
      #expect(report["bad"] as? Int == 0)
      let first = try geoindex("export", "--format", format).output
      #expect(try Program.run(["export", "--format", format, "--db", copy]).output == first)
    }
  }

  /// Pipes and devices such as `/dev/null` are never replaced by a file.
  @Test func anExportIntoAPipeThatIsThereLeavesItAPipe() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    let pipe = library.file("pipe")
    let copied = try Program.run(
      "sh",
      [
        "-c",
        """
        mkfifo "$2"; timeout 60 cat "$2" & "$0" export --db "$1" --output "$2"; wait
        """,
        Program.path, library.database, pipe,
      ])
    #expect(copied.output == (try geoindex("export").output))
    let kind = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    #expect(kind != .typeRegular)
    let full = try geoindex("export", "--output", "/dev/full")
    #expect(full.code == 1)
    #expect(full.messages.contains("/dev/full"))
  }

  @Test func otherProgramsReadAnExport() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    for name in ["all.geojson", "all.csv", "all.geojsons"] {
      let file = library.file(name)
      #expect(try geoindex("export", "--output", file).code == 0)
      let count = try Program.run("ogrinfo", ["-ro", "-so", "-al", file])
      #expect(count.output.contains("Feature Count: 52"), "\(name): \(count.messages)")
    }
    let python =
      "import csv,sys; print(sum(1 for _ in csv.DictReader(open(sys.argv[1], newline=''))))"
    #expect(
      try Program.run("python3", ["-c", python, library.file("all.csv")]).output == "52\n")
  }

  @Test func anExportOfAFilterHoldsWhatAQueryFinds() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    for filter in [["--camera", "Aster"], ["--bbox", "100,-50,180,50"], ["--path", "2021-*"]] {
      let query = try Program.run(["query", "--db", library.database] + filter).json()
      let export = try Program.run(["export", "--db", library.database] + filter).json()
      let ids = [query, export].map { answer in
        Set((answer["features"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int })
      }
      #expect(ids[0] == ids[1])
      #expect(!ids[0].isEmpty)
      #expect(export["numberMatched"] as? Int == ids[0].count)
    }
  }

  @Test func badLinesAreReportedSkippedAndCounted() throws {
    let lines = (1...100).map { $0 % 4 == 0 ? "{\"type\":\"Feature\",\n" : line($0) }.joined()
    try library.write("in.ndjson", Data(lines.utf8))
    let outcome = try geoindex("import", library.file("in.ndjson"), "--json")
    let report = try outcome.json()
    #expect(outcome.code == 0)
    #expect(report["added"] as? Int == 75)
    #expect(report["bad"] as? Int == 25)
    #expect(outcome.messages.contains("in.ndjson:4: the document ends too early"))
    #expect(outcome.messages.contains("in.ndjson:80: "))
    #expect(!outcome.messages.contains("ndjson:84:"))
    #expect(outcome.messages.contains("and 5 more"))
  }

  @Test func aStrictImportOfABadLineImportsNothing() throws {
    try library.write("in.ndjson", Data((line(1) + "{\n" + line(2)).utf8))
    let outcome = try geoindex(
      "import", library.file("in.ndjson"), "--strict", "--format", "ndjson")
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("line 2"))
    #expect(outcome.output.isEmpty)
    #expect(try geoindex("export").json()["numberMatched"] as? Int == 0)
  }

  @Test func aMissingOrInvalidFileIsReportedAndLeavesNothingBehind() throws {
    let missing = try geoindex("import", library.file("nothing.json"))
    #expect(missing.code == 1)
    #expect(missing.messages.contains("nothing.json"))
    #expect(!FileManager.default.fileExists(atPath: library.database))
    #expect(try geoindex("import", library.root).code == 1)
    #expect(try geoindex("import", "a", "--format", "gpx").code == 2)
    try library.write("hello.txt", Data("hello\n".utf8))
    let hello = try geoindex("import", library.file("hello.txt"))
    #expect(hello.code == 1)
    #expect(hello.messages.contains("path,longitude,latitude"))
  }

  @Test func anOutputFileIsCompleteOrAbsent() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    #expect(try geoindex("export", "--output", library.file("deep/x.json")).code == 1)
    #expect(try geoindex("export", "--output", library.database).code == 2)
    // The limit of file sizes simulates a full disk.
    try library.write("old.json", Data("old".utf8))
    let full = try Program.run(
      "sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" export --db \"$1\" --output \"$2\"",
        Program.path, library.database, library.file("old.json"),
      ])
    #expect(full.code == 1)
    #expect(!full.messages.isEmpty)
    #expect(try text("old.json") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.root) == ["old.json"])
  }

  @Test func anImportWaitsForNoScanAndSaysWhoIsWriting() throws {
    try library.write("in.ndjson", Data(line(1).utf8))
    let lock = library.database + ".lock"
    // Another process holds the lock, as a scan does.
    let outcome = try Program.run(
      "flock",
      [lock, Program.path, "import", library.file("in.ndjson"), "--db", library.database])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("another scan or import"))
  }

  @Test func aFullDiskDuringAnImportLeavesTheIndexUnchanged() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
    let before = try geoindex("export").output
    let lines = (1...20_000).map { line($0, ",\"lens\":\"\(String(repeating: "x", count: 90))\"") }
    try library.write("in.ndjson", Data(lines.joined().utf8))
    for command in [
      ["import", library.file("in.ndjson")], ["import", "--strict", library.file("in.ndjson")],
    ] {
      let full = try Program.run(
        "sh",
        [
          "-c", "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"", Program.path,
        ] + command + ["--db", library.database])
      #expect(full.code == 1)
      #expect(!full.messages.isEmpty)
      #expect(try geoindex("export").output == before)
      #expect(
        try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"]).output == "ok\n")
    }
    #expect(try geoindex("import", library.file("in.ndjson"), "--quiet").code == 0)
  }

  @Test func aFullDiskDuringAScanLeavesTheIndexUnchanged() throws {
    try library.add("first.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    for number in 0..<400 {
      // Long names fill the index faster than photos.
      try library.write("\(number)\(String(repeating: "x", count: 200)).jpg", Data("x".utf8))
    }
    let full = try Program.run(
      "sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 200; exec \"$0\" scan --quiet \"$1\" --db \"$2\"",
        Program.path, library.root, library.database,
      ])
    #expect(full.code == 1)
    #expect(full.messages.contains(library.database))
    #expect(
      try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"]).output == "ok\n")
    #expect(try geoindex("export").json()["numberMatched"] as? Int == 1)
    let rest = try geoindex("scan", "--quiet", "--json", library.root).json()
    #expect(rest["files"] as? Int == 401)
    #expect(rest["removed"] as? Int == 0)
  }

  @Test func aKilledImportLeavesAConsistentIndexThatTheNextImportCompletes() throws {
    let lines = (1...30_000).map { line($0) }.joined()
    try library.write("in.ndjson", Data(lines.utf8))
    for round in 0..<6 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = [
        "import", library.file("in.ndjson"), "--quiet", "--db", library.database,
      ]
      try process.run()
      _ = eventually { !process.isRunning || size(library.database + "-wal") >= round * 400_000 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard FileManager.default.fileExists(atPath: library.database) else { continue }
      let check = try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"])
      #expect(check.output == "ok\n")
    }
    #expect(try geoindex("import", library.file("in.ndjson"), "--quiet").code == 0)
    #expect(try geoindex("export").json()["numberMatched"] as? Int == 30_000)
  }

  @Test func theFileOfAnImportedPhotoIsNotServedBeforeAScan() throws {
    let secret = try library.write("secret.jpg", Data("secret".utf8))
    let more = ",\"root\":\"\(library.root)\",\"media\":\"image/jpeg\",\"path\":\"secret.jpg\""
    try library.write(
      "in.ndjson", Data(line(1, more).replacing("\"path\":\"1.jpg\",", with: "").utf8))
    let report = try geoindex("import", library.file("in.ndjson"), "--json", "--quiet").json()
    #expect(report["added"] as? Int == 1)
    let server = try RunningServer(library)
    for route in ["original", "thumbnail"] {
      let answer = try Program.run("curl", ["-si", server.url + "photos/1/\(route)"])
      #expect(answer.output.hasPrefix("HTTP/1.1 404"))
      #expect(answer.output.contains("imported"))
    }
    let feature = try Program.run("curl", ["-s", server.url + "collections/photos/items/1"])
    #expect(feature.output.contains("secret.jpg"))
    #expect(FileManager.default.fileExists(atPath: secret))
  }

  @Test func onlyAScanOfTheirFolderRemovesImportedPhotosAndItKeepsTheirIds() throws {
    try library.add("a/one.jpg")
    #expect(try geoindex("scan", "--quiet", library.file("a")).code == 0)
    try library.write(
      "in.ndjson",
      Data(
        (line(1, ",\"x\":1")
          + line(2, ",\"root\":\"\(library.file("b"))\"").replacing(
            "\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"id\":40")).utf8))
    #expect(try geoindex("import", library.file("in.ndjson"), "--quiet").code == 0)
    let scan = try geoindex("scan", "--quiet", "--json", library.file("a")).json()
    #expect(scan["removed"] as? Int == 0)
    #expect(scan["unchanged"] as? Int == 1)
    try library.add("b/2.jpg", as: "2021-egypt/pyramids.jpg")
    let found = try geoindex("scan", "--quiet", "--json", library.file("b")).json()
    #expect(found["updated"] as? Int == 1)
    #expect(found["added"] as? Int == 0)
    let features = try geoindex("export").json()["features"] as? [[String: Any]] ?? []
    #expect(Set(features.compactMap { $0["id"] as? Int }) == [1, 2, 40])
    #expect(try geoindex("doctor").output.contains("import:in.ndjson"))
  }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }
}
