import Foundation
import GeoIndexClient
import GeoIndexInProcess
import GeoIndexURLSession
import JSON
import MapService
import PhotoIndex
import Synchronization
import TestSupport
import Testing

/// Notes the requests of a client, to compare them with the description of the API.
private final class NotedTransport: Transport {
  private let transport: any Transport
  private let noted = Mutex<Set<String>>([])

  init(_ transport: any Transport) { self.transport = transport }

  var requests: Set<String> { noted.withLock { $0 } }

  func send(_ request: Request) async throws -> StreamedReply {
    noted.withLock { _ = $0.insert("\(request.method.rawValue) \(request.path)") }
    return try await transport.send(request)
  }
}

/// Calls every operation of a server whose owner has signed in, with all sample photos and their tracks.
private struct Owner {
  let transport: NotedTransport
  let client: Client
  private let server: RunningServer
  private let folder: TemporaryDirectory

  init() throws {
    let library = try Library()
    try #require(
      try Program.run(["scan", "--db", library.database, SamplePhotos.folder]).code == 0)
    let walk = SamplePhotos.path("2024-helsinki/walk.gpx")
    try #require(
      try Program.run(["tracks", "add", "--db", library.database, walk]).code == 0)
    folder = try TemporaryDirectory()
    let password = folder.file("password")
    try "swordfish\n".write(toFile: password, atomically: true, encoding: .utf8)
    try #require(
      try Program.run([
        "user", "add", "ada", "--role", "owner", "--password-file", password, "--db",
        library.database,
      ]).code == 0)
    server = try RunningServer(library, ["--static", SamplePhotos.package + "/static"])
    transport = NotedTransport(URLSessionTransport(try #require(URL(string: server.url))))
    client = Client(transport, credentials: .basic(name: "ada", password: "swordfish"))
  }
}

@Suite struct OperationTests {
  /// A call that may be refused with these statuses only, because the library lacks what it is about.
  private func attempt<Value>(
    _ endpoint: Endpoint<Value>, _ client: Client, or statuses: Set<Int>
  ) async throws {
    do throws(ClientError) {
      _ = try await client.send(endpoint)
    } catch {
      guard case .refused(let refusal) = error, statuses.contains(refusal.status) else {
        throw error
      }
    }
  }

