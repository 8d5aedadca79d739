import Files
import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("A directory of files") struct StaticFilesTests {
  private let temporary: TemporaryDirectory
  private let directory: URL

  init() throws {
    let files = FileManager.default
    temporary = try TemporaryDirectory()
    let outer = URL(fileURLWithPath: temporary.path)
    directory = outer.appendingPathComponent("static")
    try files.createDirectory(
      at: directory.appendingPathComponent("sub"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: outer.appendingPathComponent("secret.txt"))
    for (name, content) in [
      "index.html": "<p>home</p>", "app.js": String(repeating: "let x = 1;\n", count: 500),
      "sub/index.html": "sub", "sub/data.json": "{}", "tile.pbf": "", "a b.txt": "blank",
      ".hidden": "hidden", "style.css": "p{}", "module.mjs": "1", "font.woff2": "w",
      "app.webmanifest": "{}", "icon.svg": "<svg/>", "tile.mvt": "x", "unknown.xyz": "?",
    ] {
      try Data(content.utf8).write(to: directory.appendingPathComponent(name))
    }
    for (link, target) in ["out.txt": "../secret.txt", "up": "..", "in.js": "app.js"] {
      try files.createSymbolicLink(
        atPath: directory.appendingPathComponent(link).path, withDestinationPath: target)
    }
    _ = unsafe mkfifo(directory.appendingPathComponent("pipe.txt").path, 0o600)
  }

  private func site(_ door: Door) throws -> Site {
    try Site(door, StaticFiles(directory: Array(directory.path.utf8)))
  }

  @Test(
    "is served with the right types", arguments: Door.allCases,
    [
      ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
      ("/sub/", "text/html; charset=utf-8"), ("/app.js", "text/javascript; charset=utf-8"),
      ("/module.mjs", "text/javascript; charset=utf-8"), ("/style.css", "text/css; charset=utf-8"),
      ("/sub/data.json", "application/json"), ("/tile.pbf", "application/x-protobuf"),
      ("/tile.mvt", "application/vnd.mapbox-vector-tile"),
      ("/a%20b.txt", "text/plain; charset=utf-8"),
      ("/font.woff2", "font/woff2"), ("/app.webmanifest", "application/manifest+json"),
      ("/icon.svg", "image/svg+xml"), ("/unknown.xyz", "application/octet-stream"),
    ])
  func types(_ door: Door, _ expectation: (target: String, type: String)) throws {
    let answer = try site(door).get(expectation.target)
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == expectation.type)
    #expect(answer.headers["Content-Length"] == String(answer.body.count))
    #expect(answer.headers["Cache-Control"] == "no-cache")
  }

  @Test(
    "and nothing outside it, and nothing hidden in it", arguments: Door.allCases,
    [
      "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/sub/../../secret.txt",
      "/sub/%2e%2e/%2e%2e/secret.txt", "/out.txt", "/up/secret.txt", "/.hidden", "/sub",
      "/pipe.txt",
      "/nothing", "//index.html", "/index.html/", "/sub//data.json", "/index.html/x",
      "/%2fetc%2fpasswd", "/sub%2fdata.json", "/..",
    ])
  func closed(_ door: Door, _ target: String) throws {
    let answer = try site(door).get(target)
    #expect(answer.status == 404)
    #expect(!answer.text.contains("secret"))
  }

  @Test("follows links that stay inside", arguments: Door.allCases)
  func inside(_ door: Door) throws { #expect(try site(door).get("/in.js").status == 200) }

  @Test("is read only", arguments: Door.allCases)
  func readOnly(_ door: Door) throws {
    let answer = try site(door).send(.delete, "/app.js")
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == "GET, HEAD, OPTIONS")
    #expect(try site(door).send(.options, "/app.js").status == 204)
  }

  @Test("is sent again only when it has changed", arguments: Door.allCases)
  func validators(_ door: Door) throws {
    let site = try site(door)
    let first = try site.get("/app.js")
    let tag = try #require(first.headers["ETag"])
    let date = try #require(first.headers["Last-Modified"])
    #expect(try site.get("/app.js", ["If-None-Match": tag]).status == 304)
    #expect(try site.get("/app.js", ["If-Modified-Since": date]).status == 304)
    try Data("changed".utf8).write(to: directory.appendingPathComponent("app.js"))
    let second = try site.get("/app.js", ["If-None-Match": tag])
    #expect(second.status == 200)
    #expect(second.text == "changed")
    #expect(second.headers["ETag"] != tag)
  }

  @Test("is compressed once for each state of a file", arguments: Door.allCases)
  func compressed(_ door: Door) throws {
    let site = try site(door)
    let plain = try site.get("/app.js")
    for _ in 0..<2 {
      let answer = try site.get("/app.js", ["Accept-Encoding": "gzip"])
      #expect(answer.headers["Content-Encoding"] == "gzip")
      #expect(answer.body.count < 200)
      #expect(try gunzip(answer.body) == plain.body)
      #expect(answer.headers["ETag"] != plain.headers["ETag"])
      #expect(answer.headers["Vary"] == "Accept-Encoding")
      let tag = try #require(answer.headers["ETag"])
      let headers: Headers = ["Accept-Encoding": "gzip", "If-None-Match": tag]
      #expect(try site.get("/app.js", headers).status == 304)
    }
    let part = try site.get("/app.js", ["Accept-Encoding": "gzip", "Range": "bytes=4-8"])
    #expect(part.status == 206)
    #expect(part.text == "x = 1")
    #expect(!part.headers.contains("Content-Encoding"))
  }

  @Test("has Content-Encoding for a tile that is compressed already", arguments: Door.allCases)
  func compressedTile(_ door: Door) throws {
    let packed = try #require(Gzip.shared.compress(Array("tile".utf8), level: 6))
    try Data(packed).write(to: directory.appendingPathComponent("packed.pbf"))
    let answer = try site(door).get("/packed.pbf")
    #expect(answer.headers["Content-Encoding"] == "gzip")
    #expect(try gunzip(answer.body) == Array("tile".utf8))
  }

  @Test("is sent in parts", arguments: Door.allCases)
  func parts(_ door: Door) throws {
    let site = try site(door)
    let whole = try site.get("/app.js")
    #expect(whole.headers["Accept-Ranges"] == "bytes")
    let part = try site.get("/app.js", ["Range": "bytes=1000-2999"])
    #expect(part.status == 206)
    #expect(part.body == Array(whole.body[1_000..<3_000]))
    #expect(try site.get("/tile.pbf", ["Range": "bytes=0-"]).status == 416)
    #expect(try site.get("/app.js", ["Range": "bytes=-5500"]).body == whole.body)
  }

  @Test("that does not exist serves nothing", arguments: Door.allCases)
  func missing(_ door: Door) throws {
    let site = try Site(door, StaticFiles(directory: Array("/nonexistent/geoindex".utf8)))
    #expect(try site.get("/").status == 404)
  }
}
