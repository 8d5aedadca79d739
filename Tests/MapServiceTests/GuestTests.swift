import HTTPServer
import People
import PhotoIndex
import TestSupport
import Testing

@testable import MapService

/// A guest of a link learns nothing about other photos, nor what the link withholds, by any operation.
@Suite struct GuestTests {
  /// The values of the parameters in the path of each operation; an operation that is not listed fails the test.
  private static let paths: [String: [[String]]] = {
    let once = [
      "getLandingPage", "getConformance", "getDescription", "getReadableDescription", "getStyle",
      "getCollections", "getCollection", "getQueryables", "getSchema", "getFeatureSchema",
      "getPhotos", "exportPhotos", "getArchive", "getFeed", "locatePosition", "getPlacements",
      "getDoubts", "getWords",
      "getPlaces", "getKeywords", "getPeople", "getTrips", "getHomes",
      "getClusters", "getNearestPhotos", "getPhotosSeeing", "getTimeline", "getFacets",
      "getTileSets", "getTileSet",
      "getTileJSON", "getTrackCollection", "getTrackQueryables", "getTrackSchema", "getTracks",
      "getTrackPosition", "getTrackTileJSON", "getBaseMaps", "getReport", "getEvents", "getHealth",
      "getMetrics", "getVisitor", "getShares", "getZones", "getViews", "getCode", "getDiary",
      "getSession", "getRooms", "getCatalog", "getCatalogConformance", "getCatalogCollections",
      "getCatalogCollection", "getCatalogQueryables", "getItemQueryables", "getItems",
      "searchItems",
    ]
    let ids = (0...55).map { ["\($0)"] }
    let tiles = [["0", "0", "0"], ["2", "1", "2"], ["2", "2", "1"], ["5", "16", "11"]]
    let several: [String: [[String]]] = [
      "getPhoto": ids, "getPhotosAgain": ids, "getItem": ids, "getThumbnail": ids,
      "getOriginal": ids, "getTile": tiles,
      "getMapTile": tiles, "getTrackTile": tiles, "getTrack": [["1"]], "getScan": [["1"]],
      "getTrip": [["2021-06-14"]], "getView": [["mine"]],
      "getClusterPhotos": [["0-0-0"], ["1-1-0"], ["2-2-1"], ["6-32-22"]],
      "getPlace": [["FR"], ["EG"], ["2988507"], ["nowhere"]],
      "getBaseMap": [["monaco"], ["none"]], "getRoom": [["0123456789abcdefghijkl"], ["none"]],
      "getBaseMapTile": [["monaco", "2", "2", "1"], ["monaco", "2", "0", "0"]],
    ]
    return several.merging(once.map { ($0, [[]]) }) { one, _ in one }
  }()

