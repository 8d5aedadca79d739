public import Files
public import Geography
public import PhotoFacts
internal import PhotoIndex

/// A track in the index: the fixes of one file.
public struct StoredTrack: Hashable, Sendable {
  /// Its id, which it keeps when its file moves.
  public var id: Int64

  /// The scanned folder; nil for a track that was added by hand.
  public var root: FilePath?

  /// The path below that folder; the whole path of a track that was added by hand.
  public var path: FilePath

  /// The format of the file, such as `gpx`; nil if it is unknown.
  public var kind: String?

  /// Why the file has no track; nil if it has one.
  public var reason: String?

  /// How many fixes it has.
  public var count: Int

  /// From the first to the last fix, in milliseconds since 1970; nil if it has none.
  public var time: ClosedRange<Int64>?

  /// The box around all fixes; for a track across the antimeridian, it spans all longitudes.
  public var box: BoundingBox?

  /// The full path.
  public var file: FilePath { root?.appending(path.bytes) ?? path }
}

/// A track file as the index remembers it.
public struct KnownTrack: Hashable, Sendable {
  /// The id of the track.
  public var id: Int64

  /// Its name in its directory.
  public var name: [UInt8]

  /// The stamp of the file when it was read.
  public var stamp: FileStamp
}

/// The result of reading a track file.
public struct ReadTrack: Sendable {
  /// The stamp of the file when it was read.
  public var stamp: FileStamp

  /// The format, such as `gpx`; nil if it is unknown.
  public var kind: String?

  /// The fixes in the order of their times.
  public var fixes: [Fix]

  /// Why there are none.
  public var reason: String?

  /// Makes a track with fixes, or without fixes but with the reason.
  public init(stamp: FileStamp, kind: String?, fixes: [Fix], reason: String? = nil) {
    self.stamp = stamp
    self.kind = kind
    self.fixes = fixes
    self.reason = reason
  }
}

/// The conditions for a track.
public struct TrackFilter: Hashable, Sendable {
  /// Only tracks with a line or a fix in this box.
  public var box: BoundingBox?

  /// Only tracks whose time from the first to the last fix overlaps this one.
  public var time: TimeSpan?

  /// Makes a filter; without a condition, all tracks pass.
  public init(box: BoundingBox? = nil, time: TimeSpan? = nil) {
    (self.box, self.time) = (box, time)
  }
}
