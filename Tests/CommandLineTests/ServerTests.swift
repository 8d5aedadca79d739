import Foundation
import Glibc
import TestSupport
import Testing

/// The program on a real port, tested with curl.
@Suite struct ServerTests {
  private static func scanned() throws -> Library {
    let library = try Library()
    try #require(try SamplePhotos.scan(into: library.database).code == 0)
    return library
  }

  private func curl(_ arguments: String...) throws -> String {
    let outcome = try Program.run("curl", ["-sS", "--max-time", "20"] + arguments)
    try #require(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test func thePhotosOfTheIndexAreServedUntilTheProgramIsAskedToEnd() throws {
    let library = try Self.scanned()
    let server = try RunningServer(library)
    let items = try curl(server.url + "collections/photos/items?limit=3")
    #expect(items.contains("\"numberMatched\":52"))
    #expect(items.contains("\"href\":\"\(server.url)collections/photos/items"))
    let head = try curl("-I", server.url + "collections/photos/items")
    #expect(head.contains("200"))
    #expect(head.lowercased().contains("etag:"))
    let type = try curl(
      "-o", "/dev/null", "-w", "%{http_code} %{content_type}",
      server.url + "photos/1/thumbnail?width=160")
    #expect(type == "200 image/jpeg" || type.hasPrefix("404"))
    #expect(server.stop() == 0)
    #expect(!server.log.contains("geoindex: /"))
  }

  @Test func anEmptyIndexShowsTheCommandThatFillsIt() throws {
    let library = try Self.scanned()
    let folder = (library.database as NSString).deletingLastPathComponent
    let odd = folder + "/it's 1.sqlite"
    try FileManager.default.copyItem(atPath: library.database, toPath: odd)
    let top = (folder as NSString).deletingLastPathComponent
    try FileManager.default.createSymbolicLink(
      atPath: top + "/geoindex", withDestinationPath: folder)
    for (index, data, command) in [
      (library.database, "/nowhere", "geoindex scan --db \(library.database) ~/Pictures"),
      (library.database, top, "geoindex scan ~/Pictures"),
      (odd, top, #"geoindex scan --db '\#(folder)/it'\\''s 1.sqlite' ~/Pictures"#),
    ] {
      let server = try RunningServer(
        library, index: index, environment: ["XDG_DATA_HOME": data])
      let report = try curl(server.url + "report?limit=1")
      #expect(report.contains("\"scanCommand\":\"\(command)\""), "\(report.prefix(300))")
    }
  }

  @Test func peopleGetThePageAndProgramsTheLandingPage() throws {
    let server = try RunningServer(try Self.scanned())
    let page = try curl("-i", "-H", "Accept: text/html,*/*;q=0.8", server.url)
    #expect(page.contains("<!doctype html>"))
    #expect(page.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
    #expect(try curl(server.url).hasPrefix("{\"title\":"))
    #expect(try curl("-H", "Accept: text/html", server.url + "?f=json").hasPrefix("{\"title\":"))
    for file in ["vendor/maplibre-gl/maplibre-gl.js", "basemap/0/0/0.pbf", "app/main.js"] {
      let status = try curl("-o", "/dev/null", "-w", "%{http_code}", server.url + file)
      #expect(status == "200", "\(file)")
    }
  }

  @Test func aTileServerIsVisibleToThePageOnly() throws {
    let url = "https://tiles.example/{z}/{x}/{y}.png"
    let server = try RunningServer(
      try Self.scanned(), ["--tiles", url, "--tiles-attribution", "Mapper"])
    let page = try curl("-i", "-H", "Accept: text/html", server.url)
    #expect(page.contains("img-src 'self' https://tiles.example data: blob:;"))
    let description = try curl(server.url + "basemap/basemap.json")
    #expect(
      description.contains(
        "\"tiles\":{\"url\":\"\(url)\",\"type\":\"raster\",\"attribution\":\"Mapper\"}"))
    #expect(try !curl(server.url + "?f=json").contains("tiles.example"))
  }

  @Test func aHostNameThatIsNotAllowedIsRefused() throws {
    let server = try RunningServer(try Self.scanned())
    let refused = try curl("-i", "-H", "Host: evil.example", server.url + "collections")
    #expect(refused.contains("403"))
    #expect(refused.contains("application/problem+json"))
    #expect(refused.contains("'evil.example'"))
    #expect(refused.contains("geoindex serve --allow-host NAME"))
    let named = try RunningServer(
      try Self.scanned(), ["--allow-host", "photos.lan"])
    #expect(try curl("-H", "Host: photos.lan", named.url + "collections").contains("\"photos\""))
  }