  /// Valid values of all parameters in queries; a parameter that is not listed fails the test.
  ///
  /// `*` takes the value from the link to the next page.
  private static let values: [String: [String]] = [
    "bbox": ["-180,-90,180,90", "2.2,48.8,2.5,48.9", "170,-60,-150,60"],
    "datetime": ["2021-01-01/2021-12-31", "../2022-01-01"],
    "datetime-local": ["2021-01-01/2023-12-31"], "month": ["1,2,3,10"], "day": ["1-20", "31"],
    "date": ["02-29", "10-01/03-31,06-15"],
    "weekday": ["6,7", "1-5"], "hour": ["17-21", "22-4", "0-11"], "camera": ["a"],
    "media": ["image"], "source": ["exif", "manual"],
    "path": ["2023-paris/*", "*", "*2*", "*.jpg", "moved*"],
    "country": ["FR", "EG"], "region": ["Bavaria"], "place": ["Paris"], "area": ["Nowhere"],
    "filter": [
      "path LIKE '2%'", "NOT path LIKE '2%'", "path IS NULL", "root IS NOT NULL",
      "NOT (root LIKE '%backup' AND id > 0)", "root LIKE '%pictures' OR altitude > 10",
      "path IN ('2023-paris/eiffel-tower.jpg')",
      "path > 'a' OR NOT path > 'a'", "filename LIKE '%.jpg'", "filename LIKE '%tower%'",
      "NOT filename IS NULL", "id <> 3", "title IS NULL", "NOT title LIKE '%e%'", "rating > 3",
      "NOT rating > 3", "A_CONTAINS(keywords, ('desert'))",
      "NAMED(keywords, 'desert') OR NAMED(people, 'Ada Lindqvist')",
      "NOT NAMED(keywords, 'desert')",
      "DOUBTED('any')", "NOT DOUBTED('sign')", "ON_FLIGHT() OR path LIKE '2%'", "NOT ON_FLIGHT()",
      "SHOWS(POINT(2.2945 48.8584), 2000)", "NOT SHOWS(POINT(2.2945 48.8584), 50000)",
      "NOT A_OVERLAPS(people, ('Ada Lindqvist'))",
      "A_EQUALS(keywords, ('beach','palm'))", "copyright IS NOT NULL", "caption LIKE 'P%'",
    ],
    "filter-lang": ["cql2-text"], "filter-crs": ["http://www.opengis.net/def/crs/OGC/1.3/CRS84"],
    "limit": ["1", "3"], "offset": ["1"], "cursor": ["*"], "sortby": ["takenAt", "-takenAt"],
    "properties": ["", "path", "filename,path,root", "takenAt"], "lang": ["de"],
    "zoom": ["0", "3", "9"], "lon": ["2.29"], "lat": ["48.85"], "k": ["3", "100"],
    "within": ["5000000"], "getPhotosSeeing within": ["50000", "2000"],
    "getPhotosAgain within": ["50000", "1000"], "height": ["0", "25"], "buckets": ["7"],
    "per": ["day"], "clock": ["local"],
    "q": ["par", "e", "ada 2018", "tower", "jpg", "pictures -ada"],
    "parent": ["FR"], "width": ["160"], "missing": ["empty"], "as": ["jpeg"], "v": ["1"],
    "paths": ["true", "false"],
    "keyword": ["tower", "Nature/Sea", "buildings"], "person": ["Ada Lindqvist", "noor"],
    "trip": ["2021-06-14"], "doubt": ["any", "coarse"], "flight": ["true", "false"],
    "view": ["mine"],
    "room": ["0123456789abcdefghijkl"],
    "name": ["Ben"], "key": ["0123456789abcdefghijkl"],
    "rating": ["4+", "..2"],
    "reason": ["no-gps", "null-island", "unreadable"], "favourite": ["true", "false"],
    "ids": ["1,2,3,4,5,6,7,8,9,20,30,40"], "form": ["preview"], "positions": ["no"],
    "photo": (1...50).map(String.init), "from": ["tracks,neighbours"], "max-gap": ["600"],
    "max-distance": ["1000"], "extrapolate": ["60"],
    "getDoubts reason": ["coarse"], "device": ["Aster F2"],
    "getPlacements clock": ["Aster F2=+02:07:00"],
    "getItems sortby": ["properties.datetime", "-datetime"],
    "searchItems sortby": ["takenAt", "-properties.takenAt"],
    "fields": ["", "properties.path,properties.root", "-links,-properties.filename"],
    "collections": ["photos", "others"],
    "intersects": [
      #"{"type":"Polygon","coordinates":[[[-10,35],[30,35],[30,60],[-10,60],[-10,35]]]}"#,
      #"{"type":"Point","coordinates":[2.2916,48.8568]}"#,
    ],
    "place_position": ["2.2945,48.8584"], "place_distance": ["0-500"],
    "place_fov_tolerance": ["90"],
    "at": ["2024-05-01T12:00:00Z"], "text": ["tower", "http://localhost/"],
  ]

  /// Europe without a strip of France.
  private static let drawing =
    "(S_INTERSECTS(geometry,POLYGON((-20 -40,60 -40,60 70,-20 70,-20 -40))) AND NOT "
    + "S_DWITHIN(geometry,LINESTRING(2.2 48.8,2.4 48.9),20000))"

