import Foundation
import HTTPServer
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import MapService

/// The photos as a SpatioTemporal Asset Catalog.
@Suite struct CatalogTests {
  private static let search = "/stac/search"

  private func ids(_ document: [String: Any]) throws -> [String] {
    try #require(document["features"] as? [[String: Any]]).map { try #require($0["id"] as? String) }
  }

  /// The response to a search by POST.
  private func post(_ service: Service, _ content: String) throws -> Answer {
    try service.post(Self.search, Array(content.utf8), ["Content-Type": "application/json"])
  }

  private func posted(_ service: Service, _ content: String) throws -> [String: Any] {
    let answer = try post(service, content)
    try #require(answer.status == 200, "\(content): \(answer.text)")
    return try answer.json()
  }

  // MARK: The same photos

  @Test(arguments: [
    "", "bbox=170,-60,-150,60", "bbox=2.2,48.8,0,2.5,48.9,100", "datetime=2021/2022", "camera=a",
    "media=image", "country=FR", "keyword=tower", "rating=4%2B", "q=par", "path=2023-*",
    "month=6-8", "person=Ada%20Lindqvist", "view=At%20the%20sea", "filter=altitude%20%3E%20100",
    "limit=5", "sortby=takenAt", "sortby=-takenAt&limit=7",
  ])
  func itemsAreTheFeaturesOfTheSameFilters(query: String) throws {
    let service = try Service.shared()
    let features = try service.json("/collections/photos/items?\(query)")
    for path in [Self.search, "/stac/collections/photos/items"] {
      let items = try service.json("\(path)?\(query)")
      #expect(items["numberMatched"] as? Int == features["numberMatched"] as? Int)
      let known = try #require(features["features"] as? [[String: Any]]).map(Feature.init)
      #expect(try ids(items) == known.map { String($0.id) })
      for (item, feature) in zip(try #require(items["features"] as? [[String: Any]]), known) {
        let properties = try #require(item["properties"] as? [String: Any])
        for (name, value) in feature.properties where name != "thumbnail" && name != "original" {
          #expect("\(properties[name] ?? "")" == "\(value)", "\(feature.id) \(name)")
        }
        let assets = try #require(item["assets"] as? [String: [String: Any]])
        #expect(assets["original"]?["href"] as? String == feature.properties["original"] as? String)
        #expect(assets["original"]?["type"] as? String == feature.properties["media"] as? String)
        #expect(assets["original"]?["file:size"] as? Int == feature.properties["size"] as? Int)
        #expect(
          assets["thumbnail"]?["href"] as? String == feature.properties["thumbnail"] as? String)
      }
    }
  }

  @Test(arguments: [
    (#"{"bbox":[2.2,48.8,2.5,48.9]}"#, "bbox=2.2,48.8,2.5,48.9"),
    (#"{"ids":["3","4","none"],"limit":2}"#, "ids=3,4,none"),
    (#"{"collections":["photos"],"datetime":"2021/2022"}"#, "datetime=2021/2022"),
    (#"{"collections":["others"]}"#, "collections=others"), ("{}", ""),
    (#"{"favourite":true}"#, "favourite=true"),
    (#"{"camera":"a","favourite":false}"#, "camera=a&favourite=false"),
    (
      #"{"sortby":[{"field":"properties.datetime","direction":"desc"}],"limit":5}"#,
      "sortby=-datetime&limit=5"
    ),
    (
      #"{"fields":{"include":["id","properties.title"],"exclude":["links"]}}"#,
      "fields=id,properties.title,-links"
    ),
    (#"{"fields":{"exclude":["geometry"]},"limit":3}"#, "fields=*,-geometry&limit=3"),
    (#"{"fields":{"include":null,"exclude":["geometry"]}}"#, "fields=-geometry"),
    (
      #"{"filter":{"op":">","args":[{"property":"altitude"},100]}}"#,
      "filter=altitude%20%3E%20100"
    ),
    (#"{"filter":"altitude > 100"}"#, "filter=altitude%20%3E%20100"),
    (#"{"filter":"altitude > 100","filter-lang":"cql2-text"}"#, "filter=altitude%20%3E%20100"),
    (
      #"{"place_position":[2.2945,48.8584],"place_distance":"0-1000","place_fov_tolerance":180}"#,
      "place_position=2.2945,48.8584&place_distance=0-1000&place_fov_tolerance=180"
    ),
  ])
  func aSearchByContentIsThatOfTheSameParameters(content: String, query: String) throws {
    let service = try Service.shared()
    let byContent = try posted(service, content)
    let byQuery = try service.json("\(Self.search)?\(query)")
    for name in ["features", "numberReturned", "numberMatched"] {
      #expect((byContent[name] as? NSObject) == (byQuery[name] as? NSObject), "\(name)")
    }
  }

  @Test func nextLinksShowEachPhotoOnce() throws {
    let service = try Service.shared()
    let all = Set(try service.features("/collections/photos/items").map { String($0.id) })
    func follow(_ first: [String: Any], _ next: ([String: Any]) throws -> [String: Any]) throws
      -> [String]
    {
      var (found, page) = (try ids(first), first)
      while let link = (page["links"] as? [[String: Any]])?.first(where: {
        $0["rel"] as? String == "next"
      }) {
        page = try next(link)
        found += try ids(page)
      }
      return found
    }
    for order in ["", "&sortby=-datetime"] {
      let found = try follow(try service.json("\(Self.search)?limit=7\(order)")) { link in
        #expect(link["method"] as? String == "GET")
        let address = try #require(link["href"] as? String)
        return try service.json(address.replacing("http://photos.test:8080", with: ""))
      }
      #expect(found.count == all.count)
      #expect(Set(found) == all)
    }
    let content = #"{"limit":7,"filter":{"op":"like","args":[{"property":"media"},"image%"]}}"#
    let found = try follow(try posted(service, content)) { link in
      #expect(link["method"] as? String == "POST")
      #expect(link["href"] as? String == "http://photos.test:8080/stac/search")
      let body = try JSONSerialization.data(withJSONObject: try #require(link["body"]))
      return try posted(service, String(decoding: body, as: UTF8.self))
    }
    #expect(found.count == Set(found).count)
    #expect(found.count == (try posted(service, content))["numberMatched"] as? Int)
  }

  // MARK: Time

  @Test func itemsWithoutAnInstantHaveTheSpanInWhichItIs() throws {
    let items = try #require(
      try Service.shared().json("\(Self.search)?limit=1000")["features"] as? [[String: Any]])
    var kinds: [String: Int] = [:]
    let clock = ISO8601DateFormatter()
    for item in items {
      let properties = try #require(item["properties"] as? [String: Any])
      let datetime = try #require(properties["datetime"])
      if let text = datetime as? String {
        #expect(text.hasSuffix("Z"))
        #expect(properties["start_datetime"] == nil)
        kinds["instant", default: 0] += 1
        continue
      }
      #expect(datetime is NSNull)
      let start = try #require(properties["start_datetime"] as? String)
      let end = try #require(properties["end_datetime"] as? String)
      if let local = properties["takenAtLocal"] as? String {
        let moment = try #require(clock.date(from: local + "Z"))
        #expect(clock.date(from: start) == moment - 14 * 3_600)
        #expect(clock.date(from: end) == moment + 12 * 3_600)
        kinds["local", default: 0] += 1
      } else {
        #expect(start == "0001-01-01T00:00:00Z")
        #expect(end == "9999-12-31T23:59:59Z")
        kinds["undated", default: 0] += 1
      }
    }
    #expect(kinds["instant"] ?? 0 > 10)
    #expect(kinds["undated"] ?? 0 > 0)
  }

  /// Without places, so that nothing tells the offset from UTC.
  @Test func aPhotoWithALocalTimeAloneHasASpanOf26Hours() throws {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let record = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[-40,-50]},"properties":\
      {"root":"/photos","path":"a.jpg","takenAtLocal":"2024-05-01T12:00:00"}}

      """
    var pieces = [Array(record.utf8), []][...]
    _ = try PhotoImporter(index: index).run(reading: { pieces.popFirst() ?? [] })
    let request = try Request(target: Self.search, headers: ["Host": "localhost"])
    let answer = try Answer(MapService(index: index).respond(to: request).response()).json()
    let item = try #require((answer["features"] as? [[String: Any]])?.first)
    let properties = try #require(item["properties"] as? [String: Any])
    #expect(properties["datetime"] is NSNull)
    #expect(properties["start_datetime"] as? String == "2024-04-30T22:00:00Z")
    #expect(properties["end_datetime"] as? String == "2024-05-02T00:00:00Z")
    // Neither its direction nor its size is known.
    #expect((item["stac_extensions"] as? [String])?.isEmpty == true)
  }

  @Test(
    arguments: [(-90, 0), (-52.5, 37.5), (0, 90), (0.1, nil), (nil, nil)] as [(Double?, Double?)])
  func anglesOfTheCameraHaveTheNamesOfExtensions(pitch: Double?, offNadir: Double?) throws {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let looks = pitch.map { #","pitch":\#($0),"fieldOfView":73.5,"cameraMake":"DJI""# } ?? ""
    let record = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[-40,-50]},"properties":\
      {"root":"/photos","path":"a.jpg"\(looks)}}

      """
    var pieces = [Array(record.utf8), []][...]
    _ = try PhotoImporter(index: index).run(reading: { pieces.popFirst() ?? [] })
    func item(_ fields: String) throws -> [String: Any] {
      let request = try Request(
        target: "\(Self.search)?fields=\(fields)", headers: ["Host": "localhost"])
      let answer = try Answer(MapService(index: index).respond(to: request).response()).json()
      return try #require((answer["features"] as? [[String: Any]])?.first)
    }
    func extensions(_ item: [String: Any]) -> [Substring] {
      (item["stac_extensions"] as? [String] ?? []).map { $0.split(separator: "/")[2] }
    }
    let whole = try item("*")
    let properties = try #require(whole["properties"] as? [String: Any])
    #expect(properties["view:off_nadir"] as? Double == offNadir)
    let interior = properties["pers:interior_orientation"] as? [String: Any]
    #expect(interior?["field_of_view"] as? Double == (pitch == nil ? nil : 73.5))
    #expect(interior?["camera_manufacturer"] as? String == (pitch == nil ? nil : "DJI"))
    let expected: [Substring] =
      (offNadir == nil ? [] : ["view"]) + (pitch == nil ? [] : ["perspective-imagery"])
    #expect(extensions(whole) == expected)
    let parts = try item("*,-properties.view:off_nadir,-properties.pers:interior_orientation")
    #expect(extensions(parts) == [])
    #expect((parts["properties"] as? [String: Any])?["view:off_nadir"] == nil)
    #expect((parts["properties"] as? [String: Any])?["pers:interior_orientation"] == nil)
  }

  @Test func anEmptyLibraryHasTheWholeWorldAsItsExtent() throws {
    let service = try Service(["odd-cases/no-gps.jpg"])
    let extent = try #require(
      try service.json("/stac/collections/photos")["extent"] as? [String: Any])
    let boxes = (extent["spatial"] as? [String: Any])?["bbox"] as? [[Double]]
    #expect(boxes == [[-180, -90, 180, 90]])
    let times = (extent["temporal"] as? [String: Any])?["interval"] as? [[Any]]
    #expect(times?.first?.allSatisfy { $0 is NSNull } == true)
    let found = try service.json(Self.search)
    #expect(found["numberMatched"] as? Int == 0)
    #expect(try ids(found).isEmpty)
  }

  // MARK: Geometries

  /// Each geometry, and the box of the photos that must be in it.
  @Test(arguments: [
    (#"{"type":"Point","coordinates":[2.2916,48.8568]}"#, "2.2916,48.8568,2.2916,48.8568"),
    (
      #"{"type":"MultiPoint","coordinates":[[2.2916,48.8568],[0,0,5]]}"#,
      "2.2916,48.8568,2.2916,48.8568"
    ),
    (
      #"{"type":"LineString","coordinates":[[2.2916,48],[2.2916,49]]}"#,
      "2.2916,48,2.2916,49"
    ),
    (
      #"{"type":"MultiLineString","coordinates":[[[2.2916,48],[2.2916,49]],[[10,0],[20,0]]]}"#,
      "2.2916,48,2.2916,49"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[-10,35],[30,35],[30,60],[-10,60],[-10,35]]]}"#,
      "-10,35,30,60"
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[-10,35],[30,35],[30,60],[-10,60],[-10,35]]]]}"#,
      "-10,35,30,60"
    ),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[2.2916,48.8568]},{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[-10,35],[30,35],[30,60],[-10,60],[-10,35]]]}]}]}"#,
      "-10,35,30,60"
    ),
  ])
  func intersectsTakesEveryGeometry(geometry: String, box: String) throws {
    let service = try Service.shared()
    let found = try ids(try posted(service, #"{"intersects":\#(geometry)}"#))
    #expect(!found.isEmpty)
    #expect(
      found == (try service.features("/collections/photos/items?bbox=\(box)")).map { "\($0.id)" })
  }

  // MARK: Parts

  private func item(_ fields: String) throws -> [String: Any] {
    let found = try Service.shared().json(
      "\(Self.search)?bbox=2.2,48.8,2.5,48.9&fields=\(fields)")
    return try #require((found["features"] as? [[String: Any]])?.first)
  }

  @Test func fieldsSelectsParts() throws {
    #expect(Set(try item("id").keys) == ["id"])
    let least = try item("")
    #expect(least["stac_version"] != nil)
    #expect(Set((least["properties"] as? [String: Any] ?? [:]).keys) == ["datetime"])
    let title = try item("properties.title,%2Bid,-properties")
    #expect(Set(title.keys) == ["id", "properties"])
    #expect(Set((title["properties"] as? [String: Any] ?? [:]).keys) == ["title"])
    let others = try item("*,-geometry,-properties.title,-assets.thumbnail,-assets.visual.href")
    #expect(others["geometry"] == nil)
    #expect(others["bbox"] != nil)
    let properties = try #require(others["properties"] as? [String: Any])
    #expect(properties["title"] == nil)
    #expect(properties["path"] != nil)
    let assets = try #require(others["assets"] as? [String: [String: Any]])
    #expect(assets["thumbnail"] == nil)
    #expect(assets["visual"]?["href"] == nil)
    #expect(assets["visual"]?["type"] != nil)
    let exclusion = try item("-geometry")
    #expect(exclusion["geometry"] == nil)
    #expect((exclusion["properties"] as? [String: Any])?["path"] == nil)
    #expect(try item("geometry,-geometry")["geometry"] != nil)
    #expect(try item("properties.no-such-thing")["properties"] != nil)
    let size = try item("*,-assets.original.file:size")
    #expect((size["stac_extensions"] as? [String])?.contains { $0.contains("/file/") } == false)
  }

  // MARK: Places

  @Test func picturesOfAPlaceAreNearAndFaceIt() throws {
    let service = try Service.shared()
    // The tower is 277 metres north-east of the photo, which faces 52°.
    let place = "\(Self.search)?place_position=2.2945,48.8584&place_distance="
    #expect(try ids(service.json(place + "0-500")).count == 1)
    #expect(try ids(service.json(place + "0-100")).isEmpty)
    #expect(try ids(service.json(place + "300-500")).isEmpty)
    #expect(try ids(service.json(place + "0-500&media=video")).isEmpty)
    // From the other side.
    let behind = "\(Self.search)?place_position=2.2890,48.8552&place_distance=0-500"
    #expect(try ids(service.json(behind)).isEmpty)
    #expect(try ids(service.json(behind + "&place_fov_tolerance=180")).count == 1)
  }

  // MARK: Errors

  @Test(arguments: [
    (#"{"limit":0}"#, "limit"), (#"{"nothing":1}"#, "nothing"), ("[]", "JSON object"),
    ("{", "JSON object"), (#"{"bbox":[1,2,3]}"#, "bbox"), (#"{"bbox":"1,2,3,x"}"#, "bbox"),
    (#"{"bbox":null}"#, "leave it out"), (#"{"ids":false}"#, "ids"),
    (#"{"collections":[1]}"#, "collections"), (#"{"limit":"5"}"#, "limit"),
    (#"{"fields":{"include":"id"}}"#, "fields"), (#"{"intersects":"{}"}"#, "intersects"),
    (#"{"sortby":[{"field":"datetime","direction":"up"}]}"#, "sortby"),
    (#"{"view":"At the sea"}"#, "view"), (#"{"limit":1,"limit":2}"#, "limit"),
    (#"{"bbox":[1,2,3,4],"intersects":{"type":"Point","coordinates":[1,2]}}"#, "exclude"),
    (#"{"intersects":{"type":"Circle"}}"#, "GeometryCollection"),
    (#"{"intersects":{"type":"Point","coordinates":[1]}}"#, "position"),
    (#"{"intersects":{"type":"Point","coordinates":[200,1]}}"#, "180"),
    (#"{"intersects":{"type":"LineString","coordinates":[[1,2]]}}"#, "two positions"),
    (#"{"intersects":{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}}"#, "corners"),
    (#"{"intersects":{"type":"GeometryCollection","geometries":[]}}"#, "GeoJSON"),
    (#"{"datetime":"../.."}"#, "open"), (#"{"datetime":"yesterday"}"#, "datetime"),
    (#"{"sortby":[{"field":"properties.title"}]}"#, "properties.datetime"),
    (#"{"sortby":[{"direction":"asc"}]}"#, "sortby"), (#"{"cursor":"x"}"#, "cursor"),
    (#"{"filter":{"op":"=","args":[{"property":"none"},1]}}"#, "there is no property"),
    (#"{"filter":{"op":"=","args":[{"property":"width"}]}}"#, "arguments"),
    (#"{"filter":{"op":"casei","args":[{"property":"title"}]}}"#, "casei"),
    (#"{"filter":{"op":"=","args":[{"op":"+","args":[1,2]},3]}}"#, "operand"),
    (#"{"filter":{"op":"and","args":[]}}"#, "no arguments"), (#"{"filter":7}"#, "filter"),
    (#"{"filter":"id = 'x'"}"#, "id"), (#"{"filter-lang":"sql"}"#, "cql2-json"),
    (#"{"place_position":[1]}"#, "place_position"), (#"{"place_distance":"5-1"}"#, "range"),
  ])
  func aWrongSearchIsToldWhatToDo(content: String, part: String) throws {
    let answer = try post(try Service.shared(), content)
    #expect(answer.status == 400, "\(content): \(answer.text)")
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(answer.text.contains(part), "\(content): \(answer.text)")
  }

  @Test func aSearchTakesJSONAlone() throws {
    let answer = try Service.shared().post(Self.search, Array("limit=1".utf8))
    #expect(answer.status == 415)
    #expect(try Service.shared().get("/stac/collections/photos/items/999999").status == 404)
    #expect(try Service.shared().get("/stac/collections/others").status == 404)
  }

  @Test func nestingIsLimited() throws {
    let service = try Service.shared()
    let deep = String(repeating: #"{"op":"not","args":["#, count: 5_000)
    #expect(try post(service, #"{"filter":\#(deep)"#).status == 400)
    let corners = (0..<1_001).map { "[\(Double($0) / 10),1]" }.joined(separator: ",")
    let long = #"{"intersects":{"type":"LineString","coordinates":[\#(corners)]}}"#
    #expect(try post(service, long).text.contains("1000 corners"))
  }

  @Test func pagesOfOtherSitesMaySearchByContent() throws {
    let service = try Service.shared()
    let fields: Headers = [
      "Origin": "https://maps.example", "Sec-Fetch-Site": "cross-site",
      "Content-Type": "application/json",
    ]
    let answer = try service.post(Self.search, Array("{}".utf8), fields)
    #expect(answer.status == 200)
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    #expect(!answer.headers.contains("ETag"))
  }

  // MARK: Guests

  @Test(arguments: [
    SharedLibrary.Link(filters: ["path": "2023-*"]),
    .init(filters: ["path": "*a*", "no-names": "yes"]),
    .init(filters: ["precision": "5000", "datetime": "2016-01-01/.."]),
    .init(filters: ["bbox": "-20,-40,60,70", "no-words": "yes"], hasZones: true),
  ])
  func aSearchByContentTellsGuestsNoMoreThanALibraryOfTheirPhotos(link: SharedLibrary.Link) throws {
    let shared = try SharedLibrary(link)
    for content in [
      "{}", #"{"limit":2}"#, #"{"ids":["1","2","3","20"]}"#, #"{"filter":"path LIKE '2%'"}"#,
      #"{"filter":{"op":"isNull","args":[{"property":"path"}]}}"#,
      #"{"intersects":{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}"#,
      #"{"place_position":[2.2945,48.8584],"place_distance":"0-100000","place_fov_tolerance":30}"#,
    ] {
      let answers = try [shared.guarded, shared.truth].map { door in
        try door.ask(
          Self.search, ["Content-Type": "application/json"], method: .post, body: content)
      }
      #expect(answers[0].status == 200, "\(answers[0].text)")
      #expect(answers[0].bytes == answers[1].bytes, "\(content)")
    }
  }
}
