import Foundation
import TestSupport
import Testing

/// Socket activation: a service manager listens before the program runs.
@Suite struct SocketActivationTests {
  /// Listens as systemd does, then executes geoindex.
  private static let manager = """
    import os, socket, sys
    sockets = [socket.create_server((sys.argv[1], 0)) for _ in range(int(sys.argv[2]))]
    for number, listening in enumerate(sockets):
        os.dup2(listening.fileno(), 13 + number)
    for number in range(len(sockets)):
        os.dup2(13 + number, 3 + number, inheritable=True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(sockets)))
    os.execv(sys.argv[3], sys.argv[3:])
    """

  private func process(
    _ address: String, sockets: Int = 1, _ more: [String] = []
  ) throws -> (process: Process, output: Pipe, messages: Pipe) {
    let library = try Library()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["python3", "-c", Self.manager, address, String(sockets), Program.path, "serve"]
      + ["--db", library.database, "--no-cache"] + more
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    return (process, output, messages)
  }

  @Test func theSocketOfAServiceManagerIsServed() throws {
    let (process, output, _) = try process("127.0.0.1")
    defer { process.waitUntilExit() }
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += part
    }
    let text = String(decoding: line, as: UTF8.self)
    let url = try #require(text.split(separator: " ").last.map { $0.dropLast() })
    #expect(text.hasPrefix("Serving http://127.0.0.1:"))
    #expect(try Program.run("curl", ["-sS", "\(url)healthz"]).output.contains("\"ok\""))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    arguments: [
      ("0.0.0.0", 1, [], 2, "would show the photos to everyone"),
      ("127.0.0.1", 1, ["--port", "8080"], 2, "listens on 127.0.0.1 already"),
      ("127.0.0.1", 2, [], 1, "passed 2 sockets"),
    ] as [(String, Int, [String], Int32, String)])
  func whatCannotBeServedIsRefused(
    address: String, sockets: Int, more: [String], code: Int32, message: String
  ) throws {
    let (process, _, messages) = try process(address, sockets: sockets, more)
    let text = String(
      decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == code, "\(text)")
    #expect(text.contains(message), "\(text)")
  }
}
