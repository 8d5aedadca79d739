import Foundation
import TestSupport
import Testing

/// Details that users of the command line may rely on.
@Suite struct PromiseTests {
  let library: Library

  init() throws { library = try Library() }

  private func geoindex(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Program.Outcome
  {
    try Program.run(arguments + ["--db", library.database], environment: environment)
  }

  private func scan() throws {
    try library.add("2023-paris/a.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
  }

  @Test func withoutAHomeFolderNothingIsWrittenIntoTheCurrentOne() throws {
    try library.add("a.jpg")
    let script = """
      cd "$1"; unset HOME XDG_DATA_HOME XDG_CACHE_HOME GEOINDEX_DB
      "$2" scan . ; echo "code $?"; XDG_DATA_HOME=relative "$2" scan . ; echo "code $?"; ls -A
      """
    let outcome = try Program.run("bash", ["-c", script, "bash", library.root, Program.path])
    #expect(outcome.output == "code 2\ncode 2\na.jpg\n")
    #expect(outcome.messages.contains("$HOME"))
    #expect(outcome.messages.contains("--db"))
  }

  @Test func anIndexPathThatIsAFolderIsReported() throws {
    for command in [["scan", library.root], ["query"], ["report"], ["zone", "list"], ["share"]] {
      let outcome = try Program.run(command + ["--db", library.root])
      #expect(outcome.code == 2)
      #expect(outcome.messages.contains("is a folder"))
      #expect(outcome.messages.contains(library.root + "/photos.sqlite"))
    }
    #expect(try Program.run(["query", "--db", ""]).messages.contains("--db is empty"))
  }

  @Test func anExportToALinkReplacesItsTarget() throws {
    try scan()
    let files = FileManager.default
    let (target, dangling) = (library.file("t/real.csv"), library.file("t/new.csv"))
    try library.write("t/real.csv", Data("before".utf8))
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try files.createSymbolicLink(atPath: library.file("one.csv"), withDestinationPath: "two.csv")
    try files.createSymbolicLink(atPath: library.file("two.csv"), withDestinationPath: target)
    try files.createSymbolicLink(atPath: library.file("n.csv"), withDestinationPath: "t/new.csv")
    for (link, file) in [("one.csv", target), ("n.csv", dangling)] {
      #expect(try geoindex("export", "--output", library.file(link)).code == 0)
      #expect(throws: Never.self) {
        try files.destinationOfSymbolicLink(atPath: library.file(link))
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("a.jpg"))
    }
    #expect(try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(
      try files.contentsOfDirectory(atPath: library.file("t")).sorted() == ["new.csv", "real.csv"])
    try files.createSymbolicLink(atPath: library.file("x.csv"), withDestinationPath: "y.csv")
    try files.createSymbolicLink(atPath: library.file("y.csv"), withDestinationPath: "x.csv")
    #expect(
      try geoindex("export", "--output", library.file("x.csv")).messages.contains("symbolic links"))
    #expect(try files.destinationOfSymbolicLink(atPath: library.file("x.csv")) == "y.csv")
    let folder = try geoindex("export", "--output", library.root)
    #expect(folder.code == 1)
    #expect(folder.messages.contains("is a folder"))
  }

  @Test func importsKeepToYearsThatCanBeWritten() throws {
    let lines = ["99999-01-01T00:00:00Z", "-2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"]
      .enumerated()
      .map { index, time in
        """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[\(index),90]},\
        "properties":{"path":"\(index).jpg","takenAt":"\(time)"}}
        """
      }
    let file = try library.write("years.ndjson", Data(lines.joined(separator: "\n").utf8))
    let outcome = try geoindex("import", file)
    #expect(outcome.messages.contains("99999-01-01"))
    #expect(outcome.messages.contains("-2024-01-01"))
    let exported = try geoindex("export", "--format", "ndjson").output
    #expect(exported.contains("2024-01-01T00:00:00Z"))
    #expect(exported.split(separator: "\n").count == 1)
    // A record that was imported without a size is exported without one, in any format.
    #expect(!exported.contains("\"size\""))
    let row = try geoindex("export", "--format", "csv").output
    #expect(!row.contains(",0,,,"))
    for format in ["gpx", "kml"] {
      #expect(!(try geoindex("export", "--format", format).output.contains("size")))
    }
    // At a pole all longitudes are one position.
    let nearest = try geoindex(
      "nearest", "--lat", "90", "--lon", "-77.5", "--within", "0", "--format", "ndjson")
    #expect(nearest.output.contains("2.jpg"))
  }

  @Test(arguments: ["https://photos.example/?a=b", "https://photos.example/#map", "http://a b/"])
  func aBaseAddressEndsWithItsPath(url: String) throws {
    try scan()
    for command in ["share", "serve"] {
      let outcome = try geoindex(command, "--base-url", url)
      #expect(outcome.code == 2)
      #expect(outcome.messages.contains("--base-url"))
    }
  }

  @Test func aPortThatIsTakenIsNamedWithWhatToDo() throws {
    try scan()
    let server = try RunningServer(library)
    let port = try #require(URL(string: server.url)?.port)
    let outcome = try geoindex("serve", "--port", String(port))
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("port \(port)"))
    #expect(outcome.messages.contains("--port"))
    withExtendedLifetime(server) {}
  }

  @Test func aPathThatIsAFolderIsExplained() throws {
    try scan()
    for command in [["query"], ["export"], ["nearest", "48, 2"]] {
      let outcome = try Program.run(command + ["--path", "2023-paris", "--db", library.database])
      #expect(outcome.code == 0)
      #expect(outcome.messages.contains("--path '2023-paris/*'"))
    }
    #expect(try geoindex("query", "--path", "2023-paris/*").messages.isEmpty)
    #expect(try geoindex("query", "--path", "2024*").messages.isEmpty)
    #expect(try geoindex("query", "--quiet", "--path", "2023-paris").messages.isEmpty)
  }

  @Test func emptyFilesAreDamagedPhotosOnlyIfTheirNameSaysPhoto() throws {
    for name in ["notes.txt", "none", "a.", "b.html"] { try library.write(name, Data()) }
    for name in ["a.jpg", "b.HEIC", "c.mp4"] { try library.write(name, Data()) }
    try library.write("text.jpg", Data("a letter".utf8))
    let report = try geoindex("scan", "--json", "--quiet", library.root).json()
    let unlocated = try #require(report["unlocated"] as? [String: Int])
    #expect(unlocated["unreadable"] == 3)
    #expect(unlocated["unsupported"] == 5)
    #expect(try geoindex("inspect", library.file("notes.txt")).output.contains("an empty file"))
  }
}