  @Test func everyOperationOfTheDescriptionHasACall() async throws {
    let owner = try Owner()
    let client = owner.client
    try await read(client)
    try await readTiles(client)
    try await readCatalog(client)
    try await change(client)
    try await share(client)
    try await live(client)
    #expect(try await client.send(.session()).contains("<form"))
    let session = try await client.signIn(name: "ada", password: "swordfish")
    #expect(try await session.send(.visitor()).role == .owner)
    #expect(try await session.send(.visitor()).session == true)
    try await session.send(.signOut())
    await #expect(throws: ClientError.self) { try await session.send(.visitor()) }

    let reply = try await client.reply(to: Endpoint.description().request)
    let description = try JSONValue(parsing: reply.body)
    #expect(reply.headers["API-Version"] == description["info"]?["version"]?.text)
    #expect(reply.headers["API-Version"] != nil)
    let health = try await client.reply(to: Endpoint.health().request)
    #expect(health.headers["API-Version"] == nil)
    let operations = (description["paths"]?.members ?? []).flatMap { path in
      (path.value.members ?? []).filter { $0.name != "head" }
        .map { "\($0.name.uppercased()) \(path.name)" }
    }
    #expect(operations.count > 80)
    let called = owner.transport.requests
    for operation in operations {
      let pattern = operation.replacing(/\{[^}]*\}/, with: "[^/]+")
      let form = try Regex(pattern.replacing(".", with: "\\."))
      #expect(called.contains { $0.wholeMatch(of: form) != nil }, "no call of \(operation)")
    }
  }

  private func read(_ client: Client) async throws {
    #expect(try await client.send(.landingPage()).links.contains { $0.rel == "data" })
    #expect(try await client.send(.conformance()).conformsTo.count > 5)
    #expect(try await client.send(.readableDescription()).contains("<html"))
    #expect(try await client.send(.referenceStyle()).contains("body"))
    #expect(try await client.send(.collections()).collections.map(\.id) == ["photos", "tracks"])
    #expect(try await client.send(.collection()).extent?.spatial.bbox.count == 1)
    for schema in [
      Endpoint<JSONValue>.queryables(), .schema(), .featureSchema(), .trackQueryables(),
      .trackSchema(),
    ] { #expect(try await client.send(schema)["type"] == "object") }
    let page: PhotoPage = try await client.send(.photos(limit: 1))
    let photo = try #require(page.photos.first)
    let same: Photo = try await client.send(.photo(photo.id))
    #expect(same.path == photo.path)
    let all: PhotoPage = try await client.send(.exportPhotos())
    #expect(all.photos.count == page.matched)
    let table: [UInt8] = try await client.send(.photos(as: .csv, limit: 1))
    #expect(String(decoding: table, as: UTF8.self).hasPrefix("path,"))
    let zip = try await client.send(.archive(ids: ["\(photo.id)"], form: "preview"))
    #expect(zip.starts(with: Array("PK".utf8)))
    #expect(try await client.send(.feed(limit: 3)).contains("<feed"))
    #expect(try await client.send(.locate(Array("no photo".utf8))).place.reason != nil)
    let paris = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
    #expect(try await client.send(.locatePosition(at: paris)).timeZone == "Europe/Paris")
    let near: PhotoPage = try await client.send(.nearestPhotos(at: paris, count: 1))
    #expect(near.photos.first?.filename == "eiffel-tower.jpg")
    let showing: PhotoPage = try await client.send(.photosSeeing(at: paris))
    #expect(showing.photos.first?.filename == "eiffel-tower.jpg")
    let again: PhotoPage = try await client.send(.photosAgain(photo.id))
    #expect(again.photos.isEmpty)
    let marks = try await client.send(.clusters(zoom: 3))
    #expect(marks.matched == page.matched)
    let cluster = try #require(marks.marks.lazy.compactMap(\.cluster).first)
    #expect(cluster.box != nil)
    let inside: PhotoPage = try await client.send(.clusterPhotos(cluster.id))
    #expect(inside.photos.count == cluster.count)
    #expect(try await client.send(.timeline(per: "day")).buckets.count > 30)
    let facets = try await client.send(.facets())
    #expect(facets.cameras.contains { $0.make == "Aster" })
    #expect(try await client.send(.keywords()).keywords.isEmpty == facets.keywords.isEmpty)
    _ = try await client.send(.people())
    let places = try await client.send(.places(q: "Pari"))
    #expect(places.places.contains { $0.name == "Paris" && $0.kind == .place })
    #expect(try await client.send(.place("FR")).count > 0)
    let trips = try await client.send(.trips())
    let trip = try #require(trips.trips.first)
    #expect(try await client.send(.trip(trip.id)).stays?.isEmpty == false)
    #expect(try await client.send(.homes()).homes.first?.coordinate != nil)
    let report = try await client.send(.report())
    #expect(report.files.first?.reason.isEmpty == false)
    #expect(try await client.send(.health()).status == "ok")
    #expect(try await client.send(.metrics()).contains("geoindex"))
  }

  private func readTiles(_ client: Client) async throws {
    #expect(try await client.send(.tileSets()).tilesets.count == 1)
    #expect(try await client.send(.tileSet()).layers?.isEmpty == false)
    #expect(try await client.send(.tile(.world)) == client.send(.mapTile(.world)))
    #expect(try await client.send(.tileJSON()).bounds != nil)
    #expect(try await client.send(.trackCollection()).id == "tracks")
    let tracks: API.Tracks = try await client.send(.tracks(limit: 1))
    let track = try #require(tracks.features.first)
    let same: API.Track = try await client.send(.track(track.id, full: true))
    #expect(same.properties.fixes == track.properties.fixes)
    #expect(try #require(same.geometry.coordinates.first?.first).count >= 2)
    let at = try await client.send(.trackPosition(at: track.properties.from))
    #expect(at.coordinate != nil)
    #expect(try await !client.send(.trackTile(.world)).isEmpty)
    #expect(try await client.send(.trackTileJSON()).tiles.count == 1)
    let maps = try await client.send(.baseMaps())
    let name = maps.maps.first?.id ?? "none"
    try await attempt(.baseMap(name), client, or: [404])
    try await attempt(.baseMapTile(name, .world), client, or: [404])
    let page: PhotoPage = try await client.send(.photos(limit: 1))
    let photo = try #require(page.photos.first)
    let jpeg = try await client.send(.thumbnail(photo.id, width: 160))
    #expect(jpeg.starts(with: [0xFF, 0xD8]))
    let whole = try await client.send(.original(photo.id))
    #expect(whole.count == Int(photo.size ?? 0))
    #expect(try await client.send(.original(photo.id).range(10..<20)) == Array(whole[10..<20]))
    let svg = try await client.send(.qrCode(text: "https://photos.example/"))
    #expect(String(decoding: svg, as: UTF8.self).contains("<svg"))
  }

  private func readCatalog(_ client: Client) async throws {
    #expect(try await client.send(.catalog()).links.contains { $0.rel == "search" })
    #expect(try await client.send(.catalogConformance()).conformsTo.count > 5)
    #expect(try await client.send(.catalogCollections()).collections.map(\.id) == ["photos"])
    #expect(try await client.send(.catalogCollection()).extent.spatial.bbox.count == 1)
    for schema in [Endpoint<JSONValue>.catalogQueryables(), .itemQueryables()] {
      #expect(try await client.send(schema)["type"] == "object")
    }
    let photos: PhotoPage = try await client.send(.photos(limit: 2))
    let items = try await client.send(.items(limit: 2))
    #expect(items.numberMatched == photos.matched)
    #expect(items.features.map(\.id) == photos.photos.map { "\($0.id)" })
    let first = try #require(photos.photos.first)
    let item = try await client.send(.item(first.id))
    #expect(item.properties["filename"]?.text == first.filename)
    #expect(item.assets["original"]?.fileSize == first.size.map { Int($0) })
    let ids = photos.photos.map { "\($0.id)" }
    let found = try await client.send(.searchItems(ids: ids.joined(separator: ",")))
    #expect(found.features.count == 2)
    #expect(
      try await client.send(.searchItemsByContent(.init(ids: ids))).features == found.features)
  }

  private func change(_ client: Client) async throws {
    let plan = try await client.send(.placements(limit: 100, from: "tracks"))
    _ = plan.numberMatched
    let page: PhotoPage = try await client.send(.photos(limit: 2))
    let ids = page.photos.map(\.id)
    let placed = try await client.send(
      .placePhotos(.init(placements: [.init(photo: ids[0], longitude: 20, latitude: 10)])))
    let moved: Photo = try await client.send(.photo(ids[0]))
    #expect(moved.coordinate == Coordinate(latitude: 10, longitude: 20))
    #expect(try await client.send(.undoPlacements(placed.act)).undone == 1)
    let back: Photo = try await client.send(.photo(ids[0]))
    #expect(back.coordinate == page.photos[0].coordinate)

    let written = try await client.send(
      .writeWords(
        .init(
          photos: ids, set: .init(title: "Sea", rating: 4), add: .init(keywords: ["sandcastle"]))))
    #expect(written.photos == 2)
    var tagged = Selection()
    tagged[.keyword] = "sandcastle"
    let found: PhotoPage = try await client.send(.photos(tagged))
    #expect(Set(found.photos.map(\.id)) == Set(ids))
    let cleared = try await client.send(
      .writeWords(.init(photos: [ids[0]], set: .init(title: .null))))
    let acts = try await client.send(.words()).acts
    #expect(
      acts.contains { $0.act == cleared.id && $0.set?.title == .null && $0.set?.rating == nil })
    #expect(acts.contains { $0.act == written.id && $0.set?.title == "Sea" })
    #expect(try await client.send(.words(photo: ids[1])).shown?["title"] == "Sea")
    _ = try await client.send(.undoWords(cleared.id))
    #expect(try await client.send(.undoWords(written.id)).undone == 2)

    let doubts = try await client.send(.doubts())
    #expect(doubts.numberMatched == doubts.doubts.count)
    await #expect(throws: (any Error).self) {
      try await client.send(.settleDoubts(.init(photos: [1 << 40], accept: true)))
    }
    await #expect(throws: (any Error).self) { try await client.send(.undoDoubts(1 << 40)) }

    let trip = try #require(try await client.send(.trips()).trips.first)
    let renamed = try await client.send(
      .correctTrips(.init(rename: trip.id, name: "The islands")))
    #expect(try await client.send(.trip(trip.id)).name == "The islands")
    _ = try await client.send(.undoTripCorrection(renamed.id))
    let told = try await client.send(.writeDiary(.init(day: trip.from, text: "Rain, then sun.")))
    #expect(try await client.send(.diary()).entries.map(\.text) == ["Rain, then sun."])
    _ = try await client.send(.undoDiary(told.id))

    _ = try await client.send(.saveView("sea", .init(filters: ["keyword": "sandcastle"])))
    #expect(try await client.send(.view("sea")).filters == ["keyword": "sandcastle"])
    #expect(try await client.send(.views()).views.map(\.name) == ["sea"])
    try await client.send(.removeView("sea"))
  }

  private func share(_ client: Client) async throws {
    let share = try await client.send(
      .share(.init(datetime: "2023", noNames: "yes", expires: "7d")))
    #expect(try await client.send(.shares()).shares.map(\.id) == [share.id])
    try await client.send(.revokeShare(share.id))
    let zone = try await client.send(.addZone(.init(name: "home", circle: "2.3,48.8,500")))
    #expect(try await client.send(.zones()).zones.map(\.name) == [zone.name])
    try await client.send(.removeZone("home"))
  }

  private func live(_ client: Client) async throws {
    let room = try await client.send(.openRoom(.init(name: "Tea")))
    #expect(try await client.send(.rooms()).rooms.map(\.id) == [room.id])
    #expect(try await client.send(.room(room.id)).name == "Tea")
    var events = client.events(inRoom: room.id).makeAsyncIterator()
    let hello = try #require(try await events.next())
    #expect(hello.kind == .hello)
    let (member, key) = (hello.data["member"]?.whole ?? 0, hello.data["key"]?.text ?? "")
    let sent = try await client.send(
      .sendRoomMessage(room.id, .init(member: member, key: key, kind: .text, text: "Look!")))
    #expect(sent?.id != nil)
    var event = try await events.next()
    while event?.kind != .roomMessage { event = try await events.next() }
    #expect(event?.data["text"] == "Look!")
    try await client.send(.closeRoom(room.id))
    while let next = try await events.next() { event = next }
    #expect(event?.kind == .roomClosed)

    var changes = client.events().makeAsyncIterator()
    #expect(try await changes.next()?.kind == .hello)
    let scan = try await client.send(.startScan())
    event = try await changes.next()
    while event?.kind != .scanFinished { event = try await changes.next() }
    #expect(try event?.decoded(as: API.Scan.self).id == scan.id)
    #expect(try await client.send(.scan(scan.id)).state == .finished)
    _ = try await client.send(.stopScan(scan.id))
  }
}

extension Mark {
  fileprivate var cluster: PhotoCluster? {
    if case .cluster(let cluster) = self { cluster } else { nil }
  }
}
