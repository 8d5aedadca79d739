internal import JSON

/// Reads track files.
public enum TrackReader {
  /// The size limit of files, except JSON.
  ///
  /// Files are read into memory; JSON is streamed.
  public static let greatestSize = 256 << 20

  /// The formats, for messages.
  public static let formats =
    "GPX, KML, KMZ, TCX, FIT, NMEA, IGC, GeoJSON, Google's timelines, OwnTracks, SRT of DJI drones or CSV"

  /// The file extensions that only track files have, in lower case.
  public static let fileEndings = [
    "gpx", "kml", "kmz", "tcx", "fit", "nmea", "igc", "rec", "srt",
  ]

  /// The size of the pieces in which JSON is read.
  private static let pieceLength = 1 << 20

  /// The name of the format of a file with these first bytes, such as `gpx`; nil if it is unknown.
  public static func kind(_ head: [UInt8]) -> String? { TrackFormat(head[...])?.rawValue }

  /// The fixes of a file of any known format, which is detected from the content.
  ///
  /// Takes time and memory proportional to the size.
  public static func track(_ bytes: [UInt8]) throws(TrackProblem) -> Track {
    guard bytes.count <= greatestSize else { throw .tooLarge }
    guard let format = TrackFormat(bytes[...]) else { throw .unknownFormat }
    if format == .json {
      var walk = JSONWalk(bytes)
      return try track(&walk)
    }
    return try checked(format == .kmz ? kmz(bytes) : plain(bytes, format))
  }

  /// The fixes of a file that is read in ranges.
  ///
  /// JSON needs memory only for its fixes, other formats also for the whole file.
  public static func track(size: Int, read: @escaping (Range<Int>) throws -> [UInt8]) throws
    -> Track
  {
    let head = try read(0..<min(size, TrackFormat.headLength))
    guard TrackFormat(head[...]) == .json else {
      guard size <= greatestSize else { throw TrackProblem.tooLarge }
      return try track(read(0..<size))
    }
    var position = 0
    var walk = JSONWalk(reading: {
      let piece = try read(position..<min(size, position + pieceLength))
      position += piece.count
      return piece
    })
    let result = Result<Track, TrackProblem> { () throws(TrackProblem) in try track(&walk) }
    if let failure = walk.failure { throw failure }
    return try result.get()
  }

  private static func track(_ walk: inout JSONWalk) throws(TrackProblem) -> Track {
    guard let collector = JSONTrackReader.collect(&walk) else { throw .unknownFormat }
    guard !collector.isFull else { throw .tooManyFixes }
    return try checked(collector.track(isTruncated: !walk.isWhole))
  }

  private static func plain(_ bytes: [UInt8], _ format: TrackFormat) -> Track {
    switch format {
    case .gpx: GPXReader.track(bytes)
    case .kml: KMLReader.track(bytes)
    case .tcx: TCXReader.track(bytes)
    case .fit: FITReader.track(bytes)
    case .nmea: NMEAReader.track(bytes)
    case .igc: IGCReader.track(bytes)
    case .ownTracks: OwnTracksReader.track(bytes)
    case .srt: DroneRemarks.track(bytes)
    case .csv: CSVReader.track(bytes)
    case .json, .kmz: Track([])
    }
  }

  /// The track of the first KML file in an archive, which is the one that programs show.
  private static func kmz(_ bytes: [UInt8]) throws(TrackProblem) -> Track {
    guard let archive = ZipArchive(bytes) else { throw .damagedArchive }
    guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") })
    else { throw .unknownFormat }
    guard let document = archive.content(of: entry, atMost: greatestSize) else {
      throw .damagedArchive
    }
    return KMLReader.track(document)
  }

  private static func checked(_ track: Track) throws(TrackProblem) -> Track {
    guard track.fixes.isEmpty else { return track }
    throw track.zonelessPoints > 0
      ? .noTimeZone : .noFixes(skippedPoints: track.skippedPoints)
  }
}
