internal import JSON
internal import BaseMaps
internal import Geography
internal import HTTPServer
internal import PhotoExchange

struct BaseMapRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/basemap", id: "getBaseMaps", chapter: .baseMaps,
        summary: "The installed street maps, aerial pictures and reliefs",
        details: """
          Files in the PMTiles and MBTiles formats, see `geoindex basemap`. Each has the members of \
          its TileJSON, and `id`, which is its name in addresses. Owners also see which files cannot \
          be read, and why.
          """,
        formats: [.json("baseMaps")], example: "/basemap",
        handler: .guests(baseMapList)),
      Operation(
        path: "/basemap/{name}.json", id: "getBaseMap", chapter: .baseMaps,
        summary: "The description of a file's tiles: TileJSON 3.0",
        parameters: [.mapName], formats: [.json("tileJSON")], responses: [.notFound],
        handler: .guests(baseMapTileJSON)),
      Operation(
        path: "/basemap/{name}/{z}/{x}/{y}", id: "getBaseMapTile", chapter: .baseMaps,
        summary: "A tile of a file, as stored",
        details: """
          The media type is that of the tiles in the file. A stored compression is kept if \
          `Accept-Encoding` allows it, otherwise the tile is decompressed. With the current `v` of \
          the TileJSON the answer may be stored for a week.
          """,
        parameters: [.mapName, .mapZoom, .mapColumn, .mapRow, .mapVersion],
        formats: Self.mapFormats, responses: [.noTile, .notFound], handler: .guests(baseMapTile)),
    ]
  }

  private static let mapFormats = [
    TileFormat.mvt, .mlt, .png, .jpeg, .webp, .avif,
  ].map { Format(nil, $0.mediaType, .binary) }

  private func baseMapList(_ call: Call) throws -> Response {
    let contents = service.baseMaps.contents
    let base = service.baseURL(call.request)
    return service.document(
      BaseMapsAnswer(
        maps: contents.entries.map { Self.tileJSON($0, at: base) },
        problems: call.request.visitor.isOwner ? contents.problems : nil))
  }

  private func baseMapTileJSON(_ call: Call) throws -> Response {
    let entry = try baseMap(call)
    return service.document(Self.tileJSON(entry, at: service.baseURL(call.request)))
  }

  private func baseMap(_ call: Call) throws(Problem) -> BaseMapFiles.Entry {
    let name = call.path["name"]
    guard let entry = service.baseMaps.contents.entries.first(where: { $0.name == name }) else {
      throw .notFound("There is no map of this name. See /basemap for all maps.")
    }
    return entry
  }

  private static func tileJSON(_ entry: BaseMapFiles.Entry, at base: String) -> TileJSON {
    let map = entry.map.description
    let isVector = map.format?.isVector ?? false
    return TileJSON(
      id: entry.name, name: map.title ?? entry.name, description: map.summary,
      attribution: map.attribution,
      tiles: "\(base)/basemap/\(entry.name)/{z}/{x}/{y}?v=\(entry.map.version)",
      zooms: map.minZoom...max(map.minZoom, map.maxZoom), bounds: map.bounds,
      format: map.format?.rawValue, encoding: map.elevation?.rawValue, hasSea: map.hasSea,
      vectorLayers: isVector ? map.vectorLayers ?? [] : nil)
  }

  private func baseMapTile(_ call: Call) throws -> Response {
    let version = call.parameters["v"]
    let isLetter = { (byte: UInt8) in
      (48...57).contains(byte) || (97...122).contains(byte) || byte == 45
    }
    if let version, version.isEmpty || !version.utf8.allSatisfy(isLetter) {
      throw Problem.badRequest("v \"\(version)\" is not the version of a file.")
    }
    let map = try baseMap(call).map
    let tile = try TileSet.tile(zoom: call.path["z"], column: call.path["x"], row: call.path["y"])
    let etag = EntityTag("\(map.version)-\(tile.zoom)-\(tile.x)-\(tile.y)", isWeak: true)
    var response =
      call.request.hasCurrent(etag)
      ? .notModified(etag: etag) : try content(of: map, tile, call.request)
    if response.status == 200 { response.etag = etag }
    let isNamed = version == map.version
    response.cacheControl = isNamed ? "private, max-age=604800" : "private, no-cache"
    return response
  }

  private func content(of map: BaseMap, _ coordinate: TileCoordinate, _ request: Request) throws
    -> Response
  {
    guard let tile = try map.tile(coordinate) else { return .noContent() }
    let type = (map.description.format ?? .mvt).mediaType
    guard let coding = tile.compression.contentCoding else {
      return .bytes(tile.bytes, type: type)
    }
    if request.accepts(coding: coding) {
      var response = Response.bytes(tile.bytes, type: type)
      response.headers.append("Content-Encoding", coding)
      response.headers.append("Vary", "Accept-Encoding")
      return response
    }
    guard let plain = tile.plain else {
      throw Problem(
        status: tile.compression == .zstd ? 406 : 500,
        detail: tile.compression == .zstd
          ? "This tile is compressed with zstd; ask for it with Accept-Encoding: zstd."
          : "This tile is damaged.")
    }
    var response = Response.bytes(plain, type: type)
    response.headers.append("Vary", "Accept-Encoding")
    return response
  }
}

struct BaseMapsAnswer: Answer {
  static let shape = AnswerShape<BaseMapsAnswer>("baseMaps") {
    AnswerMember("maps") { $0.maps }
    AnswerMember("problems") { $0.problems?.map(BaseMapFault.init) }
  }

  let maps: [TileJSON]
  let problems: [BaseMapError]?
}

private struct BaseMapFault: Answer {
  static let shape = AnswerShape<BaseMapFault> {
    // Does not reveal folders of this machine.
    AnswerMember("file") { String($0.problem.file.split(separator: "/").last ?? "") }
    AnswerMember("reason") { $0.problem.reason }
  }

  let problem: BaseMapError
}

extension Problem {
  /// The problem of a file that cannot be read.
  ///
  /// Does not reveal its path.
  init(_ error: BaseMapError) {
    self.init(
      status: 500,
      detail: "The file \(error.reason). On the machine of the server, run: geoindex basemap check")
  }
}

extension Parameter {
  fileprivate static let mapName = Parameter(
    "name", "The `id` of a map.", ["type": "string"], location: .path, example: "monaco")

  fileprivate static let mapZoom = Parameter(
    "z", "The zoom level.",
    ["type": "integer", "minimum": 0, "maximum": .whole(TileSet.deepestZoom)], location: .path,
    example: 2)

  fileprivate static let mapColumn = Parameter(
    "x", "The column, from the west.", ["type": "integer", "minimum": 0], location: .path,
    example: 2)

  fileprivate static let mapRow = Parameter(
    "y", "The row, from the north.", ["type": "integer", "minimum": 0], location: .path,
    example: 1)

  fileprivate static let mapVersion = Parameter(
    "v", "The version of the file, as its TileJSON has it.",
    ["type": "string", "pattern": "^[0-9a-z]+(-[0-9a-z]+)*$"])
}

extension DocumentedResponse {
  fileprivate static let noTile = DocumentedResponse(
    status: 204, summary: "The file has no such tile.")
}
