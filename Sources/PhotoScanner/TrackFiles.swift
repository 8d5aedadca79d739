public import TrackStore
internal import Files
public import Geography
public import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
public import Places
internal import Tracks

/// Reads track files, and the tracks in films.
public enum TrackFiles {
  /// Why a track file cannot be used.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason as a sentence fragment.
    public var reason: String

    /// Makes a problem.
    public init(reason: String) { self.reason = reason }
  }

  /// The fixes of a track file or a film.
  ///
  /// The places tell the time zone of tracks with local times.
  public static func fixes(of file: FilePath, places: Places? = nil) throws(Problem) -> [Fix] {
    let track = try track(of: file, places: places)
    if let reason = track.reason { throw Problem(reason: reason) }
    return track.fixes
  }

  /// The content of a track file or a film, or the reason why it has no usable track; throws if it cannot be
  /// opened.
  public static func track(of file: FilePath, places: Places? = nil) throws(Problem) -> ReadTrack {
    do throws(SystemError) {
      let file = try ReadableFile(path: file.bytes)
      return filmTrack(in: file, places) ?? read(file, places)
    } catch {
      throw Problem(reason: error.reason)
    }
  }

  /// The content of an open track file, or the reason why it has no usable track.
  static func read(_ file: ReadableFile, _ places: Places?) -> ReadTrack {
    var result = ReadTrack(stamp: FileStamp(file.status), kind: nil, fixes: [])
    do {
      result.kind = TrackReader.kind(try file.read(0..<min(file.size, 4_096)))
      let track = try TrackReader.track(size: file.size) { try file.read($0) }
      result.take(track, places)
    } catch let error as SystemError {
      result.reason = error.reason
    } catch {
      result.reason = "\(error)"
    }
    return result
  }

  /// The track in an open film; nil if the file has no positions beside frames.
  static func filmTrack(in file: ReadableFile, _ places: Places?) -> ReadTrack? {
    var reader = PhotoReader()
    guard let found = reader.track(of: file) else { return nil }
    var result = ReadTrack(stamp: FileStamp(file.status), kind: found.kind, fixes: [])
    if found.track.fixes.isEmpty {
      result.reason = TrackProblem.noInstants(points: found.track.skippedPoints).description
    } else {
      result.take(found.track, places)
    }
    return result
  }
}

extension ReadTrack {
  /// Takes the fixes, with local times converted to instants, or notes why that is impossible.
  fileprivate mutating func take(_ track: Track, _ places: Places?) {
    guard track.hasLocalTimes else {
      fixes = track.fixes
      return
    }
    guard let places else {
      reason =
        "its times are local, and there is no places file to find their time zone; build it with: "
        + "scripts/setup, or give --static DIR"
      return
    }
    fixes = Track(places.instants(of: track.fixes)).fixes
    if fixes.isEmpty { reason = "its times are local, and its positions have no time zone" }
  }
}

extension Places {
  /// How far the time zone of a fix is used for those after it: a kilometre, in radians.
  private static let sameZone = 1_000 / 6_371_008.8

  /// The fixes at the instants of their local times, by the time zones of their positions.
  ///
  /// Fixes whose local time exists twice or never, because the clock was changed, are left out.
  fileprivate func instants(of fixes: [Fix]) -> [Fix] {
    var last: (place: Coordinate, locality: Locality)?
    return fixes.compactMap { fix in
      if last.map({ $0.place.centralAngle(to: fix.coordinate) > Self.sameZone }) ?? true {
        last = (try? locate(fix.coordinate)).map { (fix.coordinate, $0) }
      }
      guard let last, let found = try? clock(of: last.locality, atLocal: fix.instant),
        found.occurrence == .once
      else { return nil }
      var fix = fix
      fix.instant -= found.offset * 1_000
      return fix
    }
  }
}
