internal import JSON

/// Collects fixes from the events of one kind of JSON document.
protocol JSONTrack {
  /// The fixes so far.
  var collector: FixCollector { get }

  /// Processes an event with the names on its path.
  mutating func take(_ event: JSONWalk.Event, at names: [String])
}

/// Reads JSON as a stream, so that memory is needed only for the fixes.
enum JSONTrackReader {
  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    guard let first = text.first(where: { $0 > 0x20 }) else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The fixes of a document; nil if its kind is unknown.
  static func collect(_ walk: inout JSONWalk) -> FixCollector? {
    var track: (any JSONTrack)?
    while let event = walk.next() {
      if track == nil { track = kind(walk.names) }
      track?.take(event, at: walk.names)
      if track?.collector.isFull == true { break }
    }
    return track?.collector
  }

  /// The kind of a document by the first known name in it.
  private static func kind(_ names: [String]) -> (any JSONTrack)? {
    switch names.first {
    case "locations": locations(names.dropFirst(2).first)
    case "timelineObjects": GoogleHistory()
    case "semanticSegments", "rawSignals": GoogleTimeline(depth: 2)
    // The timeline of an iPhone is an array.
    case "": GoogleTimeline(depth: 1)
    case "features": GeoJSONReader(depth: 2)
    case "geometry", "properties": GeoJSONReader(depth: 0)
    default: nil
    }
  }

  /// The kind of a list of locations by the first member of one.
  private static func locations(_ member: String?) -> (any JSONTrack)? {
    switch member {
    case nil: nil
    // Overland sends features.
    case "type", "geometry", "properties": GeoJSONReader(depth: 2)
    default: GoogleRecords()
    }
  }
}

extension JSONWalk.Event {
  /// The value if it is a number.
  var number: Double? {
    if case .value(.number(let number)) = self { number } else { nil }
  }

  /// The instant in a date-time, or in seconds or milliseconds since 1970 as a number or in digits.
  var time: PointTime? {
    if let number { return PointTime(epoch: number) }
    guard let text else { return nil }
    // Fewer or more digits may be a date such as 20240528123520.
    let isNumber = [10, 13].contains(text.prefix { $0 != "." }.count)
    return PointTime(text) ?? (isNumber ? text.finiteNumber : nil).flatMap { PointTime(epoch: $0) }
  }

  /// The value if it is text.
  var text: String? {
    if case .value(.text(let text)) = self { text } else { nil }
  }
}
