public import TrackStore
public import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes tracks as GeoJSON features of the type MultiLineString.
///
/// `coordTimes` has a time for each position, as many programs write it.
public enum TrackFeature {
  /// The name and the meaning of each property.
  public static let properties: [(name: String, type: String, title: String)] = [
    ("path", "string", "The path below the root, or of a track that was added by hand"),
    ("root", "string", "The scanned folder"),
    ("filename", "string", "The name of the file"),
    ("kind", "string", "The format of the file"),
    ("fixes", "integer", "How many fixes the whole track has"),
    ("from", "string", "The time of the first fix"),
    ("to", "string", "The time of the last fix"),
  ]

  /// Writes a feature; `utcOffset` gives the minutes that clocks at a fix are ahead of UTC, if known.
  public static func write(
    _ track: StoredTrack, _ lines: [[Fix]], to json: inout JSONWriter, utcOffset: (Fix) -> Int?
  ) {
    json.object { json in
      let lines = cutAtAntimeridian(lines)
      json.member("type", "Feature")
      json.member("id", Int(track.id))
      json.name("geometry")
      json.object { json in
        json.member("type", "MultiLineString")
        json.values("coordinates", lines) { json, line in
          json.array { json in
            for fix in line { write(fix, to: &json) }
          }
        }
      }
      json.name("properties")
      json.object { json in
        json.member("path", text: track.path.bytes)
        if let root = track.root { json.member("root", text: root.bytes) }
        json.member("filename", text: track.path.lastComponent)
        json.member("kind", track.kind)
        json.member("fixes", track.count)
        json.member("from", track.time.map { Timestamp.utc($0.lowerBound) })
        json.member("to", track.time.map { Timestamp.utc($0.upperBound) })
        json.values("coordTimes", lines) { json, line in
          json.array { json in
            for fix in line { json.value(Timestamp.utc(fix.instant)) }
          }
        }
        let offsets = lines.compactMap { $0.first.flatMap(utcOffset) }
        if offsets.count == lines.count {
          json.values("utcOffsets", offsets) { json, offset in json.value(offset) }
        }
      }
    }
  }

  private static func write(_ fix: Fix, to json: inout JSONWriter) {
    json.array { json in
      json.degrees(fix.coordinate.longitudeE7)
      json.degrees(fix.coordinate.latitudeE7)
      if let altitude = fix.altitude { json.value(altitude) }
    }
  }

  /// Lines of at least two positions, none of which crosses the antimeridian (RFC 7946, section 3.1.9).
  ///
  /// If a line crosses it, a position is added on both sides. A single fix becomes a line of two equal
  /// positions.
  static func cutAtAntimeridian(_ lines: [[Fix]]) -> [[Fix]] {
    var result: [[Fix]] = []
    for line in lines {
      var part: [Fix] = []
      for fix in line {
        if let last = part.last, let (end, start) = crossing(from: last, to: fix) {
          result.append(part + [end])
          part = [start]
        }
        part.append(fix)
      }
      result.append(part)
    }
    return result.filter { !$0.isEmpty }.map { $0.count == 1 ? $0 + $0 : $0 }
  }

  /// The two positions on the antimeridian between two fixes; nil if the line does not cross it.
  private static func crossing(from start: Fix, to end: Fix) -> (Fix, Fix)? {
    let turn: Int64 = 3_600_000_000
    let (from, to) = (Int64(start.coordinate.longitudeE7), Int64(end.coordinate.longitudeE7))
    guard abs(to - from) > turn / 2 else { return nil }
    let edge: Int64 = from > 0 ? turn / 2 : -turn / 2
    let reached = from > 0 ? to + turn : to - turn
    let share = reached == from ? 0 : Double(edge - from) / Double(reached - from)
    let (low, high) = (Double(start.coordinate.latitudeE7), Double(end.coordinate.latitudeE7))
    let latitude = Int32((low + (high - low) * share).rounded())
    let instant = start.instant + Int64(Double(end.instant - start.instant) * share)
    guard let here = Coordinate(latitudeE7: latitude, longitudeE7: Int32(edge)),
      let there = Coordinate(latitudeE7: latitude, longitudeE7: Int32(-edge))
    else { return nil }
    return (Fix(here, at: instant), Fix(there, at: instant))
  }
}

/// Writes tracks as GPX 1.1.
public struct TrackGPX {
  private var xml = XMLWriter()

  /// Begins a document.
  public init() {
    xml.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geoindex" xmlns="http://www.topografix.com/GPX/1/1">

      """)
  }

  /// Adds a track, each line as a segment.
  public mutating func add(_ track: StoredTrack, _ lines: [[Fix]]) {
    xml.raw("<trk>")
    xml.element("name", String(decoding: track.path.lastComponent, as: UTF8.self))
    xml.raw("\n")
    for line in lines {
      xml.raw("<trkseg>\n")
      for fix in line { add(fix) }
      xml.raw("</trkseg>\n")
    }
    xml.raw("</trk>\n")
  }

  private mutating func add(_ fix: Fix) {
    xml.raw("<trkpt lat=\"")
    xml.degrees(fix.coordinate.latitudeE7)
    xml.raw("\" lon=\"")
    // The schema excludes a longitude of exactly 180°.
    let longitude = fix.coordinate.longitudeE7
    xml.degrees(longitude == 1_800_000_000 ? -1_800_000_000 : longitude)
    xml.raw("\">")
    xml.element("ele", XMLWriter.decimal(fix.altitude))
    xml.element("time", Timestamp.utc(fix.instant))
    xml.raw("</trkpt>\n")
  }

  /// The bytes of the whole document.
  public mutating func end() -> [UInt8] {
    xml.raw("</gpx>\n")
    return xml.bytes
  }
}
