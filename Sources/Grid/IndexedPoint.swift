public import Geography

/// What the grid stores of a located photo: enough to place, filter and count it.
public struct IndexedPoint: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Its position.
  public var longitudeE7: Int32

  /// Its position.
  public var latitudeE7: Int32

  /// Milliseconds on the time line (`CaptureTime.timelineMilliseconds`), or `IndexedPoint.undated`.
  public var time: Int64

  /// The media kind in the low four bits, the location's source in the high four.
  public var traits: UInt8

  /// How many minutes the camera's clock was ahead of the time line.
  public var offset: Int16

  /// The time of photos that have none; far below any date that a camera can write.
  @inlinable
  public static var undated: Int64 { .min }

  /// Makes a point.
  public init(
    id: Int64, longitudeE7: Int32, latitudeE7: Int32, time: Int64, traits: UInt8, offset: Int16
  ) {
    (self.id, self.longitudeE7, self.latitudeE7) = (id, longitudeE7, latitudeE7)
    (self.time, self.traits, self.offset) = (time, traits, offset)
  }

  /// The key of its position.
  public var key: GridKey { GridKey(GridPoint(longitudeE7: longitudeE7, latitudeE7: latitudeE7)) }

  /// Local time of the camera.
  public var localTime: Int64 { Self.localTime(time, offset: offset) }

  /// The time that a camera showed.
  @inlinable
  @inline(__always)
  public static func localTime(_ time: Int64, offset: Int16) -> Int64 {
    guard time != undated else { return time }
    // Near the limits of the number type, where no camera's clock is, the time itself is used.
    let (local, overflow) = time.addingReportingOverflow(Int64(offset) * 60_000)
    return overflow || local == undated ? time : local
  }

  /// An offset as the grid stores it.
  ///
  /// No clock is more than a day from UTC; larger offsets count as unknown.
  public static func offset(minutes: Int64?) -> Int16 {
    let day: Int64 = 1_440
    guard let minutes, (-day...day).contains(minutes) else { return 0 }
    return Int16(minutes)
  }
}

/// A position in the total order of the grid: the key, then the id of the photo.
public struct GridPosition: Hashable, Comparable, Sendable {
  /// The key.
  public var key: GridKey

  /// The photo.
  public var id: Int64

  /// Makes a position.
  @inlinable
  public init(key: GridKey, id: Int64) { (self.key, self.id) = (key, id) }

  /// Whether `left` comes first.
  public static func < (left: GridPosition, right: GridPosition) -> Bool {
    left.key == right.key ? left.id < right.id : left.key < right.key
  }
}

extension IndexedPoint {
  /// Where it is in the order of the grid.
  public var position: GridPosition { GridPosition(key: key, id: id) }
}
