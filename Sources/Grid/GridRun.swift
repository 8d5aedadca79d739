public import Geography

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
@safe public struct GridRun: ~Escapable {
  /// How many bytes one point takes.
  public static let stride = 27

  /// The most points in a run; with the other columns of the row they fill one page of 4 KiB.
  @inlinable
  public static var capacity: Int { 148 }

  /// How many points it has.
  public let count: Int

  @usableFromInline
  let bytes: UnsafeRawBufferPointer

  /// Views a blob as a run; returns nil if no run can have its length.
  @_lifetime(borrow bytes)
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count % Self.stride == 0, bytes.count <= Self.capacity * Self.stride else {
      return nil
    }
    unsafe self.bytes = bytes
    count = bytes.count / Self.stride
  }

  // For any index below `count`, every offset below is less than count × stride, the length of `bytes`. The
  // loops in this module stay in that range.

  /// When it was taken, or `IndexedPoint.undated`.
  @inlinable
  @inline(__always)
  public func time(_ index: Int) -> Int64 {
    unsafe Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* index, as: Int64.self))
  }

  /// The photo.
  @inlinable
  @inline(__always)
  public func id(_ index: Int) -> Int64 {
    unsafe Int64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* (count &+ index), as: Int64.self))
  }

  /// Its position.
  @inlinable
  @inline(__always)
  public func longitudeE7(_ index: Int) -> Int32 {
    unsafe Int32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 16 &* count &+ 4 &* index, as: Int32.self))
  }

  /// Its position.
  @inlinable
  @inline(__always)
  public func latitudeE7(_ index: Int) -> Int32 {
    unsafe Int32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 20 &* count &+ 4 &* index, as: Int32.self))
  }

  /// Its kind and source, see `IndexedPoint`.
  @inlinable
  @inline(__always)
  public func traits(_ index: Int) -> UInt8 {
    unsafe bytes.loadUnaligned(fromByteOffset: 24 &* count &+ index, as: UInt8.self)
  }

  /// The traits of eight consecutive points, that of the first in the lowest byte.
  @inlinable
  @inline(__always)
  public func eightTraits(from index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.loadUnaligned(
        fromByteOffset: 24 &* count &+ index, as: UInt64.self))
  }

  /// The offset of the camera's clock.
  @inlinable
  @inline(__always)
  public func offset(_ index: Int) -> Int16 {
    unsafe Int16(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 25 &* count &+ 2 &* index, as: Int16.self))
  }

  /// Local time of the camera, in milliseconds since 1970; `IndexedPoint.undated` for photos
  /// without a time.
  @inlinable
  @inline(__always)
  public func localTime(_ index: Int) -> Int64 {
    IndexedPoint.localTime(time(index), offset: offset(index))
  }

  /// A point as a value.
  public func point(_ index: Int) -> IndexedPoint {
    IndexedPoint(
      id: id(index), longitudeE7: longitudeE7(index), latitudeE7: latitudeE7(index),
      time: time(index), traits: traits(index), offset: offset(index))
  }

  /// The points as values.
  public var points: [IndexedPoint] { (0..<count).map { point($0) } }

  /// The key of its position.
  public func key(_ index: Int) -> GridKey {
    GridKey(GridPoint(longitudeE7: longitudeE7(index), latitudeE7: latitudeE7(index)))
  }

  /// Where it is in the order of the grid.
  public func position(_ index: Int) -> GridPosition {
    GridPosition(key: key(index), id: id(index))
  }

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
  public static func encode(_ points: ArraySlice<IndexedPoint>) -> [UInt8] {
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

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  public mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

extension GridKey {
  var predecessor: GridKey? { rawValue == 0 ? nil : GridKey(rawValue: rawValue - 1) }
}
