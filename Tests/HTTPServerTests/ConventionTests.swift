import Foundation
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Every answer keeps HTTP's policy") struct ConventionTests {
  struct Secret: Error { let path = "/home/someone/secret" }

  private let text = String(repeating: "0123456789", count: 200)

  private var router: Router {
    var router = Router()
    let text = text
    router.on(.get, "/text") { _, _ in
      var response = Response.bytes(Array(text.utf8), type: "text/plain", etag: EntityTag("v1"))
      response.cacheControl = "max-age=60"
      response.headers.append("Vary", "Accept")
      response.headers.append("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
      return response
    }
    router.on(.get, "/picture") { _, _ in
      .bytes(Array(text.utf8), type: "image/png", etag: EntityTag("p,1"))
    }
    router.on(.get, "/small") { _, _ in .json(Array("{}".utf8)) }
    router.on(.get, "/coded") { _, _ in
      var response = Response.json(Array(text.utf8))
      response.headers.append("Content-Encoding", "br")
      return response
    }
    router.on(.get, "/fails") { _, _ in throw Secret() }
    router.on(.get, "/busy") { _, _ in
      throw Problem.unavailable("Later \"please\"\n", retryAfter: 7)
    }
    router.on(.get, "/inject") { _, _ in
      Response(headers: ["X-Note": "one\r\nX-Evil: two\0three"])
    }
    router.on(.post, "/echo") { request, _ in
      .bytes(request.body, type: "application/octet-stream")
    }
    return router
  }

  @Test(
    "304 if the client has the current version", arguments: Door.allCases,
    [
      ("\"v1\"", 304), ("W/\"v1\"", 304), ("*", 304), (" * ", 304), ("\"v2\"", 200),
      ("\"v2\", \"v1\"", 304), ("\"v2\",W/\"v1\",\"v3\"", 304), ("v1", 200), ("", 200),
      ("\"v1", 200), ("\"\"", 200), ("\"v2\"v1\"", 200),
    ])
  func ifNoneMatch(_ door: Door, _ expectation: (tags: String, status: Int)) throws {
    for method in [Method.get, .head] {
      let answer = try Site(door, router).send(method, "/text", ["If-None-Match": expectation.tags])
      #expect(answer.status == expectation.status)
      guard answer.status == 304 else { continue }
      #expect(answer.body.isEmpty)
      #expect(!answer.headers.contains("Content-Type"))
      #expect(answer.headers["ETag"] == "\"v1\"")
      #expect(answer.headers["Cache-Control"] == "max-age=60")
      #expect(answer.headers["Vary"] == "Accept, Accept-Encoding")
    }
  }

  @Test(
    "and 304 if it has not changed since a date", arguments: Door.allCases,
    [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 304), ("Sun, 06 Nov 1994 08:49:36 GMT", 200),
      ("Mon, 07 Nov 1994 00:00:00 GMT", 304), ("yesterday", 200), ("", 200),
    ])
  func ifModifiedSince(_ door: Door, _ expectation: (date: String, status: Int)) throws {
    let site = try Site(door, router)
    let answer = try site.get("/text", ["If-Modified-Since": expectation.date])
    #expect(answer.status == expectation.status)
    // An entity tag has precedence over a date.
    let both: Headers = ["If-Modified-Since": expectation.date, "If-None-Match": "\"other\""]
    #expect(try site.get("/text", both).status == 200)
  }

  @Test("412 if a precondition fails", arguments: Door.allCases)
  func ifMatch(_ door: Door) throws {
    let site = try Site(door, router)
    #expect(try site.get("/text", ["If-Match": "\"v1\""]).status == 200)
    #expect(try site.get("/text", ["If-Match": "*"]).status == 200)
    #expect(try site.get("/text", ["If-Match": "\"v2\""]).status == 412)
    #expect(try site.get("/text", ["If-Match": "W/\"v1\""]).status == 412)
  }

  @Test(
    "one range of bytes", arguments: Door.allCases,
    [
      ("bytes=0-9", 206, "0123456789", "bytes 0-9/2000"),
      ("bytes=5-6", 206, "56", "bytes 5-6/2000"),
      ("bytes=1998-", 206, "89", "bytes 1998-1999/2000"),
      ("bytes=-3", 206, "789", "bytes 1997-1999/2000"),
      ("bytes=1999-9999999", 206, "9", "bytes 1999-1999/2000"),
      ("Bytes = 0-0", 206, "0", "bytes 0-0/2000"),
      ("bytes=2000-", 416, "", "bytes */2000"), ("bytes=-0", 416, "", "bytes */2000"),
      ("bytes=0-1,5-6", 200, "", ""), ("bytes=9-1", 200, "", ""), ("lines=0-1", 200, "", ""),
      ("bytes=", 200, "", ""), ("bytes=-", 200, "", ""), ("bytes=a-b", 200, "", ""),
      ("bytes=0-99999999999999999999", 200, "", ""),
    ])
  func ranges(
    _ door: Door, _ expectation: (field: String, status: Int, content: String, range: String)
  ) throws {
    let site = try Site(door, router)
    let headers: Headers = ["Range": expectation.field, "Accept-Encoding": "gzip"]
    let answer = try site.get("/text", headers)
    #expect(answer.status == expectation.status)
    if expectation.status != 200 { #expect(answer.headers["Content-Range"] == expectation.range) }
    if expectation.status == 206 { #expect(answer.text == expectation.content) }
    if expectation.status == 200 { #expect(answer.text == text) }
    #expect(try site.send(.head, "/text", headers).status == 200)
  }

  @Test(
    "a range only if If-Range matches", arguments: Door.allCases,
    [
      ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 206), ("Sun, 06 Nov 1994 08:49:38 GMT", 200),
    ])
  func ifRange(_ door: Door, _ expectation: (validator: String, status: Int)) throws {
    let headers: Headers = ["Range": "bytes=0-1", "If-Range": expectation.validator]
    #expect(try Site(door, router).get("/text", headers).status == expectation.status)
  }

  @Test(
    "gzip if the client accepts it", arguments: Door.allCases,
    [
      ("gzip", true), ("br, gzip;q=0.5", true), ("x-gzip", true), ("GZIP", true), ("*", true),
      ("gzip;q=0", false), ("gzip;q=0.000, *", false), ("identity", false), ("", false),
      ("br", false), ("*;q=0", false), ("*;q=0, gzip", true),
    ])
  func gzip(_ door: Door, _ expectation: (field: String, isUsed: Bool)) throws {
    let answer = try Site(door, router).get("/text", ["Accept-Encoding": expectation.field])
    #expect(answer.headers["Vary"] == "Accept, Accept-Encoding")
    #expect((answer.headers["Content-Encoding"] == "gzip") == expectation.isUsed)
    #expect(answer.headers["ETag"] == (expectation.isUsed ? "W/\"v1\"" : "\"v1\""))
    let plain = expectation.isUsed ? try gunzip(answer.body) : answer.body
    #expect(String(decoding: plain, as: UTF8.self) == text)
  }

  @Test("no gzip of pictures, short responses and coded ones", arguments: Door.allCases)
  func notCompressed(_ door: Door) throws {
    let site = try Site(door, router)
    for target in ["/picture", "/small", "/coded"] {
      let answer = try site.get(target, ["Accept-Encoding": "gzip"])
      #expect(answer.headers["Content-Encoding"] != "gzip")
      #expect(!answer.headers.contains("Vary"))
    }
  }

  @Test("an internal error is logged and reveals no details", arguments: Door.allCases)
  func failure(_ door: Door) throws {
    let logged = Mutex<[String]>([])
    let log: @Sendable (String) -> Void = { line in logged.withLock { $0.append(line) } }
    let answer = try Site(door, router) { $0.policy.errorLog = log }.get("/fails")
    #expect(answer.status == 500)
    #expect(!answer.text.contains("secret"))
    #expect(answer.problem["title"] as? String == "Internal Server Error")
    let line = logged.withLock { $0.first }
    #expect(line?.hasPrefix("GET /fails: ") == true)
    #expect(line?.contains("secret") == true)
  }

  @Test("a problem is a document with its header fields", arguments: Door.allCases)
  func problem(_ door: Door) throws {
    let answer = try Site(door, router).get("/busy")
    #expect(answer.status == 503)
    #expect(answer.headers["Retry-After"] == "7")
    #expect(answer.problem["detail"] as? String == "Later \"please\"\n")
    #expect(answer.problem["type"] as? String == "about:blank")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test("a problem says its kind, if it has one")
  func kind() {
    let problem = Problem.unavailable("The disk is full.", retryAfter: 30)
    let start =
      #"{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"The disk is full.""#
    #expect(String(decoding: problem.document, as: UTF8.self) == start + "}")
    #expect(
      String(decoding: problem.of(.diskFull).document, as: UTF8.self)
        == start + #","kind":"diskFull"}"#)
  }

  @Test("no value can start another field", arguments: Door.allCases)
  func injection(_ door: Door) throws {
    let answer = try Site(door, router).get("/inject")
    #expect(!answer.headers.contains("X-Evil"))
    #expect(answer.headers["X-Note"] == "one  X-Evil: two three")
  }

  @Test("what is too long is refused", arguments: Door.allCases)
  func limits(_ door: Door) throws {
    let site = try Site(door, router) { $0.policy.limits.body = 1_000 }
    func status(_ target: String, _ headers: Headers = [:]) throws -> Int {
      try site.get(target, headers).status
    }
    #expect(try status("/small?" + String(repeating: "x", count: 8_000)) == 200)
    #expect(try status("/small?" + String(repeating: "x", count: 8_200)) == 414)
    #expect(try status("/small?" + String(repeating: "x&", count: 257)) == 414)
    #expect(try status("/small", ["X": String(repeating: "x", count: 16_000)]) == 200)
    #expect(try status("/small", ["X": String(repeating: "x", count: 16_400)]) == 431)
    #expect(try site.send(.post, "/echo", body: .init(repeating: 7, count: 1_000)).status == 200)
    #expect(try site.send(.post, "/echo", body: .init(repeating: 7, count: 1_001)).status == 413)
  }

  @Test(
    "only allowed hosts", arguments: Door.allCases,
    [
      ("localhost", 200), ("localhost:1", 200), ("LOCALHOST.", 200), ("a.localhost:80", 200),
      ("127.0.0.1:9", 200), ("127.1.2.3", 200), ("[::1]", 200), ("[::1]:8080", 200),
      ("photos.example", 200), ("Photos.Example:99", 200), ("maps.example:8443", 200),
      ("[2001:db8::1]:80", 200),
      ("maps.example", 403), ("maps.example:8444", 403), ("evil.example", 403), ("", 403),
      ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403), ("127.0.0.256", 403),
      ("127.1", 403), ("[::1].evil.example", 403), ("evil.example:localhost", 403),
      ("[2001:db8::1]", 403), ("[::1", 403), ("localhost:80:80", 403), ("localhost:99999", 403),
      ("notlocalhost", 403), ("128.0.0.1", 403), ("evil.example#localhost", 403),
    ])
  func hosts(_ door: Door, _ expectation: (host: String, status: Int)) throws {
    let site = try Site(door, router) {
      $0.policy.allowedHosts = ["photos.example", "maps.example:8443", "[2001:db8::1]:80"]
    }
    #expect(try site.get("/small", ["Host": expectation.host]).status == expectation.status)
  }

  @Test(
    "the host of a target in absolute form precedes the Host field", arguments: Door.allCases)
  func absoluteForm(_ door: Door) throws {
    let site = try Site(door, router)
    #expect(try site.get("http://evil.example/small").status == 403)
    #expect(try site.get("http://localhost/small", ["Host": "localhost"]).status == 200)
  }
}

/// Decompresses with the program gzip.
func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
  let process = Process()
  let output = Pipe()
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.arguments = ["-dc"]
  process.standardInput = try FileHandle(forReadingFrom: file)
  process.standardOutput = output
  try process.run()
  let plain = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Array(plain)
}
