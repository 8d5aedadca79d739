import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// A tile server instead of the built-in map: known to the page and allowed by its policy.
@Suite struct TileServerTests {
  @Test(arguments: [
    ("https://tiles.example/{z}/{x}/{y}.png", TileServer.Kind.raster),
    ("http://127.0.0.1:8081/{z}/{x}/{y}.webp", .raster),
    ("https://tiles.example/tile/{z}/{y}/{x}", .raster),
    ("https://tiles.example/t?z={z}&x={x}&y={y}&key=abc", .raster),
    ("https://tiles.example/{z}/{x}/{y}.PBF?key=abc", .vector),
    ("https://tiles.example/{z}/{x}/{y}.mvt", .vector),
    ("https://tiles.example/planet.json?key=abc", .vector),
  ])
  func theKindOfTilesFollowsFromTheAddress(url: String, kind: TileServer.Kind) throws {
    #expect(try TileServer(url: url).kind == kind)
  }

  @Test(arguments: [
    ("tiles.example/{z}/{x}/{y}.png", "https://"),
    ("ftp://tiles.example/{z}/{x}/{y}.png", "https://"),
    ("https://tiles.example/0/0/0.png", "{z}"), ("https://tiles.example/{z}/{x}.png", "{y}"),
    ("https://tiles.example/{z}/{x}/{y}/{y}.png", "once"),
    ("https://{s}.tiles.example/{z}/{x}/{y}.png", "several hosts"),
    ("https://tiles.example/{z}/{x}/{y}{r}.png", "{r}"), ("https://tiles.example/{z/{x}/{y}", "{"),
    ("https://me:secret@tiles.example/{z}/{x}/{y}.png", "host"),
    ("https:///{z}/{x}/{y}.png", "host"), ("https://a;script-src/{z}/{x}/{y}.png", "host"),
    ("https://*/{z}/{x}/{y}.png", "host"), ("https://tiles.example:x/{z}/{x}/{y}.png", "host"),
    ("https://tiles.example:0/{z}/{x}/{y}.png", "host"), ("https://[::1]/{z}/{x}/{y}.png", "host"),
    ("https://tiles.example/{z}/{x}/{y}.png'", "character"),
    ("https://tiles.example /{z}/{x}/{y}.png", "character"),
    ("https://tiles.example\r\nX: y/{z}/{x}/{y}.png", "character"),
    ("https://tïles.example/{z}/{x}/{y}.png", "character"),
    ("https://tiles.example?{z}{x}{y}", "path"),
    ("", "https://"),
  ])
  func invalidAddressesAreRefusedWithTheReason(url: String, reason: String) throws {
    let error = #expect(throws: TileServer.AddressError.self) { try TileServer(url: url) }
    #expect(error?.description.contains(reason) ?? false, "\(error?.description ?? "")")
  }

  private func service(_ tileServer: TileServer?, hasMap: Bool) throws -> (MapService, Library) {
    let library = try Library()
    let folder = library.root + "/static"
    try FileManager.default.createDirectory(
      atPath: folder + "/basemap", withIntermediateDirectories: true)
    try Data("<!doctype html>".utf8).write(to: URL(fileURLWithPath: folder + "/index.html"))
    if hasMap {
      try Data("{\n \"maxzoom\": 6,\n \"attribution\": \"Natural Earth\"\n}\n".utf8)
        .write(to: URL(fileURLWithPath: folder + "/basemap/basemap.json"))
    }
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    var options = MapService.Options()
    options.staticFiles = FilePath(folder)
    options.tileServer = tileServer
    return (MapService(index: index, options: options), library)
  }

  private func ask(_ service: MapService, _ target: String, _ headers: Headers = [:]) throws
    -> Answer
  {
    var headers = headers
    headers.set("Host", to: "photos.test")
    var policy = HTTPPolicy()
    policy.allowedHosts = ["photos.test"]
    let request = try Request(method: .get, target: target, headers: headers)
    return Answer(policy.process(request, by: service))
  }

  @Test(arguments: [true, false]) func thePageGetsItsAddress(hasMap: Bool) throws {
    let server = try TileServer(
      url: "https://tiles.example/{z}/{x}/{y}.png", attribution: "© \"Mapper\" <b>")
    let (service, library) = try service(server, hasMap: hasMap)
    let answer = try ask(service, "/basemap/basemap.json")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/json")
    let said = try answer.json()
    let tiles = try #require(said["tiles"] as? [String: String])
    #expect(tiles["url"] == server.url)
    #expect(tiles["type"] == "raster")
    #expect(tiles["attribution"] == "© \"Mapper\" <b>")
    #expect(said["maxzoom"] as? Int == (hasMap ? 6 : nil))
    // The flag may be different at the next start.
    #expect(answer.headers["Cache-Control"] == "no-cache")
    let etag = try #require(answer.headers["ETag"])
    #expect(try ask(service, "/basemap/basemap.json", ["If-None-Match": etag]).status == 304)
    withExtendedLifetime(library) {}
  }

  @Test func withoutATileServerTheDescriptionIsUnchanged() throws {
    let (service, library) = try service(nil, hasMap: true)
    let answer = try ask(service, "/basemap/basemap.json")
    #expect(try answer.json()["tiles"] == nil)
    #expect(answer.headers["Cache-Control"] == "no-cache")
    let (empty, other) = try self.service(nil, hasMap: false)
    #expect(try ask(empty, "/basemap/basemap.json").status == 404)
    withExtendedLifetime((library, other)) {}
  }

  @Test func thePolicyAllowsOnlyTheNamedHost() throws {
    let strict =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
      + "media-src 'self'; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; "
      + "manifest-src 'self'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    let (plain, library) = try service(nil, hasMap: true)
    let page = ["Accept": "text/html"] as Headers
    #expect(try ask(plain, "/", page).headers["Content-Security-Policy"] == strict)
    let server = try TileServer(url: "https://Tiles.Example:8443/secret/{z}/{x}/{y}.png?key=abc")
    let (open, other) = try service(server, hasMap: true)
    let host = "'self' https://tiles.example:8443"
    #expect(
      try ask(open, "/", page).headers["Content-Security-Policy"]
        == strict.replacing("img-src 'self'", with: "img-src \(host)")
        .replacing("connect-src 'self'", with: "connect-src \(host)"))
    withExtendedLifetime((library, other)) {}
  }
}
