import HTTPServer
import MapService
import PhotoFacts
import Grid
import PhotoIndex
import TestSupport
import Testing
import Sharing

/// A long response ends when its guest loses access.
@Suite struct WithdrawnTests {
  private let estate: Estate
  private let index: FilePath

  init() throws {
    estate = try Estate(seed: 7, count: 1_000, zones: 1)
    index = estate.index
  }

  /// An export to a guest, of which one piece has been sent.
  private func export() throws -> BodyStream {
    let response = try estate.guarded.begin("/collections/photos/export")
    guard case .stream(let stream) = response.body else {
      throw NoStream()
    }
    #expect(try stream.sends())
    return stream
  }

  @Test func anExportGoesOnAsLongAsNothingChanges() throws {
    let stream = try export()
    #expect(try stream.sends())
  }

  @Test func anExportEndsWhenItsLinkIsRevoked() throws {
    let stream = try export()
    #expect(try ShareRegister(index: index).revoke("guest"))
    #expect(throws: (any Error).self) { try stream.next() }
  }

  @Test func anExportEndsWhenAZoneIsAdded() throws {
    let stream = try export()
    let zone = try PrivacyZone(name: "all", circle: nil, box: "-180,-90,180,90", coarse: nil)
    #expect(try ZoneRegister(index: index).add(zone))
    #expect(throws: (any Error).self) { try stream.next() }
  }

  @Test func anExportOfAServerWithoutPasswordsEndsWithTheFirstZone() throws {
    let index = try PhotoIndex(path: FilePath(estate.folder.file("open.sqlite")), access: .writing)
    let access = try AnonymousAccess(inside: MapService(index: index), index: index.path)
    let request = try Request(target: "/events", headers: ["Host": "localhost"])
    let response = try access.respond(to: request).response()
    guard case .stream(let stream) = response.body else { throw NoStream() }
    _ = try stream.next()
    let zone = try PrivacyZone(name: "home", circle: "48,2,100", box: nil, coarse: nil)
    #expect(try ZoneRegister(index: index.path).add(zone))
    #expect(throws: (any Error).self) { try stream.next() }
  }

  @Test func noClientMakesActsOnAServerWithoutPasswordsThatOthersReach() throws {
    let index = try PhotoIndex(path: FilePath(estate.folder.file("open.sqlite")), access: .writing)
    let access = try AnonymousAccess(inside: MapService(index: index), index: index.path)
    let fields: Headers = ["Host": "localhost", "Content-Type": "application/json"]
    for (method, target) in [
      (Method.get, "/placements"), (.post, "/placements"), (.delete, "/placements/1"),
      (.get, "/doubts"), (.post, "/doubts"), (.delete, "/doubts/1"),
      (.get, "/words"), (.post, "/words"), (.delete, "/words/1"),
      (.post, "/trips"), (.delete, "/trips/1"), (.put, "/views/a"), (.delete, "/views/a"),
      (.get, "/diary"), (.post, "/diary"), (.delete, "/diary/1"),
      (.get, "/rooms"), (.post, "/rooms"), (.delete, "/rooms/1"),
    ] {
      let request = try Request(method: method, target: target, headers: fields)
      let problem = #expect(throws: Problem.self) { try access.respond(to: request).response() }
      #expect(problem?.status == 403)
    }
    for target in ["/report", "/trips", "/homes", "/views"] {
      for method in [Method.get, .head] {
        let other = try Request(method: method, target: target, headers: ["Host": "localhost"])
        #expect(try access.respond(to: other).response().status == 200, "\(method) \(target)")
      }
    }
  }

  private struct NoStream: Error {}
}

extension BodyStream {
  fileprivate func sends() throws -> Bool {
    if case .bytes = try next() { true } else { false }
  }
}
