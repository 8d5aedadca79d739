import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import Sharing
import TestSupport
import Testing

/// A server with passwords and a link, to whose rooms owners and guests connect.
final class RoomSite: Sendable {
  let service: Service
  let index: FilePath
  let port: Int
  private let token: String
  private let keeper: AccessGuard
  private let server: HTTPServer

  /// Who connects.
  enum Visitor: Sendable {
    case owner
    case guest
  }

  init(_ terms: [String: String] = ["path": "2023-paris/*"]) throws {
    service = try Service(["2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg"])
    index = FilePath(service.library.database)
    let register = ShareRegister(index: index)
    token = try register.add(ShareTerms(id: "guest", expires: .max, filters: terms))
    var options = AccessGuard.Options()
    options.guest = { try register.guest(of: $0) }
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    keeper = AccessGuard(passwords: passwords, options: options, inside: service.service)
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.threads = 2
    server = HTTPServer(configuration: configuration, responder: keeper)
    port = try server.start()
  }

  deinit { server.stop() }

  func stop() { server.stop() }

  /// The id of a photo.
  func photo(_ name: String) throws -> Int {
    let answer = try ask("/collections/photos/items")
    let features = try #require(try answer.json()["features"] as? [[String: Any]])
    return try #require(features.map(Feature.init).first { $0.filename == name }?.id)
  }

  private func fields(_ visitor: Visitor) -> [String] {
    switch visitor {
    case .owner: ["Authorization: Basic " + Data("ada:swordfish".utf8).base64EncodedString()]
    case .guest: ["Cookie: geoindex-share=\(token)"]
    }
  }

  /// A request in the same process.
  func request(
    _ target: String, as visitor: Visitor = .owner, _ method: Method = .get,
    _ body: String = "", more: [String] = []
  ) throws -> Request {
    var headers: Headers = ["Host": "localhost"]
    for field in fields(visitor) + more {
      let parts = field.split(separator: ": ", maxSplits: 1).map { String($0) }
      headers.append(parts[0], parts[1])
    }
    if !body.isEmpty, !headers.contains("Content-Type") {
      headers.append("Content-Type", "application/json")
    }
    return try Request(method: method, target: target, headers: headers, body: Array(body.utf8))
  }

  /// A response in the same process, of which nothing has been sent.
  func begin(_ target: String, as visitor: Visitor = .owner, more: [String] = []) throws -> Response
  {
    HTTPPolicy().process(try request(target, as: visitor, more: more), by: keeper)
  }

  func ask(
    _ target: String, as visitor: Visitor = .owner, _ method: Method = .get,
    _ body: String = "", more: [String] = []
  ) throws -> Answer {
    Answer(
      HTTPPolicy().process(try request(target, as: visitor, method, body, more: more), by: keeper))
  }

  /// Opens a room and returns its id.
  func open(_ body: String = "") throws -> String {
    let answer = try ask("/rooms", .post, body)
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(try answer.json()["id"] as? String)
  }

  /// Connects to a room.
  func connect(
    _ room: String, as visitor: Visitor = .guest, _ query: String = "", lastEventID: String? = nil
  ) throws -> EventClient {
    try EventClient(
      port: port, "/events?room=\(room)\(query)", lastEventID: lastEventID, fields: fields(visitor))
  }

  /// Joins a room.
  func join(_ room: String, as visitor: Visitor = .guest, _ query: String = "") throws -> RoomMate {
    let events = try connect(room, as: visitor, query)
    let hello = try #require(events.next("hello"))
    return RoomMate(
      site: self, room: room, visitor: visitor, events: events, hello: hello.data,
      number: try #require(hello.data["member"] as? Int),
      key: try #require(hello.data["key"] as? String))
  }
}

/// A member of a room, with its connection.
struct RoomMate {
  let site: RoomSite
  let room: String
  let visitor: RoomSite.Visitor
  let events: EventClient
  let hello: [String: Any]
  let number: Int
  let key: String

  /// The members that `hello` lists.
  var members: [[String: Any]] {
    (hello["room"] as? [String: Any])?["members"] as? [[String: Any]] ?? []
  }

  /// Sends a message; `content` has its further members as JSON.
  @discardableResult
  func send(_ kind: String, _ content: String = "", key: String? = nil) throws -> Answer {
    let more = content.isEmpty ? "" : "," + content
    return try site.ask(
      "/rooms/\(room)/messages", as: visitor, .post,
      #"{"member":\#(number),"key":"\#(key ?? self.key)","kind":"\#(kind)"\#(more)}"#)
  }

  @discardableResult
  func write(_ text: String) throws -> Answer { try send("text", #""text":"\#(text)""#) }

  func move(_ longitude: Double, _ latitude: Double) throws -> Answer {
    try send("view", #""longitude":\#(longitude),"latitude":\#(latitude),"zoom":9"#)
  }

  func point(_ longitude: Double, _ latitude: Double) throws -> Answer {
    try send("point", #""longitude":\#(longitude),"latitude":\#(latitude)"#)
  }

  /// The next message of a kind.
  func next(_ kind: String, within seconds: Double = 20) -> EventClient.Event? {
    let end = Date(timeIntervalSinceNow: seconds)
    while let event = events.next("room-message", within: end.timeIntervalSinceNow) {
      if event.data["kind"] as? String == kind { return event }
    }
    return nil
  }
}
