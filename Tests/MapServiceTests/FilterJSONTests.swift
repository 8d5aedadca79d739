import PhotoFacts
import Query
import Testing

/// The JSON encoding of CQL2 means what the text encoding means.
@Suite struct FilterJSONTests {
  @Test(arguments: [
    (#"{"op":">","args":[{"property":"width"},5]}"#, "width > 5"),
    (#"{"op":"<","args":[5,{"property":"width"}]}"#, "5 < width"),
    (#"{"op":"=","args":[{"property":"cameraMake"},"O'Neil"]}"#, "cameraMake = 'O''Neil'"),
    (#"{"op":"isNull","args":[{"property":"lens"}]}"#, "lens IS NULL"),
    (
      #"{"op":"not","args":[{"op":"isNull","args":[{"property":"lens"}]}]}"#,
      "NOT (lens IS NULL)"
    ),
    (#"{"op":"like","args":[{"property":"path"},"2024/%\\_a_"]}"#, #"path LIKE '2024/%\_a_'"#),
    (#"{"op":"between","args":[{"property":"altitude"},0,10.5]}"#, "altitude BETWEEN 0 AND 10.5"),
    (#"{"op":"between","args":[{"property":"altitude"},[0,10]]}"#, "altitude BETWEEN 0 AND 10"),
    (#"{"op":"in","args":[{"property":"size"},[1,2]]}"#, "size IN (1, 2)"),
    (#"{"op":"=","args":[{"property":"favourite"},true]}"#, "favourite = TRUE"),
    (
      #"{"op":"a_contains","args":[{"property":"keywords"},["a","b"]]}"#,
      "A_CONTAINS(keywords, ('a','b'))"
    ),
    (
      #"{"op":"named","args":[{"property":"keywords"},"Places/Sea"]}"#,
      "NAMED(keywords, 'Places/Sea')"
    ),
    (#"{"op":"not","args":[{"op":"on_flight","args":[]}]}"#, "NOT ON_FLIGHT()"),
    (
      #"{"op":"shows","args":[{"type":"Point","coordinates":[2.3,48.9]},500]}"#,
      "SHOWS(POINT(2.3 48.9), 500)"
    ),
    (
      #"{"op":"or","args":[{"op":"and","args":[{"op":"=","args":[{"property":"width"},1]},true]},{"op":"<>","args":[{"property":"width"},2]},false]}"#,
      "(width = 1 AND TRUE) OR width <> 2 OR FALSE"
    ),
    (
      #"{"op":">=","args":[{"property":"takenAt"},{"timestamp":"2024-05-01T00:00:00Z"}]}"#,
      "takenAt >= TIMESTAMP('2024-05-01T00:00:00Z')"
    ),
    (
      #"{"op":"=","args":[{"property":"takenAt"},{"date":"2024-05-01"}]}"#,
      "takenAt = DATE('2024-05-01')"
    ),
    (
      #"{"op":"t_during","args":[{"property":"takenAt"},{"interval":["2024-05-01",".."]}]}"#,
      "T_DURING(takenAt, INTERVAL('2024-05-01','..'))"
    ),
    (
      #"{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[1,2,3,4]}]}"#,
      "S_INTERSECTS(geometry, BBOX(1,2,3,4))"
    ),
    (
      #"{"op":"s_intersects","args":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},{"property":"geometry"}]}"#,
      "S_INTERSECTS(POLYGON((0 0,1 0,1 1,0 0)), geometry)"
    ),
    (
      #"{"op":"s_intersects","args":[{"property":"geometry"},{"type":"MultiPoint","coordinates":[[0,0],[1,1]]}]}"#,
      "S_INTERSECTS(geometry, MULTIPOINT((0 0),(1 1)))"
    ),
    (
      #"{"op":"s_dwithin","args":[{"property":"geometry"},{"type":"LineString","coordinates":[[0,0],[1,1]]},500]}"#,
      "S_DWITHIN(geometry, LINESTRING(0 0,1 1), 500)"
    ),
  ])
  func equalsTheText(json: String, text: String) throws {
    #expect(try FilterJSON.condition(json) == FilterText.condition(text))
  }

  @Test(arguments: [
    ("datetime > DATE('2024-05-01')", "takenAt > DATE('2024-05-01')"),
    ("\"view:azimuth\" < 90", "direction < 90"), ("properties.width = 1", "width = 1"),
    ("id = '12'", "id = 12"), ("id IN ('12', 13)", "id IN (12, 13)"),
    ("collection = 'photos'", "TRUE"), ("collection <> 'photos'", "FALSE"),
    ("collection IN ('a', 'photos')", "TRUE"), ("collection >= 'q'", "FALSE"),
    ("collection = 'photos' AND width = 1", "TRUE AND width = 1"),
  ])
  func itemsHaveNamesOfTheirOwn(text: String, features: String) throws {
    #expect(
      try FilterText.condition(text, in: .items) == FilterText.condition(features))
    #expect(throws: QueryError.self) {
      try FilterText.condition(text + " AND nothing = 1", in: .items)
    }
  }

  @Test(arguments: ["datetime > DATE('2024-05-01')", "collection = 'photos'", "id = '12'"])
  func featuresDoNotHaveThem(text: String) {
    #expect(throws: QueryError.self) { try FilterText.condition(text) }
  }

  /// Every document that is cut off is an error, and none ends the process.
  @Test func aDocumentThatIsCutOffIsAnError() {
    let whole =
      #"{"op":"and","args":[{"op":"in","args":[{"property":"size"},[1,2]]},{"op":"s_intersects","args":[{"property":"geometry"},{"type":"GeometryCollection","geometries":[{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}]}]}]}"#
    #expect(throws: Never.self) { try FilterJSON.condition(whole) }
    for length in 0..<whole.utf8.count {
      #expect(throws: QueryError.self) { try FilterJSON.condition(String(whole.prefix(length))) }
    }
  }
}
