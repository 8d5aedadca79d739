/// Visits by place, to find those near a position: cells of a hash table, one after the other in memory.
struct PlaceGrid {
  private struct Entry {
    var cell: UInt32
    var index: Int32
    var point: SpherePoint
  }

  private var entries: [Entry] = []

  /// Where the entries of each bucket begin; the last is the end.
  private var starts: [UInt32]
  private let shift: UInt32

  /// Cells for each radius of the Earth: one measures 21 km, more than two times `farthest`.
  private static let cellsPerRadius = 300.0

  /// The kilometres within which visits can be found.
  static let farthest = 10.0

  /// Sorts the indexes of visits by cells, in O(n).
  init(_ visits: [(index: Int, point: SpherePoint)]) {
    let bits = UInt32(max(1, Int.bitWidth - visits.count.leadingZeroBitCount))
    shift = 32 - bits
    starts = [UInt32](repeating: 0, count: 1 << Int(bits) + 1)
    let cells = visits.map { Self.cell(Self.scaled($0.point), 0, 0, 0) }
    for cell in cells { starts[bucket(cell) + 1] += 1 }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    var next = starts
    let empty = Entry(cell: 0, index: 0, point: SpherePoint(sum: SIMD3(1, 0, 0)))
    entries = [Entry](repeating: empty, count: visits.count)
    for (visit, cell) in zip(visits, cells) {
      let place = bucket(cell)
      entries[Int(next[place])] = Entry(
        cell: cell, index: Int32(clamping: visit.index), point: visit.point)
      next[place] += 1
    }
  }

  /// Calls a function with the index of each visit within `farthest` of a position.
  @inline(__always)
  func forEach(near point: SpherePoint, _ body: (Int) -> Void) {
    let scaled = Self.scaled(point)
    // A neighbour is in the nearer half of the cell or in the cell beside that half.
    let sides = scaled - scaled.rounded(.down)
    let x: Int32 = sides.x < 0.5 ? -1 : 1
    let y: Int32 = sides.y < 0.5 ? -1 : 1
    let z: Int32 = sides.z < 0.5 ? -1 : 1
    for corner in 0..<8 {
      let cell = Self.cell(
        scaled, corner & 1 == 0 ? 0 : x, corner & 2 == 0 ? 0 : y, corner & 4 == 0 ? 0 : z)
      let bucket = bucket(cell)
      for number in Int(starts[bucket])..<Int(starts[bucket + 1]) {
        let entry = entries[number]
        if entry.cell == cell, entry.point.isWithin(Self.farthest, of: point) {
          body(Int(entry.index))
        }
      }
    }
  }

  @inline(__always)
  private static func scaled(_ point: SpherePoint) -> SIMD3<Double> {
    point.vector * cellsPerRadius
  }

  /// The number of a cell, ten bits for each axis.
  @inline(__always)
  private static func cell(_ scaled: SIMD3<Double>, _ x: Int32, _ y: Int32, _ z: Int32) -> UInt32 {
    let low = scaled.rounded(.down)
    let (x, y, z) = (Int32(low.x) + x, Int32(low.y) + y, Int32(low.z) + z)
    return UInt32(x + 512) << 20 | UInt32(y + 512) << 10 | UInt32(z + 512)
  }

  @inline(__always)
  private func bucket(_ cell: UInt32) -> Int { Int((cell &* 2_654_435_769) >> shift) }
}
