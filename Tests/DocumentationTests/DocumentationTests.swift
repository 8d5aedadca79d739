import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing
import Query

/// The docs describe what the program does.
@Suite struct DocumentationTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: SamplePhotos.package + "/" + name, encoding: .utf8)
  }

  @Test func thePageOfTheCommandLineEqualsTheHelp() throws {
    let page = try page("docs/command-line.md")
    let overview = try Program.run(["--help"]).output
    #expect(page.contains(overview.trimmingCharacters(in: .newlines)), "run scripts/docs")
    let commands = overview.split(separator: "\n").drop { $0 != "Commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
    #expect(commands.count >= 7)
    for command in commands {
      let help = try Program.run([String(command), "--help"]).output
      #expect(page.contains(Self.ownHelp(help)), "run scripts/docs")
      #expect(help.contains("Examples:"))
    }
  }

  /// The help of a command without the common options and the exit codes, which the page has once.
  private static func ownHelp(_ help: String) -> String {
    let paragraphs = help.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    return paragraphs.filter { !$0.hasPrefix("Common options:") && !$0.hasPrefix("Exit codes:") }
      .joined(separator: "\n\n")
  }

  /// A property is described once, and used through that description.
  ///
  /// A count that has fallen belongs here.
  @Test(arguments: [("software", 3), ("altitude", 24), ("direction", 16), ("accuracy", 17)])
  func noMoreFilesSpellOutAProperty(name: String, count: Int) throws {
    // Rooms that parse files, whose fixes are no photos, or that judge numbers, what a script writes, and comments with the word. STAC calls
    // the order of a list `direction`, too.
    let others = [
      "PhotoMetadata/", "Tracks/", "TrackLines/", "Geography/", "Plausibility/",
      "GeoIndexClient/Generated/",
    ]
    let sources = SamplePhotos.package + "/Sources"
    let word = try Regex("\\b\(name)\\b")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { path in
      guard path.hasSuffix(".swift"), !others.contains(where: path.hasPrefix) else { return false }
      return try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
        .split(separator: "\n")
        .contains { !$0.drop(while: { $0 == " " }).hasPrefix("//") && $0.contains(word) }
    }
    #expect(files.count <= count, "\(files.sorted().joined(separator: ", "))")
  }

  @Test func everyRouteIsInThePageOfTheAPI() throws {
    let page = try page("docs/api.md")
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let routes = MapService(index: index).routes
    #expect(routes.count >= 10)
    for route in routes { #expect(page.contains("| `\(route.pattern)` |"), "\(route.pattern)") }
  }

  /// The OpenAPI document.
  private func description() throws -> Data {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    // With the page, as `serve` has it.
    var options = MapService.Options()
    options.staticFiles = FilePath(SamplePhotos.package + "/static")
    let answer = try MapService(index: index, options: options)
      .respond(to: Request(target: "/api")).response()
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("/api is not a description")
      return Data()
    }
    return Data(bytes)
  }

  /// Runs a script of the project with the OpenAPI document as its last argument.
  private func check(_ script: String, _ arguments: [String], else advice: String) throws {
    let folder = try TemporaryDirectory()
    try description().write(to: URL(fileURLWithPath: folder.file("api.json")))
    let outcome = try Program.run(
      "python3", [SamplePhotos.package + script] + arguments + [folder.file("api.json")])
    #expect(outcome.code == 0, "\(advice): \(outcome.output)\(outcome.messages)")
  }

  @Test func theTablesOfThePageOfTheAPIEqualTheDescription() throws {
    try check("/docs/api-tables.py", ["--check"], else: "run scripts/docs")
  }

  @Test func theCallsOfTheSwiftClientEqualTheDescription() throws {
    try check("/data-tools/swift-calls", ["--check"], else: "run scripts/docs")
  }

  @Test func theAPIHasAllThatTheLastReleaseHad() throws {
    let released = SamplePhotos.package + "/docs/api-released.txt"
    let lines = try page("docs/api-released.txt").split(separator: "\n")
    try #require(lines.count > 800)
    try check(
      "/docs/api-surface.py", ["--check", released], else: "programs rely on what is missing")
  }

  @Test func thePageOfTheAPIAndTheDescriptionAgree() throws {
    guard
      let document = try JSONSerialization.jsonObject(with: description()) as? [String: Any],
      let paths = document["paths"] as? [String: [String: [String: Any]]]
    else {
      Issue.record("/api is not a description")
      return
    }
    let parameters = paths.values.flatMap(\.values)
      .flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
      .filter { $0["in"] as? String != "path" }
      .compactMap { parameter in
        parameter["name"] as? String
          ?? (parameter["$ref"] as? String)?.split(separator: "/").last.map(String.init)
      }
    let rows = try page("docs/api.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
    let names = rows.flatMap { $0.matches(of: /`([^`=]+)[`=]/).map { String($0.1) } }
    let routes = names.filter { $0.hasPrefix("/") }
    #expect(Set(routes) == Set(paths.keys))
    #expect(Set(names.filter { !$0.hasPrefix("/") }) == Set(parameters))
  }

  @Test func everyFilterIsInThePageOfTheAPI() throws {
    let page = try page("docs/api.md")
    for name in FilterParameter.all.map(\.name) { #expect(page.contains("| `\(name)"), "\(name)") }
  }

  @Test func theVersionIsTheNewestReleaseOfTheChangelog() throws {
    let heading = /## \[([0-9.]+)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}\n/
    let newest = try #require(try page("CHANGELOG.md").firstMatch(of: heading))
    #expect(try Program.run(["--version"]).output.hasPrefix("geoindex \(newest.1)\ncommit "))
  }

  @Test func everyRoomIsInTheArchitecture() throws {
    let architecture = try page("ARCHITECTURE.md")
    let rooms = try FileManager.default.contentsOfDirectory(
      atPath: SamplePhotos.package + "/Sources")
    for room in rooms where !room.hasPrefix("C") {
      #expect(architecture.contains("| `\(room)` |"), "\(room)")
    }
  }

  @Test func everyLinkLeadsToAFileAndAHeading() throws {
    let command = "cd '\(SamplePhotos.package)' && scripts/lib/check-links"
    let outcome = try Program.run("sh", ["-c", command])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func scriptsNameTheSetupThatInstallsWhatTheyNeed() throws {
    let setup = try page("scripts/setup")
    for package in ["buildah", "debootstrap", "systemd-container"] {
      #expect(setup.firstMatch(of: /release_packages=\([^)]*/)?.0.contains(package) == true)
    }
    for folder in ["scripts", "scripts/lib", "scripts/lib/tests", "packaging/trial"] {
      let path = SamplePhotos.package + "/" + folder
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        guard let text = try? page("\(folder)/\(name)") else { continue }
        let lines = text.split(separator: "\n").filter { $0.contains("fail \"") }
        #expect(!lines.contains { $0.contains("apt-get install") }, "\(folder)/\(name)")
      }
    }
  }

  @Test func everyScriptThatTheDocsNameIsThere() throws {
    for name in [
      "README.md", "CONTRIBUTING.md", "docs/reliability.md", "docs/dev/reliability.md",
      "docs/get-started.md", "docs/running.md", "sample-photos/README.md",
    ] {
      for match in try page(name).matches(of: /(?:scripts|data-tools)\/[a-z_-]+\b(?!\.[a-z])/) {
        let path = SamplePhotos.package + "/" + String(match.0)
        #expect(FileManager.default.isExecutableFile(atPath: path), "\(match.0)")
      }
    }
  }
}
