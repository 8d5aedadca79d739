import Foundation
import TestSupport
import Testing

/// From a folder to its map in one step.
@Suite struct OneStepTests {
  private func text(_ address: String) throws -> String {
    try String(contentsOf: #require(URL(string: address)), encoding: .utf8)
  }

  @Test(arguments: [[], ["serve"]])
  func aFolderIsScannedWatchedAndServed(command: [String]) throws {
    let library = try Library()
    try library.add("a.jpg")
    let server = try RunningServer(
      library, words: command + [library.root, "--port", "0", "--db", library.database])
    let items = { (try? text(server.url + "collections/photos/items")) ?? "" }
    #expect(eventually { items().contains("a.jpg") })
    try library.add("later.jpg")
    #expect(eventually { items().contains("later.jpg") })
    #expect(server.stop() == 0)
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    for words in [["/nowhere/photos"], ["serve", "/nowhere/photos"]] {
      let outcome = try Program.run(words)
      #expect(outcome.code == 1)
      #expect(outcome.messages.contains("there is no folder /nowhere/photos"))
    }
  }

  @Test func openGivesTheAddressOfARunningServerToTheDesktop() throws {
    let library = try Library()
    let server = try RunningServer(library)
    let folder = try TemporaryDirectory()
    let opened = folder.file("opened")
    let browser = folder.file("xdg-open")
    try Data("#!/bin/sh\necho \"$1\" > '\(opened)'\n".utf8).write(to: URL(fileURLWithPath: browser))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    let path = folder.path + ":/usr/bin:/bin"
    let words = ["open", "--server", server.url]
    let shown = try Program.run(words, environment: ["PATH": path, "DISPLAY": ":0"])
    #expect(shown.code == 0, "\(shown.messages)")
    #expect(shown.output == server.url + "\n")
    #expect(try String(contentsOfFile: opened, encoding: .utf8) == server.url + "\n")
    let printed = try Program.run(words, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    #expect(printed.code == 0)
    #expect(printed.messages.contains("no desktop"))
    #expect(server.stop() == 0)
    let gone = try Program.run(words)
    #expect(gone.code == 1)
    #expect(gone.messages.contains("geoindex serve"))
  }

  @Test func foldersAreScannedAtIntervals() throws {
    let library = try Library()
    let server = try RunningServer(library, ["--scan", library.root, "--scan-every", "1s"])
    try library.add("later.jpg")
    #expect(
      eventually {
        (try? text(server.url + "collections/photos/items"))?.contains("later.jpg") ?? false
      })
    for wrong in ["0s", "6", "h", "-1h", "1w", "99999999999d"] {
      #expect(try Program.run(["serve", "--scan-every", wrong]).code == 2, "\(wrong)")
    }
    _ = server
  }
}
