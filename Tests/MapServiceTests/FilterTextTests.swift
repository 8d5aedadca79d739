import Geography
import MapService
import PhotoFacts
import PhotoIndex
import Testing
import Query

@Suite struct FilterTextTests {
  @Test(arguments: [
    ("width > 5", PhotoCondition.compare(.width, .greater, .integer(5))),
    ("5 < width", .compare(.width, .greater, .integer(5))),
    (#""width" >= -2.5e1"#, .compare(.width, .atLeast, .number(-25))),
    ("cameraMake='O''Neil'", .compare(.cameraMake, .equal, .text("O'Neil"))),
    (#"cameraMake <> 'O\'Neil'"#, .compare(.cameraMake, .notEqual, .text("O'Neil"))),
    ("lens IS NULL", .not(.isKnown(.lens))),
    ("lens is not null", .isKnown(.lens)),
    (
      #"path Like '2024/%\_a_'"#,
      .like(
        .path,
        LikePattern([
          .character("2"), .character("0"), .character("2"), .character("4"), .character("/"),
          .anySequence, .character("_"), .character("a"), .anyCharacter,
        ]))
    ),
    ("A_CONTAINS(keywords, ('a', 'b'))", .list(.keywords, .contains, ["a", "b"])),
    ("a_contains(('a'), keywords)", .list(.keywords, .containedBy, ["a"])),
    ("A_ContainedBy(keywords, ())", .list(.keywords, .containedBy, [])),
    ("A_EQUALS(('a','b'),keywords)", .list(.keywords, .equals, ["a", "b"])),
    ("NOT A_OVERLAPS(keywords, ('O''Neil'))", .not(.list(.keywords, .overlaps, ["O'Neil"]))),
    ("NAMED(keywords, 'Places/O''Neil')", .named(.keywords, "Places/O'Neil")),
    ("not named(people, 'Ada')", .not(.named(.people, "Ada"))),
    ("DOUBTED('sign')", .doubted(.sign)), ("not doubted('any')", .not(.doubted(nil))),
    ("ON_FLIGHT() OR on_flight()", .any([.flown, .flown])),
    (
      "SHOWS(POINT(2.29448 48.85826), 500)",
      .shows(Coordinate(latitudeE7: 488_582_600, longitudeE7: 22_944_800)!, within: 500)
    ),
    ("size NOT IN (1, 2)", .not(.oneOf(.size, [.integer(1), .integer(2)]))),
    (
      "altitude BETWEEN 0 AND 10 OR TRUE",
      .any([
        .all([
          .compare(.altitude, .atLeast, .integer(0)), .compare(.altitude, .atMost, .integer(10)),
        ]), .all([]),
      ])
    ),
    (
      "NOT (width = 1 AND height = 2) AND false",
      .all([
        .not(
          .all([.compare(.width, .equal, .integer(1)), .compare(.height, .equal, .integer(2))])),
        .any([]),
      ])
    ),
    (
      "width = 1 OR width = 2 AND width = 3",
      .any([
        .compare(.width, .equal, .integer(1)),
        .all([.compare(.width, .equal, .integer(2)), .compare(.width, .equal, .integer(3))]),
      ])
    ),
    (
      "takenAt > DATE('1970-01-01')", .taken(TimeSpan(from: 86_400_000, through: nil))
    ),
    (
      "takenAt <= TIMESTAMP('1970-01-01T00:00:01Z')", .taken(TimeSpan(from: nil, through: 1_000))
    ),
    (
      "T_After(DATE('1970-01-02'), takenAt)", .taken(TimeSpan(from: nil, through: 86_399_999))
    ),
    (
      "t_during(takenAt, INTERVAL('..', '1970-01-01T00:00:01Z'))",
      .taken(TimeSpan(from: nil, through: 999))
    ),
    (
      "t_intersects(takenAt, interval('1970-01-01', '1970-01-01'))",
      .taken(TimeSpan(from: 0, through: 86_399_999))
    ),
    (
      "takenAtLocal >= '1970-01-02'", .compare(.takenAtLocal, .atLeast, .integer(86_400_000))
    ),
  ])
  func conditionsAreParsed(text: String, condition: PhotoCondition) throws {
    #expect(try FilterText.condition(text) == condition)
  }

  @Test(arguments: [
    "S_INTERSECTS(geometry, BBOX(-10, 40, 10.5, 60))",
    "s_intersects(ENVELOPE(-10,40,0,10.5,60,0),geometry)",
  ])
  func aBoxIsRead(text: String) throws {
    let box = try #require(BoundingBox(west: -10, south: 40, east: 10.5, north: 60))
    #expect(try FilterText.condition(text) == .inBox(box))
  }

  @Test func aCorridorIsRead() throws {
    func line(_ corners: [(Double, Double)]) throws -> [Coordinate] {
      try corners.map { try #require(Coordinate(latitude: $0.1, longitude: $0.0)) }
    }
    let (one, other) = (try line([(1, 2), (3.5, 4)]), try line([(-179, 0), (179, 1)]))
    let single = try #require(GeoCorridor(lines: [one], metres: 250))
    #expect(
      try FilterText.condition("S_DWITHIN(geometry, LINESTRING(1 2, 3.5 4 100), 250)")
        == .inCorridor(single))
    let several = try #require(GeoCorridor(lines: [one, other], metres: 1.5))
    #expect(
      try FilterText.condition(
        "NOT s_dwithin(geometry,MULTILINESTRING((1 2,3.5 4),(-179 0,179 1)),1.5)")
        == .not(.inCorridor(several)))
  }

  @Test(arguments: [
    ("", 1, "expected a property, found the end"),
    ("width", 6, "expected =, <>, <, <=, >, >="),
    ("wdith > 1", 1, "there is no property \"wdith\"; there are id, geometry, path"),
    ("width > 'a'", 9, "width is a number and cannot be compared with 'a'"),
    ("lens = 5", 8, "lens is a text and cannot be compared with 5"),
    ("(width > 1", 11, "expected \")\", found the end"),
    ("width > 1 height > 2", 11, "expected AND, OR or the end, found \"height\""),
    ("width != 1", 7, "written <>"),
    ("lens = 'a", 8, "no closing '"),
    ("takenAt > '2024-05'", 11, "write it as TIMESTAMP("),
    ("takenAt > DATE('2024-13-01')", 16, "expected a date"),
    ("takenAt = TIMESTAMP('2024-05-01')", 21, "expected '2024-05-01T12:00:00Z'"),
    ("t_overlaps(takenAt, DATE('2024-05-01'))", 1, "there is no function t_overlaps"),
    ("t_after(width, DATE('2024-05-01'))", 9, "for takenAt, not width"),
    ("t_after(takenAt, INTERVAL('2024', '..'))", 27, "expected a date"),
    ("t_after(takenAt, INTERVAL('2024-05-02', '2024-05-01'))", 18, "ends before it begins"),
    ("s_intersects(geometry, BBOX(1,2,3))", 24, "four numbers"),
    ("s_intersects(geometry, BBOX(1,50,3,4))", 24, "south is above north"),
    ("s_intersects(geometry, POINT(181 0))", 24, "beyond"),
    ("s_intersects(geometry, POLYGON((0 0, 1 1, 0 0)))", 24, "at least four corners"),
    ("s_dwithin(geometry, POINT(1 2), 5)", 21, "expected LINESTRING"),
    ("s_dwithin(geometry, LINESTRING(1 2), 0)", 38, "at most 20000 metres"),
    ("s_dwithin(geometry, LINESTRING(1 2), 20001)", 38, "at most 20000 metres"),
    ("s_dwithin(geometry, LINESTRING(1 91), 5)", 32, "beyond"),
    ("s_dwithin(geometry, LINESTRING(1 2))", 36, "expected \",\""),
    ("s_dwithin(path, LINESTRING(1 2), 5)", 11, "S_DWITHIN is for geometry, not path"),
    ("s_intersects(path, BBOX(1,2,3,4))", 14, "for geometry, not path"),
    ("on_clock('minute', '5')", 10, "expected one of 'month', 'date', 'day', 'weekday', 'hour'"),
    ("on_clock('hour', '24')", 18, "expected a list of numbers from 0 to 23, such as '17-21'"),
    ("on_clock('date', '02-30')", 18, "expected a list of days such as '12-24/12-26'"),
    ("on_clock('hour', 5)", 18, "expected a list of numbers"),
    ("on_clock('hour')", 16, "expected \",\""), ("on_clock(hour, '5')", 10, "expected one of"),
    ("geometry = 5", 12, "S_INTERSECTS"), ("keywords = 'a'", 12, "A_CONTAINS(keywords, ('…'))"),
    ("A_CONTAINS(width, ('a'))", 12, "lists"), ("A_CONTAINS(keywords, 'a')", 22, "\"(\""),
    ("NAMED(width, 'a')", 7, "lists"), ("NAMED(keywords, ('a'))", 17, "a name in quotes"),
    ("NAMED(keywords, '')", 17, "a name in quotes"), ("NAMED('a', keywords)", 7, "a property"),
    ("doubted('wind')", 9, "expected one of 'sign', 'swapped'"),
    ("doubted()", 9, "expected one of"),
    ("on_flight('x')", 11, "\")\""), ("shows(LINESTRING(1 2, 3 4), 5)", 7, "expected POINT"),
    ("shows(POINT(1 2), 0)", 19, "at most 50000 metres"),
    ("shows(POINT(1 2), 50001)", 19, "at most 50000 metres"),
    ("shows(POINT(1 2, 3 4), 5)", 24, "one point"), ("shows(POINT(1 91), 5)", 13, "beyond"),
    ("width LIKE 'a'", 7, "LIKE is for texts"),
    ("lens BETWEEN 'a' AND 'b'", 6, "BETWEEN is for numbers"),
    ("width > 1e999", 9, "is not a number"),
    ("width IS 5", 10, "expected NULL or NOT NULL"),
    ("width NOT 5", 11, "expected LIKE, BETWEEN or IN"),
    ("width IN ()", 11, "expected a value"),
    ("width # 5", 7, "is not part"),
  ])
  func errorsNameTheirPosition(text: String, position: Int, problem: String) {
    let error = #expect(throws: QueryError.self) { try FilterText.condition(text) }
    #expect(error?.parameter == "filter")
    #expect(error?.problem.hasPrefix("is wrong at character \(position): ") ?? false)
    #expect(error?.problem.contains(problem) ?? false, "\(error?.problem ?? "")")
  }

  @Test func nestingAndLengthAreBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "width = 1" + String(repeating: ")", count: depth)
    }
    #expect(try FilterText.condition(nested(50)) == .compare(.width, .equal, .integer(1)))
    let negations = String(repeating: "NOT ", count: 50) + "width = 1"
    #expect(throws: Never.self) { try FilterText.condition(negations) }
    let longest = "width = 1" + String(repeating: " ", count: 7_991)
    #expect(throws: Never.self) { try FilterText.condition(longest) }
    let corners = (0..<1_100).map { "\($0 % 90) 1" }.joined(separator: ",")
    for text in [
      nested(51), "NOT " + negations, longest + " ", nested(100_000 / 20),
      String(repeating: "NOT ", count: 3_000) + "width = 1",
      (0..<401).map { _ in "width = 1" }.joined(separator: " OR "),
      String(repeating: " ", count: 20_000) + "width = 1",
      "s_intersects(geometry, POLYGON((\(corners))))",
      "s_dwithin(geometry, LINESTRING(\(corners)), 5)",
    ] {
      #expect(throws: QueryError.self) { try FilterText.condition(text) }
    }
    #expect(
      try FilterText.condition((0..<400).map { _ in "width = 1" }.joined(separator: " OR "))
        != .any([]))
  }

  @Test func aRequestCarriesTheLongestFilter() throws {
    let service = try Service.shared()
    for (length, status) in [(8_000, 200), (8_001, 400)] {
      let filter = "lens='" + String(repeating: "x", count: length - 7) + "'"
      #expect(filter.count == length)
      let answer = try service.get("/collections/photos/items?limit=1&filter=\(filter)")
      #expect(answer.status == status, "\(answer.text)")
    }
  }

  @Test func aTruncatedTextIsParsedOrRefused() {
    let text = """
      NOT (path LIKE '20%' AND S_INTERSECTS(geometry, POLYGON((0 0,1 0,1 1,0 0)))) OR \
      t_during(takenAt, INTERVAL('2020-01-01','..')) AND "size" IN (1,2.5e3) OR lens IS NOT NULL
      """
    #expect(throws: Never.self) { try FilterText.condition(text) }
    for length in 0..<text.count {
      do {
        _ = try FilterText.condition(String(text.prefix(length)))
      } catch {
        #expect(error is QueryError)
      }
    }
  }

  @Test func everyRouteWithFiltersTakesAFilter() throws {
    let service = try Service.shared()
    let filter = "filter=altitude%20IS%20NOT%20NULL%20AND%20takenAt%20%3E%20DATE('2000-01-01')"
    let items = try service.json("/collections/photos/items?limit=1000&\(filter)")
    let matched = try #require(items["numberMatched"] as? Int)
    let features = try #require(items["features"] as? [[String: Any]])
    let all = try #require(
      try service.json("/collections/photos/items?limit=1000")["features"] as? [[String: Any]])
    let expected = all.filter { feature in
      let properties = feature["properties"] as? [String: Any]
      let time = properties?["takenAt"] ?? properties?["takenAtLocal"]
      return properties?["altitude"] != nil && (time as? String ?? "") > "2000-01-02"
    }
    #expect(matched == features.count)
    #expect(matched == expected.count)
    #expect(matched > 0)
    #expect(matched < all.count)
    let clusters = try service.json("/collections/photos/clusters?zoom=2&\(filter)")
    #expect(clusters["numberMatched"] as? Int == matched)
    let near = try service.json("/collections/photos/nearest?lon=2&lat=48&k=1000&\(filter)")
    #expect(near["numberReturned"] as? Int == matched)
    #expect(
      try service.json("/collections/photos/items?\(filter)&filter-lang=cql2-text")["numberMatched"]
        as? Int == matched)
  }

  @Test(arguments: [
    "filter=wdith%3D1", "filter=", "filter-lang=cql2-json", "filter-crs=EPSG:3857",
    "filter=width%3D1&filter=width%3D1", "sortby=size", "sortby=takenAt&cursor=1-1",
    "cursor=o-1-1",
  ])
  func anInvalidFilterIsABadRequest(query: String) throws {
    #expect(try Service.shared().get("/collections/photos/items?\(query)").status == 400)
  }

  @Test(arguments: ["takenAt", "-takenAt"])
  func itemsCanBePagedInTheOrderOfTime(order: String) throws {
    let service = try Service.shared()
    var target = "/collections/photos/items?limit=7&sortby=\(order)"
    var ids: [Int] = []
    var times: [String] = []
    while true {
      let page = try service.json(target)
      for feature in page["features"] as? [[String: Any]] ?? [] {
        ids.append(feature["id"] as? Int ?? 0)
        let properties = feature["properties"] as? [String: Any]
        if let time = properties?["takenAt"] as? String, time.hasSuffix("Z") { times.append(time) }
      }
      let links = page["links"] as? [[String: String]] ?? []
      guard let next = links.first(where: { $0["rel"] == "next" })?["href"] else { break }
      target = String(next.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
    }
    let all = try service.json("/collections/photos/items?limit=1")["numberMatched"] as? Int
    #expect(ids.count == all)
    #expect(Set(ids).count == ids.count)
    #expect(times == (order == "takenAt" ? times.sorted() : times.sorted().reversed()))
  }
}
