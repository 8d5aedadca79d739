internal import Geography
internal import JSON

/// Reads the `.rec` files of the OwnTracks Recorder: one JSON message per line, after two tabs.
enum OwnTracksReader {
  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    guard let line = head.split(whereSeparator: { $0 == 10 || $0 == 13 }).first else {
      return false
    }
    return message(line) != nil
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var collector = FixCollector()
    for line in Lines(bytes) {
      guard let message = message(line) else { continue }
      var walk = JSONWalk(Array(message))
      var numbers: [String: Double] = [:]
      var kind: String?
      while let event = walk.next() {
        guard walk.names.count == 1 else { continue }
        if walk.names[0] == "_type" { kind = event.text }
        if ["lat", "lon", "tst", "acc", "alt"].contains(walk.names[0]) {
          numbers[walk.names[0]] = event.number
        }
      }
      // Skips truncated lines, waypoints and other messages.
      guard walk.isWhole, kind == "location" else { continue }
      var coordinate: Coordinate?
      if let latitude = numbers["lat"], let longitude = numbers["lon"] {
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
      }
      collector.add(
        coordinate, at: numbers["tst"].flatMap { PointTime(epoch: $0) }, altitude: numbers["alt"],
        accuracy: numbers["acc"])
    }
    return collector.track()
  }

  /// The JSON of a line such as `2024-05-28T12:35:21Z⇥*⇥{…}`.
  private static func message(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.first.map({ (48...57).contains($0) }) == true,
      let first = line.firstIndex(of: 9), let second = line[(first + 1)...].firstIndex(of: 9)
    else { return nil }
    let message = line[(second + 1)...].drop { $0 == 0x20 }
    return message.first == UInt8(ascii: "{") ? message : nil
  }
}

/// The non-empty lines of a text, without their line ends.
struct Lines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    while position < bytes.count {
      let start = position
      while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
      let end = position
      position += 1
      if end > start { return bytes[start..<end] }
    }
    return nil
  }
}
