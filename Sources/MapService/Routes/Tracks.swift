internal import JSON
internal import TrackStore
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Query
internal import VectorTiles

/// Tracks are for owners only: they show where people live.
struct TrackRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let schema = Format("json", "application/schema+json", ["type": "object"])
    return [
      Operation(
        path: "/collections/tracks", id: "getTrackCollection", chapter: .tracks,
        summary: "The extent of the recorded tracks in space and time",
        formats: [.json("collection")],
        example: "/collections/tracks", handler: .owners(trackCollection)),
      Operation(
        path: "/collections/tracks/queryables", id: "getTrackQueryables", chapter: .tracks,
        summary: "The properties that filters of tracks can use, as JSON Schema", formats: [schema],
        example: "/collections/tracks/queryables",
        handler: .owners {
          trackSchema(
            $0, named: "queryables", title: "The properties that filters of tracks can use")
        }
      ),
      Operation(
        path: "/collections/tracks/schema", id: "getTrackSchema", chapter: .tracks,
        summary: "The properties of a track, as JSON Schema", formats: [schema],
        example: "/collections/tracks/schema",
        handler: .owners { trackSchema($0, named: "schema", title: "The properties of a track") }),
      Operation(
        path: "/collections/tracks/items", id: "getTracks", chapter: .tracks,
        summary: "The recorded tracks, page by page",
        details: """
          Each is a MultiLineString; a line ends where nothing was recorded for half an hour. `coordTimes` \
          has a time for each position, `utcOffsets` the minutes that clocks at the start of each line are ahead \
          of UTC. Lines have as much detail as a map of `zoom` needs, or all of it and \
          altitudes with `full`. A page ends early if it would have more than \(Self.mostFixes) positions.
          """,
        parameters: [.trackBox, .trackTime, .trackLimit, .trackCursor, .trackZoom, .trackFull],
        formats: Self.trackFormats("tracks"), responses: [Self.tooManyFixes], describesHead: true,
        example: "/collections/tracks/items?limit=10&zoom=8",
        handler: .owners { call, index in
          let page = try TrackPageRequest(call.parameters)
          return .later { try trackPage(call, index, page) }
        }),
      Operation(
        path: "/collections/tracks/items/{id}", id: "getTrack", chapter: .tracks,
        summary: "One track", details: "With `datetime`, only its part of that time.",
        parameters: [.trackID, .trackTime, .trackZoom, .trackFull],
        formats: Self.trackFormats("track"), responses: [.notFound, Self.tooManyFixes],
        example: "/collections/tracks/items/1",
        handler: .owners { call, index in
          let part = try TrackPart(call.parameters)
          let time = try call.parameters["datetime"].map(PhotoQuery.time)
          return .later { try track(call, index, part, time) }
        }),
      Operation(
        path: "/tracks/position", id: "getTrackPosition", chapter: .tracks,
        summary: "The position of the recorders of the tracks at a moment",
        details: """
          On the geodesic between the fixes before and after it, with the expected error in metres; the same \
          as `geoindex place --from-tracks` computes for a photo.
          """,
        parameters: [.trackMoment, .trackMaxGap], formats: [.json("trackPosition")],
        responses: [.problem(404, "No track has a fix near that time.")],
        example: "/tracks/position?at=2024-05-01T12:00:00Z", handler: .owners(trackPosition)),
      Operation(
        path: "/tiles/tracks/{z}/{x}/{y}.mvt", id: "getTrackTile", chapter: .tracks,
        summary: "A tile with the lines of tracks",
        details: """
          A Mapbox Vector Tile with one layer, `tracks`. A feature has the part of a track on one day of solar time. \
          Lines go on for 64 units beyond the edge. A tile with very many fixes has less detail.
          """,
        parameters: [.zoomOfTile, .column("x"), .row("y"), .trackTime],
        formats: [Format(nil, VectorTileLayer.mediaType, .binary)],
        responses: [
          DocumentedResponse(status: 204, summary: "No track is in this tile."), .notFound,
        ],
        example: "/tiles/tracks/2/2/1.mvt", handler: .owners(trackTile)),
      Operation(
        path: "/tiles/tracks.json", id: "getTrackTileJSON", chapter: .tracks,
        summary: "The description of these tiles: TileJSON 3.0",
        parameters: [.trackTime], formats: [.json("tileJSON")], example: "/tiles/tracks.json",
        handler: .owners(trackTileJSON)),
    ]
  }

  /// The greatest number of positions in a response.
  static let mostFixes = 500_000

  private static let tooManyFixes = DocumentedResponse.problem(
    422, "A track has more positions than one response may have.")

  private static func trackFormats(_ schema: String) -> [Format] {
    var formats = ["json", "geojson"].map {
      Format($0, "application/geo+json", .schema(schema))
    }
    formats[0].aliases = ["application/json"]
    formats[1].aliases = ["application/json"]
    return formats + [Format("gpx", "application/gpx+xml", ["type": "string"])]
  }

  // MARK: Features

  private func trackPage(_ call: Call, _ index: PhotoIndex, _ wanted: TrackPageRequest) throws
    -> Response
  {
    let isGPX = call.format?.name == "gpx"
    let type = call.format?.type ?? "application/geo+json"
    return try service.conditionalResponse(call, of: index, type: type) { reader in
      let matched = try StoredTracks(reader).list(wanted.filter)
      let rest = matched.filter { $0.id > wanted.cursor }
      var page: [(StoredTrack, [[Fix]])] = []
      var fixes = 0
      for track in rest.prefix(wanted.limit) {
        fixes += try StoredTracks(reader).fixCount(of: track.id, zoom: wanted.part.zoom)
        guard fixes <= Self.mostFixes else {
          guard !page.isEmpty else { throw Self.tooMany(track.id, fixes) }
          break
        }
        page.append((track, try StoredTracks(reader).lines(of: track.id, zoom: wanted.part.zoom)))
      }
      let next = page.count < rest.count ? page.last?.0.id : nil
      var response =
        isGPX
        ? Self.gpx(page)
        : .bytes(
          trackDocument(call, page, matched: matched.count, next: next).bytes, type: type)
      if let next {
        response.headers.append("Link", "<\(nextPage(call, next))>; rel=\"next\"; type=\"\(type)\"")
      }
      response.headers.append("OGC-NumberMatched", String(matched.count))
      response.headers.append("OGC-NumberReturned", String(page.count))
      return response
    }
  }

  private func nextPage(_ call: Call, _ cursor: Int64) -> String {
    call.request.address(
      service.baseURL(call.request), without: ["cursor"],
      adding: [QueryItem(name: "cursor", value: String(cursor))])
  }

  private func trackDocument(
    _ call: Call, _ page: [(StoredTrack, [[Fix]])], matched: Int, next: Int64?
  ) -> JSONWriter {
    let request = call.request
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", matched)
      json.member("numberReturned", page.count)
      var links = [
        Link(
          href: request.address(service.baseURL(request)), rel: "self", type: "application/geo+json"
        ),
        Link(
          href: request.address(
            service.baseURL(request), without: ["f"], adding: [QueryItem(name: "f", value: "gpx")]),
          rel: "alternate", type: "application/gpx+xml"),
        Link(
          href: service.baseURL(request) + "/collections/tracks", rel: "collection",
          type: "application/json"),
      ]
      if let next {
        links.append(Link(href: nextPage(call, next), rel: "next", type: "application/geo+json"))
      }
      json.links(links)
      json.name("features")
      json.array { json in
        for (track, lines) in page {
          TrackFeature.write(track, lines, to: &json, utcOffset: utcOffset)
        }
      }
    }
    return json
  }

  private func track(
    _ call: Call, _ index: PhotoIndex, _ part: TrackPart, _ time: TimeSpan?
  ) throws -> Response {
    let name = call.path["id"] ?? ""
    let type = call.format?.type ?? "application/geo+json"
    return try service.conditionalResponse(call, of: index, type: type) { reader in
      guard let id = Int64(name), let track = try StoredTracks(reader).track(id) else {
        throw Problem.notFound("There is no track \(name.prefix(40)). Fetch the list again.")
      }
      let count = try StoredTracks(reader).fixCount(of: id, zoom: part.zoom, time: time)
      guard count <= Self.mostFixes else { throw Self.tooMany(id, count) }
      let lines = try StoredTracks(reader).lines(of: id, zoom: part.zoom, time: time)
      guard call.format?.name != "gpx" else { return Self.gpx([(track, lines)]) }
      var json = JSONWriter()
      TrackFeature.write(track, lines, to: &json, utcOffset: utcOffset)
      return .bytes(json.bytes, type: type)
    }
  }

  /// The minutes that clocks at a fix are ahead of UTC; nil without a places file.
  private func utcOffset(_ fix: Fix) -> Int? {
    guard let places = service.places, let locality = try? places.locate(fix.coordinate) else {
      return nil
    }
    return try? places.clock(of: locality, at: fix.instant)?.offsetMinutes
  }

  private static func gpx(_ tracks: [(StoredTrack, [[Fix]])]) -> Response {
    var gpx = TrackGPX()
    for (track, lines) in tracks { gpx.add(track, lines) }
    var response = Response.bytes(gpx.end(), type: "application/gpx+xml")
    response.headers.append("Content-Disposition", "attachment; filename=\"tracks.gpx\"")
    return response
  }

  private static func tooMany(_ track: Int64, _ count: Int) -> Problem {
    Problem(
      status: 422,
      detail: "Track \(track) would have \(count) positions here, more than \(mostFixes): ask for "
        + "/collections/tracks/items/\(track) with a datetime, or for a smaller zoom.")
  }

  // MARK: Positions

  private func trackPosition(_ call: Call, _ index: PhotoIndex) throws -> Response {
    let text = try call.parameters.require("at")
    guard let span = Timestamp.span(text), span.upperBound - span.lowerBound < 60_000 else {
      throw QueryError("at", text, "is not a date-time such as 2024-05-01T12:00:00Z")
    }
    let seconds =
      try call.parameters["max-gap"].map { try PhotoQuery.whole("max-gap", $0, in: 0...86_400) }
      ?? 600
    return try service.answer(call, of: index) { reader in
      guard
        let position = try TrackPosition(
          at: span.lowerBound, within: Double(seconds), StoredTracks(reader))
      else {
        throw Problem.notFound(
          "No track has fixes within \(seconds) seconds around \(Timestamp.utc(span.lowerBound)). "
            + "Ask for another moment, or give a longer max-gap.")
      }
      return position
    }
  }
}
