// swift-format-ignore-file
// Written by data-tools/swift-calls from the OpenAPI document; scripts/docs runs it.

public import Geography
public import JSON

extension Endpoint where Response == API.LandingPage {
  /// The map page for browsers; for other programs the landing page of the API.
  ///
  /// - Parameter lang: The language of the page, such as `de`; else that of the browser.
  public static func landingPage(lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/", query: Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Conformance {
  /// The standards and conformance classes that this API fulfils.
  public static func conformance() -> Endpoint {
    Endpoint(json: Request("/conformance", headers: ["Accept": "application/json"]))
  }

  /// The conformance classes of STAC API and OGC API that the catalog fulfils.
  public static func catalogConformance() -> Endpoint {
    Endpoint(json: Request("/stac/conformance", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == JSONValue {
  /// This description as OpenAPI 3.0.
  public static func description() -> Endpoint {
    Endpoint(json: Request("/api", headers: ["Accept": "application/vnd.oai.openapi+json;version=3.0"]))
  }

  /// The properties that filters of photos can use, as JSON Schema.
  public static func queryables() -> Endpoint {
    Endpoint(json: Request("/collections/photos/queryables", headers: ["Accept": "application/schema+json"]))
  }

  /// The properties of a photo, as JSON Schema.
  public static func schema() -> Endpoint {
    Endpoint(json: Request("/collections/photos/schema", headers: ["Accept": "application/schema+json"]))
  }

  /// The schema of a photo as GeoJSON, as JSON Schema.
  ///
  /// GDAL reads the types of its fields from it.
  public static func featureSchema() -> Endpoint {
    Endpoint(json: Request("/collections/photos/feature-schema", headers: ["Accept": "application/schema+json"]))
  }

  /// The properties that filters of tracks can use, as JSON Schema.
  public static func trackQueryables() -> Endpoint {
    Endpoint(json: Request("/collections/tracks/queryables", headers: ["Accept": "application/schema+json"]))
  }

  /// The properties of a track, as JSON Schema.
  public static func trackSchema() -> Endpoint {
    Endpoint(json: Request("/collections/tracks/schema", headers: ["Accept": "application/schema+json"]))
  }

  /// The names that `filter` of items can use, as JSON Schema.
  public static func catalogQueryables() -> Endpoint {
    Endpoint(json: Request("/stac/queryables", headers: ["Accept": "application/schema+json"]))
  }

  /// The same of the collection.
  public static func itemQueryables() -> Endpoint {
    Endpoint(json: Request("/stac/collections/photos/queryables", headers: ["Accept": "application/schema+json"]))
  }
}

extension Endpoint where Response == String {
  /// This description as an HTML page.
  public static func readableDescription() -> Endpoint {
    Endpoint(text: Request("/api.html", headers: ["Accept": "text/html"]))
  }

  /// The style sheet of that page.
  public static func referenceStyle() -> Endpoint {
    Endpoint(text: Request("/api.css", headers: ["Accept": "text/css"]))
  }

  /// The most recently added photos, as an Atom feed.
  ///
  /// In descending order of their ids. Each has its page, a picture and its position (GeoRSS). `updated` is when it
  /// was taken.
  ///
  /// - Parameter limit: The number of photos; greater numbers mean the maximum.
  public static func feed(_ selection: Selection = Selection(), limit: Int? = nil) -> Endpoint {
    Endpoint(text: Request("/feed.atom", query: selection.query() + Request.query([("limit", limit.map { "\($0)" })]), headers: ["Accept": "application/atom+xml"]))
  }

  /// The page on which people sign in.
  ///
  /// - Parameter lang: The language of the form, such as `de`; else that of `Accept-Language`.
  public static func session(lang: String? = nil) -> Endpoint {
    Endpoint(text: Request("/session", query: Request.query([("lang", lang)]), headers: ["Accept": "text/html"]))
  }

  /// Metrics for Prometheus.
  ///
  /// Requests by operation and status, how long they took, photos, scans, listeners, and what the process uses. No
  /// metric reveals a place: folders are numbered.
  public static func metrics() -> Endpoint {
    Endpoint(text: Request("/metrics", headers: ["Accept": "text/plain; version=0.0.4; charset=utf-8"]))
  }
}

extension Endpoint where Response == API.Collections {
  /// The collections: `photos`, and for owners `tracks` if there are any.
  public static func collections() -> Endpoint {
    Endpoint(json: Request("/collections", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Collection {
  /// The extent of the located photos in space and time.
  public static func collection() -> Endpoint {
    Endpoint(json: Request("/collections/photos", headers: ["Accept": "application/json"]))
  }

  /// The extent of the recorded tracks in space and time.
  public static func trackCollection() -> Endpoint {
    Endpoint(json: Request("/collections/tracks", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == PhotoPage {
  /// The located photos, page by page.
  ///
  /// Follow the `next` link until there is none: each photo comes once while the index does not change.
  /// `numberMatched` is exact.
  ///
  /// - Parameter order: The order: by time, oldest or newest first, undated photos last; by default, by place. A
  ///     cursor belongs to its order.
  /// - Parameter cursor: The position to continue from, taken from a `next` link; it may be used with another
  ///     `limit`.
  /// - Parameter limit: The number of photos on a page; greater numbers mean the maximum.
  /// - Parameter offset: How many photos to skip. Following `next` is faster.
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func photos(_ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, offset: Int? = nil, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/items", query: selection.query() + Request.query([("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("offset", offset.map { "\($0)" }), ("properties", properties?.joined(separator: ",")), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }

  /// All photos that match the filters, as a stream of any length.
  ///
  /// In the order of their ids, from one version of the index. `OGC-NumberMatched` has the number of photos: a
  /// response with fewer is incomplete. The documents have no links to pages.
  ///
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func exportPhotos(_ selection: Selection = Selection(), properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/export", query: selection.query() + Request.query([("properties", properties?.joined(separator: ",")), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }

  /// The photos of a cluster, page by page.
  ///
  /// Give the same filters as in the request for the clusters.
  ///
  /// - Parameter clusterId: The `cluster_id` of a cluster.
  /// - Parameter order: The order: by time, oldest or newest first, undated photos last; by default, by place. A
  ///     cursor belongs to its order.
  /// - Parameter cursor: The position to continue from, taken from a `next` link; it may be used with another
  ///     `limit`.
  /// - Parameter limit: The number of photos on a page; greater numbers mean the maximum.
  /// - Parameter offset: How many photos to skip. Following `next` is faster.
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func clusterPhotos(_ clusterId: String, _ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, offset: Int? = nil, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/clusters/\(Request.percentEncoded(clusterId))/items", query: selection.query() + Request.query([("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("offset", offset.map { "\($0)" }), ("properties", properties?.joined(separator: ",")), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }

  /// The photos nearest to a position, nearest first.
  ///
  /// Distances are along the WGS 84 ellipsoid.
  ///
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter count: The number of photos.
  /// - Parameter within: The greatest distance in metres.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func nearestPhotos(at place: Coordinate, _ selection: Selection = Selection(), properties: [String]? = nil, count: Int? = nil, within: Double? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/nearest", query: selection.query() + Request.query([("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"), ("properties", properties?.joined(separator: ",")), ("k", count.map { "\($0)" }), ("within", within.map { "\($0)" }), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }

  /// The photos that show a position, best first.
  ///
  /// Only photos count of which it is known where they look, and how wide. For photos of drones with a height above
  /// the point of take-off, the ground in the picture is computed, as if it were level. `distance` and `bearing`
  /// are those of the line from the photo to the position, `offAxis` is the angle between the middle of the picture
  /// and that line. First come photos in which the position is large and near the middle.
  ///
  /// If the server has a file of elevations (see `geoindex basemap`), `hidden` says whether the ground rises above
  /// the line; it is absent where elevations are missing. Of the photos of an answer, these come last.
  ///
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter height: The height of the position above the ground, in metres.
  /// - Parameter within: How far away photos may be, in metres.
  /// - Parameter count: The number of photos.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func photosSeeing(at place: Coordinate, _ selection: Selection = Selection(), properties: [String]? = nil, height: Double? = nil, within: Double? = nil, count: Int? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/seeing", query: selection.query() + Request.query([("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"), ("properties", properties?.joined(separator: ",")), ("height", height.map { "\($0)" }), ("within", within.map { "\($0)" }), ("k", count.map { "\($0)" }), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }

  /// The photos from the same spot that show the same on other days, in order of time.
  ///
  /// They show the same if the middle of the narrower picture is in the wider one. `distance` and `bearing` are
  /// those of the line between the two spots, `offAxis` is by how much the other camera was turned. If it is
  /// unknown where the photo looks, or how wide, there are none.
  ///
  /// - Parameter id: The number of the photo, which does not change when its file is moved.
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter within: How far away the other cameras may be, in metres.
  /// - Parameter count: The number of photos.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func photosAgain(_ id: Int, _ selection: Selection = Selection(), properties: [String]? = nil, within: Double? = nil, count: Int? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/photos/\(id)/again", query: selection.query() + Request.query([("properties", properties?.joined(separator: ",")), ("within", within.map { "\($0)" }), ("k", count.map { "\($0)" }), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try PhotoPage($0) }
  }
}

extension Endpoint where Response == [UInt8] {
  /// The located photos, page by page, as a file of a format.
  public static func photos(as format: FileFormat, _ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, offset: Int? = nil, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/items", query: selection.query() + Request.query([("f", format.rawValue), ("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("offset", offset.map { "\($0)" }), ("properties", properties?.joined(separator: ",")), ("lang", lang)])))
  }

  /// One photo, as a file of a format.
  public static func photo(as format: FileFormat, _ id: Int, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/items/\(id)", query: Request.query([("f", format.rawValue), ("properties", properties?.joined(separator: ",")), ("lang", lang)])))
  }

  /// All photos that match the filters, as a stream of any length, as a file of a format.
  public static func exportPhotos(as format: FileFormat, _ selection: Selection = Selection(), properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/export", query: selection.query() + Request.query([("f", format.rawValue), ("properties", properties?.joined(separator: ",")), ("lang", lang)])))
  }

  /// The files of all photos that match the filters, as a ZIP archive.
  ///
  /// Of 100000 photos at most, without sidecars; of more, make one of each year or place. The archive of the
  /// originals has a length, a strong `ETag` and ranges: to continue a download, send `Range` and `If-Range`. If a
  /// file changes meanwhile, the response ends early, and the archive is another one.
  ///
  /// Names are the paths below the scanned folders, as far as the visitor may know them. left-out.txt in the
  /// archive lists photos that it lacks: those whose file is missing or on another machine, and, where the position
  /// must not be told, all from whose files it cannot be removed.
  ///
  /// With `positions=no`, and for guests that see a coarse position, a JPEG has its picture and its colours but no
  /// other metadata; it has its length filled up within the file. With `positions=no`, pictures in other formats
  /// (HEIC, raw, PNG…) become JPEGs of at most 4096 pixels, which converted.txt lists; videos are left out. These
  /// JPEGs, and previews, are made while they are sent, so their archive has neither a length nor ranges, and
  /// begins at once.
  ///
  /// - Parameter ids: Only the photos with these ids, separated by commas; a range such as `1-500` has all ids from
  ///     the first to the last. The other filters hold too.
  /// - Parameter form: `original` is the file itself; `preview` is a JPEG of at most 1280 pixels without metadata,
  ///     of a video a frame. One of: `original`, `preview`.
  /// - Parameter positions: Whether the files may tell where they were taken. One of: `yes`, `no`.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func archive(_ selection: Selection = Selection(), ids: [String]? = nil, form: String? = nil, positions: String? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/zip", query: selection.query() + Request.query([("ids", ids?.joined(separator: ",")), ("form", form), ("positions", positions), ("lang", lang)]), headers: ["Accept": "application/zip"]))
  }

  /// The photos of a cluster, page by page, as a file of a format.
  public static func clusterPhotos(as format: FileFormat, _ clusterId: String, _ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, offset: Int? = nil, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/clusters/\(Request.percentEncoded(clusterId))/items", query: selection.query() + Request.query([("f", format.rawValue), ("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("offset", offset.map { "\($0)" }), ("properties", properties?.joined(separator: ",")), ("lang", lang)])))
  }

  /// The photos nearest to a position, nearest first, as a file of a format.
  public static func nearestPhotos(as format: FileFormat, at place: Coordinate, _ selection: Selection = Selection(), properties: [String]? = nil, count: Int? = nil, within: Double? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/nearest", query: selection.query() + Request.query([("f", format.rawValue), ("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"), ("properties", properties?.joined(separator: ",")), ("k", count.map { "\($0)" }), ("within", within.map { "\($0)" }), ("lang", lang)])))
  }

  /// The photos that show a position, best first, as a file of a format.
  public static func photosSeeing(as format: FileFormat, at place: Coordinate, _ selection: Selection = Selection(), properties: [String]? = nil, height: Double? = nil, within: Double? = nil, count: Int? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/seeing", query: selection.query() + Request.query([("f", format.rawValue), ("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"), ("properties", properties?.joined(separator: ",")), ("height", height.map { "\($0)" }), ("within", within.map { "\($0)" }), ("k", count.map { "\($0)" }), ("lang", lang)])))
  }

  /// The photos from the same spot that show the same on other days, in order of time, as a file of a format.
  public static func photosAgain(as format: FileFormat, _ id: Int, _ selection: Selection = Selection(), properties: [String]? = nil, within: Double? = nil, count: Int? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/photos/\(id)/again", query: selection.query() + Request.query([("f", format.rawValue), ("properties", properties?.joined(separator: ",")), ("within", within.map { "\($0)" }), ("k", count.map { "\($0)" }), ("lang", lang)])))
  }

  /// A tile, addressed as in OGC API – Tiles.
  ///
  /// - Parameter selection: The server refuses one with a box, because each tile is a box of its own.
  public static func tile(_ tile: TileCoordinate, _ selection: Selection = Selection()) -> Endpoint {
    Endpoint(bytes: Request("/collections/photos/tiles/WebMercatorQuad/\(tile.zoom)/\(tile.y)/\(tile.x)", query: selection.query(), headers: ["Accept": "application/vnd.mapbox-vector-tile"]))
  }

  /// A tile, addressed as in web maps.
  ///
  /// A Mapbox Vector Tile with one layer, `photos`: single photos and clusters with exact counts. Each photo is in
  /// exactly one tile of each zoom, so that tiles have no margin.
  ///
  /// - Parameter selection: The server refuses one with a box, because each tile is a box of its own.
  public static func mapTile(_ tile: TileCoordinate, _ selection: Selection = Selection()) -> Endpoint {
    Endpoint(bytes: Request("/tiles/photos/\(tile.zoom)/\(tile.x)/\(tile.y).mvt", query: selection.query(), headers: ["Accept": "application/vnd.mapbox-vector-tile"]))
  }

  /// The recorded tracks, page by page, as a file of a format.
  public static func tracks(as format: FileFormat, after cursor: String? = nil, limit: Int? = nil, inside box: GeographicBounds? = nil, datetime: String? = nil, zoom: Int? = nil, full: Bool? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/tracks/items", query: Request.query([("f", format.rawValue), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("bbox", box?.parameter), ("datetime", datetime), ("zoom", zoom.map { "\($0)" }), ("full", full.map { "\($0)" })])))
  }

  /// One track, as a file of a format.
  public static func track(as format: FileFormat, _ id: Int, datetime: String? = nil, zoom: Int? = nil, full: Bool? = nil) -> Endpoint {
    Endpoint(bytes: Request("/collections/tracks/items/\(id)", query: Request.query([("f", format.rawValue), ("datetime", datetime), ("zoom", zoom.map { "\($0)" }), ("full", full.map { "\($0)" })])))
  }

  /// A tile with the lines of tracks.
  ///
  /// A Mapbox Vector Tile with one layer, `tracks`. A feature has the part of a track on one day of solar time.
  /// Lines go on for 64 units beyond the edge. A tile with very many fixes has less detail.
  ///
  /// - Parameter datetime: Only this time: a year, a month, a date, a date-time, or two of them with `/` between.
  public static func trackTile(_ tile: TileCoordinate, datetime: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/tiles/tracks/\(tile.zoom)/\(tile.x)/\(tile.y).mvt", query: Request.query([("datetime", datetime)]), headers: ["Accept": "application/vnd.mapbox-vector-tile"]))
  }

  /// A tile of a file, as stored.
  ///
  /// The media type is that of the tiles in the file. A stored compression is kept if `Accept-Encoding` allows it,
  /// otherwise the tile is decompressed. With the current `v` of the TileJSON the answer may be stored for a week.
  ///
  /// - Parameter name: The `id` of a map.
  /// - Parameter v: The version of the file, as its TileJSON has it.
  public static func baseMapTile(_ name: String, _ tile: TileCoordinate, v: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/basemap/\(Request.percentEncoded(name))/\(tile.zoom)/\(tile.x)/\(tile.y)", query: Request.query([("v", v)]), headers: ["Accept": "application/vnd.mapbox-vector-tile, application/vnd.maplibre-vector-tile, image/png, image/jpeg, image/webp, image/avif"]))
  }

  /// A small upright JPEG, never enlarged, in the photo's own colours.
  ///
  /// - Parameter id: The number of the photo, which does not change when its file is moved.
  /// - Parameter width: The longer side in pixels. One of: `160`, `320`, `640`, `1280`.
  /// - Parameter missing: The response if there is no picture or file: `problem` is a 404 with the reason, `empty`
  ///     is a 204, which browsers do not report as an error. One of: `problem`, `empty`.
  public static func thumbnail(_ id: Int, width: Int? = nil, missing: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/photos/\(id)/thumbnail", query: Request.query([("width", width.map { "\($0)" }), ("missing", missing)]), headers: ["Accept": "image/jpeg"]))
  }

  /// The file itself, with ranges.
  ///
  /// `as=jpeg` converts formats that browsers cannot show (HEIC, raw, TIFF, JPEG XL…) to an upright JPEG of at most
  /// 4096 pixels on its longer side. A JPEG is unchanged.
  ///
  /// Guests that see a coarse position get a JPEG with its picture and colours but without other metadata. Other
  /// formats need `as=jpeg`, otherwise they get a 403.
  ///
  /// - Parameter id: The number of the photo, which does not change when its file is moved.
  /// - Parameter type: The format of the response.
  /// - Parameter missing: The response if there is no picture or file: `problem` is a 404 with the reason, `empty`
  ///     is a 204, which browsers do not report as an error. One of: `problem`, `empty`.
  public static func original(_ id: Int, as type: String? = nil, missing: String? = nil) -> Endpoint {
    Endpoint(bytes: Request("/photos/\(id)/original", query: Request.query([("as", type), ("missing", missing)]), headers: ["Accept": "*/*"]))
  }

  /// A text as a QR code, such as the address of a link.
  ///
  /// - Parameter text: The text, of at most 2000 bytes.
  public static func qrCode(text: String) -> Endpoint {
    Endpoint(bytes: Request("/qr", query: Request.query([("text", text)]), headers: ["Accept": "image/svg+xml"]))
  }
}

extension Endpoint where Response == Photo {
  /// One photo.
  ///
  /// - Parameter id: The number of the photo, which does not change when its file is moved.
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func photo(_ id: Int, properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/items/\(id)", query: Request.query([("properties", properties?.joined(separator: ",")), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try Photo($0) }
  }
}

extension Endpoint where Response == API.Position {
  /// Country, region, place and time zone of a position.
  ///
  /// Codes are the same in every language. Unknown values are absent. Guests get no `area`, because boundaries may
  /// be private.
  ///
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func locatePosition(at place: Coordinate, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/locate", query: Request.query([("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"), ("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Placements {
  /// The placements so far, and a plan for further ones.
  ///
  /// `acts` are the newest acts that place photos or undo that, the newest first; with `photo`, those that place
  /// this photo and are not undone for it. With `from`, `plan` has the photos without a position that tracks among
  /// the photos or photos of other devices place; nothing is changed. To do what a plan says, or a part of it, post
  /// its entries. An editor gets the editor's own acts, and no plan.
  ///
  /// - Parameter limit: The number of listed acts; greater numbers mean the maximum.
  /// - Parameter from: The evidence of the plan: `tracks`, `neighbours` or both.
  /// - Parameter maxGap: The greatest time in seconds between the two fixes around a photo.
  /// - Parameter maxDistance: The greatest distance in metres between those two fixes.
  /// - Parameter extrapolate: The greatest time in seconds between a photo and the start or end of a track.
  /// - Parameter clock: How far clocks of cameras are ahead of UTC, or photos of exact clocks with what they show,
  ///     separated by commas.
  /// - Parameter photo: Only the acts about the photo with this id that are not undone for it.
  public static func placements(limit: Int? = nil, from: String? = nil, maxGap: Int? = nil, maxDistance: Double? = nil, extrapolate: Int? = nil, clock: String? = nil, photo: Int? = nil) -> Endpoint {
    Endpoint(json: Request("/placements", query: Request.query([("limit", limit.map { "\($0)" }), ("from", from), ("max-gap", maxGap.map { "\($0)" }), ("max-distance", maxDistance.map { "\($0)" }), ("extrapolate", extrapolate.map { "\($0)" }), ("clock", clock), ("photo", photo.map { "\($0)" })]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.PlacementResult {
  /// Places photos in one act, or removes positions.
  ///
  /// A placement without `longitude` and `latitude` removes the position. `source` is `manual` if it is missing.
  /// Photos are never written; the act is stored beside the index, and can be undone. A request with the `key` of
  /// an earlier act of the same user makes no second act, and is answered as the first.
  public static func placePhotos(_ order: API.PlacementOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/placements", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.UndoResult {
  /// Undoes an act, for all of its photos or for some.
  ///
  /// - Parameter act: The number of the act.
  /// - Parameter photo: Only for the photos with these ids, separated by commas.
  public static func undoPlacements(_ act: Int, photo: String? = nil) -> Endpoint {
    Endpoint(json: Request(.delete, "/placements/\(act)", query: Request.query([("photo", photo)]), headers: ["Accept": "application/json"]))
  }

  /// Undoes an act that has accepted or corrected positions.
  ///
  /// - Parameter act: The number of the act.
  /// - Parameter photo: Only for the photos with these ids, separated by commas.
  public static func undoDoubts(_ act: Int, photo: String? = nil) -> Endpoint {
    Endpoint(json: Request(.delete, "/doubts/\(act)", query: Request.query([("photo", photo)]), headers: ["Accept": "application/json"]))
  }

  /// Undoes an act, for all of its photos or for some.
  ///
  /// - Parameter act: The number of the act.
  /// - Parameter photo: Only for the photos with these ids, separated by commas.
  public static func undoWords(_ act: Int, photo: String? = nil) -> Endpoint {
    Endpoint(json: Request(.delete, "/words/\(act)", query: Request.query([("photo", photo)]), headers: ["Accept": "application/json"]))
  }

  /// Undoes an act that has corrected homes or trips.
  ///
  /// - Parameter id: The number of the act.
  public static func undoTripCorrection(_ id: Int) -> Endpoint {
    Endpoint(json: Request(.delete, "/trips/\(id)", headers: ["Accept": "application/json"]))
  }

  /// Undoes an act that has written in the diary.
  ///
  /// - Parameter act: The number of the act.
  public static func undoDiary(_ act: Int) -> Endpoint {
    Endpoint(json: Request(.delete, "/diary/\(act)", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Doubts {
  /// Positions that cannot be true, with the evidence.
  ///
  /// In the order of the photos. `evidence` is an English sentence; `finding` says which one, and the members after
  /// it have its values, so that programs can say it in other languages. `suggestion` is a position (longitude,
  /// latitude) that fits. `reasons` and `devices` count all doubts that match, `flights` has the photos that were
  /// taken in aeroplanes. Nothing is moved by itself: post `accept` or `correct`, or leave it. `acts` are the
  /// newest acts that accept positions, or undo that. An accepted position is not doubted again.
  ///
  /// - Parameter limit: The number of photos on a page; greater numbers mean the maximum.
  /// - Parameter offset: How many photos to skip. Following `next` is faster.
  /// - Parameter reason: Only doubts for this reason. One of: `sign`, `swapped`, `stale`, `speed`, `elsewhere`,
  ///     `clock`, `altitude`, `coarse`, `sea`, `contradiction`.
  /// - Parameter device: Only doubts about photos of the camera with exactly this name, as `devices` has it.
  /// - Parameter photo: Only doubts about the photos with these ids, separated by commas, and their flights.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func doubts(_ selection: Selection = Selection(), limit: Int? = nil, offset: Int? = nil, reason: String? = nil, device: String? = nil, photo: String? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/doubts", query: selection.query() + Request.query([("limit", limit.map { "\($0)" }), ("offset", offset.map { "\($0)" }), ("reason", reason), ("device", device), ("photo", photo), ("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.DoubtResult {
  /// Accepts doubted positions, or corrects them by the suggestion, in one act.
  ///
  /// Either `"accept":true` or `"correct":"suggestion"`; photos that are not doubted, or have no suggestion, are
  /// left out. A correction is a placement: `/placements` lists it. A request with the `key` of an earlier act of
  /// the same user makes no second act, and is answered as the first.
  public static func settleDoubts(_ order: API.DoubtOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/doubts", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Words {
  /// What people have written about photos.
  ///
  /// `acts` are the newest acts that change words or undo that, the newest first; with `photo`, those about this
  /// photo that are not undone for it. `shown` is then what the photo says with them, and `file` without them. An
  /// editor gets the editor's own acts.
  ///
  /// - Parameter limit: The number of listed acts; greater numbers mean the maximum.
  /// - Parameter photo: Only the acts about the photo with this id that are not undone for it.
  public static func words(limit: Int? = nil, photo: Int? = nil) -> Endpoint {
    Endpoint(json: Request("/words", query: Request.query([("limit", limit.map { "\($0)" }), ("photo", photo.map { "\($0)" })]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.WordsResult {
  /// Changes the words of photos in one act.
  ///
  /// `set` has texts, `rating` and `favourite`; null removes what is known. `add` and `remove` have names for
  /// `keywords`, `keywordPaths` and `people`; what others add meanwhile stays. A keyword with slashes is a
  /// hierarchy in either list; its flat name is its end, and follows it. `rename` has for each of these lists old
  /// names with their new ones: `{"keywords":{"Beech":"Beach"}}`. Without `photos`, names change in all photos that
  /// have them, on the map or not. Photos are never written; the act is stored beside the index, and can be undone.
  /// A request with the `key` of an earlier act of the same user makes no second act, and is answered as the first.
  public static func writeWords(_ order: API.WordsOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/words", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Keywords {
  /// The keywords of photos, with the photos that have them.
  ///
  /// Most photos first, with exact counts; `numberMatched` is how many names there are. With `q` those in which a
  /// word begins with it, ignoring case and accents. `keyword` takes the `name`. `cover` is the best of its photos:
  /// favourites before others, then those with more stars, then the newest. Without a filter, owners and users also
  /// get the names of photos without a position, which `unlocated` counts. With `paths`, hierarchies and each name
  /// above them are listed by their paths, with the photos of all that lies below, and of the flat keywords those
  /// that a photo has apart from a hierarchy; `above` is the path that a path is part of.
  ///
  /// - Parameter limit: The greatest number of names, 1,000 by default.
  /// - Parameter q: Words with which words of a name begin.
  /// - Parameter paths: Whether keywords are listed as a tree.
  public static func keywords(_ selection: Selection = Selection(), limit: Int? = nil, q: String? = nil, paths: Bool? = nil) -> Endpoint {
    Endpoint(json: Request("/keywords", query: selection.query(words: "text") + Request.query([("limit", limit.map { "\($0)" }), ("q", q), ("paths", paths.map { "\($0)" })]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.People {
  /// The people of photos, with the photos that have them.
  ///
  /// Most photos first, with exact counts; `numberMatched` is how many names there are. With `q` those in which a
  /// word begins with it, ignoring case and accents. `person` takes the `name`. `cover` is the best of its photos:
  /// favourites before others, then those with more stars, then the newest. Without a filter, owners and users also
  /// get the names of photos without a position, which `unlocated` counts.
  ///
  /// - Parameter limit: The greatest number of names, 1,000 by default.
  /// - Parameter q: Words with which words of a name begin.
  public static func people(_ selection: Selection = Selection(), limit: Int? = nil, q: String? = nil) -> Endpoint {
    Endpoint(json: Request("/people", query: selection.query(words: "text") + Request.query([("limit", limit.map { "\($0)" }), ("q", q)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Places {
  /// Countries, regions and places, with the photos in them.
  ///
  /// With `q` the areas whose name begins like it in any language, ignoring accents and small typing errors; those
  /// with photos come first, and before them areas of the boundaries that were added (kind `area`). Otherwise the
  /// parts of `parent`: the regions of a country, the places of a region; without it the countries. Counts are
  /// exact. `cover` is the newest photo of an area, `bbox` the box around its photos. `elsewhere` counts the photos
  /// that are in none of the parts.
  ///
  /// - Parameter limit: The greatest number: 10 by default with `q`, else 10,000.
  /// - Parameter q: The beginning of a name in any language.
  /// - Parameter parent: The `id` of the country or region whose parts are listed.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func places(_ selection: Selection = Selection(), limit: Int? = nil, q: String? = nil, parent: String? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/places", query: selection.query(words: "text") + Request.query([("limit", limit.map { "\($0)" }), ("q", q), ("parent", parent), ("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Place {
  /// A country, a region or a place, with the photos in it.
  ///
  /// - Parameter id: The `id` of a country, a region or a place.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func place(_ id: String, _ selection: Selection = Selection(), lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/places/\(Request.percentEncoded(id))", query: selection.query() + Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Trips {
  /// The trips and day trips, found from positions and times.
  ///
  /// Oldest first. A trip has nights away from all homes; `dayTrips` have none. `from` and `to` are local dates,
  /// `countries` and `places` in the order of the trip, `distance` and `farthest` (from home) in metres. `reason`
  /// says why it is a trip. `trip` takes the `id` as a filter. `acts` are the newest acts that correct homes or
  /// trips, or undo that, the newest first. Editors and viewers get the trips that the visible photos show, without
  /// corrections.
  ///
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func trips(lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/trips", query: Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.TripResult {
  /// Corrects homes or trips in one act.
  ///
  /// One of: `{"rename":id,"name":"…"}` (null gives the found name back), `{"merge":[ids]}`,
  /// `{"split":id,"at":date}`, `{"dismiss":id}`, `{"make":{"from":date,"to":date,"name":"…"}}`,
  /// `{"home":{"longitude":…,"latitude":…,"from":date,"to":date}}` and `notHome` with the same members. Corrections
  /// are stored with days and positions, so they stay valid when photos are added; a later one wins.
  public static func correctTrips(_ order: API.TripOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/trips", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Trip {
  /// A trip with its places, day by day.
  ///
  /// `stays` has the places of each photographed day in the order of their times.
  ///
  /// - Parameter id: The `id` of a trip, or any of its days.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func trip(_ id: String, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/trips/\(Request.percentEncoded(id))", query: Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Homes {
  /// The places that were home, and when.
  ///
  /// `to` is null while a place still is home. `radius` is in metres.
  ///
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func homes(lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/homes", query: Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Diary {
  /// What people have written about days, trips and places.
  ///
  /// Oldest first. An entry has a `text` in Markdown, the same as `html`, and one of: `day`; `trip` and `to`, the
  /// first and last day of a trip; `longitude` and `latitude`. With `trip`, only what is about that trip and its
  /// days. `acts` are the newest acts that write or undo, the newest first.
  ///
  /// - Parameter trip: Only what is about the trip with this day.
  public static func diary(trip: String? = nil) -> Endpoint {
    Endpoint(json: Request("/diary", query: Request.query([("trip", trip)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.DiaryResult {
  /// Writes about a day, a trip or a place in one act.
  ///
  /// `{"day":date,"text":"…"}`, or `trip` with a day of the trip, or `longitude` and `latitude`, instead of `day`.
  /// The text is Markdown; markup of HTML in it is shown as it is written. It replaces a former text about the
  /// same; an empty one removes it.
  public static func writeDiary(_ order: API.DiaryOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/diary", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.SavedViews {
  /// The saved views: filters under a name.
  ///
  /// A view follows the library: `view=` selects what its filters select now. The number of its photos is
  /// `numberMatched` of `/collections/photos/items?view=NAME&limit=1`.
  public static func views() -> Endpoint {
    Endpoint(json: Request("/views", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.SavedView {
  /// A saved view.
  ///
  /// - Parameter name: The name of the view.
  public static func view(_ name: String) -> Endpoint {
    Endpoint(json: Request("/views/\(Request.percentEncoded(name))", headers: ["Accept": "application/json"]))
  }

  /// Saves filters under a name, or replaces those of a saved view.
  ///
  /// `{"filters":{"keyword":"sea","datetime":"2019/2021"}}`: values of the parameters that select photos elsewhere,
  /// except `view`, as text. `If-None-Match: *` replaces nothing. A library has at most 1000 views. `address` has
  /// the same filters as the map page writes them in its address; the page uses it only if it agrees with
  /// `filters`.
  ///
  /// - Parameter name: The name of the view.
  public static func saveView(_ name: String, _ order: API.SavedViewOrder) -> Endpoint {
    Endpoint(json: Request(.put, "/views/\(Request.percentEncoded(name))", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == Void {
  /// Removes a saved view; photos stay as they are.
  ///
  /// - Parameter name: The name of the view.
  public static func removeView(_ name: String) -> Endpoint {
    Endpoint(empty: Request(.delete, "/views/\(Request.percentEncoded(name))"))
  }

  /// Signs out, here or in all browsers of the user.
  ///
  /// - Parameter everywhere: Whether all sessions of the user end.
  public static func signOut(everywhere: Bool? = nil) -> Endpoint {
    Endpoint(empty: Request(.delete, "/session", query: Request.query([("everywhere", everywhere.map { "\($0)" })])))
  }

  /// Revokes a link at once.
  ///
  /// - Parameter id: The id of the link.
  public static func revokeShare(_ id: String) -> Endpoint {
    Endpoint(empty: Request(.delete, "/shares/\(Request.percentEncoded(id))"))
  }

  /// Removes a zone: guests see its photos again.
  ///
  /// - Parameter name: The name of the zone.
  public static func removeZone(_ name: String) -> Endpoint {
    Endpoint(empty: Request(.delete, "/zones/\(Request.percentEncoded(name))"))
  }

  /// Closes a room for all its members.
  ///
  /// - Parameter room: The id of the room.
  public static func closeRoom(_ room: String) -> Endpoint {
    Endpoint(empty: Request(.delete, "/rooms/\(Request.percentEncoded(room))"))
  }
}

extension Endpoint where Response == MarkPage {
  /// What a map shows: single photos and clusters with exact counts.
  ///
  /// Cells are a quarter of a map tile wide. The counts add up to the `numberMatched` of `items` with the same box
  /// and filters. If the zoom is too high for the box, the response has the highest zoom with less than 10,000
  /// features; its `zoom` says which.
  ///
  /// - Parameter zoom: The zoom level of the map.
  /// - Parameter properties: Only these properties: names separated by commas. An empty list gives positions only,
  ///     which is fastest. GPX and KML always have all properties that they support.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func clusters(zoom: Int, _ selection: Selection = Selection(), properties: [String]? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(Request("/collections/photos/clusters", query: selection.query() + Request.query([("zoom", "\(zoom)"), ("properties", properties?.joined(separator: ",")), ("lang", lang)]), headers: ["Accept": "application/geo+json"])) { try MarkPage($0) }
  }
}

extension Endpoint where Response == API.Timeline {
  /// The number of photos by time.
  ///
  /// Pieces of equal length from the first photo to the last; whole days (UTC) if there are more days than pieces.
  /// With `per=day` the pieces are all days (UTC) that have photos. The counts and `undated` add up to the
  /// `numberMatched` of `items` with the same filters. With `clock=local` days and pieces are those of the cameras'
  /// clocks; `from` and `to` then have no offset, and pieces begin and end with days.
  ///
  /// - Parameter buckets: The greatest number of pieces.
  /// - Parameter per: Each day with photos, instead of `buckets` of equal length.
  /// - Parameter clock: The clock by which days and pieces begin and end: UTC, or the one of each camera. One of:
  ///     `utc`, `local`.
  public static func timeline(_ selection: Selection = Selection(), buckets: Int? = nil, per: String? = nil, clock: String? = nil) -> Endpoint {
    Endpoint(json: Request("/collections/photos/timeline", query: selection.query() + Request.query([("buckets", buckets.map { "\($0)" }), ("per", per), ("clock", clock)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Facets {
  /// The number of photos by camera, kind, source, folder and place.
  ///
  /// Exact counts of what the filters select, most first, at most 200 of each kind; `otherCameras` and
  /// `otherFolders` count the photos of the rest, and `unknownCamera` those that do not say what took them. Each
  /// camera and folder has the `filter` that selects exactly its photos, and a folder whose photos `path` alone can
  /// select has that value as `glob`. `path` is the name of a folder that lies in a root, and empty for what lies
  /// in the root itself. `countries`, `regions` and `places` have the `id` that the filters of these names take;
  /// `areas` are the names of polygons of the boundaries. `keywords` and `people` have the `name` that `keyword`
  /// and `person` take; `ratings` are numbers of stars, and `favourites` is how many there are.
  ///
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func facets(_ selection: Selection = Selection(), lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/collections/photos/facets", query: selection.query() + Request.query([("lang", lang)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.TileSets {
  /// The available tile sets.
  public static func tileSets() -> Endpoint {
    Endpoint(json: Request("/collections/photos/tiles", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.TileSet {
  /// The tile set of web maps.
  public static func tileSet() -> Endpoint {
    Endpoint(json: Request("/collections/photos/tiles/WebMercatorQuad", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.TileJSON {
  /// The description of the tiles: TileJSON 3.0.
  ///
  /// Filters of this request apply to the tiles that it names.
  ///
  /// - Parameter selection: The server refuses one with a box, because each tile is a box of its own.
  public static func tileJSON(_ selection: Selection = Selection()) -> Endpoint {
    Endpoint(json: Request("/tiles/photos.json", query: selection.query(), headers: ["Accept": "application/json"]))
  }

  /// The description of these tiles: TileJSON 3.0.
  ///
  /// - Parameter datetime: Only this time: a year, a month, a date, a date-time, or two of them with `/` between.
  public static func trackTileJSON(datetime: String? = nil) -> Endpoint {
    Endpoint(json: Request("/tiles/tracks.json", query: Request.query([("datetime", datetime)]), headers: ["Accept": "application/json"]))
  }

  /// The description of a file's tiles: TileJSON 3.0.
  ///
  /// - Parameter name: The `id` of a map.
  public static func baseMap(_ name: String) -> Endpoint {
    Endpoint(json: Request("/basemap/\(Request.percentEncoded(name)).json", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Tracks {
  /// The recorded tracks, page by page.
  ///
  /// Each is a MultiLineString; a line ends where nothing was recorded for half an hour. `coordTimes` has a time
  /// for each position, `utcOffsets` the minutes that clocks at the start of each line are ahead of UTC. Lines have
  /// as much detail as a map of `zoom` needs, or all of it and altitudes with `full`. A page ends early if it would
  /// have more than 500000 positions.
  ///
  /// - Parameter cursor: The position to continue from, taken from a `next` link.
  /// - Parameter limit: The number of tracks on a page; greater numbers mean the maximum.
  /// - Parameter box: Only tracks with a line in this box of degrees (CRS84): west, south, east, north, edges
  ///     included.
  /// - Parameter datetime: Only this time: a year, a month, a date, a date-time, or two of them with `/` between.
  /// - Parameter zoom: The zoom of a map for which the lines have enough detail.
  /// - Parameter full: Every fix with its altitude, regardless of `zoom`.
  public static func tracks(after cursor: String? = nil, limit: Int? = nil, inside box: GeographicBounds? = nil, datetime: String? = nil, zoom: Int? = nil, full: Bool? = nil) -> Endpoint {
    Endpoint(json: Request("/collections/tracks/items", query: Request.query([("cursor", cursor), ("limit", limit.map { "\($0)" }), ("bbox", box?.parameter), ("datetime", datetime), ("zoom", zoom.map { "\($0)" }), ("full", full.map { "\($0)" })]), headers: ["Accept": "application/geo+json"]))
  }
}

extension Endpoint where Response == API.Track {
  /// One track.
  ///
  /// With `datetime`, only its part of that time.
  ///
  /// - Parameter id: The number of the track, which does not change when its file is moved.
  /// - Parameter datetime: Only this time: a year, a month, a date, a date-time, or two of them with `/` between.
  /// - Parameter zoom: The zoom of a map for which the lines have enough detail.
  /// - Parameter full: Every fix with its altitude, regardless of `zoom`.
  public static func track(_ id: Int, datetime: String? = nil, zoom: Int? = nil, full: Bool? = nil) -> Endpoint {
    Endpoint(json: Request("/collections/tracks/items/\(id)", query: Request.query([("datetime", datetime), ("zoom", zoom.map { "\($0)" }), ("full", full.map { "\($0)" })]), headers: ["Accept": "application/geo+json"]))
  }
}

extension Endpoint where Response == API.TrackPosition {
  /// The position of the recorders of the tracks at a moment.
  ///
  /// On the geodesic between the fixes before and after it, with the expected error in metres; the same as
  /// `geoindex place --from-tracks` computes for a photo.
  ///
  /// - Parameter at: The moment, with an offset; without one it is in UTC.
  /// - Parameter maxGap: The greatest time in seconds between the two fixes.
  public static func trackPosition(at: String, maxGap: Int? = nil) -> Endpoint {
    Endpoint(json: Request("/tracks/position", query: Request.query([("at", at), ("max-gap", maxGap.map { "\($0)" })]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Catalog {
  /// The landing page of the photos as a SpatioTemporal Asset Catalog.
  public static func catalog() -> Endpoint {
    Endpoint(json: Request("/stac", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.CatalogCollections {
  /// The only collection, `photos`.
  public static func catalogCollections() -> Endpoint {
    Endpoint(json: Request("/stac/collections", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.CatalogCollection {
  /// The extent of the photos that the visitor may see.
  public static func catalogCollection() -> Endpoint {
    Endpoint(json: Request("/stac/collections/photos", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Items {
  /// The photos as items of STAC, page by page.
  ///
  /// The photos of `/collections/photos/items` with the same filters, as items of STAC. Follow the `next` link
  /// until there is none. `numberMatched` is exact.
  ///
  /// - Parameter order: The order: by time, oldest or newest first, undated photos last; by default, by place.
  /// - Parameter cursor: The position to continue from, taken from a `next` link; it may be used with another
  ///     `limit`.
  /// - Parameter limit: The number of photos on a page; greater numbers mean the maximum.
  /// - Parameter fields: Only these parts of items, separated by commas; `*` is everything, and `-` excludes. The
  ///     most specific one decides.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func items(_ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, fields: String? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/stac/collections/photos/items", query: selection.query() + Request.query([("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("fields", fields), ("lang", lang)]), headers: ["Accept": "application/geo+json"]))
  }

  /// The photos that match filters, as items of STAC.
  ///
  /// The photos of `/collections/photos/items` with the same filters, as items of STAC. Follow the `next` link
  /// until there is none. `numberMatched` is exact.
  ///
  /// - Parameter order: The order: by time, oldest or newest first, undated photos last; by default, by place.
  /// - Parameter cursor: The position to continue from, taken from a `next` link; it may be used with another
  ///     `limit`.
  /// - Parameter limit: The number of photos on a page; greater numbers mean the maximum.
  /// - Parameter ids: Only the photos with these ids, separated by commas.
  /// - Parameter collections: Only photos of these collections; there is one, `photos`.
  /// - Parameter intersects: Only photos in this geometry of GeoJSON, edges included; of any type. Excludes `bbox`.
  /// - Parameter fields: Only these parts of items, separated by commas; `*` is everything, and `-` excludes. The
  ///     most specific one decides.
  /// - Parameter placePosition: Only photos that show this longitude and latitude, by their distance and direction,
  ///     nearest first. The response is one page of the thousand nearest.
  /// - Parameter placeDistance: With `place_position`, the least and the greatest distance from it in metres.
  /// - Parameter placeFovTolerance: With `place_position`, how many degrees a photo may face away from it, if its
  ///     direction is known.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func searchItems(_ selection: Selection = Selection(), in order: PhotoOrder? = nil, after cursor: String? = nil, limit: Int? = nil, ids: String? = nil, collections: String? = nil, intersects: String? = nil, fields: String? = nil, placePosition: [String]? = nil, placeDistance: String? = nil, placeFovTolerance: Int? = nil, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/stac/search", query: selection.query() + Request.query([("sortby", order?.parameter), ("cursor", cursor), ("limit", limit.map { "\($0)" }), ("ids", ids), ("collections", collections), ("intersects", intersects), ("fields", fields), ("place_position", placePosition?.joined(separator: ",")), ("place_distance", placeDistance), ("place_fov_tolerance", placeFovTolerance.map { "\($0)" }), ("lang", lang)]), headers: ["Accept": "application/geo+json"]))
  }

  /// The same with the filters in the content of the request.
  ///
  /// Members are named as the parameters of GET, except `view`, which has no member. Lists and geometries are JSON,
  /// and `filter` is CQL2 as JSON. The `next` link has the content of the request for the next page.
  public static func searchItemsByContent(_ order: API.ItemSearch) -> Endpoint {
    Endpoint(json: Request(.post, "/stac/search", headers: ["Accept": "application/geo+json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Item {
  /// One photo as an item of STAC.
  ///
  /// - Parameter id: The number of the photo, which does not change when its file is moved.
  /// - Parameter lang: The language of names, such as `de`; else that of `Accept-Language`.
  public static func item(_ id: Int, lang: String? = nil) -> Endpoint {
    Endpoint(json: Request("/stac/collections/photos/items/\(id)", query: Request.query([("lang", lang)]), headers: ["Accept": "application/geo+json"]))
  }
}

extension Endpoint where Response == API.BaseMaps {
  /// The installed street maps, aerial pictures and reliefs.
  ///
  /// Files in the PMTiles and MBTiles formats, see `geoindex basemap`. Each has the members of its TileJSON, and
  /// `id`, which is its name in addresses. Owners also see which files cannot be read, and why.
  public static func baseMaps() -> Endpoint {
    Endpoint(json: Request("/basemap", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Report {
  /// Every file that is not on the map, and why.
  ///
  /// The totals are those of the whole library and of `geoindex report`; `numberMatched` counts the files with the
  /// requested reason. They come reason by reason, in the order of their ids. `scanCommand` is the command that
  /// scans a folder into this index. Editors and viewers get the photos of their scope, with totals of these
  /// photos, and neither `scanCommand` nor `hanging` folders.
  ///
  /// - Parameter cursor: The position to continue from, taken from a `next` link; it may be used with another
  ///     `limit`.
  /// - Parameter limit: The number of files on a page; greater numbers mean the maximum.
  /// - Parameter reason: Only files that are not on the map for this reason. One of: `no-gps`, `null-island`,
  ///     `invalid-gps`, `unreadable`, `unsupported`.
  public static func report(after cursor: String? = nil, limit: Int? = nil, reason: String? = nil) -> Endpoint {
    Endpoint(json: Request("/report", query: Request.query([("cursor", cursor), ("limit", limit.map { "\($0)" }), ("reason", reason)]), headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Visitor {
  /// Who the visitor is, and what the visitor may see and do.
  ///
  /// `role` is `owner`, `editor`, `viewer` or `guest`; each may do what the next one may. A user who has signed in
  /// has a `name`, and with a limited `scope` sees the photos of any of its parts; without `scope`, all photos. Of
  /// a guest it says who shared the link (`by`), when it `expires`, and the cells of `precision` metres to which
  /// positions are rounded. `session` says whether a DELETE of `/session` signs out, `users` whether users can sign
  /// in.
  public static func visitor() -> Endpoint {
    Endpoint(json: Request("/me", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Shares {
  /// The links that are valid now.
  ///
  /// `asksForPassword` says whether links restrict anything: on a server without passwords every visitor sees
  /// everything.
  public static func shares() -> Endpoint {
    Endpoint(json: Request("/shares", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Share {
  /// Makes a link that shows a part of the photos for a limited time.
  ///
  /// The members are the options of `geoindex share`, as text: `bbox`, `datetime`, `path`, `precision`, `expires`
  /// (`12h`, `7d`, `4w`), `filter`, a drawing of at most 2048 bytes in CQL2 text (`S_INTERSECTS` with polygons and
  /// `S_DWITHIN` with lines, with AND, OR and NOT), and `paths` or `no-names`, and `no-words`, with the value
  /// `yes`. With `trip`, a day of a trip, the link shows a page of that trip and nothing else, with `no-times`
  /// without the times of the day, with `diary` with the texts of the diary; in the answer, `trip` is its first and
  /// last day.
  public static func share(_ order: API.ShareOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/shares", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Zones {
  /// The zones that hide their photos from guests, and one that is proposed.
  ///
  /// A zone is a `circle` (latitude, longitude and radius in metres) or a `bbox`. With `coarse` its photos are
  /// shown at positions that are rounded to cells of so many metres; without, they are hidden. `proposal` is a
  /// circle around the place with photos of most days. Its centre is shifted at random, because the middle of a gap
  /// would tell where the place is.
  public static func zones() -> Endpoint {
    Endpoint(json: Request("/zones", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Zone {
  /// Adds a zone, which applies to every guest from the next request on.
  ///
  /// The members are those of a zone in the answer to GET, as text.
  public static func addZone(_ order: API.ZoneOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/zones", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Scan {
  /// Starts a scan for new and changed photos, or joins the running scan.
  ///
  /// Scans the folders of `--scan` and `--watch`, or else all folders of the index, each with the options
  /// `--include` and `--exclude` of its last scan. The request needs no body.
  public static func startScan() -> Endpoint {
    Endpoint(json: Request(.post, "/scans", headers: ["Accept": "application/json"]))
  }

  /// The progress or the result of a scan.
  ///
  /// - Parameter id: The number of the scan.
  public static func scan(_ id: Int) -> Endpoint {
    Endpoint(json: Request("/scans/\(id)", headers: ["Accept": "application/json"]))
  }

  /// Stops a scan; what it has found is stored, and `folder` says where it stopped.
  ///
  /// - Parameter id: The number of the scan.
  public static func stopScan(_ id: Int) -> Endpoint {
    Endpoint(json: Request(.delete, "/scans/\(id)", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Rooms {
  /// The open rooms, in which people look at the map together.
  public static func rooms() -> Endpoint {
    Endpoint(json: Request("/rooms", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.Room {
  /// Opens a room.
  ///
  /// `{"name":"Holiday","longitude":2.29,"latitude":48.86,"zoom":12}`: all members are optional; the position is
  /// where the map is. People join with the id: see `/events`. Rooms are in memory only. A room closes an hour
  /// after its last member has left, and after a day. There are at most 1024 rooms, 20 without members of one
  /// person.
  public static func openRoom(_ order: API.RoomOrder) -> Endpoint {
    Endpoint(json: Request(.post, "/rooms", headers: ["Accept": "application/json"], content: .init(order: order)))
  }

  /// A room and its members, with where their maps are.
  ///
  /// - Parameter room: The id of the room.
  public static func room(_ room: String) -> Endpoint {
    Endpoint(json: Request("/rooms/\(Request.percentEncoded(room))", headers: ["Accept": "application/json"]))
  }
}

extension Endpoint where Response == API.RoomResult? {
  /// Shows the members of a room something, or moves the own map.
  ///
  /// Each message has the `member` and the `key` of `hello` in `/events`, and a `kind`: `text` with `text`, `view`
  /// with `longitude`, `latitude`, `zoom` and perhaps `bearing`, `point` with `longitude` and `latitude`, `photo`
  /// with the id `photo`, `lead` with `lead` (true or false; for the person who has opened the room), or `leave`. A
  /// text is one line of at most 1000 bytes. A member may move the map 10 times a second and do anything else 2
  /// times a second, for a moment more often. A member to whom a photo or a position must not be shown does not get
  /// it.
  ///
  /// - Parameter room: The id of the room.
  public static func sendRoomMessage(_ room: String, _ order: API.RoomMessage) -> Endpoint {
    Endpoint(optional: Request(.post, "/rooms/\(Request.percentEncoded(room))/messages", headers: ["Accept": "application/json"], content: .init(order: order)))
  }
}

extension Endpoint where Response == API.Health {
  /// Whether the index can be read.
  public static func health() -> Endpoint {
    Endpoint(json: Request("/healthz", headers: ["Accept": "application/json"]))
  }
}
