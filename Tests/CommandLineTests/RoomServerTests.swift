import Foundation
import Glibc
import TestSupport
import Testing

/// Rooms of the program end with it.
@Suite struct RoomServerTests {
  private func curl(_ arguments: String...) throws -> String {
    try Program.run("curl", ["-sS", "--max-time", "20"] + arguments).output
  }

  @Test func aRoomIsGoneAfterItsServerWasKilled() throws {
    let library = try Library()
    try library.add("a.jpg")
    _ = try Program.run(["scan", "--db", library.database, library.root])
    let server = try RunningServer(library)
    let made = try curl("-X", "POST", server.url + "rooms")
    let match = try #require(made.firstMatch(of: /"id":"([^"]+)"/), "\(made)")
    let room = String(match.1)
    #expect(try curl(server.url + "rooms/\(room)").contains("\"members\":[]"))
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()

    let port = try #require(URL(string: server.url)?.port)
    let again = try RunningServer(
      library, words: ["serve", "--db", library.database, "--port", "\(port)"])
    let answer = try curl("-i", again.url + "events?room=\(room)&key=0123456789abcdefghijkl")
    #expect(answer.hasPrefix("HTTP/1.1 404"), "\(answer)")
    #expect(answer.contains("Rooms end when the server restarts"), "\(answer)")
    #expect(try curl(again.url + "rooms") == #"{"rooms":[]}"#)
  }
}
