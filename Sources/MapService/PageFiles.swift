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
    // Only the program itself reads these folders.
    guard request.path.first != "places", request.path.first != "site" else {
      throw Problem.notFound()
    }
    let reply = try files.respond(to: request)
    // The base map and the library change with the program only, and a view asks for dozens of
    // tiles: they need not be asked about each time. What says which map to draw changes with a flag.
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

  /// What is known of the base map, if there is one, and of the tiles to draw in its place.
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

  /// The members of what a build of the base map says of itself; none where none was built.
  private func builtInMap() -> [UInt8] {
    // Asked for as by a client that takes nothing compressed.
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
