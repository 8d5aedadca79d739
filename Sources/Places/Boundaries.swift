internal import Files
internal import Geography

/// The boundaries file: polygons with names that the user has added to an index.
///
/// docs/places-format.md describes it. It is memory-mapped; look-ups take no lock. A point on an edge belongs to the
/// polygon north or east of it, so that of two polygons that share an edge, one contains the point.
public final class Boundaries: Sendable {
  /// The ending of the file beside an index.
  public static let ending = ".boundaries"

  static let kind = "geobound"
  static let version: UInt32 = 1

  /// A whole turn in units of 1e-7°.
  static let turn: Int64 = 3_600_000_000

  /// A number that differs for each content.
  public let identity: Int64

  private let tree: BoxTree
  private let parts: Section
  private let slabs: Section
  private let edges: Section
  private let names: Section
  private let folded: Section
  private let texts: Section

  /// How many names there are.
  public let nameCount: Int

  /// Opens a file; throws if it is incomplete or of another version.
  public init(path: [UInt8]) throws(PlacesError) {
    do throws(SystemError) {
      _ = try FileStatus.ifPresent(path)
    } catch {
      throw .unreachableBoundaries(path, error.reason)
    }
    do throws(PlacesError) {
      let file = Section(try MappedFile(path: path))
      let sections = try file.sections(kind: Self.kind, version: Self.version)
      func section(_ tag: String) throws(PlacesError) -> Section {
        guard let section = sections[tag] else { throw .damaged }
        return section
      }
      identity = try section("IDEN").number(0) & (1 << 62 - 1)
      tree = try BoxTree(boxes: section("TBOX"), items: section("TITM"))
      parts = try section("PART")
      slabs = try section("SLAB")
      edges = try section("EDGE")
      names = try section("NAME")
      folded = try section("FOLD")
      texts = try section("TEXT")
      nameCount = try names.records(of: 4)
    } catch {
      throw .unreadableBoundaries(path)
    }
  }

  /// The number of the name of the smallest polygon that contains a position; nil if none does.
  ///
  /// O(log n) if few polygons overlap.
  func name(at coordinate: Coordinate) throws(PlacesError) -> Int? {
    // 180° east is 180° west.
    let x = coordinate.longitudeE7 == 1_800_000_000 ? -1_800_000_000 : coordinate.longitudeE7
    let y = min(coordinate.latitudeE7, 899_999_999)
    var rank = UInt32.max
    var name: Int?
    try tree.visit(x, y) { part throws(PlacesError) in
      let record = PartRecord.size * part
      let found: UInt32 = try self.parts.number(record + PartRecord.rank)
      guard found < rank, try self.contains(part, x, y) else { return }
      rank = found
      name = Int(try self.parts.number(record + PartRecord.name, as: UInt32.self))
    }
    return name
  }

  /// Whether a part contains a point: whether a ray to the west crosses an odd number of its edges.
  private func contains(_ part: Int, _ x: Int32, _ y: Int32) throws(PlacesError) -> Bool {
    let record = PartRecord.size * part
    let west: Int64 = try parts.number(record)
    let south: Int32 = try parts.number(record + 8)
    let width: UInt32 = try parts.number(record + 12)
    let height: UInt32 = try parts.number(record + 16)
    let slabCount: UInt32 = try parts.number(record + 20)
    guard (-Self.turn...Self.turn).contains(west), slabCount < 1 << 28 else { throw .damaged }
    let away = (Int64(x) - west) % Self.turn
    let dx = away < 0 ? away + Self.turn : away
    let dy = Int64(y) - Int64(south)
    guard dx <= Int64(width), 0...Int64(height) ~= dy else { return false }
    let first: UInt64 = try parts.number(record + 32)
    guard first < UInt64(slabs.count) else { throw .damaged }
    let slab = 4 * (Int(first) + Int(dy * Int64(slabCount) / (Int64(height) + 1)))
    let start: UInt32 = try slabs.number(slab)
    let end: UInt32 = try slabs.number(slab + 4)
    guard start <= end else { throw .damaged }
    var isInside = false
    for edge in Int(start)..<Int(end) {
      let (low, high) = try edges.pair(16 * edge)
      let (ax, ay) = (Int64(low & 0xFFFF_FFFF), Int64(low >> 32))
      let (bx, by) = (Int64(high & 0xFFFF_FFFF), Int64(high >> 32))
      // Exact: both products are below 2⁶³, since x is below 2³² and y below 2³¹.
      if ay <= dy, dy < by, (bx - ax) &* (dy - ay) <= (dx - ax) &* (by - ay) { isInside.toggle() }
    }
    return isInside
  }

  /// The text of a name.
  func text(ofName name: Int) throws(PlacesError) -> String {
    try texts.text(at: Int(names.number(4 * name, as: UInt32.self)))
  }

  /// The names that equal a folded text.
  ///
  /// O(log n).
  func names(folded text: [UInt8]) throws(PlacesError) -> [String] {
    let count = try folded.records(of: 8)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try foldedText(middle).lexicographicallyPrecedes(text) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [String] = []
    while low < count, try foldedText(low) == text {
      found.append(try self.text(ofName: Int(folded.number(8 * low + 4, as: UInt32.self))))
      low += 1
    }
    return found
  }

  private func foldedText(_ row: Int) throws(PlacesError) -> [UInt8] {
    let offset = Int(try folded.number(8 * row, as: UInt32.self))
    let length: UInt16 = try texts.number(offset)
    return try texts.bytes(offset + 2..<offset + 2 + Int(length))
  }

  /// A row of `PART`: west (64 bits), south, width, height, number of slabs, name, rank, first slab (64 bits).
  enum PartRecord {
    static let size = 40
    static let name = 24
    static let rank = 28
  }
}
