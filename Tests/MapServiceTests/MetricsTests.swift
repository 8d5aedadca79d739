import Foundation
import HTTPServer
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

@testable import MapService

/// Metrics and logs contain no viewed places.
@Suite struct MetricsTests {
  private func lines(_ service: Service) throws -> [String: Double] {
    let answer = try service.get("/metrics")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answer.headers["Cache-Control"] == "no-store")
    let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        guard let space = line.lastIndex(of: " "),
          let value = Double(line[line.index(after: space)...])
        else { return nil }
        return (String(line[..<space]), value)
      })
  }

  @Test func photosAreCountedAsTheReportCountsThem() throws {
    let service = try Service.shared()
    let figures = try lines(service)
    let summary = try service.index.read { try $0.summary() }
    #expect(figures["geoindex_photos{state=\"located\"}"] == Double(summary.located))
    for reason in UnlocatedReason.allCases {
      #expect(
        figures["geoindex_photos{state=\"\(reason.name)\"}"]
          == Double(summary.unlocated[reason] ?? -1))
    }
    let size = try #require(figures["geoindex_index_size_bytes"])
    #expect(size > 4_096)
    #expect(try #require(figures["process_resident_memory_bytes"]) > 1_000_000)
    #expect(try #require(figures["process_open_fds"]) > 2)
    #expect(try #require(figures["process_cpu_seconds_total"]) > 0)
  }

  @Test func roomsAreCountedWithoutNamesOrPlaces() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let none = try lines(service)
    for name in ["rooms", "room_members", "room_messages_total"] {
      #expect(none["geoindex_" + name] == 0)
    }
    let opened = try service.post(
      "/rooms", Array(#"{"name":"Secret","longitude":12.3456,"latitude":45.678,"zoom":9}"#.utf8),
      ["Content-Type": "application/json"])
    #expect(opened.status == 201, "\(opened.text)")
    let id = try #require(try opened.json()["id"] as? String)
    let stream = try service.service.respond(
      to: Request(target: "/events?room=\(id)&name=Visitor", headers: ["Host": "localhost"]))
    guard case .stream(let body) = try stream.response().body,
      case .bytes(let hello) = try body.next()
    else {
      Issue.record("there is no stream")
      return
    }
    let text = String(decoding: hello, as: UTF8.self)
    let key = try #require(text.firstMatch(of: #/"key":"([^"]+)"/#)?.1)
    let statuses = try (0..<14).map { number in
      try service.post(
        "/rooms/\(id)/messages",
        Array(#"{"member":1,"key":"\#(key)","kind":"text","text":"Hidden \#(number)"}"#.utf8),
        ["Content-Type": "application/json"]
      ).status
    }
    let figures = try lines(service)
    #expect(figures["geoindex_rooms"] == 1)
    #expect(figures["geoindex_room_members"] == 1)
    #expect(figures["geoindex_room_messages_total"] == Double(statuses.count { $0 == 201 }))
    let refused = Double(statuses.count { $0 == 429 })
    #expect(refused > 0)
    #expect(figures["geoindex_room_dropped_total{what=\"message\"}"] == refused)
    #expect(figures["geoindex_room_dropped_total{what=\"connection\"}"] == 0)
    let all = try service.get("/metrics").text
    for secret in ["Secret", "Visitor", "Hidden", "12.3456", "45.678", id] {
      #expect(!all.contains(secret))
    }
    withExtendedLifetime(body) {}
  }

  @Test func pathsInLabelsAreEscaped() {
    var text = PrometheusText()
    text.line("a", ["folder": "/a\"b\\c\nd/é"], 1)
    #expect(text.text == "a{folder=\"/a\\\"b\\\\c\\nd/é\"} 1\n")
  }

  @Test func scansAreCountedWithHowTheyEnded() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    #expect(try lines(service)["geoindex_last_scan_errors"] == nil)
    #expect(try lines(service)["geoindex_watching"] == 0)
    #expect(try service.post("/scans", []).status == 202)
    #expect(try eventually { try lines(service)["geoindex_scan_running"] == 0 })
    let figures = try lines(service)
    #expect(figures["geoindex_scans_total{state=\"finished\"}"] == 1)
    #expect(figures["geoindex_scans_total{state=\"failed\"}"] == 0)
    #expect(figures["geoindex_last_scan_errors"] == 0)
    let at = try #require(figures["geoindex_last_scan_end_timestamp_seconds"])
    #expect(abs(at - Date().timeIntervalSince1970) < 60)
  }

  @Test func whatTheWatcherHasNotStoredIsCounted() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    #expect(try lines(service)["geoindex_watch_backlog"] == 0)
    let observer = service.service.observer(before: SilentObserver())
    observer.backlogChanged(to: 7)
    #expect(try lines(service)["geoindex_watch_backlog"] == 7)
    #expect(try lines(service)["geoindex_watching"] == 1)
  }

  /// The alarm covers scans of other processes too; here by a separate scanner.
  @Test func theLastScanIsThatOfAnyProgram() throws {
    let name = "geoindex_last_scan_end_timestamp_seconds"
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    try service.index.write { try $0.noteScanEnd(at: 1_000_000) }
    #expect(try lines(service)[name] == 1_000_000)
    let version = try service.index.read { try $0.version() }
    let other = try PhotoIndex(path: FilePath(service.library.database), access: .writing)
    _ = try PhotoScanner(index: other).scan([FilePath(service.library.root)])
    let end = try #require(try lines(service)[name])
    #expect(abs(end - Date().timeIntervalSince1970) < 60)
    #expect(try service.index.read { try $0.version() } == version)
    let folder = "geoindex_folder_last_scan_end_timestamp_seconds{folder=\"1\"}"
    #expect(try !service.get("/metrics").text.contains(service.library.root))
    #expect(abs(try #require(try lines(service)[folder]) - end) < 2)
    let empty = try Library()
    let unscanned = try PhotoIndex(path: FilePath(empty.database), access: .writing)
    #expect(try unscanned.read { try $0.lastScanEnd() } == nil)
  }

  /// Throttled guesses (429) count as guesses too.
  @Test func failedSignInsAreCountedByKind() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    var options = AccessGuard.Options()
    let meter = RequestMeter()
    options.meter = meter
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    let keeper = AccessGuard(passwords: passwords, options: options, inside: service.service)
    func ask(_ password: String?) throws -> Int {
      var fields: Headers = ["Host": "localhost"]
      if let password {
        let code = Data("ada:\(password)".utf8).base64EncodedString()
        fields.set("Authorization", to: "Basic \(code)")
      }
      let request = try Request(target: "/collections", headers: fields)
      return HTTPPolicy().process(request, by: keeper).status
    }
    // A browser sends its first request without a password, which is not a guess.
    #expect(try ask(nil) == 401)
    #expect(try ask("swordfish") == 200)
    #expect(meter.wrongPasswordCount == 0)
    #expect(meter.throttledSignInCount == 0)
    var statuses: [Int: Int] = [:]
    for number in 0..<40 { statuses[try ask("guess \(number)"), default: 0] += 1 }
    #expect(meter.wrongPasswordCount == statuses[401])
    #expect(meter.throttledSignInCount == statuses[429])
    #expect(meter.wrongPasswordCount + meter.throttledSignInCount == 40)
    #expect(meter.throttledSignInCount > 20)
  }

  @Test func everyOperationIsCountedUnderItsName() throws {
    let library = try Service(["2023-paris/eiffel-tower.jpg"])
    let meter = RequestMeter()
    var options = MapService.Options()
    options.meter = meter
    let service = MapService(index: library.index, options: options)
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.meter = meter
    let server = HTTPServer(configuration: configuration, responder: service)
    let port = try server.start()
    defer { server.stop() }
    for target in ["healthz", "collections/photos/items", "collections/photos/items", "nowhere"] {
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/\(target)"))
      _ = try? Data(contentsOf: url)
    }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/metrics"))
    let text = try String(contentsOf: url, encoding: .utf8)
    let name = "geoindex_http_requests_total{operation="
    #expect(text.contains(name + "\"getHealth\",code=\"200\"} 1\n"))
    #expect(text.contains(name + "\"getPhotos\",code=\"200\"} 2\n"))
    #expect(text.contains(name + "\"other\",code=\"404\"} 1\n"))
    #expect(
      text.contains(
        "geoindex_http_request_duration_seconds_bucket{operation=\"getPhotos\",le=\"+Inf\"} 2\n"))
  }

  @Test func aLoggedTargetContainsNoPlace() throws {
    let context = ServiceContext(index: try Service.shared().index, options: .init())
    let quiet = LogRedaction(context.operations)
    let places = [
      "/collections/photos/items?bbox=2.25,48.82,2.42,48.9&limit=5",
      "/collections/photos/items?filter=s_intersects(geometry,POINT(2.25%2048.82))",
      "/collections/photos/items?cursor=48.82&sortby=-takenAt",
      "/collections/photos/nearest?lat=48.82&lon=2.25&k=3",
      "/collections/photos/clusters/482-225/items?path=48.82",
      "/collections/photos/tiles/WebMercatorQuad/48/82/225",
      "/tiles/photos/48/82/225.mvt?camera=48.82",
      "/?share=48.82", "/basemap/48/82/22.pbf", "/%74iles/photos/48/82/225.mvt",
      "/photos/tiles/photos/48/82/225.mvt",
    ]
    for target in places {
      let text = quiet.text(target)
      #expect(!text.contains("48"), "\(text)")
      #expect(!text.contains("2.25"), "\(text)")
    }
    #expect(
      quiet.text(places[0]) == "/collections/photos/items?bbox=…&limit=5")
    #expect(quiet.text("/photos/12/thumbnail?width=160") == "/photos/12/thumbnail?width=160")
    #expect(quiet.text("/app/main.js") == "/app/main.js")
    #expect(quiet.text("/?" + String(repeating: "x", count: 9_000)).count < 60)
    for name in ["share=", "Share=", "share%3D", "%73hare%3d", "share"] {
      #expect(quiet.text("/?f=json&\(name)Vb3kR8sQ") == "/?f=json&share=…", "\(name)")
    }
    // The address of a link, as the code for a phone has it.
    let code = "/qr?text=http%3A%2F%2Flocalhost%2F%3Fshare%3DVb3kR8sQ"
    #expect(!quiet.text(code).contains("Vb3"))
    #expect(LogRedaction.withoutTokens(code) == "/qr?share=…")
  }
}

private struct SilentObserver: WatchObserver {
  func scanBegan() {}
  func scanProgressed(_ progress: ScanProgress) -> Bool { true }
  func scanEnded(_ report: ScanReport) {}
  func scanFailed(_ error: any Error) {}
  func refreshBegan() {}
  func refreshEnded(_ report: ScanReport) {}
  func backlogChanged(to count: Int) {}
  func noticed(_ remark: WatchRemark) {}
}
