import Foundation
import MapService
import TestSupport
import Testing

@testable import geoindex

/// The QR codes of `serve --qr` and `share --qr`.
@Suite struct QRCodeTests {
  @Test(arguments: [
    "http://192.168.1.20:8080/", "https://photos.example/geoindex/", "http://[fd00::1]:8080/",
    "http://host/" + String(repeating: "a", count: 300),
  ])
  func readersReadWhatTheTerminalShows(_ address: String) throws {
    let code = try #require(QRCode(address))
    for coloured in [true, false] {
      #expect(try read(code.lines(coloured: coloured)) == address + "\n")
    }
  }

  @Test func aTextThatIsTooLongGivesNoCode() {
    #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
  }

  @Test func theServerShowsItsBaseAddress() throws {
    let server = try RunningServer(
      try Library(), ["--qr", "--base-url", "https://photos.example/map"])
    #expect(server.stop() == 0)
    let lines = server.log.split(separator: "\n").map(String.init)
    let square = lines.filter { $0.contains("█") }
    #expect(try read(square) == "https://photos.example/map/\n")
  }

  @Test func aLoopbackServerPrintsNoCode() throws {
    let server = try RunningServer(try Library(), ["--qr"])
    #expect(server.stop() == 0)
    #expect(server.log.contains("only this machine can reach 127.0.0.1"))
  }

  private func scanned() throws -> Library {
    let library = try Library()
    try library.add("a.jpg")
    try #require(
      try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    return library
  }

  @Test func aLinkIsShownBesideItsAddress() throws {
    let library = try scanned()
    let shared = try Program.run([
      "share", "--path", "2024/*", "--qr", "--base-url", "https://photos.example/map", "--db",
      library.database,
    ])
    #expect(shared.code == 0, "\(shared.messages)")
    #expect(shared.output.hasPrefix("https://photos.example/map/?share="))
    let square = shared.messages.split(separator: "\n").map(String.init).filter { $0.contains("█") }
    #expect(try read(square) == shared.output)
  }

  @Test(arguments: [[], ["--base-url", "http://localhost:8080"]])
  func aLinkToThisMachineHasNoCode(_ base: [String]) throws {
    let library = try scanned()
    let shared = try Program.run(["share", "--qr", "--db", library.database] + base)
    #expect(shared.code == 0, "\(shared.messages)")
    #expect(shared.output.contains("/?share="))
    #expect(shared.messages.contains("there is no QR code"))
    #expect(!shared.messages.contains("█"))
  }

  /// The text that zbar reads from a picture of the lines.
  private func read(_ lines: [String]) throws -> String {
    let folder = try TemporaryDirectory()
    let file = folder.file("code.pgm")
    try picture(of: lines).write(to: URL(fileURLWithPath: file))
    let outcome = try Program.run(
      "zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  /// The lines as a terminal with white on black renders them, four pixels per module.
  private func picture(of lines: [String]) -> Data {
    let rows = lines.flatMap { line -> [[Bool]] in
      let signs = line.filter { "█▀▄ ".contains($0) }
      return [signs.map { "█▀".contains($0) }, signs.map { "█▄".contains($0) }]
    }
    let width = rows[0].count
    var data = Data("P5 \(width * 4) \(rows.count * 4) 255\n".utf8)
    for row in rows {
      let line = row.flatMap { Array(repeating: $0 ? UInt8(255) : 0, count: 4) }
      for _ in 0..<4 { data += line }
    }
    return data
  }
}
