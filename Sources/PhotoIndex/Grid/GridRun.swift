internal import Geography
internal import PhotoFacts

/// What the grid stores of a located photo: enough to place, filter and count it.
struct IndexedPoint: Hashable {
  var id: Int64
  var longitudeE7: Int32
  var latitudeE7: Int32
  /// Milliseconds on the time line (`CaptureTime.timelineMilliseconds`), or `IndexedPoint.undated`.
  var time: Int64
  /// The media kind in the low four bits, the location's source in the high four.
  var traits: UInt8
  /// How many minutes the camera's clock was ahead of the time line.
  var offset: Int16

  /// The time of photos that have none; far below any date that a camera can write.
  static let undated = Int64.min

  var key: GridKey { GridKey(GridPoint(longitudeE7: longitudeE7, latitudeE7: latitudeE7)) }

  /// Local time of the camera.
  var localTime: Int64 { Self.localTime(time, offset: offset) }

  @inline(__always)
  static func localTime(_ time: Int64, offset: Int16) -> Int64 {
    guard time != undated else { return time }
    // Near the limits of the number type, where no camera's clock is, the time itself is used.
    let (local, overflow) = time.addingReportingOverflow(
      Int64(offset) * CaptureTime.millisecondsPerMinute)
    return overflow || local == undated ? time : local
  }

  /// An offset as the grid stores it.
  ///
  /// No clock is more than a day from UTC; larger offsets count as unknown.
  static func offset(minutes: Int64?) -> Int16 {
    let day: Int64 = 1_440
    guard let minutes, (-day...day).contains(minutes) else { return 0 }
    return Int16(minutes)
  }
}

/// A position in the total order of the grid: the key, then the id of the photo.
struct GridPosition: Hashable, Comparable {
  var key: GridKey
  var id: Int64

  static func < (left: GridPosition, right: GridPosition) -> Bool {
    left.key == right.key ? left.id < right.id : left.key < right.key
  }
}

extension IndexedPoint {
  var position: GridPosition { GridPosition(key: key, id: id) }
}

/// A run of points as the index stores it: six columns, one after the other, little-endian.
///
/// ```
/// time       8 × n   milliseconds, Int64
/// id         8 × n   Int64
/// longitude  4 × n   1e-7°, Int32
/// latitude   4 × n   1e-7°, Int32
/// traits     1 × n   UInt8
/// offset     2 × n   minutes, Int16
/// ```
///
/// The points are sorted by (grid key, id). A run is a view of bytes that are lent to it; the compiler ensures
/// that no run outlives them.
@safe struct GridRun: ~Escapable {
  /// How many bytes one point takes.
  static let stride = 27

  /// The most points in a run; with the other columns of the row they fill one page of 4 KiB.
  static let capacity = 148

  let count: Int
  private let bytes: UnsafeRawBufferPointer

  /// Views a blob as a run; returns nil if no run can have its length.
  @_lifetime(borrow bytes)
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count % Self.stride == 0, bytes.count <= Self.capacity * Self.stride else {
      return nil
    }
    unsafe self.bytes = bytes
    count = bytes.count / Self.stride
  }

  // For any index below `count`, every offset below is less than count × stride, the length of `bytes`. The
  // loops in this module stay in that range.

  @inline(__always)
  func time(_ index: Int) -> Int64 {
    unsafe Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* index, as: Int64.self))
  }

  @inline(__always)
  func id(_ index: Int) -> Int64 {
    unsafe Int64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* (count &+ index), as: Int64.self))
  }

  @inline(__always)
  func longitudeE7(_ index: Int) -> Int32 {
    unsafe Int32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 16 &* count &+ 4 &* index, as: Int32.self))
  }

  @inline(__always)
  func latitudeE7(_ index: Int) -> Int32 {
    unsafe Int32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 20 &* count &+ 4 &* index, as: Int32.self))
  }

  @inline(__always)
  func traits(_ index: Int) -> UInt8 {
    unsafe bytes.loadUnaligned(fromByteOffset: 24 &* count &+ index, as: UInt8.self)
  }

  /// The traits of eight consecutive points, that of the first in the lowest byte.
  @inline(__always)
  func eightTraits(from index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.loadUnaligned(
        fromByteOffset: 24 &* count &+ index, as: UInt64.self))
  }

  @inline(__always)
  func offset(_ index: Int) -> Int16 {
    unsafe Int16(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 25 &* count &+ 2 &* index, as: Int16.self))
  }

  /// Local time of the camera, in milliseconds since 1970; `IndexedPoint.undated` for photos
  /// without a time.
  @inline(__always)
  func localTime(_ index: Int) -> Int64 {
    IndexedPoint.localTime(time(index), offset: offset(index))
  }

  func point(_ index: Int) -> IndexedPoint {
    IndexedPoint(
      id: id(index), longitudeE7: longitudeE7(index), latitudeE7: latitudeE7(index),
      time: time(index), traits: traits(index), offset: offset(index))
  }

  /// The points as values.
  var points: [IndexedPoint] { (0..<count).map { point($0) } }

  func key(_ index: Int) -> GridKey {
    GridKey(GridPoint(longitudeE7: longitudeE7(index), latitudeE7: latitudeE7(index)))
  }

  func position(_ index: Int) -> GridPosition { GridPosition(key: key(index), id: id(index)) }

  /// The first index, from `start` on, whose key is greater than `key`.
  ///
  /// Searches near `start` first.
  func end(of key: GridKey, from start: Int) -> Int {
    firstIndex(from: start) { self.key($0) > key }
  }

  /// The part of the run whose keys lie in a range.
  func range(of keys: ClosedRange<GridKey>, _ extent: RunExtent) -> Range<Int> {
    var first = 0
    if extent.first.key < keys.lowerBound, let before = keys.lowerBound.predecessor {
      first = end(of: before, from: 0)
    }
    let end = extent.last.key > keys.upperBound ? end(of: keys.upperBound, from: first) : count
    return first..<max(first, end)
  }

  /// The first index whose point comes after a position.
  func firstIndex(after position: GridPosition) -> Int {
    firstIndex(from: 0) { self.position($0) > position }
  }

  /// The first index, from `start` on, for which `isBeyond` holds; it must hold for all later ones too.
  private func firstIndex(from start: Int, where isBeyond: (Int) -> Bool) -> Int {
    var low = start
    var high = start
    var stride = 1
    while high < count, !isBeyond(high) {
      low = high + 1
      high += stride
      stride *= 2
    }
    high = min(high, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The bytes of a run of these points, which must be in order.
  static func encode(_ points: ArraySlice<IndexedPoint>) -> [UInt8] {
    let count = points.count
    return unsafe [UInt8](unsafeUninitializedCapacity: count * stride) { buffer, size in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for (index, point) in points.enumerated() {
        unsafe bytes.store(point.time, at: 8 * index)
        unsafe bytes.store(point.id, at: 8 * (count + index))
        unsafe bytes.store(point.longitudeE7, at: 16 * count + 4 * index)
        unsafe bytes.store(point.latitudeE7, at: 20 * count + 4 * index)
        unsafe bytes.store(point.traits, at: 24 * count + index)
        unsafe bytes.store(point.offset, at: 25 * count + 2 * index)
      }
      size = count * stride
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func store<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number, at offset: Int
  ) {
    unsafe storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}
