internal import PhotoFacts

/// Reads GPMF, the telemetry of a GoPro: four-letter keys with type, size and count, which may nest.
enum GoProTelemetry {
  /// The size limit of a sample, which has the measurements of one second.
  private static let longestSample = 512 * 1024

  /// The limit of keys in one sample.
  private static let mostKeys = 2048

  /// One key with its values.
  private struct Entry {
    let start: Int
    let payload: Int
    let width: Int
    let count: Int
  }

  /// Reads the positions in a sample.
  static func read(
    _ sample: SampleTable.Sample, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    let range = sample.range
    guard range.offset < file.size, (8...longestSample).contains(range.count) else { return }
    var stream = Stream()
    var position = range.offset
    let end = min(range.offset + range.count, file.size)
    for _ in 0..<mostKeys where position + 8 <= end {
      guard let kind = file.byte(at: position + 4), let width = file.byte(at: position + 5),
        let count = file.uint16(at: position + 6, .big)
      else { return }
      let entry = Entry(
        start: position, payload: position + 8, width: Int(width), count: Int(count))
      // Type 0 is a container; its content follows.
      if kind == 0 {
        if file.has("STRM", at: position) { stream = Stream() }
        position = entry.payload
        continue
      }
      let length = entry.width * entry.count
      guard entry.payload + length <= end else { return }
      stream.read(entry, during: sample.duration, of: &file, into: &fixes)
      if fixes.isComplete { return }
      position = entry.payload + (length + 3) & ~3
    }
  }

  /// The settings of one stream, which precede its measurements.
  private struct Stream {
    /// 2 or 3 for a two- or three-dimensional fix.
    var fix: UInt32?

    /// The instant of the first measurement.
    var instant: Int64?

    /// The divisors of the numbers of a measurement.
    var scales: [Int] = []

    mutating func read(
      _ entry: Entry, during seconds: Double, of file: inout FileWindow,
      into fixes: inout FilmFixes
    ) {
      if file.has("GPSF", at: entry.start) { fix = file.uint32(at: entry.payload, .big) }
      if file.has("GPSU", at: entry.start) {
        let count = min(entry.width * entry.count, 16)
        instant = file.withBytes(at: entry.payload, count: count) { Self.instant($0) } ?? nil
      }
      if file.has("SCAL", at: entry.start) { readScales(entry, of: &file) }
      if file.has("GPS5", at: entry.start), entry.width == 20, fix ?? 0 >= 2 {
        for index in 0..<entry.count where !fixes.isComplete {
          // The measurements of a sample are spread evenly over its duration.
          let late = (seconds * 1000 * Double(index) / Double(entry.count)).rounded()
          add(
            at: entry.payload + 20 * index, instant: instant.map { $0 + Int64(min(late, 60_000)) },
            of: &file, into: &fixes)
        }
      }
      if file.has("GPS9", at: entry.start), entry.width == 32 {
        for index in 0..<entry.count where !fixes.isComplete {
          let place = entry.payload + 32 * index
          // Each measurement ends with two bytes of precision and two of fix.
          guard file.uint16(at: place + 30, .big) ?? 0 >= 2 else { continue }
          add(at: place, instant: ownInstant(at: place, of: &file), of: &file, into: &fixes)
        }
      }
    }

    private mutating func readScales(_ entry: Entry, of file: inout FileWindow) {
      scales = (0..<min(entry.count, 9)).compactMap { index in
        entry.width == 2
          ? file.uint16(at: entry.payload + 2 * index, .big).map(Int.init)
          : file.uint32(at: entry.payload + 4 * index, .big).map { Int(Int32(bitPattern: $0)) }
      }
    }

    private func number(_ index: Int, at offset: Int, of file: inout FileWindow) -> Double? {
      guard scales.indices.contains(index), scales[index] != 0,
        let number = file.uint32(at: offset + 4 * index, .big)
      else { return nil }
      return Double(Int32(bitPattern: number)) / Double(scales[index])
    }

    private func add(
      at offset: Int, instant: Int64?, of file: inout FileWindow, into fixes: inout FilmFixes
    ) {
      guard let latitude = number(0, at: offset, of: &file),
        let longitude = number(1, at: offset, of: &file),
        let altitude = number(2, at: offset, of: &file)
      else { return }
      fixes.add(latitude: latitude, longitude: longitude, at: instant, altitude: altitude)
    }

    /// The instant of a measurement of newer cameras: days since 2000 and seconds since midnight, in UTC.
    private func ownInstant(at offset: Int, of file: inout FileWindow) -> Int64? {
      guard let days = number(5, at: offset, of: &file), (1...73_000).contains(days),
        let seconds = number(6, at: offset, of: &file), (0..<86_401).contains(seconds)
      else { return nil }
      return (Int64(days) + 10_957) * 86_400_000 + Int64((seconds * 1000).rounded())
    }

    /// The instant of `240501120000.250`, in UTC.
    private static func instant(_ text: ArraySlice<UInt8>) -> Int64? {
      let digits = text.prefix(12)
      guard digits.count == 12, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      let pairs = digits.map { Int($0) - 48 }
      func pair(_ index: Int) -> Int { pairs[2 * index] * 10 + pairs[2 * index + 1] }
      let fraction = Double(
        "0" + String(decoding: text.dropFirst(12).prefix { $0 > 32 }, as: UTF8.self))
      return ClockReading.instant(
        year: 2000 + pair(0), month: pair(1), day: pair(2), hour: pair(3), minute: pair(4),
        second: Double(pair(5)) + (fraction ?? 0))
    }
  }
}
