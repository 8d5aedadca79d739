private import Geography
internal import PhotoFacts

/// Reads GPMF, the telemetry of a GoPro: four-letter keys with type, size and count, which may nest.
enum GoProTelemetry {
  /// The size limit of a sample, which has the measurements of one second.
  private static let longestSample = 512 * 1024

  /// The limit of keys in one sample.
  private static let mostKeys = 2048

  /// The position of the first fix in a sample; nil if there is none.
  static func place(in sample: ByteRange, of file: inout FileWindow) -> Place? {
    guard sample.offset < file.size, (8...longestSample).contains(sample.count) else { return nil }
    var stream = Stream()
    var position = sample.offset
    let end = min(sample.offset + sample.count, file.size)
    for _ in 0..<mostKeys where position + 8 <= end {
      guard let kind = file.byte(at: position + 4), let width = file.byte(at: position + 5),
        let count = file.uint16(at: position + 6, .big)
      else { return nil }
      let payload = position + 8
      // Type 0 is a container; its content follows.
      if kind == 0 {
        if file.has("STRM", at: position) { stream = Stream() }
        position = payload
        continue
      }
      let length = Int(width) * Int(count)
      guard payload + length <= end else { return nil }
      if file.has("GPSF", at: position) { stream.fix = file.uint32(at: payload, .big) }
      if file.has("SCAL", at: position) {
        stream.scales = scales(at: payload, Int(width), Int(count), in: &file)
      }
      if file.has("GPS5", at: position), width == 20, count > 0, stream.fix ?? 0 >= 2 {
        return stream.place(at: payload, in: &file)
      }
      if file.has("GPS9", at: position), width == 32, count > 0 {
        // Each measurement ends with two bytes of precision and two of fix.
        let fixes = (0..<Int(count)).first {
          file.uint16(at: payload + 32 * $0 + 30, .big) ?? 0 >= 2
        }
        if let fixes { return stream.place(at: payload + 32 * fixes, in: &file) }
      }
      position = payload + (length + 3) & ~3
    }
    return nil
  }

  private static func scales(
    at offset: Int, _ width: Int, _ count: Int, in file: inout FileWindow
  ) -> [Int] {
    (0..<min(count, 3)).compactMap { index in
      width == 2
        ? file.uint16(at: offset + 2 * index, .big).map(Int.init)
        : file.uint32(at: offset + 4 * index, .big).map { Int(Int32(bitPattern: $0)) }
    }
  }

  /// The settings of one stream, which precede its measurements.
  private struct Stream {
    /// 2 or 3 for a two- or three-dimensional fix.
    var fix: UInt32?

    /// The divisors of latitude, longitude and altitude.
    var scales: [Int] = []

    func place(at offset: Int, in file: inout FileWindow) -> Place? {
      let numbers = (0..<3).compactMap { index -> Double? in
        guard scales.indices.contains(index), scales[index] != 0,
          let number = file.uint32(at: offset + 4 * index, .big)
        else { return nil }
        return Double(Int32(bitPattern: number)) / Double(scales[index])
      }
      guard numbers.count == 3,
        let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
      else { return nil }
      if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 { return nil }
      let altitude = abs(numbers[2]) <= 100_000 ? numbers[2] : nil
      return .located(Location(coordinate, altitude: altitude, source: .quicktime))
    }
  }
}