  @Test func otherSitesAndLongContentAreAllowedByOptions() throws {
    let server = try RunningServer(
      try Self.scanned(), ["--cors", "https://maps.example", "--locate-limit", "1"])
    let collections = server.url + "collections"
    let open = try curl("-i", "-H", "Origin: https://maps.example", collections)
    #expect(open.contains("Access-Control-Allow-Origin: https://maps.example"))
    let closed = try curl("-i", "-H", "Origin: https://other.example", collections)
    #expect(!closed.contains("Access-Control-Allow-Origin"))
    let photo = SamplePhotos.folder + "/2023-paris/eiffel-tower.jpg"
    let located = try curl("-F", "photo=@\(photo)", server.url + "locate")
    #expect(located.contains("[2.2916,48.8568]"))
    let long = try curl(
      "-H", "Content-Type: image/jpeg", "--data-binary", String(repeating: "x", count: 120_000),
      "-o", "/dev/null", "-w", "%{http_code}", server.url + "locate")
    #expect(long == "200")
    let longer = try Program.run(
      "sh",
      [
        "-c",
        """
        head -c 3000000 /dev/zero | curl -sS -m 20 -o /dev/null -w '%{http_code}' \
          -H 'Content-Type: image/jpeg' --data-binary @- "$0"
        """, server.url + "locate",
      ])
    #expect(longer.output == "413", "\(longer.messages)")
  }

  @Test func connectionsAreLimitedByAnOption() throws {
    let server = try RunningServer(try Self.scanned(), ["--connections", "16"])
    let port = try #require(URL(string: server.url)?.port)
    let idle = try (0..<60).map { _ in try Loopback.connect(port: port) }
    defer { for descriptor in idle { close(descriptor) } }
    #expect(
      eventually {
        let closed = idle.filter { descriptor in
          var byte: UInt8 = 0
          return unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        }
        return closed.count >= 40
      })
    #expect(try curl(server.url + "healthz").contains("ok"))
    let refused = try Program.run(["serve", "--connections", "0"])
    #expect(refused.code == 2)
  }

  @Test func noPathLeadsOutOfTheServedFolder() throws {
    let server = try RunningServer(try Self.scanned())
    for path in [
      "../Package.swift", "%2e%2e/Package.swift", "app/..%2f..%2fPackage.swift",
      "..%5cPackage.swift",
    ] {
      let answer = try curl("--path-as-is", "-w", "%{http_code}", server.url + path)
      #expect(!answer.contains("swift-tools-version"), "\(path)")
      #expect(answer.hasSuffix("404") || answer.hasSuffix("400"), "\(path)")
    }
  }

  @Test func aScanThatIsMadeWhileServingIsSeenAtOnce() throws {
    let library = try Library()
    try library.add("a.jpg")
    let server = try RunningServer(library)
    #expect(server.log.contains("geoindex scan"))
    #expect(try curl(server.url + "collections/photos/items").contains("\"numberMatched\":0"))
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    #expect(try curl(server.url + "collections/photos/items").contains("\"numberMatched\":1"))
  }

  @Test func aPortInUseIsReported() throws {
    let library = try Self.scanned()
    let server = try RunningServer(library)
    let port = try #require(URL(string: server.url)?.port)
    let second = try Program.run(["serve", "--db", library.database, "--port", "\(port)"])
    #expect(second.code == 1)
    #expect(second.messages.contains("\(port)"))
  }

  @Test func whatTheDocsSayToTypeInAShellWorks() throws {
    let page = try String(contentsOfFile: SamplePhotos.package + "/docs/api.md", encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## From a shell").last)
    let block = try #require(section.components(separatedBy: "```sh\n").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "```").first).split(separator: "\n")
    #expect(lines.count >= 8)
    let server = try RunningServer(try Self.scanned())
    let folder = try TemporaryDirectory()
    for line in lines {
      let command = line.replacingOccurrences(of: "http://127.0.0.1:8080/", with: server.url)
        .replacingOccurrences(of: "curl ", with: "curl -sS --fail --max-time 20 ")
        .replacingOccurrences(of: "@sample-photos/", with: "@" + SamplePhotos.folder + "/")
      let outcome = try Program.run("sh", ["-c", "cd '\(folder.path)' && \(command)"])
      #expect(outcome.code == 0, "\(line): \(outcome.messages)")
      let isKept = line.contains(" > ") || line.hasPrefix("ogr2ogr")
      #expect(
        isKept || outcome.output.contains("sample-photos") || line.contains("locate"), "\(line)")
      if line.contains("locate") { #expect(outcome.output.contains("[35.452,30.3223]")) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("photos.kml"))).count > 10_000)
  }

  @Test func gdalReadsTheFeatures() throws {
    let server = try RunningServer(try Self.scanned())
    let outcome = try Program.run(
      "ogrinfo", ["-ro", "-al", "-so", server.url + "collections/photos/items?limit=100"])
    #expect(outcome.output.contains("Feature Count: 52"))
    #expect(outcome.output.contains("Geometry: Point"))
    #expect(outcome.output.contains("Extent: (-179.980000, -89.990000) - (179.980000, 69.694400)"))
    #expect(outcome.output.contains("takenAt: DateTime"))
  }
}
