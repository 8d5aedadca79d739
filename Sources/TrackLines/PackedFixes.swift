internal import Geography
internal import Varints

/// The bytes of a chunk of a track: up to 512 fixes by column, as differences from the fix before.
///
/// A second of walking takes six bytes: one or two for the time, four for the position, one for the altitude.
public enum PackedFixes {
  /// The greatest number of fixes of a chunk.
  public static let capacity = 512

  private static let inSeconds: UInt8 = 1
  private static let hasAltitudes: UInt8 = 2
  private static let hasErrors: UInt8 = 4

  // MARK: Writing

  /// Packs fixes.
  public static func bytes(of points: some Collection<TrackPoint>) -> [UInt8] {
    let isInSeconds = points.allSatisfy { $0.fix.instant % 1_000 == 0 }
    let hasAltitude = points.contains { $0.fix.altitude != nil }
    let hasError = points.contains { $0.fix.accuracy != nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * points.count + 8)
    bytes.append(
      (isInSeconds ? inSeconds : 0) | (hasAltitude ? hasAltitudes : 0) | (hasError ? hasErrors : 0))
    bytes.append(varint: UInt64(points.count))
    let unit: Int64 = isInSeconds ? 1_000 : 1
    appendDifferences(points, to: &bytes) { point in
      // The lowest bit says whether a line begins.
      point.fix.instant / unit
    } besides: {
      $0.beginsLine
    }
    appendDifferences(points, to: &bytes) { Int64($0.fix.coordinate.latitudeE7) }
    appendDifferences(points, to: &bytes) { Int64($0.fix.coordinate.longitudeE7) }
    if hasAltitude { appendMeasures(points, to: &bytes, perMetre: 100) { $0.fix.altitude } }
    if hasError { appendMeasures(points, to: &bytes, perMetre: 10) { $0.fix.accuracy } }
    return bytes
  }

  private static func appendDifferences(
    _ points: some Collection<TrackPoint>, to bytes: inout [UInt8], _ value: (TrackPoint) -> Int64
  ) {
    var previous: Int64 = 0
    for point in points {
      let value = value(point)
      bytes.append(varint: (value &- previous).zigzag)
      previous = value
    }
  }

  private static func appendDifferences(
    _ points: some Collection<TrackPoint>, to bytes: inout [UInt8],
    _ value: (TrackPoint) -> Int64, besides mark: (TrackPoint) -> Bool
  ) {
    var previous: Int64 = 0
    for point in points {
      let value = value(point)
      bytes.append(varint: (value &- previous).zigzag << 1 | (mark(point) ? 1 : 0))
      previous = value
    }
  }

  /// Writes a column in which a value may be missing: 0 if it is, else the difference plus one.
  private static func appendMeasures(
    _ points: some Collection<TrackPoint>, to bytes: inout [UInt8], perMetre: Double,
    _ value: (TrackPoint) -> Double?
  ) {
    var previous: Int64 = 0
    for point in points {
      guard let metres = value(point) else {
        bytes.append(0)
        continue
      }
      let value = Int64((min(max(metres, -2e7), 2e7) * perMetre).rounded())
      bytes.append(varint: (value &- previous).zigzag + 1)
      previous = value
    }
  }

  // MARK: Reading

  /// The fixes of a chunk; nil if the bytes are damaged.
  public static func points(_ bytes: [UInt8]) -> [TrackPoint]? {
    var reader = Reader(bytes: bytes)
    guard let flags = bytes.first, flags < 8 else { return nil }
    reader.position = 1
    guard let count = reader.varint(), (1...UInt64(capacity)).contains(count) else { return nil }
    let times = reader.columns(Int(count))
    guard let latitudes = reader.differences(Int(count)),
      let longitudes = reader.differences(Int(count)), let times
    else { return nil }
    let unit: Int64 = flags & inSeconds != 0 ? 1_000 : 1
    var points: [TrackPoint] = []
    points.reserveCapacity(Int(count))
    var instant: Int64 = 0
    for index in 0..<Int(count) {
      instant = instant &+ Int64(zigzag: times[index] >> 1)
      let (scaled, isTooLarge) = instant.multipliedReportingOverflow(by: unit)
      guard !isTooLarge, scaled.magnitude <= UInt64(Fix.latestInstant),
        let latitude = Int32(exactly: latitudes[index]),
        let longitude = Int32(exactly: longitudes[index]),
        let coordinate = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
      else { return nil }
      points.append(
        TrackPoint(fix: Fix(coordinate, at: scaled), beginsLine: times[index] & 1 == 1))
    }
    if flags & hasAltitudes != 0 {
      guard reader.measures(perMetre: 100, points.count, { points[$0].fix.altitude = $1 })
      else { return nil }
    }
    if flags & hasErrors != 0 {
      guard reader.measures(perMetre: 10, points.count, { points[$0].fix.accuracy = $1 })
      else { return nil }
    }
    return reader.position == bytes.count ? points : nil
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func varint() -> UInt64? { bytes.varint(at: &position) }

    mutating func columns(_ count: Int) -> [UInt64]? {
      var values: [UInt64] = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        guard let value = varint() else { return nil }
        values.append(value)
      }
      return values
    }

    mutating func differences(_ count: Int) -> [Int64]? {
      var values: [Int64] = []
      values.reserveCapacity(count)
      var value: Int64 = 0
      for _ in 0..<count {
        guard let difference = varint() else { return nil }
        value = value &+ Int64(zigzag: difference)
        values.append(value)
      }
      return values
    }

    mutating func measures(perMetre: Double, _ count: Int, _ set: (Int, Double) -> Void) -> Bool {
      var value: Int64 = 0
      for index in 0..<count {
        guard let difference = varint() else { return false }
        guard difference > 0 else { continue }
        value = value &+ Int64(zigzag: difference - 1)
        set(index, Double(value) / perMetre)
      }
      return true
    }
  }
}
