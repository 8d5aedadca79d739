internal import PhotoFacts
internal import PhotoIndex

/// The files of an index, which may lie among the photos and are none.
///
/// They change with each look, so that one who looked at them would never be done.
struct OwnFiles {
  // SQLite's, the scan's, and what is kept beside an index for its guests; each of the latter may have a
  // draft or a lock of its own.
  private static let exactEndings = ["", "-wal", "-shm", "-journal", ".lock"]
  private static let besides = ["", ".new", ".lock"]

  /// The directory they lie in.
  let folder: FilePath

  private let names: Set<[UInt8]>

  init(of index: PhotoIndex) {
    let path = index.path
    folder = path.parent ?? FilePath(bytes: [])
    let kept = IndexLocation.keptEndings.flatMap { ending in Self.besides.map { ending + $0 } }
    names = Set((Self.exactEndings + kept).map { path.lastComponent + Array($0.utf8) })
  }

  /// Whether a file of that directory is one of them.
  func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Whether a file anywhere is one of them.
  func contains(_ path: FilePath) -> Bool { path.parent == folder && contains(path.lastComponent) }
}
