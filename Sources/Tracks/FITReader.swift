internal import Geography

/// Reads FIT, the format of Garmin's and many other sports watches: the positions of its record messages, and those of
/// Garmin's cameras.
struct FITReader {
  private let bytes: [UInt8]
  private var collector = FixCollector()
  private var position = 0
  private var isTruncated = false

  /// The defined messages, by their local number.
  private var definitions: [UInt8: Definition] = [:]

  /// The last full timestamp, to which compressed ones add; seconds since FIT's epoch.
  private var time: UInt32?

  private struct Definition {
    var message: UInt32
    var isBigEndian: Bool
    var fields: [(number: UInt8, size: Int)] = []

    /// The length of developers' fields, which come last.
    var developerSize = 0
  }

  /// 1989-12-31 in seconds since 1970.
  private static let epoch: Int64 = 631_065_600

  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    head.dropFirst(8).starts(with: ".FIT".utf8)
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var reader = FITReader(bytes: bytes)
    return reader.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() -> Track {
    // Several files may be concatenated.
    while position < bytes.count, !isTruncated {
      guard let header = bytes.number(at: position, bytes: 1), header >= 12,
        let size = bytes.number(at: position + 4, bytes: 4),
        Self.matches(bytes[position...])
      else {
        isTruncated = true
        break
      }
      let start = position + Int(header)
      let end = start + Int(size)
      if end > bytes.count { isTruncated = true }
      position = start
      (definitions, time) = ([:], nil)
      while position < min(end, bytes.count) {
        guard readMessage() else {
          isTruncated = true
          break
        }
      }
      position = end + 2
    }
    return collector.track(isTruncated: isTruncated)
  }

  /// Reads one message; returns false if it is damaged or truncated.
  private mutating func readMessage() -> Bool {
    let header = bytes[position]
    position += 1
    if header & 0x80 != 0 {
      guard let last = time else { return readData(header >> 5 & 3) }
      let offset = UInt32(header & 0x1F)
      time = (last & ~0x1F) &+ offset &+ (offset < last & 0x1F ? 0x20 : 0)
      return readData(header >> 5 & 3)
    }
    guard header & 0x40 != 0 else { return readData(header & 0xF) }
    return readDefinition(header)
  }

  private mutating func readDefinition(_ header: UInt8) -> Bool {
    guard let order = bytes.number(at: position + 1, bytes: 1),
      let message = bytes.number(at: position + 2, bytes: 2, isBigEndian: order == 1),
      let count = bytes.number(at: position + 4, bytes: 1)
    else { return false }
    position += 5
    var definition = Definition(message: message, isBigEndian: order == 1)
    for _ in 0..<count {
      guard position + 3 <= bytes.count else { return false }
      // Without empty fields, the time to read a message is proportional to its bytes.
      if bytes[position + 1] > 0 {
        definition.fields.append((bytes[position], Int(bytes[position + 1])))
      }
      position += 3
    }
    if header & 0x20 != 0 {
      guard let count = bytes.number(at: position, bytes: 1) else { return false }
      position += 1
      for _ in 0..<count {
        guard let size = bytes.number(at: position + 1, bytes: 1) else { return false }
        definition.developerSize += Int(size)
        position += 3
      }
    }
    definitions[header & 0xF] = definition
    return true
  }

  private mutating func readData(_ local: UInt8) -> Bool {
    guard let definition = definitions[local] else { return false }
    var values: [UInt8: UInt32] = [:]
    for field in definition.fields {
      if [1, 2, 4].contains(field.size) {
        values[field.number] = bytes.number(
          at: position, bytes: field.size, isBigEndian: definition.isBigEndian)
      }
      position += field.size
    }
    position += definition.developerSize
    guard position <= bytes.count else { return false }
    if let stated = values[253], stated != .max { time = stated }
    switch definition.message {
    case 20: add(values)
    case 160: addMetadata(values)
    default: break
    }
    return true
  }

  /// Adds a `gps_metadata` message of a Virb camera, whose own time counts from when the camera was switched on.
  ///
  /// Of the ten in a second, which state the same time, the track keeps the first.
  private mutating func addMetadata(_ values: [UInt8: UInt32]) {
    guard let latitude = values[1], let longitude = values[2] else { return }
    var record: [UInt8: UInt32] = [0: latitude, 1: longitude]
    record[78] = values[3]
    time = values[6].flatMap { $0 == .max ? nil : $0 }
    add(record)
  }

  /// Adds a record message; ignores one without a position.
  private mutating func add(_ values: [UInt8: UInt32]) {
    guard let latitude = values[0], let longitude = values[1], latitude != 0x7FFF_FFFF,
      longitude != 0x7FFF_FFFF
    else { return }
    func degrees(_ value: UInt32) -> Double {
      Double(Int32(bitPattern: value)) * 180 / 2_147_483_648
    }
    // Small numbers are seconds since the device was switched on.
    let instant = time.flatMap { $0 < 0x1000_0000 ? nil : (Int64($0) + Self.epoch) * 1_000 }
    let fine = values[78].flatMap { $0 == .max ? nil : $0 }
    let coarse = values[2].flatMap { $0 == 0xFFFF ? nil : $0 }
    collector.add(
      Coordinate(latitude: degrees(latitude), longitude: degrees(longitude)),
      at: instant.map(PointTime.instant),
      altitude: (fine ?? coarse).map { Double($0) / 5 - 500 },
      accuracy: values[31].flatMap { $0 == 0xFF ? nil : Double($0) })
  }
}
