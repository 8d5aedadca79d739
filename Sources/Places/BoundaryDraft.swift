internal import Glibc

/// Collects polygons with names for a boundaries file.
public struct BoundaryDraft: Sendable {
  /// The most vertices of a file; they take up to 850 MB.
  public static let vertexLimit = 20_000_000

  /// A slab of a part has about this many edges that begin in it.
  private static let edgesInSlab = 16

  /// The longest name, in characters.
  private static let longestName = 200

  private struct Feature {
    var name: UInt32
    var area: Double
  }

  private struct Part {
    var feature: Int
    var west: Int64
    var south: Int64
    var width: Int64
    var height: Int64
    var slabCount: Int
    var firstSlab: Int
  }

  private struct Edge {
    var low: SourcePolygon.Point
    var high: SourcePolygon.Point
  }

  private var features: [Feature] = []
  private var parts: [Part] = []
  private var names: [String: UInt32] = [:]
  private var nameList: [String] = []
  private var slabs: [UInt8] = []
  private var slabCount = 0
  private var edges: [UInt8] = []
  private var edgeCount: Int { edges.count / 16 }

  /// How many vertices there are.
  public private(set) var vertexCount = 0

  /// How many polygons with names there are.
  public var count: Int { features.count }

  /// How many different names there are.
  public var nameCount: Int { nameList.count }

  /// Makes an empty draft.
  public init() {}

  /// Adds a geometry of a GeoPackage.
  public mutating func add(name: String?, geometry blob: [UInt8]) throws(PolygonProblem) {
    let polygons = try PolygonBlob.polygons(blob)
    let text = String((name ?? "").drop(while: \.isWhitespace).prefix(Self.longestName))
    guard !text.isEmpty else { throw .noName }
    let rings = polygons.map { $0.rings.filter { $0.count > 2 } }.filter { !$0.isEmpty }
    guard !rings.isEmpty else { throw .empty }
    guard rings.allSatisfy({ Self.width(of: $0) <= Boundaries.turn }) else { throw .outside }
    let first = parts.count
    for some in rings { addPart(some) }
    guard parts.count > first else { throw .empty }
    features.append(
      Feature(name: number(of: text), area: rings.reduce(0) { $0 + Self.area(of: $1) }))
  }

  private mutating func number(of name: String) -> UInt32 {
    if let known = names[name] { return known }
    let number = UInt32(nameList.count)
    names[name] = number
    nameList.append(name)
    return number
  }

  private static func width(of rings: [[SourcePolygon.Point]]) -> Int64 {
    let x = rings.joined().map(\.x)
    return (x.max() ?? 0) - (x.min() ?? 0)
  }

  /// The area on a sphere, for comparison only.
  private static func area(of rings: [[SourcePolygon.Point]]) -> Double {
    let areas = rings.map { ring in
      var sum = 0.0
      var last = ring[ring.count - 1]
      for point in ring {
        let heights =
          sin(Double(last.y) * 1e-7 * .pi / 180) + sin(Double(point.y) * 1e-7 * .pi / 180)
        sum += Double(point.x - last.x) * heights
        last = point
      }
      return abs(sum)
    }
    return areas.dropFirst().reduce(areas[0], -)
  }

  /// Adds a polygon as a part of the next feature.
  private mutating func addPart(_ rings: [[SourcePolygon.Point]]) {
    let points = rings.joined()
    let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    guard south < north, west < east else { return }
    vertexCount += points.count
    let found = rings.flatMap { Self.edges(of: $0, west, south) }
    var part = Part(
      feature: features.count, west: west, south: south, width: east - west,
      height: north - south, slabCount: found.count / Self.edgesInSlab + 1, firstSlab: slabCount)
    // With long edges in each slab, fewer slabs take less space.
    while part.slabCount > 1, Self.entries(found, part) > 4 * found.count { part.slabCount /= 2 }
    addSlabs(found, part)
    let turn = Boundaries.turn
    part.west = ((west + turn / 2) % turn + turn) % turn - turn / 2
    parts.append(part)
  }

  /// The edges of a ring that are not horizontal, relative to a corner.
  private static func edges(of ring: [SourcePolygon.Point], _ west: Int64, _ south: Int64) -> [Edge]
  {
    var edges: [Edge] = []
    var last = ring[ring.count - 1]
    for point in ring {
      let from = SourcePolygon.Point(x: last.x - west, y: last.y - south)
      let to = SourcePolygon.Point(x: point.x - west, y: point.y - south)
      last = point
      guard from.y != to.y else { continue }
      edges.append(from.y < to.y ? Edge(low: from, high: to) : Edge(low: to, high: from))
    }
    return edges
  }

  private static func slabs(_ edge: Edge, _ part: Part) -> ClosedRange<Int> {
    let slab = { (y: Int64) in Int(y * Int64(part.slabCount) / (part.height + 1)) }
    return slab(edge.low.y)...slab(edge.high.y - 1)
  }

