/// Why a geometry gives no boundary.
public enum PolygonProblem: Error, Hashable, Sendable, CaseIterable {
  case noName
  case empty
  case notPolygons
  case outside
  case damaged

  /// The reason in words, for a number of geometries.
  public var text: String {
    switch self {
    case .noName: "without a name"
    case .empty: "empty"
    case .notPolygons: "not polygons"
    case .outside: "beyond ±90° of latitude, or wider than the Earth"
    case .damaged: "damaged"
    }
  }
}

/// A polygon as rings of points in units of 1e-7°; the rings after the first one are holes.
struct SourcePolygon {
  struct Point: Hashable {
    var x: Int64
    var y: Int64
  }

  var rings: [[Point]]
}

/// Parses the polygons of a geometry of a GeoPackage: a header, then WKB.
struct PolygonBlob {
  private static let envelopeSizes = [0, 32, 48, 48, 64]
  private static let polygon: UInt32 = 3
  private static let multiPolygon: UInt32 = 6

  private let bytes: [UInt8]
  private var offset = 0
  private var isLittleEndian = true

  /// The polygons of a geometry, with altitudes and measures left out.
  static func polygons(_ bytes: [UInt8]) throws(PolygonProblem) -> [SourcePolygon] {
    var blob = PolygonBlob(bytes)
    try blob.skipHeader()
    return try blob.geometry(mayHaveParts: true)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipHeader() throws(PolygonProblem) {
    guard try number(UInt8.self) == 0x47, try number(UInt8.self) == 0x50 else { throw .damaged }
    offset += 1
    let flags = try number(UInt8.self)
    let envelope = Int(flags >> 1 & 7)
    guard envelope < Self.envelopeSizes.count else { throw .damaged }
    // The number of the reference system is that of the table.
    offset += 4 + Self.envelopeSizes[envelope]
    // An extended geometry has a type of another standard.
    guard flags & 0x20 == 0 else { throw .notPolygons }
    guard flags & 0x10 == 0 else { throw .empty }
  }

  private mutating func geometry(mayHaveParts: Bool) throws(PolygonProblem) -> [SourcePolygon] {
    let order = try number(UInt8.self)
    guard order <= 1 else { throw .damaged }
    isLittleEndian = order == 1
    let (type, dimensions) = try kind()
    if type == Self.polygon { return [try polygon(dimensions)] }
    guard type == Self.multiPolygon, mayHaveParts else { throw .notPolygons }
    // A part takes at least nine bytes.
    let count = try count(ofSize: 9)
    var polygons: [SourcePolygon] = []
    for _ in 0..<count { polygons += try geometry(mayHaveParts: false) }
    return polygons
  }

  /// The type, and the number of values of a point: ISO adds thousands for Z and M, PostGIS sets bits.
  private mutating func kind() throws(PolygonProblem) -> (type: UInt32, dimensions: Int) {
    let code = try number(UInt32.self)
    if code & 0x2000_0000 != 0 { offset += 4 }
    let flagged = (code >> 31) + (code >> 30 & 1)
    let plain = code & 0x1FFF_FFFF
    let extra: [UInt32] = [0, 1, 1, 2]
    guard plain / 1000 < 4 else { throw .notPolygons }
    return (plain % 1000, 2 + Int(max(flagged, extra[Int(plain / 1000)])))
  }

  private mutating func polygon(_ dimensions: Int) throws(PolygonProblem) -> SourcePolygon {
    let rings = try count(ofSize: 4)
    var polygon = SourcePolygon(rings: [])
    for _ in 0..<rings { polygon.rings.append(try ring(dimensions)) }
    return polygon
  }

  private mutating func ring(_ dimensions: Int) throws(PolygonProblem) -> [SourcePolygon.Point] {
    let count = try count(ofSize: 8 * dimensions)
    var points: [SourcePolygon.Point] = []
    points.reserveCapacity(count)
    for _ in 0..<count {
      let x = Double(bitPattern: try number(UInt64.self))
      let y = Double(bitPattern: try number(UInt64.self))
      offset += 8 * (dimensions - 2)
      // False for NaN too. GeoPackages from lines of longitude may continue beyond 180°.
      guard abs(x) <= 720, abs(y) <= 90.000_001 else { throw x.isNaN ? .damaged : .outside }
      let point = SourcePolygon.Point(
        x: Int64((x * 1e7).rounded()),
        y: min(max(Int64((y * 1e7).rounded()), -900_000_000), 900_000_000))
      if points.last != point { points.append(point) }
    }
    if points.count > 1, points.first == points.last { points.removeLast() }
    return points
  }

  /// A number of items of which each takes at least `size` bytes of those that follow.
  private mutating func count(ofSize size: Int) throws(PolygonProblem) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= max(bytes.count - offset, 0) / size else { throw .damaged }
    return count
  }

  private mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type)
    throws(PolygonProblem) -> Number
  {
    let size = type.bitWidth / 8
    guard offset + size <= bytes.count else { throw .damaged }
    var value: Number = 0
    for index in 0..<size {
      let byte = Number(bytes[offset + (isLittleEndian ? size - 1 - index : index)])
      value = size == 1 ? byte : value << 8 | byte
    }
    offset += size
    return value
  }
}