  @Test(arguments: [
    SharedLibrary.Link(filters: ["path": "2023-*"]),
    .init(filters: ["path": "*a*", "no-names": "yes"]),
    .init(filters: ["bbox": "-10,35,30,60"]),
    .init(filters: ["datetime": "2021-01-01/2022-12-31", "paths": "yes"]),
    .init(filters: ["precision": "5000", "datetime": "2016-01-01/.."]),
    .init(filters: ["path": "2*"], hasZones: true),
    .init(filters: ["path": "*e*", "no-words": "yes", "paths": "yes"]),
    .init(
      filters: ["bbox": "-130,-40,60,70", "no-words": "yes", "no-names": "yes"], hasZones: true),
    .init(filters: ["bbox": "-20,-40,60,70", "no-names": "yes"], hasZones: true),
    .init(filters: ["precision": "1000", "paths": "yes"], hasZones: true),
    .init(filters: ["filter": drawing]),
    .init(filters: ["filter": drawing, "no-names": "yes"], hasZones: true),
  ])
  func noOperationDistinguishesALibraryFromOneOfTheSharedPhotosAlone(link: SharedLibrary.Link)
    throws
  {
    let shared = try SharedLibrary(link)
    #expect(shared.counts.shared > 1)
    #expect(shared.counts.shared < shared.counts.all)
    let context = ServiceContext(index: try Service.shared().index, options: .init())
    var answered = 0
    for operation in context.operations where operation.method == .get {
      for target in try Self.targets(of: operation, shared.guarded) {
        let answer = try Self.expectSame(shared, target)
        // Each value is valid.
        #expect(answer.status != 400, "\(target): \(answer.text)")
        if operation.audience > .guests { #expect(answer.status == 403, "\(target)") }
        if answer.status == 200 { answered += 1 }
      }
    }
    #expect(answered > 500)
  }

  /// Random scopes, by a seed: one to four parts of any kind.
  ///
  /// A coarse position may be in another area than the true one, so scopes with zones have no areas.
  static let scopes: [SharedLibrary.Link] = (0..<6).map { seed in
    var random = SeededRandom(seed: UInt64(seed))
    let hasZones = seed % 2 == 1
    let values: [(UserScope.Part.Kind, [String])] = [
      (.path, ["2021-egypt", "2023-*", "*a*", "2018-california", "*.jpg", "top.jpg"]),
      (.keyword, ["tower", "Nature", "buildings", "desert"]),
      (.bbox, ["-10,35,30,60", "-130,20,-60,60"]),
      (.area, ["FR", "Egypt", "Bavaria", "Paris", "Nepal"]),
    ]
    let parts = (0...Int.random(in: 0...3, using: &random)).compactMap { _ in
      let (kind, texts) = values[Int.random(in: 0..<(hasZones ? 3 : 4), using: &random)]
      return try? UserScope.Part(kind, texts[Int.random(in: 0..<texts.count, using: &random)])
    }
    return SharedLibrary.Link(hasZones: hasZones, scope: parts)
  }

  @Test(arguments: scopes)
  func noOperationDistinguishesALibraryFromOneOfTheScopeAlone(link: SharedLibrary.Link) throws {
    let shared = try SharedLibrary(link)
    #expect(shared.counts.shared > 0)
    #expect(shared.counts.shared < shared.counts.all)
    let context = ServiceContext(index: try Service.shared().index, options: .init())
    if link.scope.contains(where: { $0.value == "*a*" || $0.value == "*.jpg" }) {
      #expect(shared.unlocated > 5)
    }
    var answered = 0
    for operation in context.operations where operation.method == .get {
      // They say the scope to its user, and the version of the index.
      guard !["getVisitor", "getEvents"].contains(operation.id) else { continue }
      for target in try Self.targets(of: operation, shared.guarded, for: .editors) {
        let answer = try Self.expectSame(shared, target)
        #expect(answer.status != 400, "\(target): \(answer.text)")
        if operation.audience > .editors { #expect(answer.status == 403, "\(target)") }
        if answer.status == 200 { answered += 1 }
      }
    }
    #expect(answered > 500)
  }

  /// The requests of an operation: with the required parameters alone, and with each value of each other one.
  private static func targets(
    of operation: Operation, _ door: GuestDoor, for audience: Audience = .guests
  ) throws -> [String] {
    let sets = try #require(paths[operation.id], "\(operation.id) is not tested for guests")
    let names = operation.parameters.filter { $0.location == .path }.map(\.name)
    let required = try operation.queryParameters.filter(\.isRequired).map { parameter in
      "\(parameter.name)=\(try #require(values[parameter.name]?.first, "\(parameter.name)"))"
    }
    let addresses = sets.map { set in
      zip(names, set).reduce(operation.path) { $0.replacing("{\($1.0)}", with: $1.1) }
    }
    var targets = addresses.map { target($0, required) }
    guard operation.audience <= audience else { return targets }
    for parameter in operation.queryParameters {
      let given =
        parameter.name == "f"
        ? operation.formats.compactMap(\.name)
        : try #require(
          values["\(operation.id) \(parameter.name)"] ?? values[parameter.name],
          "\(parameter.name) is not tested for guests")
      for address in addresses.prefix(3) {
        for value in given {
          let others = required.filter { !$0.hasPrefix(parameter.name + "=") }
          if value == "*" && parameter.name == "cursor" {
            let first = try door.ask(target(address, others + ["limit=2"]))
            if let next = first.headers.nextPage { targets.append(next) }
          } else {
            targets.append(target(address, others + ["\(parameter.name)=\(escaped(value))"]))
          }
        }
      }
    }
    return targets
  }

  private static func target(_ address: String, _ query: [String]) -> String {
    query.isEmpty ? address : address + "?" + query.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Both responses, and those to HEAD, without validators, which hold the version of the index.
  private static func expectSame(_ shared: SharedLibrary, _ target: String) throws -> Answer {
    // The header says enough about each value of a parameter.
    let methods: [Method] = target.contains("?") ? [.get] : [.head, .get]
    var answers: [Answer] = []
    for method in methods {
      answers = try [shared.guarded, shared.truth].map { try $0.ask(target, method: method) }
      #expect(answers[0].status == answers[1].status, "\(target)")
      #expect(
        answers[0].bytes == answers[1].bytes, "\(target): \(answers[0].difference(answers[1]))")
      let fields = answers.map { answer in
        Array(answer.headers).filter { $0.name.lowercased() != "etag" }
          .map { "\($0.name): \($0.value)" }
      }
      #expect(fields[0] == fields[1], "\(target)")
    }
    return answers[0]
  }
}

extension Answer {
  /// The text around the first difference.
  fileprivate func difference(_ other: Answer) -> String {
    let common = zip(bytes, other.bytes).prefix { $0 == $1 }.count
    return [self, other].map { answer in
      String(decoding: answer.bytes.dropFirst(max(0, common - 60)).prefix(160), as: UTF8.self)
    }.joined(separator: "\n≠\n")
  }
}
