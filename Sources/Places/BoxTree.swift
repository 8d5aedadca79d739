/// A packed R-tree over boxes in units of 1e-7°, with sixteen children to a node.
///
/// The levels follow each other, the lowest first. Node n of a level is around the nodes 16 n to 16 n + 15 of the level
/// below it.
struct BoxTree: Sendable {
  static let fanOut = 16

  /// A box, edges included.
  struct Box {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32

    func union(_ other: Box) -> Box {
      Box(
        west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
        north: max(north, other.north))
    }
  }

  private let boxes: Section
  private let items: Section
  private let levels: [Range<Int>]

  /// Opens a tree; `items` has a number for each box of the lowest level.
  init(boxes: Section, items: Section) throws(PlacesError) {
    (self.boxes, self.items) = (boxes, items)
    levels = Self.levels(of: try items.records(of: 4))
    guard try boxes.records(of: 16) == levels.last?.upperBound ?? 0 else { throw .damaged }
  }

  /// The numbers of the boxes of each level, for a number of items.
  private static func levels(of count: Int) -> [Range<Int>] {
    guard count > 0 else { return [] }
    var levels = [0..<count]
    while let last = levels.last, last.count > fanOut {
      levels.append(last.upperBound..<last.upperBound + (last.count + fanOut - 1) / fanOut)
    }
    return levels
  }

  /// Visits the items whose boxes contain a point.
  ///
  /// O(log n + k) if few boxes overlap.
  func visit(_ x: Int32, _ y: Int32, _ body: (Int) throws(PlacesError) -> Void) throws(PlacesError)
  {
    guard let top = levels.indices.last else { return }
    try visit(level: top, levels[top], x, y, body)
  }

  private func visit(
    level: Int, _ range: Range<Int>, _ x: Int32, _ y: Int32,
    _ body: (Int) throws(PlacesError) -> Void
  ) throws(PlacesError) {
    for number in range where try contains(number, x, y) {
      guard level > 0 else {
        try body(Int(items.number(4 * number, as: UInt32.self)))
        continue
      }
      let below = levels[level - 1]
      let first = below.lowerBound + Self.fanOut * (number - levels[level].lowerBound)
      try visit(
        level: level - 1, first..<min(first + Self.fanOut, below.upperBound), x, y, body)
    }
  }

  @inline(__always)
  private func contains(_ number: Int, _ x: Int32, _ y: Int32) throws(PlacesError) -> Bool {
    let (low, high) = try boxes.pair(16 * number)
    return x >= Int32(truncatingIfNeeded: low) && y >= Int32(truncatingIfNeeded: low >> 32)
      && x <= Int32(truncatingIfNeeded: high) && y <= Int32(truncatingIfNeeded: high >> 32)
  }

  /// Makes the bytes of a tree.
  static func pack(_ entries: [(box: Box, item: UInt32)]) -> (boxes: [UInt8], items: [UInt8]) {
    let order = entries.map { (key: key($0.box), entry: $0) }.sorted { $0.key < $1.key }
    var boxes: [UInt8] = []
    var items: [UInt8] = []
    for (_, entry) in order { items.append(littleEndian: entry.item) }
    var level = order.map(\.entry.box)
    while true {
      for box in level {
        for edge in [box.west, box.south, box.east, box.north] { boxes.append(littleEndian: edge) }
      }
      guard level.count > fanOut else { break }
      level = stride(from: 0, to: level.count, by: fanOut).map { first in
        level[first..<min(first + fanOut, level.count)].dropFirst()
          .reduce(level[first]) { $0.union($1) }
      }
    }
    return (boxes, items)
  }

  /// The position of a box's centre on the Morton curve.
  private static func key(_ box: Box) -> UInt64 {
    func spread(_ low: Int32, _ high: Int32) -> UInt64 {
      let middle = UInt64((Int64(low) + Int64(high)) / 2 + 1 << 31) & 0xFFFF_FFFF
      return (0..<32).reduce(0) { $0 | (middle >> $1 & 1) << (2 * $1) }
    }
    return spread(box.west, box.east) | spread(box.south, box.north) << 1
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    for byte in 0..<number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
    }
  }
}
