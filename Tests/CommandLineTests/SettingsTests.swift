import Foundation
import TestSupport
import Testing

/// Options can be set on the command line, in the environment and in a file, in this order of precedence.
@Suite struct SettingsTests {
  private let folder: TemporaryDirectory
  private let library: Library

  init() throws {
    folder = try TemporaryDirectory()
    library = try Library()
    try library.add("a.jpg")
  }

  private func configuration(_ text: String) throws -> String {
    let path = folder.file("config")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func setting(_ subject: String, in outcome: Program.Outcome) throws -> String? {
    let findings = try #require(try outcome.json()["findings"] as? [[String: Any]])
    return findings.first { $0["subject"] as? String == subject }?["text"] as? String
  }

  @Test func theCommandLinePrecedesTheEnvironmentAndThatTheFile() throws {
    let file = try configuration("# where\n\ndb = \(library.database)\nport = 9001\nquiet = yes\n")
    let scan = try Program.run(["scan", "--config", file, library.root])
    #expect(scan.code == 0)
    #expect(scan.messages.isEmpty)
    #expect(FileManager.default.fileExists(atPath: library.database))
    let ask = ["doctor", "--json", "--config", file]
    let port = { try setting("--port", in: $0) }
    #expect(try port(Program.run(ask)) == "9001, from \(file), line 4")
    let environment = ["GEOINDEX_PORT": "9002"]
    #expect(try port(Program.run(ask, environment: environment)) == "9002, from $GEOINDEX_PORT")
    let both = try Program.run(ask + ["--port", "9003"], environment: environment)
    #expect(try port(both) == "9003, from the command line")
  }

  @Test func theUsualFileIsInTheConfigurationFolderOfTheUser() throws {
    let path = folder.file("geoindex/config")
    try FileManager.default.createDirectory(
      atPath: folder.file("geoindex"), withIntermediateDirectories: true)
    try Data("db = \(library.database)\n".utf8).write(to: URL(fileURLWithPath: path))
    let environment = ["XDG_CONFIG_HOME": folder.path]
    #expect(try Program.run(["scan", library.root], environment: environment).code == 0)
    // Commands that are not services use the same index.
    let query = try Program.run(["query", "--format", "csv"], environment: environment)
    #expect(query.output.contains("a.jpg"))
  }

  @Test func aFlagCanBeSwitchedOffAgain() throws {
    let file = try configuration("quiet = yes\ndb = \(library.database)\n")
    let words = ["scan", "--config", file, library.root]
    #expect(try Program.run(words).messages.isEmpty)
    #expect(try !Program.run(words, environment: ["GEOINDEX_QUIET": "no"]).messages.isEmpty)
  }

  @Test(arguments: [
    ("prot = 1\n", "line 1: there is no option \"prot\"; did you mean port?"),
    ("\n\nport\n", "line 3: write port = value"),
    ("port =\n", "line 1: write port = value"),
    ("quiet = perhaps\n", "line 1: quiet is yes or no"),
    ("port = 1\nport = 2\n", "line 2: port is given twice"),
    ("watch = Pictures\n", "line 1: watch = Pictures is a relative path; begin it with / or ~/"),
    ("port = 70000\n", "--port is set by"),
    ("help = yes\n", "there is no option \"help\""),
  ])
  func aMistakeInTheFileIsNamedWithItsLine(text: String, message: String) throws {
    let outcome = try Program.run(["serve", "--config", try configuration(text)])
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test func aNamedConfigurationFileMustExist() throws {
    let outcome = try Program.run(["query", "--config", "/nowhere/config"])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("/nowhere/config"))
  }

  @Test func whatIsExcludedInTheFileIsExcludedFromEveryScan() throws {
    try library.add("b.jpg")
    try library.add("c.jpg")
    let file = try configuration("exclude = b.*\n")
    let database = ["--db", library.database, "--config", file]
    #expect(try Program.run(["scan", "--exclude", "c.*", library.root] + database).code == 0)
    let names = { try Program.run(["query", "--format", "csv"] + database).output }
    #expect(try names().contains("a.jpg"))
    #expect(try !names().contains("b.jpg"))
    #expect(try !names().contains("c.jpg"))
    // Only exclusions of the command line are remembered with the folder.
    let none = try configuration("")
    let server = try RunningServer(library, ["--scan", library.root, "--config", none])
    #expect(eventually { (try? names().contains("b.jpg")) ?? false })
    #expect(try !names().contains("c.jpg"))
    _ = server
  }

  @Test func listsInTheEnvironmentAreSplit() throws {
    let other = try Library()
    try other.add("o.jpg")
    let server = try RunningServer(
      library, environment: ["GEOINDEX_WATCH": "\(library.root):\(other.root)"])
    let names = {
      try Program.run(["query", "--format", "csv", "--db", library.database]).output
    }
    #expect(eventually { (try? names().contains("a.jpg") && names().contains("o.jpg")) ?? false })
    _ = server
  }

  @Test func doctorNamesAMisspeltVariable() throws {
    let outcome = try Program.run(
      ["doctor", "--db", library.database], environment: ["GEOINDEX_PROT": "1"])
    #expect(outcome.output.contains("GEOINDEX_PROT"))
    #expect(outcome.output.contains("GEOINDEX_PORT"))
  }
}
