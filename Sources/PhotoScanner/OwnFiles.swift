internal import PhotoFacts
internal import PhotoIndex

/// The files of the index itself, which may lie in a scanned folder.
///
/// Each scan changes them. If they were scanned or watched, each scan would cause the next one.
struct OwnFiles {
  // SQLite's files, the scan lock, and the side files. A side file may have a draft, a lock or a journal of
  // its own.
  private static let exactEndings = ["", "-wal", "-shm", "-journal", ".lock"]
  private static let besides = ["", ".new", ".lock", "-journal"]

  /// The directory of the index.
  let folder: FilePath

  private let names: Set<[UInt8]>

  init(of index: PhotoIndex) {
    let path = index.path
    folder = path.parent ?? FilePath(bytes: [])
    let kept = IndexLocation.keptEndings.flatMap { ending in Self.besides.map { ending + $0 } }
    names = Set((Self.exactEndings + kept).map { path.lastComponent + Array($0.utf8) })
  }

  /// Whether a name in that directory is a file of the index.
  func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Whether a path is a file of the index.
  func contains(_ path: FilePath) -> Bool { path.parent == folder && contains(path.lastComponent) }
}
