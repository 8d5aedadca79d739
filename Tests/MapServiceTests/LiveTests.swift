import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Query
import Sharing
import TestSupport
import Testing

/// Listeners receive every change, soon and once.
@Suite(.serialized) struct LiveTests {
  private let samples = ["2023-paris/eiffel-tower.jpg"]

  /// A service on a port of its own.
  private final class Site {
    let service: Service
    let server: HTTPServer
    let port: Int

    init(_ service: Service) throws {
      self.service = service
      var configuration = HTTPServer.Configuration()
      configuration.port = 0
      configuration.threads = 2
      server = HTTPServer(configuration: configuration, responder: service.service)
      port = try server.start()
    }

    deinit { server.stop() }

    /// Adds a photo and scans, as another program does.
    func change(_ name: String) throws {
      try service.library.add(name)
      let other = try PhotoIndex(path: FilePath(service.library.database), access: .writing)
      _ = try PhotoScanner(index: other).scan([FilePath(service.library.root)])
    }
  }

  @Test func helloComesFirstWithTheVersionOfTheIndex() throws {
    let site = try Site(Service(samples))
    let hello = try #require(try EventClient(port: site.port).next("hello"))
    #expect(hello.data["viewers"] as? Int == 1)
    let health = try site.service.json("/healthz")
    #expect(hello.data["version"] as? Int == health["indexVersion"] as? Int)
    let etag = try #require(try site.service.get("/collections/photos/items").headers["ETag"])
    #expect(etag.contains("\(hello.id ?? "?")-"))
  }

  @Test func aChangeByAnotherProgramIsPublished() throws {
    let site = try Site(Service(samples))
    let client = try EventClient(port: site.port)
    #expect(client.next("hello") != nil)
    try site.change("new.jpg")
    let changed = try #require(client.next("photos-changed"))
    #expect(changed.data["located"] as? Int == 2)
    #expect(
      changed.id
        == "\(changed.id?.split(separator: "-").first ?? "")-\(changed.data["version"] ?? 0)")
  }

  @Test func aSavedViewThatIsAddedReplacedOrRemovedIsAnnouncedOnce() throws {
    let site = try Site(Service(samples))
    let client = try EventClient(port: site.port)
    #expect(client.next("hello") != nil)
    // Another program, such as `geoindex view`.
    let views = ViewRegister(index: FilePath(site.service.library.database))
    #expect(try views.add(SavedView("Sea", ["keyword": "sea"])))
    #expect(client.next("views-changed") != nil)
    #expect(try !views.add(SavedView("Sea", ["keyword": "lake"])))
    #expect(client.next("views-changed", within: 1) == nil)
    _ = try views.store(SavedView("Sea", ["keyword": "lake"]), replacing: true)
    #expect(client.next("views-changed") != nil)
    #expect(try views.remove("Sea"))
    #expect(client.next("views-changed") != nil)
    #expect(try EventClient(port: site.port).next("views-changed", within: 1) == nil)
  }

  @Test func aReconnectingClientGetsAnEventOnlyAfterAChange() throws {
    let site = try Site(Service(samples))
    let id = try #require(try EventClient(port: site.port).next("hello")?.id)
    let still = try EventClient(port: site.port, lastEventID: id)
    #expect(still.next("hello") != nil)
    #expect(still.next("photos-changed", within: 1) == nil)
    try site.change("new.jpg")
    // Another server over the same index, as after a restart.
    let again = try Site(site.service)
    let back = try EventClient(port: again.port, lastEventID: id)
    #expect(back.next("hello")?.id != id)
    #expect(try #require(back.next("photos-changed")).id != id)
    let stranger = try EventClient(port: again.port, lastEventID: "nonsense")
    #expect(stranger.next("photos-changed") != nil)
  }

  @Test func aListenerThatDoesNotReadDelaysNoOther() throws {
    let site = try Site(Service(samples))
    let stalled = try EventClient(port: site.port)
    let client = try EventClient(port: site.port)
    #expect(client.next("hello") != nil)
    for number in 0..<5 {
      try site.change("\(number).jpg")
      #expect(client.next("photos-changed")?.data["located"] as? Int == number + 2)
    }
    var located = 0
    while located < 6, let event = stalled.next("photos-changed") {
      located = event.data["located"] as? Int ?? 0
    }
    #expect(located == 6)
  }

  @Test func threeHundredListenersReceiveTheSameChange() throws {
    let site = try Site(Service(samples))
    let clients = try (0..<300).map { _ in try EventClient(port: site.port) }
    for client in clients { #expect(client.next("hello") != nil) }
    var viewers = 0
    while viewers < 300, let event = clients[0].next("viewers") {
      viewers = event.data["viewers"] as? Int ?? 0
    }
    #expect(viewers == 300)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    #expect(threads < 150)
    try site.change("new.jpg")
    for client in clients { #expect(client.next("photos-changed") != nil) }
  }

  @Test func aListenerThatLeavesIsSoonNotCounted() throws {
    let site = try Site(Service(samples))
    let client = try EventClient(port: site.port)
    var other: EventClient? = try EventClient(port: site.port)
    #expect(other?.next("hello") != nil)
    #expect(client.next("viewers")?.data["viewers"] as? Int == 2)
    other = nil
    #expect(client.next("viewers")?.data["viewers"] as? Int == 1)
  }

  @Test func aServerThatStopsDisconnectsItsListeners() throws {
    let site = try Site(Service(samples))
    let client = try EventClient(port: site.port)
    #expect(client.next("hello") != nil)
    site.server.stop()
    #expect(client.ends())
  }
}
