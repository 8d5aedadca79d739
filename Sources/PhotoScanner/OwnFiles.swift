internal import PhotoFacts
internal import PhotoIndex

/// The files of the index itself, which may lie in a scanned folder.
///
/// Each scan changes them. If they were scanned or watched, each scan would cause the next one.
struct OwnFiles {
  /// The directory of the index.
  let folder: FilePath

  private let names: Set<[UInt8]>

  init(of index: PhotoIndex) {
    let path = index.path
    folder = path.parent ?? FilePath(bytes: [])
    names = Set(IndexLocation.allEndings.map { path.lastComponent + Array($0.utf8) })
  }

  /// Whether a name in that directory is a file of the index.
  func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Whether a path is a file of the index.
  func contains(_ path: FilePath) -> Bool { path.parent == folder && contains(path.lastComponent) }
}
