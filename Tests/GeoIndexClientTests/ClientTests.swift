import BaseMaps
import Foundation
import Geography
import GeoIndexClient
import GeoIndexInProcess
import GeoIndexURLSession
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// The client with a real server and with a service in the same process; both must behave alike.
private final class Sites: Sendable {
  static let shared = Result { try Sites() }

  let clients: [String: Client]
  let address: String
  private let kept: [any Sendable]

  private init() throws {
    let library = try Library()
    try #require(try SamplePhotos.scan(into: library.database).code == 0)
    let server = try RunningServer(library)
    address = server.url
    let index = try PhotoIndex(path: FilePath(library.database), access: .reading)
    clients = [
      "socket": Client(URLSessionTransport(try #require(URL(string: server.url)))),
      "in-process": Client(InProcessTransport(MapService(index: index))),
    ]
    kept = [Kept(library, server)]
  }

  /// Keeps the server alive as long as the tests run.
  private struct Kept: @unchecked Sendable {
    let things: [Any]
    init(_ things: Any...) { self.things = things }
  }
}

@Suite struct ClientTests {
  private static let ways = ["socket", "in-process"]

  private func client(_ way: String) throws -> Client {
    try #require(try Sites.shared.get().clients[way])
  }

  @Test(arguments: ways) func everyPhotoIsListedOnceWhateverTheSizeOfAPage(way: String) async throws
  {
    let client = try client(way)
    for size in [7, 1_000] {
      var ids: [Int] = []
      var next: String?
      repeat {
        let page = try await client.send(.photos(after: next, limit: size))
        #expect(page.matched == 52)
        #expect(page.photos.count <= size)
        ids += page.photos.map(\.id)
        next = page.next
      } while next != nil
      #expect(ids.count == 52)
      #expect(Set(ids).count == 52)
    }
  }

  @Test(arguments: ways) func aSelectionKeepsToItsBoxAndWords(way: String) async throws {
    let client = try client(way)
    var selection = Selection()
    selection.keep(inside: GeographicBounds(west: 177, south: -20, east: -178, north: -15))
    let fiji = try await client.send(.photos(selection))
    #expect(Set(fiji.photos.compactMap(\.filename)) == ["taveuni-beach.jpg", "rainbow-reef.jpg"])
    selection[.path] = "no such & folder/*"
    #expect(try await client.send(.photos(selection)).photos.isEmpty)
  }

  @Test(arguments: ways) func aPhotoIsFoundByItsIDWithAllProperties(way: String) async throws {
    let client = try client(way)
    let place = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
    let nearest = try await client.send(.nearestPhotos(at: place, count: 2))
    let tower = try #require(nearest.photos.first)
    #expect(tower.filename == "eiffel-tower.jpg")
    #expect(nearest.photos.count == 2)
    #expect(abs((tower.distance ?? 0) - 277.389) < 0.001)
    var own = try await client.send(.photo(tower.id))
    #expect(own.time?.instantMilliseconds != nil)
    #expect(own.camera.make != nil)
    #expect(own.format == .jpeg)
    (own.distance, own.bearing) = (tower.distance, tower.bearing)
    #expect(own == tower)
  }

  @Test func aPhotoSaysWhetherTheGroundHidesWhatItShows() async throws {
    let library = try Library()
    try #require(try SamplePhotos.scan(into: library.database).code == 0)
    let file = library.file("wall.pmtiles")
    try ReliefWriter(wall: 300).write(to: file)
    let place = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
    for (files, answer) in [([file], true), ([], nil)] {
      let index = try PhotoIndex(path: FilePath(library.database), access: .reading)
      var options = MapService.Options()
      options.baseMaps = BaseMapFiles(files: files.map { Array($0.utf8) }, folder: nil)
      let client = Client(InProcessTransport(MapService(index: index, options: options)))
      let photos = try await client.send(.photosSeeing(at: place)).photos
      #expect(photos.map(\.isHidden) == [answer])
    }
  }

  @Test(arguments: ways) func theMarksOfAMapAddUpAndOpen(way: String) async throws {
    let client = try client(way)
    var sum = 0
    for mark in try await client.send(.clusters(zoom: 3)).marks {
      guard case .cluster(let cluster) = mark else {
        sum += 1
        continue
      }
      sum += cluster.count
      let photos = try await client.send(.clusterPhotos(cluster.id)).photos
      #expect(photos.count == cluster.count)
      #expect(photos.contains { $0.id == cluster.photo })
    }
    #expect(sum == 52)
  }

  @Test(arguments: ways) func aTileHasBytesAndAnEmptyOneHasNone(way: String) async throws {
    let client = try client(way)
    #expect(try await client.send(.mapTile(.world)).count > 500)
    let empty = try #require(TileCoordinate(zoom: 5, x: 0, y: 0))
    #expect(try await client.send(.mapTile(empty)).isEmpty)
  }

  @Test(arguments: ways) func aConditionAnOrderAndPropertiesAreSent(way: String)
    async throws
  {
    let client = try client(way)
    var selection = Selection()
    selection[.filter] = "cameraMake = 'Aster' AND takenAt IS NOT NULL AND NOT altitude > 2000"
    let page = try await client.send(
      .photos(selection, in: .newestFirst, limit: 5, properties: ["takenAt", "altitude"]))
    #expect(page.photos.count == 5)
    #expect(page.matched ?? 0 > 5)
    #expect(page.photos.allSatisfy { $0.time != nil && $0.path == nil && $0.camera.make == nil })
    let years = page.photos.compactMap { $0.time?.instantMilliseconds }
    #expect(years == years.sorted(by: >))
    let rest = try await client.send(
      .photos(selection, in: .newestFirst, after: page.next, limit: 1_000, properties: []))
    #expect(rest.photos.count + 5 == page.matched)
    #expect(rest.photos.allSatisfy { $0.time == nil })
  }

  @Test(arguments: ways) func theTimelineAddsUp(way: String) async throws {
    let client = try client(way)
    let timeline = try await client.send(.timeline(buckets: 7))
    #expect(timeline.buckets.count <= 7)
    #expect(timeline.buckets.allSatisfy { $0.from < $0.to })
    #expect(timeline.buckets.reduce(timeline.undated) { $0 + $1.count } == 52)
    var selection = Selection()
    selection[.datetime] = "2023-01-01/2023-12-31"
    let year = try await client.send(.timeline(selection))
    let listed = try await client.send(.photos(selection))
    #expect(year.buckets.reduce(0) { $0 + $1.count } == listed.matched)
    #expect(year.undated == 0)
  }

  @Test(arguments: ways) func theTileJSONLeadsToTheTiles(way: String) async throws {
    let client = try client(way)
    var selection = Selection()
    selection[.camera] = "a & b"
    let source = try await client.send(.tileJSON(selection))
    #expect(source.tiles.count == 1)
    #expect(source.vectorLayers?.compactMap { $0["id"]?.text } == ["photos"])
    #expect(source.tiles[0].contains("/tiles/photos/{z}/{x}/{y}.mvt?camera=a"))
    #expect(source.minzoom == 0)
    #expect(source.maxzoom == 24)
    #expect(try #require(source.bounds).west < -179)
  }

  @Test(arguments: ways) func aPhotoIsLocatedWithoutBeingStored(way: String) async throws {
    let client = try client(way)
    let petra = try sample("2021-jordan/petra.jpg")
    let alone = try await client.send(.locate(petra.bytes))
    #expect(alone.filename == nil)
    #expect(alone.size == Int64(petra.bytes.count))
    let known = try #require(
      try await client.send(.photos()).photos.first { $0.filename == "petra.jpg" })
    #expect(alone.coordinate == known.coordinate)
    #expect(alone.time == known.time)
    #expect(alone.camera == known.camera)
    #expect(alone.place.location?.altitude == known.place.location?.altitude)
    #expect(try await client.send(.photos()).matched == 52)
  }

  @Test(arguments: ways) func severalPhotosAreLocatedInOrderWithTheirSidecars(
    way: String
  ) async throws {
    let petra = try sample("2021-jordan/petra.jpg")
    let sidecar = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="10,30.0N" \
      exif:GPSLongitude="20,15.0E"/></rdf:RDF></x:xmpmeta>
      """
    let bare = try sample("odd-cases/no-gps.jpg")
    let located = try await client(way).send(
      .locate([
        SentFile(name: "a \"quoted\" name; ü.jpg", bytes: petra.bytes), bare,
        SentFile(name: "b.jpg", bytes: bare.bytes),
        SentFile(name: "b.jpg.xmp", bytes: Array(sidecar.utf8)),
        SentFile(name: "nothing.jpg", bytes: []),
      ]))
    #expect(
      located.map(\.filename) == [
        "a \"quoted\" name; ü.jpg", "no-gps.jpg", "b.jpg", "nothing.jpg",
      ])
    #expect(located.map { $0.place.reason } == [nil, .noGPS, nil, .unreadable])
    #expect(located[2].coordinate == Coordinate(latitude: 10.5, longitude: 20.25))
    #expect(located[2].place.location?.source == .sidecar)
  }

  @Test(arguments: ways) func aPhotoThatContainsABoundaryArrivesComplete(way: String) async throws {
    let petra = try sample("2021-jordan/petra.jpg")
    // The file contains the boundaries that a client would choose first, after the picture, where readers do not look.
    let more = "\r\n--geoindex-000000000000\r\n\r\n--geoindex-000000000001--\r\n"
    let sent = SentFile(name: "a.jpg", bytes: petra.bytes + Array(more.utf8))
    let located = try await client(way).send(.locate([sent, petra]))
    #expect(located.map(\.size) == [Int64(sent.bytes.count), Int64(petra.bytes.count)])
    #expect(located[0].coordinate != nil)
    #expect(located[0].coordinate == located[1].coordinate)
  }

  @Test(arguments: ways) func longUploadsAreAccepted(way: String) async throws {
    let client = try client(way)
    let petra = try sample("2021-jordan/petra.jpg")
    let long = petra.bytes + [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await client.send(.locate(long)).size == Int64(long.count))
    await #expect(throws: ClientError.self) { try await client.send(.locate([UInt8]())) }
    await #expect(throws: ClientError.self) { try await client.send(.locate([SentFile]())) }
  }

  private func sample(_ path: String) throws -> SentFile {
    let url = URL(fileURLWithPath: SamplePhotos.path(path))
    return SentFile(name: url.lastPathComponent, bytes: Array(try Data(contentsOf: url)))
  }

  @Test func aResponseThatIsTooLargeIsNotReadToItsEnd() async throws {
    let url = try #require(URL(string: try Sites.shared.get().address))
    let client = Client(URLSessionTransport(url), limit: 5_000)
    #expect(try await client.send(.photos(limit: 1)).photos.count == 1)
    do throws(ClientError) {
      _ = try await client.send(.photos())
      Issue.record("it was read")
    } catch {
      #expect(
        error == .unreachable(Unreachable("the response has more than 5000 bytes", .tooLarge)))
    }
  }

  @Test(arguments: ways) func aRefusalKeepsItsStatusAndItsReason(way: String) async throws {
    let client = try client(way)
    await #expect(throws: ClientError.self) { try await client.send(.photo(999_999)) }
    do throws(ClientError) {
      _ = try await client.send(.clusters(zoom: 99))
      Issue.record("a zoom of 99 was answered")
    } catch {
      guard case .refused(let refusal) = error, refusal.status == 400 else {
        Issue.record("\(error)")
        return
      }
      #expect(refusal.problem?.title == "Bad Request")
      #expect(refusal.problem?.detail?.contains("zoom") == true)
      #expect(refusal.problem?.document["status"]?.whole == 400)
      #expect(error.description.contains("zoom"))
    }
  }

  @Test func theExampleOfTheDocumentationRuns() async throws {
    let names = try await newestOfEachCluster(try client("in-process"))
    #expect(names.values.contains("eiffel-tower.jpg"))
    #expect(names.count > 2)
    let found = try await places(of: [try sample("2021-jordan/petra.jpg")], client("in-process"))
    #expect(found.keys.sorted() == ["petra.jpg"])
    let page = "Sources/GeoIndexClient/GeoIndexClient.docc/GeoIndexClient.md"
    #expect(try swift(shownIn: page) == code("Example.swift").split(after: "word for word.\n\n"))
  }

  /// The Swift code of a documentation page.
  private func swift(shownIn page: String) throws -> String {
    let text = try String(contentsOfFile: SamplePhotos.package + "/" + page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    try #require(!blocks.isEmpty)
    return blocks.map { $0.dropFirst("swift\n".count) }.joined(separator: "\n")
  }

  private func code(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(name), encoding: .utf8)
  }
}

extension String {
  /// The text after a mark.
  fileprivate func split(after mark: String) -> String? {
    range(of: mark).map { String(self[$0.upperBound...]) }
  }
}