  private static func entries(_ edges: [Edge], _ part: Part) -> Int {
    edges.reduce(0) { $0 + slabs($1, part).count }
  }

  private mutating func addSlabs(_ found: [Edge], _ part: Part) {
    var lists = [[Int]](repeating: [], count: part.slabCount)
    for (index, edge) in found.enumerated() {
      for slab in Self.slabs(edge, part) { lists[slab].append(index) }
    }
    for list in lists {
      slabs.append(littleEndian: UInt32(edgeCount))
      for index in list {
        for point in [found[index].low, found[index].high] {
          edges.append(littleEndian: UInt32(point.x))
          edges.append(littleEndian: UInt32(point.y))
        }
      }
    }
    slabCount += part.slabCount
  }

  // MARK: - The file

  /// The bytes of the file; names are folded as those of the places file.
  public func file(_ places: Places) throws(PlacesError) -> [UInt8] {
    let (names, folded, texts) = try nameSections(places)
    let tree = BoxTree.pack(
      parts.enumerated().flatMap { number, part in
        Self.boxes(part).map { ($0, UInt32(number)) }
      })
    var slabs = slabs
    slabs.append(littleEndian: UInt32(edgeCount))
    let sections = [
      ("TBOX", tree.boxes), ("TITM", tree.items), ("PART", partSection), ("SLAB", slabs),
      ("EDGE", edges), ("NAME", names), ("FOLD", folded), ("TEXT", texts),
    ]
    var identity: [UInt8] = []
    identity.append(littleEndian: Self.identity(sections.map(\.1)))
    return Self.assembled([("IDEN", identity)] + sections)
  }

  /// The rows of parts; of two polygons, the smaller one has the lower rank.
  private var partSection: [UInt8] {
    let order = features.indices.sorted { (features[$0].area, $0) < (features[$1].area, $1) }
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, feature) in order.enumerated() { ranks[feature] = UInt32(rank) }
    var bytes: [UInt8] = []
    for part in parts {
      bytes.append(littleEndian: part.west)
      bytes.append(littleEndian: Int32(part.south))
      for number in [part.width, part.height, Int64(part.slabCount)] {
        bytes.append(littleEndian: UInt32(number))
      }
      bytes.append(littleEndian: features[part.feature].name)
      bytes.append(littleEndian: ranks[part.feature])
      bytes.append(littleEndian: UInt64(part.firstSlab))
    }
    return bytes
  }

  /// The box of a part, or two if it crosses the antimeridian.
  private static func boxes(_ part: Part) -> [BoxTree.Box] {
    let half = Boundaries.turn / 2
    func box(_ west: Int64, _ east: Int64) -> BoxTree.Box {
      BoxTree.Box(
        west: Int32(west), south: Int32(part.south), east: Int32(east),
        north: Int32(part.south + part.height))
    }
    let east = part.west + part.width
    guard east > half else { return [box(part.west, east)] }
    return [box(part.west, half), box(-half, east - Boundaries.turn)]
  }

  private func nameSections(_ places: Places) throws(PlacesError) -> (
    names: [UInt8], folded: [UInt8], texts: [UInt8]
  ) {
    var names: [UInt8] = []
    var texts: [UInt8] = []
    var rows: [(text: [UInt8], name: UInt32)] = []
    func add(_ text: [UInt8]) {
      let text = text.prefix(0xFFFF)
      texts.append(littleEndian: UInt16(text.count))
      texts += text
    }
    for (number, name) in nameList.enumerated() {
      names.append(littleEndian: UInt32(texts.count))
      add(Array(name.utf8))
      rows.append((try places.folding.fold(name), UInt32(number)))
    }
    rows.sort {
      ($0.text.lexicographicallyPrecedes($1.text)) || $0.text == $1.text && $0.name < $1.name
    }
    var folded: [UInt8] = []
    for row in rows {
      folded.append(littleEndian: UInt32(texts.count))
      folded.append(littleEndian: row.name)
      add(row.text)
    }
    return (names, folded, texts)
  }

  /// FNV-1a over the bytes.
  private static func identity(_ sections: [[UInt8]]) -> UInt64 {
    sections.reduce(0xCBF2_9CE4_8422_2325) { hash, bytes in
      bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  private static func assembled(_ sections: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
    var file = Array(Boundaries.kind.utf8)
    file.append(littleEndian: Boundaries.version)
    file.append(littleEndian: UInt32(sections.count))
    var offset = 16 + 24 * sections.count
    for (tag, bytes) in sections {
      file += Array(tag.utf8) + [0, 0, 0, 0]
      file.append(littleEndian: UInt64(offset))
      file.append(littleEndian: UInt64(bytes.count))
      offset += (bytes.count + 7) / 8 * 8
    }
    for (_, bytes) in sections {
      file += bytes
      file += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
    }
    return file
  }
}
