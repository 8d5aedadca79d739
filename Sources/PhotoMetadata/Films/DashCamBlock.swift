internal import Tracks

/// Reads the `freeGPS` blocks of dash cams, one for each second, between the frames of a film.
///
/// The makers of cameras vary the layout. Those with an unknown encryption give no position.
struct DashCamBlock {
  /// How much of a block is read.
  static let longestBlock = 1_024

  private let bytes: [UInt8]

  /// Takes the bytes of a block from its length on; nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 92, bytes[4..<12].elementsEqual("freeGPS ".utf8) else { return nil }
    self.bytes = bytes
  }

  /// Reads the position in the block.
  func read(into fixes: inout FilmFixes) {
    if has("4W`b]S<", at: 60) {
      // The sentences of the receiver, with 16 added to each letter.
      return read(sentences: bytes[60...].map { $0 >= 16 ? $0 - 16 : $0 }, into: &fixes)
    }
    if hasSentence(bytes) { return read(sentences: bytes, into: &fixes) }
    for layout in Self.layouts where isValid(layout) { return read(layout, into: &fixes) }
  }

  // MARK: - Sentences

  /// Whether there is an RMC sentence.
  private func hasSentence(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { start in
      bytes[start] == UInt8(ascii: "$") && bytes[start...].dropFirst(3).starts(with: "RMC,".utf8)
    }
  }

  /// Reads sentences that lie between other bytes.
  private func read(sentences bytes: [UInt8], into fixes: inout FilmFixes) {
    var text: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "$") { text.append(0x0A) }
      text.append((0x20..<0x7F).contains(byte) ? byte : 0x0A)
    }
    fixes.add(NMEAReader.track(text + [0x0A]))
  }

  // MARK: - Numbers

  /// Where a camera writes what; all numbers are little-endian.
  private struct Layout {
    /// The offsets of hour, minute and second, and of year, month and day.
    var time: Int
    var date: Int

    /// The offset of the letter `A` of a valid fix, and of the letters of the hemispheres.
    var status: Int
    var north: Int
    var east: Int

    /// The offsets of degrees and minutes as a number such as 4807.038.
    var latitude: Int
    var longitude: Int
    var altitude: Int?

    /// Whether a year of four digits stands for a local time.
    var mayBeLocal = false
  }

  private static let layouts = [
    Layout(
      time: 16, date: 28, status: 40, north: 41, east: 42, latitude: 44, longitude: 48,
      mayBeLocal: true),
    Layout(time: 48, date: 88, status: 60, north: 68, east: 76, latitude: 64, longitude: 72),
    Layout(
      time: 80, date: 68, status: 64, north: 65, east: 66, latitude: 96, longitude: 92,
      altitude: 108),
    Layout(time: 48, date: 60, status: 72, north: 73, east: 74, latitude: 76, longitude: 80),
  ]

  private func isValid(_ layout: Layout) -> Bool {
    guard byte(layout.status) == "A", ["N", "S"].contains(byte(layout.north)),
      ["E", "W"].contains(byte(layout.east)), let month = number(layout.date + 4),
      let day = number(layout.date + 8), let hour = number(layout.time),
      let minute = number(layout.time + 4), let second = number(layout.time + 8)
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day) && hour < 24 && minute < 60
      && second < 61
  }

  private func read(_ layout: Layout, into fixes: inout FilmFixes) {
    guard let latitude = degrees(layout.latitude), let longitude = degrees(layout.longitude),
      // Zero stands for a position that is encrypted elsewhere in the block.
      latitude != 0
    else { return }
    fixes.add(
      latitude: byte(layout.north) == "S" ? -latitude : latitude,
      longitude: byte(layout.east) == "W" ? -longitude : longitude, at: instant(layout),
      altitude: layout.altitude.flatMap { float($0) })
  }

  private func instant(_ layout: Layout) -> Int64? {
    guard let year = number(layout.date), let month = number(layout.date + 4),
      let day = number(layout.date + 8), let hour = number(layout.time),
      let minute = number(layout.time + 4), let second = number(layout.time + 8),
      year < 2000 || !layout.mayBeLocal
    else { return nil }
    return ClockReading.instant(
      year: Int(year < 2000 ? year + 2000 : year), month: Int(month), day: Int(day),
      hour: Int(hour), minute: Int(minute), second: Double(second))
  }

  private func degrees(_ offset: Int) -> Double? {
    guard let value = float(offset), (0..<18_001).contains(value) else { return nil }
    let whole = (value / 100).rounded(.down)
    return whole + (value - whole * 100) / 60
  }

  private func number(_ offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
  }

  private func float(_ offset: Int) -> Double? {
    guard let bits = number(offset) else { return nil }
    let value = Float(bitPattern: bits)
    return value.isFinite ? Double(value) : nil
  }

  private func byte(_ offset: Int) -> Unicode.Scalar? {
    bytes.indices.contains(offset) ? Unicode.Scalar(bytes[offset]) : nil
  }

  private func has(_ text: String, at offset: Int) -> Bool {
    bytes.dropFirst(offset).starts(with: text.utf8)
  }
}

/// The records of a `gps0` box, which other dash cams write.
enum DashCamRecords {
  private static let length = 32

  static func read(_ box: Boxes.Box, of file: inout FileWindow, into fixes: inout FilmFixes) {
    var place = box.payload
    while place + length <= box.end, !fixes.isComplete {
      defer { place += length }
      guard let latitude = file.double(at: place, .little),
        let longitude = file.double(at: place + 8, .little),
        let height = file.uint32(at: place + 16, .little),
        let clock = file.withBytes(at: place + 22, count: 6, { $0.map { Int($0) } })
      else { continue }
      let instant = ClockReading.instant(
        year: 2000 + clock[0], month: clock[1], day: clock[2], hour: clock[3], minute: clock[4],
        second: Double(clock[5]))
      fixes.add(
        latitude: degrees(latitude), longitude: degrees(longitude), at: instant,
        altitude: Double(Int32(bitPattern: height)))
    }
  }

  /// Degrees from degrees and minutes as a number such as -4807.038.
  private static func degrees(_ value: Double) -> Double {
    let whole = (abs(value) / 100).rounded(.down)
    let degrees = whole + (abs(value) - whole * 100) / 60
    return value < 0 ? -degrees : degrees
  }
}
