internal import Files
internal import Glibc
public import PhotoFacts
internal import Synchronization

/// Thumbnails on disk; the least recently used are evicted first.
///
/// Any failure counts as a cache miss. Files are written under a temporary name and renamed, so several servers
/// can share a folder. Only the owner can read them.
public final class ThumbnailCache: Sendable {
  private let folder: FilePath
  private let limit: Int

  /// The bytes in the folder when it was last counted, plus additions since.
  private let known = Mutex<Known?>(nil)

  private struct Known {
    var bytes: Int
    var additions = 0
  }

  /// The folder is counted again after this many pictures, because other servers add to it too.
  private static let additionsPerCount = 1_000

  /// A temporary file older than this was left behind by a crash.
  private static let oldestUnfinished: Int64 = 3_600_000_000_000

  private static let number = Atomic<Int>(0)

  /// Makes a cache in a folder, which is created if it does not exist, with a size limit in bytes.
  public init(folder: FilePath, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// The picture with a key; nil if there is none or it is incomplete.
  func picture(_ name: String) -> [UInt8]? {
    guard let file = try? PhotoFile(path(name)), file.size > 4,
      let bytes = try? file.read(atMost: limit), bytes.starts(with: [0xFF, 0xD8]),
      bytes.suffix(2).elementsEqual([0xFF, 0xD9])
    else { return nil }
    // The modification time records the last use.
    _ = unsafe path(name).withCString { unsafe utimensat(AT_FDCWD, $0, nil, 0) }
    return bytes
  }

  /// Stores a picture.
  func keep(_ bytes: [UInt8], as name: String) {
    guard bytes.count <= limit / 8 else { return }
    let place = path(name)
    if !write(bytes, to: place) {
      FileSystem.makeFolder(place.parent?.bytes ?? folder.bytes)
      guard write(bytes, to: place) else { return }
    }
    let isFull = known.withLock { known in
      known?.bytes += bytes.count
      known?.additions += 1
      guard let now = known, now.additions < Self.additionsPerCount else { return true }
      return now.bytes > limit
    }
    if isFull { tidy() }
  }

  private func path(_ name: String) -> FilePath {
    folder.appending(Array(name.utf8.prefix(2))).appending(Array("\(name).jpg".utf8))
  }

  private func write(_ bytes: [UInt8], to place: FilePath) -> Bool {
    let number = Self.number.add(1, ordering: .relaxed).newValue
    do throws(SystemError) {
      let draft = try FileDraft(replacing: place.bytes, ending: ".\(getpid()).\(number).new")
      try draft.write(bytes)
      try draft.commit(synced: false)
      return true
    } catch {
      return false
    }
  }

  /// Counts the files, and removes the least recently used ones if they exceed the limit.
  private func tidy() {
    var files = CacheListing.files(in: folder)
    let now = Int64(time(nil)) * 1_000_000_000
    for file in files where file.isUnfinished && file.used < now - Self.oldestUnfinished {
      FileSystem.remove(file.path.bytes)
    }
    files.removeAll { $0.isUnfinished }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    if bytes > limit {
      // Remove a little more than needed, so that the next picture does not cause another pass.
      for file in files.sorted(by: { $0.used < $1.used }) {
        if bytes <= limit / 10 * 9 { break }
        FileSystem.remove(file.path.bytes)
        bytes -= file.bytes
      }
    }
    known.withLock { $0 = Known(bytes: bytes) }
  }
}
