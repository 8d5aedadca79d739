internal import Geography
internal import PhotoFacts

extension FilterParser {
  /// Parses a function that returns a Boolean.
  mutating func function(_ name: String) throws -> PhotoCondition {
    if name == "s_intersects" {
      advance()
      return try intersects()
    }
    if let comparison = PhotoCondition.ListComparison(rawValue: name) {
      advance()
      return try lists(comparison)
    }
    guard let function = TemporalFunction(rawValue: name) else {
      let known =
        ["s_intersects"] + PhotoCondition.ListComparison.allCases.map(\.rawValue)
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

  private mutating func geometryProperty() throws {
    let token = current
    let property = try property()
    guard property == .geometry else {
      throw error("S_INTERSECTS is for geometry, not \(property.name)", at: token)
    }
  }

  private mutating func shape() throws -> PhotoCondition {
    let start = current
    for name in ["bbox", "envelope"] where skip(keyword: name) { return .inBox(try box(start)) }
    if skip(keyword: "point") {
      try require(sign: "(")
      let point = try position()
      try require(sign: ")")
      return .inBox(try box(start, point.x, point.y, point.x, point.y))
    }
    if skip(keyword: "polygon") { return .inArea(try polygon(start)) }
    if skip(keyword: "multipolygon") {
      try require(sign: "(")
      var areas: [PhotoCondition] = []
      repeat { areas.append(.inArea(try polygon(start))) } while skip(sign: ",")
      try require(sign: ")")
      return .any(areas)
    }
    throw expected("POINT(x y), BBOX(w, s, e, n), POLYGON((x y, …)) or MULTIPOLYGON")
  }

  /// Parses four numbers, or six with altitudes, which are ignored.
  private mutating func box(_ start: FilterToken) throws -> BoundingBox {
    try require(sign: "(")
    var numbers = [try degrees()]
    while numbers.count < 6, skip(sign: ",") { numbers.append(try degrees()) }
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
    repeat { rings.append(try ring()) } while skip(sign: ",")
    try require(sign: ")")
    guard let polygon = GeoPolygon(rings: rings) else {
      throw error(
        "each ring of a polygon has at least four corners, the last of which is the first",
        at: start)
    }
    return polygon
  }

  private mutating func ring() throws -> [Coordinate] {
    try require(sign: "(")
    var corners: [Coordinate] = []
    repeat {
      let token = current
      cornerCount += 1
      guard cornerCount <= Self.maximumCorners else {
        throw error("more than \(Self.maximumCorners) corners")
      }
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
    let x = try degrees()
    let y = try degrees()
    switch current.kind {
    case .integer, .number: _ = try degrees()
    default: break
    }
    return (x, y)
  }
}
