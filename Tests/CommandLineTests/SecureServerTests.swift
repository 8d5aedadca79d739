import Foundation
import TestSupport
import Testing

/// `--server https://…`, asked of the real server with certificates of an authority of the test's own.
@Suite struct SecureServerTests {
  private let folder: TemporaryDirectory
  private let library: Library

  init() throws {
    folder = try TemporaryDirectory()
    library = try Library()
    try library.add("a.jpg")
    let scan = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(scan.code == 0)
    try openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=Authority "
        + "-keyout authority.key -out authority.pem")
  }

  private func openssl(_ words: String) throws {
    let outcome = try Program.run(
      "env", ["-C", folder.path, "openssl"] + words.split(separator: " ").map(String.init))
    try #require(outcome.code == 0, "\(outcome.messages)")
  }

  /// A server whose certificate, signed by the authority, is for that host.
  private func server(
    for host: String, days: Int = 2, _ environment: [String: String] = [:]
  ) throws -> RunningServer {
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(host) -keyout key -out request"
    )
    try "subjectAltName=\(host)\n".write(
      toFile: folder.file("names"), atomically: true, encoding: .utf8)
    try openssl(
      "x509 -req -in request -CA authority.pem -CAkey authority.key -CAcreateserial -days \(days) "
        + "-extfile names -out cert")
    return try RunningServer(
      library, ["--tls-cert", folder.file("cert"), "--tls-key", folder.file("key")],
      environment: environment)
  }

  private func query(
    _ server: RunningServer, _ more: [String] = [], _ environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try Program.run(
      ["query", "--format", "csv", "--server", server.url] + more, environment: environment)
  }

  @Test func isListedWhereItsAuthorityIsTrusted() throws {
    let server = try server(for: "IP:127.0.0.1")
    let own = try Program.run(["query", "--format", "csv", "--db", library.database])
    let asked = try query(server, ["--cacert", folder.file("authority.pem")])
    #expect(asked.code == 0, "\(asked.messages)")
    #expect(asked.output == own.output)
    #expect(own.output.contains("a.jpg"))
    for variable in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] {
      // Both are cleared, so that the settings of this machine do not matter.
      var environment = ["SSL_CERT_FILE": "", "CURL_CA_BUNDLE": ""]
      environment[variable] = folder.file("authority.pem")
      let trusted = try query(server, [], environment)
      #expect(trusted.output == own.output, "\(variable): \(trusted.messages)")
    }
    let well = try Program.run(
      ["doctor", "--server", server.url, "--cacert", folder.file("authority.pem")])
    #expect(well.code == 0, "\(well.output)")
  }

  @Test func isRefusedWithACertificateThatProvesNothing() throws {
    let unknown = try server(for: "IP:127.0.0.1")
    let refused = try query(unknown)
    #expect(refused.code == 1)
    #expect(refused.output.isEmpty)
    #expect(refused.messages.contains("certificate"), "\(refused.messages)")
    let trust = ["--cacert", folder.file("authority.pem")]
    let other = try query(try server(for: "IP:127.0.0.2"), trust)
    #expect(other.code == 1)
    #expect(other.messages.contains("127.0.0.1"), "\(other.messages)")
    let old = try query(try server(for: "IP:127.0.0.1", days: -1), trust)
    #expect(old.code == 1)
    #expect(old.messages.contains("expired"), "\(old.messages)")
    let missing = try query(unknown, ["--cacert", "/nowhere.pem"])
    #expect(missing.code == 1)
  }

  @Test func getsThePasswordInTheEnvironmentAndNoMessageHasIt() throws {
    let server = try server(for: "IP:127.0.0.1", ["GEOINDEX_AUTH": "ada:swordfish"])
    let trust = ["--cacert", folder.file("authority.pem")]
    #expect(try query(server, trust).messages.contains("401"))
    let open = try query(server, trust, ["GEOINDEX_AUTH": "ada:swordfish"])
    #expect(open.code == 0, "\(open.messages)")
    #expect(open.output.contains("a.jpg"))
    let wrong = try query(server, trust, ["GEOINDEX_AUTH": "ada:marlin"])
    #expect(wrong.code == 1)
    #expect(!wrong.messages.contains("marlin"))
    let inAddress = try Program.run(
      ["query", "--server", "https://ada:swordfish@127.0.0.1/"])
    #expect(inAddress.code == 2)
    #expect(!inAddress.messages.contains("swordfish"))
  }

  @Test func isReportedIfItIsDownOrNotAGeoindexServer() throws {
    let gone = try Program.run(["query", "--server", "https://127.0.0.1:1/"])
    #expect(gone.code == 1)
    #expect(gone.messages.contains("127.0.0.1:1"))
    // An OpenSSL that answers with a page of its own, which is not JSON.
    _ = try server(for: "IP:127.0.0.1")
    let other = try OtherServer(folder)
    let answer = try withExtendedLifetime(other) {
      try Program.run([
        "query", "--server", "https://127.0.0.1:\(other.port)/", "--cacert",
        folder.file("authority.pem"),
      ])
    }
    #expect(answer.code == 1)
    #expect(answer.messages.contains("is not valid"), "\(answer.messages)")
  }
}

/// `openssl s_server`, which answers every request with a page about its connection.
private final class OtherServer {
  let port: Int
  private let process = Process()

  init(_ folder: TemporaryDirectory) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", folder.file("cert"), "-key",
      folder.file("key"),
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty)
      text += String(decoding: part, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT 127.0.0.1:") }
    port = try #require(line.flatMap { Int($0.dropFirst("ACCEPT 127.0.0.1:".count)) })
  }

  deinit {
    // SIGKILL, because openssl inherits the signals that are blocked in the tests, which may include SIGTERM.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
