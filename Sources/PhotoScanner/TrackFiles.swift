internal import Files
public import Geography
public import PhotoFacts
public import PhotoIndex
internal import Tracks

/// Reads track files.
public enum TrackFiles {
  /// Why a track file cannot be used.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason as a sentence fragment.
    public var reason: String

    /// Makes a problem.
    public init(reason: String) { self.reason = reason }
  }

  /// The fixes of a track file.
  public static func fixes(of file: FilePath) throws(Problem) -> [Fix] {
    let track = try track(of: file)
    if let reason = track.reason { throw Problem(reason: reason) }
    return track.fixes
  }

  /// The content of a track file, or the reason why it has no usable track; throws if it cannot be opened.
  public static func track(of file: FilePath) throws(Problem) -> ReadTrack {
    do throws(SystemError) {
      return read(try ReadableFile(path: file.bytes))
    } catch {
      throw Problem(reason: error.reason)
    }
  }

  /// The content of an open file, or the reason why it has no usable track.
  static func read(_ file: ReadableFile) -> ReadTrack {
    var track = ReadTrack(stamp: FileStamp(file.status), kind: nil, fixes: [])
    do {
      track.kind = TrackReader.kind(try file.read(0..<min(file.size, 4_096)))
      track.fixes = try TrackReader.track(size: file.size) { try file.read($0) }.fixes
    } catch let error as SystemError {
      track.reason = error.reason
    } catch {
      track.reason = "\(error)"
    }
    return track
  }
}
