internal import HTTPServer
internal import PhotoExchange

/// The files of the map page.
struct PageFiles: Responder {
  private static let mapDescription = ["basemap", "basemap.json"]

  let files: StaticFiles
  let context: ServiceContext

  func respond(to request: Request) throws -> EventualResponse {
    if let tileServer = context.options.tileServer, request.path == Self.mapDescription,
      request.method == .get || request.method == .head
    {
      return .now(description(naming: tileServer))
    }
    // These folders are only for the program itself.
    guard request.path.first != "places", request.path.first != "site" else {
      throw Problem.notFound()
    }
    let reply = try files.respond(to: request)
    // The base map and the map library change only with the program, and a view needs dozens of tiles, so
    // browsers may cache them without revalidation. The description of the map to draw changes with a flag,
    // so it is excluded.
    if let folder = request.path.first, folder == "basemap" || folder == "vendor",
      request.path != Self.mapDescription
    {
      return reply.map { response in
        var response = response
        response.cacheControl = "public, max-age=86400"
        return response
      }
    }
    return reply
  }

  /// The description of the base map, if there is one, with the tiles that replace it.
  private func description(naming tileServer: TileServer) -> Response {
    var json = JSONWriter()
    json.object { json in
      let known = builtInMap()
      if !known.isEmpty { json.raw(known) }
      json.name("tiles")
      json.object { json in
        json.member("url", tileServer.url)
        json.member("type", tileServer.kind.rawValue)
        json.member("attribution", tileServer.attribution)
      }
    }
    return context.document(json.bytes, type: "application/json")
  }

  /// The members of the built-in map's description; empty if it was not built.
  private func builtInMap() -> [UInt8] {
    // A request like that of a client that accepts no compression.
    guard let plain = try? Request(target: "/"),
      let response = try? files.file(at: Self.mapDescription, for: plain),
      case .file(let file) = response.body, let bytes = try? file.read()
    else { return [] }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    var text = bytes[...].drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    guard text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return [] }
    let members = text.dropFirst().dropLast()
    return members.allSatisfy(isSpace) ? [] : Array(members)
  }
}
