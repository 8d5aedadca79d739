internal import Glibc
internal import Synchronization

/// The places file with the boundaries beside an index, whose file may be replaced at any time.
public final class CurrentPlaces: Sendable {
  /// What `stat` returns for one content of the boundaries file.
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    /// The stamp of the file at a path; nil if there is none.
    init?(_ path: [UInt8]) {
      var status = stat()
      let code = unsafe (path + [0]).withUnsafeBytes { bytes in
        guard let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
          return CInt(-1)
        }
        return unsafe stat(name, &status)
      }
      guard code == 0 else { return nil }
      inode = UInt64(status.st_ino)
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private struct Known {
    var stamp: Stamp?
    var places: Places
  }

  private let path: [UInt8]
  private let known: Mutex<Known>

  /// Adds the boundaries of the file at a path, if it exists, to a places file.
  public init(_ places: Places, boundaries path: [UInt8]) {
    self.path = path
    known = Mutex(Known(stamp: nil, places: places))
  }

  /// The places file with the boundaries as they are now.
  ///
  /// Asks the kernel whether the file was replaced, which takes about a microsecond. What was returned before
  /// stays valid.
  public var current: Places {
    let stamp = Stamp(path)
    return known.withLock { known in
      if known.stamp != stamp {
        known.stamp = stamp
        known.places = known.places.withBoundaries(stamp == nil ? nil : path)
      }
      return known.places
    }
  }
}
