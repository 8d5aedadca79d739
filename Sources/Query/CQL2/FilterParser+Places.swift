internal import Geography
internal import PhotoFacts

extension FilterParser {
  private static let degrees = "a number of degrees"

  /// What parses the arguments of each function.
  private static let functions:
    KeyValuePairs<String, @Sendable (inout FilterParser) throws -> PhotoCondition> = [
      "s_intersects": { try $0.intersects() }, "s_dwithin": { try $0.isNear() },
      "on_clock": { try $0.onClock() }, "named": { try $0.named() },
      "doubted": { try $0.doubted() }, "on_flight": { try $0.onFlight() },
      "shows": { try $0.shows() },
    ]

  /// Parses a function that returns a Boolean.
  mutating func function(_ name: String) throws -> PhotoCondition {
    if let arguments = Self.functions.first(where: { $0.key == name })?.value {
      advance()
      return try arguments(&self)
    }
    if let comparison = PhotoCondition.ListComparison(rawValue: name) {
      advance()
      return try lists(comparison)
    }
    guard let function = TemporalFunction(rawValue: name) else {
      let known =
        Self.functions.map(\.key)
        + PhotoCondition.ListComparison.allCases.map(\.rawValue)
        + TemporalFunction.allCases.map(\.rawValue)
      throw error(
        "there is no function \(name.prefix(60)); there are "
          + known.map { $0.uppercased() }.joined(separator: ", "))
    }
    advance()
    return try temporal(function)
  }

  /// Parses the arguments of `S_INTERSECTS`; the geometry of the photo may be either one.
  private mutating func intersects() throws -> PhotoCondition {
    try require(sign: "(")
    let condition: PhotoCondition
    if following.kind == .sign("(") {
      condition = try shape()
      try require(sign: ",")
      try geometryProperty()
    } else {
      try geometryProperty()
      try require(sign: ",")
      condition = try shape()
    }
    try require(sign: ")")
    return condition
  }

  /// Parses the arguments of `S_DWITHIN`: the geometry of the photo, a line or lines, and metres.
  private mutating func isNear() throws -> PhotoCondition {
    try require(sign: "(")
    try geometryProperty("S_DWITHIN")
    try require(sign: ",")
    let lines = try lines()
    try require(sign: ",")
    let start = current
    guard let corridor = GeoCorridor(lines: lines, metres: try number("a number of metres")) else {
      throw error(
        "the distance is more than 0 and at most \(Int(GeoCorridor.mostMetres)) metres", at: start)
    }
    try require(sign: ")")
    return .inCorridor(corridor)
  }

  /// Parses the arguments of `SHOWS`: a point, and how far away photos may be, in metres.
  private mutating func shows() throws -> PhotoCondition {
    try require(sign: "(")
    guard skip(keyword: "point") else { throw expected("POINT(x y)") }
    let point = try corners()
    try require(sign: ",")
    let start = current
    let metres = try number("a number of metres")
    guard metres > 0, metres <= SeeingQuery.mostMetres, point.count == 1 else {
      throw error(
        "it has one point, and a distance of more than 0 and at most \(Int(SeeingQuery.mostMetres)) metres",
        at: start)
    }
    try require(sign: ")")
    return .shows(point[0], within: metres)
  }

  private mutating func lines() throws -> [[Coordinate]] {
    if skip(keyword: "linestring") { return [try corners()] }
    guard skip(keyword: "multilinestring") else {
      throw expected("LINESTRING(x y, …) or MULTILINESTRING")
    }
    try require(sign: "(")
    var lines: [[Coordinate]] = []
    repeat { lines.append(try corners()) } while skip(sign: ",")
    try require(sign: ")")
    return lines
  }

  private mutating func geometryProperty(_ function: String = "S_INTERSECTS") throws {
    let token = current
    let property = try property()
    guard property == .geometry else {
      throw error("\(function) is for geometry, not \(property.name)", at: token)
    }
  }

