internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import Query
internal import Rooms

/// The content of a request to a room.
struct RoomOrder {
  private let content: JSONValue

  /// Reads the content; throws a problem if it is not a JSON object or too long.
  init(_ request: Request, limit: Int, mayBeEmpty: Bool = false) throws {
    if mayBeEmpty, request.body.isEmpty {
      content = .object([])
      return
    }
    guard request.body.count <= limit else {
      throw Problem(status: 413, detail: "The content may be at most \(limit) bytes long.")
    }
    try request.requireJSON()
    do throws(InputProblem) {
      content = try JSONValue(parsing: request.body)
      guard let members = content.members else { throw InputProblem("it is not an object") }
      guard Set(members.map(\.name)).count == members.count else {
        throw InputProblem("a member is given twice")
      }
    } catch {
      throw Problem.badRequest(
        "The content is not valid: \(error.reason). See /api.html for what it may be.")
    }
  }

  /// Throws if there are other members.
  func require(_ known: Set<String>) throws(RoomError) {
    if let other = content.members?.first(where: { !known.contains($0.name) }) {
      throw .invalid("\(InputProblem.quoted(other.name.utf8)) is not known here")
    }
  }

  /// A text; nil if there is none.
  func text(_ name: String) throws(RoomError) -> String? {
    switch content[name] {
    case nil: return nil
    case .text(let text): return text
    default: throw .invalid("\(name) is not a text")
    }
  }

  var member: Int {
    get throws(RoomError) {
      guard let number = content["member"]?.whole else {
        throw .invalid("member is not the number of a member")
      }
      return number
    }
  }

  var key: RoomKey {
    get throws(RoomError) {
      guard let key = content["key"]?.text.flatMap(RoomKey.init) else {
        throw .invalid("key is not the key of a member")
      }
      return key
    }
  }

  /// Whether any part of a view is given.
  var hasView: Bool {
    ["longitude", "latitude", "zoom", "bearing"].contains { content[$0] != nil }
  }

  private var place: Coordinate {
    get throws(RoomError) {
      guard let latitude = content["latitude"]?.number,
        let longitude = content["longitude"]?.number,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { throw .invalid("longitude and latitude are not degrees on the map") }
      return place
    }
  }

  var view: RoomView {
    get throws(RoomError) {
      guard let zoom = content["zoom"]?.number else { throw .invalid("zoom is not a number") }
      let bearing = content["bearing"]
      guard bearing == nil || bearing?.number != nil else {
        throw .invalid("bearing is not a number")
      }
      return try RoomView(centre: try place, zoom: zoom, bearing: bearing?.number ?? 0)
    }
  }

  /// The message; nil if the member leaves.
  func message() throws(RoomError) -> RoomContent? {
    let always: Set = ["member", "key", "kind"]
    switch content["kind"]?.text {
    case "text":
      try require(always.union(["text"]))
      guard let text = try text("text") else { throw .invalid("text is missing") }
      return .text(text)
    case "view":
      try require(always.union(["longitude", "latitude", "zoom", "bearing"]))
      return .view(try view)
    case "point":
      try require(always.union(["longitude", "latitude"]))
      return .point(try place)
    case "photo":
      try require(always.union(["photo"]))
      guard let id = content["photo"]?.whole else {
        throw .invalid("photo is not the id of a photo")
      }
      return .photo(Int64(id))
    case "lead":
      try require(always.union(["lead"]))
      guard let leads = content["lead"]?.truth else { throw .invalid("lead is not true or false") }
      return .lead(leads)
    case "leave":
      try require(always)
      return nil
    default: throw .invalid("kind is not text, view, point, photo, lead or leave")
    }
  }
}
