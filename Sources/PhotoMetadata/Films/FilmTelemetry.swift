public import Files
internal import PhotoFacts
public import Tracks

/// The track in a film.
public struct FilmTrack: Sendable {
  /// What wrote it, such as `gopro`.
  public var kind: String

  /// The fixes; they may be none if the positions have no times.
  public var track: Track
}

/// Where a film has positions beside its frames.
struct FilmTelemetry {
  /// The tracks of the film with positions.
  var tracks: [TelemetryTrack] = []

  /// The box with the offsets of a dash cam's blocks.
  var blocks: Boxes.Box?

  /// The box with a dash cam's records.
  var records: Boxes.Box?

  /// The trailer of a camera of Insta360.
  var trailer: InstaTrailer?

  /// The limit of blocks of a dash cam: a day.
  private static let mostBlocks = 100_000

  /// How many tracks are tried.
  static let mostTracks = 8

  /// Whether there are none.
  var isEmpty: Bool { tracks.isEmpty && blocks == nil && records == nil && trailer == nil }

  /// Whether only the samples tell if there are positions: most tracks of text are subtitles.
  var isUncertain: Bool {
    blocks == nil && records == nil && trailer == nil && tracks.allSatisfy { $0.kind == .drone }
  }

  /// The positions of the first source that has any, and the name of that source.
  ///
  /// A source whose positions have times is preferred.
  func fixes(
    _ extent: FilmFixes.Extent, clock: FilmClock, in file: inout FileWindow
  ) -> (kind: String, fixes: FilmFixes)? {
    var undated: (kind: String, fixes: FilmFixes)?
    for source in sources {
      var fixes = FilmFixes(extent, clock: clock)
      read(source, of: &file, into: &fixes)
      guard fixes.first != nil else { continue }
      if extent == .firstPosition || !fixes.fixes.isEmpty { return (source.name, fixes) }
      undated = undated ?? (source.name, fixes)
    }
    return undated
  }

  private enum Source {
    case track(TelemetryTrack)
    case blocks(Boxes.Box)
    case records(Boxes.Box)
    case trailer(InstaTrailer)

    var name: String {
      switch self {
      case .track(let track): track.name
      case .blocks, .records: "dashcam"
      case .trailer: "insta360"
      }
    }
  }

  private var sources: [Source] {
    var sources = tracks.map { Source.track($0) }
    if let blocks { sources.append(.blocks(blocks)) }
    if let records { sources.append(.records(records)) }
    if let trailer { sources.append(.trailer(trailer)) }
    return sources
  }

  private func read(_ source: Source, of file: inout FileWindow, into fixes: inout FilmFixes) {
    switch source {
    case .track(let track): track.read(of: &file, into: &fixes)
    case .blocks(let box): Self.readBlocks(box, of: &file, into: &fixes)
    case .records(let box): DashCamRecords.read(box, of: &file, into: &fixes)
    case .trailer(let trailer): trailer.read(of: &file, into: &fixes)
    }
  }

  /// Reads the blocks whose offsets and lengths are in a box.
  private static func readBlocks(
    _ box: Boxes.Box, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    let count = min(Int(file.uint32(at: box.payload + 4, .big) ?? 0), mostBlocks)
    let most = fixes.extent == .firstPosition ? min(count, 64) : count
    // The window holds one part of the file, so first all offsets.
    var ranges: [ByteRange] = []
    for index in 0..<most {
      let place = box.payload + 8 + 8 * index
      guard place + 8 <= box.end, let offset = file.uint32(at: place, .big),
        let length = file.uint32(at: place + 4, .big)
      else { break }
      ranges.append(ByteRange(offset: Int(offset), count: Int(length)))
    }
    for range in ranges where !fixes.isComplete {
      let length = min(range.count, DashCamBlock.longestBlock, file.size - range.offset)
      guard length > 0, let bytes = file.collect(at: range.offset, count: length) else { continue }
      DashCamBlock(bytes)?.read(into: &fixes)
    }
  }
}

extension PhotoReader {
  /// The track in an open film; nil if it is not a film with positions beside its frames.
  ///
  /// Reads the tables of the film and the samples with positions, but no frames.
  public mutating func track(of opened: ReadableFile) -> FilmTrack? {
    withExtendedLifetime(opened) {
      file.open(opened.descriptor, size: opened.size, fetches: FileWindow.fetchesPerTrack)
      return track()
    }
  }

  /// The track in a film that is in memory.
  mutating func track(bytes: [UInt8]) -> FilmTrack? {
    file.open(bytes)
    defer { file.open([]) }  // releases the bytes of the caller
    return track()
  }

  private mutating func track() -> FilmTrack? {
    switch file.sniffFormat(exif: &exif) {
    case .mp4, .quicktime, .threeGP: break
    default: return nil
    }
    let layout = readLayout()
    guard let movie = layout.movie,
      let found = layout.telemetry.fixes(.track, clock: movie.clock, in: &file),
      let track = found.fixes.track
    else { return nil }
    return FilmTrack(kind: found.kind, track: track)
  }
}

extension Movie {
  /// What the film says about the time at which it begins.
  var clock: FilmClock {
    var clock = FilmClock()
    // The header counts from 1904.
    if creationSeconds > 2_082_844_800, creationSeconds < 1 << 36 {
      clock.header = Int64(creationSeconds - 2_082_844_800) * 1000
    }
    if let text = written("com.apple.quicktime.creationdate"), let reading = ClockReading(text),
      let offset = reading.utcOffsetMinutes
    {
      clock.start = reading.milliseconds - Int64(offset) * 60_000
    }
    return clock
  }
}
