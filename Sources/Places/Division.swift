/// A division of the world into labelled areas; docs/places-format.md describes how it is cut into cells.
///
/// If a cell is in one area, its index entry has the label. Otherwise the nearest border west of the point says
/// which area lies to its east.
struct Division: Sendable {
  /// Stands for no area; all labels are below it.
  static let none: UInt16 = 0xFFFF

  private static let split: UInt32 = 0x8000_0000
  private static let blockSide = 4
  private static let blockColumns = MapUnits.columns / blockSide

  private let index: Section
  private let records: Section

  init(index: Section, records: Section) throws(PlacesError) {
    guard index.count >= 4 * Self.blockColumns * (MapUnits.rows / Self.blockSide) else {
      throw .damaged
    }
    self.index = index
    self.records = records
  }

  /// The label of the area that contains a point; nil if there is none.
  func label(at point: MapUnits) throws(PlacesError) -> Int? {
    let entry = try entry(of: point)
    let label =
      entry < Self.split
      ? UInt16(truncatingIfNeeded: entry)
      : try label(at: point, inRecord: Int(entry & ~Self.split))
    return label == Self.none ? nil : Int(label)
  }

  private func entry(of point: MapUnits) throws(PlacesError) -> UInt32 {
    let side = Self.blockSide
    let block = point.row / side * Self.blockColumns + point.column / side
    let top: UInt32 = try index.number(4 * block)
    guard top >= Self.split else { return top }
    let table = Self.blockColumns * (MapUnits.rows / side) + Int(top & ~Self.split) * side * side
    return try index.number(4 * (table + point.row % side * side + point.column % side))
  }

  private func label(at point: MapUnits, inRecord offset: Int) throws(PlacesError) -> UInt16 {
    var reader = NumberReader(section: records, offset: offset)
    let labelCount = try reader.byte()
    let labels = reader.offset
    reader.offset += 2 * labelCount
    let row = point.y % MapUnits.inCell
    var found = try labelAtWesternSide(&reader, row: row)
    // Ignores borders on or left of the cell's western side, except those on the western side of the map.
    var nearest = point.column == 0 ? -1 : 0.25
    let x = Double(point.x % MapUnits.inCell) + 0.5
    let y = Double(row) + 0.5
    for _ in 0..<(try reader.number()) {
      let left = try reader.byte()
      let right = try reader.byte()
      let edges = try reader.number()
      var ax = try reader.signed()
      var ay = try reader.signed()
      for _ in 0..<edges {
        let bx = ax &+ (try reader.signed())
        let by = ay &+ (try reader.signed())
        if (ay <= row) != (by <= row) {
          let at = Double(ax) + Double(bx &- ax) * (y - Double(ay)) / Double(by &- ay)
          if at > nearest, at < x {
            nearest = at
            found = by > ay ? right : left
          }
        }
        ax = bx
        ay = by
      }
    }
    guard found < labelCount else { throw .damaged }
    return try records.number(labels + 2 * found)
  }

  private func labelAtWesternSide(_ reader: inout NumberReader, row: Int) throws(PlacesError) -> Int
  {
    var label = try reader.byte()
    var begins = 0
    for _ in 0..<(try reader.number()) {
      begins &+= try reader.number()
      let next = try reader.byte()
      if row >= begins { label = next }
    }
    return label
  }
}