  private mutating func shape() throws -> PhotoCondition {
    let start = current
    for name in ["bbox", "envelope"] where skip(keyword: name) { return .inBox(try box(start)) }
    if skip(keyword: "point") { return .inBox(try inBrackets { try $0.point(start) }) }
    if skip(keyword: "multipoint") {
      return .any(
        try list { parser in
          .inBox(
            parser.current.kind == .sign("(")
              ? try parser.inBrackets { try $0.point(start) } : try parser.point(start))
        })
    }
    if skip(keyword: "linestring") { return .inArea(try line(start)) }
    if skip(keyword: "multilinestring") { return .any(try list { .inArea(try $0.line(start)) }) }
    if skip(keyword: "polygon") { return .inArea(try polygon(start)) }
    if skip(keyword: "multipolygon") { return .any(try list { .inArea(try $0.polygon(start)) }) }
    if isAt(keyword: "geometrycollection") {
      return try nested { parser in .any(try parser.list { try $0.shape() }) }
    }
    throw expected("POINT(x y), BBOX(w, s, e, n), POLYGON((x y, …)) or another geometry")
  }

  /// Parses what is between brackets.
  private mutating func inBrackets<Value>(_ content: (inout FilterParser) throws -> Value) throws
    -> Value
  {
    try require(sign: "(")
    let value = try content(&self)
    try require(sign: ")")
    return value
  }

  /// Parses a list in brackets.
  private mutating func list(_ element: (inout FilterParser) throws -> PhotoCondition) throws
    -> [PhotoCondition]
  {
    try inBrackets { parser in
      var elements: [PhotoCondition] = []
      repeat { elements.append(try element(&parser)) } while parser.skip(sign: ",")
      return elements
    }
  }

  private mutating func point(_ start: FilterToken) throws -> BoundingBox {
    try countCorner()
    let point = try position()
    return try box(start, point.x, point.y, point.x, point.y)
  }

  /// Parses a line, as the polygon that goes along it and back, whose inside is empty.
  private mutating func line(_ start: FilterToken) throws -> GeoPolygon {
    let corners = try corners()
    guard corners.count > 1, let line = GeoPolygon(rings: [corners + corners.reversed()]) else {
      throw error("a line has at least two positions", at: start)
    }
    return line
  }

  private mutating func countCorner() throws {
    cornerCount += 1
    guard cornerCount <= Self.maximumCorners else {
      throw error("more than \(Self.maximumCorners) corners")
    }
  }

  /// Parses four numbers, or six with altitudes, which are ignored.
  private mutating func box(_ start: FilterToken) throws -> BoundingBox {
    try require(sign: "(")
    var numbers = [try number(Self.degrees)]
    while numbers.count < 6, skip(sign: ",") { numbers.append(try number(Self.degrees)) }
    try require(sign: ")")
    guard numbers.count == 4 || numbers.count == 6 else {
      throw error("a box has four numbers: west, south, east, north", at: start)
    }
    if numbers.count == 6 { numbers = [numbers[0], numbers[1], numbers[3], numbers[4]] }
    return try box(start, numbers[0], numbers[1], numbers[2], numbers[3])
  }

  private func box(
    _ start: FilterToken, _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) throws -> BoundingBox {
    guard let box = BoundingBox(west: west, south: south, east: east, north: north) else {
      throw error(
        south > north ? "south is above north" : "it reaches beyond ±180° or ±90°", at: start)
    }
    return box
  }

  /// Parses the rings of a polygon.
  private mutating func polygon(_ start: FilterToken) throws -> GeoPolygon {
    try require(sign: "(")
    var rings: [[Coordinate]] = []
    repeat { rings.append(try corners()) } while skip(sign: ",")
    try require(sign: ")")
    guard let polygon = GeoPolygon(rings: rings) else {
      throw error(
        "each ring of a polygon has at least four corners, the last of which is the first",
        at: start)
    }
    return polygon
  }

  /// Parses the corners of a ring or a line.
  private mutating func corners() throws -> [Coordinate] {
    try require(sign: "(")
    var corners: [Coordinate] = []
    repeat {
      let token = current
      try countCorner()
      let point = try position()
      guard let corner = Coordinate(latitude: point.y, longitude: point.x) else {
        throw error("it reaches beyond ±180° or ±90°", at: token)
      }
      corners.append(corner)
    } while skip(sign: ",")
    try require(sign: ")")
    return corners
  }

  /// Parses longitude and latitude; ignores an altitude.
  private mutating func position() throws -> (x: Double, y: Double) {
    let x = try number(Self.degrees)
    let y = try number(Self.degrees)
    switch current.kind {
    case .integer, .number: _ = try number(Self.degrees)
    default: break
    }
    return (x, y)
  }
}
