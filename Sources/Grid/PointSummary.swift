public import Geography

/// What a map shows for several photos at once: how many, where, when, and one that represents them.
///
/// Summaries of parts that share no photo merge into exactly the summary of the whole, in any order.
public struct PointSummary: Hashable, Mergeable {
  /// How many.
  public private(set) var count = 0
  /// The sum of their longitudes.
  public private(set) var longitudeSum: Int64 = 0
  /// The sum of their latitudes.
  public private(set) var latitudeSum: Int64 = 0
  /// The box around them.
  public private(set) var west = Int32.max
  /// The box around them.
  public private(set) var south = Int32.max
  /// The box around them.
  public private(set) var east = Int32.min
  /// The box around them.
  public private(set) var north = Int32.min
  /// The first moment; the greatest number if none is dated.
  public private(set) var earliest = Int64.max
  /// The last moment, or `IndexedPoint.undated`.
  public private(set) var latest = IndexedPoint.undated
  /// The newest photo; of several taken at that moment, the one with the lowest id.
  public private(set) var representative = Int64.max

  /// Makes the summary of none.
  public init() {}

  /// The summary of none.
  public var emptied: PointSummary { PointSummary() }

  /// Adds a point of a run.
  @inline(__always)
  public mutating func add(_ run: GridRun, _ index: Int) {
    add(
      IndexedPoint(
        id: run.id(index), longitudeE7: run.longitudeE7(index), latitudeE7: run.latitudeE7(index),
        time: run.time(index), traits: 0, offset: 0))
  }

  /// Adds a point.
  @inline(__always)
  public mutating func add(_ point: IndexedPoint) {
    count &+= 1
    // The sums of a damaged file may overflow; they wrap, so that nothing crashes.
    longitudeSum &+= Int64(point.longitudeE7)
    latitudeSum &+= Int64(point.latitudeE7)
    west = min(west, point.longitudeE7)
    east = max(east, point.longitudeE7)
    south = min(south, point.latitudeE7)
    north = max(north, point.latitudeE7)
    earliest = min(earliest, point.time == IndexedPoint.undated ? .max : point.time)
    if point.time > latest || point.time == latest && point.id < representative {
      latest = point.time
      representative = point.id
    }
  }

  /// Adds the chosen points of a run.
  public mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    // Local variables can stay in registers.
    var part = PointSummary()
    chosen.forEachChosen { part.add(run, $0) }
    if part.count > 0 { merge(part) }
  }

  /// Adds the summary of others.
  public mutating func merge(_ other: PointSummary) {
    count += other.count
    longitudeSum &+= other.longitudeSum
    latitudeSum &+= other.latitudeSum
    west = min(west, other.west)
    east = max(east, other.east)
    south = min(south, other.south)
    north = max(north, other.north)
    earliest = min(earliest, other.earliest)
    if other.latest > latest || other.latest == latest && other.representative < representative {
      latest = other.latest
      representative = other.representative
    }
  }
}

extension PointSummary {
  /// The mean of the positions.
  public var centre: Coordinate? {
    guard count > 0 else { return nil }
    return Coordinate(
      latitudeE7: Int32(clamping: latitudeSum / Int64(count)),
      longitudeE7: Int32(clamping: longitudeSum / Int64(count)))
  }

  /// The box around the positions, which does not cross the antimeridian.
  public var extent: BoundingBox? {
    guard let lowest = Coordinate(latitudeE7: south, longitudeE7: west),
      let highest = Coordinate(latitudeE7: north, longitudeE7: east)
    else { return nil }
    return BoundingBox(west: lowest, south: lowest, east: highest, north: highest)
  }

  /// The first and the last moment; nil if no photo is dated.
  public var time: ClosedRange<Int64>? { earliest <= latest ? earliest...latest : nil }

  /// The pin or cluster that shows these photos in a cell.
  func mark(in cell: TileCoordinate) -> MapMark? {
    guard let centre, let extent else { return nil }
    guard count > 1 else { return .pin(Pin(id: representative, coordinate: centre)) }
    return .cluster(
      Cluster(
        cell: cell, count: count, centre: centre, extent: extent, representative: representative,
        time: time))
  }
}

extension PointSummary {
  /// The bytes of a summary in the index.
  static let stride = 64

  /// Reads the numbers of a summary, in the order in which the fields are declared; returns nil if no photos
  /// can add up to them.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.stride else { return nil }
    func wide(_ index: Int) -> Int64 {
      unsafe Int64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 * index, as: Int64.self))
    }
    func narrow(_ index: Int) -> Int32 {
      unsafe Int32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 24 + 4 * index, as: Int32.self))
    }
    guard let count = UInt32(exactly: wide(0)), count > 0 else { return nil }
    self.count = Int(count)
    longitudeSum = wide(1)
    latitudeSum = wide(2)
    west = narrow(0)
    south = narrow(1)
    east = narrow(2)
    north = narrow(3)
    earliest = wide(5)
    latest = wide(6)
    representative = wide(7)
    guard west <= east, south <= north else { return nil }
  }

  /// Appends the bytes that `init(_:at:)` reads.
  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: Int64(count))
    bytes.append(littleEndian: longitudeSum)
    bytes.append(littleEndian: latitudeSum)
    for edge in [west, south, east, north] { bytes.append(littleEndian: edge) }
    bytes.append(littleEndian: earliest)
    bytes.append(littleEndian: latest)
    bytes.append(littleEndian: representative)
  }
}
