internal import PhotoFacts

/// Reads the real-time metadata that Sony's cameras write for each frame: tags with the numbers of Exif's GPS tags.
enum SonyTelemetry {
  /// The limit of tags in one sample.
  private static let mostTags = 256

  /// Reads the position in a sample.
  static func read(
    _ sample: SampleTable.Sample, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    guard let header = file.uint16(at: sample.range.offset, .big) else { return }
    var position = sample.range.offset + Int(header)
    let end = sample.range.offset + sample.range.count
    var fix = Measurement()
    for _ in 0..<mostTags where position + 4 < end {
      guard let tag = file.uint16(at: position, .big), tag != 0,
        let length = file.uint16(at: position + 2, .big).map(Int.init)
      else { break }
      // A label of 16 bytes, without a length.
      if tag == 0x060E {
        position += 16
        continue
      }
      position += 4
      // A container; its content follows.
      if tag == 0x8300 { continue }
      guard position + length <= end else { break }
      fix.read(tag, at: position, length, of: &file)
      position += length
    }
    guard fix.isValid, let latitude = fix.latitude, let longitude = fix.longitude else { return }
    fixes.add(
      latitude: fix.isSouth ? -latitude : latitude, longitude: fix.isWest ? -longitude : longitude,
      at: fix.instant)
  }

  private struct Measurement {
    var (isSouth, isWest, isValid) = (false, false, true)
    var latitude: Double?
    var longitude: Double?
    var time: [Double] = []
    var date: [Int] = []

    mutating func read(_ tag: UInt16, at offset: Int, _ length: Int, of file: inout FileWindow) {
      switch tag {
      case 0x8501: isSouth = file.has("S", at: offset)
      case 0x8503: isWest = file.has("W", at: offset)
      case 0x8502: latitude = Self.angle(at: offset, length, of: &file)
      case 0x8504: longitude = Self.angle(at: offset, length, of: &file)
      case 0x8507: time = Self.numbers(at: offset, length, of: &file)
      case 0x8509: isValid = file.has("A", at: offset)
      case 0x851D:
        date =
          file.withBytes(at: offset, count: min(length, 10)) { text in
            String(decoding: text, as: UTF8.self).split(separator: ":").compactMap { Int($0) }
          } ?? []
      default: break
      }
    }

    var instant: Int64? {
      guard date.count == 3, time.count == 3 else { return nil }
      return ClockReading.instant(
        year: date[0], month: date[1], day: date[2], hour: Int(time[0]), minute: Int(time[1]),
        second: time[2])
    }

    /// Degrees, minutes and seconds.
    private static func angle(at offset: Int, _ length: Int, of file: inout FileWindow) -> Double? {
      let parts = numbers(at: offset, length, of: &file)
      return parts.count == 3 ? parts[0] + parts[1] / 60 + parts[2] / 3600 : nil
    }

    /// Three fractions; none if one is not a number up to 360.
    private static func numbers(
      at offset: Int, _ length: Int, of file: inout FileWindow
    ) -> [Double] {
      guard length == 24 else { return [] }
      let numbers = (0..<3).compactMap { index -> Double? in
        guard let top = file.uint32(at: offset + 8 * index, .big),
          let bottom = file.uint32(at: offset + 8 * index + 4, .big), bottom > 0
        else { return nil }
        let value = Double(top) / Double(bottom)
        return value <= 360 ? value : nil
      }
      return numbers.count == 3 ? numbers : []
    }
  }
}
