import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// What the docs say is what the program does.
@Suite struct DocumentationTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: SamplePhotos.package + "/" + name, encoding: .utf8)
  }

  @Test func thePageOfTheCommandLineIsWhatTheProgramSaysOfItself() throws {
    let page = try page("docs/command-line.md")
    let overview = try Program.run(["--help"]).output
    #expect(page.contains(overview.trimmingCharacters(in: .newlines)), "run scripts/docs")
    let commands = overview.split(separator: "\n").drop { $0 != "Commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
    #expect(commands.count >= 7)
    for command in commands {
      let help = try Program.run([String(command), "--help"]).output
      #expect(page.contains(help.trimmingCharacters(in: .newlines)), "run scripts/docs")
      #expect(help.contains("Examples:"))
    }
  }

  @Test func everyRouteIsInThePageOfTheAPI() throws {
    let page = try page("docs/api.md")
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let routes = MapService(index: index).routes
    #expect(routes.count >= 10)
    for route in routes { #expect(page.contains("| `\(route.pattern)` |"), "\(route.pattern)") }
  }

  @Test func everyFilterIsInThePageOfTheAPI() throws {
    let page = try page("docs/api.md")
    for name in PhotoQuery.filterNames { #expect(page.contains("| `\(name)"), "\(name)") }
  }

  @Test func everyRoomIsInTheArchitecture() throws {
    let architecture = try page("ARCHITECTURE.md")
    let rooms = try FileManager.default.contentsOfDirectory(
      atPath: SamplePhotos.package + "/Sources")
    for room in rooms where !room.hasPrefix("C") {
      #expect(architecture.contains("| `\(room)` |"), "\(room)")
    }
  }

  @Test(arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/api.md"])
  func everyLinkToAFileOfTheProjectLeadsThere(name: String) throws {
    let text = try page(name)
    let folder = (SamplePhotos.package + "/" + name as NSString).deletingLastPathComponent
    for match in text.matches(of: /\]\(([^)#:]+)\)/) {
      let target = folder + "/" + String(match.1)
      #expect(FileManager.default.fileExists(atPath: target), "\(match.1)")
    }
  }

  @Test func everyScriptThatTheDocsNameIsThere() throws {
    for name in ["README.md", "CONTRIBUTING.md", "sample-photos/README.md"] {
      for match in try page(name).matches(of: /scripts\/[a-z_-]+/) {
        let path = SamplePhotos.package + "/" + String(match.0)
        #expect(FileManager.default.isExecutableFile(atPath: path), "\(match.0)")
      }
    }
  }
}
