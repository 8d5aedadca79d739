internal import Files
internal import Synchronization

/// The places file with the boundaries beside an index, whose file may be replaced at any time.
public final class CurrentPlaces: Sendable {
  /// What tells one content of the boundaries file from another.
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int
    var modified: Int64

    init(_ status: FileStatus) {
      (inode, size, modified) = (status.inode, status.size, status.modified)
    }
  }

  private struct Known {
    /// Nil for no file; a failure for one that cannot be reached, which is not the same.
    var stamp: Result<Stamp?, SystemError>
    var places: Places
  }

  private let path: [UInt8]
  private let known: Mutex<Known>

  /// Adds the boundaries of the file at a path, if it exists, to a places file.
  public init(_ places: Places, boundaries path: [UInt8]) {
    self.path = path
    known = Mutex(Known(stamp: .success(nil), places: places))
  }

  /// The places file with the boundaries as they are now.
  ///
  /// Asks the kernel whether the file was replaced, which takes about a microsecond. What was returned before
  /// stays valid.
  public var current: Places {
    let stamp = Result { () throws(SystemError) in
      try FileStatus.ifPresent(path).map(Stamp.init)
    }
    return known.withLock { known in
      if known.stamp != stamp {
        known.stamp = stamp
        known.places = known.places.withBoundaries(stamp == .success(nil) ? nil : path)
      }
      return known.places
    }
  }
}
