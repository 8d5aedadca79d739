internal import Geography
internal import PhotoFacts
internal import XML

/// Reads GPX 1.0 and 1.1: the points of tracks and routes that have a time.
///
/// Waypoints are ignored. Programs write marked places and photos as waypoints, often with times that are not
/// those of a visit.
struct GPXReader {
  private var scanner: XMLScanner
  private var fixes: [Fix] = []
  private var skipped = 0

  /// The open point.
  private var point: Point?

  /// The open element inside the point, whose text is collected.
  private var field: (name: Field, text: [UInt8])?

  /// The number of open elements inside the point.
  private var depth = 0

  private struct Point {
    var coordinate: Coordinate?
    var instant: Int64?
    var altitude: Double?
  }

  private enum Field { case time, elevation }

  static func track(_ bytes: [UInt8]) -> Track {
    var reader = GPXReader(scanner: XMLScanner(bytes))
    return reader.read()
  }

  private init(scanner: XMLScanner) { self.scanner = scanner }

  private mutating func read() -> Track {
    var isWhole = false
    while let event = scanner.next() {
      switch event {
      case .start(let name, let isEmpty):
        start(name)
        if isEmpty { end() }
      case .end(let name):
        if isNamed("gpx", name) { isWhole = true }
        if point != nil { end() }
      case .text(let range): add(scanner.decoded(range))
      case .verbatim(let range): add(Array(scanner.bytes[range].prefix(XMLScanner.longestText)))
      }
    }
    return Track(fixes, skippedPoints: skipped, isTruncated: !isWhole)
  }

  private mutating func start(_ name: Range<Int>) {
    guard point != nil else {
      if isNamed("trkpt", name) || isNamed("rtept", name) {
        point = Point(coordinate: position())
        depth = 0
      }
      return
    }
    depth += 1
    guard depth == 1 else { return }
    if isNamed("time", name) {
      field = (.time, [])
    } else if isNamed("ele", name) {
      field = (.elevation, [])
    }
  }

  private mutating func end() {
    guard let open = point else { return }
    guard depth > 0 else {
      if let coordinate = open.coordinate, let instant = open.instant {
        fixes.append(Fix(coordinate, at: instant, altitude: open.altitude))
      } else {
        skipped += 1
      }
      point = nil
      return
    }
    depth -= 1
    guard depth == 0, let (name, text) = field else { return }
    field = nil
    let value = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
    switch name {
    case .time: point?.instant = Self.instant(value)
    case .elevation: point?.altitude = Double(value).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  private mutating func add(_ text: [UInt8]) {
    guard depth == 1, let (name, known) = field, known.count < XMLScanner.longestText else {
      return
    }
    field = (name, known + text)
  }

  private func position() -> Coordinate? {
    func degrees(_ name: String) -> Double? {
      let attribute = scanner.attributes.first { scanner.bytes[$0.name].elementsEqual(name.utf8) }
      return attribute.flatMap { attribute in
        Double(String(decoding: scanner.decoded(attribute.value), as: UTF8.self))
      }
    }
    guard let latitude = degrees("lat"), let longitude = degrees("lon") else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Times of GPX are UTC, even if a program has omitted the `Z`.
  private static func instant(_ text: String) -> Int64? {
    (Timestamp.span(text, on: .utc) ?? Timestamp.span(text, on: .local))?.lowerBound
  }

  /// Whether an element has this name, with any prefix.
  private func isNamed(_ name: String, _ range: Range<Int>) -> Bool {
    let bytes = scanner.bytes[range]
    let local = bytes.lastIndex(of: UInt8(ascii: ":")).map { bytes[($0 + 1)...] } ?? bytes
    return local.elementsEqual(name.utf8)
  }
}
