import Foundation
import TestSupport
import Testing

/// The container file fits the program and the scripts that it runs; `scripts/container --check` builds and tests the image.
@Suite struct ContainerFileTests {
  private let lines: [String]

  init() throws {
    lines = try Self.file("packaging/Containerfile").split(separator: "\n").map(String.init)
  }

  private static func file(_ name: String) throws -> String {
    try String(contentsOfFile: SamplePhotos.package + "/" + name, encoding: .utf8)
  }

  /// The words of an instruction in the form of a JSON array, without the name of the program.
  private func words(of instruction: String) throws -> [String] {
    let line = try #require(lines.first { $0.hasPrefix(instruction + " ") })
    let array = try #require(line.firstIndex(of: "[").map { line[$0...] })
    let words = try JSONSerialization.jsonObject(with: Data(array.utf8)) as? [String]
    #expect(words?.first == "geoindex")
    return Array(try #require(words).dropFirst())
  }

  /// `scripts/package` needs dpkg-dev before it installs other packages.
  @Test func whatBuildsThePackageIsInstalledBefore() throws {
    let text = lines.joined(separator: " ")
    let installed = try #require(text.range(of: "install --yes --no-install-recommends dpkg-dev"))
    let used = try #require(text.range(of: "scripts/package /package"))
    #expect(installed.upperBound < used.lowerBound)
  }

  @Test func productsAndDownloadsAreNotCopied() throws {
    let ignored = try Self.file(".dockerignore").split(separator: "\n")
    for name in ["/.build", "/.git", "/.tools", "/static/basemap", "/static/places"] {
      #expect(ignored.contains(Substring(name)))
    }
  }

  /// In the container all clients come from other addresses: without a password the owner would be a guest.
  @Test func theImageDoesNotServeWithoutAPassword() throws {
    let words = try words(of: "CMD")
    let folder = try TemporaryDirectory()
    let outcome = try Program.run(words + ["--db", folder.file("photos.sqlite")])
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("--auth-file"), "\(outcome.messages)")
  }

  @Test func itsHealthCheckFailsWithoutAServer() throws {
    var words = try words(of: "HEALTHCHECK")
    let address = words.removeLast()
    #expect(address == "http://127.0.0.1:8080")
    #expect(try Program.run(words + ["http://127.0.0.1:1"]).code == 1)
    let library = try Library()
    let server = try RunningServer(library, environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    #expect(try Program.run(words + [server.url]).code == 0)
  }
}
