import TrackStore
import Files
import BaseMaps
import Foundation
import Geography
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Query
import Sharing
import TestSupport
import Testing

/// The service of the sample photos, called without a socket.
struct Service: Sendable {
  /// A service of all sample photos that tests share; they must not change it.
  static func shared() throws -> Service { try whole.get() }

  private static let whole = Result<Service, any Error> {
    let service = try Service()
    try service.addTrack()
    try service.addTrip()
    try service.addView()
    return service
  }

  /// Adds a track by hand that the examples of the routes ask for.
  func addTrack() throws {
    let noon: Int64 = 1_714_564_800_000  // 2024-05-01T12:00:00Z
    let fixes = (0..<10).compactMap { minute in
      Coordinate(latitude: 48 + Double(minute) / 1_000, longitude: 11.5).map {
        Fix($0, at: noon + Int64(minute - 5) * 60_000)
      }
    }
    let stamp = FileStamp(size: 1, modified: 2, inode: 3)
    _ = try index.write { writer in
      try writer.store(
        ReadTrack(stamp: stamp, kind: "gpx", fixes: fixes), named: Array("/noon.gpx".utf8), in: nil)
    }
  }

  /// Adds a trip by hand that the examples of the routes ask for.
  func addTrip() throws {
    _ = try index.write { try $0.setJourneyCorrections(["made 2024-04-03 2024-04-05 Example"]) }
  }

  /// Saves a view that the examples of the routes ask for.
  private func addView() throws {
    _ = try ViewRegister(index: index.path).add(SavedView("At the sea", ["keyword": "sea"]))
  }

  let service: MapService
  let library: Library
  let index: PhotoIndex

  /// Copies the sample photos, or only some of them, and scans the copies; `maps` is a folder of more base maps.
  init(
    _ samples: [String]? = nil, baseURL: String? = nil, otherSites: [String] = ["*"],
    staticFiles: String? = nil, maps: String? = nil
  ) throws {
    library = try Library()
    let names = try samples ?? SamplePhotos.names()
    for name in names { try library.add(name, as: name) }
    index = try PhotoIndex(
      path: FilePath(library.database), access: .writing, places: NamedPlaces.shared.get())
    _ = try PhotoScanner(index: index).scan([FilePath(library.root)])
    var options = MapService.Options()
    options.baseURL = baseURL
    options.otherSites = otherSites
    options.staticFiles = staticFiles.map { FilePath($0) }
    let map = (library.database as NSString).deletingLastPathComponent + "/monaco.pmtiles"
    try PMTilesWriter([.init(2, 2, 1): [1]]).write(to: map)
    options.baseMaps = BaseMapFiles(
      files: [Array(map.utf8)], folder: maps.map { Array($0.utf8) }, interval: .zero)
    service = MapService(index: index, options: options)
  }

  /// Sends a request and responds as the server would: errors are problem documents.
  func get(_ target: String, _ headers: Headers = [:]) throws -> Answer {
    try ask(.get, target, headers)
  }

  /// The same with any method.
  func ask(_ method: Method, _ target: String, _ headers: Headers = [:]) throws -> Answer {
    var fields = headers
    fields.set("Host", to: "photos.test:8080")
    let request = try Request(method: method, target: target, headers: fields)
    var policy = HTTPPolicy()
    policy.allowedHosts = ["photos.test"]
    return Answer(policy.process(request, by: service))
  }

  /// Sends a body and responds as the server would.
  func post(_ target: String, _ body: [UInt8], _ headers: Headers = [:]) throws -> Answer {
    var fields = headers
    fields.setDefault("Host", to: "photos.test:8080")
    var policy = HTTPPolicy()
    policy.allowedHosts = ["photos.test"]
    policy.limits.longContent = service.longContent
    let request = try Request(method: .post, target: target, headers: fields, body: body)
    return Answer(policy.process(request, by: service))
  }

  /// The JSON of a successful response.
  func json(_ target: String) throws -> [String: Any] {
    let answer = try get(target)
    try #require(answer.status == 200, "\(target): \(answer.text)")
    return try answer.json()
  }

  /// The features of a successful response.
  func features(_ target: String) throws -> [Feature] {
    try #require(try json(target)["features"] as? [[String: Any]]).map(Feature.init)
  }
}

/// A response with its body in memory.
struct Answer {
  let status: Int
  let headers: Headers
  let bytes: [UInt8]

  init(_ response: Response) {
    status = response.status
    headers = response.headers
    bytes =
      switch response.body {
      case .bytes(let bytes): bytes
      case .file(let file): (try? file.read()) ?? []
      case .stream(let stream):
        (try? Self.collect(stream, waiting: headers["Content-Type"] == "application/zip")) ?? []
      default: []
      }
  }

  /// The content of a stream, up to where it waits; with `waiting` also what other threads make.
  private static func collect(_ stream: BodyStream, waiting: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      switch try stream.next() {
      case .bytes(let piece): bytes += piece
      case .wait where waiting: sched_yield()
      case .wait, .end: return bytes
      }
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }
}

/// One feature of a response.
struct Feature {
  let raw: [String: Any]

  var id: Int { raw["id"] as? Int ?? 0 }
  var properties: [String: Any] { raw["properties"] as? [String: Any] ?? [:] }
  var filename: String { properties["filename"] as? String ?? "" }

  var coordinates: [Double] {
    (raw["geometry"] as? [String: Any])?["coordinates"] as? [Double] ?? []
  }
}
