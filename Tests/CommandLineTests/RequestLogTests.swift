import Foundation
import TestSupport
import Testing

/// The access log.
@Suite struct RequestLogTests {
  private static let question = "collections/photos/items?bbox=2.25,48.82,2.42,48.9&limit=3"

  private func scanned() throws -> Library {
    let library = try Library()
    try library.add("a.jpg")
    let outcome = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(outcome.code == 0)
    return library
  }

  private func ask(_ server: RunningServer, _ target: String, _ more: String...) throws -> String {
    try Program.run(
      "curl",
      ["-sS", "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}"] + more
        + [server.url + target]
    ).output
  }

  private func lines(_ file: String, _ count: Int) throws -> [String] {
    var lines: [String] = []
    #expect(
      eventually {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        lines = text.split(separator: "\n").map(String.init)
        return lines.count >= count
      })
    return lines
  }

  @Test func aLineIsAnObjectWithoutPlacesByDefault() throws {
    let folder = try TemporaryDirectory()
    for (more, target) in [
      ([], "/collections/photos/items?bbox=…&limit=3"), (["--log-locations"], "/" + Self.question),
    ] {
      let file = folder.file("log-\(more.count)")
      let server = try RunningServer(
        try scanned(), ["--access-log", file, "--log-format", "json"] + more)
      #expect(try ask(server, Self.question) == "200")
      let line = try #require(try lines(file, 1).first)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["target"] as? String == target)
      #expect(object["status"] as? Int == 200)
      #expect(object["method"] as? String == "GET")
      #expect(object["address"] as? String == "127.0.0.1")
      #expect(object["complete"] as? Bool == true)
      #expect((object["bytes"] as? Int ?? 0) > 100)
      #expect(object["milliseconds"] is Double)
      let time = try #require(object["time"] as? String)
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      #expect(try abs(style.parse(time).timeIntervalSinceNow) < 300, "\(time)")
    }
  }

  /// A token in a log would give access to its readers.
  @Test(arguments: ["text", "json"], [[], ["--log-locations"]] as [[String]])
  func tokensOfLinksAreInNoLog(format: String, more: [String]) throws {
    let library = try scanned()
    let link = try Program.run(["share", "--db", library.database]).output
    let token = try #require(link.split(separator: "=").last).filter { !$0.isWhitespace }
    let folder = try TemporaryDirectory()
    let log = folder.file("log")
    let server = try RunningServer(
      library, ["--access-log", log, "--log-format", format] + more,
      environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    let referer = ["-H", "Referer: \(server.url)?share=\(token)"]
    let targets = [
      "?share=\(token)", "collections?limit=1&share=\(token)", "?%73h%41re=\(token)",
      "?share%3D\(token)", "?share=\(token)&x=%ZZ", "nowhere?SHARE=\(token)",
      "collections/photos/items?bbox=1,2,3,4&share=\(token)x",
    ]
    for target in targets {
      _ = try Program.run("curl", ["-sS", "-o", "/dev/null"] + referer + [server.url + target])
    }
    let text = try lines(log, targets.count).joined(separator: "\n")
    #expect(!text.contains(token.prefix(12)), "\(text)")
    #expect(!server.log.contains(token.prefix(12)), "\(text)")
    #expect(text.contains("share=…"))
    #expect(text.contains("bbox=1,2,3,4") == !more.isEmpty)
  }

  @Test func theTextIsTheCommonLogFormatAndNoClientCanWriteALineOfItsOwn() throws {
    let file = try TemporaryDirectory()
    let log = file.file("log")
    let server = try RunningServer(try scanned(), ["--access-log", log, "--log-locations"])
    #expect(try ask(server, "healthz") == "200")
    #expect(try ask(server, "x\"%0a1.2.3.4") == "404")
    #expect(try ask(server, "healthz", "-X", "BR\u{1}EW") != "200")
    let lines = try lines(log, 2)
    let common =
      #/127\.0\.0\.1 - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "[^"\\]*(\\.[^"\\]*)*" \d{3} (\d+|-) [\d.]+ ms.*/#
    for line in lines { #expect(line.wholeMatch(of: common) != nil, "\(line)") }
    #expect(lines[1].contains("GET /x\\\"%0a1.2.3.4 HTTP/1.1\" 404"))
  }

  @Test func aRotatedLogIsReopenedOnSIGHUP() throws {
    let folder = try TemporaryDirectory()
    let (log, old) = (folder.file("log"), folder.file("log.1"))
    let server = try RunningServer(try scanned(), ["--access-log", log])
    _ = try ask(server, "healthz")
    #expect(try lines(log, 1).count == 1)
    try FileManager.default.moveItem(atPath: log, toPath: old)
    kill(server.process.processIdentifier, SIGHUP)
    #expect(eventually { FileManager.default.fileExists(atPath: log) })
    _ = try ask(server, "conformance")
    #expect(try lines(log, 1).count == 1)
    #expect(try lines(old, 1).count == 1)
  }

  @Test func aLogThatCannotBeWrittenDelaysNoRequestAndIsReportedOnce() throws {
    let server = try RunningServer(try scanned(), ["--access-log", "/dev/full"])
    for _ in 0..<3 { #expect(try ask(server, "healthz") == "200") }
    #expect(eventually { server.log.contains("the log cannot be written") })
    #expect(server.log.components(separatedBy: "the log cannot be written").count == 2)
  }

  @Test(arguments: [
    (["--log-format", "xml"], 2, "is not text or json"),
    (["--access-log", "/nowhere/log"], 1, "/nowhere/log cannot be opened"),
  ])
  func invalidLogOptionsAreRefusedBeforeTheServerStarts(
    arguments: [String], code: Int32, message: String
  )
    throws
  {
    let outcome = try Program.run(
      ["serve", "--db", try scanned().database, "--port", "0"] + arguments)
    #expect(outcome.code == code)
    #expect(outcome.messages.contains(message))
  }
}
