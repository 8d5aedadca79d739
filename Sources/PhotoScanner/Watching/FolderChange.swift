internal import Files
internal import PhotoFacts
internal import PhotoIndex

/// What has changed in folders that are watched.
struct FolderChange {
  /// The directories to look at again, and whether all below them is to be looked at too.
  var directories: [FilePath: Bool] = [:]

  /// Files that were closed after writing.
  ///
  /// They are read again whatever their stamp is: the clock of some file systems is too coarse to
  /// show that they have changed.
  var written: Set<FilePath> = []

  /// Files that somebody is still writing; they are left as the index has them.
  var unsettled: Set<FilePath> = []

  /// The watched folders as they were when the change was seen.
  var folders: [FilePath: FileIdentity] = [:]

  /// Whether those folders are still the same, and not the empty places of disks taken away.
  var isWhereItWas: Bool {
    folders.allSatisfy { FileStatus($0.key, followsSymlinks: true)?.identity == $0.value }
  }
}

extension RootPlan {
  /// What a change means for the folders of the index; what lies in none of them is passed over, as
  /// somebody has had that folder forgotten.
  static func plan(_ change: FolderChange, in index: PhotoIndex) throws -> [RootPlan] {
    let roots = try index.write { writer in try writer.reader.scannedRoots() }
    var parts: [FilePath: [ScanPart]] = [:]
    for (directory, isDeep) in change.directories {
      guard let around = directory.deepest(of: roots), let path = directory.relative(to: around)
      else { continue }
      parts[around, default: []].append(ScanPart(path: path, isDeep: isDeep))
    }
    return parts.map { root, parts in
      RootPlan(root: root, parts: ScanPart.disjoint(parts), change: change)
    }
  }
}

extension ScanPart {
  /// The parts without those that lie in others.
  static func disjoint(_ parts: [ScanPart]) -> [ScanPart] {
    let deep = Set(parts.filter(\.isDeep).map(\.path))
    return parts.filter { part in
      var above = part.isDeep ? part.path.directoryAbove : part.path
      while let path = above {
        if deep.contains(path) { return false }
        above = path.directoryAbove
      }
      return true
    }.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}

extension FilePath {
  /// The directory of a path below a root, down to the root's own, empty path.
  var directoryAbove: FilePath? {
    bytes.isEmpty ? nil : parent ?? FilePath(bytes: [])
  }
}
